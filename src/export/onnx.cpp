// ONNX: standard operators over one input for each column, of shape [rows, 1].
//
// Numbers and dates are double, categories string, truth values bool. A missing number is NaN; a missing category is one of the
// texts that mean missing. Each literal is a tensor of bool, which And, Or and Not combine; with the head `vote` the rules are
// multiplied by their points in double, which is exact for sums below 2^53. ArgMax takes the first of equal values, as the
// decision does.
//
// The file is a protocol buffer, written by hand: fields of onnx.proto with their numbers. Operator set 19 is the first in which
// Equal compares strings.
#include <bit>
#include <cstring>
#include <set>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// A message of protocol buffers.
class ProtoMessage {
public:
    ProtoMessage& number(std::uint32_t field, std::uint64_t value) {
        varint(std::uint64_t{field} << 3U);
        varint(value);
        return *this;
    }
    ProtoMessage& bytes(std::uint32_t field, std::string_view value) {
        varint(std::uint64_t{field} << 3U | 2U);
        varint(value.size());
        text_ += value;
        return *this;
    }
    ProtoMessage& message(std::uint32_t field, const ProtoMessage& value) {
        return bytes(field, value.text_);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void varint(std::uint64_t value) {
        for (; value >= 128; value >>= 7U) text_ += static_cast<char>(value | 128U);
        text_ += static_cast<char>(value);
    }
    std::string text_;
};

enum class OnnxType : std::uint8_t { int64 = 7, string = 8, boolean = 9, real = 11 };

ProtoMessage onnx_tensor(const std::string& name, OnnxType type, const std::vector<std::size_t>& shape) {
    ProtoMessage result;
    for (std::size_t size : shape) result.number(1, size);
    return result.number(2, static_cast<std::uint64_t>(type)).bytes(8, name);
}

std::string onnx_doubles(const std::vector<double>& values) {
    std::string result;
    for (double value : values) {
        auto bits = std::bit_cast<std::uint64_t>(value);
        for (unsigned byte = 0; byte < 8; ++byte) result += static_cast<char>(bits >> 8 * byte & 255U);
    }
    return result;
}

// The description of an input or output: [rows], or [rows, columns].
ProtoMessage onnx_value(const std::string& name, OnnxType type, std::size_t columns,
                        const std::string& about = {}) {
    ProtoMessage shape;
    shape.message(1, ProtoMessage().bytes(2, "rows"));
    if (columns > 0) shape.message(1, ProtoMessage().number(1, columns));
    ProtoMessage tensor;
    tensor.number(1, static_cast<std::uint64_t>(type)).message(2, shape);
    ProtoMessage result;
    result.bytes(1, name).message(2, ProtoMessage().message(1, tensor));
    if (!about.empty()) result.bytes(3, about);
    return result;
}

void refuse_bytes(const std::string& text) {
    for (std::string_view rest = text; !rest.empty();) {
        std::size_t length = utf8_sequence_length(rest);
        if (length == 0)
            throw Error(ErrorKind::usage,
                        "onnx cannot have the name " + quote(text, '\'') + ", which is not UTF-8");
        rest.remove_prefix(length);
    }
}

class OnnxWriter {
public:
    OnnxWriter(const ExportModel& model, const ExportOptions& options) : model_(model), options_(options) {}

    std::string write() {
        for (const ExportColumn& column : model_.columns) input(column);
        std::vector<std::uint32_t> roots = model_.votes ? rule_roots(model_) : part_roots(model_);
        if (options_.explain || options_.proba) roots = rule_roots(model_);
        all_nodes(roots);
        std::string index;
        if (model_.votes) {
            index = most_points();
        } else if (options_.explain || options_.proba) {
            index = first_rule();
        } else {
            std::vector<std::string> parts;
            for (const ExportPart& part : model_.parts) parts.push_back(of_node_[part.node]);
            std::vector<std::uint32_t> classes;
            for (const ExportPart& part : model_.parts) classes.push_back(part.of_class);
            index = class_at(first(parts), classes);
        }
        for (const std::string& name : model_.classes) refuse_bytes(name);
        std::string prediction = fresh("prediction");
        node("Gather", {strings("classes", model_.classes), index}, prediction);
        output(prediction, OnnxType::string, 0);
        return file();
    }

private:
    std::string fresh(std::string name) {
        while (!names_.insert(name).second) name += '_';
        return name;
    }

