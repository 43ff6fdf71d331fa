// The function of the C header for many rows.
//
// Idea: a block of rows is a few words of 64 rows. Each literal is a pass over a column, as in features/blocks/pack.cpp: the
// comparison of two vectors is a mask, of which each lane keeps one bit. Formulas are operations on words, in short loops that
// the compiler turns into vectors. Classes are bit planes that are spread to bytes at the end; points are added to the rows of a
// rule, in the narrowest integers that hold all sums. The rows after the last full block are decided one by one.
#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "export/c_names.hpp"
#include "export/c_parts.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

constexpr const char* kOperators[] = {"<", "<=", ">", ">=", "==", "!="};
constexpr const char* kOperatorNames[] = {"lt", "le", "gt", "ge", "eq", "ne"};

const char* name_of(Comparison comparison) { return kOperatorNames[static_cast<std::size_t>(comparison)]; }

class BatchWriter {
public:
    BatchWriter(const CParts& parts, std::string& out) : parts_(parts), model_(parts.model), out_(out) {}

    void write() {
        roots_ = model_.votes ? rule_roots(model_) : part_roots(model_);
        uses_ = uses_of(model_, roots_);
        name_nodes();
        std::string literals = all_literals();
        std::string body = literals + all_nodes() + (model_.votes ? votes() : first_rule());
        out_ += "\n/* Many rows: 64 to a word. */\nenum { " + name("words") + " = " +
                std::to_string(words()) + " };\ntypedef " + class_type() + " " + name("class") + ";\n";
        write_vectors();
        for (const auto& [function, text] : passes_) out_ += text;
        if (model_.votes) write_vote();
        if (!model_.votes && planes() <= kBytePlanes) write_spread();
        write_block(body);
        write_rows();
    }

private:
    static constexpr std::size_t kBytePlanes = 8;

    [[nodiscard]] std::string name(const std::string& what) const { return parts_.prefix + what; }
    [[nodiscard]] std::size_t planes() const {
        return static_cast<std::size_t>(std::bit_width(model_.classes.size() - 1));
    }
    [[nodiscard]] std::string class_type() const { return planes() <= kBytePlanes ? "uint8_t" : "uint32_t"; }

    // Large models take fewer rows at a time, so that their words stay in the cache and on the stack.
    [[nodiscard]] std::size_t words() const {
        std::size_t arrays = literals_.size() + named_.size() + 64 * values_.size();
        return arrays <= 1000 ? 8 : arrays <= 4000 ? 4 : 1;
    }

    void name_nodes() {
        constexpr Naming kNaming = {64, SIZE_MAX, 8};
        levels_ = named_levels(model_, roots_, kNaming);
        names_.resize(model_.nodes.size());
        for (std::uint32_t node = 0; node < names_.size(); ++node) {
            if (uses_[node] == 0) continue;
            if (model_.nodes[node].kind == ExportNode::Kind::literal) {
                names_[node] = "l[" + std::to_string(literals_.size()) + "][w]";
                literals_.push_back(model_.nodes[node].literal);
            } else if (levels_[node] > 0) {
                names_[node] = "n[" + std::to_string(named_.size()) + "][w]";
                named_.push_back(node);
            }
        }
    }

    std::string all_literals() {
        std::string result;
        for (std::size_t i = 0; i < literals_.size(); ++i)
            result += "    for (w = 0; w < " + name("words") + "; ++w) " +
                      literal("l[" + std::to_string(i) + "][w]", model_.literals[literals_[i]]) + "\n";
        std::string values;
        for (const auto& [value, text] : values_) values += text;
        return values + result;
    }

    [[nodiscard]] bool is_category(std::uint32_t column) const {
        return model_.columns[column].kind == ExportColumn::Kind::category;
    }

    // The doubles of a value: a column, or an array that is computed first.
    std::string numbers(const ExportValue& value) {
        if (!value.is_difference && !is_category(value.column))
            return "rows->" + parts_.fields[value.column] + " + first + 64 * w";
        auto key = std::tuple(value.column, value.is_difference, value.minus, value.absolute);
        auto known = places_.find(key);
        if (known == places_.end()) {
            known = places_.emplace(key, values_.size()).first;
            std::string array = "v[" + std::to_string(known->second) + "]";
            values_.emplace_back(key, "    for (r = 0; r < 64 * " + name("words") + "; ++r) " + array +
                                          "[r] = " + c_value(parts_, value, "rows->", "[first + r]") + ";\n");
        }
        return "v[" + std::to_string(known->second) + "] + 64 * w";
    }

