// The columns of a question, and the cells that they can have, as far as its formulas distinguish them.
//
// Idea: the constants of all atoms of a column divide its cells into elements, on which every atom is constant: the missing
// cell, the numbers between two adjacent cuts, each named category, and all other categories, of which one that learning has
// not seen is an example. Element 0 is the missing cell; a column of truth values has the elements false and true. A column
// that is compared with a column of categories is also divided where that comparison changes. The comparison of two columns of
// numbers is not a matter of elements (prove/cells.hpp).
//
// Several decisions can take part. Each has its own view: the types of its columns and the categories it knows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "decision/decision_data.hpp"
#include "explain/cell_regions.hpp"
#include "formula/atom.hpp"
#include "formula/cell_set.hpp"

namespace loh {

// How a decision, or the question itself, understands its columns.
struct ColumnView {
    std::map<std::string, ColumnSchema>
        columns;                   // by name in the table; with the categories that its atoms name
    std::set<std::string> plain;   // atoms whose text is the name of a column of truth values
    std::set<std::string> truths;  // names of the columns that are read as truth values
    MissingRules missing;

    static ColumnView of(const DecisionData& decision);
};

// The name in a table of a column in the spelling of the language.
std::string table_name(const std::string& spelled);

// A column of the view as an atom sees it: without rows. Null schema: the view does not know it.
const ColumnSchema* schema_in(const ColumnView& view, const std::string& spelled);

using ElementSet = std::vector<bool>;  // [element]

struct QuestionColumn {
    enum class Type : std::uint8_t { truth, number, category };

    std::string name;  // in the table
    Type type = Type::truth;
    bool missing = true;  // whether cells can be missing
    CellForm form = {};
    std::string missing_text = {};
    bool compared = false;  // with another column of numbers
    bool paired = false;    // compared with any column

    // Numbers: element i + 1 begins at starts[i]. Each start, except for the first, comes from a cut.
    std::vector<double> starts = {};
    std::vector<CellSet::Cut> cuts = {};  // as written
    // Categories: element i + 1 is named[i], the last element is all others.
    std::vector<std::string> named = {};
    std::string other = {};               // a category among the others
    std::vector<std::string> known = {};  // of the training data

    [[nodiscard]] std::size_t elements() const;
    [[nodiscard]] double end_of(std::size_t element) const;  // the start of the next one, or infinity
    [[nodiscard]] std::size_t element_of(double number) const;
    [[nodiscard]] std::size_t element_of_category(const std::string& category) const;

    // The elements in which an atom of this column alone holds.
    [[nodiscard]] ElementSet accepted(const Atom& atom) const;
    [[nodiscard]] ElementSet accepted(const CellSet& cells) const;

    // An example cell, and a set of elements in words: `at least 30`, `one of nurse, tech`, `missing or below 5`.
    [[nodiscard]] std::string example(std::size_t element) const;
    [[nodiscard]] std::string describe(const ElementSet& elements) const;
};

// Collects the atoms, then makes the columns.
class QuestionColumns {
public:
    // Adds what a formula reads. Throws Error (meaning) if a column has another type than in an earlier view.
    void add_view(const ColumnView& view);
    void add_truth(const std::string& spelled);
    void add_atom(const Atom& atom, const ColumnView& view);
    void add_point(const std::string& column, double number);  // an element of its own
    void finish();

    [[nodiscard]] const std::vector<QuestionColumn>& columns() const { return columns_; }
    [[nodiscard]] std::size_t find(const std::string& spelled) const;  // the column must have been added
    [[nodiscard]] std::optional<std::size_t> find_name(const std::string& name) const;  // in the table

private:
    struct Parts {
        bool is_truth = false;
        bool is_cell = false;
        ColumnSchema schema = {};
        std::vector<std::string> known = {};
        std::set<CellSet::Cut> cuts = {};
        std::set<std::string> named = {};
        bool compared = false;
        bool paired = false;
    };
    Parts& part(const std::string& spelled);
    void add_pair(const Atom& atom, const ColumnView& view);
    void add_mixed(const Atom& atom, const std::string& number, const std::string& category, bool first,
                   const ColumnView& view);
    [[nodiscard]] QuestionColumn made(const std::string& name, const Parts& parts) const;
    void make_numbers(QuestionColumn& column, const Parts& parts) const;
    void make_categories(QuestionColumn& column, const Parts& parts) const;

    std::vector<std::string> order_;
    std::map<std::string, Parts> parts_;  // by name in the table
    std::map<std::string, std::size_t> place_;
    MissingRules missing_;
    bool has_missing_ = false;
    std::vector<QuestionColumn> columns_;
};

// The number that a category counts as in comparisons and differences with numbers.
std::optional<double> ordinal_of(const std::string& category);

// The value of an atom that compares two columns with these cells. Nothing: missing. A category that the view does not know is
// unseen, which only `!=` accepts.
struct PairCell {
    enum class Kind : std::uint8_t { missing, unseen, number, category } kind = Kind::missing;
    double number = 0;
    std::string category = {};
};
bool pair_holds(const Atom& atom, bool as_numbers, const PairCell& a, const PairCell& b);

// Whether the atom compares two columns of the view as numbers. `numbers`: both have cells of numbers, not categories.
struct PairKind {
    bool as_numbers = false;
    bool numbers = false;
};
PairKind pair_kind(const Atom& atom, const ColumnView& view);

}  // namespace loh
