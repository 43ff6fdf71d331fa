// Literals as passes over columns.
//
// Numbers: IEEE comparisons are false for NaN, except `!=`, which gets a second pass `x = x`. Categories: what a literal says
// about each code, about unseen and about missing ones is worked out once. Then few codes are looked for one by one (those
// where it holds, or those where it does not), many in a table. Categories that spell numbers become numbers where two
// columns of such are compared.
#include "decision/rows/rule_inputs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "base/check.hpp"
#include "base/text.hpp"
#include "features/atom_types.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// Passes for single codes against one look at a table, which takes as long as about a dozen of them.
constexpr std::size_t kMostCodes = 8;
constexpr std::uint32_t kNoCode = UINT32_MAX - 2;

using Kind = ColumnTest::Kind;
using Join = ColumnTest::Join;

bool is_number(const RawColumn& column) { return column.type == ColumnType::number; }

// As compare_as_numbers of two columns has it.
bool spells_numbers(const RawColumn& column) {
    return std::all_of(column.categories.begin(), column.categories.end(),
                       [](const std::string& category) { return number_of(category).has_value(); });
}

class Binder {
public:
    Binder(const RuleProgram& program, std::size_t rows, std::span<const RawColumn> columns)
        : program_(program), columns_(columns) {
        inputs_.rows = rows;
        inputs_.packed.assign(program.literals.size(), nullptr);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            by_name_.try_emplace(columns[i].name, i);
            by_name_.try_emplace(spell_name(columns[i].name), i);
        }
    }

    RuleInputs run() {
        std::vector<std::uint32_t> order(program_.literals.size());
        std::iota(order.begin(), order.end(), 0U);
        std::vector<std::size_t> column;
        for (const RuleLiteral& literal : program_.literals)
            column.push_back(index_of(literal, name_of(literal)));
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return column[a] < column[b]; });
        for (literal_ = order.begin(); literal_ != order.end(); ++literal_) bind(columns_[column[*literal_]]);
        return std::move(inputs_);
    }

