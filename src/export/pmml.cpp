// PMML 4.4: a RuleSetModel whose rules are fields derived from the columns.
//
// Each literal and each node is a derived field of truth values that is never missing (mapMissingTo), so negation means what it
// means in the decision. The rules of `single` and `list` are the parts in order (firstHit). With the head `vote` the points of
// the classes are derived fields, and the rule of a class holds if no class has more points.
//
// Numbers and dates (seconds since 1970) are double, categories string, truth values boolean.
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// Text of an element or an attribute.
std::string xml_text(std::string_view text) {
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        std::size_t length = utf8_sequence_length(rest);
        auto byte = static_cast<unsigned char>(rest[0]);
        bool forbidden = byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r';
        if (length == 0 || forbidden || rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF"))
            throw Error(ErrorKind::usage,
                        "pmml cannot have the name " + quote(text, '\'') + ": XML has no such character");
        switch (rest[0]) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            case '\n': result += "&#10;"; break;
            case '\t': result += "&#9;"; break;
            case '\r': result += "&#13;"; break;
            default: result += rest.substr(0, length);
        }
        rest.remove_prefix(length);
    }
    return result;
}

class PmmlWriter {
public:
    explicit PmmlWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        names_.insert(model_.target);
        for (const ExportColumn& column : model_.columns) fields_.push_back(xml_text(fresh(column.name)));
        head();
        dictionary();
        text_ += "  <RuleSetModel functionName=\"classification\" algorithmName=\"LoH\">\n";
        schema();
        text_ += "    <LocalTransformations>\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c) places(c);
        for (const ExportLiteral& one : model_.literals)
            literals_.push_back(
                derived("literal " + std::to_string(literals_.size() + 1), one.text, literal(one)));
        nodes();
        std::vector<std::string> fires = model_.votes ? votes() : parts();
        text_ += "    </LocalTransformations>\n";
        rules(fires);
        text_ += "  </RuleSetModel>\n</PMML>\n";
        return std::move(text_);
    }

