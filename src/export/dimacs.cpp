// DIMACS: a CNF with one variable for each class, for any SAT solver. Comments in JSON say what the variables mean.
//
// Idea: the constants of a column divide its cells into regions, as in space/column_axioms.hpp. A number has a variable for each
// bound, "at least c" or "above c", which are ordered; a category has a variable for each category, at most one of which is true;
// a cell may be missing. The axioms let through exactly the cells of a column. Differences are columns of their own, tied to
// their two columns only where a cell is missing, and so are comparisons of two columns of numbers: an assignment may have no row
// if the decision has such literals. Equality of texts is exact.
//
// Nodes are encoded once (Tseitin). The points of a scorecard are added in binary, by full adders (Wallace), and compared.
#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

// Clauses over variables. Literals are as in DIMACS; kTrue is a variable that is true.
class CnfClauses {
public:
    static constexpr int kTrue = 1;

    CnfClauses() { add({kTrue}); }

    int fresh() { return ++variables_; }
    [[nodiscard]] int variables() const { return variables_; }
    [[nodiscard]] std::size_t clauses() const { return clauses_; }
    [[nodiscard]] const std::string& text() const { return text_; }

    void add(const std::vector<int>& literals) {
        for (int literal : literals) text_ += std::to_string(literal) + " ";
        text_ += "0\n";
        ++clauses_;
    }

    int all(std::vector<int> literals) {
        literals.erase(std::remove(literals.begin(), literals.end(), kTrue), literals.end());
        if (std::find(literals.begin(), literals.end(), -kTrue) != literals.end()) return -kTrue;
        if (literals.empty()) return kTrue;
        if (literals.size() == 1) return literals[0];
        int result = fresh();
        std::vector<int> back = {result};
        for (int literal : literals) {
            add({-result, literal});
            back.push_back(-literal);
        }
        add(back);
        return result;
    }
    int any(std::vector<int> literals) {
        for (int& literal : literals) literal = -literal;
        return -all(std::move(literals));
    }

    int exclusive_or(int a, int b) { return any({all({a, -b}), all({-a, b})}); }
    int majority(int a, int b, int c) { return any({all({a, b}), all({a, c}), all({b, c})}); }

private:
    int variables_ = kTrue;
    std::size_t clauses_ = 0;
    std::string text_;
};

using Bits = std::vector<int>;  // of a number, from the lowest one

// The sum of constant * literal over the terms.
Bits binary_sum(CnfClauses& cnf, const std::vector<std::pair<std::uint64_t, int>>& terms) {
    std::vector<Bits> columns(64);  // [bit]: literals of this weight
    for (const auto& [weight, literal] : terms)
        for (std::size_t bit = 0; bit < 63; ++bit)
            if ((weight >> bit & 1U) != 0) columns[bit].push_back(literal);
    Bits result;
    for (std::size_t bit = 0; bit + 1 < columns.size(); ++bit) {
        Bits& column = columns[bit];
        while (column.size() > 1) {
            int a = column[column.size() - 1];
            int b = column[column.size() - 2];
            int c = column.size() > 2 ? column[column.size() - 3] : -CnfClauses::kTrue;
            column.resize(column.size() - std::min<std::size_t>(3, column.size()));
            column.insert(column.begin(), cnf.exclusive_or(cnf.exclusive_or(a, b), c));
            columns[bit + 1].push_back(cnf.majority(a, b, c));
        }
        result.push_back(column.empty() ? -CnfClauses::kTrue : column[0]);
    }
    while (!result.empty() && result.back() == -CnfClauses::kTrue) result.pop_back();
    return result;
}

// a >= b
int at_least(CnfClauses& cnf, const Bits& a, const Bits& b) {
    int result = CnfClauses::kTrue;
    auto bit_of = [](const Bits& bits, std::size_t bit) {
        return bit < bits.size() ? bits[bit] : -CnfClauses::kTrue;
    };
    for (std::size_t bit = 0; bit < std::max(a.size(), b.size()); ++bit) {
        int x = bit_of(a, bit);
        int y = bit_of(b, bit);
        result = cnf.any({cnf.all({x, -y}), cnf.all({cnf.any({x, -y}), result})});
    }
    return result;
}

// A number that literals compare with constants: a column, or the difference of two.
struct CnfNumber {
    int missing = 0;
    std::map<std::pair<double, bool>, int> bounds = {};  // at least (false) or above (true) a number
    std::string about;
};

