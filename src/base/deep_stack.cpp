#include "base/deep_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>

#include <pthread.h>

#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kReserve = std::size_t{128} << 10U;  // for the frames between two checks
constexpr std::size_t kNewStack = std::size_t{16} << 20U;  // only pages in use take memory
constexpr std::size_t kFirstBytes = std::size_t{64}
                                    << 10U;  // used before the system is asked, which takes 100 us
constexpr std::size_t kUnknown = std::size_t{256} << 10U;  // assumed size if the system does not tell

std::uintptr_t low_mark(std::uintptr_t frame) noexcept {
    std::uintptr_t assumed = frame - kUnknown + kReserve;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return assumed;
    void* lowest = nullptr;
    std::size_t size = 0;
    bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
    pthread_attr_destroy(&attributes);
    return known ? reinterpret_cast<std::uintptr_t>(lowest) + kReserve : assumed;
}

struct Job {
    const std::function<void()>& work;
    std::exception_ptr failure = nullptr;
};

void* run_job(void* given) {
    auto* job = static_cast<Job*>(given);
    try {
        job->work();
    } catch (...) {
        job->failure = std::current_exception();
    }
    return nullptr;
}

}  // namespace

bool find_low_stack_mark(std::uintptr_t frame) noexcept {
    static constinit thread_local bool asked = false;
    if (low_stack_mark == UINTPTR_MAX) {
        low_stack_mark = frame - kFirstBytes;
        return false;
    }
    if (!asked) low_stack_mark = low_mark(frame);
    asked = true;
    return frame < low_stack_mark;
}

void run_on_new_stack(const std::function<void()>& work) {
    Job job{work};
    pthread_attr_t attributes;
    pthread_t thread{};
    bool started = pthread_attr_init(&attributes) == 0;
    if (started) {
        started = pthread_attr_setstacksize(&attributes, kNewStack) == 0 &&
                  pthread_create(&thread, &attributes, run_job, &job) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (!started)
        throw Error(ErrorKind::limit, "there is no memory for the stack of a deeply nested program");
    pthread_join(thread, nullptr);
    if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace loh
