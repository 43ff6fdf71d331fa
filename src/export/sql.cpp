// SQL: one SELECT with all columns of the table and `prediction`.
//
// Cells are taken in the types of the database: numbers in any numeric type, which is cast to double; categories in any type that
// casts to their text; dates as DATE or TIMESTAMP, in SQLite as ISO 8601 text; truth values as BOOLEAN, 0 and 1, or numbers
// between. NULL is missing, and so are NaN and, among categories, the texts that mean missing in the table of training.
//
// Idea: a comparison with NULL is NULL, which `AND`, `OR` and `CASE WHEN` treat as false. Only a negation would see the
// difference, and `IS NOT TRUE` is a negation that does not. So no literal needs a test for NULL.
//
// Deep expressions are refused or overflow a stack (SQLite: 1000 levels): long sums and formulas are balanced, and formulas that
// are deep, or huge because parts have many uses, are computed in inner queries, whose columns are part of the result.
#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.hpp"
#include "export/sql_dialect.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostOperands = 50;
constexpr Naming kNaming = {2000, 1000,
                            16};  // PostgreSQL has at most 1664 columns; the parser of SQLite a stack of 100
constexpr std::size_t kMostText = 1'000'000;  // leaves

const char* spell_sql(Comparison comparison) {
    return comparison == Comparison::not_equal ? "<>" : spell(comparison);
}

// Literals as conditions. Columns are qualified: an unknown name in double quotes would be a text for SQLite.
class SqlLiterals {
public:
    SqlLiterals(const ExportModel& model, const SqlSyntax& sql) : model_(model), sql_(sql) {
        for (const ExportColumn& column : model.columns) cells_.push_back("t." + sql.name(column.name));
    }

    [[nodiscard]] std::string operator()(const ExportLiteral& literal) const {
        switch (literal.kind) {
            case ExportLiteral::Kind::compare:
                return value(literal.value) + " " + spell_sql(literal.comparison) + " " +
                       constant(literal, literal.number);
            case ExportLiteral::Kind::interval: return interval(literal);
            case ExportLiteral::Kind::member: return member(literal);
            case ExportLiteral::Kind::missing: return missing(literal);
            case ExportLiteral::Kind::category: return category(literal);
            case ExportLiteral::Kind::pair:
                return literal.as_numbers ? number_pair(literal) : text_pair(literal);
            case ExportLiteral::Kind::truth: break;
        }
        return truth(cells_[literal.value.column]);
    }

private:
    [[nodiscard]] const ExportColumn& column(std::uint32_t index) const { return model_.columns[index]; }
    [[nodiscard]] std::string text_of(std::uint32_t index) const { return sql_.as_text(cells_[index]); }

    // The cell as a number or a moment, NULL if it is missing or unseen.
    [[nodiscard]] std::string cell(std::uint32_t index) const {
        switch (column(index).kind) {
            case ExportColumn::Kind::date: return sql_.as_moment(cells_[index]);
            case ExportColumn::Kind::category: break;
            default: return sql_.as_number(cells_[index]);
        }
        std::string places;
        for (std::size_t code = 0; code < column(index).places.size(); ++code)
            places += " WHEN " + sql_.text(column(index).categories[code]) + " THEN " +
                      sql_.typed_number(column(index).places[code]);
        return places.empty() ? sql_.as_double("NULL") : "CASE " + text_of(index) + places + " END";
    }

    [[nodiscard]] std::string value(const ExportValue& value) const {
        if (!value.is_difference) return cell(value.column);
        std::string difference = sql_.difference(cell(value.column), cell(value.minus));
        return not_nan(value.absolute ? "abs(" + difference + ")" : difference);
    }

    [[nodiscard]] std::string not_nan(const std::string& number) const {
        if (sql_.dialect() == SqlDialect::sqlite || sql_.dialect() == SqlDialect::postgresql)
            return number;  // NULL already
        return "NULLIF(" + number + ", " + sql_.not_a_number() + ")";
    }

    [[nodiscard]] std::string constant(const ExportLiteral& literal, double number) const {
        bool date = column(literal.value.column).kind == ExportColumn::Kind::date;
        return date ? sql_.moment(number) : sql_.number(number);
    }

