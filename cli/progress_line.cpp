#include "progress_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

#include <sys/ioctl.h>
#include <unistd.h>

namespace loh::cli {

namespace {

using Seconds = std::chrono::duration<double>;

std::string fixed_four(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

std::string count(std::size_t number, const char* word) {
    return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

std::string spell(const LearnProgress::Size& size) {
    return count(size.rules, "rule") + ", " + count(size.literals, "literal");
}

// 0:07, 12:30, 3:00:00
std::string spell_time(double seconds) {
    constexpr double kMaxSeconds = 1e7;
    auto whole = static_cast<long>(std::ceil(std::min(seconds, kMaxSeconds)));
    char text[32];
    if (whole >= 3600) {
        std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
    }
    return text;
}

// The line is cut to this width, because a wrapped line cannot be redrawn.
std::size_t terminal_width() {
    constexpr std::size_t kDefault = 80;
    winsize size{};
    bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : kDefault;
}

}  // namespace

void TimeLeft::add(const LearnProgress& progress) {
    runs_ = progress.runs;
    epochs_ = progress.epochs;
    std::size_t first = progress.epoch == 0 ? 0 : progress.epoch - 1;
    Run& run = started_.try_emplace(progress.run, Run{first, first, false}).first->second;
    run.epoch = progress.epoch;
    run.finished = progress.finished;
}

double TimeLeft::seconds(double elapsed) const {
    std::size_t done = 0;
    std::size_t left = (runs_ - started_.size()) * epochs_;
    for (const auto& [number, run] : started_) {
        done += run.epoch - run.first;
        if (!run.finished) left += epochs_ - run.epoch;
    }
    return elapsed * static_cast<double>(left) / static_cast<double>(std::max<std::size_t>(done, 1));
}

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const LearnProgress& progress) {
    if (terminal_) return draw(progress);
    if (!progress.finished) return;
    std::cerr << "run " << progress.run + 1 << " of " << progress.runs << ": ";
    if (progress.epochs > 0)
        std::cerr << "epoch " << progress.epoch << " of " << progress.epochs << ", loss "
                  << fixed_four(progress.loss) << ", ";
    std::cerr << "best macro F1 " << fixed_four(progress.best_macro_f1) << ", " << spell(progress.size())
              << '\n';
}

void ProgressLine::draw(const LearnProgress& progress) {
    left_.add(progress);
    if (!progress.finished && Clock::now() < next_draw_) return;
    next_draw_ = Clock::now() + std::chrono::milliseconds(100);
    std::string line = "run " + std::to_string(progress.run + 1) + "/" + std::to_string(progress.runs);
    if (progress.epochs > 0)
        line += ", epoch " + std::to_string(progress.epoch) + "/" + std::to_string(progress.epochs);
    double left = left_.seconds(Seconds(Clock::now() - start_).count());
    if (!progress.finished) line += ", " + spell_time(left) + " left";
    if (progress.epochs > 0) line += ", loss " + fixed_four(progress.loss);
    line += ", best F1 " + fixed_four(progress.best_macro_f1) + ", " + spell(size_now(progress));
    line.resize(std::min(line.size(), terminal_width() - 1));
    std::cerr << '\r' << line << "\x1b[K" << (progress.finished ? "\n" : "") << std::flush;
    drawn_ = !progress.finished;
}

// The size is computed from the formula of the network, and all runs wait for that. So it is computed only now and then, for at
// most a twentieth of the time.
LearnProgress::Size ProgressLine::size_now(const LearnProgress& progress) {
    Clock::time_point begin = Clock::now();
    bool known = sizes_.contains(progress.run);
    if (known && !progress.finished && begin < next_size_) return sizes_[progress.run];
    LearnProgress::Size size = progress.size();
    sizes_[progress.run] = size;
    next_size_ =
        Clock::now() + std::max<Clock::duration>(20 * (Clock::now() - begin), std::chrono::seconds(1));
    return size;
}

void ProgressLine::clear() const {
    if (drawn_) std::cerr << "\r\x1b[K" << std::flush;
}

}  // namespace loh::cli
