// The class schema of a task: the head, the classes and their order. It is determined by the target column and the outputs of
// the program.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset_data.hpp"
#include "loh/learn.hpp"

namespace loh {

struct ClassSchema {
    Head head = Head::single;  // never automatic
    // Head single: the negative class, the positive class. Heads list and paper: in the order of the outputs. Head vote: the
    // most frequent first, a positive class last.
    std::vector<std::string> classes;
};

using WarningHook = std::function<void(const Diagnostic&)>;

// The classes of the dataset. Throws Error if there is nothing to learn: no target, no rows, one class, a different class in
// each row, or more than 1000 classes.
const ClassColumn& classes_to_learn(const Dataset& data);

// Throws Error if `positive` is not empty and not one of the classes.
void check_occurs(const std::string& positive, const std::vector<std::string>& classes,
                  const std::string& target);

// The classes of a column by ascending number of rows.
std::vector<std::string> rarest_first(const ClassColumn& column);

// The positive class of a known pair such as no and yes; nothing for other classes.
std::optional<std::string> positive_of_pair(const std::vector<std::string>& classes);

// The classes that get an output, in order. A class without an output holds if no other class does. positive: as in LearnTask.
std::vector<std::string> output_classes(const ClassColumn& column, Head head, const std::string& positive);

// The classes for the head `vote`. Throws Error if `task.positive` is none of them.
ClassSchema voting_classes(const LearnTask& task);

// Determines head and classes from the outputs of the program and the classes of the data. Throws Error if they do not match.
ClassSchema decide_classes(const LearnTask& task, const Elaboration& elaboration, const WarningHook& warning);

}  // namespace loh
