// Every answer on random small decisions, compared with the enumeration of all distinguishable rows.
//
// The rows of the enumeration are typed columns in memory: every cut of every literal with its two neighbours, every category,
// an unseen one, and missing. Where columns of numbers are compared with each other, the cells are a few numbers around the
// cuts, which is not all that can be; then a claim may fail where the enumeration finds nothing, and the counterexample is
// checked instead.
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "decision/decision_data.hpp"
#include "features/literal_oracle.hpp"
#include "formula/graph.hpp"
#include "loh/decision_diff.hpp"
#include "loh/prove.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

struct Kind {
    bool pairs = false;  // literals that compare two columns
    bool boxes = false;  // scorecards are searched by boxes
};

ProofOptions options_of(Kind kind) {
    ProofOptions options;
    if (kind.boxes) options.max_sum_rules = 0;
    return options;
}

// A decision, and the cells that its rows can have.
struct Small {
    std::shared_ptr<DecisionData> data;
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells;  // [column]

    [[nodiscard]] Decision decision() const { return Decision(data); }

    // All rows, as a table.
    [[nodiscard]] Table all_rows() const {
        std::size_t count = 1;
        for (const auto& some : cells) count *= some.size();
        std::vector<std::vector<std::string>> columns;
        std::size_t step = 1;
        for (const auto& some : cells) {
            std::vector<std::string>& column = columns.emplace_back();
            for (std::size_t row = 0; row < count; ++row) column.push_back(some[row / step % some.size()]);
            step *= some.size();
        }
        return Table::from_columns(names, columns);
    }
    // The row with the cell `cell` in one column.
    [[nodiscard]] std::size_t with_cell(std::size_t row, std::size_t column, std::size_t cell) const {
        std::size_t step = 1;
        for (std::size_t c = 0; c < column; ++c) step *= cells[c].size();
        std::size_t now = row / step % cells[column].size();
        return row - now * step + cell * step;
    }
    [[nodiscard]] std::size_t cell_of(std::size_t row, std::size_t column) const {
        std::size_t step = 1;
        for (std::size_t c = 0; c < column; ++c) step *= cells[c].size();
        return row / step % cells[column].size();
    }
};

const std::vector<std::string> kNumbers = {"", "-1", "0", "0.5", "1", "1.5", "2", "2.2", "2.5", "3"};
const std::vector<std::string> kPairNumbers = {"", "0", "0.5", "1", "2", "3.5"};
const std::vector<std::string> kColors = {"", "blue", "green", "red", "new"};
const std::vector<std::string> kShades = {"", "green", "pink", "red", "new", "blue"};

Atom number_atom(Random& random, const std::string& column) {
    const std::vector<double> cuts = {0, 1, 2};
    Column name{column};
    switch (random.below(6)) {
        case 0: return MissingAtom{name};
        case 1: return IntervalAtom{name, random.pick(cuts), 2.5, random.chance(50), random.chance(50)};
        case 2: {
            std::size_t left_out = random.below(3);
            return MemberAtom{name, {cuts[(left_out + 1) % 3], cuts[(left_out + 2) % 3]}, random.chance(50)};
        }
        default: return CompareAtom{name, static_cast<Comparison>(random.below(6)), random.pick(cuts)};
    }
}

Atom category_atom(Random& random, const std::string& column, const std::vector<std::string>& categories) {
    Column name{column};
    std::size_t first = random.below(3);
    const std::string& one = categories[1 + first];
    const std::string& other = categories[1 + (first + 1) % 3];
    switch (random.below(5)) {
        case 0: return MissingAtom{name};
        case 1: return MemberAtom{name, {one, other}, random.chance(50)};
        default: return CompareAtom{name, static_cast<Comparison>(4 + random.below(2)), one};
    }
}

Atom pair_atom(Random& random) {
    if (random.chance(30))
        return CompareAtom{{"color"}, static_cast<Comparison>(4 + random.below(2)), Column{"shade"}};
    if (random.chance(50)) return CompareAtom{{"x"}, static_cast<Comparison>(random.below(6)), Column{"y"}};
    const std::vector<double> cuts = {-1, 0, 0.5, 1.5};
    return CompareAtom{difference_column("x", "y", random.chance(40)),
                       static_cast<Comparison>(random.below(6)), random.pick(cuts)};
}

