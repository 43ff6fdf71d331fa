# `cmake --install`: headers, library, command, and the package files that make find_package(loh) work.
include(CMakePackageConfigHelpers)

set(loh_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/loh")

install(TARGETS loh EXPORT lohTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/loh" "${PROJECT_BINARY_DIR}/generated/include/loh"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
if(LOH_BUILD_CLI)
    install(TARGETS loh_cli)
endif()

install(EXPORT lohTargets NAMESPACE loh:: DESTINATION "${loh_package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/lohConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/generated/lohConfig.cmake" INSTALL_DESTINATION "${loh_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/lohConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/generated/lohConfig.cmake"
    "${PROJECT_BINARY_DIR}/generated/lohConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/LohDependencies.cmake"
    DESTINATION "${loh_package_dir}")