    std::string pass(Comparison comparison, const std::string& left, const std::string& right, bool column) {
        std::string function = name(std::string(name_of(comparison)) + (column ? "_columns" : ""));
        if (!passes_.contains(function))
            passes_[function] =
                pass_function(function, kOperators[static_cast<std::size_t>(comparison)], column);
        return function + "(" + left + ", " + right + ")";
    }
    std::string present(const std::string& numbers) {
        return pass(Comparison::equal, numbers, numbers, true);
    }

    std::string code(std::uint32_t column, const std::string& value) {
        std::string function = name("codes");
        if (!passes_.contains(function)) passes_[function] = code_function(function);
        return function + "(rows->" + parts_.fields[column] + " + first + 64 * w, " + value + ")";
    }

    // A statement that sets the word.
    std::string literal(const std::string& word, const ExportLiteral& literal) {
        std::string expression = fast(literal);
        if (!expression.empty()) return word + " = " + expression + ";";
        return "{\n        uint64_t bits = 0;\n        for (r = 0; r < 64; ++r) bits |= (uint64_t)(" +
               c_condition(parts_, literal, "rows->", "[first + 64 * w + r]") + ") << r;\n        " + word +
               " = bits;\n    }";
    }

    // By passes over columns; empty for literals that have none.
    std::string fast(const ExportLiteral& literal) {
        constexpr std::size_t kMostCodes = 8;
        std::uint32_t column = literal.value.column;
        if (literal.kind == LiteralKind::category) {
            if (literal.codes.size() > kMostCodes) return {};
            std::string result = literal.excluded ? "~(" + code(column, "-1") : "";
            for (std::uint32_t number : literal.codes)
                result += (result.empty() ? "" : " | ") + code(column, std::to_string(number));
            return result + (literal.excluded ? ")" : "");
        }
        if (literal.kind == LiteralKind::missing && is_category(column) && !literal.value.is_difference)
            return code(column, "-1");
        if (literal.kind == LiteralKind::pair) return pair(literal);
        std::string of = numbers(literal.value);
        switch (literal.kind) {
            case LiteralKind::truth: return pass(Comparison::greater, of, "0.5", false);
            case LiteralKind::compare: return compared(of, literal.comparison, literal.number);
            case LiteralKind::missing: return "~" + present(of);
            case LiteralKind::interval:
                return compared(of, literal.low_closed ? Comparison::greater_equal : Comparison::greater,
                                literal.low) +
                       " & " +
                       compared(of, literal.high_closed ? Comparison::less_equal : Comparison::less,
                                literal.high);
            default: break;
        }
        std::string any;
        for (double number : literal.numbers)
            any += (any.empty() ? "" : " | ") + compared(of, Comparison::equal, number);
        return literal.excluded ? present(of) + " & ~(" + any + ")" : any;
    }

    std::string compared(const std::string& of, Comparison comparison, double number) {
        std::string result = pass(comparison, of, c_number(number), false);
        return comparison == Comparison::not_equal ? "(" + result + " & " + present(of) + ")" : result;
    }

    std::string pair(const ExportLiteral& literal) {
        bool categories = is_category(literal.value.column) || is_category(literal.other);
        bool unequal = literal.comparison == Comparison::not_equal;
        if (!literal.as_numbers || (categories && unequal)) return {};
        std::string a = numbers({literal.value.column});
        std::string b = numbers({literal.other});
        std::string result = pass(literal.comparison, a, b, true);
        return unequal ? result + " & " + present(a) + " & " + present(b) : result;
    }

    [[nodiscard]] ExpressionStyle style() const {
        ExpressionStyle result;
        result.conjunction = "&";
        result.disjunction = "|";
        result.yes = "~(uint64_t)0";
        result.no = "(uint64_t)0";
        result.negation = [](const std::string& operand) {
            bool atom = operand.find(' ') == std::string::npos;
            return "~" + (atom ? operand : "(" + operand + ")");
        };
        return result;
    }

