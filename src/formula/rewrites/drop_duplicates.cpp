// x & x = x        x | x = x
#include <unordered_set>

#include "formula/rewrites/join.hpp"

namespace loh {

void drop_duplicates(Join& join) {
    std::unordered_set<std::uint32_t> seen;
    std::erase_if(join.operands, [&](NodeId operand) { return !seen.insert(operand.value).second; });
}

}  // namespace loh
