# The libraries behind the static library `loh`, as imported targets loh::mpfr, loh::gmp, loh::cadical and loh::z.
# The build includes this file and so does the installed lohConfig.cmake: each machine finds its own paths,
# and none is written into the exported targets. Sets LOH_MISSING_DEPENDENCIES (empty when all were found).

set(LOH_MISSING_DEPENDENCIES "")

function(loh_find_dependency name header debian_package)
    find_library(LOH_${name}_LIBRARY ${name})
    find_path(LOH_${name}_INCLUDE_DIR ${header})
    mark_as_advanced(LOH_${name}_LIBRARY LOH_${name}_INCLUDE_DIR)
    if(NOT LOH_${name}_LIBRARY OR NOT LOH_${name}_INCLUDE_DIR)
        list(APPEND LOH_MISSING_DEPENDENCIES "lib${name} with ${header} (Debian package ${debian_package})")
        set(LOH_MISSING_DEPENDENCIES "${LOH_MISSING_DEPENDENCIES}" PARENT_SCOPE)
        return()
    endif()
    if(NOT TARGET loh::${name})
        add_library(loh::${name} UNKNOWN IMPORTED GLOBAL)
        set_target_properties(loh::${name} PROPERTIES
            IMPORTED_LOCATION "${LOH_${name}_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${LOH_${name}_INCLUDE_DIR}")
    endif()
endfunction()

loh_find_dependency(gmp gmp.h libgmp-dev)
loh_find_dependency(mpfr mpfr.h libmpfr-dev)
loh_find_dependency(cadical cadical.hpp libcadical-dev)
loh_find_dependency(z zlib.h zlib1g-dev)
list(JOIN LOH_MISSING_DEPENDENCIES ", " LOH_MISSING_DEPENDENCIES)
