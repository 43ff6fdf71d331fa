// Committees of scorecards, and checkpoints of scorecards: resumed runs give the same bytes.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/golden.hpp"
#include "support/voting_tables.hpp"

namespace loh::testing {
namespace {

using CommitteeJson = nlohmann::ordered_json;

LearnOptions committee_options(std::size_t committees, std::size_t threads = 1) {
    LearnOptions options = vote_options(12, 8);
    options.committees = committees;
    options.threads = threads;
    return options;
}

TEST(Committees, ModelDoesNotDependOnTheNumberOfThreads) {
    for (std::size_t classes : {2U, 4U}) {
        Table table = voting_table(classes, 10);
        EXPECT_EQ(voted(table, committee_options(3, 1)).to_json(),
                  voted(table, committee_options(3, 3)).to_json());
    }
}

TEST(Committees, DivideTheRules) {
    Table table = voting_table(4, 10);
    for (std::size_t committees : {2U, 5U, 12U}) {
        std::size_t runs = 0;
        LearnHooks hooks;
        hooks.progress = [&](const LearnProgress& progress) {
            EXPECT_EQ(progress.runs, committees);
            runs = std::max(runs, progress.run + 1);
            EXPECT_LE(progress.size().rules, 12 / committees + 1);
        };
        Model model = voted(table, committee_options(committees), hooks);
        EXPECT_EQ(runs, committees);
        EXPECT_LE(model.rule_count(), 12U);
        EXPECT_EQ(model.parts()[0].report.faithful, 120U);
    }
}

TEST(Committees, EndAtTheFirstFlawlessCommittee) {
    Table table = random_columns(kVoteNames, 60, 21, "y", [](const Assignment& v, std::uint32_t) {
                      return v.at("a") ? "yes" : "no";
                  }).table();
    LearnOptions options = committee_options(3);
    options.epochs = 60;
    std::size_t runs = 0;
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) { runs = std::max(runs, progress.run + 1); };
    Model model = voted(table, options, hooks);
    EXPECT_EQ(runs, 1U);
    EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
    EXPECT_LE(model.rule_count(), 4U);  // the rules of one committee of three
    EXPECT_EQ(CommitteeJson::parse(model.to_json())["network"]["runs"].size(), 1U);
    EXPECT_EQ(again(model).to_json(), model.to_json());
}

TEST(Committees, AreAllTrainedWithGoOn) {
    Table table = random_columns(kVoteNames, 60, 21, "y", [](const Assignment& v, std::uint32_t) {
                      return v.at("a") ? "yes" : "no";
                  }).table();
    LearnOptions options = committee_options(3);
    options.epochs = 60;
    options.when_flawless = WhenFlawless::go_on;
    std::map<std::size_t, std::size_t> epochs;  // by run
    LearnHooks hooks;
    hooks.progress = [&](const LearnProgress& progress) { epochs[progress.run] = progress.epoch; };
    Model model = voted(table, options, hooks);
    EXPECT_EQ(epochs, (std::map<std::size_t, std::size_t>{{0, 60}, {1, 60}, {2, 60}}));
    EXPECT_EQ(model.parts()[0].report.macro_f1, 1);
    EXPECT_EQ(CommitteeJson::parse(model.to_json())["network"]["runs"].size(), 3U);
    EXPECT_EQ(again(model).to_json(), model.to_json());
    options.committees = 1;
    options.restarts = 2;
    epochs.clear();
    static_cast<void>(voted(table, options, hooks));
    EXPECT_EQ(epochs, (std::map<std::size_t, std::size_t>{{0, 60}, {1, 60}}));
}

TEST(Committees, RejectInvalidCombinations) {
    Table table = voting_table(2);
    auto error = [](const TableTask& task, const LearnHooks& hooks = {}) {
        return error_from([&] { static_cast<void>(learn(task, hooks)); });
    };
    TableTask task = vote_task(table, committee_options(2));
    task.program = Program::parse("[a, b] & [!a, c]");
    task.options.head = Head::single;
    EXPECT_EQ(error(task).message, "committees need the head `vote`");
    EXPECT_EQ(error(task).hint, "add --head vote");
    EXPECT_EQ(error(task).kind, ErrorKind::usage);
    task.options.head = Head::vote;
    EXPECT_EQ(error(task).message, "2 committees need at least as many rules, and there are 1");
    task.program = Program::parse("shared := [a, b]; output x := shared & c; output y := shared & [!c, d]");
    EXPECT_EQ(error(task).message, "two committees share a choice");
    EXPECT_EQ(error(task).kind, ErrorKind::usage);
    task = vote_task(table, committee_options(2));
    ScratchFolder folder;
    LearnHooks hooks;
    hooks.trace_path = folder.file("trace");
    EXPECT_EQ(error(task, hooks).message, "--trace does not work with committees");
    EXPECT_EQ(folder.files(), 0U);
}

TEST(VoteCheckpoint, ResumedRunGivesTheSameBytes) {
    for (std::size_t committees : {1U, 3U}) {
        LearnOptions options = committee_options(committees, 2);
        options.votes = committees == 1 ? Votes::count : Votes::points;
        options.restarts = 2;
        options.rate_schedule = RateSchedule::linear;
        Table table = voting_table(4, 10);
        std::string whole = voted(table, options).to_json();
        for (int after : {0, 3, 9, 15}) {
            ScratchFolder folder;
            LearnHooks hooks;
            int calls = 0;
            hooks.checkpoint_path = folder.file("checkpoint");
            hooks.checkpoint_seconds = 0;
            hooks.stop = [&] { return calls++ >= after; };
            static_cast<void>(voted(table, options, hooks));
            ASSERT_EQ(folder.files(), 1U);
            hooks.stop = {};
            hooks.checkpoint_seconds = 1000;
            ASSERT_EQ(voted(table, options, hooks).to_json(), whole)
                << committees << " committees, stopped after " << after;
        }
    }
}

TEST(VoteCheckpoint, RejectsInvalidVotes) {
    ScratchFolder folder;
    LearnHooks hooks;
    int calls = 0;
    hooks.checkpoint_path = folder.file("checkpoint");
    hooks.checkpoint_seconds = 0;
    hooks.stop = [&] { return calls++ >= 2; };
    Table table = voting_table(2, 10);
    static_cast<void>(voted(table, committee_options(1), hooks));
    CommitteeJson document = CommitteeJson::parse(read_text(hooks.checkpoint_path));
    for (const char* list : {"votes", "vote_mean", "vote_variance", "best_votes"}) {
        CommitteeJson changed = document;
        ASSERT_EQ(changed["runs"][0][list].size(), 26U);
        changed["runs"][0][list].erase(0);
        write_text(hooks.checkpoint_path, changed.dump());
        EXPECT_EQ(error_from([&] { static_cast<void>(voted(table, committee_options(1), hooks)); }).message,
                  hooks.checkpoint_path + ": run 0 has invalid values");
    }
}

}  // namespace
}  // namespace loh::testing