private:
    std::string fresh(std::string name) {
        while (!names_.insert(name).second) name += '_';
        return name;
    }

    void head() {
        text_ +=
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<PMML xmlns=\"http://www.dmg.org/PMML-4_4\" version=\"4.4\">\n"
            "  <Header description=\"The decision &quot;" +
            xml_text(comment_text(model_.target)) + "&quot;\"><Application name=\"LoH\"/></Header>\n";
    }

    void dictionary() {
        text_ += "  <DataDictionary>\n";
        for (std::size_t c = 0; c < model_.columns.size(); ++c) {
            const ExportColumn& column = model_.columns[c];
            text_ += "    <DataField name=\"" + fields_[c] + "\" ";
            switch (column.kind) {
                case ExportColumn::Kind::category:
                    text_ += R"(optype="categorical" dataType="string">)";
                    for (const std::string& text : column.missing)
                        text_ += "<Value value=\"" + xml_text(text) + R"(" property="missing"/>)";
                    text_ += "</DataField>\n";
                    break;
                case ExportColumn::Kind::truth:
                    text_ += "optype=\"categorical\" dataType=\"boolean\"/>\n";
                    break;
                case ExportColumn::Kind::date:
                    text_ += R"(displayName="seconds since 1970-01-01" optype="continuous" )"
                             "dataType=\"double\"/>\n";
                    break;
                case ExportColumn::Kind::number:
                    text_ += "optype=\"continuous\" dataType=\"double\"/>\n";
                    break;
            }
        }
        text_ += "    <DataField name=\"" + xml_text(model_.target) +
                 R"(" optype="categorical" dataType="string">)";
        for (const std::string& name : model_.classes) text_ += "<Value value=\"" + xml_text(name) + "\"/>";
        text_ += "</DataField>\n  </DataDictionary>\n";
    }

    void schema() {
        text_ += "    <MiningSchema>\n";
        for (const std::string& field : fields_)
            text_ += "      <MiningField name=\"" + field + "\" invalidValueTreatment=\"asIs\"/>\n";
        text_ += "      <MiningField name=\"" + xml_text(model_.target) +
                 "\" usageType=\"target\"/>\n    </MiningSchema>\n";
    }

    // A field of truth values; returns its name, as XML.
    std::string derived(const std::string& name, const std::string& about, const std::string& expression,
                        const char* type = R"(optype="categorical" dataType="boolean")") {
        std::string field = xml_text(fresh(name));
        text_ += "      <DerivedField name=\"" + field + "\" ";
        if (!about.empty()) text_ += "displayName=\"" + xml_text(comment_text(about)) + "\" ";
        text_ += std::string(type) + ">" + expression + "</DerivedField>\n";
        return field;
    }

    // Expressions.
    static std::string field(const std::string& name) { return "<FieldRef field=\"" + name + "\"/>"; }
    static std::string number(double value) {
        return "<Constant dataType=\"double\">" + spell_number(value) + "</Constant>";
    }
    static std::string text(const std::string& value) {
        return "<Constant dataType=\"string\">" + xml_text(value) + "</Constant>";
    }
    static std::string truth(bool value) {
        return std::string("<Constant dataType=\"boolean\">") + (value ? "true" : "false") + "</Constant>";
    }
    static std::string apply(const char* function, const std::vector<std::string>& operands) {
        std::string result = std::string("<Apply function=\"") + function + "\">";
        for (const std::string& operand : operands) result += operand;
        return result + "</Apply>";
    }
    // A function of cells, false if one is missing.
    static std::string test(const char* function, const std::vector<std::string>& operands) {
        return apply((std::string(function) + "\" mapMissingTo=\"false").c_str(), operands);
    }
    static std::string join(const char* function, const std::vector<std::string>& operands) {
        return operands.empty()       ? truth(false)
               : operands.size() == 1 ? operands[0]
                                      : apply(function, operands);
    }
    static std::string negation(const std::string& operand) { return apply("not", {operand}); }

    static const char* function_of(Comparison comparison) {
        switch (comparison) {
            case Comparison::less: return "lessThan";
            case Comparison::less_equal: return "lessOrEqual";
            case Comparison::greater: return "greaterThan";
            case Comparison::greater_equal: return "greaterOrEqual";
            case Comparison::equal: return "equal";
            case Comparison::not_equal: break;
        }
        return "notEqual";
    }

    // Categories as numbers: a derived field.
    void places(std::size_t index) {
        const ExportColumn& column = model_.columns[index];
        places_.emplace_back();
        if (column.places.empty()) return;
        std::string rows;
        for (std::size_t code = 0; code < column.places.size(); ++code)
            rows += "<row><text>" + xml_text(column.categories[code]) + "</text><number>" +
                    spell_number(column.places[code]) + "</number></row>";
        places_.back() = derived(
            "number of " + column.name, "",
            R"(<MapValues outputColumn="number" dataType="double"><FieldColumnPair field=")" +
                fields_[index] + R"(" column="text"/><InlineTable>)" + rows + "</InlineTable></MapValues>",
            R"(optype="continuous" dataType="double")");
    }

    // The cell as a number.
    [[nodiscard]] std::string cell(std::uint32_t column) const {
        return field(places_[column].empty() ? fields_[column] : places_[column]);
    }
    [[nodiscard]] std::string present(std::uint32_t column) const {
        return apply("isNotMissing", {field(fields_[column])});
    }

    [[nodiscard]] std::string value(const ExportValue& value) const {
        if (!value.is_difference) return cell(value.column);
        std::string difference = apply("-", {cell(value.column), cell(value.minus)});
        return value.absolute ? apply("abs", {difference}) : difference;
    }

    // Both cells are present, and are not the same infinity.
    [[nodiscard]] std::string has_difference(const ExportValue& value) const {
        std::string a = cell(value.column);
        std::string infinite = apply(
            "or", {test("greaterThan", {a, number(kLargest)}), test("lessThan", {a, number(-kLargest)})});
        return apply("and", {test("equal", {a, a}), test("equal", {cell(value.minus), cell(value.minus)}),
                             negation(apply("and", {test("equal", {a, cell(value.minus)}), infinite}))});
    }

    // A test of the value; of a difference, only where it exists.
    [[nodiscard]] std::string guarded(const ExportValue& value, const std::string& holds) const {
        return value.is_difference ? apply("if", {has_difference(value), holds, truth(false)}) : holds;
    }

    [[nodiscard]] std::string literal(const ExportLiteral& literal) const {
        using Kind = ExportLiteral::Kind;
        std::string of =
            literal.kind == Kind::truth || literal.kind == Kind::category ? "" : value(literal.value);
        switch (literal.kind) {
            case Kind::compare:
                return guarded(literal.value,
                               test(function_of(literal.comparison), {of, number(literal.number)}));
            case Kind::interval:
                return guarded(literal.value,
                               apply("and", {test(literal.low_closed ? "greaterOrEqual" : "greaterThan",
                                                  {of, number(literal.low)}),
                                             test(literal.high_closed ? "lessOrEqual" : "lessThan",
                                                  {of, number(literal.high)})}));
            case Kind::member: {
                std::vector<std::string> tests;
                for (double one : literal.numbers)
                    tests.push_back(test(literal.excluded ? "notEqual" : "equal", {of, number(one)}));
                return guarded(literal.value, join(literal.excluded ? "and" : "or", tests));
            }
            case Kind::missing:
                return literal.value.is_difference
                           ? negation(has_difference(literal.value))
                           : apply("isMissing", {field(fields_[literal.value.column])});
            case Kind::category: {
                std::vector<std::string> tests;
                for (std::uint32_t code : literal.codes)
                    tests.push_back(test(literal.excluded ? "notEqual" : "equal",
                                         {field(fields_[literal.value.column]),
                                          text(model_.columns[literal.value.column].categories[code])}));
                return join(literal.excluded ? "and" : "or", tests);
            }
            case Kind::pair: return pair(literal);
            case Kind::truth: break;
        }
        return test("equal", {field(fields_[literal.value.column]), truth(true)});
    }

    [[nodiscard]] std::string pair(const ExportLiteral& literal) const {
        std::uint32_t a = literal.value.column;
        std::uint32_t b = literal.other;
        bool differs = literal.comparison == Comparison::not_equal;
        std::vector<std::string> common;
        for (const std::string& one : literal.common)
            common.push_back(apply("and", {test("equal", {field(fields_[a]), text(one)}),
                                           test("equal", {field(fields_[b]), text(one)})}));
        std::string holds =
            literal.as_numbers
                ? test(function_of(differs ? Comparison::equal : literal.comparison), {cell(a), cell(b)})
                : join("or", common);
        return differs ? apply("and", {present(a), present(b), negation(holds)}) : holds;
    }

    // A node as an operand.
    [[nodiscard]] std::string operand(std::uint32_t id) const {
        const ExportNode& node = model_.nodes[id];
        switch (node.kind) {
            case ExportNode::Kind::falsum: return truth(false);
            case ExportNode::Kind::verum: return truth(true);
            case ExportNode::Kind::literal: return field(literals_[node.literal]);
            case ExportNode::Kind::negation: return negation(operand(node.operands[0]));
            default: return field(nodes_[id]);
        }
    }

    void nodes() {
        std::vector<std::uint32_t> uses =
            uses_of(model_, model_.votes ? rule_roots(model_) : part_roots(model_));
        nodes_.resize(model_.nodes.size());
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id) {
            const ExportNode& node = model_.nodes[id];
            if (uses[id] == 0 || node.operands.size() < 2) continue;
            std::vector<std::string> operands;
            for (std::uint32_t below : node.operands) operands.push_back(operand(below));
            nodes_[id] = derived("node " + std::to_string(id), "",
                                 apply(node.kind == ExportNode::Kind::conjunction ? "and" : "or", operands));
        }
    }

    // [part]: the field that fires it.
    std::vector<std::string> parts() {
        std::vector<std::string> result;
        for (std::size_t p = 0; p < model_.parts.size(); ++p)
            result.push_back(derived("part " + std::to_string(p + 1), "", operand(model_.parts[p].node)));
        return result;
    }

    // [class]: the field that says that no class has more points.
    std::vector<std::string> votes() {
        const char* type = R"(optype="continuous" dataType="double")";
        std::vector<std::string> holds;
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            holds.push_back(derived("rule " + std::to_string(r + 1), model_.rules[r].text,
                                    operand(model_.rules[r].node)));
        std::vector<std::string> points;
        for (std::size_t c = 0; c < model_.classes.size(); ++c) {
            std::vector<std::string> terms = {number(static_cast<double>(model_.base[c])), number(0)};
            for (std::size_t r = 0; r < holds.size(); ++r) {
                if (model_.rules[r].points[c] == 0) continue;
                terms.push_back(apply(
                    "if",
                    {field(holds[r]), number(static_cast<double>(model_.rules[r].points[c])), number(0)}));
            }
            points.push_back(field(derived("points of " + model_.classes[c], "", apply("sum", terms), type)));
        }
        std::string most = field(derived("most points", "", apply("max", points), type));
        std::vector<std::string> result;
        for (std::size_t c = 0; c < points.size(); ++c)
            result.push_back(
                derived("most for " + model_.classes[c], "", apply("greaterOrEqual", {points[c], most})));
        return result;
    }

    void rules(const std::vector<std::string>& fires) {
        std::uint32_t otherwise = model_.votes ? 0 : model_.otherwise;
        text_ += "    <RuleSet defaultScore=\"" + xml_text(model_.classes[otherwise]) +
                 "\" defaultConfidence=\"1\">\n      <RuleSelectionMethod criterion=\"firstHit\"/>\n";
        for (std::size_t i = 0; i < fires.size(); ++i) {
            std::uint32_t of_class = model_.votes ? static_cast<std::uint32_t>(i) : model_.parts[i].of_class;
            text_ += "      <SimpleRule id=\"" + std::to_string(i + 1) + "\" score=\"" +
                     xml_text(model_.classes[of_class]) + R"(" confidence="1"><SimplePredicate field=")" +
                     fires[i] + "\" operator=\"equal\" value=\"true\"/></SimpleRule>\n";
        }
        text_ += "    </RuleSet>\n";
    }

    static constexpr double kLargest = 1.7976931348623157e308;

    const ExportModel& model_;
    std::string text_;
    std::set<std::string> names_ = {};
    std::vector<std::string> fields_ = {};    // [column], as XML
    std::vector<std::string> places_ = {};    // [column]: the field of its numbers; empty: the column itself
    std::vector<std::string> literals_ = {};  // [literal]
    std::vector<std::string> nodes_ = {};     // [node]: of conjunctions and disjunctions
};

}  // namespace

std::string write_pmml(const ExportModel& model, const ExportOptions& /*options*/) {
    return PmmlWriter(model).write();
}

}  // namespace loh
