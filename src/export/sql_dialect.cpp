#include "export/sql_dialect.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/calendar.hpp"
#include "base/check.hpp"
#include "base/text.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr std::array<const char*, 4> kNames = {"postgresql", "sqlite", "duckdb", "spark"};

std::string doubled(std::string_view text, char quote) {
    std::string result(1, quote);
    for (char c : text) result.append(c == quote ? 2 : 1, c);
    return result + quote;
}

bool is_whole(double value) { return std::abs(value) < 0x1p53 && value == std::trunc(value); }

std::string whole(double value) { return std::to_string(static_cast<std::int64_t>(value)); }

// The parser of SQLite does not always give the nearest double, so the number is computed from whole numbers, which it reads
// exactly: 35.3 is 353/10.0, which IEEE division rounds correctly. Other numbers are products of exact powers of two.
std::string exact_in_sqlite(double value) {
    constexpr double kMostDigits = 0x1p53;
    double power = 10;
    for (int decimals = 1; decimals <= 15; ++decimals, power *= 10) {
        double scaled = std::round(value * power);
        if (std::abs(scaled) >= kMostDigits) break;
        if (scaled / power == value) return "(" + whole(scaled) + "/" + whole(power) + ".0)";
    }
    int exponent = 0;
    double digits = std::frexp(value, &exponent) * kMostDigits;
    exponent -= 53;
    std::string result = "(" + whole(digits) + ".0";
    constexpr int kStep = 62;
    for (; exponent >= kStep; exponent -= kStep)
        result += "*" + std::to_string(std::int64_t{1} << kStep) + ".0";
    for (; exponent <= -kStep; exponent += kStep)
        result += "/" + std::to_string(std::int64_t{1} << kStep) + ".0";
    if (exponent != 0)
        result += (exponent > 0 ? "*" : "/") + std::to_string(std::int64_t{1} << std::abs(exponent)) + ".0";
    return result + ")";
}

// `2023-06-01 12:30:05.25`, padded to microseconds if asked for.
std::string moment_text(double seconds, bool padded) {
    std::string text = spell_moment(seconds);
    if (text.size() > 10) text[10] = ' ';
    constexpr std::string_view kRest = " 00:00:00.000000";
    constexpr std::size_t kDate = 10;
    if (padded && text.size() >= kDate) text += kRest.substr(text.size() - kDate);
    return text;
}

std::string in_spark_quotes(std::string_view text) {
    std::string result = "'";
    for (char c : text) {
        if (c == '\\' || c == '\'') result += '\\';
        if (c == '$') {
            result += "\\u0024";  // ${...} would be replaced, also in a text
        } else {
            result += c;
        }
    }
    return result + "'";
}

}  // namespace

SqlDialect sql_dialect(const std::string& name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (name == kNames[i]) return static_cast<SqlDialect>(i);
    LOH_CHECK(false);
    return SqlDialect::postgresql;
}

std::string SqlSyntax::name(std::string_view text) const {
    bool spark = dialect_ == SqlDialect::spark;
    bool impossible =
        text.empty() ? dialect_ != SqlDialect::sqlite : spark && text.find("${") != std::string::npos;
    if (impossible)
        throw Error(ErrorKind::usage,
                    std::string(kNames[static_cast<std::size_t>(dialect_)]) + " cannot have a column named " +
                        quote(text, '\''),
                    "rename the column in the table and learn the model again");
    return doubled(text, spark ? '`' : '"');
}

std::string SqlSyntax::table(std::string_view text) const {
    std::vector<std::string> parts(1);
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
            parts.back() += text[i++];
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (text[i] == '.' && !quoted) {
            parts.emplace_back();
        } else {
            parts.back() += text[i];
        }
    }
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : ".") + name(part);
    return result;
}

std::string SqlSyntax::text(std::string_view text) const {
    if (dialect_ == SqlDialect::spark) return in_spark_quotes(text);
    std::string result = doubled(text, '\'');
    if (dialect_ != SqlDialect::postgresql || text.find('\\') == std::string::npos) return result;
    std::string escaped = "E";  // the same for either value of standard_conforming_strings
    for (char c : result) escaped.append(c == '\\' ? 2 : 1, c);
    return escaped;
}

std::string SqlSyntax::number(double value) const {
    if (is_whole(value)) return whole(value);
    return dialect_ == SqlDialect::postgresql ? spell_number(value) : typed_number(value);
}