class DimacsWriter {
public:
    explicit DimacsWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        missing_.resize(model_.columns.size());
        categories_.resize(model_.columns.size());
        for (std::size_t c = 0; c < model_.columns.size(); ++c) column(c);
        for (const ExportLiteral& literal : model_.literals) collect(literal);
        for (auto& [key, number] : numbers_) axioms(number);
        for (const ExportLiteral& one : model_.literals) literals_.push_back(literal(one));
        nodes();
        std::vector<int> classes = model_.votes ? most_points() : first_part();
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            map(named(of_node_[model_.rules[r].node]),
                "\"rule\": " + std::to_string(r + 1) + ", \"text\": " + ascii_json(model_.rules[r].text));
        for (std::size_t c = 0; c < classes.size(); ++c)
            map(named(classes[c]), "\"class\": " + ascii_json(model_.classes[c]));
        std::string head = "c The decision " + ascii_json(model_.target) +
                           ". Exactly one class is true; add a clause with a class to ask for its rows.\n";
        return head + map_ + "p cnf " + std::to_string(cnf_.variables()) + " " +
               std::to_string(cnf_.clauses()) + "\n" + cnf_.text();
    }

private:
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, bool>;  // a column, what is subtracted, whether it is

    void map(int variable, const std::string& meaning) {
        map_ += "c {\"variable\": " + std::to_string(variable) + ", " + meaning + "}\n";
    }
    int mapped(const std::string& meaning) {
        int result = cnf_.fresh();
        map(result, meaning);
        return result;
    }
    // A variable that equals the literal.
    int named(int literal) {
        int result = cnf_.fresh();
        cnf_.add({-result, literal});
        cnf_.add({result, -literal});
        return result;
    }

    [[nodiscard]] std::string of_column(std::size_t column) const {
        return "\"column\": " + ascii_json(model_.columns[column].name);
    }

    void column(std::size_t index) {
        const ExportColumn& column = model_.columns[index];
        if (column.kind == ExportColumn::Kind::truth) {
            missing_[index] = mapped(of_column(index) + ", \"true\": true");
            return;
        }
        bool category = column.kind == ExportColumn::Kind::category;
        missing_[index] =
            mapped(of_column(index) + ", \"missing\": " + (category ? ascii_json(column.missing) : "true"));
        if (!category) return;
        // At most one of missing and the categories: `before` is true from the first one on.
        int before = missing_[index];
        for (const std::string& text : column.categories) {
            int is = mapped(of_column(index) + ", \"category\": " + ascii_json(text));
            categories_[index].push_back(is);
            cnf_.add({-before, -is});
            before = cnf_.any({before, is});
        }
    }

    static Key key_of(const ExportValue& value) { return {value.column, value.minus, value.is_difference}; }

    CnfNumber& number_of(const ExportValue& value) {
        CnfNumber& result = numbers_[key_of(value)];
        if (result.missing != 0) return result;
        result.about = of_column(value.column);
        result.missing = missing_[value.column];
        if (!value.is_difference) return result;
        result.about += ", \"minus\": " + ascii_json(model_.columns[value.minus].name);
        result.missing = mapped(result.about + ", \"missing\": true");
        for (std::uint32_t column : {value.column, value.minus}) cnf_.add({result.missing, known(column)});
        return result;
    }

    // Whether the cell has a number.
    int known(std::uint32_t column) {
        if (model_.columns[column].kind != ExportColumn::Kind::category) return -missing_[column];
        return cnf_.any(categories_[column]);
    }

    // The bounds that tests of a literal need.
    void collect(const ExportLiteral& literal) {
        using Kind = ExportLiteral::Kind;
        bool number = literal.kind == Kind::compare || literal.kind == Kind::interval ||
                      literal.kind == Kind::member ||
                      (literal.kind == Kind::missing && literal.value.is_difference);
        if (!number) return;
        CnfNumber& of = number_of(literal.value);
        std::vector<double> constants = literal.numbers;
        if (literal.kind == Kind::compare) constants = {literal.number};
        if (literal.kind == Kind::interval) constants = {literal.low, literal.high};
        for (double constant : constants) {
            for (double side : {constant, literal.value.absolute ? 0 - constant : constant})
                for (bool above : {false, true}) of.bounds.emplace(std::pair(side == 0 ? 0 : side, above), 0);
        }
    }

    void axioms(CnfNumber& number) {
        int before = 0;
        for (auto& [bound, variable] : number.bounds) {
            variable = mapped(number.about + (bound.second ? ", \"above\": " : ", \"at least\": ") +
                              spell_number(bound.first));
            cnf_.add(before == 0 ? std::vector{-variable, -number.missing} : std::vector{-variable, before});
            before = variable;
        }
    }

    // `value >= constant` or `value > constant`, where the value is present.
    int beyond(const ExportValue& value, double constant, bool above) {
        const CnfNumber& number = numbers_.at(key_of(value));
        auto bound = [&](double at, bool after) { return number.bounds.at({at == 0 ? 0 : at, after}); };
        if (!value.absolute) return bound(constant, above);
        if (constant < 0 || (constant == 0 && !above)) return -number.missing;
        return cnf_.any({bound(constant, above), cnf_.all({-bound(0 - constant, !above), -number.missing})});
    }

    int compare(const ExportValue& value, Comparison comparison, double constant) {
        int missing = numbers_.at(key_of(value)).missing;
        switch (comparison) {
            case Comparison::less: return cnf_.all({-missing, -beyond(value, constant, false)});
            case Comparison::less_equal: return cnf_.all({-missing, -beyond(value, constant, true)});
            case Comparison::greater: return beyond(value, constant, true);
            case Comparison::greater_equal: return beyond(value, constant, false);
            case Comparison::equal:
                return cnf_.all({beyond(value, constant, false), -beyond(value, constant, true)});
            case Comparison::not_equal: break;
        }
        return cnf_.all({-missing, -compare(value, Comparison::equal, constant)});
    }

    int literal(const ExportLiteral& literal) {
        using Kind = ExportLiteral::Kind;
        switch (literal.kind) {
            case Kind::compare: return compare(literal.value, literal.comparison, literal.number);
            case Kind::interval:
                return cnf_.all(
                    {compare(literal.value,
                             literal.low_closed ? Comparison::greater_equal : Comparison::greater,
                             literal.low),
                     compare(literal.value, literal.high_closed ? Comparison::less_equal : Comparison::less,
                             literal.high)});
            case Kind::member: {
                std::vector<int> equal;
                for (double one : literal.numbers)
                    equal.push_back(compare(literal.value, Comparison::equal, one));
                int any = cnf_.any(equal);
                return literal.excluded ? cnf_.all({-numbers_.at(key_of(literal.value)).missing, -any}) : any;
            }
            case Kind::missing:
                return literal.value.is_difference ? numbers_.at(key_of(literal.value)).missing
                                                   : missing_[literal.value.column];
            case Kind::category: {
                std::vector<int> equal;
                for (std::uint32_t code : literal.codes)
                    equal.push_back(categories_[literal.value.column][code]);
                int any = cnf_.any(equal);
                return literal.excluded ? cnf_.all({-missing_[literal.value.column], -any}) : any;
            }
            case Kind::pair: return pair(literal);
            case Kind::truth: break;
        }
        return missing_[literal.value.column];
    }

    // The comparison of two columns of numbers: less, equal, greater, or none of these.
    std::vector<int>& order_of(std::uint32_t a, std::uint32_t b) {
        std::vector<int>& order = orders_[{a, b}];
        if (!order.empty()) return order;
        for (const char* is : {"less", "equal", "greater"})
            order.push_back(mapped(of_column(a) + ", \"compared with\": " +
                                   ascii_json(model_.columns[b].name) + R"(, "is": ")" + is + "\""));
        int both = cnf_.all({known(a), known(b)});
        cnf_.add({-both, order[0], order[1], order[2]});
        for (std::size_t i = 0; i < order.size(); ++i) {
            cnf_.add({-order[i], both});
            cnf_.add({-order[i], -order[(i + 1) % 3]});
        }
        return order;
    }

    int pair(const ExportLiteral& literal) {
        std::uint32_t a = literal.value.column;
        std::uint32_t b = literal.other;
        int equal = 0;
        if (literal.as_numbers) {
            const std::vector<int> order = order_of(a, b);
            switch (literal.comparison) {
                case Comparison::less: return order[0];
                case Comparison::less_equal: return cnf_.any({order[0], order[1]});
                case Comparison::greater: return order[2];
                case Comparison::greater_equal: return cnf_.any({order[2], order[1]});
                default: equal = order[1];
            }
        } else {
            std::vector<int> both;
            for (const std::string& text : literal.common)
                both.push_back(cnf_.all({category(a, text), category(b, text)}));
            equal = cnf_.any(both);
        }
        if (literal.comparison == Comparison::equal) return equal;
        return cnf_.all({-missing_[a], -missing_[b], -equal});
    }
    [[nodiscard]] int category(std::uint32_t column, const std::string& text) const {
        const std::vector<std::string>& all = model_.columns[column].categories;
        auto at = std::lower_bound(all.begin(), all.end(), text) - all.begin();
        return categories_[column][static_cast<std::size_t>(at)];
    }

    void nodes() {
        std::vector<std::uint32_t> roots = rule_roots(model_);
        for (std::uint32_t root : part_roots(model_)) roots.push_back(root);
        std::vector<std::uint32_t> uses = uses_of(model_, roots);
        of_node_.resize(model_.nodes.size());
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id) {
            const ExportNode& node = model_.nodes[id];
            std::vector<int> operands;
            for (std::uint32_t operand : node.operands) operands.push_back(of_node_[operand]);
            switch (node.kind) {
                case ExportNode::Kind::falsum: of_node_[id] = -CnfClauses::kTrue; break;
                case ExportNode::Kind::verum: of_node_[id] = CnfClauses::kTrue; break;
                case ExportNode::Kind::literal: of_node_[id] = literals_[node.literal]; break;
                case ExportNode::Kind::negation: of_node_[id] = -operands[0]; break;
                case ExportNode::Kind::conjunction:
                    of_node_[id] = uses[id] == 0 ? 0 : cnf_.all(operands);
                    break;
                case ExportNode::Kind::disjunction:
                    of_node_[id] = uses[id] == 0 ? 0 : cnf_.any(operands);
                    break;
            }
        }
    }

    // [class]
    std::vector<int> first_part() {
        std::vector<std::vector<int>> holds(model_.classes.size());
        int open = CnfClauses::kTrue;
        for (const ExportPart& part : model_.parts) {
            holds[part.of_class].push_back(cnf_.all({open, of_node_[part.node]}));
            open = cnf_.all({open, -of_node_[part.node]});
        }
        holds[model_.otherwise].push_back(open);
        std::vector<int> result;
        for (const std::vector<int>& any : holds) result.push_back(cnf_.any(any));
        return result;
    }

    // [class]. Points are made nonnegative: -p if a rule holds is p if it does not, less p in any case.
    std::vector<int> most_points() {
        std::vector<std::int64_t> least = model_.base;
        for (std::size_t c = 0; c < least.size(); ++c)
            for (const ExportRule& rule : model_.rules) least[c] += std::min<std::int64_t>(0, rule.points[c]);
        std::int64_t lowest = *std::min_element(least.begin(), least.end());
        std::vector<Bits> sums;
        for (std::size_t c = 0; c < least.size(); ++c) {
            std::vector<std::pair<std::uint64_t, int>> terms = {
                {static_cast<std::uint64_t>(least[c] - lowest), CnfClauses::kTrue}};
            for (const ExportRule& rule : model_.rules) {
                std::int64_t points = rule.points[c];
                int holds = of_node_[rule.node];
                terms.emplace_back(static_cast<std::uint64_t>(points < 0 ? -points : points),
                                   points < 0 ? -holds : holds);
            }
            sums.push_back(binary_sum(cnf_, terms));
        }
        std::vector<int> result;
        for (std::size_t c = 0; c < sums.size(); ++c) {
            std::vector<int> wins;
            for (std::size_t other = c + 1; other < sums.size(); ++other)
                wins.push_back(at_least(cnf_, sums[c], sums[other]));
            for (std::size_t other = 0; other < c; ++other)
                wins.push_back(-at_least(cnf_, sums[other], sums[c]));
            result.push_back(cnf_.all(wins));
        }
        return result;
    }

    const ExportModel& model_;
    CnfClauses cnf_ = {};
    std::string map_ = {};
    std::vector<int> missing_ = {};                  // [column]; of a truth column, that it is true
    std::vector<std::vector<int>> categories_ = {};  // [column][code]
    std::map<Key, CnfNumber> numbers_ = {};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<int>> orders_ = {};
    std::vector<int> literals_ = {};
    std::vector<int> of_node_ = {};
};

}  // namespace

std::string write_dimacs(const ExportModel& model, const ExportOptions& /*options*/) {
    return DimacsWriter(model).write();
}

}  // namespace loh
