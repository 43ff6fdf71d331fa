# Warnings, sanitizers and coverage for every target of this project. They are directory options, so none
# of them reaches a consumer of the installed library.

add_compile_options(
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wcast-align -Wcast-qual
    -Wextra-semi -Wimplicit-fallthrough -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports overlapping copies in libstdc++'s own `"text" + string` (GCC bug 105651).
    add_compile_options(-Wduplicated-cond -Wlogical-op -Wno-restrict)
    # g++ collects its garbage from 512 MiB on, not from 128 MiB: a tenth less compile time, for 1 GiB in the largest unit.
    add_compile_options(--param=ggc-min-heapsize=524288)
    if(LOH_SANITIZE)
        # Sanitizer instrumentation hides initialisations from the optimizer.
        add_compile_options(-Wno-maybe-uninitialized)
    endif()
endif()
if(LOH_WERROR)
    add_compile_options(-Werror)
endif()

if(LOH_BUILD_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "LOH_BUILD_FUZZERS needs clang: use `cmake --preset asan`.")
    endif()
    if(NOT LOH_SANITIZE STREQUAL "address,undefined")
        message(FATAL_ERROR "LOH_BUILD_FUZZERS needs LOH_SANITIZE=address,undefined: use `cmake --preset asan`.")
    endif()
endif()
if(LOH_SANITIZE)
    add_compile_options(-fsanitize=${LOH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${LOH_SANITIZE})
endif()

if(LOH_COVERAGE)
    # Atomic counters: the tests run threads, and plain ones would lose counts or go negative.
    add_compile_options(--coverage -fprofile-update=atomic)
    add_link_options(--coverage)
endif()
