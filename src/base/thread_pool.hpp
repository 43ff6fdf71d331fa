// A thread pool for short parallel sections, of less than a millisecond.
//
//     ThreadPool pool(4);                                        // the calling thread and three more
//     pool.parallel_for(chunks, [&](std::size_t chunk, std::size_t worker) { ... });
//
// The result does not depend on the number of threads if the caller always makes the same chunks and a chunk writes only
// its own data. `worker` < threads() selects scratch space and must have no other influence.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace loh {

class ThreadPool {
public:
    explicit ThreadPool(std::size_t threads);  // 0: one for each processor
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] std::size_t threads() const { return workers_.size() + 1; }

    // Calls work(chunk, worker) once for each chunk < chunks and returns when all calls have returned. Idle workers take the
    // chunks in increasing order. If calls throw, the exception of the lowest chunk is rethrown here, and higher chunks may
    // not have run. One section at a time: no call from inside `work` or from two threads at once.
    template <class Work>
    void parallel_for(std::size_t chunks, Work&& work) {
        using Plain = std::remove_reference_t<Work>;
        auto call = [](void* context, std::size_t chunk, std::size_t worker) {
            (*static_cast<Plain*>(context))(chunk, worker);
        };
        run(chunks, call, const_cast<void*>(static_cast<const volatile void*>(std::addressof(work))));
    }

private:
    using Call = void (*)(void* context, std::size_t chunk, std::size_t worker);

    void run(std::size_t chunks, Call call, void* context);
    void stop();
    void serve(std::size_t worker);
    void take_chunks(std::uint32_t section, std::size_t worker);
    void run_chunk(std::size_t chunk, std::size_t worker);

    // The current section. Written before it is published, read only by workers that run one of its chunks.
    Call call_ = nullptr;
    void* context_ = nullptr;
    std::size_t chunks_ = 0;

    std::size_t spins_ = 0;
    std::atomic<bool> stopping_{false};
    std::mutex mutex_;                           // guards failure_ and writes to failed_
    std::exception_ptr failure_;                 // of chunk failed_
    std::atomic<std::size_t> failed_{SIZE_MAX};  // the lowest chunk that threw

    // Separate cache lines: the first is polled while the others change with every chunk.
    alignas(64) std::atomic<std::uint32_t> section_{0};     // its number; workers wait for a change
    alignas(64) std::atomic<std::uint64_t> ticket_{0};      // section << 32 | chunks not taken yet
    alignas(64) std::atomic<std::uint32_t> unfinished_{0};  // chunks of the section

    std::vector<std::jthread> workers_;  // declared last: destroyed first
};

// parallel_for with an optional pool: without one, the chunks run in order on the calling thread, as worker 0.
template <class Work>
void parallel_for(ThreadPool* pool, std::size_t chunks, Work&& work) {
    if (pool != nullptr) return pool->parallel_for(chunks, std::forward<Work>(work));
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) work(chunk, std::size_t{0});
}
inline std::size_t workers_of(const ThreadPool* pool) { return pool != nullptr ? pool->threads() : 1; }

}  // namespace loh
