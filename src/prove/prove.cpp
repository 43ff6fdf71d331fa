#include "loh/prove.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "features/atom_types.hpp"
#include "loh/error.hpp"
#include "prove/claim.hpp"

namespace loh {

namespace {

// The predictions of a decision for the rows of a counterexample.
std::vector<std::uint32_t> predicted(const Decision& decision, const Table& table,
                                     std::vector<ProofRow>& rows) {
    std::vector<std::uint32_t> result = decision.classify(table);
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r].decided = decision.classes()[result[r]];
    return result;
}

bool assumptions_hold(const ClaimContext& context, const Table& table,
                      const std::vector<std::uint32_t>& classes) {
    for (const Policy& policy : context.assumptions)
        for (std::size_t row = 0; row < classes.size(); ++row)
            if (!policy_value(policy, context.data(), table, row, classes[row])) return false;
    return true;
}

// The name of a column that the decision reads; nothing if it reads no such column. Throws Error (name) if it reads one of a
// similar name, which is likely meant.
std::optional<std::string> read_column(const ClaimContext& context, const std::string& given) {
    std::string name = table_name(given);
    std::vector<std::string> known;
    for (const std::string& spelled : context.decisions[0].columns()) known.push_back(table_name(spelled));
    if (std::find(known.begin(), known.end(), name) != known.end()) return name;
    if (std::optional<std::string> meant = closest(name, known))
        throw Error(ErrorKind::name, "the model reads no column " + quote(name, '\''),
                    "did you mean " + quote(*meant, '\'') + "?");
    return std::nullopt;
}

// Of a claim that a column does not matter.
ProofAnswer holds_because_unread(const std::string& column, const ProofOptions& options) {
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = ErrorKind::name;
    note.message = "the model does not read the column " + quote(table_name(column), '\'') +
                   ", so it cannot change the decision";
    ProofAnswer answer;
    answer.warnings.push_back(note);
    if (options.certificate) answer.clauses.literals = {0};  // the empty clause
    return answer;
}

void add_warnings(const ClaimContext& context, const Policy* policy, ProofAnswer& answer) {
    for (const Policy& assumption : context.assumptions)
        answer.warnings.insert(answer.warnings.end(), assumption.warnings.begin(), assumption.warnings.end());
    if (policy != nullptr)
        answer.warnings.insert(answer.warnings.end(), policy->warnings.begin(), policy->warnings.end());
}

// A row of the first decision in one of the classes [first], and the other row in one of [second].
int decided_so(ClaimCells& claim, const std::vector<bool>& first, const std::vector<bool>& second) {
    std::vector<int> either[2];
    for (std::size_t c = 0; c < first.size(); ++c) {
        if (first[c]) either[0].push_back(claim.decided[0]->is_class(c));
        if (second[c]) either[1].push_back(claim.decided[1]->is_class(c));
    }
    return claim.cells->all({claim.cells->any(either[0]), claim.cells->any(either[1])});
}

// The classes of the two rows differ.
NodeNumber changes(ClaimCells& claim, std::size_t classes) {
    std::vector<NodeNumber> pairs;
    for (std::size_t c = 0; c < classes; ++c) {
        std::vector<bool> one(classes, false);
        one[c] = true;
        std::vector<bool> others = one;
        others.flip();
        pairs.push_back(claim.boxes->formulas().all(
            {claim.boxes->in_classes(0, one), claim.boxes->in_classes(1, others)}));
    }
    return claim.boxes->formulas().any(std::move(pairs));
}

ProofAnswer fair(const ClaimContext& context, const std::string& column, const ProofOptions& options) {
    Claim claim;
    claim.make = [&](const Points& points, bool record) {
        std::unique_ptr<ClaimCells> made = context.cells({}, column, points, record);
        if (made->boxes) {
            made->box_violation = changes(*made, context.data().classes().size());
            return made;
        }
        std::vector<int> pairs;
        for (std::size_t c = 0; c < context.data().classes().size(); ++c)
            pairs.push_back(
                made->cells->all({made->decided[0]->is_class(c), -made->decided[1]->is_class(c)}));
        made->violation = made->cells->any(std::move(pairs));
        return made;
    };
    claim.confirm = [&](const Table& table, std::vector<ProofRow>& rows) {
        std::vector<std::uint32_t> classes = predicted(context.decisions[0], table, rows);
        return classes[0] != classes[1] && assumptions_hold(context, table, classes);
    };
    return refute(claim, options);
}

}  // namespace

ProofAnswer prove_implies(const Decision& decision, const std::string& formula, const ProofOptions& options) {
    ClaimContext context({decision}, options);
    Policy policy = read_policy(formula, context.data(), options.unread);
    Claim claim;
    claim.make = [&](const Points& points, bool record) {
        std::unique_ptr<ClaimCells> made = context.cells({&policy}, std::nullopt, points, record);
        if (made->boxes) {
            made->box_violation = made->boxes->formulas().negation(made->boxes->policy(policy, 0));
        } else {
            made->violation = -policy_literal(policy, *made->decided[0], *made->cells);
        }
        return made;
    };
    claim.confirm = [&](const Table& table, std::vector<ProofRow>& rows) {
        std::vector<std::uint32_t> classes = predicted(decision, table, rows);
        return !policy_value(policy, context.data(), table, 0, classes[0]) &&
               assumptions_hold(context, table, classes);
    };
    ProofAnswer answer = refute(claim, options);
    add_warnings(context, &policy, answer);
    return answer;
}

