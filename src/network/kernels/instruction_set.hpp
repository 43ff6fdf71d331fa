// The instruction set of the kernels.
#pragma once

namespace loh {

// `baseline`, `avx2` or `avx512`; empty if the best is chosen at run time.
const char* kernel_instruction_set() noexcept;

}  // namespace loh
