// Attributes for functions that are compiled for several instruction sets.
//
// Three ways to build, chosen by LOH_INSTRUCTION_SET (src/CMakeLists.txt):
//     empty                        every set that pays; the first call finds the best that the machine has
//     baseline, avx2, avx512       that one, by the compiler's flags; LOH_ONE_INSTRUCTION_SET is defined
// The results are the same, bit for bit.
#pragma once

// A function with this attribute exists once for each of these instruction sets. What it calls must be inlined into it:
// LOH_INLINE. Sanitizers cannot run the code that chooses, and that of clang 14 chooses instructions that the machine does not
// have; there the baseline of the architecture has to do.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LOH_ONE_INSTRUCTION_SET)
#define LOH_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define LOH_VECTOR_CLONES
#endif
#define LOH_INLINE inline __attribute__((always_inline))

// The type of a vector of numbers at any address. The alignment is said twice: clang 14 forgets the second, and g++ 12 the
// first where the type is deduced.
#define LOH_UNALIGNED_VECTOR(name, number, bytes)          \
    using name __attribute__((aligned(alignof(number)))) = \
        number __attribute__((vector_size(bytes), aligned(alignof(number))))

// For a function of which AVX2 needs another text: LOH_AVX2 is its attribute, where LOH_MAY_HAVE_AVX2 is defined, and
// machine_has_avx2() says whether to call it.
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