    std::string node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::string& output, const ProtoMessage& attribute = {}) {
        ProtoMessage message;
        for (const std::string& input : inputs) message.bytes(1, input);
        message.bytes(2, output).bytes(4, type);
        if (!attribute.text().empty()) message.message(5, attribute);
        nodes_.push_back(message);
        return output;
    }
    std::string made(const std::string& type, const std::vector<std::string>& inputs,
                     const ProtoMessage& attribute = {}) {
        return node(type, inputs, fresh(type + " " + std::to_string(nodes_.size())), attribute);
    }
    static ProtoMessage integer(const char* name, std::int64_t value) {
        return ProtoMessage().bytes(1, name).number(3, static_cast<std::uint64_t>(value)).number(20, 2);
    }
    std::string cast(const std::string& input, OnnxType type) {
        return made("Cast", {input}, integer("to", static_cast<std::int64_t>(type)));
    }

    void input(const ExportColumn& column) {
        using Kind = ExportColumn::Kind;
        refuse_bytes(column.name);
        bool category = column.kind == Kind::category;
        bool truth = column.kind == Kind::truth;
        std::string about = truth ? "true or false" : category ? "text; missing:" : "missing: NaN";
        for (const std::string& text : column.missing)
            if (category) about += " " + quote(comment_text(text), '"');
        if (column.kind == Kind::date) about = "seconds since 1970-01-01; " + about;
        inputs_.push_back(fresh(column.name));
        values_.push_back(onnx_value(inputs_.back(),
                                     category ? OnnxType::string
                                     : truth  ? OnnxType::boolean
                                              : OnnxType::real,
                                     1, about));
    }

    void output(const std::string& name, OnnxType type, std::size_t columns) {
        outputs_.push_back(onnx_value(name, type, columns));
    }

    // Constants.
    std::string strings(const std::string& name, const std::vector<std::string>& texts) {
        std::string result = fresh(name);
        ProtoMessage tensor = onnx_tensor(result, OnnxType::string, {texts.size()});
        for (const std::string& text : texts) tensor.bytes(6, text);
        constants_.push_back(tensor);
        return result;
    }
    std::string reals(const std::string& name, const std::vector<double>& values,
                      const std::vector<std::size_t>& shape) {
        std::string result = fresh(name);
        constants_.push_back(onnx_tensor(result, OnnxType::real, shape).bytes(9, onnx_doubles(values)));
        return result;
    }
    std::string real(double value) { return reals(spell_number(value), {value}, {1}); }
    std::string indices(const std::vector<std::uint32_t>& values) {
        std::string bytes;
        for (std::uint32_t value : values)
            for (unsigned byte = 0; byte < 8; ++byte)
                bytes += static_cast<char>(std::uint64_t{value} >> 8 * byte & 255U);
        std::string result = fresh("indices");
        constants_.push_back(onnx_tensor(result, OnnxType::int64, {values.size()}).bytes(9, bytes));
        return result;
    }

    // Tensors of bool.
    std::string join(const char* type, std::vector<std::string> operands) {
        while (operands.size() > 1) {
            std::vector<std::string> pairs;
            for (std::size_t i = 0; i + 1 < operands.size(); i += 2)
                pairs.push_back(made(type, {operands[i], operands[i + 1]}));
            if (operands.size() % 2 == 1) pairs.push_back(operands.back());
            operands = std::move(pairs);
        }
        return operands.empty() ? nothing() : operands[0];
    }
    std::string negation(const std::string& operand) { return made("Not", {operand}); }

    // false in every row
    std::string nothing() {
        if (!nothing_.empty()) return nothing_;
        if (inputs_.empty())
            throw Error(ErrorKind::usage, "onnx has no model without inputs: this decision reads no column");
        nothing_ = made("Not", {made("Equal", {inputs_[0], inputs_[0]})});
        return nothing_ = made("And", {nothing_, made("Not", {nothing_})});
    }

    std::string is_category(std::uint32_t column, const std::vector<std::string>& texts) {
        std::vector<std::string> equal;
        for (const std::string& text : texts) {
            refuse_bytes(text);
            equal.push_back(made("Equal", {inputs_[column], strings("text", {text})}));
        }
        return join("Or", equal);
    }
    std::string is_missing(std::uint32_t column) {
        const ExportColumn& of = model_.columns[column];
        if (of.kind == ExportColumn::Kind::category) return is_category(column, of.missing);
        return made("IsNaN", {inputs_[column]});
    }

