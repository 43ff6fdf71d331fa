#include "decision/rows/rule_inputs.hpp"

#include "base/check.hpp"

namespace loh {

RuleInputs packed_inputs(const RuleProgram& program, std::size_t rows,
                         const std::function<const std::uint64_t*(const std::string&)>& column_of) {
    RuleInputs inputs;
    inputs.rows = rows;
    for (const RuleLiteral& literal : program.literals) {
        inputs.packed.push_back(column_of(literal.text));
        LOH_CHECK(rows == 0 || inputs.packed.back() != nullptr);
    }
    return inputs;
}

RuleInputs raw_inputs(const RuleProgram& program, std::size_t rows, std::span<const TypedColumn> columns) {
    return {rows, std::vector<const std::uint64_t*>(program.literals.size(), nullptr),
            bind_literals(program.literals, columns)};
}

}  // namespace loh