Formula random_leaf(Random& random, Graph& graph, Kind kind) {
    if (kind.pairs && random.chance(30)) return {graph.data(), graph.data()->atom(pair_atom(random))};
    switch (random.below(5)) {
        case 0: return graph.var("flag");
        case 1: return {graph.data(), graph.data()->atom(category_atom(random, "color", kColors))};
        case 2: return {graph.data(), graph.data()->atom(category_atom(random, "shade", kShades))};
        case 3: return {graph.data(), graph.data()->atom(number_atom(random, "y"))};
        default: return {graph.data(), graph.data()->atom(number_atom(random, "x"))};
    }
}

Formula random_formula(Random& random, Graph& graph, Kind kind, std::size_t depth) {
    if (depth == 0 || random.chance(25)) {
        Formula leaf = random_leaf(random, graph, kind);
        return random.chance(30) ? !leaf : leaf;
    }
    std::vector<Formula> parts;
    for (std::size_t i = random.between(2, 3); i-- > 0;)
        parts.push_back(random_formula(random, graph, kind, depth - 1));
    return random.chance(50) ? all_of(parts) : any_of(parts);
}

Small random_decision(Random& random, Kind kind) {
    Small result;
    result.data = std::make_shared<DecisionData>();
    DecisionData& data = *result.data;
    data.target = "y of it";
    for (const char* name : {"x", "y"}) data.meanings.columns[name] = {ColumnType::number, {}, {}};
    data.meanings.columns["color"] = {ColumnType::category, {"blue", "green", "red"}, {}};
    data.meanings.columns["shade"] = {ColumnType::category, {"green", "pink", "red"}, {}};
    data.meanings.missing = MissingRules({"", "?"});
    Graph graph;
    std::size_t classes = random.between(2, 4);
    std::vector<std::string> names;
    for (std::size_t c = 0; c < classes; ++c) names.push_back(std::to_string(c));
    std::size_t head = kind.boxes ? 2 : random.below(3);
    std::size_t formulas = classes - 1;
    Scorecard card;
    if (head == 0) {
        names.resize(2);
        formulas = 1;
    } else if (head == 2) {
        formulas = random.between(1, 5);
        card.classes = classes;
        for (std::size_t i = 0; i < formulas * classes; ++i)
            card.points.push_back(static_cast<std::int64_t>(random.below(7)) - 3);
        for (std::size_t c = 0; c < classes; ++c)
            card.base.push_back(static_cast<std::int64_t>(random.below(5)) - 2);
    }
    const Head heads[] = {Head::single, Head::list, Head::vote};
    data.head = DecisionHead::make(heads[head], names, formulas, card);
    for (std::size_t f = 0; f < formulas; ++f)
        data.formulas.push_back({names[data.head->class_of(f) % names.size()],
                                 random_formula(random, graph, kind, head == 2 ? 1 : 2)});
    if (kind.boxes) {  // conjunctions
        for (ClassFormula& part : data.formulas) {
            std::vector<Formula> literals;
            for (std::size_t i = random.between(1, 3); i-- > 0;) {
                Formula leaf = random_leaf(random, graph, kind);
                literals.push_back(random.chance(30) ? !leaf : leaf);
            }
            part.formula = all_of(literals);
        }
    }
    result.names = {"x", "y", "color", "shade", "flag"};
    result.cells = {kind.pairs ? kPairNumbers : kNumbers,
                    kind.pairs ? kPairNumbers : kNumbers,
                    kColors,
                    kShades,
                    {"0", "1"}};
    return result;
}

bool reads(const Decision& decision, const std::string& column) {
    std::vector<std::string> columns = decision.columns();
    return std::find(columns.begin(), columns.end(), column) != columns.end();
}