    // The cell as a double.
    std::string number(std::uint32_t column) {
        const ExportColumn& of = model_.columns[column];
        if (of.kind != ExportColumn::Kind::category) return inputs_[column];
        std::string& result = numbers_[column];
        if (!result.empty()) return result;
        result = real(std::bit_cast<double>(std::uint64_t{0x7FF8} << 48U));
        for (std::size_t code = 0; code < of.places.size(); ++code)
            result =
                made("Where", {is_category(column, {of.categories[code]}), real(of.places[code]), result});
        return result;
    }

    std::string value(const ExportValue& value) {
        if (!value.is_difference) return number(value.column);
        std::string difference = made("Sub", {number(value.column), number(value.minus)});
        return value.absolute ? made("Abs", {difference}) : difference;
    }

    std::string compare(const std::string& a, Comparison comparison, const std::string& b) {
        switch (comparison) {
            case Comparison::less: return made("Less", {a, b});
            case Comparison::less_equal: return made("LessOrEqual", {a, b});
            case Comparison::greater: return made("Greater", {a, b});
            case Comparison::greater_equal: return made("GreaterOrEqual", {a, b});
            default: return made("Equal", {a, b});
        }
    }
    std::string none_of(const std::string& missing, const std::string& holds) {
        return negation(made("Or", {missing, holds}));
    }

    std::string literal(const ExportLiteral& literal) {
        using Kind = ExportLiteral::Kind;
        switch (literal.kind) {
            case Kind::compare: {
                std::string of = value(literal.value);
                std::string holds = compare(of, literal.comparison, real(literal.number));
                return literal.comparison == Comparison::not_equal ? none_of(made("IsNaN", {of}), holds)
                                                                   : holds;
            }
            case Kind::interval: {
                std::string of = value(literal.value);
                return made("And",
                            {made(literal.low_closed ? "GreaterOrEqual" : "Greater", {of, real(literal.low)}),
                             made(literal.high_closed ? "LessOrEqual" : "Less", {of, real(literal.high)})});
            }
            case Kind::member: {
                std::string of = value(literal.value);
                std::vector<std::string> equal;
                for (double one : literal.numbers) equal.push_back(made("Equal", {of, real(one)}));
                std::string any = join("Or", equal);
                return literal.excluded ? none_of(made("IsNaN", {of}), any) : any;
            }
            case Kind::missing:
                return literal.value.is_difference ? made("IsNaN", {value(literal.value)})
                                                   : is_missing(literal.value.column);
            case Kind::category: {
                std::vector<std::string> texts;
                for (std::uint32_t code : literal.codes)
                    texts.push_back(model_.columns[literal.value.column].categories[code]);
                std::string any = is_category(literal.value.column, texts);
                return literal.excluded ? none_of(is_missing(literal.value.column), any) : any;
            }
            case Kind::pair: return pair(literal);
            case Kind::truth: break;
        }
        return inputs_[literal.value.column];
    }

    std::string pair(const ExportLiteral& literal) {
        std::uint32_t a = literal.value.column;
        std::uint32_t b = literal.other;
        std::string holds =
            literal.as_numbers
                ? compare(number(a), literal.comparison, number(b))
                : join("And", {made("Equal", {inputs_[a], inputs_[b]}), is_category(a, literal.common)});
        if (literal.comparison != Comparison::not_equal) return holds;
        return none_of(made("Or", {is_missing(a), is_missing(b)}), holds);
    }

