#include "compile/compile.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "compile/choice_modes.hpp"
#include "formula/walk.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// What a node has become: a constant, or a slot.
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
    Lowering(const GraphData& graph, const std::vector<NodeId>& roots)
        : graph_(graph),
          modes_(decide_choice_modes(graph, roots)),
          uses_(count_uses(graph, roots)),
          lowered_(uses_.size()) {}

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
        auto first = static_cast<std::uint32_t>(program_.operands.size());
        program_.operands.push_back(value.slot);
        return emit({Op::negation, first, 1, 0});
    }

    // `neutral` is the constant that changes nothing: true in a conjunction, false in a disjunction.
    Lowered lower_connective(NodeId id, Op op, bool neutral) {
        auto first = static_cast<std::uint32_t>(program_.operands.size());
        for (NodeId operand : graph_.operands(id)) {
            const Lowered& value = lowered_[operand.value];
            if (value.is(neutral)) continue;
            if (value.is(!neutral)) {
                program_.operands.resize(first);
                return value;
            }
            program_.operands.push_back(value.slot);
        }
        auto count = static_cast<std::uint32_t>(program_.operands.size() - first);
        if (count == 0) return Lowered::constant(neutral);
        if (count > 1) return emit({op, first, count, 0});
        SlotId only = program_.operands.back();
        program_.operands.resize(first);
        return {Lowered::State::slot, only};
    }

    Lowered lower_choice(NodeId id) {
        std::span<const NodeId> alternatives = graph_.operands(id);
        if (alternatives.size() == 1) return lowered_[alternatives[0].value];
        ChoiceMode mode = modes_[graph_.choice_id(id).value];
        bool dropped =
            mode == ChoiceMode::conjunctive;  // the constant that leaves nothing of its alternative
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
    CompiledProgram program_;
};

// Folding can leave instructions that nothing reads any more; this keeps the rest, in order.
CompiledProgram without_dead_code(const CompiledProgram& program) {
    std::vector<bool> live(program.instructions.size(), false);
    for (SlotId output : program.outputs) live[output.value] = true;
    for (std::size_t slot = live.size(); slot-- > 0;) {
        if (!live[slot]) continue;
        const Instruction& instruction = program.instructions[slot];
        if (instruction.op == Op::choice) {
            for (const Term& term : program.terms_of(instruction)) {
                if (!term.bare()) live[term.slot] = true;
            }
        } else {
            for (SlotId operand : program.operands_of(instruction)) live[operand.value] = true;
        }
    }
    CompiledProgram result;
    std::vector<std::uint32_t> moved(live.size(), 0);
    for (std::size_t slot = 0; slot < live.size(); ++slot) {
        if (!live[slot]) continue;
        Instruction instruction = program.instructions[slot];
        if (instruction.op == Op::input) {
            result.inputs.push_back(program.inputs[instruction.payload]);
            instruction.payload = static_cast<std::uint32_t>(result.inputs.size() - 1);
        } else if (instruction.op == Op::choice) {
            std::span<const Term> terms = program.terms_of(instruction);
            instruction.first = static_cast<std::uint32_t>(result.terms.size());
            for (Term term : terms) {
                if (!term.bare()) term.slot = moved[term.slot];
                result.terms.push_back(term);
            }
            CompiledChoice choice = program.choices[instruction.payload];
            choice.first_weight = result.weight_count;
            choice.first_logit = result.logit_count;
            result.weight_count += choice.arity;
            result.logit_count += choice.logit_count();
            result.choices.push_back(choice);
            instruction.payload = static_cast<std::uint32_t>(result.choices.size() - 1);
        } else {
            std::span<const SlotId> operands = program.operands_of(instruction);
            instruction.first = static_cast<std::uint32_t>(result.operands.size());
            for (SlotId operand : operands) result.operands.push_back(SlotId{moved[operand.value]});
        }
        moved[slot] = static_cast<std::uint32_t>(result.instructions.size());
        result.instructions.push_back(instruction);
    }
    for (SlotId output : program.outputs) result.outputs.push_back(SlotId{moved[output.value]});
    return result;
}

}  // namespace

CompiledProgram compile(const std::vector<Formula>& outputs) {
    if (outputs.empty()) throw Error(ErrorKind::usage, "nothing to compile: give at least one formula");
    Roots roots = roots_of(outputs);
    CompiledProgram lowered = Lowering(*roots.graph, roots.ids).run(roots.ids);
    verify(lowered);
    CompiledProgram result = without_dead_code(lowered);
    verify(result);
    return result;
}

}  // namespace loh
