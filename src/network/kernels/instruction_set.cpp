#include "network/kernels/instruction_set.hpp"

namespace loh {

const char* kernel_instruction_set() noexcept {
#if !defined(LOH_ONE_INSTRUCTION_SET)
    return "";
#elif defined(__AVX512F__)
    return "avx512";
#elif defined(__AVX2__)
    return "avx2";
#else
    return "baseline";
#endif
}

}  // namespace loh
