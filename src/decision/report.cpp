// Figures that follow from the confusion matrix of a report.
#include <algorithm>
#include <numeric>

#include "loh/decision.hpp"

namespace loh {

double Report::balanced_accuracy() const {
    double recall = 0;
    std::size_t occurring = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::size_t of_class = std::accumulate(confusion[c].begin(), confusion[c].end(), std::size_t{0});
        if (of_class == 0) continue;
        ++occurring;
        recall += static_cast<double>(confusion[c][c]) / static_cast<double>(of_class);
    }
    return occurring == 0 ? 1 : recall / static_cast<double>(occurring);
}

Report::Baseline Report::baseline() const {
    Baseline result;
    std::size_t most = 0;
    std::size_t occurring = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::size_t of_class = std::accumulate(confusion[c].begin(), confusion[c].end(), std::size_t{0});
        occurring += of_class > 0 ? 1 : 0;
        if (of_class > most) result.name = classes[c];
        most = std::max(most, of_class);
    }
    if (occurring == 0) return result;
    result.accuracy = static_cast<double>(most) / static_cast<double>(rows);
    result.macro_f1 =
        2.0 * static_cast<double>(most) / static_cast<double>(most + rows) / static_cast<double>(occurring);
    return result;
}

}  // namespace loh
