// A target of numbers, divided into classes by cut points.
//
//     TargetCuts cuts{{10, 20}};
//     cuts.class_names("price")            // price < 10, 10 <= price < 20, price >= 20
//     cuts.index_of(12.5)                  // 1
//
// A model stores the cut points, so that it can be evaluated on tables with the numbers themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/cell_form.hpp"

namespace loh {

struct TargetCuts {
    std::vector<double> cuts = {};  // finite, increasing; empty: the texts of the cells are the classes
    CellForm form = {};             // how the numbers are written
    bool each_value = false;        // each number is a class, however many there are

    [[nodiscard]] std::vector<std::string> class_names(const std::string& target) const;
    [[nodiscard]] std::size_t index_of(double number) const;
    // The name of the class of a cell; nothing if the cell is not a number of this form.
    [[nodiscard]] std::optional<std::string> class_of(const std::string& target, std::string_view cell) const;
};

// The numbers that all texts denote, and their form; nothing if they are not numbers of one form. values: [text]
struct NumberTexts {
    std::vector<double> values;
    CellForm form;
};
std::optional<NumberTexts> number_texts(std::span<const std::string> texts, char separator);

}  // namespace loh
