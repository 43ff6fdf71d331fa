// Costs of mistakes, from --cost.
#pragma once

#include <string>
#include <vector>

#include <loh/loh.hpp>

namespace loh::cli {

// [true class][predicted class]. `text` is a file, a CSV table with the columns actual, predicted and cost; or a list
// `actual:predicted=cost,...`. A mistake that it does not list costs 1, a right prediction 0. Throws Error (usage) if a class is
// unknown or a cost is not a number of at least 0.
std::vector<std::vector<double>> read_costs(const std::string& text, const std::vector<std::string>& classes);

// The mean cost of a row.
double mean_cost(const Report& report, const std::vector<std::vector<double>>& costs);

}  // namespace loh::cli
