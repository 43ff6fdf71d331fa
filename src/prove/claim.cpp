#include "prove/claim.hpp"

#include <algorithm>

#include "data/truth_columns.hpp"
#include "prove/point_sums.hpp"
#include "prove/smallest.hpp"

namespace loh {

std::vector<CellId> ClaimCells::cells_of(std::size_t column) const {
    std::vector<CellId> result;
    for (const Row& row : rows)
        if (std::find(result.begin(), result.end(), row[column]) == result.end())
            result.push_back(row[column]);
    return result;
}

bool ClaimCells::solve(bool violated, const std::vector<int>& bounds) {
    if (!boxes) {
        std::vector<int> assumed = {assumption, violated ? violation : -violation};
        assumed.insert(assumed.end(), bounds.begin(), bounds.end());
        return cells->solve(assumed);
    }
    std::vector<ElementSet> box;
    for (CellId cell = 0; cell < cells->cell_count(); ++cell)
        box.emplace_back(columns.columns()[cells->column_of(cell)].elements(), true);
    for (int bound : bounds) {
        auto start = starts.find(std::abs(bound));
        if (start == starts.end()) continue;  // a literal that always holds
        auto [cell, element] = start->second;
        for (std::size_t e = 0; e < box[cell].size(); ++e)
            if ((e >= element) != (bound > 0)) box[cell][e] = false;
    }
    NodeNumber wanted = violated ? box_violation : boxes->formulas().negation(box_violation);
    std::optional<std::vector<std::size_t>> elements =
        boxes->find(box, boxes->formulas().all({box_assumption, wanted}));
    if (elements) found = std::move(*elements);
    return elements.has_value();
}

std::string ClaimCells::text(CellId cell) const {
    return boxes ? columns.columns()[cells->column_of(cell)].example(found[cell]) : cells->text(cell);
}

ProofCell described(const QuestionColumn& column, std::string text, const ElementSet& region) {
    return {column.name, std::move(text), region.empty() ? "" : column.describe(region)};
}

std::vector<std::size_t> elements_of(const QuestionColumns& columns, const ColumnView& view,
                                     const Table& table, std::size_t row) {
    std::vector<std::size_t> result;
    TableColumns source(table);
    for (const QuestionColumn& column : columns.columns()) {
        std::optional<std::size_t> at = source.find_input(column.name);
        if (!at) throw Error(ErrorKind::name, table.source() + " has no column '" + column.name + "'");
        bool is_truth = view.truths.contains(column.name);
        if (is_truth) {
            double value = truth_column(table, *at)[row];
            bool numbers = column.type == QuestionColumn::Type::number;
            result.push_back(numbers ? column.element_of(value) : value > 0.5 ? 1 : 0);
            continue;
        }
        TypedColumn typed = source.like(*at, *schema_in(view, column.name), view.missing);
        if (typed.is_missing(row)) {
            result.push_back(0);
        } else if (typed.type == ColumnType::number) {
            result.push_back(column.element_of(typed.numbers[row]));
        } else {
            result.push_back(column.element_of_category(std::string(table.cell(*at, row))));
        }
    }
    return result;
}

ReasonSearch::ReasonSearch(ClaimCells& claim, Elements elements)
    : claim_(claim), elements_(std::move(elements)), always_(hitting_.fresh()) {
    hitting_.clause({always_});
    std::vector<PointTerm> terms;
    for (std::size_t c = 0; c < elements_.size(); ++c) {
        chosen_.push_back(hitting_.fresh());
        terms.push_back({1, chosen_.back()});
        if (claim.differs == c) hitting_.clause({chosen_.back()});
    }
    for (std::size_t k = 0; k <= elements_.size(); ++k)
        at_most_.push_back(-at_least_points(hitting_, always_, terms, static_cast<std::int64_t>(k) + 1));
}

// The literals that keep the cells of a column in their elements.
std::vector<int> ReasonSearch::bounds(std::size_t column) const {
    std::vector<int> result;
    std::vector<CellId> cells = claim_.cells_of(column);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        std::size_t e = elements_[column][i];
        int from = claim_.cells->from(cells[i], e);
        int behind = claim_.cells->from(cells[i], e + 1);
        if (from != claim_.cells->always()) result.push_back(from);
        if (behind != -claim_.cells->always()) result.push_back(-behind);
    }
    return result;
}

bool ReasonSearch::forced(const std::vector<bool>& fixed) {
    std::vector<int> assumed;
    for (std::size_t c = 0; c < fixed.size(); ++c) {
        if (!fixed[c]) continue;
        std::vector<int> more = bounds(c);
        assumed.insert(assumed.end(), more.begin(), more.end());
    }
    return !claim_.solve(false, assumed);
}

