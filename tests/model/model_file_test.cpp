// Damaged, edited and invented model files: each is rejected with an Error, without a crash or a partial model.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/learning.hpp"
#include "support/survivors.hpp"
#include "support/table_tasks.hpp"

namespace loh::testing {
namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

const std::vector<std::string> kModelFileNames = {"a", "b", "c", "d", "e", "f"};

Columns rows_with(const std::function<std::string(const Assignment&)>& classify) {
    return random_columns(kModelFileNames, 40, 3, "y",
                          [&](const Assignment& v, std::uint32_t) { return classify(v); });
}

TableTask single_task() {
    Columns columns =
        rows_with([](const Assignment& v) { return v.at("a") && (v.at("c") || !v.at("f")) ? "yes" : "no"; });
    TableTask task{Program::parse("const n = 2; [a, b] & ([c, d] | [e, !f])"), columns.table(), "y"};
    task.options.epochs = 5;
    task.options.restarts = 2;
    task.options.threads = 1;
    task.options.holdout = 0.25;
    task.elaborate.constants["n"] = 3;
    return task;
}

TableTask list_task(Head head) {
    Columns columns = rows_with([](const Assignment& v) {
        return v.at("a") ? "p" : v.at("c") && v.at("d") ? "q" : "r";
    });
    std::string text = "output p := [a, b, c] & [c, true]; output q := [c, d] & [d, e]";
    if (head == Head::paper) text += "; output r := [!a, !b]";
    TableTask task = single_task();
    task.program = Program::parse(text);
    task.table = columns.table();
    task.options.head = head;
    task.elaborate.constants.clear();
    return task;
}

TableTask task_with_holes() {
    TableTask task = single_task();
    task.program = Program::parse("const n = 2; [a, b] & (c >= ? | rules(n)) | d in ?");
    task.schema.columns["d"] = ColumnUse::category;
    task.elaborate.constants["n"] = 1;
    return task;
}

std::vector<TableTask> all_tasks() {
    return {single_task(), list_task(Head::list), list_task(Head::paper), task_with_holes()};
}

enum class Outcome { refused, works };

// Reads the text and, if it is a model, uses it in every way. Exceptions other than Error propagate.
Outcome try_model(const std::string& text, const Table& table) {
    try {
        Model model = Model::parse(text, "damaged.json");
        static_cast<void>(model.predict(table));
        static_cast<void>(model.soft(table));
        static_cast<void>(model.evaluate(table));
        static_cast<void>(model.rules_on(table));
        static_cast<void>(model.columns());
        static_cast<void>(model.rule_count());
        std::string json = model.to_json();
        if (Model::parse(json).to_json() != json) throw std::logic_error("it does not read itself");
        return Outcome::works;
    } catch (const Error& error) {
        if (error.diagnostic().message.empty()) throw std::logic_error("an error without a message");
        return Outcome::refused;
    }
}

// JSON pointers to every value of the document except the root.
void collect(const Json& value, const Pointer& at, std::vector<Pointer>& all) {
    if (!at.empty()) all.push_back(at);
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) collect(member, at / key, all);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at / i, all);
    }
}

std::vector<Pointer> places_in(const Json& document) {
    std::vector<Pointer> all;
    collect(document, Pointer(), all);
    return all;
}

// Selects the changes to try: all, or a sample under the sanitizers.
bool is_tried(std::size_t change) { return change % (1 + 16 * (1 - repeats(10) / 10)) == 0; }

// The document without the value at a place.
std::string without(Json document, const Pointer& place) {
    Json& parent = document[place.parent_pointer()];
    if (parent.is_object()) {
        parent.erase(place.back());
    } else {
        parent.erase(std::stoul(place.back()));
    }
    return document.dump();
}

std::string replaced(Json document, const Pointer& place, const Json& value) {
    document[place] = value;
    return document.dump();
}

TEST(ModelFile, RejectsTruncatedFiles) {
    TableTask task = single_task();
    std::string text = learn(task).to_json();
    std::vector<std::string> complaints = try_all(text.size() - 1, [&](std::size_t length) -> std::string {
        if (length % (5 + 45 * (1 - repeats(10) / 10)) != 0) return "";
        return try_model(text.substr(0, length), task.table) == Outcome::refused ? "" : "accepted";
    });
    expect_none(complaints, [](std::size_t length) { return "cut after " + std::to_string(length); });
    EXPECT_EQ(try_model(text, task.table), Outcome::works);
}

// Optional members: options that are newer than the version of the file, constants, parts of the table without rows, the usual texts of missing cells, probabilities, and the rows of the
// statistics of rules if these are the training rows.
bool is_optional(const Pointer& place) {
    std::string text = place.to_string();
    return text.starts_with("/network/program/constants/") || text == "/metrics/holdout" ||
           text == "/metrics/validation" || text == "/missing_unless_category" ||
           text == "/options/second-layer" || text == "/options/second-inputs" ||
           text == "/missing_in_numbers" || text == "/rules_on" || text == "/probabilities";
}

