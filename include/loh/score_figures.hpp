// Figures of scorecards that need the points of each class, not only the predicted class: ROC AUC and log loss.
//
//     loh::ScoreFigures figures;
//     while (std::optional<loh::Table> rows = reader.next()) figures.add(loh::score_figures(model, *rows));
//     std::cout << figures.auc() << '\n';
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "loh/decision.hpp"

namespace loh {

struct ScoreFigures {
    struct Count {
        std::size_t of_class = 0;
        std::size_t others = 0;
    };
    // [class]: numbers of rows by margin, the points of the class minus the most points of another class.
    std::vector<std::map<std::int64_t, Count>> margins;
    std::size_t rows = 0;
    double loss = 0;  // sum over the rows

    // Adds the rows of the next block.
    void add(const ScoreFigures& more);

    // The probability that a row of the class has a larger margin than another row; ties count one half. The mean over the
    // classes that some rows have and some have not (one-vs-rest, macro); with two classes both are equal. 0.5 without any.
    [[nodiscard]] double auc() const;

    // The mean of -log p of the true class, with p the softmax of the points in hundredths. It is the loss of training for
    // models whose points are hundredths of a logit (--points 0, --votes points).
    [[nodiscard]] double log_loss() const { return rows == 0 ? 0 : loss / static_cast<double>(rows); }
};

// Requires the head `vote` and the target column.
ScoreFigures score_figures(const Decision& decision, const Table& table);

}  // namespace loh
