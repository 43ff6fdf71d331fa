// Models: a decision with its record, the saved artifact. The file is JSON that a person can read (docs/learning.md).
//
//     loh::Model model = loh::Model::read("risk.json");
//     model.print(std::cout);                                         // everything that a loh::Decision does
//     for (const loh::Model::Part& part : model.parts()) std::cout << part.name << ' ' << part.report.macro_f1 << '\n';
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "loh/decision.hpp"
#include "loh/learn_options.hpp"

namespace loh {

struct ModelData;  // the record: options, figures, runs

// Cheap to copy.
class Model : public Decision {
public:
    // The file. `write` replaces it as a whole or not at all. `read` throws Error when it is not a model, from a later
    // version, or when formulas and logits do not belong together.
    static Model read(const std::string& path);
    static Model parse(const std::string& json, const std::string& name = "<text>");
    void write(const std::string& path) const;
    [[nodiscard]] std::string to_json() const;

    [[nodiscard]] const LearnOptions& options() const;  // that it was learned with; the head is decided
    [[nodiscard]] const std::string& learner() const;   // gradient, search or distil

    // The figures of learning: on training rows, and on validation and held-out rows where there are some.
    struct Part {
        std::string name;  // training, validation, holdout
        Report report;
    };
    [[nodiscard]] const std::vector<Part>& parts() const;
    [[nodiscard]] const std::vector<Rule>& rules() const;  // with their statistics on the training rows

    Model(Decision decision, std::shared_ptr<const ModelData> data)
        : Decision(std::move(decision)), data_(std::move(data)) {}
    [[nodiscard]] const ModelData& data() const { return *data_; }

private:
    std::shared_ptr<const ModelData> data_;
};

}  // namespace loh
