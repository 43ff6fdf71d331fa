// What the kernels were compiled for.
#pragma once

namespace loh {

// `baseline`, `avx2` or `avx512`; empty when the best is chosen at run time.
const char* kernel_instruction_set() noexcept;

}  // namespace loh