    static std::string word_loop(const std::string& prefix, const std::string& statement) {
        return "    for (w = 0; w < " + prefix + "words; ++w) " + statement + "\n";
    }

    std::string all_nodes() {
        std::string result;
        std::vector<std::string> texts = expressions(model_, named_, names_, style());
        for (std::size_t i = 0; i < named_.size(); ++i)
            result += word_loop(parts_.prefix, names_[named_[i]] + " = " + texts[i] + ";");
        return result;
    }

    // The expressions of the roots in words.
    std::vector<std::string> root_texts() {
        std::vector<std::string> result = expressions(model_, roots_, names_, style());
        for (std::size_t i = 0; i < roots_.size(); ++i)
            if (!names_[roots_[i]].empty()) result[i] = names_[roots_[i]];
        return result;
    }

    std::string first_rule() {
        std::vector<std::string> texts = root_texts();
        std::string result =
            "    for (w = 0; w < " + name("words") + "; ++w) {\n        open[w] = ~(uint64_t)0;\n";
        for (std::size_t p = 0; p < planes(); ++p)
            result += "        plane[" + std::to_string(p) + "][w] = 0;\n";
        result += "    }\n";
        auto claim = [&](std::uint32_t number) {
            std::string claims;
            for (std::size_t p = 0; p < planes(); ++p)
                if ((number >> p & 1U) != 0) claims += " plane[" + std::to_string(p) + "][w] |= h;";
            return claims;
        };
        for (std::size_t i = 0; i < texts.size(); ++i)
            result += word_loop(parts_.prefix, "{ const uint64_t h = open[w] & (" + texts[i] + ");" +
                                                   claim(model_.parts[i].of_class) + " open[w] &= ~h; }");
        if (model_.otherwise != 0)
            result +=
                word_loop(parts_.prefix, "{ const uint64_t h = open[w];" + claim(model_.otherwise) + " }");
        if (planes() <= kBytePlanes) return result + spread_calls();
        result += "    for (r = 0; r < 64 * " + name("words") +
                  "; ++r) {\n        uint32_t number = 0;\n        for (p = 0; p < " +
                  std::to_string(planes()) +
                  "; ++p) number |= (uint32_t)(plane[p][r / 64] >> (r % 64) & 1u) << p;\n        classes[r] "
                  "= number;\n    }\n";
        return result;
    }

    // Eight rows at a time: bit i of a byte becomes byte i.
    void write_spread() {
        out_ +=
            "static inline uint64_t " + name("spread") +
            "(uint64_t byte) {\n    return ((((byte & 255u) * 0x0101010101010101u) & 0x8040201008040201u) + "
            "0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;\n}\n";
    }
    [[nodiscard]] std::string spread_calls() const {
        std::string sum;
        for (std::size_t p = 0; p < planes(); ++p)
            sum += (p == 0 ? "" : " | ") + name("spread") + "(plane[" + std::to_string(p) +
                   "][w] >> (8 * r))" + (p == 0 ? "" : " << " + std::to_string(p));
        return "    for (w = 0; w < " + name("words") +
               "; ++w)\n        for (r = 0; r < 8; ++r) {\n            const uint64_t bytes = " + sum +
               ";\n            for (p = 0; p < 8; ++p) classes[64 * w + 8 * r + p] = (uint8_t)(bytes >> (8 * "
               "p));\n        }\n";
    }

    [[nodiscard]] std::string sum_type() const {
        std::int64_t most = 0;
        for (std::size_t c = 0; c < model_.classes.size(); ++c) {
            std::int64_t sum = std::abs(model_.base[c]);
            for (const ExportRule& rule : model_.rules) sum += std::abs(rule.points[c]);
            most = std::max(most, sum);
        }
        return most <= INT16_MAX ? "int16_t" : most <= INT32_MAX ? "int32_t" : "int64_t";
    }

