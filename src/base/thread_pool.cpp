// Idea: a section is published by its number. A worker takes a chunk by a compare-and-exchange on a ticket that holds the
// section number and the number of remaining chunks. A late worker with an old section number fails the exchange and takes
// nothing. A section therefore ends with its last chunk and does not wait for workers to wake up or to check out.
//
// Invariant: a section stays open while a chunk of it runs, so call_, context_ and chunks_ do not change while a worker
// reads them.
//
// Both sides spin for about 20 microseconds before they sleep. Waking a thread takes about 50 microseconds, longer than
// many sections. With more threads than processors there is no spinning, because it would take time from working threads.
#include "base/thread_pool.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace loh {

namespace {

constexpr std::size_t kSpins = 1000;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

// Returns when the value is no longer `old`.
void wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old, std::size_t spins) {
    for (std::size_t i = 0; i < spins; ++i) {
        if (value.load(std::memory_order_acquire) != old) return;
        pause();
    }
    value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(std::size_t threads) {
    std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    if (threads == 0) threads = processors;
    spins_ = threads <= processors ? kSpins : 0;
    try {
        for (std::size_t worker = 1; worker < threads; ++worker)
            workers_.emplace_back([this, worker] { serve(worker); });
    } catch (...) {  // thread creation failed: end the running workers
        stop();
        throw;
    }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() {
    stopping_ = true;
    ++section_;
    section_.notify_all();
}

void ThreadPool::run(std::size_t chunks, Call call, void* context) {
    LOH_CHECK(chunks <= UINT32_MAX);
    if (chunks <= 1 || workers_.empty()) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) call(context, chunk, 0);
        return;
    }
    call_ = call;
    context_ = context;
    chunks_ = chunks;
    failed_.store(SIZE_MAX, std::memory_order_relaxed);
    unfinished_.store(static_cast<std::uint32_t>(chunks), std::memory_order_relaxed);
    std::uint32_t section = section_.load(std::memory_order_relaxed) + 1;
    ticket_.store(std::uint64_t{section} << 32U | chunks, std::memory_order_release);
    section_.store(section, std::memory_order_release);
    section_.notify_all();
    take_chunks(section, 0);
    for (std::uint32_t left = unfinished_; left != 0; left = unfinished_)
        wait_for_change(unfinished_, left, spins_);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::serve(std::size_t worker) {
    for (std::uint32_t seen = 0; !stopping_;) {
        take_chunks(seen, worker);
        wait_for_change(section_, seen, spins_);
        seen = section_;
    }
}

void ThreadPool::take_chunks(std::uint32_t section, std::size_t worker) {
    std::uint64_t ticket = ticket_;
    while (ticket >> 32U == section && static_cast<std::uint32_t>(ticket) != 0) {
        if (!ticket_.compare_exchange_weak(ticket, ticket - 1)) continue;
        run_chunk(chunks_ - static_cast<std::uint32_t>(ticket), worker);
        if (--unfinished_ == 0) unfinished_.notify_one();
        ticket = ticket_;
    }
}

void ThreadPool::run_chunk(std::size_t chunk, std::size_t worker) {
    if (chunk > failed_.load(std::memory_order_relaxed)) return;
    try {
        call_(context_, chunk, worker);
    } catch (...) {
        std::lock_guard lock(mutex_);
        if (chunk > failed_.load(std::memory_order_relaxed)) return;
        failed_.store(chunk, std::memory_order_relaxed);
        failure_ = std::current_exception();
    }
}

}  // namespace loh
