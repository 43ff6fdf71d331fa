// Verilog 2001: a combinational module, one input for each column, and the number of the class as output.
//
//     number, date   64 bits: the double as IEEE 754 stores it; NaN is missing
//     category       the number of the category, the next number for unseen cells, and the one after for missing cells
//     truth          1 bit
//     difference     64 bits: the double a - b, computed by the caller: there is no arithmetic of doubles here
//
// Idea: the bits of doubles are mapped to whole numbers of the same order, so a comparison with a constant is a comparison of 64
// bits. Both zeros are mapped to one number.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

std::size_t bits_for(std::size_t values) {
    return values <= 2 ? 1 : static_cast<std::size_t>(std::bit_width(values - 1));
}

std::string hex64(std::uint64_t value) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string result = "64'h";
    for (unsigned digit = 16; digit-- > 0;) result += kHex[value >> 4 * digit & 15U];
    return result;
}

// As the function `order` of the module.
std::uint64_t order_of(double number) {
    auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

const char* spell_verilog(Comparison comparison) {
    switch (comparison) {
        case Comparison::equal: return "==";
        case Comparison::not_equal: return "!=";
        default: return spell(comparison);
    }
}

// A number as a signed constant of `bits` bits.
std::string signed_text(std::int64_t value, std::size_t bits) {
    return (value < 0 ? "-" : "") + std::to_string(bits) + "'sd" + std::to_string(value < 0 ? -value : value);
}

constexpr const char* kFunctions = R"(
    // Doubles as whole numbers of the same order.
    function [63:0] order(input [63:0] bits);
        order = bits[62:0] == 0 ? 64'h8000000000000000 : bits[63] ? ~bits : {1'b1, bits[62:0]};
    endfunction
    function is_nan(input [63:0] bits);
        is_nan = &bits[62:52] && |bits[51:0];
    endfunction
)";

class VerilogWriter {
public:
    explicit VerilogWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        for (const ExportLiteral& literal : model_.literals) find_differences(literal.value);
        std::string ports;
        for (std::size_t c = 0; c < model_.columns.size(); ++c) ports += column(c);
        for (const auto& [columns, name] : differences_)
            ports += "    input [63:0] " + name + ",  // difference " +
                     ascii_json(std::vector{model_.columns[columns.first].name,
                                            model_.columns[columns.second].name}) +
                     "\n";
        std::size_t bits = bits_for(model_.classes.size());
        text_ = "// The decision " + ascii_json(model_.target) + "\n";
        for (std::size_t c = 0; c < model_.classes.size(); ++c)
            text_ += "// class " + std::to_string(c) + ": " + ascii_json(model_.classes[c]) + "\n";
        text_ += "module loh_decision (\n" + ports + "    output [" + std::to_string(bits - 1) +
                 ":0] prediction\n);\n";
        text_ += kFunctions;
        for (std::size_t c = 0; c < model_.columns.size(); ++c) cells(c);
        for (const auto& [columns, name] : differences_) numbers(name, name);
        literals();
        nodes();
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            define("rule_" + std::to_string(r + 1), term(model_.rules[r].node), model_.rules[r].text);
        text_ += "\n    assign prediction =" + (model_.votes ? most_points(bits) : first_part(bits)) +
                 ";\nendmodule\n";
        return std::move(text_);
    }

