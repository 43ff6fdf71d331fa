// Attributes for functions that the compiler vectorizes for several instruction sets.
#pragma once

// A function with this attribute is compiled once for each of these instruction sets; the first call selects the best one
// that the machine has. The functions it calls must be inlined into it (LOH_INLINE). Sanitizers cannot run the selection
// code, and the selection code of clang 14 selects instructions that the machine does not have. Both use the baseline of
// the architecture.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LOH_ONE_INSTRUCTION_SET)
#define LOH_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOH_VECTOR_CLONES
#endif
#define LOH_INLINE inline __attribute__((always_inline))