// A counterexample is a violation whenever the columns that matter have cells as in it: checked on all rows of the table.
void expect_minimal(const Small& small, const std::vector<std::uint32_t>& classes, const ProofAnswer& answer,
                    const std::function<bool(std::size_t)>& violates, bool exact) {
    ASSERT_FALSE(answer.rows.empty());
    std::size_t matter = 0;
    std::string shown;
    for (const ProofCell& cell : answer.rows[0].cells)
        shown += cell.column + ": " + cell.text + " (" + cell.region + "); ";
    SCOPED_TRACE(shown);
    std::ostringstream rules;
    small.decision().print(rules);
    SCOPED_TRACE(rules.str());
    for (const ProofCell& cell : answer.rows[0].cells) matter += cell.region.empty() ? 0 : 1;
    if (!exact || !answer.smallest) return;
    // The fewest columns of which some cells force a violation, by enumeration.
    std::size_t best = small.names.size();
    for (std::size_t mask = 0; mask < (1U << small.names.size()); ++mask) {
        auto size = static_cast<std::size_t>(__builtin_popcountll(mask));
        if (size >= best) continue;
        std::map<std::vector<std::size_t>, bool> forced;
        for (std::size_t row = 0; row < classes.size(); ++row) {
            std::vector<std::size_t> key;
            for (std::size_t c = 0; c < small.names.size(); ++c)
                if ((mask >> c & 1U) != 0) key.push_back(small.cell_of(row, c));
            auto entry = forced.try_emplace(key, true).first;
            entry->second = entry->second && violates(row);
        }
        for (const auto& [key, holds] : forced)
            if (holds) best = std::min(best, size);
    }
    EXPECT_EQ(matter, best);
}

void check_policy(Random& random, const Small& small, const std::vector<std::uint32_t>& classes, Kind kind) {
    Decision decision = small.decision();
    Graph graph;
    Formula condition = random_formula(random, graph, kind, 1);
    std::size_t of_class = random.below(decision.classes().size());
    ProofOptions options = options_of(kind);
    options.unread = small.names;
    std::string text = "(" + condition.to_string() + ") -> `y of it` != " + std::to_string(of_class);
    SCOPED_TRACE(text);
    ProofAnswer answer = prove_implies(decision, text, options);
    Table rows = small.all_rows();
    DecisionData asked = *small.data;  // the condition as the rules of a decision
    asked.head = DecisionHead::make(Head::single, {"no", "yes"}, 1);
    asked.formulas = {{"yes", condition}};
    std::vector<std::uint32_t> holds = Decision(std::make_shared<DecisionData>(asked)).classify(rows);
    auto violates = [&](std::size_t row) { return holds[row] == 1 && classes[row] == of_class; };
    bool found = false;
    for (std::size_t row = 0; row < classes.size(); ++row) found = found || violates(row);
    if (found || !kind.pairs) {
        EXPECT_EQ(answer.holds, !found);
    }
    if (!answer.holds && !kind.pairs && !kind.boxes) {
        EXPECT_TRUE(answer.smallest);
    }
    if (!answer.holds) expect_minimal(small, classes, answer, violates, !kind.pairs);
    if (kind.pairs) return;
    std::vector<std::uint64_t> counted(decision.classes().size(), 0);
    ProofCounts counts = prove_count(decision, condition.to_string(), options);
    std::uint64_t all = 0;
    for (std::size_t regions : counts.regions) all = all == 0 ? regions : all * regions;
    std::uint64_t together = 0;
    ProofCounts everything = prove_count(decision, "true", options);
    for (const std::string& count : everything.by_class) together += std::stoull(count);
    EXPECT_EQ(everything.rows, std::to_string(together));
    for (std::size_t c = 0; c < counted.size(); ++c) {
        bool some = false;
        for (std::size_t row = 0; row < classes.size(); ++row)
            some = some || (holds[row] == 1 && classes[row] == c);
        EXPECT_EQ(counts.by_class[c] != "0", some);
    }
}

