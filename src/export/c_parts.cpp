#include "export/c_parts.hpp"

#include <algorithm>
#include <set>

#include "export/c_names.hpp"

namespace loh {

namespace {

constexpr std::size_t kMostCodes = 8;  // compared one by one

std::size_t number_of_literal(const CParts& parts, const ExportLiteral& literal) {
    return static_cast<std::size_t>(&literal - parts.model.literals.data());
}

bool is_category(const CParts& parts, std::uint32_t column) {
    return parts.model.columns[column].kind == ExportColumn::Kind::category;
}

std::string code_of(const CParts& parts, std::uint32_t column, const std::string& cells,
                    const std::string& index) {
    return cells + parts.fields[column] + index;
}

// By a function: clang warns about comparisons of whole numbers that exclude each other, which a formula may have.
std::string is_code(const CParts& parts, const std::string& code, const std::string& number) {
    return parts.prefix + "is(" + code + ", " + number + ")";
}

std::string category(const CParts& parts, const ExportLiteral& literal, const std::string& code) {
    if (literal.codes.size() > kMostCodes)
        return parts.prefix + "in_" + std::to_string(number_of_literal(parts, literal)) + "(" + code + ")";
    std::string result = literal.excluded ? "!" + is_code(parts, code, "-1") : "";
    for (std::uint32_t number : literal.codes) {
        if (!result.empty()) result += literal.excluded ? " && " : " || ";
        result += (literal.excluded ? "!" : "") + is_code(parts, code, std::to_string(number));
    }
    return literal.codes.size() == 1 && !literal.excluded ? result : "(" + result + ")";
}

std::string compare(const std::string& a, Comparison comparison, const std::string& b) {
    if (comparison == Comparison::not_equal)
        return "(" + a + " < " + b + " || " + a + " > " + b + ")";  // false for NaN
    return a + (comparison == Comparison::equal ? " == " : std::string(" ") + spell(comparison) + " ") + b;
}

std::string member(const CParts& parts, const ExportLiteral& literal, const std::string& value) {
    std::string result = literal.excluded ? parts.prefix + "present(" + value + ")" : "";
    for (double number : literal.numbers)
        result += (result.empty()     ? ""
                   : literal.excluded ? " && "
                                      : " || ") +
                  value + (literal.excluded ? " != " : " == ") + c_number(number);
    return "(" + result + ")";
}

std::string pair(const CParts& parts, const ExportLiteral& literal, const std::string& cells,
                 const std::string& index) {
    std::uint32_t column = literal.value.column;
    std::string a = code_of(parts, column, cells, index);
    std::string b = code_of(parts, literal.other, cells, index);
    std::string equal =
        parts.prefix + "same_" + std::to_string(number_of_literal(parts, literal)) + "(" + a + ", " + b + ")";
    bool categories = is_category(parts, column) || is_category(parts, literal.other);
    if (literal.as_numbers) {
        std::string left = c_cell(parts, column, cells, index);
        std::string right = c_cell(parts, literal.other, cells, index);
        if (literal.comparison != Comparison::not_equal || !categories)
            return compare(left, literal.comparison, right);
        equal = left + " == " + right;
    } else if (literal.comparison == Comparison::equal) {
        return equal;
    }
    auto present = [&](std::uint32_t of, const std::string& cell) {
        return is_category(parts, of) ? "!" + is_code(parts, cell, "-1")
                                      : parts.prefix + "present(" + cell + ")";
    };
    return "(" + present(column, a) + " && " + present(literal.other, b) + " && !(" + equal + "))";
}

void write_present(const CParts& parts, std::string& out) {
    out += "\nstatic inline int " + parts.prefix + "present(double cell) { return cell == cell; }\n";
    out +=
        "static inline int " + parts.prefix + "is(int32_t code, int32_t number) { return code == number; }\n";
    out += "static inline double " + parts.prefix +
           "minus(double a, double b) {\n    const double difference = a - b;\n    return difference;\n}\n";
    out += "static inline double " + parts.prefix +
           "distance(double a, double b) {\n    const double difference = a - b;\n    return difference < "
           "0.0 ? -difference : difference;\n}\n";
    out += "static inline double " + parts.prefix +
           "missing_number(void) {\n    union {\n        uint64_t bits;\n        double number;\n    } "
           "nan;\n    nan.bits = 0x7FF8000000000000u;\n    return nan.number;\n}\n";
}

// The numbers of the categories of a column.
void write_places(const CParts& parts, std::uint32_t column, std::string& out) {
    const std::vector<double>& places = parts.model.columns[column].places;
    out += "static inline double " + parts.prefix + "place_" + parts.fields[column] + "(int32_t code) {\n";
    if (places.empty()) {
        out += "    (void)code;\n    return " + parts.prefix + "missing_number();\n}\n";
        return;
    }
    out += "    static const double places[] = {";
    for (std::size_t code = 0; code < places.size(); ++code)
        out += (code == 0 ? "" : ", ") + c_number(places[code]);
    out += "};\n    return (uint32_t)code < " + std::to_string(places.size()) +
           "u ? places[code] : " + parts.prefix + "missing_number();\n}\n";
}

void write_in(const CParts& parts, const ExportLiteral& literal, std::string& out) {
    std::size_t categories = parts.model.columns[literal.value.column].categories.size();
    std::set<std::size_t> named(literal.codes.begin(), literal.codes.end());
    std::string otherwise = literal.excluded ? "code != -1" : "0";
    out += "static inline int " + parts.prefix + "in_" + std::to_string(number_of_literal(parts, literal)) +
           "(int32_t code) {\n    static const unsigned char in[] = {";
    for (std::size_t code = 0; code < categories; ++code)
        out += std::string(code == 0 ? "" : ",") + (named.contains(code) != literal.excluded ? "1" : "0");
    out += "};\n    return (uint32_t)code < " + std::to_string(categories) + "u ? in[code] : " + otherwise +
           ";\n}\n";
}

// Whether two codes have the same text: by the code in the other column.
void write_same(const CParts& parts, const ExportLiteral& literal, std::string& out) {
    const std::vector<std::string>& a = parts.model.columns[literal.value.column].categories;
    const std::vector<std::string>& b = parts.model.columns[literal.other].categories;
    out += "static inline int " + parts.prefix + "same_" + std::to_string(number_of_literal(parts, literal)) +
           "(int32_t a, int32_t b) {\n";
    if (a.empty()) {
        out += "    (void)a;\n    (void)b;\n    return 0;\n}\n";
        return;
    }
    out += "    static const int32_t other[] = {";
    for (std::size_t code = 0; code < a.size(); ++code) {
        auto at = std::lower_bound(b.begin(), b.end(), a[code]);
        bool has = at != b.end() && *at == a[code];
        out += (code == 0 ? "" : ", ") + (has ? std::to_string(at - b.begin()) : "-3");
    }
    out += "};\n    return (uint32_t)a < " + std::to_string(a.size()) + "u && other[a] == b;\n}\n";
}

}  // namespace

CParts::CParts(const ExportModel& from) : model(from), prefix("loh_" + c_word(from.target) + "_") {
    std::vector<std::string> names;
    for (const ExportColumn& column : model.columns) names.push_back(column.name);
    fields = c_names(names);
}

std::string c_cell(const CParts& parts, std::uint32_t column, const std::string& cells,
                   const std::string& index) {
    std::string cell = code_of(parts, column, cells, index);
    return is_category(parts, column) ? parts.prefix + "place_" + parts.fields[column] + "(" + cell + ")"
                                      : cell;
}

std::string c_value(const CParts& parts, const ExportValue& value, const std::string& cells,
                    const std::string& index) {
    std::string cell = c_cell(parts, value.column, cells, index);
    if (!value.is_difference) return cell;
    return parts.prefix + (value.absolute ? "distance(" : "minus(") + cell + ", " +
           c_cell(parts, value.minus, cells, index) + ")";
}

std::string c_condition(const CParts& parts, const ExportLiteral& literal, const std::string& cells,
                        const std::string& index) {
    std::string code = code_of(parts, literal.value.column, cells, index);
    if (literal.kind == LiteralKind::category) return category(parts, literal, code);
    if (literal.kind == LiteralKind::pair) return pair(parts, literal, cells, index);
    if (literal.kind == LiteralKind::truth) return code + " > 0.5";
    bool codes = is_category(parts, literal.value.column) && !literal.value.is_difference;
    if (literal.kind == LiteralKind::missing && codes) return is_code(parts, code, "-1");
    std::string value = c_value(parts, literal.value, cells, index);
    switch (literal.kind) {
        case LiteralKind::compare: return compare(value, literal.comparison, c_number(literal.number));
        case LiteralKind::member: return member(parts, literal, value);
        case LiteralKind::missing: return "!" + parts.prefix + "present(" + value + ")";
        default: break;
    }
    return "(" + value + (literal.low_closed ? " >= " : " > ") + c_number(literal.low) + " && " + value +
           (literal.high_closed ? " <= " : " < ") + c_number(literal.high) + ")";
}

void write_c_helpers(const CParts& parts, std::string& out) {
    write_present(parts, out);
    std::set<std::uint32_t> as_numbers;
    for (const ExportLiteral& literal : parts.model.literals) {
        if (literal.kind == LiteralKind::category && literal.codes.size() > kMostCodes)
            write_in(parts, literal, out);
        if (literal.kind == LiteralKind::pair && !literal.as_numbers) write_same(parts, literal, out);
        if (literal.value.is_difference) as_numbers.insert({literal.value.column, literal.value.minus});
        if (literal.kind == LiteralKind::pair && literal.as_numbers)
            as_numbers.insert({literal.value.column, literal.other});
    }
    for (std::uint32_t column : as_numbers)
        if (is_category(parts, column)) write_places(parts, column, out);
}

void write_c_search(const CParts& parts, std::string& out) {
    out += "\nstruct " + parts.prefix +
           "text {\n    const char *text;\n    int32_t code;\n};\nstatic inline int32_t " + parts.prefix +
           "find(const struct " + parts.prefix + "text *texts, size_t count, const char *text) {" + R"(
    size_t low = 0;
    size_t high = count;
    if (!text) return -1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const unsigned char *a = (const unsigned char *)texts[middle].text;
        const unsigned char *b = (const unsigned char *)text;
        while (*a != 0 && *a == *b) {
            ++a;
            ++b;
        }
        if (*a == *b) return texts[middle].code;
        if (*a < *b) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return -2;
}
)";
}

