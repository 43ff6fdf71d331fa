#include "data/cell_form.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/calendar.hpp"
#include "base/text.hpp"
#include "data/parse_number.hpp"

namespace loh {

namespace {

constexpr std::array<std::string_view, 6> kUnits = {"", "$", "\u20AC", "\u00A3", "\u00A5", "%"};
constexpr std::uint8_t kPercent = 5;

// Blanks that separate groups of digits and units: space, no-break space, narrow no-break space.
constexpr std::array<std::string_view, 3> kBlanks = {" ", "\u00A0", "\u202F"};

struct Separators {
    char group;
    char decimal;
};
constexpr std::array<Separators, 10> kSeparators = {{{0, '.'},
                                                     {',', '.'},
                                                     {' ', '.'},
                                                     {'\'', '.'},
                                                     {'_', '.'},
                                                     {0, ','},
                                                     {'.', ','},
                                                     {' ', ','},
                                                     {'\'', ','},
                                                     {'_', ','}}};
constexpr std::uint32_t kPoints = 0b00000'11111;
constexpr std::uint32_t kCommas = 0b11111'00000;

struct DateLayout {
    CellForm::DateOrder order;
    char divider;
    std::string_view pattern;
};
constexpr std::array<DateLayout, 7> kDates = {{{CellForm::DateOrder::year_first, '-', "YYYY-MM-DD"},
                                               {CellForm::DateOrder::year_first, '/', "YYYY/MM/DD"},
                                               {CellForm::DateOrder::day_first, '.', "DD.MM.YYYY"},
                                               {CellForm::DateOrder::day_first, '/', "DD/MM/YYYY"},
                                               {CellForm::DateOrder::month_first, '/', "MM/DD/YYYY"},
                                               {CellForm::DateOrder::day_first, '-', "DD-MM-YYYY"},
                                               {CellForm::DateOrder::month_first, '-', "MM-DD-YYYY"}}};
constexpr std::uint32_t kAllDates = (1U << kDates.size()) - 1;
constexpr std::string_view kOffsetPattern = " with offset";

bool is_digit_char(char c) { return c >= '0' && c <= '9'; }

bool skip(std::string_view& text, std::string_view start) {
    if (start.empty() || !text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

bool skip_blank(std::string_view& text) {
    for (std::string_view blank : kBlanks)
        if (skip(text, blank)) return true;
    return false;
}

void drop_last_blank(std::string_view& text) {
    for (std::string_view blank : kBlanks)
        if (text.ends_with(blank)) return text.remove_suffix(blank.size());
}

// The parts of a decorated number.
struct NumberParts {
    bool negative = false;
    std::uint8_t unit = 0;
    bool unit_behind = false;
    std::string_view digits;  // with separators
};

bool skip_sign(std::string_view& text, bool& negative) {
    negative = text.starts_with('-');
    return skip(text, "-") || skip(text, "+");
}

std::optional<NumberParts> number_parts(std::string_view text) {
    NumberParts result;
    bool sign = skip_sign(text, result.negative);
    for (std::uint8_t unit = 1; unit < kUnits.size(); ++unit) {
        if (unit != kPercent && skip(text, kUnits[unit])) {
            result.unit = unit;
            skip_blank(text);
            if (!sign) skip_sign(text, result.negative);
            break;
        }
    }
    for (std::uint8_t unit = 1; unit < kUnits.size() && result.unit == 0; ++unit) {
        if (!text.ends_with(kUnits[unit])) continue;
        result.unit = unit;
        result.unit_behind = true;
        text.remove_suffix(kUnits[unit].size());
        drop_last_blank(text);
    }
    if (text.empty() || !is_digit_char(text.back())) return std::nullopt;
    result.digits = text;
    return result;
}

// Skips one group character. A blank may be any of the three, an apostrophe either of two.
bool skip_group(std::string_view& text, char group) {
    if (group == 0) return false;
    if (group == ' ') return skip_blank(text);
    if (group == '\'' && skip(text, "\u2019")) return true;
    return skip(text, std::string_view(&group, 1));
}

std::size_t take_digits(std::string_view& text, std::string& to) {
    std::size_t count = 0;
    for (; !text.empty() && is_digit_char(text[0]); text.remove_prefix(1), ++count) to += text[0];
    return count;
}

// The digits as a plain decimal, without groups and with a point; nothing if they do not have these separators.
std::optional<std::string> plain_digits(std::string_view text, Separators by) {
    constexpr std::size_t kGroupDigits = 3;
    std::string plain;
    std::size_t first = take_digits(text, plain);
    bool groups = first > 0 && first <= kGroupDigits;
    while (groups && skip_group(text, by.group))
        if (take_digits(text, plain) != kGroupDigits) return std::nullopt;
    if (skip(text, std::string_view(&by.decimal, 1))) {
        plain += '.';
        if (take_digits(text, plain) == 0) return std::nullopt;
    }
    if (!text.empty()) return std::nullopt;
    return plain;
}

std::optional<std::int32_t> take_number(std::string_view& text, std::size_t least, std::size_t most) {
    std::string digits;
    std::string_view start = text;
    if (std::size_t count = take_digits(text, digits); count < least || count > most) {
        text = start;
        return std::nullopt;
    }
    return std::stoi(digits);
}

// The days of a date at the start of the text, in this layout. Day and month have one or two digits unless the year is first.
std::optional<std::int64_t> take_date(std::string_view& text, CellForm::DateOrder order, char divider) {
    std::array<std::int32_t, 3> parts{};
    bool iso = order == CellForm::DateOrder::year_first;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && !skip(text, std::string_view(&divider, 1))) return std::nullopt;
        bool year = i == (iso ? 0U : 2U);
        std::optional<std::int32_t> part = year ? take_number(text, 4, 4) : take_number(text, iso ? 2 : 1, 2);
        if (!part) return std::nullopt;
        parts[i] = *part;
    }
    if (iso) return days_of(parts[0], parts[1], parts[2]);
    bool day_first = order == CellForm::DateOrder::day_first;
    return days_of(parts[2], parts[day_first ? 1 : 0], parts[day_first ? 0 : 1]);
}

struct ParsedDate {
    double seconds;
    bool offset;
};

std::optional<ParsedDate> parse_date(std::string_view text, const DateLayout& layout) {
    std::optional<std::int64_t> days = take_date(text, layout.order, layout.divider);
    if (!days) return std::nullopt;
    double seconds = static_cast<double>(*days) * kSecondsOfDay;
    if (text.empty()) return ParsedDate{seconds, false};
    if (!skip(text, "T") && !skip(text, " ")) return std::nullopt;
    std::optional<TimeOfDay> time = parse_time(text);
    if (!time) return std::nullopt;
    seconds += time->seconds;
    if (time->offset && !is_in_calendar(seconds)) return std::nullopt;
    return ParsedDate{seconds, time->offset};
}

}  // namespace

std::optional<double> CellForm::parse(std::string_view text) const {
    if (kind == Kind::plain) return parse_number(text);
    if (kind == Kind::date) {
        std::optional<ParsedDate> date = parse_date(text, {order, divider, {}});
        if (!date || date->offset != offset) return std::nullopt;
        return date->seconds;
    }
    std::optional<NumberParts> parts = number_parts(text);
    if (!parts || parts->unit != unit || parts->unit_behind != unit_behind) return std::nullopt;
    std::optional<std::string> digits = plain_digits(parts->digits, {group, decimal});
    std::optional<double> value = digits ? parse_number(*digits) : std::nullopt;
    if (value && parts->negative) value = -*value;
    return value;
}

std::string CellForm::write(double number) const {
    if (kind == Kind::plain) return spell_number(number);
    if (kind == Kind::date) {
        std::string text = spell_moment(number);
        std::string year = text.substr(0, 4);
        std::string month = text.substr(5, 2);
        std::string day = text.substr(8, 2);
        std::string time = text.substr(10);
        std::string date = order == DateOrder::year_first  ? year + divider + month + divider + day
                           : order == DateOrder::day_first ? day + divider + month + divider + year
                                                           : month + divider + day + divider + year;
        if (offset) return date + (time.empty() ? "T00:00" : time) + "Z";
        return date + time;
    }
    std::array<char, 400> digits{};
    auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(number),
                             std::chars_format::fixed)
                   .ptr;
    std::string text(digits.data(), end);
    std::replace(text.begin(), text.end(), '.', decimal);
    text = (unit_behind ? "" : std::string(kUnits[unit])) + text +
           (unit_behind ? std::string(kUnits[unit]) : "");
    return (std::signbit(number) ? "-" : "") + text;
}

