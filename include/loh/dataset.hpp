// Datasets: typed tables. Every learner receives a dataset and reads typed columns, not cells.
//
//     loh::Dataset patients = loh::Dataset::read_csv("patients.csv", "risk");     // `risk` is the target
//     std::cout << patients.rows() << " rows, classes";
//     for (const std::string& name : patients.classes()) std::cout << ' ' << name;
//     loh::Model model = loh::learn({patients});
//
// loh/table_schema.hpp explains which columns are numbers and which are categories. The target is the column of classes. A
// dataset without a target can be predicted, but not learned from.
//
// Columns in memory are used without a copy if their layout allows it:
//
//     std::vector<double> age = ...;
//     std::vector<std::uint32_t> job = ...;                                        // index into {"clerk", "nurse"}
//     loh::Dataset people = loh::Dataset::from_columns(
//         {{"age", loh::NumberCells{age}}, {"job", loh::CategoryCells{job, {"clerk", "nurse"}}}}, "job");
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "loh/table.hpp"
#include "loh/table_profile.hpp"
#include "loh/table_schema.hpp"

struct ArrowSchema;  // Arrow's C data interface
struct ArrowArray;

namespace loh {

struct SplitPlan;
struct DatasetData;  // the typed columns and the classes

// Cells of one column in memory.
struct NumberCells {
    std::span<const double> values;  // [row]; NaN is missing. Used in place without a validity mask.
    bool dates = false;              // seconds since 1970: rules write them as dates
};
struct CategoryCells {
    std::span<const std::uint32_t> codes;  // [row]: index into `categories`
    std::vector<std::string> categories;   // used in place if sorted and without a validity mask
};
struct BitCells {
    std::span<const std::uint8_t> bits;  // row r is bit r % 8 of byte r / 8; read as the numbers 0 and 1
    std::size_t rows = 0;
};

// Texts that are typed like the cells of a file: texts such as `?` and NA are missing, dates and numbers with units become
// numbers. Plain numbers stay categories, unless the schema declares the column as numbers.
struct TextCells {
    std::span<const std::uint32_t> codes;  // [row]: index into `texts`
    std::vector<std::string> texts;
};

struct MemoryColumn {
    std::string name;
    std::variant<NumberCells, CategoryCells, BitCells, TextCells> cells;
    std::span<const std::uint8_t> valid =
        {};  // bit r % 8 of byte r / 8: row r has a value; empty: all rows have one
    std::shared_ptr<const void> owner = {};  // keeps the cells alive; null: the caller keeps them alive
};

// Cheap to copy: copies share their columns, which never change.
class Dataset {
public:
    // An empty target means no target. Rows whose class is missing are left out (rows_without_class). Throws Error if the table
    // has no such column, no row has a class, or a cell does not have the type that the schema declares.
    Dataset(const Table& table, const std::string& target, const TableSchema& schema = {});
    static Dataset read_csv(const std::string& path, const std::string& target,
                            const TableSchema& schema = {}, const CsvOptions& csv = {});
    static Dataset read_csv(const ByteSource& bytes, const std::string& name, const std::string& target,
                            const TableSchema& schema = {}, const CsvOptions& csv = {});

    // Columns in memory, all of the same length. Of the schema, `ignore` is used, and numbers declared as categories become
    // categories. The target may have any type, and rows whose class is missing are left out. Throws Error (usage) for
    // inconsistent columns. `source` stands for the columns in messages.
    static Dataset from_columns(const std::vector<MemoryColumn>& columns, const std::string& target,
                                const TableSchema& schema = {}, const std::string& source = "<columns>");

    // A record batch of Arrow's C data interface: a struct array whose children are the columns. The array is moved from, as
    // the interface specifies: its `release` is called with the destruction of the last copy of the dataset. Numbers of all
    // widths, booleans, strings and dictionaries of strings are accepted; float64 without nulls is used in place. Any other
    // format is an Error (usage) that names the column.
    static Dataset from_arrow(const ArrowSchema& schema, ArrowArray&& array, const std::string& target,
                              const TableSchema& types = {});

