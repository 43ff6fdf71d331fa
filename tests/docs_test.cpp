// The documents and examples say what is so: paths exist, folders keep their order, examples mean what is written.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "loh/loh.hpp"

namespace loh {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LOH_SOURCE_DIR;

// In the order in which one may include another: each only those before it.
constexpr std::array<std::string_view, 13> kFolders = {"base",     "formula", "lang",     "space", "data",
                                                       "features", "network", "decision", "model", "learn",
                                                       "explain",  "prove",   "export"};

// Every examples/*.loh, with the number of its hypotheses as `loh space --count` prints it.
const std::map<std::string, std::string> kExamples = {
    {"clauses-of-width-3", "8000"},
    {"definite-clauses", "10240"},
    {"full-knowledge", "1"},
    {"loans-knowledge", "1"},
    {"mutually-exclusive", "5"},
    {"neuron-and", "1024"},
    {"neuron-and-of-width-k", "10000"},
    {"neuron-and-of-width-k-with-negation", "160000"},
    {"neuron-and-with-negation", "59049"},
    {"neuron-or", "1024"},
    {"neuron-or-of-width-k", "10000"},
    {"neuron-or-of-width-k-with-negation", "160000"},
    {"neuron-or-with-negation", "59049"},
    {"one-rule-per-set", "12"},
    {"partial-knowledge", "81"},
    {"recurrent-state", "3"},
    {"reliable-rules", "16"},
    {"rule-with-a-gap", "8"},
    {"sufficient-conditions", "16"},
    {"table-columns", "3"},
    {"table-cut-points", "16"},
    {"table-holes", "4"},
    {"template-5-clauses", "<= 717897987691852588770249"},                // 3^50
    {"template-5-definite-clauses", "<= 112589990684262400000"},          // 10240^5
    {"template-5-definite-clauses-first-given", "<= 10995116277760000"},  // 10240^4
    {"template-5-definite-clauses-heads-given", "<= 1125899906842624"},   // 1024^5
    {"template-5-definite-clauses-of-width-3", "<= 1000000000000000"},    // 1000^5
    {"template-ground-truth", "1"},
    {"tic-tac-toe", "<= 10^261"},
    {"triage", "<= 318644812890625"},
    {"two-layer-network", "<= 11112587794898276454051199897042944"},  // 3^60 * 2^18
    {"wildfire", "9"},
    {"wildfire-full-knowledge", "1"},
    {"wildfire-one-rule-per-set", "120"},
    {"wildfire-partial-knowledge", "2048"},
    {"wildfire-reliable-rules", "32768"},
};

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

// The content of the first block fenced as ```LANGUAGE.
std::string fenced_block(const std::string& text, const std::string& language) {
    std::string fence = "```" + language + "\n";
    std::size_t begin = text.find(fence);
    if (begin == std::string::npos) return "no block marked " + language;
    begin += fence.size();
    return text.substr(begin, text.find("\n```", begin) + 1 - begin);
}

// All files below a folder that end in one of these.
std::vector<fs::path> files_below(const fs::path& folder, const std::set<std::string>& extensions) {
    std::vector<fs::path> result;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && extensions.contains(entry.path().extension().string()))
            result.push_back(entry.path());
    }
    std::sort(result.begin(), result.end());
    return result;
}

