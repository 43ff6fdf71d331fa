// Idea: one pass over the rows of a pair counts, for each class, the rows in which the first cell is below, equal to and above
// the second. All six comparisons and their information gain follow from these counts. Rows are read again only for
// comparisons that are about to be kept, to find duplicates.
#include "features/column_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/text.hpp"
#include "features/atom_types.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostPairs = 100'000;
constexpr double kNoCell = std::numeric_limits<double>::quiet_NaN();

// The relation of two cells.
enum class Relation : std::uint8_t { less, equal, greater, missing };
constexpr std::size_t kRelations = 4;

// Without a branch, because for independent columns none is predictable.
Relation relation_of(double a, double b) {
    auto at_least = static_cast<int>(a >= b);
    auto above = static_cast<int>(a > b);
    auto missing = static_cast<int>(!(a < b)) & static_cast<int>(!(a >= b));
    return static_cast<Relation>(at_least + above + 3 * missing);
}

bool admits(Comparison comparison, Relation relation) {
    switch (comparison) {
        case Comparison::less: return relation == Relation::less;
        case Comparison::less_equal: return relation == Relation::less || relation == Relation::equal;
        case Comparison::greater: return relation == Relation::greater;
        case Comparison::greater_equal: return relation == Relation::greater || relation == Relation::equal;
        case Comparison::equal: return relation == Relation::equal;
        case Comparison::not_equal: return relation == Relation::less || relation == Relation::greater;
    }
    return false;
}

// The cells of the rows as numbers with the same order, NaN for missing, and their range.
struct CellValues {
    std::vector<double> values;  // [index in the row list]
    double least = std::numeric_limits<double>::infinity();
    double most = -least;

    [[nodiscard]] bool varies() const { return least < most; }
};

bool overlap(const CellValues& a, const CellValues& b) { return a.least <= b.most && b.least <= a.most; }

class ValueReader {
public:
    ValueReader(std::span<const TypedColumn> columns, const RowList& rows) : columns_(columns), rows_(rows) {
        for (const TypedColumn& column : columns) {
            for (const std::string& category : column.categories)
                codes_.try_emplace(category, static_cast<double>(codes_.size()));
            spells_numbers_.push_back(compare_as_numbers(column, column));
        }
    }

    // Whether the pair is compared as numbers; empty if it cannot be compared.
    [[nodiscard]] std::optional<bool> as_numbers(std::size_t a, std::size_t b) const {
        if (columns_[a].type != columns_[b].type) return std::nullopt;
        if (columns_[a].form.is_date() != columns_[b].form.is_date()) return std::nullopt;
        return spells_numbers_[a] && spells_numbers_[b];
    }

    [[nodiscard]] CellValues read(std::size_t index, bool as_numbers) const {
        const TypedColumn& column = columns_[index];
        CellValues result;
        std::vector<double> of_code;
        for (const std::string& category : column.categories)
            of_code.push_back(as_numbers ? number_of(category).value() : codes_.at(category));
        result.values.reserve(rows_.size());
        for (std::uint32_t row : rows_) {
            double value = column.type == ColumnType::number    ? column.numbers[row]
                           : column.codes[row] < of_code.size() ? of_code[column.codes[row]]
                                                                : kNoCell;
            result.values.push_back(value);
            result.least = value < result.least ? value : result.least;
            result.most = value > result.most ? value : result.most;
        }
        return result;
    }

private:
    std::span<const TypedColumn> columns_;
    const RowList& rows_;
    std::map<std::string, double> codes_;  // equal texts have equal codes in all columns
    std::vector<bool> spells_numbers_;     // [column]
};

// The number of rows by class and relation.
class RelationCounts {
public:
    RelationCounts(const CellValues& a, const CellValues& b, std::span<const std::uint32_t> labels,
                   std::size_t classes)
        : counts_(classes) {
        for (std::size_t i = 0; i < a.values.size(); ++i)
            ++counts_[labels[i]][static_cast<std::size_t>(relation_of(a.values[i], b.values[i]))];
        for (const auto& of_class : counts_) {
            for (std::size_t r = 0; r < kRelations; ++r) rows_[r] += of_class[r];
        }
    }

    // Whether the comparison holds, and fails, in at least min_rows rows without a missing cell each.
    [[nodiscard]] bool splits_rows(Comparison comparison, std::size_t min_rows) const {
        std::size_t holds = 0;
        std::size_t fails = 0;
        for (Relation relation : {Relation::less, Relation::equal, Relation::greater})
            (admits(comparison, relation) ? holds : fails) += rows_[static_cast<std::size_t>(relation)];
        return holds >= min_rows && fails >= min_rows;
    }

    // The conditional entropy of the class given the comparison, times the number of rows, in bits.
    [[nodiscard]] double entropy_given(Comparison comparison) const {
        return entropy(comparison, true) + entropy(comparison, false);
    }

private:
    [[nodiscard]] double entropy(Comparison comparison, bool holds) const {
        double all = 0;
        double sum = 0;
        for (const auto& of_class : counts_) {
            double count = 0;
            for (std::size_t r = 0; r < kRelations; ++r)
                if (admits(comparison, static_cast<Relation>(r)) == holds)
                    count += static_cast<double>(of_class[r]);
            all += count;
            if (count > 0) sum += count * std::log2(count);
        }
        return all > 0 ? all * std::log2(all) - sum : 0;
    }

