// Log odds are rounded, so counts by log odds stay few for a table of any size.
#include "decision/probability_figures.hpp"

#include <algorithm>
#include <cmath>

#include "decision/deciding_rules.hpp"

namespace loh {

namespace {

constexpr double kStepsOfALogit = 1e4;
constexpr double kLargestLogOdds = 700;
constexpr double kLeastProbability = 1e-300;

std::int64_t rounded_log_odds(double probability) {
    double odds = std::log(std::max(probability, kLeastProbability)) -
                  std::log(std::max(1 - probability, kLeastProbability));
    return std::llround(std::clamp(odds, -kLargestLogOdds, kLargestLogOdds) * kStepsOfALogit);
}

// AUC of one class, or a negative number if all rows have the class or none.
double auc_of_class(const std::map<std::int64_t, ProbabilityFigures::Count>& counts) {
    double below = 0;  // other rows with smaller odds
    double of_class = 0;
    double won = 0;
    for (const auto& [unused, count] : counts) {
        won += static_cast<double>(count.of_class) * (below + static_cast<double>(count.others) / 2);
        below += static_cast<double>(count.others);
        of_class += static_cast<double>(count.of_class);
    }
    return of_class == 0 || below == 0 ? -1 : won / (of_class * below);
}

}  // namespace

void ProbabilityFigures::add(const ProbabilityFigures& more) {
    odds.resize(std::max(odds.size(), more.odds.size()));
    for (std::size_t c = 0; c < more.odds.size(); ++c) {
        for (const auto& [value, count] : more.odds[c]) {
            odds[c][value].of_class += count.of_class;
            odds[c][value].others += count.others;
        }
    }
    for (std::size_t b = 0; b < kBins; ++b) {
        bins[b].rows += more.bins[b].rows;
        bins[b].right += more.bins[b].right;
        bins[b].probability += more.bins[b].probability;
    }
    rows += more.rows;
    loss += more.loss;
}

double ProbabilityFigures::auc() const {
    double total = 0;
    std::size_t classes = 0;
    for (const std::map<std::int64_t, Count>& counts : odds) {
        double area = auc_of_class(counts);
        if (area < 0) continue;
        total += area;
        ++classes;
    }
    return classes == 0 ? 0.5 : total / static_cast<double>(classes);
}

double ProbabilityFigures::calibration_error() const {
    double sum = 0;
    for (const Bin& bin : bins) sum += std::abs(bin.probability - static_cast<double>(bin.right));
    return rows == 0 ? 0 : sum / static_cast<double>(rows);
}

ProbabilityFigures probability_figures(const DecisionData& decision, const ColumnSource& columns,
                                       const Labels& labels, const Rows& rows, ThreadPool& pool) {
    std::vector<double> probabilities = probabilities_on(decision, columns, pool);
    PredictedRows predicted = predict_rows(decision, columns, decision.head->needs_network(), pool);
    std::size_t classes = decision.classes().size();
    ProbabilityFigures result;
    result.odds.resize(classes);
    result.rows = rows.size();
    for (std::uint32_t row : rows) {
        const double* of_row = probabilities.data() + row * classes;
        std::uint32_t truth = labels[row];
        for (std::size_t c = 0; c < classes; ++c) {
            ProbabilityFigures::Count& count = result.odds[c][rounded_log_odds(of_row[c])];
            ++(truth == c ? count.of_class : count.others);
        }
        result.loss -= std::log(std::max(of_row[truth], kLeastProbability));
        std::uint32_t named = predicted.classes()[row];
        if (named >= classes) continue;  // no class is predicted
        auto place = static_cast<std::size_t>(of_row[named] * ProbabilityFigures::kBins);
        ProbabilityFigures::Bin& bin = result.bins[std::min(place, ProbabilityFigures::kBins - 1)];
        ++bin.rows;
        bin.right += named == truth ? 1 : 0;
        bin.probability += of_row[named];
    }
    return result;
}

ProbabilityFigures probability_figures(const Decision& decision, const Table& table) {
    TableColumns columns(table);
    static_cast<void>(table.at(decision.target()));  // throws if there is none
    KnownRows known = known_rows(decision.decision_data(), columns);
    ThreadPool alone(1);  // the caller may process several blocks in parallel
    return probability_figures(decision.decision_data(), columns, known.labels, known.rows, alone);
}

ProbabilityFigures probability_figures(const Decision& decision, const Dataset& data, std::size_t threads) {
    DatasetColumns columns(data.data());
    KnownRows known = known_rows(decision.decision_data(), columns);
    ThreadPool pool(threads);
    return probability_figures(decision.decision_data(), columns, known.labels, known.rows, pool);
}

}  // namespace loh
