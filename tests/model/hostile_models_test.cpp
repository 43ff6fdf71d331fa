// Model files that were made to exhaust the reader, or to print what is not so. The golden models are edited.
#include <chrono>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "loh/loh.hpp"
#include "support/golden.hpp"
#include "support/learning.hpp"
#include "support/small_stack.hpp"

namespace loh::testing {
namespace {

using Json = nlohmann::ordered_json;

std::string golden_model(const std::string& name) {
    return read_text(std::string(LOH_SOURCE_DIR) + "/tests/golden/models/" + name);
}

// The message of reading the model after an edit.
std::string message_after(const std::string& name, const std::function<void(Json&)>& edit) {
    Json json = Json::parse(golden_model(name));
    EXPECT_NO_THROW(static_cast<void>(Model::parse(json.dump(), "m.json"))) << name;
    edit(json);
    return error_from([&] { static_cast<void>(Model::parse(json.dump(), "m.json")); }).message;
}

double seconds_of(const std::function<void()>& action) {
    auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(HostileModels, NestingIsLimited) {
    for (const char* open : {"[", "{\"a\":"}) {
        std::string text = R"({"format": "loh-model", "version": 2, "x": )";
        for (int i = 0; i < 50'000; ++i) text += open;
        text += "1";
        for (int i = 0; i < 50'000; ++i) text += *open == '[' ? "]" : "}";
        on_small_stack([&] {
            EXPECT_EQ(error_from([&] { static_cast<void>(Model::parse(text + "}", "m.json")); }).message,
                      "m.json is nested deeper than 100 levels");
        });
    }
}

TEST(HostileModels, SizeAndNumberOfValuesAreLimited) {
    ModelLimits limits;
    limits.max_bytes = 1000;
    Diagnostic error = error_from(
        [&] { static_cast<void>(Model::parse(golden_model("v2-search.json"), "m.json", limits)); });
    EXPECT_EQ(error.kind, ErrorKind::limit);
    EXPECT_EQ(error.message, "m.json is longer than 1000 bytes");
    limits = {};
    limits.max_values = 50;
    error = error_from(
        [&] { static_cast<void>(Model::parse(golden_model("v2-search.json"), "m.json", limits)); });
    EXPECT_EQ(error.message, "m.json has more than 50 values");
}

TEST(HostileModels, EndlessFileStopsAtTheLimit) {
    ModelLimits limits;
    limits.max_bytes = std::size_t{1} << 20U;
    EXPECT_EQ(error_from([&] { static_cast<void>(Model::read("/dev/zero", limits)); }).message,
              "/dev/zero is longer than 1048576 bytes");
}

TEST(HostileModels, ManyMembersTakeLinearTime) {
    auto seconds = [](int members) {
        std::string text = R"({"format": "loh-model", "version": 2, "columns": {)";
        for (int i = 0; i < members; ++i) text += "\"c" + std::to_string(i) + "\": {\"type\": \"number\"},";
        text += R"("z": {"type": "number"}}})";
        return seconds_of([&] { error_from([&] { static_cast<void>(Model::parse(text, "m.json")); }); });
    };
    double few = seconds(20'000);
    EXPECT_LT(seconds(200'000), 40 * few + 1) << "quadratic time would be a hundred times as much";
}

TEST(HostileModels, LimitsOfTheFileHaveNoEffect) {
    std::string message = message_after("v2-paper.json", [](Json& json) {
        Json& program = json["network"]["program"];
        program["max_expansion"] = std::int64_t{1'000'000'000'000'000'000};
        program["text"] = "or(i in 1..900000000: x[i])";
    });
    EXPECT_EQ(message,
              "m.json: in the program of the network: the program expands to more than 10000000 parts");
    Json json = Json::parse(golden_model("v2-paper.json"));
    ModelLimits limits;
    limits.program.max_expansion = 10;
    EXPECT_EQ(error_from([&] { static_cast<void>(Model::parse(json.dump(), "m.json", limits)); }).kind,
              ErrorKind::limit);
}

TEST(HostileModels, FormulasDoNotExpand) {
    std::string message = message_after(
        "v2-search.json", [](Json& json) { json["formulas"][0]["formula"] = "or(i in 1..300000: x[i])"; });
    EXPECT_NE(message.find("expands to more than"), std::string::npos) << message;
}

TEST(HostileModels, DuplicateClassesAreRejected) {
    EXPECT_EQ(message_after("v2-list.json", [](Json& json) { json["classes"][1] = json["classes"][0]; })
                  .substr(0, 6),
              "m.json");
    EXPECT_EQ(message_after("v2-vote.json",
                            [](Json& json) {
                                json["classes"] = {"no", "no"};
                                for (Json& part : json["formulas"]) part["class"] = "no";
                                for (Json& rule : json["rules"]) rule["class"] = "no";
                            }),
              "m.json: 'classes': the class 'no' occurs twice");
}

TEST(HostileModels, ColumnsFitTheFormulas) {
    EXPECT_EQ(
        message_after("v2-search.json",
                      [](Json& json) {
                          json["columns"]["income"] = {{"type", "category"}, {"categories", {"40"}}};
                      }),
        "m.json: 'columns' does not fit the literal income >= 40: column 'income' has categories, which "
        "have no order");
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["columns"] = Json::object(); }),
              "m.json: 'columns' lacks the column income of the literal income >= 40");
    EXPECT_EQ(message_after("v2-categories.json",
                            [](Json& json) {
                                Json& texts = json["columns"]["job"]["categories"];
                                std::reverse(texts.begin(), texts.end());
                            }),
              "m.json: 'columns': the categories of 'job' are not sorted, or one occurs twice");
    EXPECT_EQ(message_after("v2-categories.json", [](Json& json) { json["missing"].push_back("nurse"); }),
              "m.json: 'columns': the categories of 'job' include \"nurse\", which denotes a missing value");
}

// Without a category in the file, the predictions still follow the printed formula.
TEST(HostileModels, EditedCategoriesDoNotChangePredictions) {
    Json json = Json::parse(golden_model("v2-categories.json"));
    Table table = Table::read_csv(std::string(LOH_SOURCE_DIR) + "/examples/loans.csv");
    std::vector<std::string> expected = Model::parse(json.dump()).predict(table);
    json["columns"]["job"]["categories"] = {"nobody"};
    Model model = Model::parse(json.dump());
    EXPECT_EQ(model.predict(table), expected);
    EXPECT_EQ(model.evaluate(table).fidelity(), 1);
}

TEST(HostileModels, RulesAreThoseOfTheFormulas) {
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["rules"][0]["rule"] = "age >= 5"; }),
              "m.json: 'rules[0]' is not the rule of the formulas: income >= 40");
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["rules"][0]["literals"] = 2; }),
              "m.json: 'rules[0]' is not the rule of the formulas: income >= 40");
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["rules"].push_back(json["rules"][0]); }),
              "m.json: 'rules' has another number of rules than the formulas");
}

