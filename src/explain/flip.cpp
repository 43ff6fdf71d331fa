// Counterfactuals (flips): the smallest change of a row that changes the prediction.
//
// Idea: breadth-first search over sets of changed cells, with one more column at each level, so the first level with another
// prediction has the fewest columns. The model predicts every candidate row; the search only selects the candidates.
//
// Invariant: every flip, or a smaller one, is reached by changing one column at a time, through rows that are not flips. With
// the heads `single` and `list` not all columns need to be tried. While a rule of the predicted class holds and no rule of an
// earlier class does, a flip must make that rule fail (it changes a column of the rule to a region in which a condition
// fails) or make a rule of an earlier class hold (it changes a column of the first failing condition to a region in which it
// holds). A changed column keeps its region. No cell is made missing, which is no advice, and fixed columns stay. With the other heads every region of every column is tried.
#include "explain/flip.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace loh {

namespace {

using Branch = std::pair<std::uint32_t, std::uint32_t>;  // column, region

bool is_changed(const Changes& changes, std::size_t column) {
    return std::any_of(changes.begin(), changes.end(), [&](Branch branch) { return branch.first == column; });
}

// Selects the next changes to try.
class Branches {
public:
    // is_fixed: [column]
    Branches(const ChangedRows& rows, const std::string& prediction, std::vector<bool> is_fixed)
        : rows_(rows), guided_(rows.decision().head->decides_by_rules()), is_fixed_(std::move(is_fixed)) {
        const std::vector<ClassFormula>& formulas = rows.decision().formulas;
        own_ = formulas.size();  // the default class has no formula
        for (std::size_t f = 0; f < formulas.size(); ++f) {
            if (formulas[f].name == prediction) own_ = f;
        }
        for (std::uint32_t column = 0; column < rows.columns().size(); ++column) {
            begin_.push_back(single_.size());
            for (std::uint32_t region = 0; region < rows.columns()[column].regions.size(); ++region)
                single_.push_back({{column, region}});
        }
        if (guided_) truths_ = rows.conditions(single_);
    }

    // The next changes for each row; none of the rows is a flip.
    [[nodiscard]] std::vector<std::set<Branch>> from(const std::vector<Changes>& level) const {
        std::vector<std::set<Branch>> result(level.size());
        ChangedRows::Truths truths;
        if (guided_) truths = rows_.conditions(level);
        for (std::size_t row = 0; row < level.size(); ++row) {
            if (guided_) {
                add_guided(truths, row, result[row]);
            } else {
                for (std::size_t c = 0; c < rows_.columns().size(); ++c) add_all(c, result[row]);
            }
            std::erase_if(result[row], [&](Branch branch) {
                const ColumnRegions& column = rows_.columns()[branch.first];
                return is_changed(level[row], branch.first) || column.current == branch.second ||
                       column.is_missing(branch.second) || is_fixed_[branch.first];
            });
        }
        return result;
    }

private:
    void add_all(std::size_t column, std::set<Branch>& branches) const {
        for (std::uint32_t r = 0; r < rows_.columns()[column].regions.size(); ++r)
            branches.emplace(static_cast<std::uint32_t>(column), r);
    }

    // The regions in which a condition has the wanted value; all regions if the condition reads several columns.
    void add_condition(const ConditionedRule& rule, std::size_t condition, bool wanted,
                       std::set<Branch>& branches) const {
        const std::vector<std::size_t>& columns = rule.columns[condition];
        if (columns.size() != 1) {
            for (std::size_t column : columns) add_all(column, branches);
            return;
        }
        for (std::uint32_t r = 0; r < rows_.columns()[columns[0]].regions.size(); ++r) {
            if (bit_at(truths_[rule.number][condition], begin_[columns[0]] + r) == wanted)
                branches.emplace(static_cast<std::uint32_t>(columns[0]), r);
        }
    }

    void add_guided(const ChangedRows::Truths& truths, std::size_t row, std::set<Branch>& branches) const {
        bool decided = false;  // a rule of the predicted class was handled
        for (const ConditionedRule& rule : rows_.rules()) {
            const std::vector<Bits>& holds = truths[rule.number];
            auto failing = std::find_if(holds.begin(), holds.end(),
                                        [&](const Bits& bits) { return !bit_at(bits, row); });
            if (rule.formula < own_) {
                if (failing != holds.end())
                    add_condition(rule, static_cast<std::size_t>(failing - holds.begin()), true, branches);
            } else if (rule.formula == own_ && failing == holds.end() && !decided) {
                decided = true;
                for (std::size_t c = 0; c < holds.size(); ++c) add_condition(rule, c, false, branches);
            }
        }
    }

    const ChangedRows& rows_;
    bool guided_;
    std::vector<bool> is_fixed_;
    std::size_t own_;                 // formula of the predicted class
    std::vector<Changes> single_;     // each region of each column alone
    std::vector<std::size_t> begin_;  // [column]: index of its first region in single_
    ChangedRows::Truths truths_;      // values of the conditions for single_
};

// The best of several flips with the same number of columns: fewest changed literals, then regions nearest to those of the row,
// then the first columns.
Changes best_of(const ChangedRows& rows, const std::vector<Changes>& flips) {
    std::vector<std::size_t> literals = rows.changed_literals(flips);
    using Rank = std::tuple<std::size_t, std::size_t, Changes>;
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < flips.size(); ++i) {
        std::size_t distance = 0;
        for (auto [c, region] : flips[i]) {
            const ColumnRegions& column = rows.columns()[c];
            bool number = column.type == ColumnRegions::Type::number;
            distance += number ? std::max<std::size_t>(region, column.current) -
                                     std::min<std::size_t>(region, column.current)
                               : 1;
        }
        ranks.emplace_back(literals[i], distance, flips[i]);
    }
    return std::get<Changes>(*std::min_element(ranks.begin(), ranks.end()));
}

