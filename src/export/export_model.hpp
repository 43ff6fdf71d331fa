// What an export target writes: a decision as columns, literals over them, formulas over the literals, and a head. Every
// target is one function from this structure to text (targets.hpp). It knows nothing of graphs, atoms or model files.
//
// Order: columns, literals (each refers to columns), nodes (each refers to literals or to earlier nodes), rules (each refers to
// a node). So a target is a loop over each list, without recursion: formulas may be deeper than a stack.
//
//     ExportModel model = export_model(decision);
//     for (const ExportColumn& column : model.columns) ...      declare the inputs
//     for (const ExportLiteral& literal : model.literals) ...   write each test of a cell
//     for (const ExportNode& node : model.nodes) ...            write what has several uses (uses_of) once
//     model.votes ? sum the points of the rules : the first rule that holds decides
//
// A row is decided in one of two ways, which cover the heads `single`, `list` and `vote`:
//
//     first rule   the class of the first rule whose node holds; `otherwise` if none does. `parts` joins the rules of a class:
//                  also the class of the first part that holds.
//     votes        base[c] plus the points of the rules that hold, for each class c; the class with most points, in a tie the
//                  first one. All sums are below 2^53 in magnitude, so doubles add them exactly.
//
// The head `paper` is refused: its network decides, not its rules.
//
// Cells. A target states the type in which it takes the cells of each column:
//
//     number     a double. Missing: NaN, and each target's own null. A table of text also has the texts `missing`, and writes
//                numbers in `form` (plain, or $1,234.50).
//     date       a number of seconds since 1970-01-01T00:00:00, exact to the microsecond (base/calendar.hpp); `form` says how
//                a table of text writes it. A target may take dates of its language instead, if comparisons stay the same.
//     category   a text. Missing: the texts `missing`, which are never in `categories`, and null. Any other text that is not in
//                `categories` is unseen: it differs from every category and from every other unseen cell, and is not missing.
//     truth      true or false, or a number in [0, 1] that is true above 1/2. Never missing: `loh predict` refuses such a cell.
//                A target that cannot refuse takes it as false.
//
// A missing cell satisfies no literal but `missing`; what is negated is a node, so `!(age < 20)` is true there. All comparisons of
// numbers are those of IEEE doubles; infinities are ordinary values and -0 = 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/cell_form.hpp"
#include "decision/decision_data.hpp"
#include "formula/atom.hpp"
#include "loh/decision.hpp"

namespace loh {

struct ExportColumn {
    enum class Kind : std::uint8_t { number, date, category, truth };

    std::string
        name;  // as in the header of a table; without NUL. Only a truth column may share the name of another column
    Kind kind = Kind::number;
    std::vector<std::string> categories = {};  // category: [code], sorted
    std::vector<double> places =
        {};  // category: [code], what it counts as in a difference or among numbers; or empty
    std::vector<std::string> missing = {};  // sorted; empty for truth
    CellForm form = {};                     // number, date

    // Numbers, also those of categories that are all numbers or all single letters.
    [[nodiscard]] bool has_numbers() const {
        return kind != Kind::category || places.size() == categories.size();
    }
};

// The number that a literal tests: a column, or the difference of two, in double precision. The difference is missing (NaN) if a
// cell is missing or unseen, and for infinity minus itself.
struct ExportValue {
    std::uint32_t column = 0;
    bool is_difference = false;
    std::uint32_t minus = 0;  // of a difference: the column that is subtracted
    bool absolute = false;    // of a difference: |column - minus|
};

struct ExportLiteral {
    enum class Kind : std::uint8_t {
        compare,   // value comparison number
        interval,  // low <= value <= high, or < where not closed
        member,    // value is one of numbers; excluded: present and none of them
        missing,   // value is missing. The column may be of any kind but truth
        category,  // the category is one of codes; excluded: present, and none of them (an unseen cell satisfies this)
        pair,   // column comparison other
        truth,  // the column is true
    };

    Kind kind = Kind::compare;
    std::string text;  // in the spelling of the language
    ExportValue value;
    Comparison comparison = Comparison::equal;
    double number = 0;  // constants are finite
    double low = 0;
    double high = 0;
    bool low_closed = true;
    bool high_closed = false;
    std::vector<double> numbers = {};  // sorted, distinct, at least one
    bool excluded = false;
    std::vector<std::uint32_t> codes = {};  // sorted, distinct, at least one
    std::uint32_t other = 0;

    // pair: the cells count as numbers (two columns of numbers or dates, or of categories that are numbers). Otherwise both are
    // texts and the comparison is = or !=. In both cases an unseen cell satisfies != and nothing else, a missing one nothing.
    bool as_numbers = false;
    // pair of texts: the categories that both columns have. The cells are equal if they are the same text and one of these.
    std::vector<std::string> common = {};
};

using LiteralKind = ExportLiteral::Kind;

// Constants are nodes 0 (false) and 1 (true) and are no operand of another node.
struct ExportNode {
    enum class Kind : std::uint8_t { falsum, verum, literal, negation, conjunction, disjunction };

    Kind kind = Kind::falsum;
    std::uint32_t literal = 0;                 // index
    std::vector<std::uint32_t> operands = {};  // earlier nodes: one of a negation, else two or more, distinct

    [[nodiscard]] bool is_constant() const { return kind == Kind::falsum || kind == Kind::verum; }
};

struct ExportRule {
    std::uint32_t node = 0;
    std::uint32_t of_class = 0;             // votes: the class that it favours
    std::string text;                       // in the spelling of the language
    std::vector<std::int64_t> points = {};  // votes: [class]
};

// The rules of one class, of the heads `single` and `list`.
struct ExportPart {
    std::uint32_t node = 0;  // the disjunction of its rules
    std::uint32_t of_class = 0;
};

struct ExportModel {
    std::string target;                // name of the column that is predicted
    std::vector<std::string> classes;  // names, without NUL
    std::vector<ExportColumn> columns;
    std::vector<ExportLiteral> literals;
    std::vector<ExportNode> nodes;
    bool votes = false;
    std::vector<ExportRule> rules;   // numbered from 1 where people see them, as in `loh explain`
    std::vector<ExportPart> parts;   // first rule: in order
    std::uint32_t otherwise = 0;     // first rule: the class if no rule holds
    std::vector<std::int64_t> base;  // votes: [class]
    Probabilities probabilities;     // empty: the model has none
};

// Throws Error (usage) for the head `paper`, and for names that no target can write (with NUL bytes).
ExportModel export_model(const DecisionData& decision);

// [node]: how often it is an operand of another node below the roots, plus how often it is a root. 0: not below them.
std::vector<std::uint32_t> uses_of(const ExportModel& model, std::span<const std::uint32_t> roots);

// The nodes of the rules, or of the parts, in order.
std::vector<std::uint32_t> rule_roots(const ExportModel& model);
std::vector<std::uint32_t> part_roots(const ExportModel& model);

// The number of leaves of the node if it is written out as a tree; at most `most` + 1. Targets that cannot share parts check it.
std::size_t written_size(const ExportModel& model, std::uint32_t node, std::size_t most);

}  // namespace loh
