// Exports give the class of the library on every row: random models, in each language that this machine runs without a server.
// The checks are programs in tests/export; `make test` installs what they need.
#include <string>

#include <gtest/gtest.h>

#include "support/command.hpp"
#include "support/export_files.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kModels = 200;
constexpr std::size_t kRows = 70;

bool has(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

// The same models for all tests of the process.
const ScratchFolder& cases(std::size_t models) {
    static const ScratchFolder folder;
    static std::size_t written = 0;
    if (written < models) write_export_files(folder.file("cases"), models, kRows, 1);
    written = std::max(written, models);
    return folder;
}

void expect_no_difference(const std::string& check, const std::string& program,
                          std::size_t models = kModels) {
    if (!has(program)) GTEST_SKIP() << program << " is not installed";
    CommandResult result =
        run_command(cases(models), program + " '" LOH_SOURCE_DIR "/tests/export/" + check + "' cases");
    EXPECT_EQ(result.exit, 0) << result.out << result.err;
    EXPECT_NE(result.out.find(" 0 differ"), std::string::npos) << result.out;
}

TEST(Export, PythonDecidesAsTheLibrary) { expect_no_difference("check_python.py", "python3"); }

TEST(Export, JavaScriptDecidesAsTheLibrary) { expect_no_difference("check_javascript.js", "node"); }

TEST(Export, SqliteDecidesAsTheLibrary) { expect_no_difference("check_sqlite.py", "python3"); }

// Compiled with warnings as errors, as C99 and C++11.
TEST(Export, CDecidesAsTheLibrary) {
    ScratchFolder folder;
    constexpr std::size_t kCompiled = 30;
    write_export_files(folder.file("cases"), kCompiled, 600, 5000);
    CommandResult result = run_command(folder, "python3 '" LOH_SOURCE_DIR "/tests/export/check_c.py' cases");
    EXPECT_EQ(result.exit, 0) << result.out << result.err;
    EXPECT_NE(result.out.find(" 0 differ"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace loh::testing
