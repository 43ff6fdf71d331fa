#include "stress/scenario.hpp"

namespace loh::stress {

namespace {

using Words = std::vector<std::string>;

const Words kTables = {"t0.csv", "t1.csv"};
const Words kModels = {"m0.json", "m1.json",
                       "link.json"};  // the link leads to linked.json, which may not exist
const Words kProgramFiles = {"p0.loh", "p1.loh", "p2.loh"};

std::string table_text(Dice dice, std::size_t rows) {
    const Words jobs = {"clerk", "nurse", "\"a, b\"", "?", "poet"};
    std::string text = "age,pay,job,a,b,y\n";
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t age = 18 + dice.below(60);
        bool a = dice.one_in(2);
        std::string job = dice.one_of(jobs);
        bool yes = (age >= 40 && a) || job == "nurse";
        if (dice.one_in(10)) yes = !yes;
        text += (dice.one_in(20) ? "" : std::to_string(age)) + "," + std::to_string(dice.below(100000)) +
                "." + std::to_string(dice.below(100)) + "," + job + "," + (a ? "1," : "0,") +
                (dice.one_in(2) ? "1," : "0,") + (yes ? "yes\n" : "no\n");
    }
    return text;
}

// Faults with a number: most are early in the process, where files are opened, some late.
std::string random_faults(Dice& dice) {
    auto at = [&](const char* name, std::size_t most) {
        return std::string(name) + "@" + std::to_string(dice.below(std::size_t{1} << dice.below(most)));
    };
    std::string named = dice.one_in(3) ? ",named" : "";
    switch (dice.below(12)) {
        case 0: return "short" + named;
        case 1: return "eintr" + named;
        case 2: return "short,eintr" + named;
        case 3: return at("enospc", 5) + named;
        case 4: return at("enospc1", 5) + named;
        case 5: return dice.one_of<std::string>({"fsync", "close", "link", "rename"}) + named;
        case 6:
        case 7: return at("kill", 6) + named;
        case 8: return at("malloc", 18);
        case 9: return at("mallocs", 18);
        default: return "";
    }
}

void add_if(Dice& dice, Step& step, const Words& words) {
    if (dice.one_in(2)) step.options.push_back(words);
}

Step learn_step(Dice& dice) {
    Step step{"learn", {dice.one_of(kTables), "--target", "y", "--quiet"}, {}, {}, "", ""};
    bool descent = dice.one_in(2);
    if (descent) {
        if (dice.one_in(2))
            step.words.insert(step.words.end(), {"--formula", dice.one_of(kProgramFiles)});
        else
            step.words.insert(step.words.end(), {"--effort", "none", "--max-rules", "4"});
        step.words.insert(step.words.end(), {"--epochs", std::to_string(1 + dice.below(8)), "--restarts",
                                             std::to_string(1 + dice.below(3))});
        if (dice.one_in(2)) {
            step.options.push_back({"--trace", "trace.tsv"});
            step.outputs.emplace_back("trace.tsv");
        }
        if (dice.one_in(2)) {
            step.options.push_back({"--checkpoint", "checkpoint", "--checkpoint-seconds", "0"});
            step.outputs.emplace_back("checkpoint");
        }
    } else {
        add_if(dice, step, {"--pick", "1"});
        add_if(dice, step, {"--head", "vote"});
    }
    add_if(dice, step, {"--schema", "schema.json"});
    add_if(dice, step, {"--holdout", "0.2"});
    add_if(dice, step, {"--seed", std::to_string(dice.below(100))});
    add_if(dice, step, {"--threads", std::to_string(1 + dice.below(3))});
    std::string model = dice.one_of(kModels);
    if (dice.one_in(10))
        model = dice.one_of<std::string>(
            {"t0.csv", "p0.loh", "schema.json", "none/m.json", "fixed.json", "checkpoint"});
    if (!dice.one_in(8)) {
        step.options.push_back({"-o", model});
        step.outputs.push_back(model == "link.json" ? "linked.json" : model);
        step.kept = step.outputs.back();
    }
    return step;
}

Step predict_step(Dice& dice) {
    Step step{"predict", {dice.one_of(kModels), dice.one_of(kTables)}, {}, {}, "", ""};
    add_if(dice, step, {"--keep", "*"});
    add_if(dice, step, {"--threads", "2"});
    add_if(dice, step, {"--quiet"});
    if (dice.one_in(6)) step.options.push_back({"--scores"});
    if (dice.one_in(3)) return step;
    std::string output = dice.one_of<std::string>(
        {"o0.csv", "o1.csv", "o1.csv", "t0.csv", "m0.json", "fixed.json", "t0.csv.part"});
    step.options.push_back({"-o", output});
    step.outputs = {output};
    return step;
}

Step other_step(Dice& dice) {
    Words one_model = {dice.one_of(kModels)};
    Words one_table = {dice.one_of(kTables)};
    Words one_program = {dice.one_of(kProgramFiles)};
    switch (dice.below(10)) {
        case 0: return {"evaluate", {one_model[0], one_table[0]}, {{"--json"}}, {}, "", ""};
        case 1: return {"explain", one_model, {{"--json"}}, {}, "", ""};
        case 2: return {"explain", {one_model[0], one_table[0], "--row", "1"}, {}, {}, "", ""};
        case 3: return {"inspect", one_table, {{"--json"}, {"--schema", "schema.json"}}, {}, "", ""};
        case 4: return {"propose", {one_table[0], "--target", "y"}, {{"--max-rules", "3"}}, {}, "", ""};
        case 5: return {"check", kProgramFiles, {}, {}, "", ""};
        case 6: return {"fmt", {one_program[0], "--write"}, {{"--width", "40"}}, one_program, "", ""};
        case 7: return {"--help", {}, {}, {}, "", ""};
        case 8: return {kClassify, {one_model[0], one_table[0]}, {}, {"o0.csv"}, "", ""};
        default: return {kResave, {one_model[0], "m1.json"}, {}, {"m1.json"}, "", ""};
    }
}

std::string quoted(const std::string& word) {
    return word.find_first_of("*'\" ") == std::string::npos ? word : "'" + word + "'";
}

}  // namespace