private:
    static std::string input(std::size_t column) { return "column_" + std::to_string(column + 1); }
    [[nodiscard]] bool has_categories(std::size_t column) const {
        return model_.columns[column].kind == ExportColumn::Kind::category;
    }

    void define(const std::string& name, const std::string& value, const std::string& about = {}) {
        text_ += "    wire " + name + " = " + value + ";";
        if (!about.empty()) text_ += "  // " + comment_text(about);
        text_ += "\n";
    }

    void find_differences(const ExportValue& value) {
        if (!value.is_difference) return;
        differences_.try_emplace({value.column, value.minus},
                                 "difference_" + std::to_string(differences_.size() + 1));
    }

    std::string column(std::size_t index) {
        const ExportColumn& column = model_.columns[index];
        std::string about = ",  // ";
        switch (column.kind) {
            case ExportColumn::Kind::number: about += "number "; break;
            case ExportColumn::Kind::date: about += "date "; break;
            case ExportColumn::Kind::category: about += "category "; break;
            case ExportColumn::Kind::truth: about += "truth "; break;
        }
        about += ascii_json(column.name);
        if (!has_categories(index)) {
            bool truth = column.kind == ExportColumn::Kind::truth;
            return std::string("    input ") + (truth ? "" : "[63:0] ") + input(index) + about + "\n";
        }
        about += ": " + ascii_json(column.categories) + ", then unseen, then missing, also the texts " +
                 ascii_json(column.missing);
        return "    input [" + std::to_string(code_bits(index) - 1) + ":0] " + input(index) + about + "\n";
    }

    [[nodiscard]] std::size_t code_bits(std::size_t column) const {
        return bits_for(model_.columns[column].categories.size() + 2);
    }
    [[nodiscard]] std::string code(std::size_t column, std::size_t value) const {
        return std::to_string(code_bits(column)) + "'d" + std::to_string(value);
    }

    // order_NAME and present_NAME of a double.
    void numbers(const std::string& name, const std::string& bits) {
        text_ += "    wire [63:0] order_" + name + " = order(" + bits + ");\n";
        define("present_" + name, "!is_nan(" + bits + ")");
    }

    void cells(std::size_t index) {
        const ExportColumn& column = model_.columns[index];
        if (column.kind == ExportColumn::Kind::truth) return;
        if (!has_categories(index)) return numbers(input(index), input(index));
        define("present_" + input(index), input(index) + " < " + code(index, column.categories.size() + 1));
        if (column.places.empty()) return;
        std::string value;
        std::string known;
        for (std::size_t c = 0; c < column.places.size(); ++c)
            value += "\n        " + input(index) + " == " + code(index, c) + " ? " +
                     hex64(order_of(column.places[c])) + " :";
        text_ += "    wire [63:0] order_" + input(index) + " =" + value + " 64'd0;\n";
        define("known_" + input(index), input(index) + " < " + code(index, column.categories.size()));
    }

    static std::string any(const std::vector<std::string>& terms, const char* join, const char* none) {
        std::string result;
        for (const std::string& one : terms) result += (result.empty() ? "" : join) + one;
        return result.empty() ? none : "(" + result + ")";
    }

    [[nodiscard]] std::string name_of(const ExportValue& value) const {
        return value.is_difference ? differences_.at({value.column, value.minus}) : input(value.column);
    }

    // The value, or the absolute value, as a number of that order. The sign is the first bit of a positive number.
    [[nodiscard]] std::string order_of_value(const ExportValue& value) const {
        if (!value.absolute) return "order_" + name_of(value);
        return "order({1'b0, " + name_of(value) + "[62:0]})";
    }
    [[nodiscard]] std::string test(const ExportValue& value, Comparison comparison, double number) const {
        return order_of_value(value) + " " + spell_verilog(comparison) + " " + hex64(order_of(number));
    }

    [[nodiscard]] std::string literal(const ExportLiteral& literal) const {
        using Kind = ExportLiteral::Kind;
        std::string present = "present_" + name_of(literal.value);
        switch (literal.kind) {
            case Kind::compare:
                return present + " && " + test(literal.value, literal.comparison, literal.number);
            case Kind::interval:
                return present + " && " +
                       test(literal.value,
                            literal.low_closed ? Comparison::greater_equal : Comparison::greater,
                            literal.low) +
                       " && " +
                       test(literal.value, literal.high_closed ? Comparison::less_equal : Comparison::less,
                            literal.high);
            case Kind::member: {
                std::vector<std::string> tests;
                for (double one : literal.numbers)
                    tests.push_back(test(literal.value,
                                         literal.excluded ? Comparison::not_equal : Comparison::equal, one));
                return present + " && " + any(tests, literal.excluded ? " && " : " || ", "1'b0");
            }
            case Kind::missing: return "!" + present;
            case Kind::category: {
                std::vector<std::string> tests;
                for (std::uint32_t one : literal.codes)
                    tests.push_back(input(literal.value.column) + (literal.excluded ? " != " : " == ") +
                                    code(literal.value.column, one));
                return present + " && " + any(tests, literal.excluded ? " && " : " || ", "1'b0");
            }
            case Kind::pair: return pair(literal);
            case Kind::truth: break;
        }
        return input(literal.value.column);
    }

    // Whether the cell has a number.
    [[nodiscard]] std::string known(std::uint32_t column) const {
        return (has_categories(column) ? "known_" : "present_") + input(column);
    }

    [[nodiscard]] std::string pair(const ExportLiteral& literal) const {
        std::uint32_t a = literal.value.column;
        std::uint32_t b = literal.other;
        bool differs = literal.comparison == Comparison::not_equal;
        std::string holds;
        if (literal.as_numbers) {
            holds = known(a) + " && " + known(b) + " && order_" + input(a) + " " +
                    spell_verilog(differs ? Comparison::equal : literal.comparison) + " order_" + input(b);
        } else {
            std::vector<std::string> equal;
            for (const std::string& text : literal.common)
                equal.push_back("(" + is_category(a, text) + " && " + is_category(b, text) + ")");
            holds = any(equal, " || ", "1'b0");
        }
        return differs ? "present_" + input(a) + " && present_" + input(b) + " && !(" + holds + ")" : holds;
    }
    [[nodiscard]] std::string is_category(std::uint32_t column, const std::string& text) const {
        const std::vector<std::string>& all = model_.columns[column].categories;
        auto at = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), text) - all.begin());
        return input(column) + " == " + code(column, at);
    }

    void literals() {
        text_ += "\n";
        for (std::size_t l = 0; l < model_.literals.size(); ++l)
            define("literal_" + std::to_string(l + 1), literal(model_.literals[l]), model_.literals[l].text);
    }

    // A node as an operand.
    [[nodiscard]] std::string term(std::uint32_t id) const {
        const ExportNode& node = model_.nodes[id];
        switch (node.kind) {
            case ExportNode::Kind::falsum: return "1'b0";
            case ExportNode::Kind::verum: return "1'b1";
            case ExportNode::Kind::literal: return "literal_" + std::to_string(node.literal + 1);
            case ExportNode::Kind::negation: return "!" + term(node.operands[0]);
            default: return "node_" + std::to_string(id);
        }
    }

    void nodes() {
        std::vector<std::uint32_t> roots = rule_roots(model_);
        for (std::uint32_t root : part_roots(model_)) roots.push_back(root);
        std::vector<std::uint32_t> uses = uses_of(model_, roots);
        text_ += "\n";
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id) {
            const ExportNode& node = model_.nodes[id];
            if (uses[id] == 0 || node.operands.size() < 2) continue;
            std::vector<std::string> operands;
            for (std::uint32_t operand : node.operands) operands.push_back(term(operand));
            define("node_" + std::to_string(id),
                   any(operands, node.kind == ExportNode::Kind::conjunction ? " && " : " || ", "1'b0"));
        }
    }

    static std::string class_number(std::uint32_t number, std::size_t bits) {
        return std::to_string(bits) + "'d" + std::to_string(number);
    }

    [[nodiscard]] std::string first_part(std::size_t bits) const {
        std::string result;
        for (const ExportPart& part : model_.parts)
            result += "\n        " + term(part.node) + " ? " + class_number(part.of_class, bits) + " :";
        return result + " " + class_number(model_.otherwise, bits);
    }

    // Defines the points of each class.
    std::string most_points(std::size_t bits) {
        std::uint64_t most = 1;
        for (std::size_t c = 0; c < model_.classes.size(); ++c) {
            auto sum = static_cast<std::uint64_t>(std::abs(model_.base[c]));
            for (const ExportRule& rule : model_.rules)
                sum += static_cast<std::uint64_t>(std::abs(rule.points[c]));
            most = std::max(most, sum);
        }
        std::size_t width = 1 + static_cast<std::size_t>(std::bit_width(most));
        std::vector<std::string> names;
        for (std::size_t c = 0; c < model_.classes.size(); ++c) {
            names.push_back("points_" + std::to_string(c));
            text_ += "    wire signed [" + std::to_string(width - 1) + ":0] " + names.back() + " = " +
                     signed_text(model_.base[c], width);
            for (std::size_t r = 0; r < model_.rules.size(); ++r) {
                if (model_.rules[r].points[c] == 0) continue;
                text_ += "\n        + (rule_" + std::to_string(r + 1) + " ? " +
                         signed_text(model_.rules[r].points[c], width) + " : " + signed_text(0, width) + ")";
            }
            text_ += ";  // " + comment_text(model_.classes[c]) + "\n";
        }
        std::string result;
        for (std::uint32_t c = 0; c + 1 < names.size(); ++c) {
            std::vector<std::string> wins;
            for (std::size_t other = c + 1; other < names.size(); ++other)
                wins.push_back(names[c] + " >= " + names[other]);
            for (std::size_t other = 0; other < c; ++other) wins.push_back(names[c] + " > " + names[other]);
            result += "\n        " + any(wins, " && ", "1'b1") + " ? " + class_number(c, bits) + " :";
        }
        return result + " " + class_number(static_cast<std::uint32_t>(names.size() - 1), bits);
    }

    const ExportModel& model_;
    std::string text_ = {};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> differences_ = {};  // names of inputs
};

}  // namespace

std::string write_verilog(const ExportModel& model, const ExportOptions& /*options*/) {
    return VerilogWriter(model).write();
}

}  // namespace loh
