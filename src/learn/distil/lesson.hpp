// Rows to learn from a scorecard: it is asked, and its answers are the lesson. Besides the rows that it learned from itself there
// are mixed ones, training rows with some cells of others, so that the lesson covers more than was observed.
#pragma once

#include <cstdint>
#include <vector>

#include "decision/bit_rows.hpp"
#include "learn/distil/tree.hpp"
#include "model/model_data.hpp"

namespace loh {

// Rows of a table, and what the scorecard says about them.
struct AskedRows {
    PackedRows bits;                  // [row][literal]
    std::vector<std::uint32_t> said;  // [row]: class
};

AskedRows ask(const ModelData& card, const Table& table);

// What the tree grows on: the training rows, then the mixed ones. Both parts have about the same weight.
struct Lesson {
    PackedRows bits;
    std::vector<std::uint32_t> said;     // [row]
    std::vector<std::uint32_t> weights;  // [row]
    std::size_t training = 0;            // rows of them
};

// known: what it says about all rows of the table. As many mixed rows as suit the number of training rows.
Lesson lesson_of(const ModelData& card, const Table& table, const AskedRows& known, const RowList& training);

}  // namespace loh