// The files that a file includes with quotes.
std::vector<std::string> includes_of(const fs::path& path) {
    static const std::regex kInclude(R"(^\s*#\s*include\s*"([^"]+)\")");
    std::vector<std::string> result;
    for (const std::string& line : lines_of(read(path))) {
        std::smatch match;
        if (std::regex_search(line, match, kInclude)) result.push_back(match[1]);
    }
    return result;
}

// Backquoted text with a slash, or at the start of a heading or list item: what the page presents as a path.
std::vector<std::string> paths_in(const std::string& page) {
    static const std::regex kQuoted("`([A-Za-z0-9_./-]+)`");
    std::vector<std::string> result;
    bool fenced = false;
    for (const std::string& line : lines_of(page)) {
        if (line.starts_with("```")) fenced = !fenced;
        if (fenced || line.starts_with("    ")) continue;
        for (std::sregex_iterator i(line.begin(), line.end(), kQuoted), end; i != end; ++i) {
            std::string before = i->prefix();
            bool leads = before == "## " || before == "- ";
            std::string text = (*i)[1];
            if (leads || text.find('/') != std::string::npos) result.push_back(text);
        }
    }
    return result;
}

std::string folder_of(const std::string& include) { return include.substr(0, include.find('/')); }

std::size_t rank(std::string_view folder) {
    return static_cast<std::size_t>(std::find(kFolders.begin(), kFolders.end(), folder) - kFolders.begin());
}

// The grammar in the comment of the parser, without comment signs.
std::string grammar_in_source() {
    for (const fs::path& path : files_below(kRoot / "src" / "lang", {".cpp", ".hpp"})) {
        std::string grammar;
        for (const std::string& line : lines_of(read(path))) {
            if (grammar.empty() && !line.starts_with("//     program     = {")) continue;
            if (line != "//" && !line.starts_with("//     ")) break;
            grammar += (line == "//" ? "" : line.substr(7)) + "\n";
        }
        while (grammar.ends_with("\n\n")) grammar.pop_back();
        if (!grammar.empty()) return grammar;
    }
    return "no grammar in src/lang";
}

// What a program prints when it is run in the root of the repository.
std::string output_of(const std::string& program) {
    std::FILE* pipe = popen(("cd '" + kRoot.string() + "' && '" + program + "'").c_str(), "r");
    if (pipe == nullptr) return "cannot run " + program;
    std::string printed;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) printed += static_cast<char>(c);
    EXPECT_EQ(pclose(pipe), 0);
    return printed;
}

TEST(Architecture, EveryPathItNamesExists) {
    std::vector<std::string> paths = paths_in(read(kRoot / "docs" / "architecture.md"));
    EXPECT_GT(paths.size(), 30U);
    for (const std::string& path : paths) EXPECT_TRUE(fs::exists(kRoot / path)) << path;
}

TEST(Architecture, MentionsEverySourceFolder) {
    std::string page = read(kRoot / "docs" / "architecture.md");
    for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "src")) {
        if (!entry.is_directory()) continue;
        std::string name = entry.path().filename().string();
        EXPECT_NE(page.find("## `src/" + name + "`"), std::string::npos) << name << " has no section";
        EXPECT_LT(rank(name), kFolders.size()) << name << " has no place in the order of the folders";
    }
}

TEST(Architecture, FoldersIncludeOnlyFoldersAboveThem) {
    for (const fs::path& path : files_below(kRoot / "src", {".cpp", ".hpp"})) {
        std::string own = fs::relative(path, kRoot / "src").begin()->string();
        for (const std::string& include : includes_of(path)) {
            std::string folder = folder_of(include);
            if (folder == "loh") continue;
            EXPECT_LT(rank(folder), kFolders.size()) << path << " includes " << include;
            EXPECT_LE(rank(folder), rank(own)) << path << " includes " << include;
        }
    }
}

const std::regex& private_include() {
    static const std::regex kPrivate(
        R"(#\s*include\s*[<"](base|formula|lang|space|data|features|network|decision|model|learn|explain|export|src|cli)/)");
    return kPrivate;
}

TEST(Architecture, CommandAndStudiesIncludeOnlyPublicHeaders) {
    for (const char* folder : {"cli", "experiments"}) {
        for (const fs::path& path : files_below(kRoot / folder, {".cpp", ".hpp"}))
            EXPECT_FALSE(std::regex_search(read(path), private_include())) << path;
    }
}

TEST(Architecture, PublicHeadersIncludeNoSource) {
    for (const fs::path& path : files_below(kRoot / "include", {".hpp"})) {
        EXPECT_FALSE(std::regex_search(read(path), private_include())) << path;
        for (const std::string& include : includes_of(path)) EXPECT_EQ(folder_of(include), "loh") << path;
    }
}

TEST(Examples, AreAllListedHere) {
    std::set<std::string> found;
    for (const fs::path& path : files_below(kRoot / "examples", {".loh"})) found.insert(path.stem().string());
    std::set<std::string> listed;
    for (const auto& [name, count] : kExamples) listed.insert(name);
    EXPECT_EQ(found, listed);
}

TEST(Examples, ElaborateWithoutWarningsToTheirNumberOfHypotheses) {
    for (const auto& [name, count] : kExamples) {
        SCOPED_TRACE(name);
        Elaboration meaning = elaborate(Program::read((kRoot / "examples" / (name + ".loh")).string()));
        for (const Diagnostic& warning : meaning.warnings) ADD_FAILURE() << warning.to_string();
        EXPECT_EQ(count_hypotheses(meaning.formulas()).to_string(), count);
    }
}

