// A few threads that wait for work: parallel sections that take less than a millisecond pay.
//
//     ThreadPool pool(4);                                        // the calling thread and three more
//     pool.parallel_for(chunks, [&](std::size_t chunk, std::size_t worker) { ... });
//
// Who cuts the work cuts it into the same chunks for any number of threads, and lets a chunk write only what belongs to
// it; then the result does not depend on the number of threads. `worker` < threads() is for scratch space only.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace loh {

class ThreadPool {
public:
    explicit ThreadPool(std::size_t threads);  // 0: one for each processor
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] std::size_t threads() const { return workers_.size() + 1; }

    // Calls work(chunk, worker) once for each chunk < chunks and returns when all calls have. Chunks are taken in
    // increasing order by whoever is free. When calls throw, the exception of the lowest chunk is thrown here, and chunks
    // above it may have been left out. One section at a time: not from inside `work`, nor from two threads at once.
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

    // The section in progress. Written before it is published, read only by who holds one of its chunks.
    Call call_ = nullptr;
    void* context_ = nullptr;
    std::size_t chunks_ = 0;

    std::size_t spins_ = 0;
    std::atomic<bool> stopping_{false};
    std::mutex mutex_;                           // guards failure_ and lowering failed_
    std::exception_ptr failure_;                 // of chunk failed_
    std::atomic<std::size_t> failed_{SIZE_MAX};  // the lowest chunk that threw

    // Each on a cache line of its own: the first is polled while the others change with every chunk.
    alignas(64) std::atomic<std::uint32_t> section_{0};     // its number; workers wait for it to change
    alignas(64) std::atomic<std::uint64_t> ticket_{0};      // section << 32 | chunks that nobody has taken
    alignas(64) std::atomic<std::uint32_t> unfinished_{0};  // chunks of the section

    std::vector<std::jthread> workers_;  // last, so that it ends first
};

}  // namespace loh
