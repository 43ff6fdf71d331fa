// Attributes for functions that the compiler vectorizes for several instruction sets.
#pragma once

// A function with this attribute exists once for each of these instruction sets, and the first call finds the best. What
// it calls must be inlined into it: LOH_INLINE. Sanitizers cannot run the code that chooses, and that of clang 14 chooses
// instructions that the machine does not have; there the baseline of the architecture has to do.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LOH_ONE_INSTRUCTION_SET)
#define LOH_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOH_VECTOR_CLONES
#endif
#define LOH_INLINE inline __attribute__((always_inline))
