// Figures of the probabilities of a decision: ROC AUC, log loss and calibration error.
//
//     loh::ProbabilityFigures figures;
//     while (std::optional<loh::Table> rows = reader.next()) figures.add(loh::probability_figures(model, *rows));
//     std::cout << figures.auc() << '\n';
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "loh/decision.hpp"

namespace loh {

struct ProbabilityFigures {
    struct Count {
        std::size_t of_class = 0;
        std::size_t others = 0;
    };
    // [class]: numbers of rows by the log odds of the class, in ten-thousandths.
    std::vector<std::map<std::int64_t, Count>> odds;

    // Rows by the probability of the predicted class.
    struct Bin {
        std::size_t rows = 0;
        std::size_t right = 0;
        double probability = 0;  // sum over the rows
    };
    static constexpr std::size_t kBins = 10;
    std::array<Bin, kBins> bins;

    std::size_t rows = 0;
    double loss = 0;  // sum over the rows

    // Adds the rows of the next block.
    void add(const ProbabilityFigures& more);

    // The probability that a row of the class has larger odds than another row; ties count one half. The mean over the classes
    // that some rows have and some have not (one-vs-rest, macro); with two classes both are equal. 0.5 without any.
    [[nodiscard]] double auc() const;

    // The mean of -log p of the true class.
    [[nodiscard]] double log_loss() const { return rows == 0 ? 0 : loss / static_cast<double>(rows); }

    // The expected calibration error: the difference between the mean probability of the predicted class and the share of rows
    // where it is right, in ten bins of equal width, weighted by their rows.
    [[nodiscard]] double calibration_error() const;
};

// Requires probabilities and the target column.
ProbabilityFigures probability_figures(const Decision& decision, const Table& table);
ProbabilityFigures probability_figures(const Decision& decision, const Dataset& data,
                                       std::size_t threads = 0);

}  // namespace loh
