#include "prove/cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/check.hpp"
#include "prove/number_line.hpp"
#include "prove/number_system.hpp"

namespace loh {

namespace {}  // namespace

CellSolver::CellSolver(const QuestionColumns& columns, bool record) : columns_(columns) {
    if (record) solver_.record_clauses();
    always_ = solver_.fresh();
    solver_.clause({always_});
}

CellId CellSolver::new_cell(std::size_t column) {
    const QuestionColumn& about = columns_.columns()[column];
    Cell cell;
    cell.column = column;
    cell.from = {always_};
    for (std::size_t e = 1; e < about.elements(); ++e) {
        cell.from.push_back(solver_.fresh());
        if (e > 1) solver_.clause({-cell.from[e], cell.from[e - 1]});
    }
    if (!about.missing && about.type != QuestionColumn::Type::truth) solver_.clause({cell.from[1]});
    cells_.push_back(std::move(cell));
    return static_cast<CellId>(cells_.size() - 1);
}

Row CellSolver::new_row() {
    Row row;
    for (std::size_t c = 0; c < columns_.columns().size(); ++c) row.push_back(new_cell(c));
    return row;
}

int CellSolver::from(CellId cell, std::size_t element) const {
    const std::vector<int>& line = cells_[cell].from;
    return element < line.size() ? line[element] : -always_;
}

int CellSolver::all(std::vector<int> literals) {
    std::erase(literals, always_);
    if (std::find(literals.begin(), literals.end(), -always_) != literals.end()) return -always_;
    if (literals.empty()) return always_;
    if (literals.size() == 1) return literals[0];
    int result = solver_.fresh();
    solver_.define_all(result, literals);
    return result;
}

int CellSolver::any(std::vector<int> literals) {
    for (int& literal : literals) literal = -literal;
    return -all(std::move(literals));
}

int CellSolver::is(CellId cell, std::size_t element) {
    ElementSet one(cells_[cell].from.size(), false);
    one[element] = true;
    return in(cell, one);
}

int CellSolver::in(CellId cell, const ElementSet& elements) {
    auto known = cells_[cell].literals.find(elements);
    if (known != cells_[cell].literals.end()) return known->second;
    std::vector<int> runs;
    for (std::size_t e = 0; e < elements.size();) {
        if (!elements[e]) {
            ++e;
            continue;
        }
        std::size_t end = e;
        while (end < elements.size() && elements[end]) ++end;
        runs.push_back(all({from(cell, e), -from(cell, end)}));
        e = end;
    }
    int result = any(std::move(runs));
    cells_[cell].literals.emplace(elements, result);
    return result;
}

int CellSolver::truth(const std::string& spelled, const Row& row) {
    CellId cell = row[columns_.find(spelled)];
    const QuestionColumn& column = columns_.columns()[cells_[cell].column];
    if (column.type == QuestionColumn::Type::truth) return from(cell, 1);
    ElementSet true_cells(column.elements(), false);
    for (std::size_t e = 1; e < true_cells.size(); ++e) true_cells[e] = column.starts[e - 1] > 0.5;
    return in(cell, true_cells);
}

int CellSolver::atom(const Atom& atom, const ColumnView& view, const Row& row) {
    std::vector<std::string> read = columns_of(atom);
    CellId a = row[columns_.find(read.front())];
    CellId b = row[columns_.find(read.back())];
    if (read.size() == 2 && a != b) return pair_atom(atom, view, a, b);
    const auto* compare = std::get_if<CompareAtom>(&atom);
    bool with_itself = loh::column_of(atom).is_difference() ||
                       (compare != nullptr && std::holds_alternative<Column>(compare->operand));
    if (with_itself) return same_cell(atom, view, a);
    return in(a, columns_.columns()[cells_[a].column].accepted(atom));
}

PairCell CellSolver::pair_cell(CellId cell, std::size_t element, const ColumnSchema& schema) const {
    const QuestionColumn& column = columns_.columns()[cells_[cell].column];
    if (element == 0) return {};
    if (column.type == QuestionColumn::Type::number)
        return {PairCell::Kind::number, column.starts[element - 1], {}};
    if (element > column.named.size()) return {PairCell::Kind::unseen, 0, {}};
    const std::string& name = column.named[element - 1];
    bool known =
        std::find(schema.categories.begin(), schema.categories.end(), name) != schema.categories.end();
    return {known ? PairCell::Kind::category : PairCell::Kind::unseen, 0, name};
}

// `x = x`, `x - x >= 1`: a matter of elements, because any number in an element gives the same value.
int CellSolver::same_cell(const Atom& atom, const ColumnView& view, CellId cell) {
    std::vector<std::string> read = columns_of(atom);
    ElementSet accepted(cells_[cell].from.size());
    bool as_numbers = pair_kind(atom, view).as_numbers;
    for (std::size_t e = 0; e < accepted.size(); ++e) {
        PairCell one = pair_cell(cell, e, *schema_in(view, read[0]));
        accepted[e] = pair_holds(atom, as_numbers, one, one);
    }
    return in(cell, accepted);
}

int CellSolver::pair_atom(const Atom& atom, const ColumnView& view, CellId a, CellId b) {
    PairKind kind = pair_kind(atom, view);
    if (!kind.numbers) return table_atom(atom, view, kind.as_numbers, a, b);
    int both = all({present(a), present(b)});
    if (std::holds_alternative<MissingAtom>(atom)) return -both;
    if (loh::column_of(atom).is_difference()) return all({both, difference_in(atom, a, b)});
    int not_below = difference_from(a, b, 0);
    int above = difference_from(a, b, number_after(0));
    switch (std::get<CompareAtom>(atom).comparison) {
        case Comparison::less: return all({both, -not_below});
        case Comparison::less_equal: return all({both, -above});
        case Comparison::greater: return all({both, above});
        case Comparison::greater_equal: return all({both, not_below});
        case Comparison::equal: return all({both, not_below, -above});
        case Comparison::not_equal: return all({both, any({-not_below, above})});
    }
    return -always_;
}

// The literal is equivalent to the value in the table: for each element of a, it is that b is in some set.
int CellSolver::table_atom(const Atom& atom, const ColumnView& view, bool as_numbers, CellId a, CellId b) {
    std::vector<std::string> read = columns_of(atom);
    const ColumnSchema& of_a = *schema_in(view, read[0]);
    const ColumnSchema& of_b = *schema_in(view, read[1]);
    int result = solver_.fresh();
    std::map<ElementSet, ElementSet> rows;  // elements of b, by those of a for which it is them
    for (std::size_t ea = 0; ea < cells_[a].from.size(); ++ea) {
        ElementSet accepted(cells_[b].from.size());
        PairCell first = pair_cell(a, ea, of_a);
        for (std::size_t eb = 0; eb < accepted.size(); ++eb)
            accepted[eb] = pair_holds(atom, as_numbers, first, pair_cell(b, eb, of_b));
        ElementSet& group =
            rows.try_emplace(accepted, ElementSet(cells_[a].from.size(), false)).first->second;
        group[ea] = true;
    }
    for (const auto& [accepted, group] : rows) {
        int here = in(a, group);
        int value = in(b, accepted);
        solver_.clause({-here, -result, value});
        solver_.clause({-here, result, -value});
    }
    return result;
}

int CellSolver::difference_in(const Atom& atom, CellId a, CellId b) {
    const auto* member = std::get_if<MemberAtom>(&atom);
    if (member != nullptr && member->values.empty()) return member->excluded ? always_ : -always_;
    bool absolute = loh::column_of(atom).absolute;
    auto reached = [&](CellSet::Cut cut) {
        std::optional<double> bound = first_from(cut, false);
        if (!bound) return -always_;
        if (std::isinf(cut.at) || (absolute && *bound <= 0)) return always_;
        int above = difference_from(a, b, *bound);
        return absolute ? any({above, -difference_from(a, b, number_after(-*bound))}) : above;
    };
    std::vector<int> ranges;
    std::optional<CellSet> cells = CellSet::of(atom);
    LOH_CHECK(cells.has_value());
    for (std::size_t i = 0; i < cells->cuts().size(); i += 2)
        ranges.push_back(all({reached(cells->cuts()[i]), -reached(cells->cuts()[i + 1])}));
    return any(std::move(ranges));
}

int CellSolver::difference_from(CellId a, CellId b, double bound) {
    if (bound == 0) bound = 0;  // not -0
    if (a > b)
        return -difference_from(b, a, number_after(bound == 0 ? 0 : -bound));  // a - b >= c  =  !(b - a > -c)
    std::map<double, int>& line = differences_[{a, b}];
    auto [entry, is_new] = line.try_emplace(bound, 0);
    if (!is_new) return entry->second;
    entry->second = solver_.fresh();
    if (entry != line.begin()) solver_.clause({-entry->second, std::prev(entry)->second});
    if (std::next(entry) != line.end()) solver_.clause({-std::next(entry)->second, entry->second});
    return entry->second;
}

int CellSolver::less(CellId a, CellId b) { return all({present(a), present(b), -difference_from(a, b, 0)}); }

// Not all of these literals hold. The upper bound of an element is one for present cells only.
void CellSolver::exclude(const std::set<int>& literals) {
    std::vector<int> clause;
    for (int literal : literals) {
        clause.push_back(-literal);
        for (const Cell& cell : cells_)
            for (std::size_t e = 2; e < cell.from.size(); ++e)
                if (literal == -cell.from[e]) clause.push_back(-cell.from[1]);
    }
    solver_.clause(clause);
}

// Searches numbers within the elements and differences of the model. If there are none, adds a clause and returns false.
bool CellSolver::find_numbers() {
    std::map<CellId, std::size_t> place;
    for (const auto& [pair, line] : differences_) {
        place.try_emplace(pair.first, place.size());
        place.try_emplace(pair.second, place.size());
    }
    std::vector<bool> dates(place.size());
    for (auto [cell, at] : place) dates[at] = columns_.columns()[cells_[cell].column].form.is_date();
    NumberSystem system(place.size(), dates);
    for (auto [cell, at] : place) {
        std::size_t e = cells_[cell].element;
        const QuestionColumn& column = columns_.columns()[cells_[cell].column];
        if (e == 0) continue;  // missing: any number will do
        if (e > 1 || !column.missing) system.at_least(at, column.starts[e - 1], from(cell, e));
        if (column.end_of(e) < kNoEnd) system.below(at, column.end_of(e), -from(cell, e + 1));
    }
    for (const auto& [pair, line] : differences_) {
        auto above =
            std::find_if(line.begin(), line.end(), [&](const auto& bound) { return !value(bound.second); });
        std::size_t a = place.at(pair.first);
        std::size_t b = place.at(pair.second);
        if (above != line.begin())
            system.at_least_difference(a, b, std::prev(above)->first, std::prev(above)->second);
        if (above != line.end()) system.below_difference(a, b, above->first, -above->second);
    }
    NumberSystem::Outcome outcome = system.solve();
    if (!outcome.numbers.empty() || place.empty()) {
        for (auto [cell, at] : place)
            if (cells_[cell].element > 0) cells_[cell].number = outcome.numbers[at];
        return true;
    }
    std::set<int> holds(outcome.conflict.begin(), outcome.conflict.end());
    if (outcome.conflict.empty()) {  // neither was found
        incomplete_ = true;
        for (const auto& [pair, line] : differences_)
            for (const auto& [bound, literal] : line) holds.insert(value(literal) ? literal : -literal);
        for (auto [cell, at] : place) holds.insert(is(cell, cells_[cell].element));
    }
    exclude(holds);
    return false;
}

bool CellSolver::solve(std::span<const int> assumptions) {
    for (;;) {
        ++calls_;
        if (solver_.solve(assumptions) != CircuitSolver::Answer::satisfiable) break;
        for (Cell& cell : cells_) {
            cell.number.reset();
            cell.element = 0;
            while (cell.element + 1 < cell.from.size() && solver_.value(cell.from[cell.element + 1]))
                ++cell.element;
        }
        if (find_numbers()) return true;
    }
    if (incomplete_)
        throw Error(
            ErrorKind::limit,
            "this cannot be decided: a comparison of columns needs numbers that are too close together",
            "the question depends on how differences of numbers are rounded");
    return false;
}

std::string CellSolver::text(CellId cell) const {
    const QuestionColumn& column = columns_.columns()[cells_[cell].column];
    if (cells_[cell].number) return column.form.write(*cells_[cell].number);
    return column.example(cells_[cell].element);
}

bool CellSolver::value(int literal) { return solver_.value(std::abs(literal)) == (literal > 0); }

}  // namespace loh