TEST(ModelFile, RejectsMissingMembers) {
    for (const TableTask& task : all_tasks()) {
        SCOPED_TRACE(get_option(task.options, "head"));
        Json document = Json::parse(learn(task).to_json());
        std::vector<Pointer> members;
        for (const Pointer& place : places_in(document)) {
            if (document[place.parent_pointer()].is_object() && !is_optional(place)) members.push_back(place);
        }
        ASSERT_GT(members.size(), 60U);
        std::vector<std::string> complaints = try_all(members.size(), [&](std::size_t i) -> std::string {
            return try_model(without(document, members[i]), task.table) == Outcome::refused ? "" : "accepted";
        });
        expect_none(complaints, [&](std::size_t i) { return "without " + members[i].to_string(); });
    }
}

TEST(ModelFile, RejectsValuesOfTheWrongType) {
    const std::vector<Json> values = {
        nullptr, "x", Json::array(), Json::object(), Json::array({1, "x"}), Json{{"x", 1}}};
    for (const TableTask& task : all_tasks()) {
        SCOPED_TRACE(get_option(task.options, "head"));
        Json document = Json::parse(learn(task).to_json());
        std::vector<std::pair<Pointer, Json>> changes;
        for (const Pointer& place : places_in(document)) {
            for (const Json& value : values) {
                if (value.type() != document[place].type()) changes.emplace_back(place, value);
            }
        }
        std::vector<std::string> complaints = try_all(changes.size(), [&](std::size_t i) -> std::string {
            if (!is_tried(i)) return "";
            std::string text = replaced(document, changes[i].first, changes[i].second);
            return try_model(text, task.table) == Outcome::refused ? "" : "accepted";
        });
        expect_none(complaints, [&](std::size_t i) {
            return changes[i].first.to_string() + " = " + changes[i].second.dump();
        });
    }
}

// Values of the right type in the wrong place, and lists of another length: rejected, or a model that works.
TEST(ModelFile, ChangedValuesAreRejectedOrWork) {
    for (const TableTask& task : all_tasks()) {
        SCOPED_TRACE(get_option(task.options, "head"));
        Json document = Json::parse(learn(task).to_json());
        std::vector<std::pair<Pointer, Json>> changes;
        for (const Pointer& place : places_in(document)) {
            const Json& value = document[place];
            auto add = [&](const Json& other) { changes.emplace_back(place, other); };
            if (value.is_number()) {
                for (const Json& other : {Json(0), Json(-1), Json(2), Json(0.5), Json(-0.25), Json(1e300),
                                          Json(true), Json(UINT64_MAX)})
                    add(other);
            } else if (value.is_string()) {
                for (const char* other :
                     {"", "list", "paper", "single", "automatic", "no", "yes", "a", "a & b", "[a, b]", "a; b",
                      "0", "output z := a", "age > ?", "\xEF\xBF\xBD", "((", "const n = 5"})
                    add(other);
            } else if (value.is_array()) {
                Json twice = value;
                for (const Json& one : value) twice.push_back(one);
                add(twice);
                Json backwards = value;
                std::reverse(backwards.begin(), backwards.end());
                add(backwards);
                Json shorter = value;
                if (!value.empty()) shorter.erase(0);
                add(shorter);
            } else if (value.is_object()) {
                Json more = value;
                more["surprise"] = 1;
                add(more);
            }
        }
        ASSERT_GT(changes.size(), 500U);
        std::vector<std::string> complaints = try_all(changes.size(), [&](std::size_t i) -> std::string {
            if (is_tried(i)) try_model(replaced(document, changes[i].first, changes[i].second), task.table);
            return "";
        });
        expect_none(complaints, [&](std::size_t i) {
            return changes[i].first.to_string() + " = " + changes[i].second.dump();
        });
    }
}

TEST(ModelFile, ChangedBytesAreRejectedOrWork) {
    TableTask task = single_task();
    std::string text = learn(task).to_json();
    loh::Random random(7, Stream::testing);
    std::vector<std::string> complaints = try_all(repeats(3000), [&](std::size_t round) -> std::string {
        std::string damaged = text;
        auto number = static_cast<std::uint32_t>(round);
        std::size_t at = random.bits(0, number) % text.size();
        damaged[at] = "\"0-9,[]{}eE.x\\\x01\xFF"[random.bits(1, number) % 17];
        try_model(damaged, task.table);
        return "";
    });
    expect_none(complaints, [](std::size_t round) { return "round " + std::to_string(round); });
}

TEST(ModelFile, RejectsLogitsOfAnotherFormula) {
    TableTask task = single_task();
    Json document = Json::parse(learn(task).to_json());
    ASSERT_EQ(document["network"]["logits"].size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        Json changed = document;
        changed["network"]["logits"][i] = -changed["network"]["logits"][i].get<double>();
        Diagnostic error = error_from([&] { static_cast<void>(Model::parse(changed.dump(), "m.json")); });
        EXPECT_EQ(error.message, "m.json: the formulas differ from those that the logits give");
        EXPECT_EQ(error.hint, "the file is damaged or was not written by loh");
        changed["network"]["logits"][i] =
            document["network"]["logits"][i].get<double>() * 0.5;  // the same formula
        EXPECT_EQ(try_model(changed.dump(), task.table), Outcome::works);
    }
    Json changed = document;
    changed["network"]["logits"].push_back(0.5);
    EXPECT_EQ(error_from([&] { static_cast<void>(Model::parse(changed.dump(), "m.json")); }).message,
              "m.json: the logits do not fit the program");
}

