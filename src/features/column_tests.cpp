// Idea: IEEE comparisons are false for NaN, except `!=`, which gets a second pass `x = x`. For categories, the codes of the
// categories of a literal are looked up once. Few codes are compared one by one; many are looked up in a table with an entry
// for each code, one for unseen categories and one for missing cells. Categories that spell numbers become numbers if two
// such columns are compared.
//
// Invariant: the first pass of a literal sets its block, later passes are combined with it. Bits after the last row are
// unspecified.
//
// Rejected: testing closed ranges of doubles and of sorted codes in one loop that writes a byte for each row and packs bytes
// by multiplication. It is as fast for numbers, but relies on the order of codes.
#include "features/column_tests.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <string_view>

#include "base/text.hpp"
#include "features/atom_types.hpp"
#include "features/column_differences.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// A table lookup takes about as long as a dozen comparisons with a code.
constexpr std::size_t kMostCodes = 8;
constexpr std::uint32_t kNoCode = UINT32_MAX - 2;

using Join = ColumnTest::Join;

bool is_number_column(const TypedColumn& column) { return column.type == ColumnType::number; }

class Binder {
public:
    Binder(std::span<const RuleLiteral> literals, std::span<const TypedColumn> columns)
        : literals_(literals), columns_(columns), places_(columns) {}

    LiteralTests run() {
        std::vector<std::size_t> column;
        for (const RuleLiteral& literal : literals_) column.push_back(place_of(literal));
        std::vector<std::uint32_t> order(literals_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return column[a] < column[b]; });
        for (std::uint32_t literal : order) {
            literal_ = literal;
            has_pass_ = false;
            std::size_t place = column[literal];
            bind(place < columns_.size() ? columns_[place] : differences_[place - columns_.size()]);
        }
        return std::move(result_);
    }

