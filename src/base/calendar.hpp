// Dates as numbers: seconds since 1970-01-01T00:00:00, in the proleptic Gregorian calendar, years 1 to 9999. A double holds
// them exactly to the microsecond.
//
//     parse_moment("2023-06-01")              // 1685577600
//     spell_moment(1685577600 + 45000)        // "2023-06-01T12:30"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loh {

inline constexpr double kSecondsOfDay = 86'400;

// Days since 1970-01-01; nothing if there is no such day.
std::optional<std::int64_t> days_of(std::int32_t year, std::int32_t month, std::int32_t day);

struct CivilDate {
    std::int32_t year;
    std::int32_t month;
    std::int32_t day;
};
CivilDate date_of_days(std::int64_t days);

// hh:mm, optionally with seconds, up to six decimals, and an offset from UTC (Z, +02:00, -0500). The whole text.
struct TimeOfDay {
    double seconds;  // since midnight, in UTC if there is an offset
    bool offset;
};
std::optional<TimeOfDay> parse_time(std::string_view text);

// A date in the form of the language: 2023-06-01, 2023-06-01T12:30, 2023-06-01T12:30:05, 2023-06-01T12:30:05.25. The whole
// text.
std::optional<double> parse_moment(std::string_view text);

// Whether the moment is in the years 1 to 9999.
bool is_in_calendar(double seconds);

// The shortest of these forms. `seconds` is rounded to microseconds and limited to the years 1 to 9999.
std::string spell_moment(double seconds);

// A moment between two others, as round as possible: the start of a year, month, day, hour, minute or second that is after
// `low` and not after `high`; `high` if there is none. Requires low < high.
double readable_moment(double low, double high);

}  // namespace loh
