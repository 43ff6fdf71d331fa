// Any bytes that parse: elaboration gives a graph or an error within its limits; the printed graph has the same hypothesis
// space; both ways to compute a small space agree, and the bound holds.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "formula/print.hpp"
#include "loh/program.hpp"
#include "loh/space.hpp"
#include "space/rules.hpp"

namespace {

constexpr std::size_t kMostHypotheses = 300;
constexpr std::size_t kMostNodes = 2000;

std::set<std::string> space_of(const loh::Elaboration& elaboration, bool& complete) {
    loh::SpaceOptions options;
    options.max_selections = kMostHypotheses;
    options.max_steps = 200'000;
    std::set<std::string> result;
    complete = loh::for_each_hypothesis(
        elaboration.formulas(),
        [&](const std::vector<loh::Formula>& hypothesis) {
            std::string text;
            for (const loh::Formula& formula : hypothesis)
                text += loh::print_tree(*formula.data(), formula.id(), 100'000) + "\n";
            result.insert(std::move(text));
            return true;
        },
        options);
    return result;
}

void check_space(const loh::Elaboration& elaboration) {
    bool complete = false;
    std::set<std::string> space = space_of(elaboration, complete);
    if (!complete) return;
    loh::SpaceSize bound = loh::bound_hypotheses(elaboration.formulas());
    LOH_CHECK(bound.digits.empty() || bound.digits.size() > 18 || std::stoull(bound.digits) >= space.size());

    bool again_complete = false;
    loh::Elaboration again = loh::elaborate(loh::Program::parse(elaboration.to_string(), "printed"));
    LOH_CHECK(space_of(again, again_complete) == space && again_complete);

    std::vector<loh::NodeId> roots;
    for (const loh::Formula& formula : elaboration.formulas()) roots.push_back(formula.id());
    loh::GraphData target;
    auto by_rules = loh::hypotheses_by_rules(*elaboration.graph.data(), roots, target, kMostHypotheses);
    LOH_CHECK(!by_rules || by_rules->size() == space.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    loh::ElaborateOptions options;
    options.limits.max_depth = 200;
    options.limits.max_expansion = 20'000;
    try {
        loh::Elaboration elaboration =
            loh::elaborate(loh::Program::parse(text, "fuzz", options.limits), options);
        LOH_CHECK(!elaboration.outputs.empty());
        if (elaboration.graph.node_count() < kMostNodes) check_space(elaboration);
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty());
        bool printed = error.diagnostic().file == "printed" && error.kind() != loh::ErrorKind::limit;
        LOH_CHECK(!printed);
    }
    return 0;
}