    [[nodiscard]] std::size_t rows() const noexcept;
    [[nodiscard]] const std::string& source() const noexcept;  // the file name, for messages
    [[nodiscard]] const std::vector<std::string>& names()
        const noexcept;  // names of all columns, including the target

    [[nodiscard]] const std::string& target() const noexcept;  // empty: no target
    [[nodiscard]] const std::vector<std::string>& classes()
        const noexcept;                                                    // in the order of first appearance
    [[nodiscard]] std::span<const std::uint32_t> labels() const noexcept;  // [row]: index into classes()

    // The same classes in another order, which decides ties between them. Throws Error (usage) unless it has every class once.
    [[nodiscard]] Dataset with_class_order(const std::vector<std::string>& order) const;

    // The rows of the table that were left out, because their class is missing, and the line of the first one in the file; 0
    // if the line is unknown.
    [[nodiscard]] std::size_t rows_without_class() const noexcept;
    [[nodiscard]] std::size_t first_line_without_class() const noexcept;

    // The same rows with other classes. The target is a column of numbers or dates, which cut points divide into classes such
    // as `price < 10`, `10 <= price < 20` and `price >= 20`; dates are seconds since 1970. The cut points are given, or divide
    // the rows into `parts` parts of about the same size. Without cut points, learning rejects a target with more than 20
    // different numbers, unless each value shall be a class. Throws Error if the target has other texts.
    [[nodiscard]] Dataset with_cut_target(const std::vector<double>& cuts) const;
    [[nodiscard]] Dataset with_target_quantiles(std::size_t parts) const;
    [[nodiscard]] Dataset with_each_target_value() const;
    // The cut point that a text denotes: a number, or a date such as 2023-06-01. Error (usage) for other texts.
    [[nodiscard]] static double parse_cut(const std::string& text);

    // Whether the names of the columns look like a row of data: each could be a cell of its column.
    [[nodiscard]] bool header_looks_like_data() const;

    // The same rows with weights: in learning, a row of weight 2 counts like two equal rows, a row of weight 0 not at all. The
    // printed figures count every row once. Throws Error unless there is one weight for each row, all are finite and at least
    // 0, and not all are 0.
    [[nodiscard]] Dataset with_weights(std::span<const double> weights) const;
    // The weights are the numbers of a column, which is then not used for learning.
    [[nodiscard]] Dataset with_weights_from(const std::string& column) const;
    [[nodiscard]] std::span<const float> weights() const noexcept;  // [row]; empty: all 1

    // How rows are split into training, validation and held-out rows and into folds. Rows with the same cell in a column, such as
    // those of one patient, stay together; or rows are ordered by a column of numbers or dates, and the latest are held out. The
    // column is then not used for learning. Throws Error if a cell is missing.
    [[nodiscard]] Dataset with_groups_from(const std::string& column) const;
    [[nodiscard]] Dataset with_times_from(const std::string& column) const;
    // These rows are held out, whatever the option `holdout` says, and others are not used at all. Throws Error (usage) if they are
    // not some of the rows, each once.
    [[nodiscard]] Dataset with_held_out(std::vector<std::uint32_t> held_out,
                                        std::vector<std::uint32_t> unused = {}) const;
    // The validation rows are fold `fold` (from 0) of a cross-validation of the rows that are not held out, whatever the option
    // `validation` says. The folds follow from the seed of the options. Throws Error (usage) unless fold < folds and folds >= 2;
    // learning throws it if the fold has no rows.
    [[nodiscard]] Dataset with_validation_fold(std::size_t fold, std::size_t folds) const;

    // Without these columns: learned rules do not use them, a program may still read them. Throws Error (name) if there is none
    // of a name.
    [[nodiscard]] Dataset without(const std::vector<std::string>& columns) const;

    // A profile of each column.
    [[nodiscard]] std::vector<ColumnProfile> profile() const;

    explicit Dataset(std::shared_ptr<const DatasetData> data) : data_(std::move(data)) {}
    [[nodiscard]] const DatasetData& data() const { return *data_; }

private:
    [[nodiscard]] Dataset with_plan(std::shared_ptr<const SplitPlan> plan, std::size_t column) const;

    std::shared_ptr<const DatasetData> data_;
};

}  // namespace loh
