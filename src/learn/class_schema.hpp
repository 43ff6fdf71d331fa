// Which head, which classes, in which order: what the target column means to a program or to a learner.
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
    std::vector<std::string>
        classes;  // single: the negative and the positive one; else in the order of the outputs
};

using WarningHook = std::function<void(const Diagnostic&)>;

// The classes of the dataset. Throws Error when there is nothing to learn: no target, no rows, one class, or a class of its own
// for each row.
const ClassColumn& classes_to_learn(const Dataset& data);

// Throws Error when no row of the target has the positive class.
void check_occurs(const std::string& positive, const std::vector<std::string>& classes,
                  const std::string& target);

// The classes of a column, those of fewer rows first.
std::vector<std::string> rarest_first(const ClassColumn& column);

// The positive one of two classes when they are a pair like no and yes.
std::optional<std::string> positive_of_pair(const std::vector<std::string>& classes);

// The classes that get rules of their own, in order; the others are what remains. positive: as in LearnTask.
std::vector<std::string> output_classes(const ClassColumn& column, Head head, const std::string& positive);

// Decides head and classes from the outputs of a program and the classes that occur. Throws Error when they do not fit.
ClassSchema decide_classes(const LearnTask& task, const Elaboration& elaboration, const WarningHook& warning);

}  // namespace loh
