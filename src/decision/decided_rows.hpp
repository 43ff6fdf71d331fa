// Rows by the rule that decides them (decision/deciding_rules.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loh {

// Rules with the rows that they decide.
struct DecidedRows {
    std::vector<std::uint32_t> class_of = {};  // [rule, then none]: the class it decides for
    std::vector<std::size_t> training = {};    // [rule, then none][class]: number of rows
    // The rule and the class of each row that the rules were not found on.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> others = {};

    void start(std::vector<std::uint32_t> classes_of_rules, std::size_t classes) {
        class_of = std::move(classes_of_rules);
        training.assign(class_of.size() * classes, 0);
    }
};

}  // namespace loh
