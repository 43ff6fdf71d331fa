// Predictions for blocks of rows equal those for the whole table: the model stores the types and categories of the columns, so
// the other cells of a block do not matter.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "loh/loh.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "support/small_tables.hpp"

namespace loh::testing {
namespace {

// Numbers, categories, truth values and missing cells. With `unseen`, also categories that other tables lack.
std::string random_csv(Random& random, std::size_t rows, bool unseen) {
    const std::vector<std::string> jobs = {"clerk", "nurse", "\"a, b\"", "7", "?", "", "pilot", "08"};
    const std::vector<std::string> truths = {"0", "1", "true", "0.5", "0.25", "1", "0"};
    std::string text = "age,job,flag,rank,other,y\n";
    bool crisp = random.chance(50);  // for a run of rows: a block without numbers between 0 and 1
    for (std::size_t row = 0; row < rows; ++row) {
        if (random.chance(10)) crisp = !crisp;
        std::string age =
            random.chance(15) ? (random.chance(50) ? "?" : "") : std::to_string(random.below(90));
        std::string job = jobs[random.below(unseen ? jobs.size() : 6)];
        std::string flag = crisp ? truths[random.below(2)] : random.pick(truths);
        bool yes = (age.size() == 2 && age > "40") || job == "nurse";
        text += age + "," + job + "," + flag + "," + std::to_string(random.below(4)) + ",";
        text += random.chance(50) ? "-1e3" : "50";
        text += yes ? ",yes\n" : row % 7 == 0 ? ",perhaps\n" : ",no\n";
    }
    return text;
}

struct Case {
    Head head;
    Semantics semantics;
};

Model learned(const Case& one, const Table& table) {
    bool single = one.head == Head::single;
    const std::string rules =
        "[age >= 40, age < 20, flag, true] & [job = \"nurse\", job != \"7\", job is missing, true]"
        " | [flag, rank >= 2, false] & [age > other, rank in {0, 3}, job in {\"clerk\", \"7\"}]";
    const std::string program =
        single ? "output yes := " + rules
               : "output yes := " + rules + "; output perhaps := [flag, !flag]; output no := " + rules;
    TableTask task = task_of(program, table, "y", quick_options(3, 1));
    task.options.head = one.head;
    task.options.semantics = one.semantics;
    if (single) task.positive = "yes";
    return learn(task);
}

struct Answers {
    std::vector<std::string> classes;
    std::vector<std::vector<float>> soft;

    void append(const Model& model, const Table& table) {
        for (std::string& name : model.predict(table)) classes.push_back(std::move(name));
        SoftOutputs outputs = model.soft(table);
        soft.resize(outputs.columns.size());
        for (std::size_t o = 0; o < soft.size(); ++o)
            soft[o].insert(soft[o].end(), outputs.columns[o].begin(), outputs.columns[o].end());
    }
    bool operator==(const Answers&) const = default;
};

Answers in_blocks(const Model& model, const std::string& text, std::size_t block_bytes) {
    auto source = [&text, at = std::size_t{0}](char* to, std::size_t most) mutable {
        std::size_t count = text.copy(to, std::min<std::size_t>(most, 4096), at);
        at += count;
        return count;
    };
    TableReader reader(source, "t.csv", {}, block_bytes);
    Answers answers;
    answers.append(model, reader.header());
    EXPECT_TRUE(answers.classes.empty());
    while (std::optional<Table> rows = reader.next()) answers.append(model, *rows);
    return answers;
}

TEST(PredictBlocks, EqualThePredictionsForTheWholeTable) {
    const std::vector<Case> cases = {
        {Head::single, Semantics::goedel},      {Head::list, Semantics::goedel},
        {Head::paper, Semantics::goedel},       {Head::single, Semantics::product},
        {Head::single, Semantics::lukasiewicz}, {Head::paper, Semantics::product}};
    for (std::uint64_t seed = 0; seed < std::max<std::uint64_t>(repeats(12), 2); ++seed) {
        Random random(seed);
        for (const Case& one : cases) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", case " + std::to_string(&one - cases.data()));
            std::string training = random_csv(random, 60, false);
            if (one.head == Head::single)
                for (std::size_t at = 0; (at = training.find("perhaps", at)) != std::string::npos;)
                    training.replace(at, 7, "no");
            Model model = learned(one, Table::parse_csv(training, "training.csv"));
            std::string text = random_csv(random, 400, true);
            Answers expected;
            expected.append(model, Table::parse_csv(text, "t.csv"));
            for (std::size_t block : {std::size_t{1}, random.between(2, 100), random.between(100, 9000)})
                ASSERT_TRUE(in_blocks(model, text, block) == expected) << block;
        }
    }
}

// The first rows look like numbers; the model, not the block, decides that they are categories.
TEST(PredictBlocks, UseTheTypesOfTheModel) {
    Table training = Table::parse_csv("code,y\n7,yes\nx,no\n08,no\n7,yes\n", "training.csv");
    TableTask task =
        task_of("output yes := [code = \"7\", code = \"x\"]", training, "y", quick_options(20, 2));
    Model model = learn(task);
    Answers answers = in_blocks(model, "code\n7\n7.0\n07\nx\n\n7\n", 1);
    EXPECT_EQ(answers.classes, (std::vector<std::string>{"yes", "no", "no", "no", "yes"}));
}

}  // namespace
}  // namespace loh::testing
