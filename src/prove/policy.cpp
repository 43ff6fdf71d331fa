#include "prove/policy.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.hpp"
#include "data/column_source.hpp"
#include "data/truth_columns.hpp"
#include "features/atom_types.hpp"
#include "features/literal_oracle.hpp"
#include "formula/walk.hpp"
#include "loh/program.hpp"

namespace loh {

namespace {

std::string enumerated(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + quote(name, '\'');
    return result;
}

Formula formula_of(const std::string& text) {
    Elaboration meaning = elaborate(Program::parse(text, "<question>"));
    if (meaning.outputs.size() != 1)
        throw Error(ErrorKind::usage,
                    "the question has " + std::to_string(meaning.outputs.size()) + " outputs",
                    "write one formula, such as 'age < 18 -> !approved'");
    if (meaning.outputs[0].formula.has_choices())
        throw Error(ErrorKind::usage, "the question has choices, so it is not one formula",
                    "write down one alternative of each choice");
    return meaning.outputs[0].formula;
}

class PolicyReader {
public:
    PolicyReader(const DecisionData& decision, const std::vector<std::string>& unread, Policy& policy)
        : decision_(decision), unread_(unread), policy_(policy) {}

    void read() {
        if (!policy_.formula.data()) return;
        const GraphData& graph = *policy_.formula.data();
        std::vector<NodeId> leaves = leaves_in_order(graph, policy_.formula.id());
        std::map<std::string, std::set<std::string>> named;
        for (NodeId leaf : leaves) {
            const Atom* atom = graph.leaf_atom(leaf);
            if (atom == nullptr) {
                read_name(leaf, graph.leaf_text(leaf));
            } else if (!about_target(leaf, *atom)) {
                for (const std::string& column : columns_of(*atom)) know(column, *atom);
                collect_categories(*atom, named[columns_of(*atom)[0]]);
            }
        }
        for (NodeId leaf : leaves) check_types(graph, leaf);
        for (auto& [spelled, texts] : named) {
            auto schema = policy_.view.columns.find(table_name(spelled));
            if (schema != policy_.view.columns.end())
                add_categories(texts, policy_.view.missing, schema->second);
        }
    }

private:
    void read_name(NodeId leaf, const std::string& spelled) {
        std::string name = table_name(spelled);
        if (policy_.view.truths.contains(name)) return;
        const std::vector<std::string>& classes = decision_.classes();
        std::vector<bool> holds(classes.size(), false);
        auto found = std::find(classes.begin(), classes.end(), name);
        if (found != classes.end()) {
            holds[static_cast<std::size_t>(found - classes.begin())] = true;
        } else if (name == decision_.target) {
            std::optional<std::size_t> yes = affirmative_class(classes);
            if (!yes)
                throw Error(
                    ErrorKind::meaning,
                    quote(name, '\'') + " alone is no class: none of " + enumerated(classes) + " says yes",
                    "compare it: " + spelled + " = " + quote(classes[0], '"'));
            holds[*yes] = true;
        } else if (contains_name(unread_, name)) {
            policy_.view.truths.insert(name);
            return;
        } else {
            throw unknown(name, "neither a class nor a column of truth values", true);
        }
        policy_.classes.emplace(leaf.value, std::move(holds));
    }

    bool about_target(NodeId leaf, const Atom& atom) {
        std::vector<std::string> read = columns_of(atom);
        bool about = std::any_of(read.begin(), read.end(), [&](const std::string& column) {
            return table_name(column) == decision_.target;
        });
        if (!about) return false;
        std::optional<CellSet> cells = read.size() == 1 ? CellSet::of(atom) : std::nullopt;
        if (!cells || std::holds_alternative<MissingAtom>(atom))
            throw Error(ErrorKind::meaning,
                        "in " + spell(atom) + ": the target can only be compared with its classes",
                        "the classes are " + enumerated(decision_.classes()));
        for (const std::string& name : cells->named()) static_cast<void>(class_index(decision_, name));
        bool numbers = comparable(*cells, CellSet::numbers({0, false}, {0, true}));
        std::vector<bool> holds;
        for (const std::string& name : decision_.classes()) {
            std::optional<double> number = number_of(name);
            if (numbers && !number)
                throw Error(ErrorKind::meaning,
                            "in " + spell(atom) + ": the class " + quote(name, '\'') + " is no number",
                            "the classes are " + enumerated(decision_.classes()));
            holds.push_back(numbers ? cells->contains(*number) : cells->contains(name));
        }
        policy_.classes.emplace(leaf.value, std::move(holds));
        return true;
    }

    // Makes sure that the view has a schema of the column.
    void know(const std::string& spelled, const Atom& atom) {
        if (schema_in(policy_.view, spelled) != nullptr) return;
        std::string name = table_name(spelled);
        if (!policy_.view.truths.contains(name) && !contains_name(unread_, name))
            throw unknown(name, "no column", false);
        ColumnSchema schema;
        std::set<std::string> texts;
        collect_categories(atom, texts);
        if (!texts.empty()) schema.type = ColumnType::category;
        if (schema.type == ColumnType::number && loh::column_of(atom).date)
            schema.form.kind = CellForm::Kind::date;
        schema.categories.assign(texts.begin(), texts.end());
        policy_.view.columns.emplace(name, std::move(schema));
    }

    static bool contains_name(const std::vector<std::string>& names, const std::string& name) {
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string& one) { return table_name(one) == name; });
    }