TEST(HostileModels, StatisticsFollowFromTheirCounts) {
    auto edited = [](const char* member, const Json& value) {
        return message_after("v2-search.json", [&](Json& json) { json["rules"][0][member] = value; });
    };
    const std::string impossible =
        "m.json: 'rules[0]': the statistics do not fit its counts and the training rows";
    for (const auto& [member, value] : std::vector<std::pair<const char*, Json>>{
             {"precision", 1.0}, {"recall", 1.0}, {"lift", 99.0}, {"support", 400}, {"right", 2}})
        EXPECT_EQ(edited(member, value), impossible) << member;
    EXPECT_EQ(message_after("v2-search.json",
                            [](Json& json) {
                                Json& rule = json["rules"][0];
                                rule["support"] = 20;
                                rule["precision"] = 15.0 / 20;
                                rule["lift"] = 0.75 * 30 / 16;
                            }),
              "m.json: 'rules[0]' holds in more rows than its class is predicted for");
}

TEST(HostileModels, FiguresAreThoseOfTheConfusionMatrix) {
    auto edited = [](const char* member, const Json& value) {
        return message_after("v2-search.json",
                             [&](Json& json) { json["metrics"]["training"][member] = value; });
    };
    const std::string other = "m.json: 'metrics.training': the figures are not those of the confusion matrix";
    EXPECT_EQ(edited("accuracy", 7.5), other);
    EXPECT_EQ(edited("macro_f1", 1.0), other);
    EXPECT_EQ(edited("f1", {1.0, 1.0}), other);
    const std::string misfit =
        "m.json: 'metrics.training': the confusion matrix does not fit the classes and rows";
    EXPECT_EQ(edited("rows", 31), misfit);
    EXPECT_EQ(edited("confusion", {{10, 4}}), misfit);
    EXPECT_EQ(edited("confusion", {{UINT64_MAX, 4}, {1, 15}}), misfit);
    EXPECT_EQ(
        message_after("v2-paper.json", [](Json& json) { json["metrics"]["training"]["faithful"] = 31; }),
        "m.json: 'metrics.training': more rows are faithful than there are");
    EXPECT_EQ(message_after("v2-search.json",
                            [](Json& json) { json["metrics"]["other"] = json["metrics"]["training"]; }),
              "m.json: 'metrics' has figures of unknown rows; known are training, validation and holdout");
}