private:
    static std::string name_of(const RuleLiteral& literal) {
        return literal.atom ? columns_of(*literal.atom)[0] : literal.text;
    }

    std::size_t index_of(const RuleLiteral& literal, const std::string& name) const {
        auto found = by_name_.find(name);
        if (found == by_name_.end())
            throw Error(ErrorKind::meaning, "no column " + name + " for the condition " + literal.text);
        return found->second;
    }

    [[nodiscard]] const RuleLiteral& literal() const { return program_.literals[*literal_]; }

    [[noreturn]] void misfit(const RawColumn& column) const {
        throw Error(ErrorKind::meaning, "the condition " + literal().text + " does not fit the column " +
                                            spell_name(column.name) + ", which holds " +
                                            (is_number(column) ? "numbers" : "categories"));
    }

    void bind(const RawColumn& column) {
        has_pass_ = false;
        if (!literal().atom) return compare(column, {{}, Comparison::greater, 0.5});
        if (const auto* atom = std::get_if<CompareAtom>(&*literal().atom)) return compare(column, *atom);
        if (const auto* atom = std::get_if<MemberAtom>(&*literal().atom)) return member(column, *atom);
        if (const auto* atom = std::get_if<IntervalAtom>(&*literal().atom)) return interval(column, *atom);
        if (is_number(column)) return pair(column, Comparison::not_equal, column);
        std::vector<bool> holds(column.categories.size() + 2, false);
        holds.back() = true;
        codes(column, holds);
    }

    void compare(const RawColumn& column, const CompareAtom& atom) {
        if (const auto* number = std::get_if<double>(&atom.operand)) {
            this->number(column, atom.comparison, *number);
            if (atom.comparison == Comparison::not_equal) pair(column, Comparison::equal, column, Join::both);
        } else if (const auto* other = std::get_if<Column>(&atom.operand)) {
            compare_columns(column, atom.comparison, columns_[index_of(literal(), other->name)]);
        } else {
            const auto* category = std::get_if<std::string>(&atom.operand);
            bool equal = atom.comparison == Comparison::equal;
            if (is_number(column) || category == nullptr ||
                (!equal && atom.comparison != Comparison::not_equal))
                misfit(column);
            std::vector<bool> holds(column.categories.size() + 2, !equal);
            for (std::size_t code = 0; code < column.categories.size(); ++code)
                holds[code] = (column.categories[code] == *category) == equal;
            holds.back() = false;
            codes(column, holds);
        }
    }

    void compare_columns(const RawColumn& column, Comparison comparison, const RawColumn& other) {
        bool unequal = comparison == Comparison::not_equal;
        if (spells_numbers(column) && spells_numbers(other)) {
            pair(as_numbers(column), comparison, as_numbers(other));
            if (unequal) require_present(column);
            if (unequal) require_present(other);
            return;
        }
        if (is_number(column)) misfit(other);
        if (is_number(other) || (comparison != Comparison::equal && !unequal)) misfit(column);
        ColumnTest& test = add(Kind::code_pair, Join::first);
        test.codes = column.codes;
        test.other_codes = other.codes;
        test.table = new_table();
        test.complemented = unequal;
        for (const std::string& category : other.categories) {
            auto found = std::find(column.categories.begin(), column.categories.end(), category);
            inputs_.tables.back().push_back(
                found == column.categories.end()
                    ? kNoCode
                    : static_cast<std::uint32_t>(found - column.categories.begin()));
        }
        inputs_.tables.back().insert(inputs_.tables.back().end(), 2, kNoCode);
        if (!unequal) return;
        require_present(column);
        require_present(other);
    }

    void require_present(const RawColumn& column) {
        if (is_number(column)) return pair(column, Comparison::equal, column, Join::both);
        ColumnTest& missing = add(Kind::code, Join::both);
        missing.codes = column.codes;
        missing.code = TypedColumn::kMissingCode;
        missing.complemented = true;
    }

    // Missing and unseen cells are NaN.
    RawColumn as_numbers(const RawColumn& column) {
        if (is_number(column)) return column;
        std::shared_ptr<const std::vector<double>>& numbers = numbers_[&column];
        if (!numbers) {
            std::vector<double> of_code;
            for (const std::string& category : column.categories)
                of_code.push_back(number_of(category).value());
            std::vector<double> of_row(inputs_.rows, std::numeric_limits<double>::quiet_NaN());
            for (std::size_t row = 0; row < inputs_.rows; ++row)
                if (column.codes[row] < of_code.size()) of_row[row] = of_code[column.codes[row]];
            numbers = std::make_shared<const std::vector<double>>(std::move(of_row));
            inputs_.numbers.push_back(numbers);
        }
        return {column.name, ColumnType::number, numbers->data(), nullptr, {}};
    }

    void member(const RawColumn& column, const MemberAtom& atom) {
        if (is_number(column)) {
            for (const Constant& value : atom.values) {
                if (!std::holds_alternative<double>(value)) misfit(column);
                number(column, atom.excluded ? Comparison::not_equal : Comparison::equal,
                       std::get<double>(value), atom.excluded ? Join::both : Join::either);
            }
            if (atom.values.empty() && !atom.excluded)
                number(column, Comparison::less, -std::numeric_limits<double>::infinity());
            if (atom.excluded) pair(column, Comparison::equal, column, Join::both);
            return;
        }
        std::vector<bool> holds(column.categories.size() + 2, atom.excluded);
        holds.back() = false;
        for (const Constant& value : atom.values) {
            const auto* category = std::get_if<std::string>(&value);
            if (category == nullptr) misfit(column);
            for (std::size_t code = 0; code < column.categories.size(); ++code)
                if (column.categories[code] == *category) holds[code] = !atom.excluded;
        }
        codes(column, holds);
    }

    void interval(const RawColumn& column, const IntervalAtom& atom) {
        number(column, atom.low_closed ? Comparison::greater_equal : Comparison::greater, atom.low);
        number(column, atom.high_closed ? Comparison::less_equal : Comparison::less, atom.high, Join::both);
    }

    void number(const RawColumn& column, Comparison comparison, double constant, Join join = Join::first) {
        if (!is_number(column)) misfit(column);
        ColumnTest& test = add(Kind::number, join);
        test.numbers = column.numbers;
        test.comparison = comparison;
        test.number = constant;
    }

    void pair(const RawColumn& column, Comparison comparison, const RawColumn& other,
              Join join = Join::first) {
        if (!is_number(other)) misfit(other);
        ColumnTest& test = add(Kind::pair, join);
        test.numbers = column.numbers;
        test.comparison = comparison;
        test.other_numbers = other.numbers;
    }

    // holds: [code], then for unseen and for missing ones.
    void codes(const RawColumn& column, const std::vector<bool>& holds) {
        auto trues = static_cast<std::size_t>(std::count(holds.begin(), holds.end(), true));
        bool few = trues > 0 && trues <= kMostCodes;
        bool all_but_few = !few && trues < holds.size() && holds.size() - trues <= kMostCodes;
        if (!few && !all_but_few) {
            ColumnTest& test = add(Kind::table, Join::first);
            test.codes = column.codes;
            test.table = new_table();
            inputs_.tables.back().assign(holds.begin(), holds.end());
            return;
        }
        for (std::uint32_t code = 0; code < holds.size(); ++code) {
            if (holds[code] != few) continue;
            ColumnTest& test = add(Kind::code, few ? Join::either : Join::both);
            test.codes = column.codes;
            test.complemented = all_but_few;
            test.code = code;
            if (code == holds.size() - 2) test.code = TypedColumn::kUnseenCode;
            if (code == holds.size() - 1) test.code = TypedColumn::kMissingCode;
        }
    }

    std::uint32_t new_table() {
        inputs_.tables.emplace_back();
        return static_cast<std::uint32_t>(inputs_.tables.size() - 1);
    }

    // The first pass of a literal sets, whatever it says.
    ColumnTest& add(Kind kind, Join join) {
        ColumnTest test;
        test.literal = *literal_;
        test.kind = kind;
        test.join = has_pass_ ? join : Join::first;
        has_pass_ = true;
        inputs_.tests.push_back(test);
        return inputs_.tests.back();
    }

    const RuleProgram& program_;
    std::span<const RawColumn> columns_;
    std::unordered_map<std::string, std::size_t> by_name_;
    RuleInputs inputs_;
    std::unordered_map<const RawColumn*, std::shared_ptr<const std::vector<double>>> numbers_;
    std::vector<std::uint32_t>::const_iterator literal_;
    bool has_pass_ = false;  // the literal
};

}  // namespace

RawColumn raw_column(const TypedColumn& column) {
    bool numbers = column.type == ColumnType::number;
    return {column.name, column.type, numbers ? column.numbers.data() : nullptr,
            numbers ? nullptr : column.codes.data(), column.categories};
}

RuleInputs packed_inputs(const RuleProgram& program, std::size_t rows,
                         const std::function<const std::uint64_t*(const std::string&)>& column_of) {
    RuleInputs inputs;
    inputs.rows = rows;
    for (const RuleLiteral& literal : program.literals) {
        inputs.packed.push_back(column_of(literal.text));
        LOH_CHECK(rows == 0 || inputs.packed.back() != nullptr);
    }
    return inputs;
}

RuleInputs raw_inputs(const RuleProgram& program, std::size_t rows, std::span<const RawColumn> columns) {
    return Binder(program, rows, columns).run();
}

}  // namespace loh
