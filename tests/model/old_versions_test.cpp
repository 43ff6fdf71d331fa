// Model files of earlier versions are read and give the same predictions as then.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "loh/loh.hpp"
#include "model/model_versions.hpp"

namespace loh::testing {
namespace {

namespace fs = std::filesystem;

// Every released version has files here: NAME.json, written by that version, and NAME.csv with its predictions for
// examples/loans.csv.
const fs::path kModels = fs::path(LOH_SOURCE_DIR) / "tests/golden/models";

std::vector<fs::path> old_models() {
    std::vector<fs::path> result;
    for (const fs::directory_entry& entry : fs::directory_iterator(kModels)) {
        if (entry.path().extension() == ".json") result.push_back(entry.path());
    }
    std::sort(result.begin(), result.end());
    return result;
}

TEST(OldModelFiles, ExistForEveryVersion) {
    for (int version = 1; version <= kModelVersion; ++version) {
        std::string prefix = "v" + std::to_string(version) + "-";
        auto models = old_models();
        auto count = std::count_if(models.begin(), models.end(), [&](const fs::path& path) {
            return path.filename().string().starts_with(prefix);
        });
        EXPECT_GE(count, 5) << prefix;
    }
}

TEST(OldModelFiles, PredictionsAreUnchanged) {
    Table loans = Table::read_csv((fs::path(LOH_SOURCE_DIR) / "examples/loans.csv").string());
    for (const fs::path& path : old_models()) {
        SCOPED_TRACE(path.filename().string());
        Model model = Model::read(path.string());
        std::string predicted = "prediction\n";
        for (const std::string& name : model.predict(loans)) predicted += name + "\n";
        EXPECT_EQ(predicted, read_whole_file(fs::path(path).replace_extension(".csv").string()));
        Report report = model.evaluate(loans);
        EXPECT_EQ(report.rows + report.without_class, loans.rows());
    }
}

TEST(OldModelFiles, AreWrittenInTheCurrentVersion) {
    for (const fs::path& path : old_models()) {
        SCOPED_TRACE(path.filename().string());
        Model model = Model::read(path.string());
        EXPECT_NE(model.to_json().find("\"version\": 2"), std::string::npos);
        EXPECT_EQ(Model::parse(model.to_json()).to_json(), model.to_json());
    }
}

}  // namespace
}  // namespace loh::testing