    [[nodiscard]] std::string interval(const ExportLiteral& literal) const {
        std::string of = value(literal.value);
        std::string low = constant(literal, literal.low);
        std::string high = constant(literal, literal.high);
        if (literal.low_closed && literal.high_closed)
            return "(" + of + " BETWEEN " + low + " AND " + high + ")";
        return "(" + of + (literal.low_closed ? " >= " : " > ") + low + " AND " + of +
               (literal.high_closed ? " <= " : " < ") + high + ")";
    }

    [[nodiscard]] std::string member(const ExportLiteral& literal) const {
        std::string list;
        for (double number : literal.numbers) list += (list.empty() ? "" : ", ") + constant(literal, number);
        return value(literal.value) + (literal.excluded ? " NOT IN (" : " IN (") + list + ")";
    }

    // Lists of texts: the categories, then the texts that mean missing.
    [[nodiscard]] std::string list_of(const std::vector<std::string>& texts,
                                      const std::vector<std::string>& more = {}) const {
        std::string result;
        for (const std::vector<std::string>* part : {&texts, &more})
            for (const std::string& text : *part) result += (result.empty() ? "" : ", ") + sql_.text(text);
        return result;
    }

    [[nodiscard]] std::string category(const ExportLiteral& literal) const {
        std::uint32_t index = literal.value.column;
        std::vector<std::string> named;
        for (std::uint32_t code : literal.codes) named.push_back(column(index).categories[code]);
        if (!literal.excluded && named.size() == 1) return text_of(index) + " = " + sql_.text(named[0]);
        if (!literal.excluded) return text_of(index) + " IN (" + list_of(named) + ")";
        return text_of(index) + " NOT IN (" + list_of(named, column(index).missing) + ")";
    }

    [[nodiscard]] std::string missing(const ExportLiteral& literal) const {
        std::uint32_t index = literal.value.column;
        if (literal.value.is_difference) return value(literal.value) + " IS NULL";
        if (column(index).kind != ExportColumn::Kind::category) return cell(index) + " IS NULL";
        std::string none = cells_[index] + " IS NULL";
        if (column(index).missing.empty()) return none;
        return "(" + none + " OR " + text_of(index) + " IN (" + list_of(column(index).missing) + "))";
    }

    [[nodiscard]] std::string present(std::uint32_t index) const {
        if (column(index).kind != ExportColumn::Kind::category) return cell(index) + " IS NOT NULL";
        if (column(index).missing.empty()) return cells_[index] + " IS NOT NULL";
        return text_of(index) + " NOT IN (" + list_of(column(index).missing) + ")";
    }

    // An unseen cell differs from every present one.
    [[nodiscard]] std::string differs(const ExportLiteral& literal, const std::string& equal) const {
        return "(" + present(literal.value.column) + " AND " + present(literal.other) + " AND (" + equal +
               ") IS NOT TRUE)";
    }

    [[nodiscard]] std::string number_pair(const ExportLiteral& literal) const {
        std::string a = cell(literal.value.column);
        std::string b = cell(literal.other);
        bool categories = column(literal.value.column).kind == ExportColumn::Kind::category ||
                          column(literal.other).kind == ExportColumn::Kind::category;
        if (literal.comparison == Comparison::not_equal && categories) return differs(literal, a + " = " + b);
        return a + " " + spell_sql(literal.comparison) + " " + b;
    }

    [[nodiscard]] std::string text_pair(const ExportLiteral& literal) const {
        std::string a = text_of(literal.value.column);
        std::string equal = literal.common.empty() ? "FALSE"
                                                   : "(" + a + " = " + text_of(literal.other) + " AND " + a +
                                                         " IN (" + list_of(literal.common) + "))";
        return literal.comparison == Comparison::not_equal ? differs(literal, equal) : equal;
    }

    // Numbers become texts without loss, except in SQLite, which has no type of truth values to be cast.
    [[nodiscard]] std::string truth(const std::string& of) const {
        std::string text = sql_.as_text(of);
        bool sqlite = sql_.dialect() == SqlDialect::sqlite;
        return sql_.as_number("CASE lower(" + text + ") WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE " +
                              (sqlite ? of : text) + " END") +
               " > 0.5";
    }

    const ExportModel& model_;
    const SqlSyntax& sql_;
    std::vector<std::string> cells_;  // [column]
};

