#include "model/model_checks.hpp"

namespace loh {

namespace {

// Whether `pruned` can result from pruning `whole`: a subsequence of its operands, possibly empty.
bool is_part_of(const Formula& pruned, const Formula& whole) {
    if (pruned.to_string() == whole.to_string()) return true;
    bool disjunction = whole.kind() == Kind::disjunction;
    if (!disjunction && whole.kind() != Kind::conjunction) return false;
    if (pruned == Formula(!disjunction)) return true;
    std::vector<std::string> parts;
    if (pruned.kind() == whole.kind()) {
        for (std::size_t i = 0; i < pruned.size(); ++i) parts.push_back(pruned[i].to_string());
    } else {
        parts.push_back(pruned.to_string());
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i < whole.size() && found < parts.size(); ++i)
        found += whole[i].to_string() == parts[found] ? 1 : 0;
    return found == parts.size();
}

// The rules of the network that a pruned scorecard still has, with their points.
DecisionData kept_rules(const DecisionData& whole, const DecisionData& decision) {
    const Scorecard& all = whole.head->card();
    Scorecard card{all.classes, all.votes, all.base, {}};
    DecisionData kept{whole.target, nullptr, {}, whole.meanings, nullptr};
    std::vector<std::string> texts;
    for (const ClassFormula& part : decision.formulas) texts.push_back(part.formula.to_string());
    std::size_t next = 0;
    for (std::size_t i = 0; i < whole.formulas.size() && next < texts.size(); ++i) {
        if (whole.formulas[i].formula.to_string() != texts[next]) continue;
        kept.formulas.push_back(whole.formulas[i]);
        for (std::size_t c = 0; c < all.classes; ++c) card.points.push_back(all.at(i, c));
        ++next;
    }
    kept.head = DecisionHead::make(Head::vote, whole.classes(), kept.formulas.size(), std::move(card));
    return kept;
}

}  // namespace

void check_network(const DecisionData& decision, const ModelData& record, const JsonReader& reader) {
    const TrainedNetwork& network = *decision.network;
    bool votes = network.head == Head::vote;
    bool pruned = record.options.prune != Prune::none;
    DecisionData expected =
        decision_of(network.head, decision.classes(), decision.target,
                    simple_outputs(network, decision.meanings, network.logits, network.temperature),
                    network.points, network.votes, decision.meanings);
    if (votes && pruned) expected = kept_rules(expected, decision);
    bool same = expected.formulas.size() == decision.formulas.size() &&
                expected.head->card() == decision.head->card();
    for (std::size_t i = 0; same && i < expected.formulas.size(); ++i) {
        const Formula& given = decision.formulas[i].formula;
        const Formula& whole = expected.formulas[i].formula;
        same = pruned && !votes ? is_part_of(given, whole) : given.to_string() == whole.to_string();
    }
    if (!same) throw reader.broken("the formulas differ from those that the logits give");
}

}  // namespace loh
