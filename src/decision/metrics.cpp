#include "decision/metrics.hpp"

#include <numeric>

namespace loh {

double Confusion::rows() const { return std::accumulate(counts_.begin(), counts_.end(), 0.0); }

double Confusion::accuracy() const {
    double right = 0;
    for (std::uint32_t c = 0; c < classes_; ++c) right += count(c, c);
    return rows() == 0 ? 1 : right / rows();
}

double Confusion::f1(std::uint32_t of_class) const {
    double occurs_and_predicted = 0;
    for (std::uint32_t c = 0; c < classes_; ++c)
        occurs_and_predicted += count(of_class, c) + count(c, of_class);
    if (occurs_and_predicted == 0) return 1;
    return 2 * count(of_class, of_class) / occurs_and_predicted;
}

double Confusion::macro_f1() const {
    double total = 0;
    std::size_t present = 0;
    for (std::uint32_t c = 0; c < classes_; ++c) {
        double seen = 0;
        for (std::uint32_t other = 0; other < classes_; ++other) seen += count(c, other) + count(other, c);
        if (seen == 0) continue;
        total += f1(c);
        ++present;
    }
    return present == 0 ? 1 : total / static_cast<double>(present);
}

}  // namespace loh
