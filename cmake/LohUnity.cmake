# Compiles the files of a folder as one: headers are read and templates instantiated once for all of them, which is most
# of the compile time. Files with options of their own stay by themselves. Names in the anonymous namespaces of one folder
# must therefore differ. Presets ask for it (CMAKE_UNITY_BUILD) where nobody compiles one file again and again.
function(loh_group_by_folder target)
    get_target_property(directory ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${directory}" OUTPUT_VARIABLE path)
        cmake_path(GET path PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${directory}")
        string(MAKE_C_IDENTIFIER "${folder}" group)
        set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
