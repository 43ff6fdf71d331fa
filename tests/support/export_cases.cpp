#include "support/export_cases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/calendar.hpp"
#include "base/text.hpp"
#include "data/truth_columns.hpp"
#include "formula/graph.hpp"
#include "support/random.hpp"

namespace loh::testing {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNone = std::nan("");

// Names and categories that end texts, comments, lines, tags and statements somewhere, and keywords.
const std::vector<std::string> kHostile = {
    "'; DROP TABLE data; --",
    "\"; import os; os.abort() #",
    "*/ #error x /*",
    "</script><script>alert(1)</script>",
    "a\nb",
    "back\\",
    "?\?/",
    "${env:HOME}",
    "größe ∧ 数",
    "\xE2\x80\xA8line\xE2\x80\xAE",
    "int",
    "select",
    "None",
    "constructor",
    "__proto__",
    "%s %d {0} {{x}}",
    "`x`",
    "\"\"\"",
    "$$",
    "1e5",
    "-- comment",
    "a\tb\r",
    "\x01\x1F\x7F",
    "lambda",
    "]]>",
    "<!--",
    "#{x}",
    "'''",
};

std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
}

double moment_text_of(double seconds) { return *parse_moment(spell_moment(seconds)); }

class CaseMaker {
public:
    CaseMaker(std::uint64_t seed, std::size_t rows, CaseShape shape)
        : random_(seed), rows_(rows), shape_(shape) {
        missing_ = missing_rules();
        make_columns();
        std::size_t atoms = shape == CaseShape::shared ? 16 : shape == CaseShape::many_rules ? 60 : 14;
        while (leaves_.size() < atoms) leaves_.push_back(leaf());
    }

    ExportCase run(const std::string& name) {
        ExportCase result{name, Decision(std::make_shared<DecisionData>(decision())), {}, rows_};
        fill();
        result.columns = std::move(columns_);
        if (shape_ == CaseShape::hostile) result.table = "my 'data'; -- \xC3\xA9";
        return result;
    }

private:
    MissingRules missing_rules() {
        switch (random_.below(3)) {
            case 0: return MissingRules(TableSchema{});
            case 1: return MissingRules(std::vector<std::string>{"", "?"});
            default: return MissingRules(std::vector<std::string>{"", "don't know", "-"});
        }
    }

    void add(const std::string& name, ColumnSchema schema, bool truth = false) {
        columns_.push_back({shape_ == CaseShape::hostile ? kHostile[columns_.size()] + " x" : name,
                            std::move(schema), truth});
        if (shape_ == CaseShape::hostile && columns_.size() % 2 == 0)
            columns_.back().name = kHostile[columns_.size()];
    }

    static ColumnSchema of_categories(std::vector<std::string> categories) {
        return {ColumnType::category, sorted(std::move(categories)), {}};
    }

    void make_columns() {
        add("age", {});
        add("body height", {});
        add("fee",
            {ColumnType::number, {}, *CellForm::of_pattern(random_.chance(50) ? "$1,234.5" : "1.234,5%")});
        const std::vector<std::string> dates = {"YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YYYY", "YYYY/MM/DD"};
        add("since", {ColumnType::number, {}, *CellForm::of_pattern(random_.pick(dates))});
        add("until", {ColumnType::number, {}, *CellForm::of_pattern(random_.pick(dates))});
        bool hostile = shape_ == CaseShape::hostile;
        add("color", of_categories(hostile ? kHostile : std::vector<std::string>{"blue", "green", "red"}));
        add("shade", of_categories(hostile ? std::vector<std::string>(kHostile.begin() + 5, kHostile.end())
                                           : std::vector<std::string>{"green", "pink", "red", "white"}));
        std::vector<std::string> towns;
        for (int i = 10; i < 50; ++i) towns.push_back("town " + std::to_string(i));
        add("town", of_categories(towns));
        add("grade", of_categories({"1", "2", "3", "10"}));
        add("rank", of_categories({"1", "2.5", "3", "1e1"}));
        add("file", of_categories({"a", "b", "c", "d", "h"}));
        add("line", of_categories({"b", "d", "f"}));
        add("smoker", {}, true);
        add("member", {}, true);
    }

