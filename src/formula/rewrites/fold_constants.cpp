// x & true = x        x & false = false        x | false = x        x | true = true
#include <algorithm>

#include "formula/rewrites/join.hpp"

namespace loh {

void fold_constants(Join& join) {
    if (std::find(join.operands.begin(), join.operands.end(), join.deciding()) != join.operands.end())
        return join.decide();
    std::erase(join.operands, join.neutral());
}

}  // namespace loh