Scenario random_scenario(std::uint64_t seed) {
    Dice dice(seed);
    Scenario scenario{seed, 10 + dice.below(60), {}};
    std::size_t steps = 3 + dice.below(6);
    for (std::size_t i = 0; i < steps; ++i) {
        std::size_t kind = i == 0 ? 0 : dice.below(10);
        Step step = kind < 4 ? learn_step(dice) : kind < 7 ? predict_step(dice) : other_step(dice);
        if (!is_library_call(step) && !dice.one_in(4)) step.faults = random_faults(dice);
        scenario.steps.push_back(std::move(step));
    }
    return scenario;
}

bool is_library_call(const Step& step) { return step.command == kClassify || step.command == kResave; }

std::vector<StartFile> start_files(const Scenario& scenario) {
    std::vector<StartFile> files = {
        {"t0.csv", table_text(Dice(scenario.table_seed), scenario.rows)},
        {"t1.csv", table_text(Dice(scenario.table_seed + 1), scenario.rows * 4)},
        {"t0.csv.part", "of the user\n"},
        {"o1.csv", "old\n"},
        {"p0.loh", "[a, !a, age >= ?] & [b, true] | job = ?\n"},
        {"p1.loh", "# several rules\nand(i in 1..2:[a,b,true]) |   age >= 40 & [a, !b]\n"},
        {"p2.loh", "a | rules(3)\n"},
        {"schema.json", "{\"columns\": {\"pay\": \"number\"}, \"missing\": [\"none\"]}\n"},
        {"fixed.json", "a read-only file\n"}};
    return files;
}

std::vector<std::string> arguments_of(const Step& step) {
    std::vector<std::string> words = {step.command};
    words.insert(words.end(), step.words.begin(), step.words.end());
    for (const Words& option : step.options) words.insert(words.end(), option.begin(), option.end());
    return words;
}

std::string to_text(const Scenario& scenario) {
    std::string text = "tables: seed " + std::to_string(scenario.table_seed) + ", " +
                       std::to_string(scenario.rows) + " rows\n";
    for (const Step& step : scenario.steps) {
        text += step.faults.empty() ? "" : "LOH_FAULTS=" + step.faults + " ";
        text += "loh";
        for (const std::string& word : arguments_of(step)) text += " " + quoted(word);
        text += "\n";
    }
    return text;
}

}  // namespace loh::stress
