// What differs between the dialects of SQL: quoting, types, numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loh {

enum class SqlDialect : std::uint8_t { postgresql, sqlite, duckdb, spark };

SqlDialect sql_dialect(const std::string& name);

class SqlSyntax {
public:
    explicit SqlSyntax(SqlDialect dialect) : dialect_(dialect) {}

    [[nodiscard]] SqlDialect dialect() const { return dialect_; }

    // A quoted name. Throws Error (usage) for names that the dialect cannot have.
    [[nodiscard]] std::string name(std::string_view text) const;
    // A name with its schema: `public.loans`, each part plain or in double quotes.
    [[nodiscard]] std::string table(std::string_view text) const;
    [[nodiscard]] std::string text(std::string_view text) const;

    // A number to compare with a double, and one that has the type of a double by itself.
    [[nodiscard]] std::string number(double value) const;
    [[nodiscard]] std::string typed_number(double value) const;

    // The cells of a column as doubles (NaN becomes NULL), texts and moments, from an expression.
    [[nodiscard]] std::string as_double(const std::string& expression) const;
    [[nodiscard]] std::string as_number(const std::string& expression) const;  // as_double, without NaN
    [[nodiscard]] std::string not_a_number() const;
    [[nodiscard]] std::string as_text(const std::string& expression) const;
    [[nodiscard]] std::string as_moment(const std::string& expression) const;
    [[nodiscard]] std::string moment(double seconds) const;  // a constant

    // a - b, of doubles.
    [[nodiscard]] std::string difference(const std::string& a, const std::string& b) const;

    [[nodiscard]] std::string greatest() const;  // the name of the function
    [[nodiscard]] std::string least() const;
    // WITH name AS, such that what it has is computed once.
    [[nodiscard]] std::string materialized() const;
    // Behind an inner query, such that its columns are computed once.
    [[nodiscard]] std::string fence() const;

private:
    SqlDialect dialect_;
};

}  // namespace loh