TEST(Examples, AreInCanonicalFormUnderAComment) {
    for (const fs::path& path : files_below(kRoot / "examples", {".loh"})) {
        std::string text = read(path);
        EXPECT_EQ(Program::parse(text, path.string()).format(), text) << path;
        EXPECT_TRUE(text.starts_with("# ")) << path << " does not say what it is";
    }
}

TEST(Language, MentionsEveryExampleWithItsNumberOfHypotheses) {
    std::string page = read(kRoot / "docs" / "language.md");
    for (const auto& [name, count] : kExamples) {
        std::string row = "| `examples/" + name + ".loh` | " + count + " |";
        EXPECT_NE(page.find(row), std::string::npos) << row;
    }
}

TEST(Language, ShowsTheGrammarOfTheParser) {
    EXPECT_EQ(fenced_block(read(kRoot / "docs" / "language.md"), "ebnf"), grammar_in_source());
}

TEST(Language, ShowsTheFormulaToolsAsTheyAreAndWhatTheyPrint) {
    std::string page = read(kRoot / "docs" / "language.md");
    EXPECT_EQ(fenced_block(page, "cpp"), read(kRoot / "examples" / "formula_tools.cpp"));
    EXPECT_EQ(fenced_block(page, "text"), output_of(LOH_FORMULA_TOOLS));
}

TEST(Learning, ShowsTheOptionsAsTheyAre) {
    std::string table;
    for (const OptionInfo& option : learn_option_table()) {
        auto cell = [](const std::string& text) {
            return std::regex_replace(text, std::regex(R"(\|)"), R"(\|)");
        };
        table += "| `--" + option.flag + "` | " + cell(option.values) + " | " + option.initial + " | " +
                 cell(option.help) + " |\n";
    }
    EXPECT_NE(read(kRoot / "docs" / "learning.md").find(table), std::string::npos) << table;
}

TEST(Tables, ShowsTheSchemaAsItIs) {
    EXPECT_EQ(fenced_block(read(kRoot / "docs" / "tables.md"), "json"),
              read(kRoot / "examples" / "loans-schema.json"));
}

TEST(Readme, ShowsTheFirstFormulaAsItIs) {
    EXPECT_EQ(fenced_block(read(kRoot / "README.md"), "cpp"), read(kRoot / "examples" / "first_formula.cpp"));
}

TEST(Readme, ShowsWhatTheFirstFormulaPrints) {
    EXPECT_EQ(fenced_block(read(kRoot / "README.md"), "text"), output_of(LOH_FIRST_FORMULA));
}

TEST(Learning, ShowsTheExampleAsItIsAndWhatItPrints) {
    std::string page = read(kRoot / "docs" / "learning.md");
    EXPECT_EQ(fenced_block(page, "cpp"), read(kRoot / "examples" / "learn_rules.cpp"));
    EXPECT_EQ(fenced_block(page, "text"), output_of(LOH_LEARN_RULES));
}

// The lines of the first worked example in a header: those that the comment at its top indents.
std::string example_in_header(const fs::path& path) {
    std::string example;
    for (const std::string& line : lines_of(read(path))) {
        bool inside = line.starts_with("//     ") || (line == "//" && !example.empty());
        if (!inside && !example.empty()) break;
        if (inside) example += (line == "//" ? "" : line.substr(7)) + "\n";
    }
    while (example.ends_with("\n\n")) example.pop_back();
    return example;
}

TEST(NetworkHeader, OpensWithTheExampleAsItIs) {
    std::string example = read(kRoot / "examples" / "own_loss.cpp");
    EXPECT_EQ(example_in_header(kRoot / "include" / "loh" / "network.hpp"),
              example.substr(example.find('\n') + 1));  // without the line that says what it is
    EXPECT_EQ(output_of(LOH_OWN_LOSS), "smoke & !drill\n");
}

TEST(PerceptronExample, LearnsTheRuleAndTheSymbols) {
    std::vector<std::string> printed = lines_of(output_of(LOH_PERCEPTRON));
    ASSERT_EQ(printed.size(), 5U);
    std::smatch figures;
    std::regex last("epoch 100: loss (.*), alarms right (.*), machines seen right (.*), alarm = (.*)");
    ASSERT_TRUE(std::regex_match(printed.back(), figures, last)) << printed.back();
    EXPECT_LT(std::stod(figures[1]), 0.1);
    EXPECT_GT(std::stod(figures[2]), 0.95);
    EXPECT_GT(std::stod(figures[3]), 0.95);
    EXPECT_EQ(figures[4], "on[1] & !on[2] | on[3]");
}

}  // namespace
}  // namespace loh