void write_c_moment(const CParts& parts, std::string& out) {
    out += "\n/* Seconds since 1970-01-01T00:00:00, in the Gregorian calendar. */\nstatic inline double " +
           parts.prefix + "moment(int year, int month, int day, int hour, int minute, double second) {" + R"(
    const int y = month <= 2 ? year - 1 : year;
    const int m = month <= 2 ? month + 9 : month - 3; /* from March */
    const int days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
    return 86400.0 * days + (3600.0 * hour + 60.0 * minute + second);
}
)";
}

void write_c_softmax(const CParts& parts, std::string& out) {
    const Probabilities& by = parts.model.probabilities;
    out += "\n/* exp(x) of x <= 0. */\nstatic inline double " + parts.prefix + "exp(double x) {" + R"(
    double rest;
    double term = 1.0;
    double sum = 1.0;
    int power;
    int i;
    if (x < -708.0) return 0.0;
    power = (int)(x * 1.4426950408889634 - 0.5);
    rest = x - power * 6.93147180369123816490e-01 - power * 1.90821492927058770002e-10;
    for (i = 1; i <= 18; ++i) {
        term = term * rest / i;
        sum += term;
    }
    for (; power < 0; ++power) sum *= 0.5;
    return sum;
}

/* The probability of each class. */
)";
    std::string shifts;
    for (double shift : by.shift) shifts += (shifts.empty() ? "" : ", ") + c_number(shift);
    out += "static inline void " + parts.prefix + "proba(const struct " + parts.prefix +
           "row *row, double *proba) {\n    static const double shift[] = {" + shifts +
           "};\n    int64_t points[" + parts.prefix +
           "classes];\n    double most = 0.0;\n    double sum = 0.0;\n    uint32_t c;\n    " + parts.prefix +
           "points(row, points);\n    for (c = 0; c < " + parts.prefix +
           "classes; ++c) {\n        proba[c] = " + c_number(by.unit) +
           " * (double)points[c] + shift[c];\n        if (c == 0 || proba[c] > most) most = proba[c];\n    "
           "}\n    for (c = 0; c < " +
           parts.prefix + "classes; ++c) sum += proba[c] = " + parts.prefix +
           "exp(proba[c] - most);\n    for (c = 0; c < " + parts.prefix +
           "classes; ++c) proba[c] /= sum;\n}\n";
}

}  // namespace loh
