// Attributes for functions that are compiled for several instruction sets.
//
// Three ways to build, chosen by LOH_INSTRUCTION_SET (src/CMakeLists.txt):
//     empty                        several sets; the first call of a function selects the best one that the machine has
//     baseline, avx2, avx512       one set, by compiler flags; LOH_ONE_INSTRUCTION_SET is defined
// The results are the same, bit for bit.
#pragma once

// A function with this attribute is compiled once for each of these instruction sets. The functions it calls must be inlined
// into it (LOH_INLINE). Sanitizers cannot run the selection code, and the selection code of clang 14 selects instructions
// that the machine does not have. Both use the baseline of the architecture.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LOH_ONE_INSTRUCTION_SET)
#define LOH_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOH_VECTOR_CLONES
#endif
#define LOH_INLINE inline __attribute__((always_inline))

// The type of an unaligned vector of numbers. The alignment is given twice: clang 14 ignores the second attribute, and
// g++ 12 ignores the first one if the type is deduced.
// NOLINTBEGIN(bugprone-macro-parentheses): a name and a type, not expressions
#define LOH_UNALIGNED_VECTOR(name, number, bytes)          \
    using name __attribute__((aligned(alignof(number)))) = \
        number __attribute__((vector_size(bytes), aligned(alignof(number))))
// NOLINTEND(bugprone-macro-parentheses)

// For functions with a separate AVX2 version: it has the attribute LOH_AVX2, exists if LOH_MAY_HAVE_AVX2 is defined, and may
// be called if machine_has_avx2().
#if defined(__AVX2__)
#define LOH_MAY_HAVE_AVX2
#define LOH_AVX2
#elif defined(__x86_64__) && !defined(LOH_ONE_INSTRUCTION_SET)
#define LOH_MAY_HAVE_AVX2
#define LOH_AVX2 __attribute__((target("avx2")))
#endif

namespace loh {

LOH_INLINE bool machine_has_avx2() {
#if defined(__AVX2__)
    return true;
#elif defined(LOH_MAY_HAVE_AVX2)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

}  // namespace loh
