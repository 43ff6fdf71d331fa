# Installs the build into a scratch prefix, then configures, builds and runs the consumer against it.
# Its output is shown only when every step succeeded, so the test's regular expression cannot pass early.
set(prefix "${SCRATCH_DIR}/prefix")
set(consumer_build "${SCRATCH_DIR}/build")
file(REMOVE_RECURSE "${SCRATCH_DIR}")

function(run)
    execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        string(JOIN " " command ${ARGV})
        message(FATAL_ERROR "${command}\nfailed (${status}):\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# An inherited DESTDIR would move the scratch prefix.
unset(ENV{DESTDIR})
run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")

# The package must work on another machine: it may not mention a folder of this one.
file(GLOB_RECURSE package_files "${prefix}/*.cmake")
foreach(file IN LISTS package_files)
    file(READ "${file}" text)
    foreach(folder IN ITEMS "${BUILD_DIR}" "${prefix}" "${CONSUMER_DIR}" "/usr/lib")
        string(FIND "${text}" "${folder}" position)
        if(NOT position EQUAL -1)
            message(FATAL_ERROR "${file} mentions ${folder}")
        endif()
    endforeach()
endforeach()

run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${CONSUMER_DIR}" -B "${consumer_build}"
    "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" -DCMAKE_BUILD_TYPE=Release
    "-DEXAMPLES=${EXAMPLES_DIR}")
run("${CMAKE_COMMAND}" --build "${consumer_build}")
run("${prefix}/bin/loh" --help)
run("${consumer_build}/perceptron")
string(FIND "${output}" "alarm = on[1] & !on[2] | on[3]\n" position)
if(position EQUAL -1)
    message(FATAL_ERROR "the perceptron did not learn the rule:\n${output}")
endif()
run("${consumer_build}/consumer")
message("${output}")
