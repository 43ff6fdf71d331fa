# How kernels are compiled for one instruction set instead of several (src/base/vector_clones.hpp).

set(LOH_INSTRUCTION_SETS baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND LOH_INSTRUCTION_SETS avx2 avx512)
endif()

# Compiles `target` for exactly this set: one of LOH_INSTRUCTION_SETS.
function(loh_use_instruction_set target set)
    if(NOT set IN_LIST LOH_INSTRUCTION_SETS)
        message(FATAL_ERROR "LOH_INSTRUCTION_SET is '${set}'; for this processor it can be empty or one of: "
            "${LOH_INSTRUCTION_SETS}")
    endif()
    target_compile_definitions(${target} PRIVATE LOH_ONE_INSTRUCTION_SET)
    if(set STREQUAL "avx2")
        target_compile_options(${target} PRIVATE -mavx2)
    elseif(set STREQUAL "avx512")
        target_compile_options(${target} PRIVATE -mavx512f)
    endif()
endfunction()
