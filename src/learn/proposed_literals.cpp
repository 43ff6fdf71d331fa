#include "learn/proposed_literals.hpp"

#include <algorithm>

#include "features/binarizer.hpp"
#include "features/column_differences.hpp"
#include "features/column_pairs.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostDifferenceLiterals = 512;

// Literals that hold in fewer rows are not used.
std::size_t min_support(std::size_t rows) { return std::max<std::size_t>(1, rows / 1000); }

BinarizerOptions binarizer_options(const LearnOptions& options, std::size_t rows,
                                   std::size_t least_category_rows) {
    BinarizerOptions result;
    result.method = options.cuts == Cuts::quantiles ? CutMethod::quantiles : CutMethod::mdl;
    result.numbers =
        options.literals == Literals::intervals ? NumberLiterals::intervals : NumberLiterals::thresholds;
    result.quantiles = options.max_cuts;
    result.negated_categories = options.literals == Literals::all;
    result.both_sides = options.literals == Literals::both_sides || result.negated_categories;
    result.group_rare = options.min_category_rows > 0;
    result.min_rows =
        result.group_rare ? options.min_category_rows : std::max(min_support(rows), least_category_rows);
    return result;
}

PairOptions pair_options(const LearnOptions& options, std::size_t rows) {
    PairOptions result;
    result.order = options.comparisons == Comparisons::all || options.comparisons == Comparisons::differences;
    result.negated = options.literals == Literals::all;
    result.both_sides = options.literals == Literals::both_sides || result.negated;
    result.exclusive = options.literals == Literals::intervals;
    result.min_rows = min_support(rows);
    return result;
}

}  // namespace

ProposedLiterals proposed_literals(const DatasetData& data, const RowList& training,
                                   const LearnOptions& options, std::size_t least_category_rows) {
    std::vector<TypedColumn> columns = data.used_columns();
    std::span<const std::uint32_t> labels = data.classes.labels;
    ProposedLiterals result;
    BinarizerOptions binarizer = binarizer_options(options, training.size(), least_category_rows);
    result.atoms = literals(columns, labels, training, binarizer);
    if (options.comparisons != Comparisons::none) {
        PairLiterals pairs = pair_literals(columns, labels, training, pair_options(options, training.size()));
        result.comparisons = pairs.atoms.size();
        result.comparisons_found = pairs.found;
        result.atoms.insert(result.atoms.end(), pairs.atoms.begin(), pairs.atoms.end());
    }
    if (options.comparisons == Comparisons::differences) {
        DifferenceLiterals differences =
            difference_literals(columns, labels, training, binarizer, kMostDifferenceLiterals);
        result.differences = differences.used;
        result.differences_found = differences.found;
        result.atoms.insert(result.atoms.end(), differences.atoms.begin(), differences.atoms.end());
    }
    if (result.atoms.empty())
        throw Error(
            ErrorKind::meaning,
            "no single column of " + data.source + " separates the classes of '" + data.target +
                "' on its own, so there are no literals",
            "columns may still do so together: try --cuts quantiles, which cuts numbers without regard to "
            "the class, --literals all or --comparisons all");
    return result;
}

}  // namespace loh