void check_columns(const Small& small, const std::vector<std::uint32_t>& classes, Kind kind) {
    Decision decision = small.decision();
    std::set<std::string> unused;
    std::ostringstream rules;
    decision.print(rules);
    SCOPED_TRACE(rules.str());
    for (std::size_t c = 0; c < small.names.size(); ++c) {
        if (!reads(decision, small.names[c])) continue;
        bool fair = true;
        bool monotone = true;
        for (std::size_t row = 0; row < classes.size(); ++row) {
            std::size_t now = small.cell_of(row, c);
            for (std::size_t cell = now + 1; cell < small.cells[c].size(); ++cell) {
                std::uint32_t other = classes[small.with_cell(row, c, cell)];
                fair = fair && other == classes[row];
                bool present = now > 0 || small.names[c] == "flag";
                monotone = monotone && (!present || other >= classes[row]);
            }
        }
        SCOPED_TRACE(small.names[c]);
        ProofAnswer answer = prove_fair(decision, small.names[c], options_of(kind));
        if (!fair || !kind.pairs) {
            EXPECT_EQ(answer.holds, fair);
        }
        if (answer.holds) unused.insert(small.names[c]);
        if (c == 2 || c == 3) continue;
        ProofAnswer rising = prove_monotone(decision, small.names[c], true, "", options_of(kind));
        if (!monotone || !kind.pairs) {
            EXPECT_EQ(rising.holds, monotone);
        }
    }
    std::vector<std::string> listed = prove_unused(decision, options_of(kind)).unused;
    EXPECT_EQ(std::set<std::string>(listed.begin(), listed.end()), unused);
}

void check_rules(Random& random, const Small& small, const Table& rows) {
    Decision decision = small.decision();
    std::vector<Formula> rules;
    for (const ClassFormula& part : decision.formulas())
        for (const Formula& clause : small.data->head->rules_of(part.formula)) rules.push_back(clause);
    std::size_t a = random.below(rules.size());
    std::size_t b = random.below(rules.size());
    DecisionData asked = *small.data;
    asked.head = DecisionHead::make(Head::single, {"no", "yes"}, 1);
    asked.formulas = {{"yes", rules[a] & rules[b]}};
    std::vector<std::uint32_t> both = Decision(std::make_shared<DecisionData>(asked)).classify(rows);
    bool never = std::find(both.begin(), both.end(), 1U) == both.end();
    ProofAnswer answer = prove_never(decision, a + 1, b + 1);
    if (!never || answer.holds) {
        EXPECT_EQ(answer.holds, never);
    }
}

// All reasons of a row, by enumeration of sets of columns.
void check_reasons(Random& random, const Small& small, const Table& rows,
                   const std::vector<std::uint32_t>& classes, Kind kind) {
    Decision decision = small.decision();
    std::size_t row = random.below(classes.size());
    ProofReasons found = prove_reasons(decision, rows, row, 1000, options_of(kind));
    EXPECT_TRUE(found.all);
    std::set<std::set<std::string>> expected;
    std::vector<std::size_t> reasons;
    std::vector<std::size_t> masks;
    for (std::size_t mask = 0; mask < (1U << small.names.size()); ++mask) masks.push_back(mask);
    std::stable_sort(masks.begin(), masks.end(), [](std::size_t a, std::size_t b) {
        return __builtin_popcountll(a) < __builtin_popcountll(b);
    });
    for (std::size_t mask : masks) {
        bool superset = std::any_of(reasons.begin(), reasons.end(),
                                    [&](std::size_t less) { return (less & mask) == less; });
        if (superset) continue;
        bool forced = true;
        for (std::size_t other = 0; forced && other < classes.size(); ++other) {
            bool agrees = true;
            for (std::size_t c = 0; c < small.names.size(); ++c)
                agrees =
                    agrees && ((mask >> c & 1U) == 0 || small.cell_of(other, c) == small.cell_of(row, c));
            forced = !agrees || classes[other] == classes[row];
        }
        if (!forced) continue;
        reasons.push_back(mask);
        std::set<std::string> own;
        for (std::size_t c = 0; c < small.names.size(); ++c)
            if ((mask >> c & 1U) != 0) own.insert(small.names[c]);
        expected.insert(own);
    }
    std::set<std::set<std::string>> got;
    for (const std::vector<ProofCell>& reason : found.reasons) {
        std::set<std::string> names;
        for (const ProofCell& cell : reason) names.insert(cell.column);
        got.insert(names);
    }
    EXPECT_EQ(got, expected);
}