// After forced(fixed) was false: a smallest set of columns whose change alone can undo the violation. Columns that the solver
// left in their elements are fixed too, then the others one at a time.
std::vector<std::size_t> ReasonSearch::undoing(std::vector<bool> fixed) {
    auto keep_unchanged = [&] {
        for (std::size_t c = 0; c < fixed.size(); ++c) {
            std::vector<CellId> cells = claim_.cells_of(c);
            bool same = true;
            for (std::size_t i = 0; i < cells.size(); ++i)
                same = same && claim_.element(cells[i]) == elements_[c][i];
            if (same) fixed[c] = true;
        }
    };
    keep_unchanged();
    for (std::size_t c = 0; c < fixed.size(); ++c) {
        if (fixed[c]) continue;
        fixed[c] = true;
        if (forced(fixed)) {
            fixed[c] = false;
        } else {
            keep_unchanged();
        }
    }
    std::vector<std::size_t> result;
    for (std::size_t c = 0; c < fixed.size(); ++c)
        if (!fixed[c]) result.push_back(c);
    return result;
}

std::optional<std::vector<std::size_t>> ReasonSearch::next() {
    while (size_ < at_most_.size()) {
        if (hitting_.solve(at_most_[size_]) != CircuitSolver::Answer::satisfiable) {
            ++size_;
            continue;
        }
        std::vector<bool> fixed;
        for (int literal : chosen_) fixed.push_back(hitting_.value(literal));
        std::vector<int> clause;
        if (forced(fixed)) {
            std::vector<std::size_t> reason;
            for (std::size_t c = 0; c < fixed.size(); ++c) {
                if (!fixed[c]) continue;
                reason.push_back(c);
                clause.push_back(-chosen_[c]);
            }
            hitting_.clause(clause);
            return reason;
        }
        for (std::size_t c : undoing(fixed)) clause.push_back(chosen_[c]);
        hitting_.clause(clause);
    }
    return std::nullopt;
}

std::vector<std::vector<ElementSet>> ReasonSearch::widened(const std::vector<std::size_t>& reason) {
    std::vector<std::vector<int>> kept;
    for (std::size_t c : reason) kept.push_back(bounds(c));
    auto still_forced = [&] {
        std::vector<int> assumed;
        for (const std::vector<int>& some : kept) assumed.insert(assumed.end(), some.begin(), some.end());
        return !claim_.solve(false, assumed);
    };
    std::vector<std::vector<ElementSet>> result;
    for (std::size_t r = 0; r < reason.size(); ++r) {
        const QuestionColumn& column = claim_.columns.columns()[reason[r]];
        for (std::size_t i = 0; column.type == QuestionColumn::Type::number && i < kept[r].size();) {
            int bound = kept[r][i];
            kept[r].erase(kept[r].begin() + static_cast<std::ptrdiff_t>(i));
            if (still_forced()) continue;
            kept[r].insert(kept[r].begin() + static_cast<std::ptrdiff_t>(i), bound);
            ++i;
        }
        std::vector<ElementSet>& sets = result.emplace_back();
        for (CellId cell : claim_.cells_of(reason[r])) {
            ElementSet& set = sets.emplace_back(column.elements(), true);
            for (std::size_t e = 0; e < set.size(); ++e)
                for (std::size_t b = 1; b < set.size(); ++b) {
                    int from = claim_.cells->from(cell, b);
                    bool is_from = std::find(kept[r].begin(), kept[r].end(), from) != kept[r].end();
                    bool is_below = std::find(kept[r].begin(), kept[r].end(), -from) != kept[r].end();
                    if ((is_from && e < b) || (is_below && e >= b)) set[e] = false;
                }
        }
    }
    return result;
}

namespace {

Elements elements_in(const ClaimCells& claim) {
    Elements result;
    for (std::size_t c = 0; c < claim.columns.columns().size(); ++c) {
        std::vector<std::size_t>& of_column = result.emplace_back();
        for (CellId cell : claim.cells_of(c)) of_column.push_back(claim.element(cell));
    }
    return result;
}

// The numbers of columns that are compared with each other.
Points points_in(const ClaimCells& claim) {
    Points result;
    for (std::size_t c = 0; c < claim.columns.columns().size(); ++c)
        for (CellId cell : claim.cells_of(c))
            if (std::optional<double> number = claim.cells->number(cell))
                result[claim.columns.columns()[c].name].push_back(*number);
    return result;
}

bool solve_at(ClaimCells& claim, const Elements& elements) {
    std::vector<int> assumed;
    for (std::size_t c = 0; c < elements.size(); ++c) {
        std::vector<CellId> cells = claim.cells_of(c);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            assumed.push_back(claim.cells->from(cells[i], elements[c][i]));
            assumed.push_back(-claim.cells->from(cells[i], elements[c][i] + 1));
        }
    }
    return claim.solve(true, assumed);
}

// After solving: the rows as texts.
std::vector<ProofRow> rows_in(const ClaimCells& claim) {
    std::vector<ProofRow> result;
    for (const Row& row : claim.rows) {
        ProofRow& one = result.emplace_back();
        for (std::size_t c = 0; c < row.size(); ++c)
            one.cells.push_back({claim.columns.columns()[c].name, claim.text(row[c]), ""});
    }
    return result;
}