    void write_vote() {
        out_ += "typedef " + sum_type() + " " + name("sum") +
                ";\n/* Adds points to the sums of the rows of a rule. */\nstatic inline void " +
                name("vote") + "(const uint64_t *holds, " + name("sum") + " points, " + name("sum") +
                " *sums) {\n    static const uint16_t bit[16] = {1, 2, 4, 8, 16, 32, 64, "
                "128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};\n    size_t g;\n    size_t k;\n    "
                "for (g = 0; g < 4 * " +
                name("words") +
                "; ++g) {\n        const uint16_t rows = (uint16_t)(holds[g / 4] >> (16 * (g % 4)));\n       "
                " for (k = 0; k < 16; ++k)\n            sums[16 * g + k] = (" +
                name("sum") + ")(sums[16 * g + k] + ((rows & bit[k]) != 0 ? points : 0));\n    }\n}\n";
    }

    std::string votes() {
        std::size_t classes = model_.classes.size();
        std::string result = "    for (r = 0; r < 64 * " + name("words") + "; ++r) {\n";
        for (std::size_t c = 0; c < classes; ++c)
            result +=
                "        sums[" + std::to_string(c) + "][r] = " + std::to_string(model_.base[c]) + ";\n";
        result += "    }\n";
        std::vector<std::string> texts = root_texts();
        for (std::size_t rule = 0; rule < texts.size(); ++rule) {
            std::string adds;
            for (std::size_t c = 0; c < classes; ++c)
                if (model_.rules[rule].points[c] != 0)
                    adds += "    " + name("vote") + "(h, " + std::to_string(model_.rules[rule].points[c]) +
                            ", sums[" + std::to_string(c) + "]);\n";
            if (!adds.empty()) result += word_loop(parts_.prefix, "h[w] = " + texts[rule] + ";") + adds;
        }
        return result + "    for (r = 0; r < 64 * " + name("words") + "; ++r) {\n        " + name("sum") +
               " most = sums[0][r];\n        " + name("class") + " best = 0;\n        for (p = 1; p < " +
               std::to_string(classes) +
               "; ++p)\n            if (sums[p][r] > most) {\n                most = sums[p][r];\n           "
               "     best = (" +
               name("class") + ")p;\n            }\n        classes[r] = best;\n    }\n";
    }

    void write_vectors() {
        out_ += "#if defined(__GNUC__)\ntypedef double " + name("numbers") +
                " __attribute__((vector_size(32), aligned(8), may_alias));\ntypedef int32_t " + name("ints") +
                " __attribute__((vector_size(32), aligned(4), may_alias));\ntypedef uint64_t " +
                name("lanes") + " __attribute__((vector_size(32)));\ntypedef uint32_t " +
                name("small_lanes") + " __attribute__((vector_size(32)));\n#endif\n";
    }

    [[nodiscard]] std::string pass_function(const std::string& function, const std::string& op,
                                            bool column) const {
        std::string right = column ? "const double *y" : "double y";
        std::string vector = column ? "*(const " + name("numbers") + " *)(y + i)" : "all";
        return "static inline uint64_t " + function + "(const double *x, " + right +
               ") {\n#if defined(__GNUC__)\n    const " + name("lanes") + " step = {4, 4, 4, 4};\n    " +
               name("lanes") + " lane = {1, 2, 4, 8};\n    " + name("lanes") + " found = {0, 0, 0, 0};\n" +
               (column ? "" : "    const " + name("numbers") + " all = {y, y, y, y};\n") +
               "    int i;\n    for (i = 0; i < 64; i += 4) {\n        found |= (" + name("lanes") +
               ")(*(const " + name("numbers") + " *)(x + i) " + op + " " + vector +
               ") & lane;\n        lane <<= step;\n    }\n    return found[0] | found[1] | found[2] | "
               "found[3];\n#else\n    uint64_t found = 0;\n    int i;\n"
               "    for (i = 0; i < 64; ++i) found |= (uint64_t)(x[i] " +
               op + (column ? " y[i]" : " y") + ") << i;\n    return found;\n#endif\n}\n";
    }

