# The target loh::loh from another build folder of this source tree, LOH_FINISHED_BUILD: `make python` links the library that
# the release tests have run, and compiles only the bindings.
add_library(loh STATIC IMPORTED GLOBAL)
add_library(loh::loh ALIAS loh)
set_target_properties(loh PROPERTIES IMPORTED_LOCATION "${LOH_FINISHED_BUILD}/src/libloh.a")
target_compile_features(loh INTERFACE cxx_std_20)
target_include_directories(loh INTERFACE "${PROJECT_SOURCE_DIR}/include" "${LOH_FINISHED_BUILD}/generated/include")
target_link_libraries(loh INTERFACE loh::cadical loh::mpfr loh::gmp loh::z)
if(NOT EXISTS "${LOH_FINISHED_BUILD}/src/libloh.a")
    message(FATAL_ERROR "LOH_FINISHED_BUILD: ${LOH_FINISHED_BUILD} has no library; `make build` builds build/release.")
endif()
