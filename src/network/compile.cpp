#include "network/compile.hpp"

#include <unordered_map>

#include "base/check.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"
#include "network/choice_modes.hpp"
#include "network/schedule.hpp"

namespace loh {

namespace {

// The result of lowering a node: a constant, or a slot.
struct Lowered {
    enum class State : std::uint8_t { unused, constant_false, constant_true, slot };
    State state = State::unused;
    SlotId slot;

    [[nodiscard]] bool is(bool value) const {
        return state == (value ? State::constant_true : State::constant_false);
    }
    static Lowered constant(bool value) { return {value ? State::constant_true : State::constant_false, {}}; }
};

class Lowering {
public:
    Lowering(const GraphData& graph, std::vector<ChoiceMode> modes, const std::vector<NodeId>& roots)
        : graph_(graph), modes_(std::move(modes)), uses_(count_uses(graph, roots)), lowered_(uses_.size()) {}

    CompiledProgram run(const std::vector<NodeId>& roots) {
        for (std::uint32_t id = 0; id < uses_.size(); ++id) {
            if (uses_[id] > 0) lowered_[id] = lower({id});
        }
        for (NodeId root : roots) program_.outputs.push_back(output_slot(lowered_[root.value]));
        return std::move(program_);
    }

private:
    Lowered lower(NodeId id) {
        switch (graph_.kind(id)) {
            case Kind::falsum: return Lowered::constant(false);
            case Kind::verum: return Lowered::constant(true);
            case Kind::variable: return lower_input(id);
            case Kind::hole:
                throw Error(ErrorKind::meaning, "the hole " + graph_.leaf_text(id) + " has no candidates yet",
                            "a hole takes its candidates from data");
            case Kind::negation: return lower_negation(graph_.operands(id)[0]);
            case Kind::conjunction: return lower_connective(id, Op::conjunction, true);
            case Kind::disjunction: return lower_connective(id, Op::disjunction, false);
            case Kind::choice: return lower_choice(id);
        }
        LOH_CHECK(false);
        return {};
    }

    Lowered emit(Instruction instruction) {
        program_.instructions.push_back(instruction);
        return {Lowered::State::slot, SlotId{static_cast<std::uint32_t>(program_.instructions.size() - 1)}};
    }

    Lowered lower_input(NodeId id) {
        program_.inputs.push_back(graph_.leaf_text(id));
        return emit({Op::input, 0, 0, static_cast<std::uint32_t>(program_.inputs.size() - 1)});
    }

    Lowered lower_negation(NodeId operand) {
        const Lowered& value = lowered_[operand.value];
        if (value.state != Lowered::State::slot) return Lowered::constant(value.is(false));
        if (auto known = negations_.find(value.slot.value); known != negations_.end()) return known->second;
        auto first = static_cast<std::uint32_t>(program_.operands.size());
        program_.operands.push_back(value.slot);
        return negations_[program_.operands[first].value] = emit({Op::negation, first, 1, 0});
    }

    // `neutral` is the neutral constant: true for a conjunction, false for a disjunction.
    Lowered lower_connective(NodeId id, Op op, bool neutral) {
        auto first = static_cast<std::uint32_t>(program_.operands.size());
        for (NodeId operand : graph_.operands(id)) {
            const Lowered& value = lowered_[operand.value];
            if (value.is(neutral)) continue;
            if (value.is(!neutral)) {
                program_.operands.resize(first);
                return value;
            }
            append_operand(value.slot, op, uses_[operand.value]);
        }
        auto count = static_cast<std::uint32_t>(program_.operands.size() - first);
        if (count == 0) return Lowered::constant(neutral);
        if (count > 1) return emit({op, first, count, 0});
        SlotId only = program_.operands.back();
        program_.operands.resize(first);
        return {Lowered::State::slot, only};
    }

    // A conjunction with one use, in another conjunction, is merged into it; likewise for disjunctions.
    void append_operand(SlotId slot, Op op, std::uint32_t uses) {
        Instruction inner = program_.instructions[slot.value];
        if (inner.op != op || uses > 1) {
            program_.operands.push_back(slot);
            return;
        }
        for (std::uint32_t i = 0; i < inner.count; ++i) {
            SlotId operand = program_.operands[inner.first + i];
            program_.operands.push_back(operand);
        }
    }

    Lowered lower_choice(NodeId id) {
        std::span<const NodeId> alternatives = graph_.operands(id);
        if (alternatives.size() == 1) return lowered_[alternatives[0].value];
        ChoiceMode mode = modes_[graph_.choice_id(id).value];
        bool dropped = mode == ChoiceMode::conjunctive;  // the constant that removes its alternative
        auto first = static_cast<std::uint32_t>(program_.terms.size());
        for (std::uint32_t i = 0; i < alternatives.size(); ++i) {
            const Lowered& value = lowered_[alternatives[i].value];
            if (value.is(dropped)) continue;
            program_.terms.push_back(
                {i, value.state == Lowered::State::slot ? value.slot.value : Term::kNoSlot});
        }
        auto count = static_cast<std::uint32_t>(program_.terms.size() - first);
        if (count == 0) return Lowered::constant(dropped);
        CompiledChoice choice{graph_.choice_id(id), mode, static_cast<std::uint32_t>(alternatives.size()),
                              program_.weight_count, program_.logit_count};
        program_.weight_count += choice.arity;
        program_.logit_count += choice.logit_count();
        program_.choices.push_back(choice);
        return emit({Op::choice, first, count, static_cast<std::uint32_t>(program_.choices.size() - 1)});
    }

    SlotId output_slot(const Lowered& value) {
        if (value.state == Lowered::State::slot) return value.slot;
        return emit({Op::constant, 0, 0, value.is(true) ? 1U : 0U}).slot;
    }

    const GraphData& graph_;
    std::vector<ChoiceMode> modes_;
    std::vector<std::uint32_t> uses_;
    std::vector<Lowered> lowered_;  // by node id
    std::unordered_map<std::uint32_t, Lowered>
        negations_;  // by slot, because folding can map two formulas to one slot
    CompiledProgram program_;
};

}  // namespace

CompiledProgram compile(const std::vector<Formula>& outputs, const std::vector<Formula>& written) {
    if (outputs.empty()) throw Error(ErrorKind::usage, "nothing to compile: give at least one formula");
    Roots roots = roots_of(outputs);
    std::vector<ChoiceMode> modes =
        decide_choice_modes(*roots.graph, written.empty() ? roots.ids : roots_of(written).ids);
    CompiledProgram lowered = Lowering(*roots.graph, std::move(modes), roots.ids).run(roots.ids);
    verify(lowered);
    CompiledProgram result = schedule(lowered);
    verify(result);
    return result;
}

}  // namespace loh
