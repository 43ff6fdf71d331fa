#include "decision/metrics.hpp"

#include <numeric>

namespace loh {

std::size_t Confusion::rows() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
}

double Confusion::accuracy() const {
    std::size_t right = 0;
    for (std::uint32_t c = 0; c < classes_; ++c) right += count(c, c);
    return rows() == 0 ? 1 : static_cast<double>(right) / static_cast<double>(rows());
}

double Confusion::f1(std::uint32_t of_class) const {
    std::size_t occurs_and_predicted = 0;
    for (std::uint32_t c = 0; c < classes_; ++c)
        occurs_and_predicted += count(of_class, c) + count(c, of_class);
    if (occurs_and_predicted == 0) return 1;
    return 2 * static_cast<double>(count(of_class, of_class)) / static_cast<double>(occurs_and_predicted);
}

double Confusion::macro_f1() const {
    double total = 0;
    std::size_t present = 0;
    for (std::uint32_t c = 0; c < classes_; ++c) {
        std::size_t seen = 0;
        for (std::uint32_t other = 0; other < classes_; ++other) seen += count(c, other) + count(other, c);
        if (seen == 0) continue;
        total += f1(c);
        ++present;
    }
    return present == 0 ? 1 : total / static_cast<double>(present);
}

}  // namespace loh
