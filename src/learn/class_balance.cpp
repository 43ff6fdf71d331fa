#include "learn/class_balance.hpp"

#include <vector>

#include "data/dataset_data.hpp"
#include "learn/gradient/trainer.hpp"
#include "learn/row_split.hpp"

namespace loh {

Dataset with_class_weights(const Dataset& data, const LearnOptions& options) {
    if (options.class_weights == ClassWeights::none) return data;
    Examples examples = data.data().examples();
    std::vector<float> of_class =
        weights_of_classes(options.class_weights, examples, split_for_learning(examples, options).training);
    std::vector<double> weights(examples.rows());
    for (std::size_t row = 0; row < weights.size(); ++row)
        weights[row] = static_cast<double>(of_class[examples.labels[row]]) * examples.weight(row);
    return data.with_weights(weights);
}

}  // namespace loh