Table table_of(const std::vector<ProofRow>& rows) {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells;
    for (std::size_t c = 0; c < rows[0].cells.size(); ++c) {
        names.push_back(rows[0].cells[c].column);
        std::vector<std::string>& column = cells.emplace_back();
        for (const ProofRow& row : rows) column.push_back(row.cells[c].text);
    }
    if (names.empty()) return Table::from_columns({"none"}, {std::vector<std::string>(rows.size())});
    return Table::from_columns(names, cells);
}

void confirm(const Claim& claim, ProofAnswer& answer) {
    if (claim.confirm(table_of(answer.rows), answer.rows)) return;
    throw Error(ErrorKind::limit,
                "a counterexample was found that the model does not confirm, so there is no answer",
                "a cell of it cannot be written as text of its column; please report this");
}

bool has_comparisons(const ClaimCells& claim) {
    return std::any_of(claim.columns.columns().begin(), claim.columns.columns().end(),
                       [](const QuestionColumn& column) { return column.compared; });
}

// Marks the columns of a smallest reason, with their regions.
void make_small(const Claim& claim, std::unique_ptr<ClaimCells> found, const ProofOptions& options,
                ProofAnswer& answer) {
    bool compared = has_comparisons(*found);
    Elements elements = elements_in(*found);
    if (compared) {  // again, with the numbers as elements of their own
        Points points = points_in(*found);
        auto exact = claim.make(points, false);
        for (std::size_t c = 0; c < elements.size(); ++c) {
            std::vector<CellId> before = found->cells_of(c);
            for (std::size_t i = 0; i < before.size(); ++i) {
                const QuestionColumn& column = exact->columns.columns()[c];
                std::optional<double> number = found->cells->number(before[i]);
                std::size_t e = elements[c][i];
                if (e == 0 || column.type != QuestionColumn::Type::number) continue;
                elements[c][i] =
                    column.element_of(number ? *number : found->columns.columns()[c].starts[e - 1]);
            }
        }
        found = std::move(exact);
    }
    ReasonSearch search(*found, elements);
    std::vector<std::size_t> reason = search.next().value();
    answer.smallest = compared || found->boxes
                          ? reason.size() <= (found->differs ? 1U : 0U)
                          : find_smaller(claim, *found, options.max_rounds, elements, reason);
    ReasonSearch chosen(*found, elements);
    std::vector<std::vector<ElementSet>> regions = chosen.widened(reason);
    if (!solve_at(*found, elements)) return;
    answer.rows = rows_in(*found);
    for (std::size_t r = 0; r < reason.size(); ++r) {
        std::vector<CellId> cells = found->cells_of(reason[r]);
        const QuestionColumn& column = found->columns.columns()[reason[r]];
        for (std::size_t row = 0; row < answer.rows.size(); ++row) {
            auto place = std::find(cells.begin(), cells.end(), found->rows[row][reason[r]]) - cells.begin();
            answer.rows[row].cells[reason[r]].region =
                column.describe(regions[r][static_cast<std::size_t>(place)]);
        }
    }
    answer.solver_calls += found->cells->calls();
}

}  // namespace

namespace {

// The counterexample as it was found: every column with the region of its cell.
void keep_as_found(const ClaimCells& claim, const Elements& elements, ProofAnswer& answer) {
    answer.smallest = false;
    for (std::size_t c = 0; c < elements.size(); ++c) {
        const QuestionColumn& column = claim.columns.columns()[c];
        for (std::size_t row = 0; row < answer.rows.size(); ++row) {
            ElementSet own(column.elements(), false);
            own[elements[c][std::min(row, elements[c].size() - 1)]] = true;
            answer.rows[row].cells[c].region = column.describe(own);
        }
    }
}

}  // namespace

ProofAnswer refute(const Claim& claim, const ProofOptions& options) {
    ProofAnswer answer;
    std::unique_ptr<ClaimCells> made = claim.make({}, options.certificate);
    answer.holds = !made->solve(true, {});
    answer.solver_calls = made->cells->calls();
    if (answer.holds) {
        if (!options.certificate) return answer;
        answer.clauses.variables = made->cells->solver().variable_count();
        answer.clauses.literals = made->cells->solver().recorded();
        for (int literal : {made->assumption, made->violation})
            answer.clauses.literals.insert(answer.clauses.literals.end(), {literal, 0});
        return answer;
    }
    answer.rows = rows_in(*made);
    if (made->differs) answer.differs = made->columns.columns()[*made->differs].name;
    confirm(claim, answer);
    if (made->boxes) keep_as_found(*made, elements_in(*made), answer);
    try {
        make_small(claim, std::move(made), options, answer);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::limit || answer.smallest) throw;  // too many boxes: as it was found
    }
    confirm(claim, answer);
    return answer;
}

}  // namespace loh
