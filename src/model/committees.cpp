#include "model/committees.hpp"

#include <algorithm>
#include <unordered_map>

#include "compile/compile.hpp"
#include "train/trainer.hpp"
#include "train/vote_head.hpp"

namespace loh {

namespace {

// The first output of a committee; of the one after the last, the number of outputs.
std::size_t first_output(const ModelData& model, std::size_t committee) {
    return committee * model.elaboration.outputs.size() / model.options.committees;
}

void check_apart(const std::vector<CompiledProgram>& programs) {
    std::unordered_map<std::uint32_t, std::size_t> owner;  // by ChoiceId
    for (std::size_t p = 0; p < programs.size(); ++p) {
        for (const CompiledChoice& choice : programs[p].choices) {
            if (owner.try_emplace(choice.id.value, p).first->second != p)
                throw Error(ErrorKind::usage, "two committees would share a choice",
                            "rules of different committees need choices of their own: use --committees 1");
        }
    }
}

}  // namespace

std::vector<CompiledProgram> committee_programs(const ModelData& model) {
    if (model.head != Head::vote)
        throw Error(ErrorKind::usage, "committees need the head `vote`", "add --head vote");
    std::vector<Formula> written = model.elaboration.formulas();
    if (written.size() < model.options.committees)
        throw Error(ErrorKind::usage, "there are " + std::to_string(model.options.committees) +
                                          " committees for " + std::to_string(written.size()) + " rules");
    std::vector<CompiledProgram> programs;
    for (std::size_t c = 0; c < model.options.committees; ++c) {
        auto first = written.begin() + static_cast<std::ptrdiff_t>(first_output(model, c));
        auto last = written.begin() + static_cast<std::ptrdiff_t>(first_output(model, c + 1));
        programs.push_back(compile(std::vector<Formula>(first, last), written));
    }
    check_apart(programs);
    for (CompiledProgram& program : programs) program = trainable(program, model.options.semantics);
    return programs;
}

void join_committees(const std::vector<RunState>& runs, ModelData& model) {
    std::vector<CompiledProgram> programs = committee_programs(model);
    std::size_t classes = model.classes.size();
    std::size_t outputs = model.elaboration.outputs.size();
    std::unordered_map<std::uint32_t, std::uint32_t> first_logit;  // in the model, by ChoiceId
    for (const CompiledChoice& choice : model.network.choices)
        first_logit[choice.id.value] = choice.first_logit;
    model.logits.assign(model.network.logit_count, 0);
    model.points.assign((outputs + 1) * classes, 0);
    model.temperature = 1;  // it does not matter to what is chosen
    for (std::size_t c = 0; c < runs.size(); ++c) {
        const Snapshot& best = runs[c].best;
        model.runs.push_back({runs[c].trainer.epoch, best.macro_f1, best.loss});
        for (const CompiledChoice& choice : programs[c].choices)
            std::copy_n(best.logits.begin() + choice.first_logit, choice.logit_count(),
                        model.logits.begin() + first_logit.at(choice.id.value));
        std::size_t rules = programs[c].outputs.size();
        std::vector<std::int32_t> points = points_of(best.votes, rules);
        std::copy_n(points.begin(), rules * classes,
                    model.points.begin() + static_cast<std::ptrdiff_t>(first_output(model, c) * classes));
        for (std::size_t k = 0; k < classes; ++k)
            model.points[outputs * classes + k] += points[rules * classes + k];
    }
    Meaning meaning = meaning_of(model, model.logits, model.temperature, model.points);
    model.formulas = std::move(meaning.formulas);
    model.scorecard = std::move(meaning.scorecard);
}

}  // namespace loh
