// Learning tasks on tables of cells: table, target and schema can be changed by a test before the dataset is made.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loh/loh.hpp"

namespace loh::testing {

struct TableTask {
    TableTask(Program given_program, Table given_table, std::string given_target,
              std::string given_positive = {}, LearnOptions given_options = {},
              ElaborateOptions given_elaborate = {})
        : program(std::move(given_program)),
          table(std::move(given_table)),
          target(std::move(given_target)),
          positive(std::move(given_positive)),
          options(std::move(given_options)),
          elaborate(std::move(given_elaborate)) {}
    TableTask(Table given_table, std::string given_target)
        : table(std::move(given_table)), target(std::move(given_target)) {}

    std::optional<Program> program;
    Table table;
    std::string target;
    std::string positive;
    LearnOptions options;
    std::vector<std::string> given;
    ElaborateOptions elaborate;
    TableSchema schema;
    SearchBudget budget;  // of rule search

    operator LearnTask() const {  // NOLINT(google-explicit-constructor): it is such a task
        return {Dataset(table, target, schema), program, positive, options, {}, given, elaborate};
    }
};

inline Model learn_with_effort(const TableTask& task, Effort effort, LearnHooks hooks = {},
                               const std::function<void(const EffortAttempt&)>& tried = {}) {
    LearnTask whole = task;
    whole.effort = effort;
    if (tried) hooks.tried = tried;
    return learn(whole, hooks);
}

inline Model find_short_rules(const TableTask& task, const LearnHooks& hooks = {}) {
    return loh::find_short_rules(task, task.budget, hooks);
}

inline Model distil(const Model& card, const Table& table, const LearnOptions& options) {
    return loh::distil(card, Dataset(table, card.target()), options);
}

inline Program propose(const Table& table, const std::string& target, const LearnOptions& options,
                       const TableSchema& schema = {}, const std::string& positive = {}) {
    return loh::propose({Dataset(table, target, schema), {}, positive, options});
}

}  // namespace loh::testing
