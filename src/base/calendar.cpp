#include "base/calendar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace loh {

namespace {

constexpr std::int32_t kLastYear = 9999;
constexpr double kMicroseconds = 1e6;

bool is_leap(std::int32_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// Days from 1970-01-01 to the first day of the year.
std::int64_t days_before_year(std::int64_t year) {
    constexpr std::int64_t kDaysTo1970 = 719'162;  // from 0001-01-01
    std::int64_t y = year - 1;
    return 365 * y + y / 4 - y / 100 + y / 400 - kDaysTo1970;
}

std::int32_t days_of_month(std::int32_t year, std::int32_t month) {
    constexpr std::array<std::int32_t, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

// Two digits at the start of the text, below `end`; -1 if there are none.
std::int32_t take_two(std::string_view& text, std::int32_t end) {
    auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    if (!digit(0) || !digit(1)) return -1;
    std::int32_t value = 10 * (text[0] - '0') + (text[1] - '0');
    text.remove_prefix(2);
    return value < end ? value : -1;
}

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

// The decimals of the seconds, up to six; negative if there are none or more.
double take_fraction(std::string_view& text) {
    double value = 0;
    double unit = 1;
    std::size_t count = 0;
    for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1), ++count) {
        unit /= 10;
        value = value * 10 + (text[0] - '0');
    }
    return count == 0 || count > 6 ? -1 : value * std::round(unit * kMicroseconds) / kMicroseconds;
}

// The seconds of an offset, +02:00 or Z, which is the whole text.
std::optional<double> offset_of(std::string_view text) {
    if (text == "Z" || text == "z") return 0;
    double sign = text.starts_with('-') ? -1 : 1;
    if (!take(text, '+') && !take(text, '-')) return std::nullopt;
    std::int32_t hours = take_two(text, 24);
    take(text, ':');
    std::int32_t minutes = text.empty() ? 0 : take_two(text, 60);
    if (hours < 0 || minutes < 0 || !text.empty()) return std::nullopt;
    return sign * (3600.0 * hours + 60.0 * minutes);
}

double seconds_of_day(std::int64_t days) { return static_cast<double>(days) * kSecondsOfDay; }

double first_moment() { return seconds_of_day(days_before_year(1)); }
double last_moment() { return seconds_of_day(days_before_year(kLastYear + 1)) - 1; }

}  // namespace

std::optional<std::int64_t> days_of(std::int32_t year, std::int32_t month, std::int32_t day) {
    if (year < 1 || year > kLastYear || month < 1 || month > 12) return std::nullopt;
    if (day < 1 || day > days_of_month(year, month)) return std::nullopt;
    std::int64_t days = days_before_year(year) + day - 1;
    for (std::int32_t m = 1; m < month; ++m) days += days_of_month(year, m);
    return days;
}

CivilDate date_of_days(std::int64_t days) {
    constexpr std::int64_t kDaysIn400Years = 146'097;
    std::int64_t from_year_one = days - days_before_year(1);
    CivilDate date{static_cast<std::int32_t>(from_year_one * 400 / kDaysIn400Years + 1), 1, 1};
    while (days_before_year(date.year) > days) --date.year;
    while (days_before_year(date.year + 1) <= days) ++date.year;
    std::int64_t left = days - days_before_year(date.year);
    for (; left >= days_of_month(date.year, date.month); ++date.month)
        left -= days_of_month(date.year, date.month);
    date.day = static_cast<std::int32_t>(left) + 1;
    return date;
}

std::optional<TimeOfDay> parse_time(std::string_view text) {
    std::int32_t hours = take_two(text, 24);
    if (hours < 0 || !take(text, ':')) return std::nullopt;
    std::int32_t minutes = take_two(text, 60);
    if (minutes < 0) return std::nullopt;
    double seconds = 3600.0 * hours + 60.0 * minutes;
    if (take(text, ':')) {
        std::int32_t whole = take_two(text, 60);
        if (whole < 0) return std::nullopt;
        seconds += whole;
        if (take(text, '.')) {
            double fraction = take_fraction(text);
            if (fraction < 0) return std::nullopt;
            seconds += fraction;
        }
    }
    if (text.empty()) return TimeOfDay{seconds, false};
    std::optional<double> offset = offset_of(text);
    if (!offset) return std::nullopt;
    return TimeOfDay{seconds - *offset, true};
}

std::optional<double> parse_moment(std::string_view text) {
    constexpr std::size_t kDateLength = 10;
    std::string_view date = text.substr(0, kDateLength);
    std::int32_t century = take_two(date, 100);
    std::int32_t years = take_two(date, 100);
    bool dash = take(date, '-');
    std::int32_t month = take_two(date, 13);
    dash = take(date, '-') && dash;
    std::int32_t day = take_two(date, 32);
    if (century < 0 || years < 0 || !dash || month < 0 || day < 0) return std::nullopt;
    std::optional<std::int64_t> days = days_of(100 * century + years, month, day);
    if (!days) return std::nullopt;
    text.remove_prefix(kDateLength);
    if (text.empty()) return seconds_of_day(*days);
    if (!take(text, 'T')) return std::nullopt;
    std::optional<TimeOfDay> time = parse_time(text);
    if (!time || time->offset) return std::nullopt;
    return seconds_of_day(*days) + time->seconds;
}

bool is_in_calendar(double seconds) { return seconds >= first_moment() && seconds <= last_moment(); }

std::string spell_moment(double seconds) {
    seconds = std::clamp(seconds, first_moment(), last_moment());
    double day = std::floor(seconds / kSecondsOfDay);
    auto micros = static_cast<std::int64_t>(std::llround((seconds - day * kSecondsOfDay) * kMicroseconds));
    constexpr std::int64_t kMicrosOfDay = 86'400'000'000;
    auto days = static_cast<std::int64_t>(day) + micros / kMicrosOfDay;
    micros %= kMicrosOfDay;
    CivilDate date = date_of_days(days);
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", date.year, date.month, date.day);
    std::string result = text.data();
    if (micros == 0) return result;
    std::int64_t whole = micros / 1'000'000;
    std::snprintf(text.data(), text.size(), "T%02d:%02d", static_cast<int>(whole / 3600),
                  static_cast<int>(whole / 60 % 60));
    result += text.data();
    if (micros % 60'000'000 == 0) return result;
    std::snprintf(text.data(), text.size(), ":%02d", static_cast<int>(whole % 60));
    result += text.data();
    if (micros % 1'000'000 == 0) return result;
    std::snprintf(text.data(), text.size(), ".%06d", static_cast<int>(micros % 1'000'000));
    result += text.data();
    return result.substr(0, result.find_last_not_of('0') + 1);
}

double readable_moment(double low, double high) {
    auto high_day = static_cast<std::int64_t>(std::floor(high / kSecondsOfDay));
    CivilDate date = date_of_days(high_day);
    double year = seconds_of_day(*days_of(date.year, 1, 1));
    if (year > low) return year;
    double month = seconds_of_day(*days_of(date.year, date.month, 1));
    if (month > low) return month;
    for (double unit : {kSecondsOfDay, 3600.0, 60.0, 1.0}) {
        double start = std::floor(high / unit) * unit;
        if (start > low) return start;
    }
    return high;
}

}  // namespace loh
