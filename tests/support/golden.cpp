#include "support/golden.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace loh::testing {

namespace {

struct GoldenFile {
    std::string preamble;  // lines before the first case
    std::vector<GoldenCase> cases;
};

GoldenFile parse(const std::string& text) {
    GoldenFile file;
    std::string* part = &file.preamble;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("--- ")) {
            file.cases.push_back({line.substr(4), {}, {}});
            part = &file.cases.back().input;
        } else if (line == "---" && !file.cases.empty()) {
            part = &file.cases.back().expected;
        } else {
            *part += line + "\n";
        }
    }
    for (GoldenCase& one : file.cases) {
        while (one.expected.ends_with("\n\n")) one.expected.pop_back();
        if (one.expected == "\n") one.expected.clear();
    }
    return file;
}

std::string with_newline(std::string text) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    return text;
}

}  // namespace

bool updating_golden() {
    const char* value = std::getenv("LOH_UPDATE_GOLDEN");
    return value != nullptr && std::string(value) == "1";
}

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << "cannot open " << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    ASSERT_TRUE(file) << "cannot write " << path;
}

std::size_t check_golden(const std::string& file,
                         const std::function<std::string(const GoldenCase&)>& transform) {
    std::string path = std::string(LOH_SOURCE_DIR) + "/tests/golden/" + file;
    GoldenFile golden = parse(read_text(path));
    std::string updated = golden.preamble;
    for (const GoldenCase& one : golden.cases) {
        std::string actual = with_newline(transform(one));
        updated += "--- " + one.name + "\n" + one.input + "---\n" + actual + "\n";
        if (!updating_golden()) {
            EXPECT_EQ(actual, one.expected) << file << ": " << one.name;
        }
    }
    while (updated.ends_with("\n\n")) updated.pop_back();
    if (updating_golden()) write_text(path, updated);
    return golden.cases.size();
}

}  // namespace loh::testing
