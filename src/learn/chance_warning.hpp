// A warning about models that say no more than chance.
#pragma once

#include <cstddef>

#include "loh/learn.hpp"

namespace loh {

// Warns if a model is not clearly better than chance on rows that it was not learned from, by two standard errors of balanced
// accuracy. report: of these rows; none: no warning.
void warn_about_chance(const Report* report, std::size_t classes, const LearnHooks& hooks);

}  // namespace loh