// Further regions with the same prediction: [change]. All combinations of them are verified by the model.
class Widening {
public:
    Widening(const ChangedRows& rows, const Changes& flip, std::uint32_t prediction)
        : rows_(rows), flip_(flip), prediction_(prediction) {
        for (auto [column, region] : flip) wide_.push_back({region});
        for (std::size_t i = 0; i < flip.size(); ++i) widen(i);
    }

    [[nodiscard]] const std::vector<std::size_t>& regions(std::size_t change) const { return wide_[change]; }

private:
    static constexpr std::size_t kMostCombinations = 20'000;

    // All combinations of the current regions, with `region` for one of the changes.
    [[nodiscard]] std::vector<Changes> combinations(std::size_t change, std::uint32_t region) const {
        std::vector<Changes> result = {{}};
        for (std::size_t i = 0; i < flip_.size(); ++i) {
            std::vector<Changes> longer;
            for (const Changes& changes : result) {
                for (std::size_t choice : i == change ? std::vector<std::size_t>{region} : wide_[i]) {
                    longer.push_back(changes);
                    longer.back().emplace_back(flip_[i].first, static_cast<std::uint32_t>(choice));
                }
            }
            result = std::move(longer);
        }
        return result;
    }

    [[nodiscard]] bool keeps_prediction(std::size_t change, std::uint32_t region) const {
        std::vector<Changes> all = combinations(change, region);
        if (all.size() > kMostCombinations) return false;
        std::vector<std::uint32_t> predictions = rows_.predict(all);
        return std::all_of(predictions.begin(), predictions.end(),
                           [&](std::uint32_t prediction) { return prediction == prediction_; });
    }

    void widen(std::size_t change) {
        const ColumnRegions& column = rows_.columns()[flip_[change].first];
        std::size_t chosen = flip_[change].second;
        if (column.type == ColumnRegions::Type::truth) return;
        auto fits = [&](std::size_t region) {
            return !column.is_missing(region) && keeps_prediction(change, static_cast<std::uint32_t>(region));
        };
        bool number =
            column.type == ColumnRegions::Type::number;  // only adjacent regions, which form an interval
        std::vector<std::size_t> wider = {chosen};
        for (std::size_t region = chosen; region-- > 0;) {
            if (fits(region)) {
                wider.push_back(region);
            } else if (number) {
                break;
            }
        }
        for (std::size_t region = chosen + 1; region < column.regions.size(); ++region) {
            if (fits(region)) {
                wider.push_back(region);
            } else if (number) {
                break;
            }
        }
        wide_[change] = std::move(wider);
    }

    const ChangedRows& rows_;
    const Changes& flip_;
    std::uint32_t prediction_;
    std::vector<std::vector<std::size_t>> wide_;  // [change]: the chosen region first
};

Flip described(const ChangedRows& rows, const Changes& changes) {
    std::uint32_t prediction = rows.predict({changes})[0];
    Flip flip{rows.decision().classes()[prediction], {}};
    Widening wide(rows, changes, prediction);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const ColumnRegions& column = rows.columns()[changes[i].first];
        flip.changes.push_back({column.name, column.cell, describe(column, wide.regions(i)),
                                column.regions[changes[i].second].example});
    }
    return flip;
}

// The rows with one more changed column, each once, at most `most`; sets `cut_short` if there are more.
std::vector<Changes> next_level(const Branches& branches, const std::vector<Changes>& level, std::size_t most,
                                bool& cut_short) {
    std::set<Changes> next;
    std::vector<std::set<Branch>> from = branches.from(level);
    for (std::size_t row = 0; row < level.size(); ++row) {
        for (Branch branch : from[row]) {
            if (next.size() == most) {
                cut_short = true;
                return {next.begin(), next.end()};
            }
            Changes changes = level[row];
            changes.insert(std::upper_bound(changes.begin(), changes.end(), branch), branch);
            next.insert(std::move(changes));
        }
    }
    return {next.begin(), next.end()};
}

}  // namespace

void find_flip(const ChangedRows& rows, const ExplainOptions& options, RowExplanation& explanation) {
    std::vector<bool> is_fixed;
    for (const ColumnRegions& column : rows.columns())
        is_fixed.push_back(std::find(options.fixed.begin(), options.fixed.end(), column.name) !=
                           options.fixed.end());
    Branches branches(rows, explanation.prediction, std::move(is_fixed));
    const std::vector<std::string>& classes = rows.decision().classes();
    std::vector<Changes> level = {{}};
    for (std::size_t count = 1; count <= options.max_changes && !level.empty(); ++count) {
        bool cut_short = false;
        std::vector<Changes> next =
            next_level(branches, level, options.max_tried - explanation.tried, cut_short);
        explanation.tried += next.size();
        std::vector<std::uint32_t> predictions = rows.predict(next);
        std::vector<Changes> flips;
        level.clear();
        for (std::size_t row = 0; row < next.size(); ++row)
            (classes[predictions[row]] != explanation.prediction ? flips : level)
                .push_back(std::move(next[row]));
        if (!flips.empty()) {
            explanation.flip = described(rows, best_of(rows, flips));
            return;
        }
        if (cut_short) return;
        explanation.tried_columns = count;
    }
    explanation.tried_all = level.empty() || explanation.tried_columns >= rows.columns().size();
}

}  // namespace loh
