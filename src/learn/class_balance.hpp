// Class weights for learners that read row weights only.
#pragma once

#include "loh/dataset.hpp"
#include "loh/learn_options.hpp"

namespace loh {

// With --class-weights balanced, the dataset with row weights such that all classes have the same total weight on the training
// rows; otherwise the dataset itself. Weights that it already has are multiplied.
Dataset with_class_weights(const Dataset& data, const LearnOptions& options);

}  // namespace loh