// Lower case, without what is not ASCII: two names are surely different if these are.
std::string folded(const std::string& name) {
    std::string result;
    for (char c : name)
        if (static_cast<unsigned char>(c) < 0x80)
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

class SqlWriter {
public:
    SqlWriter(const ExportModel& model, const ExportOptions& options)
        : model_(model), options_(options), sql_(sql_dialect(options.dialect)), literals_(model, sql_) {
        for (const ExportColumn& column : model.columns) taken_.insert(folded(column.name));
        prediction_ = free_name("prediction");
        rule_ = free_name(model.votes ? "rules" : "rule");
        name_classes();
        style_.conjunction = "AND";
        style_.disjunction = "OR";
        style_.yes = "TRUE";
        style_.no = "FALSE";
        style_.most = kMostOperands;
        style_.literal = [this](const ExportLiteral& literal) { return literals_(literal); };
        style_.negation = [](const std::string& operand) { return "(" + operand + ") IS NOT TRUE"; };
    }

    std::string write() {
        from_ = sql_.table(options_.table) + " AS t";
        std::string body = model_.votes ? votes() : first_rule();
        return comment() + with_ + body + ";\n";
    }

private:
    [[nodiscard]] bool needs_rule() const { return options_.explain || options_.proba; }

    std::string free_name(const std::string& wanted) {
        std::string name = wanted;
        for (int number = 2; !taken_.insert(folded(name)).second; ++number)
            name = wanted + " " + std::to_string(number);
        return sql_.name(name);
    }

    // `points yes` and `proba yes`; with numbers if the names of the classes could be taken for the same.
    void name_classes() {
        constexpr std::size_t kLongest = 50;  // bytes: PostgreSQL cuts names off behind 63
        std::set<std::string> different;
        bool plain = true;
        for (const std::string& name : model_.classes)
            plain = plain && name.size() <= kLongest && different.insert(folded(name)).second &&
                    name.find('$') == std::string::npos;
        for (std::size_t c = 0; c < model_.classes.size(); ++c) {
            std::string name = plain ? model_.classes[c] : std::to_string(c + 1);
            points_.push_back(free_name("points " + name));
            probas_.push_back(free_name("proba " + name));
        }
    }

    [[nodiscard]] std::string comment() const {
        std::string columns;
        constexpr const char* kKinds[] = {"number", "date", "category", "truth value"};
        for (const ExportColumn& column : model_.columns)
            columns += (columns.empty() ? "" : ", ") + comment_text(column.name) + " (" +
                       kKinds[static_cast<std::size_t>(column.kind)] + ")";
        return "-- The prediction of " + comment_text(model_.target) + ", by loh, for " + options_.dialect +
               ".\n-- Reads: " + (columns.empty() ? "nothing" : columns) + "\n";
    }

    // Each root as often as it is written: with votes once for each class to which it gives points.
    [[nodiscard]] std::vector<std::uint32_t> repeated(const std::vector<std::uint32_t>& roots) const {
        if (!model_.votes) return roots;
        std::vector<std::uint32_t> result;
        for (const ExportRule& rule : model_.rules) {
            auto classes = std::count_if(rule.points.begin(), rule.points.end(),
                                         [](std::int64_t points) { return points != 0; });
            result.insert(result.end(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, classes)),
                          rule.node);
        }
        return result;
    }

    // Throws Error if the formulas are huge although parts have names.
    void check_size(const std::vector<std::uint32_t>& roots, const std::vector<std::uint32_t>& levels) const {
        std::vector<std::size_t> size(model_.nodes.size(), 1);
        std::size_t all = 0;
        for (std::size_t id = 0; id < size.size(); ++id) {
            const ExportNode& node = model_.nodes[id];
            if (node.operands.empty()) continue;
            size[id] = 0;
            for (std::uint32_t below : node.operands)
                size[id] = std::min(kMostText + 1, size[id] + (levels[below] > 0 ? 1 : size[below]));
            if (levels[id] > 0) all = std::min(kMostText + 1, all + size[id]);
        }
        for (std::uint32_t root : roots) all = std::min(kMostText + 1, all + size[root]);
        if (all > kMostText)
            throw Error(ErrorKind::limit, "the formulas share too many parts to be written as SQL",
                        "export another target, such as c, python or javascript");
    }

    // The expressions of the nodes. Shared or deep parts become columns of inner queries.
    std::vector<std::string> written(const std::vector<std::uint32_t>& roots) {
        std::vector<std::uint32_t> levels = named_levels(model_, repeated(roots), kNaming);
        std::vector<std::string> names(model_.nodes.size());
        std::uint32_t highest = 0;
        std::size_t count = 0;
        for (std::size_t node = 0; node < names.size(); ++node) {
            if (levels[node] == 0) continue;
            names[node] = "t." + free_name("loh_" + std::to_string(++count));
            highest = std::max(highest, levels[node]);
        }
        check_size(roots, levels);
        for (std::uint32_t level = 1; level <= highest; ++level) {
            std::vector<std::uint32_t> nodes;
            for (std::uint32_t node = 0; node < names.size(); ++node)
                if (levels[node] == level) nodes.push_back(node);
            std::vector<std::string> texts = expressions(model_, nodes, names, style_);
            std::string query = "SELECT t.*";
            for (std::size_t i = 0; i < nodes.size(); ++i)
                query += ",\n    " + truth_value(texts[i]) + " AS " + names[nodes[i]].substr(2);
            std::string name = sql_.name("loh_level_" + std::to_string(level));
            with_ += level == 1 ? "WITH " : ",\n";
            with_ += name;
            with_ += " " + sql_.materialized() + " (\n  " + query + "\n  FROM " + from_ + "\n)";
            from_ = name + " AS t";
        }
        if (highest > 0) with_ += "\n";
        std::vector<std::string> result = expressions(model_, roots, names, style_);
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (levels[roots[i]] > 0) result[i] = names[roots[i]];
        return result;
    }

    static std::string truth_value(const std::string& condition) { return "((" + condition + ") IS TRUE)"; }

    [[nodiscard]] std::string class_text(std::uint32_t number) const {
        return sql_.text(model_.classes[number]);
    }

    std::string first_rule() {
        std::vector<std::string> conditions = written(needs_rule() ? rule_roots(model_) : part_roots(model_));
        std::string none = class_text(model_.otherwise);
        if (needs_rule()) return of_rule(conditions);
        std::string choice;
        for (std::size_t i = 0; i < conditions.size(); ++i)
            choice +=
                "    WHEN " + conditions[i] + "\n      THEN " + class_text(model_.parts[i].of_class) + "\n";
        choice = choice.empty() ? none : "CASE\n" + choice + "    ELSE " + none + "\n  END";
        return "SELECT t.*,\n  " + choice + " AS " + prediction_ + "\nFROM " + from_;
    }

    // The number of the rule in an inner query, and what follows from it.
    std::string of_rule(const std::vector<std::string>& conditions) {
        std::string number;
        for (std::size_t i = 0; i < conditions.size(); ++i)
            number += "    WHEN " + conditions[i] + " THEN " + std::to_string(i + 1) + "\n";
        number = number.empty() ? "CAST(NULL AS INTEGER)" : "CASE\n" + number + "  END";
        std::string choice;
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            if (i + 1 < conditions.size() && model_.rules[i].of_class == model_.rules[i + 1].of_class)
                continue;
            choice += "    WHEN t." + rule_ + " <= " + std::to_string(i + 1) + " THEN " +
                      class_text(model_.rules[i].of_class) + "\n";
        }
        std::string none = class_text(model_.otherwise);
        choice = choice.empty() ? none : "CASE\n" + choice + "    ELSE " + none + "\n  END";
        std::string query = "SELECT t.*,\n  " + choice + " AS " + prediction_;
        for (std::size_t c = 0; options_.proba && c < model_.classes.size(); ++c)
            query += ",\n  " + share(c) + " AS " + probas_[c];
        return query + "\nFROM (\n  SELECT t.*,\n  " + number + " AS " + rule_ + "\n  FROM " + from_ +
               sql_.fence() + "\n) AS t";
    }

    // The share of a class among the rows of the deciding rule.
    [[nodiscard]] std::string share(std::size_t of_class) const {
        std::size_t classes = model_.classes.size();
        const std::vector<double>& shares = model_.probabilities.shares;
        std::string result = "CASE t." + rule_;
        for (std::size_t rule = 0; rule < model_.rules.size(); ++rule)
            result += " WHEN " + std::to_string(rule + 1) + " THEN " +
                      sql_.typed_number(shares[rule * classes + of_class]);
        std::string none = sql_.typed_number(shares[model_.rules.size() * classes + of_class]);
        return model_.rules.empty() ? none : result + " ELSE " + none + " END";
    }

    std::string votes() {
        std::vector<std::string> conditions = written(rule_roots(model_));
        std::string inner = "SELECT t.*";
        for (std::size_t c = 0; c < model_.classes.size(); ++c)
            inner += ",\n    " + sum(c, conditions) + " AS " + points_[c];
        if (options_.explain) inner += ",\n    " + holding(conditions) + " AS " + rule_;
        std::vector<std::string> all;
        for (const std::string& name : points_) all.push_back("t." + name);
        std::string choice;
        for (std::size_t c = 0; c + 1 < all.size(); ++c)
            choice += "    WHEN " + all[c] + " THEN " + class_text(static_cast<std::uint32_t>(c)) + "\n";
        std::string last = class_text(static_cast<std::uint32_t>(all.size() - 1));
        std::string query = "SELECT t.*,\n  CASE " + most_of(all) + "\n" + choice + "    ELSE " + last +
                            "\n  END AS " + prediction_;
        for (std::size_t c = 0; options_.proba && c < model_.classes.size(); ++c)
            query += ",\n  " + softmax_of(c) + " AS " + probas_[c];
        return query + "\nFROM (\n  " + inner + "\n  FROM " + from_ + sql_.fence() + "\n) AS t";
    }

    // Functions take at most 100 or so arguments.
    [[nodiscard]] std::string most_of(std::vector<std::string> values) const {
        while (values.size() > 1) {
            std::vector<std::string> groups;
            for (std::size_t first = 0; first < values.size(); first += kMostOperands) {
                std::string list;
                std::size_t end = std::min(values.size(), first + kMostOperands);
                for (std::size_t i = first; i < end; ++i) list += (list.empty() ? "" : ", ") + values[i];
                groups.push_back(end - first == 1 ? list : sql_.greatest() + "(" + list + ")");
            }
            values = std::move(groups);
        }
        return values[0];
    }

    [[nodiscard]] std::string sum(std::size_t of_class, const std::vector<std::string>& conditions) const {
        std::vector<std::string> terms = {"CAST(" + std::to_string(model_.base[of_class]) + " AS BIGINT)"};
        for (std::size_t rule = 0; rule < conditions.size(); ++rule) {
            std::int64_t points = model_.rules[rule].points[of_class];
            if (points != 0)
                terms.push_back("CASE WHEN " + conditions[rule] + " THEN " + std::to_string(points) +
                                " ELSE 0 END");
        }
        return balanced(std::move(terms), "\n      +", kMostOperands);
    }

    [[nodiscard]] std::string holding(const std::vector<std::string>& conditions) const {
        std::vector<std::string> terms;
        for (std::size_t rule = 0; rule < conditions.size(); ++rule)
            terms.push_back("CASE WHEN " + conditions[rule] + " THEN ' " + std::to_string(rule + 1) +
                            "' ELSE '' END");
        return terms.empty() ? "''"
                             : "ltrim(" + balanced(std::move(terms), "\n      ||", kMostOperands) + ")";
    }

    [[nodiscard]] std::string logit(std::size_t of_class) const {
        return sql_.typed_number(model_.probabilities.unit) + " * t." + points_[of_class] + " + " +
               sql_.typed_number(model_.probabilities.shift[of_class]);
    }

    // 1 / sum over d of exp(logit d - logit c). exp() fails on too small and too large numbers in PostgreSQL.
    [[nodiscard]] std::string softmax_of(std::size_t of_class) const {
        std::vector<std::string> terms;
        for (std::size_t c = 0; c < model_.classes.size(); ++c) {
            if (c == of_class) {
                terms.push_back(sql_.typed_number(1));
                continue;
            }
            std::string logits = "(" + logit(c) + ") - (" + logit(of_class) + ")";
            terms.push_back("exp(" + sql_.greatest() + "(-700, " + sql_.least() + "(700, " + logits + ")))");
        }
        return sql_.typed_number(1) + " / (" + balanced(std::move(terms), "+", kMostOperands) + ")";
    }

    const ExportModel& model_;
    const ExportOptions& options_;
    SqlSyntax sql_;
    SqlLiterals literals_;
    ExpressionStyle style_;
    std::set<std::string> taken_;  // names, folded
    std::string prediction_;
    std::string rule_;
    std::vector<std::string> points_;  // [class]
    std::vector<std::string> probas_;  // [class]
    std::string with_;                 // inner queries
    std::string from_;                 // what the next query reads, as t
};

}  // namespace

std::string write_sql(const ExportModel& model, const ExportOptions& options) {
    return SqlWriter(model, options).write();
}

}  // namespace loh