    [[nodiscard]] std::string code_function(const std::string& function) const {
        return "static inline uint64_t " + function +
               "(const int32_t *x, int32_t code) {\n#if defined(__GNUC__)\n    const " + name("small_lanes") +
               " step = {8, 8, 8, 8, 8, 8, 8, 8};\n    const " + name("ints") +
               " all = {code, code, code, code, code, code, code, code};\n    uint64_t result = 0;\n    int "
               "half;\n    int i;\n    for (half = 0; half < 2; ++half) {\n        " +
               name("small_lanes") + " lane = {1, 2, 4, 8, 16, 32, 64, 128};\n        " +
               name("small_lanes") +
               " found = {0, 0, 0, 0, 0, 0, 0, 0};\n        uint32_t word = 0;\n        for (i = 0; i < 32; "
               "i += 8) {\n            found |= (" +
               name("small_lanes") + ")(*(const " + name("ints") +
               " *)(x + 32 * half + i) == all) & lane;\n            lane <<= step;\n        }\n        for "
               "(i = 0; i < 8; ++i) word |= found[i];\n"
               "        result |= (uint64_t)word << (32 * half);\n    }\n    return result;\n#else\n    "
               "uint64_t found = 0;\n    int i;\n"
               "    for (i = 0; i < 64; ++i) found |= (uint64_t)(x[i] == code) << i;\n    return "
               "found;\n#endif\n}\n";
    }

    void write_block(const std::string& body) {
        out_ += "static inline void " + name("classify_block") + "(const struct " + name("rows") +
                " *rows, size_t first, " + name("class") + " *classes) {\n";
        std::string mentioned;  // a rule that always holds reads none of its parts
        auto array = [&](const std::string& type, const std::string& array_name, std::size_t count,
                         const std::string& length) {
            if (count == 0) return;
            out_ += "    " + type + " " + array_name + "[" + std::to_string(count) + "][" + length + "];\n";
            mentioned += "    (void)" + array_name + ";\n";
        };
        array("double", "v", values_.size(), "64 * " + name("words"));
        array("uint64_t", "l", literals_.size(), name("words"));
        array("uint64_t", "n", named_.size(), name("words"));
        if (model_.votes) {
            array(name("sum"), "sums", model_.classes.size(), "64 * " + name("words"));
            out_ += "    uint64_t h[" + name("words") + "];\n";
        } else {
            array("uint64_t", "plane", planes(), name("words"));
            out_ += "    uint64_t open[" + name("words") + "];\n";
        }
        out_ +=
            "    size_t w = 0;\n    size_t r = 0;\n    size_t p = 0;\n    (void)rows;\n    (void)first;\n    "
            "(void)w;\n    (void)p;\n";
        if (model_.votes) mentioned += "    (void)h;\n";
        out_ += mentioned + body + "}\n";
    }

    void write_rows() {
        out_ += "\n/* The classes of `count` rows. */\nstatic inline void " + name("classify_rows") +
                "(const struct " + name("rows") + " *rows, size_t count, " + name("class") +
                " *classes) {\n    size_t at = 0;\n    for (; count - at >= 64 * " + name("words") +
                "; at += 64 * " + name("words") + ") " + name("classify_block") +
                "(rows, at, classes + at);\n    for (; at < count; ++at) {\n        struct " + name("row") +
                " row;\n";
        for (const std::string& field : parts_.fields)
            out_.append("        row.").append(field).append(" = rows->").append(field).append("[at];\n");
        if (parts_.fields.empty()) out_ += "        row.unused = 0;\n";
        out_ += "        classes[at] = (" + name("class") + ")" + name("classify") + "(&row);\n    }\n}\n";
    }

    const CParts& parts_;
    const ExportModel& model_;
    std::string& out_;
    std::vector<std::uint32_t> roots_;
    std::vector<std::uint32_t> uses_;
    std::vector<std::uint32_t> levels_;
    std::vector<std::string> names_;       // [node]: the word that holds it, or empty
    std::vector<std::uint32_t> literals_;  // [row of l]: literal
    std::vector<std::uint32_t> named_;     // [row of n]: node
    using ValueKey = std::tuple<std::uint32_t, bool, std::uint32_t, bool>;
    std::map<ValueKey, std::size_t> places_;
    std::vector<std::pair<ValueKey, std::string>> values_;  // [row of v]
    std::map<std::string, std::string> passes_;             // by name: functions
};

}  // namespace

void write_c_batch(const CParts& parts, std::string& out) { BatchWriter(parts, out).write(); }

}  // namespace loh