void check_equivalence(const Small& one, const Small& other, const Table& rows, Kind kind) {
    std::vector<std::string> first = one.decision().predict(rows);
    std::vector<std::string> second = other.decision().predict(rows);
    ProofAnswer answer = prove_equivalent(one.decision(), other.decision(), options_of(kind));
    if (first != second || !kind.pairs) {
        EXPECT_EQ(answer.holds, first == second);
    }
}

// The rows in which each rule of a decision holds, by its text.
std::map<std::string, std::vector<std::uint32_t>> rows_of_rules(const Small& small, const Table& rows) {
    std::map<std::string, std::vector<std::uint32_t>> result;
    DecisionData asked = *small.data;
    asked.head = DecisionHead::make(Head::single, {"no", "yes"}, 1);
    for (const ClassFormula& part : small.data->formulas) {
        for (const Formula& clause : small.data->head->rules_of(part.formula)) {
            asked.formulas = {{"yes", clause}};
            result[clause.to_string()] = Decision(std::make_shared<DecisionData>(asked)).classify(rows);
        }
    }
    return result;
}

void check_diff(const Small& one, const Small& other, const Table& rows) {
    DecisionDiff diff = compare_decisions(one.decision(), other.decision());
    auto before = rows_of_rules(one, rows);
    auto after = rows_of_rules(other, rows);
    using What = RuleChange::Kind;
    for (const RuleChange& change : diff.rules) {
        if (change.before.empty() || change.after.empty()) continue;
        const std::vector<std::uint32_t>& a = before.at(change.before);
        const std::vector<std::uint32_t>& b = after.at(change.after);
        bool grows = true;
        bool shrinks = true;
        for (std::size_t row = 0; row < a.size(); ++row) {
            grows = grows && a[row] <= b[row];
            shrinks = shrinks && a[row] >= b[row];
        }
        SCOPED_TRACE(change.before + " and " + change.after);
        EXPECT_EQ(grows, change.kind != What::narrowed);
        EXPECT_EQ(shrinks, change.kind != What::widened);
    }
    bool alike = one.decision().predict(rows) == other.decision().predict(rows);
    EXPECT_EQ(diff.agreement, alike ? Agreement::proved : Agreement::refuted);
    EXPECT_EQ(changed_decisions(one.decision(), other.decision(), rows).empty(), alike);
}

void check_everything(std::uint64_t seed, Kind kind) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Small small = random_decision(random, kind);
    Table rows = small.all_rows();
    std::vector<std::uint32_t> classes = small.decision().classify(rows);
    check_policy(random, small, classes, kind);
    check_columns(small, classes, kind);
    check_rules(random, small, rows);
    if (!kind.pairs) check_reasons(random, small, rows, classes, kind);
    Small other = random_decision(random, kind);
    check_equivalence(small, other, rows, kind);
    if (!kind.pairs) check_diff(small, other, rows);
    check_equivalence(small, small, rows, kind);
}

// LOH_PROOF_MODELS=10000 checks more.
std::size_t models() {
    const char* more = std::getenv("LOH_PROOF_MODELS");
    return more != nullptr ? std::strtoul(more, nullptr, 10) : 150;
}

TEST(Prove, AgreesWithTheEnumerationOfAllRows) {
    for (std::uint64_t seed = 0; seed < models() && !HasFailure(); ++seed) check_everything(seed, {});
}

TEST(Prove, AgreesWithTheEnumerationWhereColumnsAreCompared) {
    for (std::uint64_t seed = 0; seed < models() && !HasFailure(); ++seed)
        check_everything(seed + 1'000'000, {true});
}

TEST(Prove, AgreesWithTheEnumerationWhereScorecardsAreSearchedByBoxes) {
    for (std::uint64_t seed = 0; seed < models() && !HasFailure(); ++seed)
        check_everything(seed + 2'000'000, {false, true});
}

}  // namespace
}  // namespace loh::testing