TEST(HostileModels, PathIsThatOfTheModel) {
    auto edited = [](const char* member, const Json& value) {
        return message_after("v2-search.json", [&](Json& json) { json["path"][1][member] = value; });
    };
    EXPECT_EQ(edited("score", 7.5), "m.json: 'path' has scores that are impossible");
    EXPECT_EQ(edited("below_best", 0.25), "m.json: 'path' has scores that are impossible");
    EXPECT_EQ(edited("rules", 2), "m.json: 'path' has sizes that differ from those of its formulas");
    EXPECT_EQ(edited("chosen", false), "m.json: 'path' has no chosen size, or several");
    EXPECT_EQ(message_after("v2-search.json",
                            [](Json& json) { json["path"][1]["formulas"][0]["formula"] = "income >= 41"; }),
              "m.json: 'path': the chosen size is not the model");
}

TEST(HostileModels, OtherSizesOfThePathAreChecked) {
    auto edited = [](const std::function<void(Json&)>& edit, const char* model = "v2-path.json") {
        return message_after(model, [&](Json& json) { edit(json["path"][1]); });
    };
    EXPECT_EQ(edited([](Json& step) {
                  step["counts"][0] = {1000, 3};
              }),
              "m.json: 'rules[0]': the statistics do not fit its counts and the training rows");
    EXPECT_EQ(edited([](Json& step) { step["counts"][0] = {3}; }),
              "m.json: 'path' has counts that are not pairs");
    EXPECT_EQ(edited([](Json& step) {
                  step["counts"].push_back({3, 3});
              }),
              "m.json: 'path' has counts of other rules");
    const std::string misfit = "m.json: 'path': a confusion matrix does not fit the classes and rows";
    EXPECT_EQ(edited([](Json& step) { step["confusions"]["training"][0][0] = 7; }), misfit);
    EXPECT_EQ(edited([](Json& step) { step["confusions"]["training"] = {{UINT64_MAX}}; }), misfit);
    EXPECT_EQ(edited([](Json& step) { step["confusions"]["other"] = step["confusions"]["training"]; }),
              "m.json: 'path' has figures of unknown rows");
    EXPECT_EQ(edited([](Json& step) { step["confusions"].erase("training"); }),
              "m.json: 'training' is missing or has the wrong type");
    EXPECT_EQ(edited([](Json& step) {
                  step["probabilities"]["shares"][0] = {0.5, 0.75};
              }),
              "m.json: probabilities do not add up to 1");
    EXPECT_EQ(edited([](Json& step) { step.erase("counts"); }),
              "m.json: 'path' has figures of some sizes only");
    EXPECT_EQ(edited([](Json& step) { step["formulas"][0]["formula"] = "height >= 40"; }),
              "m.json: 'columns' lacks the column height of the literal height >= 40");
    EXPECT_EQ(edited([](Json& step) { step["formulas"][0]["class"] = "maybe"; }),
              "m.json: 'path' has an unknown class");
    EXPECT_EQ(edited([](Json& step) { step["vote"]["points"][0] = INT64_MAX; }, "v2-path-vote.json"),
              "m.json: 'path': the points are too large");
}

// Before, a file kept only the formulas and scores of the sizes.
TEST(HostileModels, PathsOfEarlierFilesCannotBeMovedAlong) {
    Model model = Model::parse(golden_model("v2-search.json"), "m.json");
    EXPECT_FALSE(model.can_move());
    EXPECT_EQ(model.at_size(2).to_json(), model.to_json());
    EXPECT_EQ(error_from([&] { static_cast<void>(model.at_size(1)); }).message,
              "the model was saved by a version that kept only the formulas of other sizes");
}

TEST(HostileModels, PointsCannotOverflow) {
    EXPECT_EQ(message_after("v2-vote.json",
                            [](Json& json) {
                                json["vote"]["points"][0] = INT64_MAX;
                                json["rules"][0]["points"][0] = INT64_MAX;
                            }),
              "m.json: 'vote': the points are too large");
    EXPECT_EQ(message_after("v2-vote.json", [](Json& json) { json["vote"]["base"][0] = INT64_MIN; }),
              "m.json: 'vote': the points are too large");
}

TEST(HostileModels, RecordIsChecked) {
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["learner"] = "oracle"; }),
              "m.json: 'learner' is unknown");
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["loh"] = "\x1b[2J"; }),
              "m.json: 'loh' is not a version");
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["options"]["epochs"] = "many"; }),
              "m.json: 'options.epochs' has a value that is not allowed");
    EXPECT_EQ(message_after("v2-search.json", [](Json& json) { json["surprise"] = 1; }),
              "m.json: 'surprise' is inconsistent with the other parts");
    EXPECT_EQ(message_after("v2-paper.json", [](Json& json) { json["network"]["best_run"] = 900; }),
              "m.json: 'network.best_run' is not one of the runs");
}

}  // namespace
}  // namespace loh::testing