    // Decimals, fractions without a short decimal, and numbers of every size.
    double number() {
        const std::vector<double> usual = {0, 1, -1, 20, 35.3, 0.1, 0.3, 2.5, -7.25, 100, 1e6};
        const std::vector<double> odd = {1.0 / 3,
                                         0.1 + 0.2,
                                         123456789.123456789,
                                         9007199254740993.0,
                                         1e300,
                                         -1e300,
                                         5e-324,
                                         2.2250738585072014e-308,
                                         1e22,
                                         1e23,
                                         4.35,
                                         1.7976931348623157e308,
                                         179769313486231.57,
                                         8.41e-21,
                                         6.0221407599999999e23};
        if (random_.chance(70)) return random_.pick(usual);
        if (random_.chance(70)) return random_.pick(odd);
        double digits = static_cast<double>(random_.next() >> 11U) + 1;
        return std::ldexp(random_.chance(50) ? digits : -digits, static_cast<int>(random_.below(140)) - 100);
    }

    double moment() {
        double days = 86'400.0 * static_cast<double>(random_.between(0, 60'000)) - 86'400.0 * 10'000;
        const std::vector<double> times = {0, 0, 0, 45'000, 45'005, 0.25, 86'399.999999};
        return moment_text_of(days + random_.pick(times));
    }

    [[nodiscard]] Column named(std::size_t index) const {
        Column result{spell_name(columns_[index].name)};
        result.date = columns_[index].schema.form.is_date();
        return result;
    }

    Comparison comparison(bool ordered) {
        return static_cast<Comparison>(ordered ? random_.below(6) : 4 + random_.below(2));
    }

    // The columns by kind: numbers, dates, texts, categories that are numbers, letters.
    std::pair<std::size_t, std::size_t> pair_of(const std::vector<std::size_t>& group) {
        return {random_.pick(group), random_.pick(group)};
    }

    Atom pair_atom() {
        const std::vector<std::vector<std::size_t>> groups = {
            {0, 1, 2}, {3, 4}, {5, 6, 7}, {8, 9}, {0, 8, 9}};
        std::size_t group = random_.below(groups.size());
        auto [a, b] = pair_of(groups[group]);
        pairs_.emplace_back(a, b);
        return CompareAtom{named(a), comparison(group != 2), named(b)};
    }

    Column difference() {
        const std::vector<std::vector<std::size_t>> groups = {{0, 1, 2}, {8, 9}, {10, 11}, {0, 8}};
        auto [a, b] = pair_of(random_.pick(groups));
        differences_.push_back({a, b, 0});
        return difference_column(named(a).name, named(b).name, random_.chance(50));
    }

    Atom atom() {
        if (random_.chance(15)) return pair_atom();
        std::size_t index = random_.below(12);
        bool is_difference = random_.chance(15);
        Column column = is_difference ? difference() : named(index);
        if (random_.chance(10)) return MissingAtom{column};
        bool categories = !is_difference && columns_[index].schema.type == ColumnType::category;
        auto constant = [&] {
            double value = is_difference && random_.chance(50) ? static_cast<double>(random_.below(5))
                           : column.date                       ? moment()
                                                               : number();
            if (is_difference) differences_.back().constant = value;
            if (!is_difference) constants_[index].push_back(value);
            return value;
        };
        if (categories) return category_atom(index);
        switch (random_.below(4)) {
            case 0: {
                double low = constant();
                double high = column.date ? low + 86'400 : low + 10;
                if (!is_difference) constants_[index].push_back(high);
                return IntervalAtom{column, low, high, random_.chance(50), random_.chance(50)};
            }
            case 1: {
                MemberAtom atom{column, {}, random_.chance(40)};
                for (std::size_t i = random_.below(4); i-- > 0;) atom.values.emplace_back(constant());
                return atom;
            }
            default: return CompareAtom{column, comparison(true), constant()};
        }
    }

    // Some name a category that training has not seen; of letters and numbers, one that can still be subtracted.
    Atom category_atom(std::size_t index) {
        Column column = named(index);
        const std::vector<std::string>& categories = columns_[index].schema.categories;
        bool letters = columns_[index].schema.categories.back().size() == 1 && categories.back() >= "a";
        if (random_.chance(40)) {
            std::string category = random_.chance(15) ? (letters ? "e" : "7") : random_.pick(categories);
            return CompareAtom{column, comparison(false), category};
        }
        MemberAtom atom{column, {}, random_.chance(50)};
        for (std::size_t i = random_.below(std::min<std::size_t>(20, categories.size() + 2)); i-- > 0;)
            atom.values.emplace_back(random_.pick(categories));
        return atom;
    }

    Formula leaf() {
        if (random_.chance(8)) return graph_.var(columns_[12 + random_.below(2)].name);
        return Formula(graph_.data(), graph_.data()->atom(atom()));
    }

    // Formulas with shared parts: each new one joins earlier ones.
    std::vector<Formula> formulas(std::size_t count) {
        if (shape_ == CaseShape::many_rules) return short_rules(count);
        std::vector<Formula> made = leaves_;
        for (std::size_t i = 0; i < 3 * count; ++i) {
            std::vector<Formula> operands;
            for (std::size_t k = 1 + random_.below(4); k-- > 0;) {
                Formula operand =
                    random_.chance(3) ? Formula(random_.chance(50)) : made[random_.below(made.size())];
                operands.push_back(random_.chance(30) ? !operand : operand);
            }
            made.push_back(random_.chance(60) ? all_of(operands) : any_of(operands));
        }
        std::vector<Formula> result(made.end() - static_cast<std::ptrdiff_t>(count), made.end());
        if (shape_ == CaseShape::deep) result[0] = deep();
        if (shape_ == CaseShape::shared) result[0] = parity();
        return result;
    }

    std::vector<Formula> short_rules(std::size_t count) {
        std::vector<Formula> result;
        while (result.size() < count) {
            std::vector<Formula> operands;
            for (std::size_t k = 1 + random_.below(3); k-- > 0;) operands.push_back(random_.pick(leaves_));
            result.push_back(all_of(operands));
        }
        return result;
    }

    Formula deep() {
        Formula result = leaves_[0];
        for (std::size_t i = 0; i < 400; ++i) {
            const Formula& other = leaves_[random_.below(leaves_.size())];
            result = i % 2 == 0 ? result & other : result | (i % 3 == 0 ? !other : other);
            if (i % 7 == 0) result = !result;
        }
        return result;
    }

    Formula parity() {
        Formula result = leaves_[0];
        for (std::size_t i = 1; i < leaves_.size(); ++i) result = exclusive_or(result, leaves_[i]);
        return result;
    }

    DecisionData decision() {
        constexpr std::size_t kHeads = 5;
        std::size_t head = shape_ == CaseShape::many_rules ? 3 + random_.below(2) : random_.below(kHeads);
        std::vector<std::string> classes = {"no", "yes"};
        if (head % 2 == 0 && head > 0) classes = {"a", "b", "c", "d e", "f's", "7", "no"};
        if (shape_ == CaseShape::hostile)
            for (std::size_t c = 0; c < classes.size(); ++c) classes[c] = kHostile[3 * c + random_.below(3)];
        Head kind = head == 0 ? Head::single : head < 3 ? Head::list : Head::vote;
        std::size_t count = kind == Head::single ? 1
                            : kind == Head::list ? classes.size() - 1
                                                 : 3 + random_.below(25);
        if (shape_ == CaseShape::many_rules) count = 1500;
        std::vector<Formula> made = formulas(count);
        DecisionData result;
        result.target = shape_ == CaseShape::hostile ? random_.pick(kHostile) + " y" : "y";
        result.head = DecisionHead::make(kind, classes, count,
                                         kind == Head::vote ? card(count, classes.size()) : Scorecard{});
        for (std::size_t f = 0; f < count; ++f)
            result.formulas.push_back({classes[result.head->class_of(f)], made[f]});
        for (const CaseColumn& column : columns_)
            if (!column.truth) result.meanings.columns.emplace(column.name, column.schema);
        result.meanings.missing = missing_;
        result.probabilities = probabilities(result);
        return result;
    }

    // Small points, so that ties are frequent; some huge.
    Scorecard card(std::size_t rules, std::size_t classes) {
        bool huge = random_.chance(10);
        auto points = [&]() -> std::int64_t {
            auto value = static_cast<std::int64_t>(random_.below(9)) - 3;
            return huge && random_.chance(30) ? value << 36U : value;
        };
        Scorecard result{classes, random_.chance(20) ? Votes::count : Votes::points, {}, {}};
        for (std::size_t c = 0; c < classes; ++c) result.base.push_back(points());
        for (std::size_t i = 0; i < rules * classes; ++i)
            result.points.push_back(result.votes == Votes::count ? static_cast<std::int64_t>(random_.below(2))
                                                                 : points());
        return result;
    }

    Probabilities probabilities(const DecisionData& decision) {
        Probabilities result;
        result.fitted_on = "training";
        std::size_t classes = decision.classes().size();
        auto share = [&] { return static_cast<double>(1 + random_.below(1000)) / 1001; };
        if (decision.head->kind() == Head::vote) {
            result.unit = share();
            for (std::size_t c = 0; c < classes; ++c) result.shift.push_back(share() - 0.5);
            return result;
        }
        std::size_t rules = 1;
        for (const ClassFormula& part : decision.formulas)
            rules += decision.head->rules_of(part.formula).size();
        for (std::size_t i = 0; i < rules * classes; ++i) result.shares.push_back(share());
        return result;
    }

    // Cells: constants of the column and their neighbours, and cells of other columns.
    void fill() {
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            bool category = columns_[c].schema.type == ColumnType::category;
            for (std::size_t row = 0; row < rows_; ++row) {
                if (category) columns_[c].texts.push_back(category_cell(columns_[c]));
                if (!category) columns_[c].numbers.push_back(number_cell(c));
            }
        }
        for (std::size_t row = 0; row < rows_; ++row) relate(row);
    }

    double number_cell(std::size_t index) {
        const std::vector<double> truths = {0,   1, 1, 0, 0.25, 0.5, 0.50000000000000011, 0.49999999999999994,
                                            0.75};
        if (columns_[index].truth) return random_.pick(truths);
        if (random_.chance(12)) return kNone;
        bool date = columns_[index].schema.form.is_date();
        const std::vector<double>& own = constants_[index];
        double value = !own.empty() && random_.chance(75) ? random_.pick(own) : date ? moment() : number();
        std::size_t side = random_.below(3);
        if (date) {
            constexpr double kMicrosecond = 1e-6;
            const std::vector<double> steps = {kMicrosecond, 1, 86'400};
            double step = random_.pick(steps);
            return side == 0 ? value : moment_text_of(side == 1 ? value + step : value - step);
        }
        if (columns_[index].schema.form.kind == CellForm::Kind::plain && random_.chance(6))
            return random_.chance(50) ? kInfinity : -kInfinity;
        if (value == 0 && random_.chance(50)) value = -value;
        return side == 0 ? value : std::nextafter(value, side == 1 ? kInfinity : -kInfinity);
    }

    std::optional<std::string> category_cell(const CaseColumn& column) {
        if (random_.chance(8)) return std::nullopt;
        const std::vector<std::string> others = {"",    "?",      "NA",  "None", "-", "don't know",
                                                 "nan", "purple", "Red", "red ", "4", "z"};
        if (random_.chance(15)) return random_.pick(others);
        return random_.pick(column.schema.categories);
    }

    // Equal and nearly equal cells of columns that are compared, and differences at their constants.
    void relate(std::size_t row) {
        for (const auto& [a, b] : pairs_) {
            if (random_.chance(60)) continue;
            bool texts = columns_[a].schema.type == ColumnType::category;
            if (texts != (columns_[b].schema.type == ColumnType::category)) continue;
            if (texts) columns_[b].texts[row] = columns_[a].texts[row];
            if (!texts && plain(b)) columns_[b].numbers[row] = columns_[a].numbers[row];
            if (!texts && plain(b) && !columns_[b].schema.form.is_date() && random_.chance(40))
                columns_[b].numbers[row] =
                    std::nextafter(columns_[b].numbers[row], random_.chance(50) ? kInfinity : -kInfinity);
        }
        for (const Difference& difference : differences_) {
            bool numbers = columns_[difference.a].schema.type == ColumnType::number &&
                           columns_[difference.b].schema.type == ColumnType::number;
            if (numbers && plain(difference.b) && random_.chance(50))
                columns_[difference.b].numbers[row] =
                    columns_[difference.a].numbers[row] - difference.constant;
        }
    }

    // Whether the column can have any number, infinities included.
    [[nodiscard]] bool plain(std::size_t index) const {
        return columns_[index].schema.form.kind != CellForm::Kind::decorated;
    }

    struct Difference {
        std::size_t a;
        std::size_t b;
        double constant;
    };

    Random random_;
    std::size_t rows_;
    CaseShape shape_;
    MissingRules missing_;
    std::vector<CaseColumn> columns_;
    Graph graph_;
    std::vector<Formula> leaves_;
    std::map<std::size_t, std::vector<double>> constants_;  // by column
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    std::vector<Difference> differences_;
};

}  // namespace

