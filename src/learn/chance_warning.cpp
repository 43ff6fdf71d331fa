#include "learn/chance_warning.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace loh {

void warn_about_chance(const Report* report, std::size_t classes, const LearnHooks& hooks) {
    if (report == nullptr || report->rows == 0 || !hooks.warning) return;
    double chance = 1 / static_cast<double>(classes);
    double error = std::sqrt(chance * (1 - chance) / static_cast<double>(report->rows));
    double found = report->balanced_accuracy();
    if (found > chance + 2 * error) return;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.kind = ErrorKind::meaning;
    std::ostringstream message;
    message << std::fixed << std::setprecision(2)
            << "on rows it was not learned from, a smaller scorecard of this kind is not clearly better "
               "than chance: "
            << "balanced accuracy " << found << ", chance " << chance;
    warning.message = message.str();
    warning.hint = "the columns may say little about the class; --folds 5 measures it";
    hooks.warning(warning);
}

}  // namespace loh
