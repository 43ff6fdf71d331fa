// Golden files: what people read, kept as text. A file is a list of cases:
//
//     --- a name
//     input, any number of lines
//     ---
//     expected text
//
// Blank lines before the next case are no part of it. With LOH_UPDATE_GOLDEN=1 in the environment the expected texts are
// written anew instead of being checked; read the difference before you keep it.
#pragma once

#include <functional>
#include <string>

namespace loh::testing {

struct GoldenCase {
    std::string name;
    std::string input;  // ends with a newline
    std::string expected;
};

// Checks every case of tests/golden/`file` against what `transform` makes of its input. Returns how many there were.
std::size_t check_golden(const std::string& file,
                         const std::function<std::string(const GoldenCase&)>& transform);

bool updating_golden();

// The whole of a file; fails the test when it cannot be read.
std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);

}  // namespace loh::testing
