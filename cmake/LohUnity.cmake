# Compiles the files of a folder as one: headers are read and templates instantiated once for all of them, which is most
# of the compile time. Files with options of their own stay by themselves. Names in the anonymous namespaces of one group
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

# loh_join_folders(TARGET GROUP FOLDER...): after loh_group_by_folder, compiles these folders as one group. Neighbours use the
# same templates, so that two folders of ten seconds take fifteen together.
function(loh_join_folders target group)
    get_target_property(directory ${target} SOURCE_DIR)
    foreach(folder IN LISTS ARGN)
        file(GLOB sources "${directory}/${folder}/*.cpp")
        set_source_files_properties(${sources} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
    endforeach()
endfunction()
