// The progress of learning on standard error. On a terminal it is one line that is redrawn; elsewhere, one line for each
// finished run.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include <loh/loh.hpp>

namespace loh::cli {

// Estimates the remaining time: all epochs are assumed to take equally long, and no run to end early.
class TimeLeft {
public:
    void add(const LearnProgress& progress);
    [[nodiscard]] double seconds(double elapsed) const;

private:
    std::size_t runs_ = 0;
    std::size_t epochs_ = 0;
    struct Run {
        std::size_t first;  // complete epochs at the start: not 0 if the run was resumed
        std::size_t epoch;
        bool finished;
    };
    std::map<std::size_t, Run> started_;  // by number of the run
};

class ProgressLine {
public:
    ProgressLine();

    void show(const LearnProgress& progress);
    void clear() const;  // erases the line if it is drawn

    [[nodiscard]] bool on_terminal() const { return terminal_; }

private:
    using Clock = std::chrono::steady_clock;

    void draw(const LearnProgress& progress);
    [[nodiscard]] LearnProgress::Size size_now(const LearnProgress& progress);

    bool terminal_;
    bool drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_draw_;
    Clock::time_point next_size_;
    std::map<std::size_t, LearnProgress::Size> sizes_;  // by number of the run: as last computed
    TimeLeft left_;
};

}  // namespace loh::cli