private:
    // The column that the literal reads. Differences, each computed once, come after the columns of the table.
    std::size_t place_of(const RuleLiteral& literal) {
        if (!literal.atom) return index_of(literal, literal.text);
        const Column& column = column_of(*literal.atom);
        if (!column.is_difference()) return index_of(literal, column.name);
        auto [known, is_new] = difference_places_.try_emplace(column.name, differences_.size());
        if (is_new)
            differences_.push_back(difference(column, columns_[index_of(literal, column.difference_of[0])],
                                              columns_[index_of(literal, column.difference_of[1])]));
        return columns_.size() + known->second;
    }

    [[nodiscard]] std::size_t index_of(const RuleLiteral& literal, const std::string& name) const {
        if (std::optional<std::size_t> found = places_.find(name)) return *found;
        throw Error(ErrorKind::meaning, "there is no column " + name + " for the condition " + literal.text);
    }

    [[noreturn]] void fail_type(const TypedColumn& column) const {
        throw Error(ErrorKind::meaning, "the condition " + literals_[literal_].text +
                                            " does not fit the column " + spell_name(column.name) +
                                            ", which holds " +
                                            (is_number_column(column) ? "numbers" : "categories"));
    }

    void bind(const TypedColumn& column) {
        const std::optional<Atom>& atom = literals_[literal_].atom;
        if (!atom) return number(column, Comparison::greater, 0.5);
        if (const auto* compared = std::get_if<CompareAtom>(&*atom)) return compare(column, *compared);
        if (const auto* member = std::get_if<MemberAtom>(&*atom)) return bind_member(column, *member);
        if (const auto* interval = std::get_if<IntervalAtom>(&*atom)) {
            number(column, interval->low_closed ? Comparison::greater_equal : Comparison::greater,
                   interval->low);
            number(column, interval->high_closed ? Comparison::less_equal : Comparison::less, interval->high,
                   Join::both);
            return;
        }
        if (is_number_column(column)) return pair(column, Comparison::not_equal, column);
        code(column, TypedColumn::kMissingCode, Join::first, false);
    }

    void compare(const TypedColumn& column, const CompareAtom& atom) {
        if (const auto* constant = std::get_if<double>(&atom.operand)) {
            number(column, atom.comparison, *constant);
            if (atom.comparison == Comparison::not_equal) pair(column, Comparison::equal, column, Join::both);
        } else if (const auto* other = std::get_if<Column>(&atom.operand)) {
            compare_columns(column, atom.comparison, columns_[index_of(literals_[literal_], other->name)]);
        } else {
            const auto* category = std::get_if<std::string>(&atom.operand);
            bool equal = atom.comparison == Comparison::equal;
            bool unequal = atom.comparison == Comparison::not_equal;
            if (is_number_column(column) || category == nullptr || (!equal && !unequal)) fail_type(column);
            codes(column, codes_of(column, {category, 1}), unequal);
        }
    }

    void compare_columns(const TypedColumn& column, Comparison comparison, const TypedColumn& other) {
        bool unequal = comparison == Comparison::not_equal;
        if (compare_as_numbers(column, other)) {
            pair(as_numbers(column), comparison, as_numbers(other));
            if (unequal) require_present(column);
            if (unequal) require_present(other);
            return;
        }
        if (is_number_column(column)) fail_type(other);
        if (is_number_column(other) || (comparison != Comparison::equal && !unequal)) fail_type(column);
        ColumnTest& test = add(ColumnTest::Kind::code_pair, Join::first, column);
        test.codes = column.codes.data();
        test.other_codes = other.codes.data();
        test.table = new_table();
        test.complemented = unequal;
        result_.columns.push_back(other);
        std::vector<std::uint32_t>& table = result_.tables.back();
        for (const std::string& category : other.categories) table.push_back(code_of(column, category));
        table.insert(table.end(), 2, kNoCode);
        if (!unequal) return;
        require_present(column);
        require_present(other);
    }

    void require_present(const TypedColumn& column) {
        if (is_number_column(column)) return pair(column, Comparison::equal, column, Join::both);
        code(column, TypedColumn::kMissingCode, Join::both, true);
    }

    // Missing and unseen cells become NaN.
    TypedColumn as_numbers(const TypedColumn& column) {
        if (is_number_column(column)) return column;
        auto known = numbers_.find(&column);
        if (known != numbers_.end()) return known->second;
        std::vector<double> of_code;
        for (const std::string& category : column.categories) of_code.push_back(number_of(category).value());
        std::vector<double> of_row(column.rows(), std::numeric_limits<double>::quiet_NaN());
        for (std::size_t row = 0; row < of_row.size(); ++row)
            if (column.codes[row] < of_code.size()) of_row[row] = of_code[column.codes[row]];
        TypedColumn numbers{column.name, ColumnType::number, std::move(of_row), {}, {}};
        return numbers_.emplace(&column, std::move(numbers)).first->second;
    }

    void bind_member(const TypedColumn& column, const MemberAtom& atom) {
        if (!is_number_column(column)) {
            std::vector<std::string> categories;
            for (const Constant& value : atom.values) {
                const auto* category = std::get_if<std::string>(&value);
                if (category == nullptr) fail_type(column);
                categories.push_back(*category);
            }
            return codes(column, codes_of(column, categories), atom.excluded);
        }
        for (const Constant& value : atom.values) {
            if (!std::holds_alternative<double>(value)) fail_type(column);
            number(column, atom.excluded ? Comparison::not_equal : Comparison::equal, std::get<double>(value),
                   atom.excluded ? Join::both : Join::either);
        }
        if (atom.values.empty() && !atom.excluded)
            number(column, Comparison::less, -std::numeric_limits<double>::infinity());
        if (atom.excluded) pair(column, Comparison::equal, column, Join::both);
    }

    void number(const TypedColumn& column, Comparison comparison, double constant, Join join = Join::first) {
        if (!is_number_column(column)) fail_type(column);
        ColumnTest& test = add(ColumnTest::Kind::number, join, column);
        test.numbers = column.numbers.data();
        test.comparison = comparison;
        test.number = constant;
    }

    void pair(const TypedColumn& column, Comparison comparison, const TypedColumn& other,
              Join join = Join::first) {
        if (!is_number_column(other)) fail_type(other);
        ColumnTest& test = add(ColumnTest::Kind::pair, join, column);
        test.numbers = column.numbers.data();
        test.comparison = comparison;
        test.other_numbers = other.numbers.data();
        if (other.numbers.data() != column.numbers.data()) result_.columns.push_back(other);
    }

    void code(const TypedColumn& column, std::uint32_t value, Join join, bool complemented) {
        ColumnTest& test = add(ColumnTest::Kind::code, join, column);
        test.codes = column.codes.data();
        test.code = value;
        test.complemented = complemented;
    }

    // The codes of these categories, without categories that the column lacks.
    std::vector<std::uint32_t> codes_of(const TypedColumn& column, std::span<const std::string> categories) {
        std::vector<std::uint32_t> result;
        for (const std::string& category : categories) {
            std::uint32_t found = code_of(column, category);
            if (found != kNoCode) result.push_back(found);
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    std::uint32_t code_of(const TypedColumn& column, const std::string& category) {
        std::unordered_map<std::string_view, std::uint32_t>& known = codes_[column.categories.data()];
        if (known.empty()) {
            for (std::uint32_t c = 0; c < column.categories.size(); ++c)
                known.emplace(column.categories[c], c);
        }
        auto found = known.find(category);
        return found == known.end() ? kNoCode : found->second;
    }

    // Holds if the cell is one of these codes or, if excluded, if it is present and none of them.
    void codes(const TypedColumn& column, const std::vector<std::uint32_t>& named, bool excluded) {
        if (named.size() > kMostCodes) {
            ColumnTest& test = add(ColumnTest::Kind::table, Join::first, column);
            test.codes = column.codes.data();
            test.table = new_table();
            std::vector<std::uint32_t>& table = result_.tables.back();
            table.assign(column.categories.size() + 2, excluded ? 1 : 0);
            for (std::uint32_t value : named) table[value] = excluded ? 0 : 1;
            table.back() = 0;
            return;
        }
        for (std::uint32_t value : named) code(column, value, excluded ? Join::both : Join::either, excluded);
        if (excluded) code(column, TypedColumn::kMissingCode, Join::both, true);
        if (!excluded && named.empty()) code(column, kNoCode, Join::first, false);
    }

    std::uint32_t new_table() {
        result_.tables.emplace_back();
        return static_cast<std::uint32_t>(result_.tables.size() - 1);
    }

    ColumnTest& add(ColumnTest::Kind kind, Join join, const TypedColumn& column) {
        ColumnTest test;
        test.literal = literal_;
        test.kind = kind;
        test.join = has_pass_ ? join : Join::first;
        has_pass_ = true;
        if (result_.columns.empty() || result_.columns.back().name != column.name ||
            result_.columns.back().type != column.type)
            result_.columns.push_back(column);
        result_.tests.push_back(test);
        return result_.tests.back();
    }

    std::span<const RuleLiteral> literals_;
    std::span<const TypedColumn> columns_;
    ColumnPlaces places_;
    std::deque<TypedColumn> differences_;                             // references to them stay valid
    std::unordered_map<std::string, std::size_t> difference_places_;  // by name: index in differences_
    LiteralTests result_;
    std::unordered_map<const TypedColumn*, TypedColumn> numbers_;  // columns of categories as numbers
    std::unordered_map<const std::string*, std::unordered_map<std::string_view, std::uint32_t>>
        codes_;                  // by the category array of a column
    std::uint32_t literal_ = 0;  // current literal
    bool has_pass_ = false;      // whether the current literal has a pass
};

template <class Holds>
void pack_rows(std::size_t rows, Block& bits, Holds holds) noexcept {
    for (std::size_t first = 0; first < rows; first += 64) {
        std::uint64_t word = 0;
        for (std::size_t r = 0; r < std::min<std::size_t>(64, rows - first); ++r)
            word |= std::uint64_t{holds(first + r)} << r;
        bits.words[first / 64] = word;
    }
}

std::uint32_t entry(const std::vector<std::uint32_t>& table, std::uint32_t code) noexcept {
    if (code < table.size() - 2) return table[code];
    return table[table.size() - (code == TypedColumn::kMissingCode ? 1 : 2)];
}

void compare_block(const LiteralTests& all, const ColumnTest& test, std::size_t first, std::size_t rows,
                   Block& bits) noexcept {
    switch (test.kind) {
        case ColumnTest::Kind::number:
            return pack_numbers({test.numbers + first, rows}, test.comparison, test.number, bits);
        case ColumnTest::Kind::pair:
            return pack_pairs({test.numbers + first, rows}, test.comparison, test.other_numbers + first,
                              bits);
        case ColumnTest::Kind::code: return pack_equal_codes({test.codes + first, rows}, test.code, bits);
        case ColumnTest::Kind::table:
            return pack_rows(rows, bits, [&](std::size_t r) {
                return entry(all.tables[test.table], test.codes[first + r]) != 0;
            });
        case ColumnTest::Kind::code_pair:
            return pack_rows(rows, bits, [&](std::size_t r) {
                return test.codes[first + r] == entry(all.tables[test.table], test.other_codes[first + r]);
            });
    }
}

}  // namespace

