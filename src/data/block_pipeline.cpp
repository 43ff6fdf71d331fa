// Idea: there is no dedicated reader or writer thread. An idle thread takes the next block, processes it and submits its
// result. The thread that submits the next result in order delivers it, and all consecutive results after it. So no thread
// waits for another while there are blocks, and a block stays in the cache of the core that read it.
//
// Invariant: results are numbered like their blocks; `due_` is the number of the first result that was not delivered. A
// block is taken only if its number is less than due_ + slots, so the result of block n owns the slot n % slots. Some thread
// always holds the block that is due, so a thread that waits for a slot is woken.
#include "data/block_pipeline.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"

namespace loh {

namespace {

class Pipeline {
public:
    Pipeline(std::size_t threads, const std::function<bool(std::size_t)>& take,
             const std::function<InOrder(std::size_t)>& work)
        : take_(take), work_(work), slots_(3 * threads) {}

    void run_worker(std::size_t worker) {
        while (std::size_t number = take_block(worker)) {
            Slot result;
            try {
                result.call = work_(worker);
            } catch (...) {
                result.failure = std::current_exception();
            }
            submit(number - 1, std::move(result));
        }
    }

    void finish() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    struct Slot {
        InOrder call;
        std::exception_ptr failure;
        bool ready = false;
    };

    // One more than the number of the block; 0 if there are no more blocks or no more are wanted.
    std::size_t take_block(std::size_t worker) {
        std::lock_guard taking(source_);
        std::size_t number = taken_;
        {
            std::unique_lock lock(mutex_);
            moved_.wait(lock, [&] { return stopped_ || number < due_ + slots_.size(); });
            if (stopped_) return 0;
        }
        if (ended_) return 0;
        ++taken_;
        try {
            ended_ = !take_(worker);
            return ended_ ? 0 : number + 1;
        } catch (...) {
            ended_ = true;
            Slot result;
            result.failure = std::current_exception();
            submit(number, std::move(result));
            return 0;
        }
    }

    void submit(std::size_t number, Slot result) {
        std::unique_lock lock(mutex_);
        result.ready = true;
        slots_[number % slots_.size()] = std::move(result);
        if (calling_) return;
        calling_ = true;
        while (!stopped_ && slots_[due_ % slots_.size()].ready) {
            {
                Slot next = std::exchange(slots_[due_ % slots_.size()], {});
                lock.unlock();
                call(next);
            }  // the result is destroyed without the lock
            lock.lock();
            ++due_;
            stopped_ = failure_ != nullptr;
            moved_.notify_all();
        }
        calling_ = false;
    }

    // Only the thread that set `calling_` writes failure_.
    void call(const Slot& slot) {
        try {
            if (slot.failure) std::rethrow_exception(slot.failure);
            if (slot.call) slot.call();
        } catch (...) {
            failure_ = std::current_exception();
        }
    }

    const std::function<bool(std::size_t)>& take_;
    const std::function<InOrder(std::size_t)>& work_;

    std::mutex source_;  // guards the next two members and calls of take_; locked before mutex_
    std::size_t taken_ = 0;
    bool ended_ = false;

    std::mutex mutex_;  // guards the members below
    std::condition_variable moved_;
    std::vector<Slot> slots_;  // [block number % slots]
    std::size_t due_ = 0;
    bool calling_ = false;  // a thread is delivering results
    bool stopped_ = false;  // after an exception
    std::exception_ptr failure_;
};

}  // namespace

void run_blocks(std::size_t threads, const std::function<bool(std::size_t worker)>& take,
                const std::function<InOrder(std::size_t worker)>& work) {
    if (threads <= 1) {
        while (take(0))
            if (InOrder call = work(0)) call();
        return;
    }
    Pipeline pipeline(threads, take, work);
    ThreadPool pool(threads);
    pool.parallel_for(threads, [&](std::size_t chunk, std::size_t) { pipeline.run_worker(chunk); });
    pipeline.finish();
}

}  // namespace loh