TEST(ModelFile, RejectsFormulasThatDifferFromTheLogits) {
    for (const TableTask& task : all_tasks()) {
        Json document = Json::parse(learn(task).to_json());
        for (const char* formula : {"a", "true", "a & b | c & d", "g", "[a, b]"}) {
            if (document["formulas"][0]["formula"] == formula) continue;
            Json changed = document;
            changed["formulas"][0]["formula"] = formula;
            EXPECT_EQ(try_model(changed.dump(), task.table), Outcome::refused) << formula;
        }
        Json changed = document;
        changed["formulas"][0]["class"] = "another";
        EXPECT_EQ(try_model(changed.dump(), task.table), Outcome::refused);
    }
}

// Pruning removes clauses; it never creates new ones.
TEST(ModelFile, RejectsFormulasThatPruningCannotProduce) {
    for (Prune level : {Prune::unsatisfied, Prune::redundant}) {
        TableTask task = single_task();
        task.options.prune = level;
        Json document = Json::parse(learn(task).to_json());
        EXPECT_EQ(try_model(document.dump(), task.table), Outcome::works);
        for (const char* formula : {"b & d", "!a", "f | !f & c", "unheard_of"}) {
            Json changed = document;
            changed["formulas"][0]["formula"] = formula;
            EXPECT_EQ(try_model(changed.dump(), task.table), Outcome::refused) << formula;
        }
    }
}

TEST(ModelFile, RejectsOtherVersions) {
    Json document = Json::parse(learn(single_task()).to_json());
    document["version"] = 7;
    document["loh"] = "7.5.0";
    Diagnostic error = error_from([&] { static_cast<void>(Model::parse(document.dump(), "m.json")); });
    EXPECT_EQ(error.kind, ErrorKind::syntax);
    EXPECT_EQ(error.message, "m.json is a model of version 7; this is version 2");
    EXPECT_EQ(error.hint, "use the version that wrote it: loh 7.5.0");
    document["version"] = 0;
    EXPECT_EQ(error_from([&] { static_cast<void>(Model::parse(document.dump(), "m.json")); }).message,
              "m.json is a model of version 0; this is version 2");
}

TEST(ModelFile, RejectsOtherFiles) {
    auto message = [](const std::string& text) {
        return error_from([&] { static_cast<void>(Model::parse(text, "m.json")); }).message;
    };
    EXPECT_EQ(message(""), "m.json is empty");
    for (const char* text : {"[]", "3", "null"})
        EXPECT_EQ(message(text), "m.json is not a JSON object") << text;
    for (const char* text : {"\n", "{\n"}) EXPECT_EQ(message(text), "m.json ends too early, in line 2");
    for (const char* text : {"a,b\n1,2\n", "{}}\n", "\xFF\xFE{", "{\"a\": nan}"})
        EXPECT_EQ(message(text), "m.json is not JSON from line 1 on") << text;
    EXPECT_EQ(message("{}"), "m.json is not a model of loh");
    EXPECT_EQ(message(R"({"format": "loh-checkpoint", "version": 1})"), "m.json is not a model of loh");
    EXPECT_EQ(message(R"({"format": 3})"), "m.json is not a model of loh");
}

TEST(ModelFile, RejectsMaliciousFiles) {
    std::string text = learn(single_task()).to_json();
    auto with = [&](const std::string& old, const std::string& other) {
        std::string changed = text;
        std::size_t at = changed.find(old);
        EXPECT_NE(at, std::string::npos) << old;
        return changed.replace(at, old.size(), other);
    };
    const std::vector<std::string> texts = {
        std::string(300'000, '['),
        "{\"a\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}",
        with("\"best_run\": ", "\"best_run\": 1e999, \"x\": "),
        with("\"logits\": [", "\"logits\": [1e999, "),
        with("\"logits\": [", "\"logits\": [null, "),
        with("\"temperature\": ", "\"temperature\": -"),
        with("\"version\": 2", "\"version\": 1e300"),
        with("\"text\": \"", "\"text\": \"" + std::string(5000, '(')),
        with("\"text\": \"", "\"text\": \"x[i in 1..9999999] := [a, b]; "),
    };
    std::vector<std::string> complaints = try_all(texts.size(), [&](std::size_t i) -> std::string {
        return try_model(texts[i], single_task().table) == Outcome::refused ? "" : "accepted";
    });
    expect_none(complaints, [](std::size_t i) { return "text " + std::to_string(i); });
}

}  // namespace
}  // namespace loh::testing
