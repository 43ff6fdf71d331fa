// Console transcripts: tests/cli/*.console, and the blocks marked ```console in README.md and docs/*.md.
//
//     $ loh space -e '[a, b]'
//     a
//     b
//     $ loh check -e '[a'
//     ...
//     [exit 1]
//
// A line that starts with `$ ` is run by `sh -c` in the root of the repository, with the built command first in PATH. The
// lines below it are its standard output and standard error, in order, and `[exit N]` if N is not 0. A line `...` matches any
// number of lines. Lines before the first command are comments. With LOH_UPDATE_GOLDEN=1 the files are rewritten with the
// actual output.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "support/golden.hpp"

namespace loh::testing {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

struct Command {
    std::size_t line;  // in the file, from 1
    std::string text;
    Lines expected;
};

Lines lines_of(const std::string& text) {
    Lines result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

std::string shell_word(const std::string& text) {
    std::string result = "'";
    for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

// The output of the command, and its exit status if it is not 0.
Lines run(const std::string& command) {
    std::string directory = fs::path(LOH_COMMAND).parent_path().string();
    std::string shell = "cd " + shell_word(LOH_SOURCE_DIR) + " && PATH=" + shell_word(directory) +
                        ":\"$PATH\" LC_ALL=C.UTF-8 sh -c " + shell_word(command) + " 2>&1 </dev/null";
    FILE* pipe = popen(shell.c_str(), "r");
    if (pipe == nullptr) return {"cannot run the command"};
    std::string text;
    std::array<char, 4096> buffer{};
    for (std::size_t count = 0; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        text.append(buffer.data(), count);
    int status = pclose(pipe);
    Lines result = lines_of(text);
    if (WIFSIGNALED(status)) result.push_back("[signal " + std::to_string(WTERMSIG(status)) + "]");
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        result.push_back("[exit " + std::to_string(WEXITSTATUS(status)) + "]");
    return result;
}

// Whether `actual` matches `expected`, in which a line `...` matches any number of lines.
bool matches(const Lines& expected, const Lines& actual, std::size_t e = 0, std::size_t a = 0) {
    for (; e < expected.size(); ++e, ++a) {
        if (expected[e] == "...") {
            for (std::size_t rest = a; rest <= actual.size(); ++rest)
                if (matches(expected, actual, e + 1, rest)) return true;
            return false;
        }
        if (a >= actual.size() || expected[e] != actual[a]) return false;
    }
    return a == actual.size();
}

// The commands of a transcript. Blank lines at the end of the expected output are ignored.
std::vector<Command> commands_of(const Lines& lines, std::size_t first_line) {
    std::vector<Command> result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with("$ ")) {
            result.push_back({first_line + i, lines[i].substr(2), {}});
        } else if (!result.empty()) {
            result.back().expected.push_back(lines[i]);
        }
    }
    for (Command& command : result)
        while (!command.expected.empty() && command.expected.back().empty()) command.expected.pop_back();
    return result;
}

// The transcripts of a file: in a document, the fenced blocks marked `console`; in a transcript file, the whole file.
std::vector<Command> commands_in(const fs::path& path) {
    Lines lines = lines_of(read_text(path.string()));
    if (path.extension() != ".md") return commands_of(lines, 1);
    std::vector<Command> result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i] != "```console") continue;
        std::size_t begin = i + 1;
        for (i = begin; i < lines.size() && !lines[i].starts_with("```");) ++i;
        Lines block(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                    lines.begin() + static_cast<std::ptrdiff_t>(i));
        for (Command& command : commands_of(block, begin + 1)) result.push_back(std::move(command));
    }
    return result;
}

std::string joined(const Lines& lines) {
    std::string result;
    for (const std::string& line : lines) result += line + "\n";
    return result;
}

// The commands with their actual output. Expected output that matches is kept, with its `...`.
std::string updated(const Lines& lines) {
    std::string result;
    for (const std::string& line : lines) {
        if (line.starts_with("$ ")) break;
        result += line + "\n";
    }
    for (const Command& command : commands_of(lines, 1)) {
        Lines actual = run(command.text);
        bool keep = !command.expected.empty() && matches(command.expected, actual);
        result += "$ " + command.text + "\n" + joined(keep ? command.expected : actual);
    }
    return result;
}

// The same for a whole file. In a document, only the fenced blocks are changed.
std::string updated(const fs::path& path) {
    Lines lines = lines_of(read_text(path.string()));
    if (path.extension() != ".md") return updated(lines);
    std::string result;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        result += lines[i] + "\n";
        if (lines[i] != "```console") continue;
        Lines block;
        for (++i; i < lines.size() && !lines[i].starts_with("```"); ++i) block.push_back(lines[i]);
        result += updated(block) + "```\n";
    }
    return result;
}

std::vector<fs::path> transcripts() {
    const fs::path root = LOH_SOURCE_DIR;
    std::vector<fs::path> result;
    auto collect = [&](const fs::path& directory, const std::string& extension) {
        if (!fs::is_directory(directory)) return;
        for (const fs::directory_entry& entry : fs::directory_iterator(directory))
            if (entry.path().extension() == extension) result.push_back(entry.path());
    };
    collect(root / "tests/cli", ".console");
    collect(root / "docs", ".md");
    if (fs::exists(root / "README.md")) result.push_back(root / "README.md");
    std::sort(result.begin(), result.end());
    return result;
}

std::string test_name(const ::testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.extension() == ".md" ? "Document" : "Transcript";
    bool start = true;
    for (char c : info.param.stem().string()) {
        bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (letter) name += start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        start = !letter;
    }
    return name;
}

class Console : public ::testing::TestWithParam<fs::path> {};

TEST_P(Console, PrintsTheTranscript) {
    if (updating_golden()) {
        write_text(GetParam().string(), updated(GetParam()));
        return;
    }
    for (const Command& command : commands_in(GetParam())) {
        Lines actual = run(command.text);
        EXPECT_TRUE(matches(command.expected, actual))
            << GetParam().filename().string() << ":" << command.line << ": $ " << command.text
            << "\n--- expected:\n"
            << joined(command.expected) << "--- printed:\n"
            << joined(actual);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Console, ::testing::ValuesIn(transcripts()), test_name);

TEST(ConsoleMatching, DotsMatchAnyNumberOfLines) {
    EXPECT_TRUE(matches({"a", "...", "d"}, {"a", "b", "c", "d"}));
    EXPECT_TRUE(matches({"..."}, {}));
    EXPECT_TRUE(matches({"a", "..."}, {"a"}));
    EXPECT_FALSE(matches({"a", "...", "d"}, {"a", "b"}));
    EXPECT_FALSE(matches({"a"}, {"a", "b"}));
    EXPECT_FALSE(matches({"a", "b"}, {"a"}));
    EXPECT_TRUE(matches({}, {}));
}

}  // namespace

}  // namespace loh::testing
