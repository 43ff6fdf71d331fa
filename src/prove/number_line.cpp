#include "prove/number_line.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "base/calendar.hpp"
#include "features/discretize.hpp"

namespace loh {

namespace {

constexpr double kMicroseconds = 1e6;  // in a second

// The doubles in their order, as integers: -0 and 0 are one.
std::int64_t place_of(double number) {
    auto bits = std::bit_cast<std::int64_t>(number);
    return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}

double at_place(std::int64_t place) {
    return std::bit_cast<double>(place >= 0 ? place : std::numeric_limits<std::int64_t>::min() - place);
}

}  // namespace

double number_before(double number) { return std::nextafter(number, -kNoEnd); }
double number_after(double number) { return std::nextafter(number, kNoEnd); }

std::optional<double> first_from(CellSet::Cut cut, bool dates) {
    double at = cut.at == 0 ? 0 : cut.at;  // not -0
    if (at == -kNoEnd) return -kLargestNumber;
    if (at == kNoEnd) return std::nullopt;
    double first = at;
    if (dates) {
        double microsecond = std::ceil(at * kMicroseconds);
        if (microsecond / kMicroseconds < at || (cut.after && microsecond / kMicroseconds <= at))
            ++microsecond;
        first = microsecond / kMicroseconds;
        if (!cut.after && std::round(at * kMicroseconds) / kMicroseconds == at) first = at;
    } else if (cut.after) {
        first = number_after(at);
    }
    return first > kLargestNumber ? std::nullopt : std::optional(first);
}

std::optional<double> first_where(const std::function<bool(double)>& test) {
    if (!test(kLargestNumber)) return std::nullopt;
    std::int64_t low = place_of(-kLargestNumber) - 1;  // the test is taken to fail there
    std::int64_t high = place_of(kLargestNumber);      // it holds there
    while (low + 1 < high) {
        std::int64_t middle = std::midpoint(low, high);  // high - low may overflow
        if (middle == low) ++middle;
        (test(at_place(middle)) ? high : low) = middle;
    }
    return at_place(high);
}

double readable_cell(double low, double high, bool dates) {
    bool open_below = low <= -kLargestNumber;
    bool open_above = high > kLargestNumber;
    if (open_below && open_above) return 0;
    if (dates) {
        constexpr double kStep = 1 / kMicroseconds;
        if (open_below) return high - kSecondsOfDay;
        if (open_above) return low + (std::fmod(low, kSecondsOfDay) == 0 ? 0 : kSecondsOfDay);
        return high - low <= 2 * kStep ? low : readable_moment(low - kStep, high - kStep);
    }
    if (open_below) return std::min(high - 1, number_before(high));
    if (open_above) {
        double below = number_before(low);
        bool behind_a_cut = std::abs(below) < 1e15 && std::round(below * 1e6) / 1e6 == below && low != 0;
        return behind_a_cut ? std::max(below + 1, low) : low;
    }
    double last = number_before(high);
    return low >= last ? low : readable_cut(number_before(low), last);
}

}  // namespace loh
