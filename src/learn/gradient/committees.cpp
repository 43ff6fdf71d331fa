#include "learn/gradient/committees.hpp"

#include <algorithm>
#include <unordered_map>

#include "learn/gradient/vote_head.hpp"
#include "network/compile.hpp"
#include "network/layers.hpp"

namespace loh {

namespace {

// The first output of a committee. For committee = options.committees it is the number of outputs.
std::size_t first_output(const TrainedNetwork& network, const LearnOptions& options, std::size_t committee) {
    return committee * network.elaboration.outputs.size() / options.committees;
}

void check_disjoint(const std::vector<CompiledProgram>& programs) {
    std::unordered_map<std::uint32_t, std::size_t> owner;  // by ChoiceId
    for (std::size_t p = 0; p < programs.size(); ++p) {
        for (const CompiledChoice& choice : programs[p].choices) {
            if (owner.try_emplace(choice.id.value, p).first->second != p)
                throw Error(ErrorKind::usage, "two committees share a choice",
                            "use --committees 1, or give each rule its own choices");
        }
    }
}

}  // namespace

std::vector<CompiledProgram> committee_programs(const TrainedNetwork& network, const LearnOptions& options) {
    if (network.head != Head::vote)
        throw Error(ErrorKind::usage, "committees need the head `vote`", "add --head vote");
    std::vector<Formula> written = network.elaboration.formulas();
    if (written.size() < options.committees)
        throw Error(ErrorKind::usage, std::to_string(options.committees) +
                                          " committees need at least as many rules, and there are " +
                                          std::to_string(written.size()));
    std::vector<CompiledProgram> programs;
    for (std::size_t c = 0; c < options.committees; ++c) {
        auto first = written.begin() + static_cast<std::ptrdiff_t>(first_output(network, options, c));
        auto last = written.begin() + static_cast<std::ptrdiff_t>(first_output(network, options, c + 1));
        programs.push_back(compile(std::vector<Formula>(first, last), written));
    }
    check_disjoint(programs);
    for (CompiledProgram& program : programs) program = trainable(program, options.semantics);
    return programs;
}

namespace {

WholeNetwork empty_network(const TrainedNetwork& network) {
    return {std::vector<double>(network.compiled.logit_count, 0),
            std::vector<std::int32_t>((network.elaboration.outputs.size() + 1) * network.classes, 0)};
}

void add_committee(const TrainedNetwork& network, const LearnOptions& options, const CompiledProgram& program,
                   std::size_t committee, const Snapshot& snapshot, WholeNetwork& whole) {
    std::unordered_map<std::uint32_t, std::uint32_t> first_logit;  // in the whole network, by ChoiceId
    for (const CompiledChoice& choice : network.compiled.choices)
        first_logit[choice.id.value] = choice.first_logit;
    for (const CompiledChoice& choice : program.choices)
        std::copy_n(snapshot.logits.begin() + choice.first_logit, choice.logit_count(),
                    whole.logits.begin() + first_logit.at(choice.id.value));
    std::size_t classes = network.classes;
    std::size_t rules = program.outputs.size();
    // The limit is that of all rules, so that the sum over all committees is exact as well.
    std::vector<std::int32_t> own =
        VoteLayout{options.votes, rules, classes}.round(snapshot.votes, network.elaboration.outputs.size());
    std::size_t first = first_output(network, options, committee) * classes;
    std::copy_n(own.begin(), rules * classes, whole.points.begin() + static_cast<std::ptrdiff_t>(first));
    for (std::size_t c = 0; c < classes; ++c)
        whole.points[whole.points.size() - classes + c] += own[rules * classes + c];
}

}  // namespace

WholeNetwork committee_network(const TrainedNetwork& network, const LearnOptions& options,
                               std::size_t committee, const Snapshot& snapshot) {
    WholeNetwork whole = empty_network(network);
    add_committee(network, options, committee_programs(network, options)[committee], committee, snapshot,
                  whole);
    return whole;
}

WholeNetwork join_committees(const TrainedNetwork& network, const LearnOptions& options,
                             const std::vector<RunState>& runs) {
    std::vector<CompiledProgram> programs = committee_programs(network, options);
    WholeNetwork whole = empty_network(network);
    for (std::size_t c = 0; c < runs.size(); ++c)
        add_committee(network, options, programs[c], c, runs[c].best, whole);
    return whole;
}

}  // namespace loh
