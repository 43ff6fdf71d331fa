// Prolog: prediction(Row, Class) over facts cell(Row, Column, Value), for SWI-Prolog.
//
// A row has at most one fact for each column: a number, an atom or string for categories, true or false. A missing cell has no
// fact. Each literal is a clause that fails for missing cells, so negation as failure is the negation of the decision, provided
// that Row is known when a rule is called. Every node has a number and is a clause of its own.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

std::string prolog_atom(std::string_view text) {
    std::string result = "'";
    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        if (c == '\'' || c == '\\') {
            result += {'\\', c};
        } else if (byte < 0x20 || byte == 0x7F) {
            constexpr std::string_view kHex = "0123456789abcdef";
            result += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U], '\\'};
        } else {
            result += c;
        }
    }
    return result + "'";
}

std::string prolog_number(double number) {
    std::string digits = spell_number(number);
    if (digits.find_first_of(".e") == std::string::npos) return digits + ".0";
    std::size_t exponent = digits.find('e');
    if (exponent != std::string::npos && digits.find('.') == std::string::npos) digits.insert(exponent, ".0");
    return digits;
}

const char* spell_prolog(Comparison comparison) {
    switch (comparison) {
        case Comparison::less: return "<";
        case Comparison::less_equal: return "=<";
        case Comparison::greater: return ">";
        case Comparison::greater_equal: return ">=";
        case Comparison::equal: return "=:=";
        case Comparison::not_equal: break;
    }
    return "=\\=";
}

// What does not depend on the model.
constexpr const char* kCells = R"(
% The cell as a number; fails if it is missing. Category: a text that is neither missing nor a number.
number_cell(Row, Column, Number) :-
    cell(Row, Column, Value), number(Value),
    ( float(Value) -> Number = Value ; catch(Number is float(Value), _, fail) ), Number =:= Number.
text_cell(Row, Column, Text) :-
    cell(Row, Column, Value), ( string(Value) -> atom_string(Text, Value) ; atom(Value), Text = Value ),
    \+ missing_text(Column, Text).
place_cell(Row, Column, Number) :- text_cell(Row, Column, Text), place(Column, Text, Number).
truth_cell(Row, Column) :-
    cell(Row, Column, Value), ( Value == true -> true ; number(Value), Value > 0.5 ).

% A difference of doubles; infinity minus itself is missing.
minus(A, B, Difference) :-
    catch(Difference is A - B, error(evaluation_error(Problem), _), beyond(Problem, A, B, Difference)),
    Difference =:= Difference.
distance(A, B, Distance) :- ( A >= B -> minus(A, B, Distance) ; minus(B, A, Distance) ).
beyond(float_overflow, A, B, Difference) :- ( A > B -> Difference is inf ; Difference is -inf ).
)";

class PrologWriter {
public:
    explicit PrologWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        head();
        tables();
        text_ += kCells;
        text_ += "\n% literal(Number, Row)\n";
        for (std::size_t l = 0; l < model_.literals.size(); ++l) {
            comment(model_.literals[l].text);
            text_ += "literal(" + std::to_string(l + 1) + ", Row) :- " + literal(model_.literals[l]) + ".\n";
        }
        if (model_.literals.empty()) text_ += "literal(_, _) :- fail.\n";
        nodes();
        text_ += "\n% rule(Number, Row)\n";
        for (std::size_t r = 0; r < model_.rules.size(); ++r) {
            comment("for " + model_.classes[model_.rules[r].of_class] + ": " + model_.rules[r].text);
            text_ += "rule(" + std::to_string(r + 1) + ", Row) :- " + goal(model_.rules[r].node) + ".\n";
        }
        if (model_.rules.empty()) text_ += "rule(_, _) :- fail.\n";
        text_ += "\n";
        if (model_.votes) {
            votes();
        } else {
            first_part();
        }
        return std::move(text_);
    }