    void all_nodes(const std::vector<std::uint32_t>& roots) {
        std::vector<std::uint32_t> uses = uses_of(model_, roots);
        of_node_.resize(model_.nodes.size());
        numbers_.resize(model_.columns.size());
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id) {
            if (uses[id] == 0) continue;
            const ExportNode& one = model_.nodes[id];
            std::vector<std::string> operands;
            for (std::uint32_t operand : one.operands) operands.push_back(of_node_[operand]);
            switch (one.kind) {
                case ExportNode::Kind::falsum: of_node_[id] = nothing(); break;
                case ExportNode::Kind::verum: of_node_[id] = negation(nothing()); break;
                case ExportNode::Kind::literal: of_node_[id] = literal(model_.literals[one.literal]); break;
                case ExportNode::Kind::negation: of_node_[id] = negation(operands[0]); break;
                case ExportNode::Kind::conjunction: of_node_[id] = join("And", operands); break;
                case ExportNode::Kind::disjunction: of_node_[id] = join("Or", operands); break;
            }
        }
    }

    // [rows, operands] in double: 1 where they hold.
    std::string ones(const std::vector<std::string>& operands) {
        return cast(made("Concat", operands, integer("axis", 1)), OnnxType::real);
    }
    std::string most(const std::string& input) {
        ProtoMessage axis = integer("axis", 1);
        std::string result = fresh("ArgMax " + std::to_string(nodes_.size()));
        ProtoMessage message;
        message.bytes(1, input)
            .bytes(2, result)
            .bytes(4, "ArgMax")
            .message(5, axis)
            .message(5, integer("keepdims", 0));
        nodes_.push_back(message);
        return result;
    }

    // The index of the first operand that holds; their number if none does.
    std::string first(std::vector<std::string> operands) {
        operands.push_back(negation(nothing()));
        return most(ones(operands));
    }

    // The class at an index, where `otherwise` is behind the last one.
    std::string class_at(const std::string& index, std::vector<std::uint32_t> classes) {
        classes.push_back(model_.otherwise);
        return made("Gather", {indices(classes), index});
    }

    std::string first_rule() {
        std::vector<std::string> rules;
        std::vector<std::uint32_t> classes;
        std::vector<std::uint32_t> numbers;
        for (const ExportRule& rule : model_.rules) {
            rules.push_back(of_node_[rule.node]);
            classes.push_back(rule.of_class);
            numbers.push_back(static_cast<std::uint32_t>(rules.size()));
        }
        numbers.push_back(0);
        std::string index = first(rules);
        if (options_.explain)
            output(node("Gather", {indices(numbers), index}, fresh("rule")), OnnxType::int64, 0);
        if (options_.proba) {
            std::vector<std::size_t> shape = {rules.size() + 1, model_.classes.size()};
            std::string shares = reals("shares", model_.probabilities.shares, shape);
            output(node("Gather", {shares, index}, fresh("probabilities")), OnnxType::real,
                   model_.classes.size());
        }
        return class_at(index, classes);
    }

    std::string most_points() {
        std::size_t classes = model_.classes.size();
        std::vector<std::string> rules = {negation(nothing())};
        std::vector<double> points;
        for (std::int64_t base : model_.base) points.push_back(static_cast<double>(base));
        for (const ExportRule& rule : model_.rules) {
            rules.push_back(of_node_[rule.node]);
            for (std::int64_t value : rule.points) points.push_back(static_cast<double>(value));
        }
        std::string weights = reals("weights", points, {rules.size(), classes});
        std::string sums = node("MatMul", {ones(rules), weights}, fresh("points"));
        output(sums, OnnxType::real, classes);
        if (options_.explain)
            output(node("Concat", rules, fresh("rules"), integer("axis", 1)), OnnxType::boolean,
                   rules.size());
        if (options_.proba) {
            std::string scaled = made("Mul", {sums, real(model_.probabilities.unit)});
            std::string shifted =
                made("Add", {scaled, reals("shift", model_.probabilities.shift, {classes})});
            output(node("Softmax", {shifted}, fresh("probabilities"), integer("axis", 1)), OnnxType::real,
                   classes);
        }
        return most(sums);
    }

    std::string file() {
        ProtoMessage graph;
        for (const ProtoMessage& node : nodes_) graph.message(1, node);
        graph.bytes(2, "decision");
        for (const ProtoMessage& constant : constants_) graph.message(5, constant);
        for (const ProtoMessage& value : values_) graph.message(11, value);
        for (const ProtoMessage& output : outputs_) graph.message(12, output);
        ProtoMessage result;
        result.number(1, 9).bytes(2, "loh").bytes(6,
                                                  "The decision " + quote(comment_text(model_.target), '"'));
        result.message(7, graph).message(8, ProtoMessage().bytes(1, "").number(2, 19));
        return result.text();
    }

    const ExportModel& model_;
    const ExportOptions& options_;
    std::set<std::string> names_;
    std::vector<std::string> inputs_;        // [column]
    std::vector<std::string> numbers_ = {};  // [column]: the column as doubles, where a literal needs it
    std::vector<std::string> of_node_ = {};
    std::string nothing_ = {};
    std::vector<ProtoMessage> nodes_ = {};
    std::vector<ProtoMessage> constants_ = {};
    std::vector<ProtoMessage> values_ = {};
    std::vector<ProtoMessage> outputs_ = {};
};

}  // namespace

std::string write_onnx(const ExportModel& model, const ExportOptions& options) {
    return OnnxWriter(model, options).write();
}

}  // namespace loh
