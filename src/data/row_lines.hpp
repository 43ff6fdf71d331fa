// The line in which each row begins, for messages. Rows in consecutive lines, usually all of them, are one run of 16 bytes;
// a blank line or a cell with a line break starts a new run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loh {

class RowLines {
public:
    // Appends rows, given by their lines in increasing order.
    void append(std::span<const std::uint64_t> lines) {
        if (lines.empty()) return;
        bool one_run = lines.back() - lines.front() == lines.size() - 1;
        std::size_t begin = 0;
        for (std::size_t row = 1; row < lines.size() && !one_run; ++row) {
            if (lines[row] == lines[row - 1] + 1) continue;
            add_run(lines[begin], row - begin);
            begin = row;
        }
        add_run(lines[begin], lines.size() - begin);
    }

    void append(const RowLines& more) {
        for (std::size_t i = 0; i < more.runs_.size(); ++i) {
            std::size_t end = i + 1 < more.runs_.size() ? more.runs_[i + 1].row : more.rows_;
            add_run(more.runs_[i].line, end - more.runs_[i].row);
        }
    }

    [[nodiscard]] std::size_t rows() const { return rows_; }

    [[nodiscard]] std::size_t operator[](std::size_t row) const {
        auto behind = std::upper_bound(runs_.begin(), runs_.end(), row,
                                       [](std::size_t wanted, const Run& run) { return wanted < run.row; });
        const Run& run = behind[-1];
        return run.line + (row - run.row);
    }

private:
    struct Run {
        std::size_t row;   // the first row
        std::size_t line;  // the line in which it begins
    };

    void add_run(std::size_t line, std::size_t rows) {
        bool continues = !runs_.empty() && runs_.back().line + (rows_ - runs_.back().row) == line;
        if (!continues) runs_.push_back({rows_, line});
        rows_ += rows;
    }

    std::vector<Run> runs_;  // in the order of the rows
    std::size_t rows_ = 0;
};

}  // namespace loh