std::string SqlSyntax::typed_number(double value) const {
    switch (dialect_) {
        case SqlDialect::postgresql: return "CAST(" + spell_number(value) + " AS DOUBLE PRECISION)";
        case SqlDialect::sqlite: return is_whole(value) ? whole(value) + ".0" : exact_in_sqlite(value);
        case SqlDialect::spark: return spell_number(value) + "D";
        case SqlDialect::duckdb: break;
    }
    std::string text = spell_number(value);
    return text.find('e') == std::string::npos ? text + "e0" : text;
}

std::string SqlSyntax::as_double(const std::string& expression) const {
    const char* type = dialect_ == SqlDialect::postgresql ? "DOUBLE PRECISION"
                       : dialect_ == SqlDialect::sqlite   ? "REAL"
                                                          : "DOUBLE";
    return "CAST(" + expression + " AS " + type + ")";
}

std::string SqlSyntax::as_number(const std::string& expression) const {
    if (dialect_ == SqlDialect::sqlite) return as_double(expression);  // which has no NaN
    return "NULLIF(" + as_double(expression) + ", " + not_a_number() + ")";
}

std::string SqlSyntax::not_a_number() const {
    return dialect_ == SqlDialect::spark ? "double('NaN')" : "'NaN'";
}

std::string SqlSyntax::as_text(const std::string& expression) const {
    switch (dialect_) {
        case SqlDialect::sqlite: return "CAST(" + expression + " AS TEXT) COLLATE BINARY";
        case SqlDialect::postgresql: return "CAST(" + expression + " AS TEXT)";
        case SqlDialect::duckdb: return "CAST(" + expression + " AS VARCHAR)";
        case SqlDialect::spark: break;
    }
    return "CAST(" + expression + " AS STRING)";
}

std::string SqlSyntax::as_moment(const std::string& expression) const {
    switch (dialect_) {
        case SqlDialect::sqlite:
            return "substr(replace(" + expression + ", 'T', ' ') || substr(' 00:00:00.000000', length(" +
                   expression + ") - 9), 1, 26)";
        case SqlDialect::spark: return "CAST(" + expression + " AS TIMESTAMP_NTZ)";
        default: return "CAST(" + expression + " AS TIMESTAMP)";
    }
}

std::string SqlSyntax::moment(double seconds) const {
    if (dialect_ == SqlDialect::sqlite) return text(moment_text(seconds, true));
    const char* type = dialect_ == SqlDialect::spark ? "TIMESTAMP_NTZ " : "TIMESTAMP ";
    return type + text(moment_text(seconds, false));
}

// PostgreSQL refuses a result that is too large, which is infinite elsewhere. Halves of large numbers are exact, and a cell
// below 1 does not change the difference from a large one.
std::string SqlSyntax::difference(const std::string& a, const std::string& b) const {
    std::string plain = "(" + a + " - " + b + ")";
    if (dialect_ != SqlDialect::postgresql) return plain;
    constexpr const char* kLarge = "8e307";
    auto half = [](const std::string& of) {
        return "CASE WHEN abs(" + of + ") < 1 THEN 0 ELSE " + of + " / 2 END";
    };
    std::string halves = "(" + half(a) + " - " + half(b) + ")";
    return "CASE WHEN abs(" + a + ") < " + kLarge + " AND abs(" + b + ") < " + kLarge + " THEN " + plain +
           " WHEN " + a + " = " + b + " THEN CASE WHEN abs(" + a + ") <= 1.7976931348623157e308 THEN 0 END" +
           " WHEN abs" + halves + " < 8.98846567431158e307 THEN " + plain + " WHEN " + halves +
           " > 0 THEN CAST('Infinity' AS DOUBLE PRECISION) WHEN " + halves +
           " < 0 THEN CAST('-Infinity' AS DOUBLE PRECISION) END";
}

std::string SqlSyntax::greatest() const { return dialect_ == SqlDialect::sqlite ? "max" : "greatest"; }
std::string SqlSyntax::least() const { return dialect_ == SqlDialect::sqlite ? "min" : "least"; }

std::string SqlSyntax::materialized() const {
    return dialect_ == SqlDialect::spark ? "AS" : "AS MATERIALIZED";
}

std::string SqlSyntax::fence() const { return dialect_ == SqlDialect::postgresql ? " OFFSET 0" : ""; }

}  // namespace loh
