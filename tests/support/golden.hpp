// Golden files: expected output as text. A file is a list of cases:
//
//     --- a name
//     input, any number of lines
//     ---
//     expected text
//
// Blank lines before the next case are ignored. With LOH_UPDATE_GOLDEN=1 in the environment the expected texts are rewritten
// instead of checked; review the difference before committing.
#pragma once

#include <functional>
#include <string>

namespace loh::testing {

struct GoldenCase {
    std::string name;
    std::string input;  // ends with a newline
    std::string expected;
};

// Checks every case of tests/golden/`file` against the result of `transform` for its input. Returns the number of cases.
std::size_t check_golden(const std::string& file,
                         const std::function<std::string(const GoldenCase&)>& transform);

bool updating_golden();

// The content of a file; fails the test if it cannot be read.
std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);

}  // namespace loh::testing
