// How far learning is, on standard error: on a terminal one line that is redrawn, elsewhere a line for each run that has
// ended.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include <loh/loh.hpp>

namespace loh::cli {

// How long the rest takes if all of it goes as fast as what there was, and nothing ends early.
class TimeLeft {
public:
    void add(const LearnProgress& progress);
    [[nodiscard]] double seconds(double elapsed) const;

private:
    std::size_t runs_ = 0;
    std::size_t epochs_ = 0;
    struct Run {
        std::size_t first;  // the epoch it was resumed at
        std::size_t epoch;
        bool finished;
    };
    std::map<std::size_t, Run> seen_;  // by number
};

class ProgressLine {
public:
    ProgressLine();

    void show(const LearnProgress& progress);
    void clear() const;  // the line that is redrawn, if there is one

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
    std::map<std::size_t, LearnProgress::Size> sizes_;  // by number of the run, as last asked for
    TimeLeft left_;
};

}  // namespace loh::cli
