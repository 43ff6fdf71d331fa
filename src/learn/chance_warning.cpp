#include "learn/chance_warning.hpp"

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <sstream>

namespace loh {

namespace {

// Of predictions that do not depend on the class, where each of k classes has its share of 1/k: the recall of a class of n rows then
// has the variance (1/k) (1 - 1/k) / n, and balanced accuracy is the mean of the recalls.
struct Chance {
    double found = 0;  // balanced accuracy
    double expected = 0;
    double error = 0;  // standard error of what is expected
};

Chance chance_of(const Confusion& confusion) {
    double classes = 0;
    double recalls = 0;
    double inverse_rows = 0;
    for (std::uint32_t truth = 0; truth < confusion.classes(); ++truth) {
        double rows = 0;
        for (std::uint32_t predicted = 0; predicted < confusion.classes(); ++predicted)
            rows += confusion.count(truth, predicted);
        if (rows == 0) continue;
        classes += 1;
        recalls += confusion.count(truth, truth) / rows;
        inverse_rows += 1 / rows;
    }
    if (classes == 0) return {};
    double share = 1 / classes;
    return {recalls / classes, share, std::sqrt(share * (1 - share) * inverse_rows) / classes};
}

}  // namespace

void warn_about_chance(const Confusion& left_out, const std::string& what, const LearnHooks& hooks) {
    constexpr double kClearly = 2;  // standard errors
    Chance chance = chance_of(left_out);
    bool is_better = chance.found > chance.expected + kClearly * chance.error;
    if (left_out.rows() == 0 || is_better || !hooks.warning) return;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.kind = ErrorKind::meaning;
    std::ostringstream message;
    message << "on rows it was not learned from, " << what
            << " not clearly better than chance: " << std::fixed << std::setprecision(2)
            << "balanced accuracy " << chance.found << ", chance " << chance.expected;
    warning.message = message.str();
    warning.hint = "the columns may say little about the class; --folds 5 measures it";
    hooks.warning(warning);
}

void warn_about_chance(const Report* left_out, const std::string& what, const LearnHooks& hooks) {
    if (left_out == nullptr) return;
    Confusion confusion(static_cast<std::uint32_t>(left_out->classes.size()));
    for (std::uint32_t truth = 0; truth < confusion.classes(); ++truth) {
        for (std::uint32_t predicted = 0; predicted < confusion.classes(); ++predicted)
            confusion.add(truth, predicted, static_cast<double>(left_out->confusion[truth][predicted]));
    }
    warn_about_chance(confusion, what, hooks);
}

}  // namespace loh