ColumnPlaces::ColumnPlaces(std::span<const TypedColumn> columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) place_.try_emplace(columns[i].name, i);
    for (std::size_t i = 0; i < columns.size(); ++i) place_.try_emplace(spell_name(columns[i].name), i);
}

std::optional<std::size_t> ColumnPlaces::find(const std::string& name) const {
    auto found = place_.find(name);
    return found == place_.end() ? std::nullopt : std::optional(found->second);
}

LiteralTests bind_literals(std::span<const RuleLiteral> literals, std::span<const TypedColumn> columns) {
    return Binder(literals, columns).run();
}

void run_tests(const LiteralTests& tests, std::size_t first, std::size_t rows, Block* blocks,
               Block& scratch) noexcept {
    for (const ColumnTest& test : tests.tests) {
        Block& bits = blocks[test.literal];
        bool plain = test.join == Join::first && !test.complemented;
        compare_block(tests, test, first, rows, plain ? bits : scratch);
        if (plain) continue;
        std::uint64_t flip = test.complemented ? ~std::uint64_t{0} : 0;
        for (std::size_t w = 0; w < kBlockWords; ++w) {
            std::uint64_t passed = scratch.words[w] ^ flip;
            switch (test.join) {
                case Join::first: bits.words[w] = passed; break;
                case Join::both: bits.words[w] &= passed; break;
                case Join::either: bits.words[w] |= passed; break;
            }
        }
    }
}

