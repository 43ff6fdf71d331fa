// Recursive minimal-entropy partitioning: U. M. Fayyad and K. B. Irani, "Multi-interval discretization of continuous-valued
// attributes for classification learning", IJCAI 1993. A part S of N rows is cut in two where the classes are purest, that
// is, where N1 Ent(S1) + N2 Ent(S2) is smallest. The cut is kept, and both sides are cut further, if its gain exceeds its
// description length:
//
//     N Ent(S) - N1 Ent(S1) - N2 Ent(S2)  >  log2(N - 1) + log2(3^k - 2) - (k Ent(S) - k1 Ent(S1) - k2 Ent(S2))
//
// with k, k1, k2 the numbers of classes that occur in S, S1, S2.
//
// A best cut is never inside a run of rows of one class (theorem 1 of the paper), so the sorted rows are first joined into
// blocks: all rows of one value, and adjacent values that have only one common class. A scan starts with all blocks on the
// right of the cut, moves them to the left one by one, and looks up n log2 n in a table.
//
// Invariant: the table is in fixed point. Integer sums do not depend on their order, so equally good cuts compare equal, and
// neither the order of the rows nor the numbering of the classes decides between them.
//
// Rejected: sums of doubles, which do not have that property.
#include "features/discretize.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "base/calendar.hpp"
#include "base/check.hpp"
#include "base/text.hpp"
#include "data/table_data.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

struct LabelledValue {
    double value;
    std::uint32_t label;
};

// Entropies times counts, in units of 2^-24 bits. 2^32 rows have at most 2^37 bits.
using FixedBits = std::int64_t;
constexpr double kUnitsPerBit = 0x1p24;

class MdlPartition {
public:
    explicit MdlPartition(const std::vector<LabelledValue>& sorted);
    std::vector<double> cuts(CutRounding round);

private:
    struct ClassCount {
        std::uint32_t label;
        std::uint32_t count;
    };
    struct Block {
        double first;
        double last;
        std::size_t counts_end;  // its counts begin at the end of the previous block
    };
    struct Part {
        std::size_t begin;  // blocks
        std::size_t end;
    };

    // The class counts of one side of a cut, and the terms of its entropy.
    struct Side {
        std::vector<std::uint32_t> counts;  // [class]
        std::uint32_t rows = 0;
        std::uint32_t classes = 0;  // classes that occur
        FixedBits sum = 0;          // sum of n log2 n over the counts n
    };
    struct Purity {
        std::uint32_t rows;
        std::uint32_t classes;
        FixedBits entropy;  // times the number of rows
    };
    struct Cut {
        std::size_t block;  // the first block on the right
        Purity left;
        Purity right;
    };

    void add_block(const LabelledValue* begin, const LabelledValue* end);
    [[nodiscard]] std::span<const ClassCount> counts_of(std::size_t block) const;
    void change(Side& side, ClassCount by, bool add) const;
    [[nodiscard]] Purity purity(const Side& side) const;
    void fill_right(Part part);
    Cut best_cut(Part part);
    static bool is_accepted(const Purity& whole, const Cut& cut);

    std::vector<Block> blocks_;
    std::vector<ClassCount> counts_;  // of all blocks, one after the other
    std::vector<FixedBits> n_log_n_;  // [n]
    Side left_;                       // both empty between scans
    Side right_;
};

MdlPartition::MdlPartition(const std::vector<LabelledValue>& sorted) {
    std::uint32_t classes = 0;
    n_log_n_.reserve(sorted.size() + 1);
    n_log_n_.push_back(0);
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
        while (end < sorted.size() && sorted[end].value == sorted[begin].value) {
            auto n = static_cast<double>(++end);
            n_log_n_.push_back(std::llround(n * std::log2(n) * kUnitsPerBit));
            classes = std::max(classes, sorted[end - 1].label + 1);
        }
        add_block(sorted.data() + begin, sorted.data() + end);
    }
    left_.counts.resize(classes);
    right_.counts.resize(classes);
}

// The rows of one value, by class.
void MdlPartition::add_block(const LabelledValue* begin, const LabelledValue* end) {
    std::size_t counts_begin = counts_.size();
    for (const LabelledValue* row = begin; row != end; ++row) {
        if (counts_.size() == counts_begin || counts_.back().label != row->label)
            counts_.push_back({row->label, 0});
        ++counts_.back().count;
    }
    bool pure = counts_.size() == counts_begin + 1;
    if (pure && !blocks_.empty() && counts_of(blocks_.size() - 1).size() == 1 &&
        counts_[counts_begin - 1].label == begin->label) {
        counts_[counts_begin - 1].count += counts_.back().count;
        counts_.pop_back();
        blocks_.back().last = begin->value;
    } else {
        blocks_.push_back({begin->value, begin->value, counts_.size()});
    }
}

std::span<const MdlPartition::ClassCount> MdlPartition::counts_of(std::size_t block) const {
    std::size_t begin = block == 0 ? 0 : blocks_[block - 1].counts_end;
    return {counts_.data() + begin, blocks_[block].counts_end - begin};
}

void MdlPartition::change(Side& side, ClassCount by, bool add) const {
    std::uint32_t before = side.counts[by.label];
    std::uint32_t after = add ? before + by.count : before - by.count;
    side.counts[by.label] = after;
    side.rows = add ? side.rows + by.count : side.rows - by.count;
    side.classes = side.classes + (before == 0 ? 1 : 0) - (after == 0 ? 1 : 0);
    side.sum += n_log_n_[after] - n_log_n_[before];
}

MdlPartition::Purity MdlPartition::purity(const Side& side) const {
    return {side.rows, side.classes, n_log_n_[side.rows] - side.sum};
}

