// The progress of the searches for a path, which several threads report.
#pragma once

#include <mutex>

#include "loh/learn.hpp"

namespace loh {

class PathProgress {
public:
    explicit PathProgress(const LearnHooks& hooks) : hooks_(hooks) {}

    // Before the first report.
    void expect(std::size_t searches) { searches_ = searches; }

    [[nodiscard]] bool stopped() {
        std::lock_guard lock(mutex_);
        return hooks_.stop && hooks_.stop();
    }

    // After each search: the score of its result on the rows it was searched on. The user sees the best so far.
    void report(double score, const LearnProgress::Size& size) {
        std::lock_guard lock(mutex_);
        std::size_t search = done_++;
        if (score > best_score_) {
            best_score_ = score;
            best_size_ = size;
        }
        if (!hooks_.progress) return;
        LearnProgress progress{search, searches_, 0, 0, 0, best_score_, false, {}, 0};
        progress.size = [&] { return best_size_; };
        hooks_.progress(progress);
    }

private:
    const LearnHooks& hooks_;
    std::mutex mutex_;  // guards the hooks and the members below
    std::size_t searches_ = 0;
    std::size_t done_ = 0;
    double best_score_ = -1;
    LearnProgress::Size best_size_;
};

}  // namespace loh
