// Small tables to learn from, temporary folders, and the errors of actions.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/random.hpp"
#include "data/examples.hpp"
#include "loh/loh.hpp"
#include "network/compiled_program.hpp"

namespace loh::testing {

// The loh::Error that an action throws; fails the test if there is none.
template <class Action>
Diagnostic error_from(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.diagnostic();
    }
    ADD_FAILURE() << "no error";
    return {};
}

// In memory if possible: files that are flushed to a disk make tests slow.
class ScratchFolder {
public:
    ScratchFolder() {
        std::error_code none;
        bool in_memory = std::filesystem::is_directory("/dev/shm", none) && ::access("/dev/shm", W_OK) == 0;
        std::filesystem::path parent = in_memory ? "/dev/shm" : std::filesystem::temp_directory_path();
        std::string pattern = (parent / "loh_test_XXXXXX").string();
        const char* made = ::mkdtemp(pattern.data());
        EXPECT_NE(made, nullptr);
        path_ = pattern;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
    [[nodiscard]] std::size_t files() const {
        std::filesystem::directory_iterator all(path_);
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }

private:
    std::string path_;
};

using Cells = std::vector<std::string>;

// A table under construction: columns of cells by name, and one of classes.
struct Columns {
    std::vector<std::string> names;
    std::deque<Cells> cells;  // new columns leave references to the others valid

    Cells& column(const std::string& name) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == name) return cells[i];
        }
        names.push_back(name);
        return cells.emplace_back();
    }
    void drop(const std::string& name) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] != name) continue;
            names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
            cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
    [[nodiscard]] Table table() const { return Table::from_columns(names, {cells.begin(), cells.end()}); }
};

using Classify = std::function<std::string(const Assignment&, std::uint32_t row)>;

// Columns of random cells 0 and 1 or, with `fuzzy`, of numbers with three digits; the class is that of the rounded row.
inline Columns random_columns(const std::vector<std::string>& names, std::uint32_t rows, std::uint64_t seed,
                              const std::string& target, const Classify& classify, bool fuzzy = false) {
    loh::Random random(seed, Stream::testing);
    Columns columns;
    for (const std::string& name : names) columns.column(name);
    columns.column(target);
    for (std::uint32_t row = 0; row < rows; ++row) {
        Assignment assignment;
        for (std::uint32_t i = 0; i < names.size(); ++i) {
            auto thousandths = static_cast<int>(random.uniform(row, i) * 1000);
            bool value = thousandths > 500;
            std::string digits = std::to_string(1000 + thousandths).substr(1);
            assignment[names[i]] = value;
            columns.cells[i].push_back(fuzzy ? "0." + digits : value ? "1" : "0");
        }
        columns.cells.back().push_back(classify(assignment, row));
    }
    return columns;
}

inline void set_label(Examples& examples, std::size_t row, std::uint32_t label) {
    std::vector<std::uint32_t> labels;
    for (std::size_t r = 0; r < examples.rows(); ++r) labels.push_back(examples.labels[r]);
    labels[row] = label;
    examples.labels = std::move(labels);
}

// Random rows of 0 and 1 for a program, labelled by a function of their values.
inline Examples random_examples(
    const CompiledProgram& program, std::uint32_t rows, std::uint64_t seed,
    const std::function<std::uint32_t(const Assignment&, std::uint32_t row)>& label,
    std::uint32_t classes = 2) {
    loh::Random random(seed, Stream::testing);
    Examples examples;
    examples.classes = classes;
    examples.inputs.columns.assign(program.inputs.size(), std::vector<float>(rows));
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < rows; ++row) {
        Assignment assignment;
        for (std::uint32_t i = 0; i < program.inputs.size(); ++i) {
            bool value = random.uniform(row, i) > 0.5;
            assignment[program.inputs[i]] = value;
            examples.inputs.columns[i][row] = value ? 1.0F : 0.0F;
        }
        labels.push_back(label(assignment, row));
    }
    examples.labels = std::move(labels);
    return examples;
}

}  // namespace loh::testing
