// Idea: threads take runs by ascending number. When a run ends without a mistake, `needed_` is lowered to its number, and later
// runs stop.
//
// Invariant: unless the search is stopped, runs with a smaller number are always completed, so the result does not depend on
// the order of execution.
#include "learn/gradient/search.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace loh {

namespace {

class Search {
public:
    Search(const Task& task, std::vector<std::optional<RunState>> resumed, const SearchHooks& hooks)
        : task_(task), hooks_(hooks), states_(std::move(resumed)), needed_(task.runs()) {
        states_.resize(task.runs());
    }

    std::vector<RunState> run() {
        std::size_t threads = task_.options.threads;
        if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
        // Parallel runs never wait for one another, so they come first. The remaining threads share the steps of a run.
        std::size_t parallel_runs = std::min(threads, states_.size());
        {
            std::vector<std::jthread> workers;
            for (std::size_t t = 0; t < parallel_runs; ++t) {
                std::size_t run_threads = threads / parallel_runs + (t < threads % parallel_runs ? 1 : 0);
                if (t + 1 < parallel_runs) {
                    workers.emplace_back([this, run_threads] { work(run_threads); });
                } else {
                    work(run_threads);
                }
            }
        }
        if (failure_) std::rethrow_exception(failure_);
        std::vector<RunState> result;
        for (std::size_t i = 0; i < needed_ && states_[i]; ++i) result.push_back(std::move(*states_[i]));
        return result;
    }

private:
    void work(std::size_t threads) {
        try {
            std::optional<ThreadPool> pool;
            if (threads > 1) pool.emplace(threads);
            while (!stopped_) {  // checked before a run is taken: every taken run is reported
                std::size_t index = next_++;
                if (index >= needed_) break;
                execute(index, pool ? &*pool : nullptr);
            }
        } catch (...) {
            std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            stopped_ = true;
        }
    }

    void execute(std::size_t index, ThreadPool* pool) {
        Run run(task_, index, pool);
        if (states_[index]) run.restore(std::move(*states_[index]));
        if (run.finished())
            report(run, index, run.best().loss);  // nothing to learn, or resumed from a finished state
        while (!run.finished() && index < needed_ && !stopped_) report(run, index, run.advance());
        if (index >= needed_) return;
        run.close_trace();
        if (hooks_.trace) {
            std::lock_guard lock(mutex_);
            hooks_.trace(index, run.trace(), true, is_last(run));
        }
        RunState state = run.state();
        std::lock_guard lock(mutex_);
        states_[index] = std::move(state);
        if (is_last(run)) needed_ = std::min<std::size_t>(needed_, index + 1);
    }

    [[nodiscard]] bool is_last(const Run& run) const {
        return run.flawless() && task_.options.when_flawless == WhenFlawless::end;
    }

    void report(const Run& run, std::size_t index, double loss) {
        std::lock_guard lock(mutex_);
        if (hooks_.progress)
            hooks_.progress({index, run.epochs(), run.steps(), loss, run.best(), run.finished()});
        if (hooks_.trace)
            hooks_.trace(index, run.trace(), false, is_last(run));  // close_trace adds one more line
        if (hooks_.checkpoint) hooks_.checkpoint(index, [&] { return run.state(); });
        if (hooks_.stop && hooks_.stop()) stopped_ = true;
    }

    const Task& task_;
    const SearchHooks& hooks_;
    std::vector<std::optional<RunState>>
        states_;                         // [run]; each written only by the thread that executes the run
    std::atomic<std::size_t> next_ = 0;  // the next run to start
    std::atomic<std::size_t> needed_;    // runs from this number on are dropped
    std::atomic<bool> stopped_ = false;
    std::exception_ptr failure_;
    std::mutex mutex_;  // guards the hooks, failure_, and lowering needed_
};

}  // namespace

std::vector<RunState> search(const Task& task, std::vector<std::optional<RunState>> resumed,
                             const SearchHooks& hooks) {
    return Search(task, std::move(resumed), hooks).run();
}

}  // namespace loh
