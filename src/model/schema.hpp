// What the columns of a table mean to a program: which head, which classes, in which order.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/truth_columns.hpp"
#include "loh/learn.hpp"

namespace loh {

struct ClassSchema {
    Head head = Head::single;  // never automatic
    std::vector<std::string>
        classes;  // single: the negative and the positive one; else in the order of the outputs
};

using WarningHook = std::function<void(const Diagnostic&)>;

// The column with the classes. Throws Error when there is nothing to learn: no rows, one class, or a class for each row.
ClassColumn classes_to_learn(const Table& table, const std::string& target);

// Throws Error when a class is named, as the positive one, that no row of the target has.
void check_occurs(const std::string& positive, const std::vector<std::string>& classes,
                  const std::string& target);

// The classes of a column, those of fewer rows first.
std::vector<std::string> rarest_first(const ClassColumn& column);

// The positive one of two classes when they are a pair like no and yes.
std::optional<std::string> positive_of_pair(const std::vector<std::string>& classes);

// The classes that get an output in a program that is written for the table, in order. positive: as in LearnTask.
std::vector<std::string> output_classes(const ClassColumn& column, Head head, const std::string& positive);

// Decides head and classes from the outputs and the classes that occur. Throws Error when they do not fit.
ClassSchema decide_classes(const LearnTask& task, const Elaboration& elaboration, const ClassColumn& column,
                           const WarningHook& warning);

// The number of each row's class in `classes`. Throws Error for a class that is not among them. `column` is the column
// `target` of the table.
std::vector<std::uint32_t> labels_in(const std::vector<std::string>& classes, ClassColumn column,
                                     const Table& table, std::size_t target);
std::vector<std::uint32_t> labels_in(const std::vector<std::string>& classes, const Table& table,
                                     std::size_t target);

// The columns of the program's inputs: [input]. Throws Error when one is missing or is the target.
std::vector<std::size_t> input_columns(const std::vector<std::string>& inputs, const Table& table,
                                       const std::string& target);

}  // namespace loh
