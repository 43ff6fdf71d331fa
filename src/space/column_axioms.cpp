#include "space/column_axioms.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formula/rewrites/column_literals.hpp"
#include "formula/walk.hpp"

namespace loh {

namespace {

struct AtomVariable {
    int variable;
    CellSet cells;  // cells that satisfy the atom
};

enum class CellType { number, category, unknown };  // unknown: `is missing`

CellType type_of(const CellSet& cells) {
    bool numbers = comparable(cells, CellSet::numbers({0, false}, {0, true}));
    bool categories = comparable(cells, CellSet::category(""));
    if (numbers && categories) return CellType::unknown;
    return numbers ? CellType::number : CellType::category;
}

// The regions of a line.
class Regions {
public:
    Regions(CellType type, const std::vector<AtomVariable>& atoms) : type_(type) {
        std::set<CellSet::Cut> cuts;
        std::set<std::string> names;
        for (const AtomVariable& atom : atoms) {
            cuts.insert(atom.cells.cuts().begin(), atom.cells.cuts().end());
            names.insert(atom.cells.named().begin(), atom.cells.named().end());
        }
        // The ends of the number line; the upper end does not begin a region.
        const CellSet all = intersect(CellSet::numbers({0, false}, {0, false}).complement(),
                                      CellSet::only_missing().complement());
        cuts.insert(all.cuts().begin(), all.cuts().end());
        cuts_.assign(cuts.begin(), std::prev(cuts.end()));
        names_.assign(names.begin(), names.end());
    }

    [[nodiscard]] std::size_t count() const {
        return type_ == CellType::number ? cuts_.size() : names_.size() + 1;
    }

    // The regions in the set, as runs [begin, end) in ascending order.
    using Run = std::pair<std::size_t, std::size_t>;
    [[nodiscard]] std::vector<Run> runs(const CellSet& cells) const {
        return type_ == CellType::number ? number_runs(cells) : category_runs(cells);
    }

private:
    [[nodiscard]] std::vector<Run> number_runs(const CellSet& cells) const {
        auto place = [&](const CellSet::Cut& cut) {
            auto found = std::lower_bound(cuts_.begin(), cuts_.end(), cut);
            return static_cast<std::size_t>(found - cuts_.begin());
        };
        std::vector<Run> result;
        for (std::size_t i = 0; i < cells.cuts().size(); i += 2)
            result.emplace_back(place(cells.cuts()[i]), place(cells.cuts()[i + 1]));
        return result;
    }

    [[nodiscard]] std::vector<Run> category_runs(const CellSet& cells) const {
        std::vector<Run> result;
        std::size_t begin = 0;  // first region after the last named one
        for (const std::string& name : cells.named()) {
            auto found = std::lower_bound(names_.begin(), names_.end(), name);
            auto place = static_cast<std::size_t>(found - names_.begin());
            if (cells.listed()) {
                result.emplace_back(place, place + 1);
            } else if (begin < place) {
                result.emplace_back(begin, place);
            }
            begin = place + 1;
        }
        if (!cells.listed()) result.emplace_back(begin, count());
        return result;
    }

    CellType type_;
    std::vector<CellSet::Cut> cuts_;  // start of each region
    std::vector<std::string> names_;  // categories; one more region for all others
};

// The encoding of one line: the cell is in one of its regions unless it is missing.
class Line {
public:
    Line(CircuitSolver& solver, int missing, Regions regions)
        : solver_(solver), missing_(missing), regions_(std::move(regions)) {
        for (std::size_t i = 1; i < regions_.count(); ++i) {
            from_.push_back(solver_.fresh());
            if (i > 1) solver_.clause({-from_[i - 1], from_[i - 2]});
        }
    }

    void define(const AtomVariable& atom) {
        std::vector<int> runs;
        for (const auto& [begin, end] : regions_.runs(atom.cells)) runs.push_back(run(begin, end));
        int present = solver_.fresh();  // the value of the atom if the cell is not missing
        solver_.define_any(present, runs);
        solver_.clause({missing_, -atom.variable, present});
        solver_.clause({missing_, atom.variable, -present});
        solver_.clause({-missing_, atom.cells.has_missing() ? atom.variable : -atom.variable});
    }

private:
    // A variable for: the cell is in one of the regions `begin` to `end` - 1.
    int run(std::size_t begin, std::size_t end) {
        std::vector<int> bounds;
        if (begin > 0) bounds.push_back(from_[begin - 1]);
        if (end < regions_.count()) bounds.push_back(-from_[end - 1]);
        int result = solver_.fresh();
        solver_.define_all(result, bounds);
        return result;
    }

    CircuitSolver& solver_;
    int missing_;
    Regions regions_;
    std::vector<int> from_;  // [i]: the cell is in region i + 1 or a later one
};

class Axioms {
public:
    explicit Axioms(CircuitSolver& solver) : solver_(solver) {}

    void collect(const GraphData& graph, NodeId leaf) {
        std::optional<ColumnLiteral> literal = column_literal(graph, leaf);
        if (!literal || !seen_.insert(graph.leaf_text(leaf)).second) return;
        Topic& topic = topics_[literal->topic];
        topic.column = literal->column.name;
        topic.other = literal->other ? literal->other->name : "";
        topic.difference_of = literal->column.difference_of;
        topic.atoms[type_of(literal->cells)].push_back({solver_.leaf(graph.leaf_text(leaf)), literal->cells});
    }

    void add() {
        for (const auto& [name, topic] : topics_) {
            int missing = topic.other.empty() ? missing_cell(topic.column) : missing_pair(topic);
            // The reverse does not hold: a difference with an unseen category is missing, too.
            for (const std::string& column : topic.difference_of)
                solver_.clause({-missing_cell(column), missing});
            for (const auto& [type, atoms] : topic.atoms) {
                CellType line_type = type == CellType::unknown ? CellType::category : type;
                Line line(solver_, missing, Regions(line_type, atoms));
                for (const AtomVariable& atom : atoms) line.define(atom);
            }
        }
    }

private:
    struct Topic {
        std::string column;
        std::string other;                       // second column of a pair, or empty
        std::vector<std::string> difference_of;  // the two columns of a difference, or empty
        std::map<CellType, std::vector<AtomVariable>>
            atoms;  // one line for each type, because a column has one type
    };

    int missing_cell(const std::string& column) {
        int& variable = missing_[column];
        if (variable == 0) variable = solver_.fresh();
        return variable;
    }

    int missing_pair(const Topic& topic) {
        const int cells[] = {missing_cell(topic.column), missing_cell(topic.other)};
        int either = solver_.fresh();
        solver_.define_any(either, cells);
        return either;
    }

    CircuitSolver& solver_;
    std::unordered_set<std::string> seen_;  // texts of atoms
    std::map<std::string, Topic> topics_;
    std::map<std::string, int> missing_;  // by column
};

}  // namespace

void add_column_axioms(CircuitSolver& solver, std::span<const Formula> formulas) {
    Axioms axioms(solver);
    for (const Formula& formula : formulas) {
        if (!formula.data()) continue;
        for (NodeId leaf : leaves_in_order(*formula.data(), formula.id()))
            axioms.collect(*formula.data(), leaf);
    }
    axioms.add();
}

}  // namespace loh