std::string CellForm::spelled() const {
    if (kind == Kind::plain) return {};
    if (kind == Kind::date) {
        for (const DateLayout& layout : kDates)
            if (layout.order == order && layout.divider == divider)
                return std::string(layout.pattern) + std::string(offset ? kOffsetPattern : "");
    }
    std::string result(unit_behind ? "" : kUnits[unit]);
    result += '1';
    if (group != 0) result += group;
    result += "234";
    result += decimal;
    result += '5';
    return result + std::string(unit_behind ? kUnits[unit] : "");
}

std::optional<CellForm> CellForm::of_pattern(std::string_view pattern) {
    CellForm form;
    form.kind = Kind::date;
    form.offset = pattern.ends_with(kOffsetPattern);
    for (const DateLayout& layout : kDates) {
        form.order = layout.order;
        form.divider = layout.divider;
        if (form.spelled() == pattern) return form;
    }
    form = {};
    form.kind = Kind::decorated;
    for (std::uint8_t unit = 0; unit < kUnits.size(); ++unit) {
        for (bool behind : {false, true}) {
            for (Separators by : kSeparators) {
                form.unit = unit;
                form.unit_behind = behind;
                form.group = by.group;
                form.decimal = by.decimal;
                if (form.spelled() == pattern) return form;
            }
        }
    }
    return std::nullopt;
}

