// How the cells of a column are written: plain numbers, decorated numbers such as $1,234.50, 12 % and 1.234,56 €, or dates.
//
//     std::optional<CellForm> form = common_form({"$5", "$1,234.50"}, ',').form;
//     form->spelled()          // "$1,234.5"
//     form->parse("$99")       // 99
//     form->parse("99")        // nothing: every cell has the unit
//
// A column has a form only if all of its cells fit it, so one bad cell makes the column a category. The form is part of the
// column's type: a model stores it and reads the cells of other tables in the same way.
//
// Numbers have an optional sign, digits, optionally in groups of three, optional decimals, and at most one unit, before or
// behind the digits and with or without a blank between. Percentages keep their number: 12.5 % is 12.5. Dates are seconds
// since 1970, see base/calendar.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loh {

struct CellForm {
    enum class Kind : std::uint8_t { plain, decorated, date };
    enum class DateOrder : std::uint8_t { year_first, day_first, month_first };

    Kind kind = Kind::plain;

    // Decorated numbers.
    std::uint8_t unit = 0;     // index into the known units; 0: none
    bool unit_behind = false;  // whether the unit follows the digits
    char group = 0;            // between groups of three digits; 0: none
    char decimal = '.';

    // Dates.
    DateOrder order = DateOrder::year_first;
    char divider = '-';   // between day, month and year
    bool offset = false;  // every cell has a time with an offset from UTC

    [[nodiscard]] bool is_date() const { return kind == Kind::date; }

    // The number that the text denotes; a date in seconds. Nothing if the text does not have this form.
    [[nodiscard]] std::optional<double> parse(std::string_view text) const;

    // A text of this form that denotes the number: parse(write(x)) is x, a date to the microsecond.
    [[nodiscard]] std::string write(double number) const;

    // A pattern, such as "$1,234.5" or "DD.MM.YYYY", for people and for the model file; empty for plain numbers.
    [[nodiscard]] std::string spelled() const;
    static std::optional<CellForm> of_pattern(std::string_view pattern);

    friend bool operator==(const CellForm&, const CellForm&) = default;
};

// The form of all texts, which are distinct and not all plain numbers. A comma can be a decimal comma only if it does not
// separate cells.
struct CommonForm {
    std::optional<CellForm> form;
    // There is none, because all texts can be read in two ways: 1,234 or 01/02/2023.
    enum class Doubt : std::uint8_t { none, comma, day_and_month } doubt = Doubt::none;
};

// Narrows down the forms that fit, one text at a time.
class FormFinder {
public:
    explicit FormFinder(char separator);

    // Returns false if no form fits all texts so far.
    bool add(std::string_view text);
    [[nodiscard]] CommonForm found() const;

private:
    bool add_number(std::string_view text);
    bool add_date(std::string_view text);

    std::uint32_t numbers_;  // bit set over pairs of group and decimal characters
    std::uint32_t dates_;    // bit set over orders and dividers
    bool some_ = false;      // some text was added
    std::uint8_t unit_ = 0;
    bool unit_behind_ = false;
    bool offset_ = false;
};

}  // namespace loh