ProofAnswer prove_fair(const Decision& decision, const std::string& column, const ProofOptions& options) {
    ClaimContext context({decision}, options);
    std::optional<std::string> read = read_column(context, column);
    if (!read) return holds_because_unread(column, options);
    ProofAnswer answer = fair(context, *read, options);
    add_warnings(context, nullptr, answer);
    return answer;
}

ProofAnswer prove_unused(const Decision& decision, const ProofOptions& options) {
    ClaimContext context({decision}, options);
    ProofAnswer answer;
    for (const std::string& spelled : decision.columns()) {
        ProofAnswer one = fair(context, table_name(spelled), options);
        answer.solver_calls += one.solver_calls;
        if (one.holds) answer.unused.push_back(table_name(spelled));
    }
    answer.holds = answer.unused.empty();
    add_warnings(context, nullptr, answer);
    return answer;
}

namespace {

// The order of the classes: their numbers, or one class against all others. [class]
std::vector<double> class_order(const DecisionData& decision, const std::string& of_class) {
    const std::vector<std::string>& classes = decision.classes();
    std::vector<double> result(classes.size(), 0);
    if (!of_class.empty()) {
        result[class_index(decision, of_class)] = 1;
    } else if (std::optional<std::size_t> yes = affirmative_class(classes)) {
        result[*yes] = 1;
    } else {
        for (std::size_t c = 0; c < classes.size(); ++c) {
            std::optional<double> number = number_of(classes[c]);
            if (!number)
                throw Error(ErrorKind::usage,
                            "the classes of the target " + quote(decision.target, '\'') +
                                " have no order: " + quote(classes[c], '\'') + " is no number",
                            "name the class that raising the column must not leave: --class " + classes[c]);
            result[c] = *number;
        }
    }
    return result;
}

// For a search by boxes: the element of `high` is not before that of `low`, and the second row goes to a smaller class.
void state_monotone(ClaimCells& claim, CellId low, CellId high, const std::vector<double>& order) {
    ElementFormulas& formulas = claim.boxes->formulas();
    const QuestionColumn& about = claim.columns.columns()[*claim.differs];
    std::vector<NodeNumber> assumed = {claim.box_assumption};
    ElementSet reached(about.elements(), true);
    for (std::size_t e = 0; e < about.elements(); ++e) {
        if (e > 0) {
            NodeNumber low_reached = formulas.cell(low, reached);
            assumed.push_back(formulas.any({formulas.negation(low_reached), formulas.cell(high, reached)}));
        }
        if (e == 1 && about.type != QuestionColumn::Type::truth)
            assumed.push_back(formulas.cell(low, reached));
        reached[e] = false;
    }
    claim.box_assumption = formulas.all(std::move(assumed));
    std::vector<NodeNumber> falls;
    for (std::size_t c = 0; c < order.size(); ++c) {
        std::vector<bool> before(order.size(), false);
        std::vector<bool> after(order.size());
        before[c] = true;
        for (std::size_t d = 0; d < order.size(); ++d) after[d] = order[d] < order[c];
        falls.push_back(
            formulas.all({claim.boxes->in_classes(0, before), claim.boxes->in_classes(1, after)}));
    }
    claim.box_violation = formulas.any(std::move(falls));
}

}  // namespace

ProofAnswer prove_monotone(const Decision& decision, const std::string& column, bool rising,
                           const std::string& of_class, const ProofOptions& options) {
    ClaimContext context({decision}, options);
    std::vector<double> order = class_order(context.data(), of_class);
    std::optional<std::string> read = read_column(context, column);
    if (!read) return holds_because_unread(column, options);
    const std::string& name = *read;
    const ColumnSchema* schema = schema_in(context.views[0], name);
    if (schema != nullptr && schema->type == ColumnType::category && !context.views[0].truths.contains(name))
        throw Error(ErrorKind::usage, "column " + quote(name, '\'') + " has categories, which have no order",
                    "--monotone is about a column of numbers; --fair asks whether a column matters at all");
    Claim claim;
    claim.make = [&](const Points& points, bool record) {
        std::unique_ptr<ClaimCells> made = context.cells({}, name, points, record);
        CellSolver& cells = *made->cells;
        CellId low = made->rows[0][*made->differs];
        CellId high = made->rows[1][*made->differs];
        if (!rising) std::swap(low, high);
        const QuestionColumn& about = made->columns.columns()[*made->differs];
        if (made->boxes) {
            state_monotone(*made, low, high, order);
            return made;
        }
        std::vector<int> assumed = {made->assumption};
        if (about.missing) assumed.push_back(cells.from(low, 1));
        for (std::size_t e = 1; e < about.elements(); ++e)
            assumed.push_back(cells.any({-cells.from(low, e), cells.from(high, e)}));
        if (about.compared) assumed.push_back(cells.less(low, high));
        made->assumption = cells.all(std::move(assumed));
        std::vector<int> falls;
        for (std::size_t c = 0; c < order.size(); ++c) {
            std::vector<bool> before(order.size(), false);
            std::vector<bool> after(order.size());
            before[c] = true;
            for (std::size_t d = 0; d < order.size(); ++d) after[d] = order[d] < order[c];
            if (std::find(after.begin(), after.end(), true) != after.end())
                falls.push_back(decided_so(*made, before, after));
        }
        made->violation = cells.any(std::move(falls));
        return made;
    };
    claim.confirm = [&](const Table& table, std::vector<ProofRow>& rows) {
        std::vector<std::uint32_t> classes = predicted(decision, table, rows);
        return order[classes[1]] < order[classes[0]] && assumptions_hold(context, table, classes);
    };
    ProofAnswer answer = refute(claim, options);
    add_warnings(context, nullptr, answer);
    return answer;
}