    [[nodiscard]] Error unknown(const std::string& name, const std::string& what, bool alone) const {
        std::vector<std::string> known;
        for (const auto& [column, schema] : policy_.view.columns)
            if (!alone) known.push_back(column);
        known.insert(known.end(), policy_.view.truths.begin(), policy_.view.truths.end());
        std::vector<std::string> all = known;
        if (alone) {
            all.insert(all.end(), decision_.classes().begin(), decision_.classes().end());
            all.push_back(decision_.target);
        }
        std::optional<std::string> meant = closest(name, all);
        std::string hint = "did you mean " + (meant ? quote(*meant, '\'') : "") + "?";
        if (!meant && alone) hint = "the classes are " + enumerated(decision_.classes());
        if (!meant && !alone)
            hint = known.empty() ? "the model reads no columns" : "the model reads " + enumerated(known);
        if (!meant) hint += "; columns that it does not read are declared: --unread " + name;
        return {ErrorKind::name, "the model reads " + what + " named " + quote(name, '\''), hint};
    }

    void check_types(const GraphData& graph, NodeId leaf) {
        const Atom* atom = graph.leaf_atom(leaf);
        if (atom == nullptr || policy_.classes.contains(leaf.value)) return;
        std::vector<TypedColumn> columns;
        for (const std::string& spelled : columns_of(*atom)) {
            const ColumnSchema& schema = *schema_in(policy_.view, spelled);
            columns.push_back({table_name(spelled), schema.type, {}, {}, schema.categories, schema.form});
        }
        try {
            for (Diagnostic& warning : check_atom(*atom, columns))
                policy_.warnings.push_back(std::move(warning));
        } catch (const Error& error) {
            Diagnostic diagnostic = error.diagnostic();
            diagnostic.message = "in " + graph.leaf_text(leaf) + ": " + diagnostic.message;
            throw Error(std::move(diagnostic));
        }
    }

    const DecisionData& decision_;
    const std::vector<std::string>& unread_;
    Policy& policy_;
};

}  // namespace

std::optional<std::size_t> affirmative_class(const std::vector<std::string>& classes) {
    static const std::pair<const char*, const char*> kPairs[] = {
        {"no", "yes"}, {"false", "true"},       {"0", "1"}, {"n", "y"}, {"f", "t"},
        {"-", "+"},    {"negative", "positive"}};
    if (classes.size() != 2) return std::nullopt;
    auto lower = [](std::string text) {
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return text;
    };
    for (std::size_t yes : {0U, 1U})
        for (auto [against, in_favour] : kPairs)
            if (lower(classes[yes]) == in_favour && lower(classes[1 - yes]) == against) return yes;
    return std::nullopt;
}

std::size_t class_index(const DecisionData& decision, const std::string& name) {
    const std::vector<std::string>& classes = decision.classes();
    auto found = std::find(classes.begin(), classes.end(), name);
    if (found != classes.end()) return static_cast<std::size_t>(found - classes.begin());
    std::optional<std::string> meant = closest(name, classes);
    throw Error(
        ErrorKind::name, "the target " + quote(decision.target, '\'') + " has no class " + quote(name, '\''),
        meant ? "did you mean " + quote(*meant, '\'') + "?" : "its classes are " + enumerated(classes));
}

Policy read_policy(const std::string& text, const DecisionData& decision,
                   const std::vector<std::string>& unread) {
    Policy result;
    result.text = text;
    result.view = ColumnView::of(decision);
    result.formula = formula_of(text);
    PolicyReader(decision, unread, result).read();
    result.view.plain.clear();  // in a question, an atom is always an atom
    return result;
}

void add_leaves(const Policy& policy, QuestionColumns& columns) {
    if (!policy.formula.data()) return;
    const GraphData& graph = *policy.formula.data();
    for (NodeId leaf : leaves_in_order(graph, policy.formula.id())) {
        if (policy.classes.contains(leaf.value)) continue;
        if (const Atom* atom = graph.leaf_atom(leaf)) {
            columns.add_atom(*atom, policy.view);
        } else {
            columns.add_truth(graph.leaf_text(leaf));
        }
    }
}

int policy_literal(const Policy& policy, DecidedRow& decided, CellSolver& cells) {
    RowFormulas formulas(cells, [&](const GraphData& graph, NodeId leaf) {
        auto classes = policy.classes.find(leaf.value);
        if (classes == policy.classes.end())
            return leaf_literal(graph, leaf, policy.view, cells, decided.row());
        std::vector<int> any;
        for (std::size_t c = 0; c < classes->second.size(); ++c)
            if (classes->second[c]) any.push_back(decided.is_class(c));
        return cells.any(any);
    });
    return formulas.literal(policy.formula);
}

bool policy_value(const Policy& policy, const DecisionData& decision, const Table& table, std::size_t row,
                  std::uint32_t decided) {
    if (!policy.formula.data()) return policy.formula == Formula(true);
    const GraphData& graph = *policy.formula.data();
    TableColumns source(table);
    Assignment values;
    for (NodeId leaf : leaves_in_order(graph, policy.formula.id())) {
        bool value = false;
        auto classes = policy.classes.find(leaf.value);
        const Atom* atom = graph.leaf_atom(leaf);
        if (classes != policy.classes.end()) {
            value = classes->second[decided];
        } else if (atom == nullptr) {
            value = truth_column(table, *source.find_input(graph.leaf_text(leaf)))[row] > 0.5F;
        } else {
            std::vector<TypedColumn> columns;
            for (std::size_t column : input_columns(columns_of(*atom), source, decision.target))
                columns.push_back(
                    source.like(column, *schema_in(policy.view, table.names()[column]), policy.view.missing));
            value = literal_at(*atom, columns, row);
        }
        values[graph.leaf_text(leaf)] = value;
    }
    return evaluate(policy.formula, values);
}

}  // namespace loh
