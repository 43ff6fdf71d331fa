#include "learn/gradient/committees.hpp"

#include <algorithm>
#include <unordered_map>

#include "learn/gradient/trainer.hpp"
#include "learn/gradient/vote_head.hpp"
#include "network/compile.hpp"

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

namespace {

// Logits and points of the whole network.
struct WholeNetwork {
    explicit WholeNetwork(const ModelData& model)
        : logits(model.network.logit_count, 0),
          points((model.elaboration.outputs.size() + 1) * model.classes.size(), 0) {}

    void add(const ModelData& model, const CompiledProgram& program, std::size_t committee,
             const Snapshot& snapshot) {
        std::unordered_map<std::uint32_t, std::uint32_t> first_logit;  // in the model, by ChoiceId
        for (const CompiledChoice& choice : model.network.choices)
            first_logit[choice.id.value] = choice.first_logit;
        for (const CompiledChoice& choice : program.choices)
            std::copy_n(snapshot.logits.begin() + choice.first_logit, choice.logit_count(),
                        logits.begin() + first_logit.at(choice.id.value));
        std::size_t classes = model.classes.size();
        std::size_t rules = program.outputs.size();
        // Limited for all rules there are, so that the sum over all committees is exact too.
        std::vector<std::int32_t> own = VoteShares{model.options.votes, rules, classes}.round(
            snapshot.votes, model.elaboration.outputs.size());
        std::copy_n(own.begin(), rules * classes,
                    points.begin() + static_cast<std::ptrdiff_t>(first_output(model, committee) * classes));
        for (std::size_t c = 0; c < classes; ++c)
            points[points.size() - classes + c] += own[rules * classes + c];
    }

    std::vector<double> logits;        // [logit]
    std::vector<std::int32_t> points;  // [output][class], then the base [class]
};

constexpr double kAnyTemperature = 1;  // it does not matter to what is chosen

}  // namespace

Meaning meaning_of_committee(const ModelData& model, std::size_t committee, const Snapshot& snapshot) {
    WholeNetwork whole(model);
    whole.add(model, committee_programs(model)[committee], committee, snapshot);
    return meaning_of(model, whole.logits, kAnyTemperature, whole.points);
}

void join_committees(const std::vector<RunState>& runs, ModelData& model) {
    std::vector<CompiledProgram> programs = committee_programs(model);
    WholeNetwork whole(model);
    for (std::size_t c = 0; c < runs.size(); ++c) {
        model.runs.push_back({runs[c].trainer.epoch, runs[c].best.macro_f1, runs[c].best.loss});
        whole.add(model, programs[c], c, runs[c].best);
    }
    model.logits = std::move(whole.logits);
    model.points = std::move(whole.points);
    model.temperature = kAnyTemperature;
    Meaning meaning = meaning_of(model, model.logits, model.temperature, model.points);
    model.formulas = std::move(meaning.formulas);
    model.scorecard = std::move(meaning.scorecard);
}

}  // namespace loh