    std::vector<std::array<std::size_t, kRelations>> counts_;  // [class][relation]
    std::array<std::size_t, kRelations> rows_{};               // [relation]
};

// Exclusive comparisons are consecutive; training uses this.
std::vector<Comparison> wanted(const PairOptions& options, bool as_numbers, bool ties) {
    bool order = options.order && as_numbers;
    bool all = order && options.both_sides;
    std::vector<Comparison> result;
    auto add = [&](bool condition, Comparison comparison) {
        if (condition) result.push_back(comparison);
    };
    add(all || (order && options.exclusive), Comparison::less);
    add(ties, Comparison::equal);
    add(ties && (all || (order && options.exclusive)), Comparison::greater);
    add(ties && all, Comparison::less_equal);
    add(order && !(ties && options.exclusive), Comparison::greater_equal);
    add(ties && options.negated, Comparison::not_equal);
    return result;
}

class PairSearch {
public:
    PairSearch(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
               const RowList& rows, const PairOptions& options)
        : columns_(columns), reader_(columns, rows), options_(options) {
        for (std::uint32_t row : rows) {
            labels_.push_back(labels[row]);
            classes_ = std::max<std::size_t>(classes_, labels[row] + std::size_t{1});
        }
    }

    PairLiterals run() {
        for (std::size_t a = 0; a < columns_.size(); ++a) add_pairs_of(a);
        return kept();
    }

private:
    struct Candidate {
        std::size_t first;
        std::size_t second;
        Comparison comparison;
        double entropy;  // lower is better
    };

    void add_pairs_of(std::size_t a) {
        std::array<std::optional<CellValues>, 2> of_a;  // as text, as numbers
        for (std::size_t b = a + 1; b < columns_.size(); ++b) {
            std::optional<bool> as_numbers = reader_.as_numbers(a, b);
            if (!as_numbers) continue;
            std::optional<CellValues>& left = of_a[*as_numbers ? 1 : 0];
            if (!left) left = reader_.read(a, *as_numbers);
            if (left->varies()) add_pair(a, *left, b, *as_numbers);
        }
    }

    void add_pair(std::size_t a, const CellValues& left, std::size_t b, bool as_numbers) {
        CellValues right = reader_.read(b, as_numbers);
        if (!right.varies() || !overlap(left, right)) return;
        RelationCounts counts(left, right, labels_, classes_);
        bool ties = counts.splits_rows(Comparison::equal, options_.min_rows);
        for (Comparison comparison : wanted(options_, as_numbers, ties)) {
            if (counts.splits_rows(comparison, options_.min_rows))
                candidates_.push_back({a, b, comparison, counts.entropy_given(comparison)});
        }
    }

    // The rows in which the candidate holds, as bits over the row list.
    [[nodiscard]] std::vector<std::uint64_t> rows_of(const Candidate& candidate) const {
        bool as_numbers = reader_.as_numbers(candidate.first, candidate.second).value();
        CellValues a = reader_.read(candidate.first, as_numbers);
        CellValues b = reader_.read(candidate.second, as_numbers);
        std::vector<std::uint64_t> bits((labels_.size() + 63) / 64);
        for (std::size_t i = 0; i < labels_.size(); ++i) {
            bool holds = admits(candidate.comparison, relation_of(a.values[i], b.values[i]));
            bits[i / 64] |= std::uint64_t{holds} << (i % 64);
        }
        return bits;
    }

    PairLiterals kept() {
        PairLiterals result;
        std::vector<std::size_t> order(candidates_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return candidates_[a].entropy < candidates_[b].entropy;
        });
        std::set<std::vector<std::uint64_t>> seen;
        std::vector<std::size_t> kept;
        result.found = order.size();
        for (std::size_t i : order) {
            if (kept.size() == options_.most) break;
            if (seen.insert(rows_of(candidates_[i])).second) {
                kept.push_back(i);
            } else {
                --result.found;
            }
        }
        std::sort(kept.begin(), kept.end());
        for (std::size_t i : kept) {
            const Candidate& one = candidates_[i];
            result.atoms.emplace_back(CompareAtom{{spell_name(columns_[one.first].name)},
                                                  one.comparison,
                                                  Column{spell_name(columns_[one.second].name)}});
        }
        return result;
    }

    std::span<const TypedColumn> columns_;
    ValueReader reader_;
    const PairOptions& options_;
    std::vector<std::uint32_t> labels_;  // [index in the row list]
    std::size_t classes_ = 0;
    std::vector<Candidate> candidates_;  // ordered by pair
};

}  // namespace

bool too_many_pairs(std::size_t columns) { return columns > 1 && columns > 2 * kMostPairs / (columns - 1); }

PairLiterals pair_literals(std::span<const TypedColumn> columns, std::span<const std::uint32_t> labels,
                           const RowList& rows, const PairOptions& options) {
    if (too_many_pairs(columns.size()))
        throw Error(ErrorKind::usage,
                    std::to_string(columns.size()) + " columns have more than " + std::to_string(kMostPairs) +
                        " pairs: too many to compare all",
                    "leave columns out (--type COLUMN=ignore), or write the comparisons that you want into a "
                    "program");
    return PairSearch(columns, labels, rows, options).run();
}

}  // namespace loh