namespace {

NodeNumber disagreement(ClaimCells& claim, const std::vector<std::string>& ours,
                        const std::vector<std::string>& theirs) {
    std::vector<NodeNumber> differ;
    for (std::size_t c = 0; c < ours.size(); ++c) {
        std::vector<bool> one(ours.size(), false);
        one[c] = true;
        std::vector<bool> others(theirs.size());
        for (std::size_t d = 0; d < theirs.size(); ++d) others[d] = theirs[d] != ours[c];
        differ.push_back(claim.boxes->formulas().all(
            {claim.boxes->in_classes(0, one), claim.boxes->in_classes(1, others)}));
    }
    return claim.boxes->formulas().any(std::move(differ));
}

}  // namespace

ProofAnswer prove_equivalent(const Decision& decision, const Decision& other, const ProofOptions& options) {
    ClaimContext context({decision, other}, options);
    Claim claim;
    claim.make = [&](const Points& points, bool record) {
        std::unique_ptr<ClaimCells> made = context.cells({}, std::nullopt, points, record);
        const std::vector<std::string>& theirs = other.classes();
        if (made->boxes) {
            made->box_violation = disagreement(*made, decision.classes(), theirs);
            return made;
        }
        std::vector<int> differ;
        for (std::size_t c = 0; c < decision.classes().size(); ++c) {
            auto same = std::find(theirs.begin(), theirs.end(), decision.classes()[c]);
            int also = same == theirs.end()
                           ? -made->cells->always()
                           : made->decided[1]->is_class(static_cast<std::size_t>(same - theirs.begin()));
            differ.push_back(made->cells->all({made->decided[0]->is_class(c), -also}));
        }
        made->violation = made->cells->any(std::move(differ));
        return made;
    };
    claim.confirm = [&](const Table& table, std::vector<ProofRow>& rows) {
        std::vector<std::uint32_t> classes = predicted(decision, table, rows);
        rows[0].other = other.predict(table)[0];
        return rows[0].decided != rows[0].other && assumptions_hold(context, table, classes);
    };
    ProofAnswer answer = refute(claim, options);
    add_warnings(context, nullptr, answer);
    return answer;
}

ProofAnswer prove_never(const Decision& decision, std::size_t rule, std::size_t other,
                        const ProofOptions& options) {
    ClaimContext context({decision}, options);
    context.max_sum_rules = SIZE_MAX;  // without sums, this is for the solver
    std::vector<Formula> rules;
    for (const ClassFormula& part : context.data().formulas)
        for (const Formula& clause : context.data().head->rules_of(part.formula)) rules.push_back(clause);
    for (std::size_t number : {rule, other}) {
        if (number > 0 && number <= rules.size()) continue;
        throw Error(ErrorKind::usage, "the model has no rule " + std::to_string(number),
                    rules.empty() ? "it has no rules"
                                  : "its rules are 1 to " + std::to_string(rules.size()) +
                                        "; `loh explain MODEL` lists them");
    }
    Formula both = rules[rule - 1] & rules[other - 1];
    Claim claim;
    claim.make = [&](const Points& points, bool record) {
        std::unique_ptr<ClaimCells> made = context.cells({}, std::nullopt, points, record);
        made->violation = made->decided[0]->holds(both);
        return made;
    };
    claim.confirm = [&](const Table& table, std::vector<ProofRow>& rows) {
        std::vector<std::uint32_t> classes = predicted(decision, table, rows);
        Assignment values;
        for (const auto& [name, bits] : variable_bits(context.data(), TableColumns(table)).columns)
            values[name] = bit_at(bits, 0);
        return evaluate(both, values) && assumptions_hold(context, table, classes);
    };
    ProofAnswer answer = refute(claim, options);
    add_warnings(context, nullptr, answer);
    return answer;
}

}  // namespace loh