void MdlPartition::fill_right(Part part) {
    for (std::size_t block = part.begin; block < part.end; ++block) {
        for (ClassCount by : counts_of(block)) change(right_, by, true);
    }
}

// Expects the whole part on the right, and at least two blocks. Leaves both sides empty.
MdlPartition::Cut MdlPartition::best_cut(Part part) {
    Cut best{};
    for (std::size_t block = part.begin; block < part.end; ++block) {
        if (block > part.begin) {
            Cut cut{block, purity(left_), purity(right_)};
            if (best.block == 0 ||
                cut.left.entropy + cut.right.entropy < best.left.entropy + best.right.entropy)
                best = cut;
        }
        for (ClassCount by : counts_of(block)) {
            change(left_, by, true);
            change(right_, by, false);
        }
    }
    for (std::size_t block = part.begin; block < part.end; ++block) {
        for (ClassCount by : counts_of(block)) change(left_, by, false);
    }
    return best;
}

// log2(3^k - 2), also for k whose power of three exceeds double.
double bits_of_classes(double k) { return k * std::log2(3.0) + std::log2(1 - 2 * std::pow(3.0, -k)); }

bool MdlPartition::is_accepted(const Purity& whole, const Cut& cut) {
    auto bits = [](const Purity& part) { return static_cast<double>(part.entropy) / kUnitsPerBit; };
    auto weighted = [&](const Purity& part) { return part.classes * bits(part) / part.rows; };
    double gain = bits(whole) - bits(cut.left) - bits(cut.right);
    double cost = std::log2(static_cast<double>(whole.rows) - 1) + bits_of_classes(whole.classes) -
                  (weighted(whole) - weighted(cut.left) - weighted(cut.right));
    return gain > cost;
}

std::vector<double> MdlPartition::cuts(CutRounding round) {
    std::vector<double> result;
    std::vector<Part> open = {
        {0, blocks_.size()}};  // a stack, because the depth may reach the number of rows
    while (!open.empty()) {
        Part part = open.back();
        open.pop_back();
        if (part.end - part.begin < 2) continue;
        fill_right(part);
        Purity whole = purity(right_);
        Cut cut = best_cut(part);
        if (!is_accepted(whole, cut)) continue;
        result.push_back(round(blocks_[cut.block - 1].last, blocks_[cut.block].first));
        open.push_back({part.begin, cut.block});
        open.push_back({cut.block, part.end});
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace

std::vector<double> mdl_cuts(std::span<const double> values, std::span<const std::uint32_t> labels,
                             const RowList& rows, CutRounding round) {
    LOH_CHECK(values.size() == labels.size());
    std::vector<LabelledValue> sorted;
    sorted.reserve(rows.size());
    for (std::uint32_t row : rows) {
        if (std::isfinite(values[row])) sorted.push_back({values[row], labels[row]});
    }
    std::sort(sorted.begin(), sorted.end(), [](const LabelledValue& a, const LabelledValue& b) {
        return a.value < b.value || (a.value == b.value && a.label < b.label);
    });
    return MdlPartition(sorted).cuts(round);
}

std::vector<double> quantile_cuts(std::span<const double> values, const RowList& rows, std::size_t most,
                                  CutRounding round) {
    std::vector<double> sorted;
    sorted.reserve(rows.size());
    for (std::uint32_t row : rows) {
        if (std::isfinite(values[row])) sorted.push_back(values[row]);
    }
    std::sort(sorted.begin(), sorted.end());
    most = std::min(most, sorted.size());

    std::vector<double> result;
    std::size_t last = 0;  // position of the last cut; a cut at either end would divide nothing
    for (std::size_t i = 1; i <= most; ++i) {
        std::size_t wanted = i * sorted.size() / (most + 1);
        auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), sorted[wanted]);
        auto below = static_cast<std::size_t>(first - sorted.begin());
        auto above = static_cast<std::size_t>(end - sorted.begin());
        bool up = below == 0 || (above < sorted.size() && above - wanted < wanted - below);
        std::size_t place = up ? above : below;
        if (place <= last || place == sorted.size()) continue;
        result.push_back(round(sorted[place - 1], sorted[place]));
        last = place;
    }
    return result;
}

void check_cuts(std::span<const double> cuts, std::string_view column) {
    std::string of_column = "the cuts of column " + quote_name(column);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (!std::isfinite(cuts[i]))
            throw Error(ErrorKind::usage,
                        of_column + " must be finite; " + spell_number(cuts[i]) + " is not");
        if (i > 0 && cuts[i] <= cuts[i - 1])
            throw Error(
                ErrorKind::usage,
                of_column + " must increase; " + spell_number(cuts[i]) +
                    (cuts[i] == cuts[i - 1] ? " occurs twice" : " follows " + spell_number(cuts[i - 1])));
    }
}

CutRounding rounding_of(const TypedColumn& column) {
    return column.form.is_date() ? readable_moment : readable_cut;
}

double readable_cut(double low, double high) {
    if (low < 0 && high > 0) return 0;
    if (high - low == 1 && high == std::trunc(high))
        return high;                         // between 27 and 28, `age >= 28` instead of 27.5
    double middle = low + (high - low) / 2;  // no overflow: the signs are the same
    std::array<char, 32> text{};
    constexpr int kMostDigits = 17;  // enough to distinguish any two doubles
    for (int digits = 1; digits <= kMostDigits; ++digits) {
        auto end = std::to_chars(text.data(), text.data() + text.size(), middle,
                                 std::chars_format::scientific, digits - 1);
        double rounded = 0;
        std::from_chars(text.data(), end.ptr, rounded);
        if (low < rounded && rounded < high) return rounded;
    }
    return high;
}

}  // namespace loh