ExportCase random_export_case(std::uint64_t seed, std::size_t rows, CaseShape shape) {
    return CaseMaker(seed, rows, shape).run("case " + std::to_string(seed));
}

CaseRows::CaseRows(const ExportCase& from) : from_(from) {
    for (const CaseColumn& column : from.columns) names_.push_back(column.name);
}

std::optional<std::size_t> CaseRows::find(std::string_view name) const {
    auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(at - names_.begin());
}

TypedColumn CaseRows::like(std::size_t column, const ColumnSchema& schema,
                           const MissingRules& missing) const {
    const CaseColumn& from = from_.columns[column];
    if (schema.type == ColumnType::number) return {from.name, schema.type, from.numbers, {}, {}, schema.form};
    MissingTexts none = MissingTexts::in_categories(missing, schema.categories);
    std::vector<std::uint32_t> codes;
    for (const std::optional<std::string>& text : from.texts) {
        auto known = text ? std::find(schema.categories.begin(), schema.categories.end(), *text)
                          : schema.categories.end();
        bool is_missing = !text || none.contains(*text);
        codes.push_back(is_missing ? TypedColumn::kMissingCode
                        : known == schema.categories.end()
                            ? TypedColumn::kUnseenCode
                            : static_cast<std::uint32_t>(known - schema.categories.begin()));
    }
    return {from.name, schema.type, {}, std::move(codes), schema.categories};
}

std::vector<float> CaseRows::truth_values(std::size_t column) const {
    std::vector<float> result;
    for (double number : from_.columns[column].numbers) result.push_back(truth_value(number).value());
    return result;
}

ClassColumn CaseRows::classes(std::size_t /*column*/, const MissingTexts& /*missing*/) const { return {}; }

Error CaseRows::bad_cell(std::size_t /*column*/, std::size_t /*row*/, std::string message,
                         std::string hint) const {
    return {ErrorKind::meaning, std::move(message), std::move(hint)};
}

std::optional<std::string> cell_text(const ExportCase& from, std::size_t column, std::size_t row) {
    const CaseColumn& cells = from.columns[column];
    const MissingRules& missing = from.decision.decision_data().meanings.missing;
    const std::string& none = missing.texts[row % missing.texts.size()];
    if (cells.schema.type == ColumnType::category) return cells.texts[row].value_or(none);
    double number = cells.numbers[row];
    if (std::isnan(number)) return none;
    if (std::isinf(number)) return std::nullopt;
    return cells.schema.form.write(number);
}

}  // namespace loh::testing