std::vector<Bits> literal_bits(std::span<const Atom> atoms, std::span<const TypedColumn> columns,
                               ThreadPool* pool) {
    std::vector<RuleLiteral> literals;
    for (const Atom& atom : atoms) literals.push_back({spell(atom), atom});
    LiteralTests all = bind_literals(literals, columns);
    std::size_t rows = columns.empty() ? 0 : columns.front().rows();
    std::vector<Bits> result(atoms.size(), Bits(bit_words(rows), 0));
    std::size_t blocks = (rows + kBlockRows - 1) / kBlockRows;
    std::vector<std::vector<Block>> written(workers_of(pool));  // [worker][literal]
    parallel_for(pool, blocks, [&](std::size_t index, std::size_t worker) {
        if (written[worker].empty()) written[worker].resize(atoms.size());
        std::size_t first = index * kBlockRows;
        std::size_t count = std::min(kBlockRows, rows - first);
        Block scratch{};
        run_tests(all, first, count, written[worker].data(), scratch);
        for (std::size_t i = 0; i < atoms.size(); ++i) {
            std::uint64_t* to = result[i].data() + first / 64;
            std::copy_n(written[worker][i].words, bit_words(count), to);
            if (count % 64 != 0) to[count / 64] &= (std::uint64_t{1} << (count % 64)) - 1;
        }
    });
    return result;
}

Bits literal_bits(const Atom& atom, std::span<const TypedColumn> columns) {
    return std::move(literal_bits({&atom, 1}, columns)[0]);
}

}  // namespace loh
