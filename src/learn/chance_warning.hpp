// A warning about models that say no more than chance.
#pragma once

#include <string>

#include "decision/metrics.hpp"
#include "loh/learn.hpp"

namespace loh {

// Warns if predictions for rows that were not learned from are not clearly better than chance: by less than two standard errors of
// balanced accuracy. what: the subject of the sentence, such as "this scorecard is". No rows: no warning.
void warn_about_chance(const Confusion& left_out, const std::string& what, const LearnHooks& hooks);

// The same for a report on rows that were not learned from; none: no warning.
void warn_about_chance(const Report* left_out, const std::string& what, const LearnHooks& hooks);

}  // namespace loh