private:
    void comment(const std::string& text) { text_ += "% " + comment_text(text) + "\n"; }

    void head() {
        text_ += ":- encoding(utf8).\n";
        comment("prediction(Row, Class): the decision '" + model_.target +
                "', over facts cell(Row, Column, Value).");
        text_ += "% A missing cell has no fact. Dates are seconds since 1970. Columns:\n";
        constexpr std::array<const char*, 4> kKinds = {"number", "date", "text", "true or false"};
        for (const ExportColumn& column : model_.columns)
            comment("  " + prolog_atom(column.name) + ": " +
                    kKinds.at(static_cast<std::size_t>(column.kind)));
        text_ += ":- dynamic(cell/3).\n:- multifile(cell/3).\n:- style_check(-singleton).\n";
    }

    void tables() {
        text_ +=
            "\n% missing_text(Column, Text): also a missing cell. place(Column, Text, Number): a category as "
            "a number.\n"
            ":- dynamic(missing_text/2).\n:- dynamic(place/3).\n";
        for (const ExportColumn& column : model_.columns) {
            if (column.kind != ExportColumn::Kind::category) continue;
            for (const std::string& text : column.missing)
                text_ += "missing_text(" + prolog_atom(column.name) + ", " + prolog_atom(text) + ").\n";
        }
        for (const ExportColumn& column : model_.columns) {
            for (std::size_t code = 0; code < column.places.size(); ++code)
                text_ += "place(" + prolog_atom(column.name) + ", " + prolog_atom(column.categories[code]) +
                         ", " + prolog_number(column.places[code]) + ").\n";
        }
    }

    // A goal that binds the variable to the cell as a number.
    [[nodiscard]] std::string number(std::uint32_t column, const std::string& variable) const {
        bool category = model_.columns[column].kind == ExportColumn::Kind::category;
        return (category ? "place_cell(Row, " : "number_cell(Row, ") +
               prolog_atom(model_.columns[column].name) + ", " + variable + ")";
    }
    [[nodiscard]] std::string present(std::uint32_t column) const {
        bool category = model_.columns[column].kind == ExportColumn::Kind::category;
        return (category ? "text_cell(Row, " : "number_cell(Row, ") +
               prolog_atom(model_.columns[column].name) + ", _)";
    }
    [[nodiscard]] std::string text(std::uint32_t column, const std::string& variable) const {
        return "text_cell(Row, " + prolog_atom(model_.columns[column].name) + ", " + variable + ")";
    }

    // Goals that bind X.
    [[nodiscard]] std::string value(const ExportValue& value) const {
        if (!value.is_difference) return number(value.column, "X");
        std::string minus = number(value.column, "A") + ", " + number(value.minus, "B");
        return minus + (value.absolute ? ", distance(A, B, X)" : ", minus(A, B, X)");
    }

    static std::string list(const std::vector<std::string>& terms) {
        std::string result;
        for (const std::string& term : terms) result += (result.empty() ? "" : ", ") + term;
        return "[" + result + "]";
    }

    [[nodiscard]] std::string literal(const ExportLiteral& literal) const {
        using Kind = ExportLiteral::Kind;
        switch (literal.kind) {
            case Kind::compare:
                return value(literal.value) + ", X " + spell_prolog(literal.comparison) + " " +
                       prolog_number(literal.number);
            case Kind::interval:
                return value(literal.value) + ", X " + (literal.low_closed ? ">= " : "> ") +
                       prolog_number(literal.low) + ", X " + (literal.high_closed ? "=< " : "< ") +
                       prolog_number(literal.high);
            case Kind::member: {
                std::string any;
                for (double one : literal.numbers)
                    any += (any.empty() ? "X =:= " : " ; X =:= ") + prolog_number(one);
                return value(literal.value) + (literal.excluded ? ", \\+ (" : ", once((") + any +
                       (literal.excluded ? ")" : "))");
            }
            case Kind::missing:
                return "\\+ (" +
                       (literal.value.is_difference ? value(literal.value) : present(literal.value.column)) +
                       ")";
            case Kind::category: {
                std::vector<std::string> atoms;
                for (std::uint32_t code : literal.codes)
                    atoms.push_back(prolog_atom(model_.columns[literal.value.column].categories[code]));
                return text(literal.value.column, "X") +
                       (literal.excluded ? ", \\+ memberchk(X, " : ", memberchk(X, ") + list(atoms) + ")";
            }
            case Kind::pair: return pair(literal);
            case Kind::truth: break;
        }
        return "truth_cell(Row, " + prolog_atom(model_.columns[literal.value.column].name) + ")";
    }

    [[nodiscard]] std::string pair(const ExportLiteral& literal) const {
        std::uint32_t a = literal.value.column;
        std::uint32_t b = literal.other;
        bool differs = literal.comparison == Comparison::not_equal;
        std::string comparison = differs ? "=:=" : spell_prolog(literal.comparison);
        std::string holds = number(a, "X") + ", " + number(b, "Y") + ", X " + comparison + " Y";
        if (!literal.as_numbers) {
            std::vector<std::string> atoms;
            for (const std::string& common : literal.common) atoms.push_back(prolog_atom(common));
            holds = text(a, "X") + ", " + text(b, "X") + ", memberchk(X, " + list(atoms) + ")";
        }
        return differs ? present(a) + ", " + present(b) + ", \\+ (" + holds + ")" : holds;
    }

    // A node as a goal.
    [[nodiscard]] std::string goal(std::uint32_t id) const {
        const ExportNode& node = model_.nodes[id];
        switch (node.kind) {
            case ExportNode::Kind::falsum: return "fail";
            case ExportNode::Kind::verum: return "true";
            case ExportNode::Kind::literal: return "literal(" + std::to_string(node.literal + 1) + ", Row)";
            case ExportNode::Kind::negation: return "\\+ " + goal(node.operands[0]);
            default: return "node(" + std::to_string(id) + ", Row)";
        }
    }

    void nodes() {
        std::vector<std::uint32_t> roots = rule_roots(model_);
        for (std::uint32_t root : part_roots(model_)) roots.push_back(root);
        std::vector<std::uint32_t> uses = uses_of(model_, roots);
        text_ += "\n% node(Number, Row): parts of rules\n:- dynamic(node/2).\n";
        for (std::uint32_t id = 0; id < model_.nodes.size(); ++id) {
            const ExportNode& node = model_.nodes[id];
            if (uses[id] == 0 || node.operands.size() < 2) continue;
            bool all = node.kind == ExportNode::Kind::conjunction;
            std::string body;
            for (std::uint32_t operand : node.operands)
                body += (body.empty() ? "" : all ? ", " : " -> true ; ") + goal(operand);
            text_ += "node(" + std::to_string(id) + ", Row) :- " + (all ? body : "( " + body + " -> true )") +
                     ".\n";
        }
    }

    void first_part() {
        text_ += "prediction(Row, Class) :-\n    ( ";
        for (const ExportPart& part : model_.parts)
            text_ +=
                goal(part.node) + " -> Class = " + prolog_atom(model_.classes[part.of_class]) + "\n    ; ";
        text_ += "Class = " + prolog_atom(model_.classes[model_.otherwise]) + "\n    ).\n";
    }

    void votes() {
        auto numbers = [&](const std::vector<std::int64_t>& values) {
            std::vector<std::string> terms;
            for (std::int64_t value : values) terms.push_back(std::to_string(value));
            return list(terms);
        };
        std::vector<std::string> classes;
        for (const std::string& name : model_.classes) classes.push_back(prolog_atom(name));
        text_ += "% points(Row, Points): of the classes, in order\nclasses(" + list(classes) + ").\n";
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            text_ += "rule_points(" + std::to_string(r + 1) + ", " + numbers(model_.rules[r].points) + ").\n";
        if (model_.rules.empty()) text_ += "rule_points(_, _) :- fail.\n";
        text_ += "points(Row, Points) :- add_points(1, Row, " + numbers(model_.base) + ", Points).\n" + R"(
add_points(Rule, Row, Before, Points) :-
    rule_points(Rule, More), !,
    ( rule(Rule, Row) -> add(Before, More, After) ; After = Before ),
    Next is Rule + 1, add_points(Next, Row, After, Points).
add_points(_, _, Points, Points).
add([], [], []).
add([A | As], [B | Bs], [Sum | Sums]) :- Sum is A + B, add(As, Bs, Sums).

% The first class with the most points.
prediction(Row, Class) :-
    points(Row, [First | Points]), classes([Name | Names]), most(Points, Names, First, Name, Class).
most([], [], _, Class, Class).
most([Point | Points], [Name | Names], Best, Of, Class) :-
    ( Point > Best -> most(Points, Names, Point, Name, Class) ; most(Points, Names, Best, Of, Class) ).
)";
    }

    const ExportModel& model_;
    std::string text_;
};

}  // namespace

std::string write_prolog(const ExportModel& model, const ExportOptions& /*options*/) {
    return PrologWriter(model).write();
}

}  // namespace loh