FormFinder::FormFinder(char separator)
    : numbers_(separator == ',' || separator == 0 ? kPoints : kPoints | kCommas), dates_(kAllDates) {}

bool FormFinder::add(std::string_view text) {
    if (numbers_ != 0 && !add_number(text)) numbers_ = 0;
    if (dates_ != 0 && !add_date(text)) dates_ = 0;
    some_ = true;
    return (numbers_ | dates_) != 0;
}

bool FormFinder::add_number(std::string_view text) {
    std::optional<NumberParts> parts = number_parts(text);
    if (!parts) return false;
    if (some_ && (parts->unit != unit_ || parts->unit_behind != unit_behind_)) return false;
    unit_ = parts->unit;
    unit_behind_ = parts->unit_behind;
    for (std::size_t i = 0; i < kSeparators.size(); ++i) {
        if ((numbers_ >> i & 1U) == 0) continue;
        std::optional<std::string> digits = plain_digits(parts->digits, kSeparators[i]);
        if (!digits || !parse_number(*digits)) numbers_ &= ~(1U << i);
    }
    return numbers_ != 0;
}

bool FormFinder::add_date(std::string_view text) {
    std::optional<bool> offset;
    for (std::size_t i = 0; i < kDates.size(); ++i) {
        if ((dates_ >> i & 1U) == 0) continue;
        std::optional<ParsedDate> date = parse_date(text, kDates[i]);
        if (date) offset = date->offset;
        if (!date) dates_ &= ~(1U << i);
    }
    bool fits = offset && (!some_ || *offset == offset_);
    if (offset) offset_ = *offset;
    return fits;
}

CommonForm FormFinder::found() const {
    CommonForm result;
    if (!some_) return result;
    CellForm form;
    if (dates_ != 0) {
        if ((dates_ & (dates_ - 1)) != 0) {
            result.doubt = CommonForm::Doubt::day_and_month;
            return result;
        }
        form.kind = CellForm::Kind::date;
        form.offset = offset_;
        for (std::size_t i = 0; i < kDates.size(); ++i) {
            if ((dates_ >> i & 1U) == 0) continue;
            form.order = kDates[i].order;
            form.divider = kDates[i].divider;
        }
        result.form = form;
    } else if (numbers_ != 0) {
        bool plain_fits = (numbers_ & 1U) != 0;  // no separator is used
        if (!plain_fits && (numbers_ & kPoints) != 0 && (numbers_ & kCommas) != 0) {
            result.doubt = CommonForm::Doubt::comma;
            return result;
        }
        std::size_t first = 0;
        while ((numbers_ >> first & 1U) == 0) ++first;
        form.kind = CellForm::Kind::decorated;
        form.unit = unit_;
        form.unit_behind = unit_behind_;
        form.group = kSeparators[first].group;
        form.decimal = kSeparators[first].decimal;
        result.form = form;
    }
    return result;
}

}  // namespace loh
