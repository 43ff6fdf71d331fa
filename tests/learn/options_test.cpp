// The option table defines the struct, the flags and their messages.
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "loh/error.hpp"
#include "loh/learn_options.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

using Texts = std::vector<std::string>;

Texts values_of(const LearnOptions& options) {
    Texts result;
    for (const OptionInfo& info : learn_option_table()) result.push_back(get_option(options, info.flag));
    return result;
}

bool accepts(const std::string& flag, const std::string& value) {
    LearnOptions options;
    try {
        set_option(options, flag, value);
        return true;
    } catch (const Error&) {
        return false;
    }
}

// The names of an enumeration; empty for a number.
Texts words_of(const OptionInfo& info) {
    if (info.values.find('|') == std::string::npos) return {};
    Texts words(1);
    for (char c : info.values) {
        if (c == '|') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    return words;
}

TEST(Options, TableHasTheDefaultsOfTheStruct) {
    LearnOptions options;
    std::set<std::string> flags;
    for (const OptionInfo& info : learn_option_table()) {
        EXPECT_EQ(get_option(options, info.flag), info.initial) << info.flag;
        EXPECT_TRUE(flags.insert(info.flag).second) << info.flag;
        EXPECT_EQ(info.flag.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string::npos) << info.flag;
        EXPECT_FALSE(info.help.empty()) << info.flag;
        set_option(options, info.flag, info.initial);  // defaults are valid
    }
    EXPECT_EQ(values_of(options), values_of(LearnOptions{}));
    EXPECT_EQ(flags.size(), 36U);
}

TEST(Options, EachFlagSetsOnlyItsOption) {
    const Texts numbers = {"0",    "1",   "2",    "7",  "64",  "0.5", "0.25",
                           "1e-3", "0.9", "1e10", "12", "1.5", "300", "18446744073709551615"};
    const std::vector<OptionInfo>& table = learn_option_table();
    for (std::size_t i = 0; i < table.size(); ++i) {
        Texts words = words_of(table[i]);
        std::set<std::string> seen;
        for (const std::string& value : words.empty() ? numbers : words) {
            if (!accepts(table[i].flag, value)) continue;
            LearnOptions options;
            Texts expected = values_of(options);
            set_option(options, table[i].flag, value);
            expected[i] = get_option(options, table[i].flag);
            EXPECT_EQ(values_of(options), expected) << table[i].flag << " " << value;
            LearnOptions again;
            set_option(again, table[i].flag, expected[i]);
            EXPECT_EQ(get_option(again, table[i].flag), expected[i]);
            if (!words.empty()) {
                EXPECT_EQ(expected[i], value);
            }
            seen.insert(expected[i]);
        }
        EXPECT_GE(seen.size(), 2U) << table[i].flag;
        if (!words.empty()) {
            EXPECT_EQ(seen.size(), words.size()) << table[i].flag;
        }
    }
}

TEST(Options, NumbersRoundTripExactly) {
    loh::Random random(3, Stream::testing);
    for (std::uint32_t round = 0; round < 1000; ++round) {
        double value = 100 * std::exp(-40 * std::abs(random.normal(0, round)));
        LearnOptions options;
        options.learning_rate = value;
        std::string text = get_option(options, "learning-rate");
        options.learning_rate = 1;
        set_option(options, "learning-rate", text);
        EXPECT_EQ(options.learning_rate, value) << text;
        options.seed = random.bits(1, round);
        LearnOptions other;
        set_option(other, "seed", get_option(options, "seed"));
        EXPECT_EQ(other.seed, options.seed);
    }
}

TEST(Options, FlagsSetTheirMembers) {
    LearnOptions options;
    set_option(options, "head", "paper");
    set_option(options, "semantics", "lukasiewicz");
    set_option(options, "loss", "squared-error");
    set_option(options, "class-weights", "balanced");
    set_option(options, "prune", "redundant");
    set_option(options, "temperature-floor", "0.03");
    set_option(options, "seed", "18446744073709551615");
    set_option(options, "holdout", "0.9");
    EXPECT_EQ(options.head, Head::paper);
    EXPECT_EQ(options.semantics, Semantics::lukasiewicz);
    EXPECT_EQ(options.loss, Loss::squared_error);
    EXPECT_EQ(options.class_weights, ClassWeights::balanced);
    EXPECT_EQ(options.prune, Prune::redundant);
    EXPECT_EQ(options.temperature_floor, 0.03);
    EXPECT_EQ(options.seed, UINT64_MAX);
    EXPECT_EQ(options.holdout, 0.9);
    set_option(options, "loss", "binary-cross-entropy");
    EXPECT_EQ(options.loss, Loss::binary_cross_entropy);
    set_option(options, "loss", "cross-entropy");
    EXPECT_EQ(options.loss, Loss::cross_entropy);
}

TEST(Options, InvalidValuesNameTheFlagAndTheAllowedValues) {
    for (const OptionInfo& info : learn_option_table()) {
        for (const char* value : {"", "x", "-1", "1x", " 1", "1 ", "+1", "nan", "inf", "-inf", "1e999",
                                  "0x10", "Goedel", "single ", "NONE"}) {
            LearnOptions options;
            Diagnostic error = error_from([&] { set_option(options, info.flag, value); });
            EXPECT_EQ(error.kind, ErrorKind::usage);
            EXPECT_TRUE(error.message.starts_with("--" + info.flag + " " + value + ": expected "))
                << error.message;
            EXPECT_TRUE(error.message.ends_with(info.values)) << error.message;
            EXPECT_EQ(values_of(options), values_of(LearnOptions{})) << info.flag << " " << value;
        }
    }
    LearnOptions options;
    EXPECT_EQ(error_from([&] { set_option(options, "epochs", "many"); }).message,
              "--epochs many: expected a whole number from 1");
    EXPECT_EQ(error_from([&] { set_option(options, "semantics", "fuzzy"); }).message,
              "--semantics fuzzy: expected one of goedel|product|lukasiewicz");
}

TEST(Options, BoundsMatchTheirDescriptions) {
    struct Case {
        const char* flag;
        const char* expected;
        Texts allowed, refused;
    };
    const std::vector<Case> cases = {
        {"epochs", "whole number from 1", {"1", "2"}, {"0", "1.5", "1e3"}},
        {"batch", "whole number from 1", {"1"}, {"0"}},
        {"restarts", "whole number from 1", {"1"}, {"0"}},
        {"patience", "whole number from 0", {"0", "1"}, {"0.5"}},
        {"threads", "whole number from 0 to 1024", {"0", "8", "1024"}, {"-0.5", "1025"}},
        {"learning-rate", "number above 0 up to 100", {"1e-300", "100"}, {"0", "-0", "0.0", "100.1"}},
        {"temperature", "number above 0 up to 1000", {"1e-9", "1000"}, {"0", "1001"}},
        {"temperature-floor", "number above 0 up to 1000", {"1e-9", "1000"}, {"0", "1001"}},
        {"temperature-decay", "number above 0 up to 1", {"1", "0.5", "1e-9"}, {"0", "1.0000001"}},
        {"noise", "number from 0 to 100", {"0", "100"}, {"-0.1", "100.1"}},
        {"initial-deviation", "number from 0 to 100", {"0", "100"}, {"-0.1", "100.1"}},
        {"validation", "number from 0 to 0.9", {"0", "0.9"}, {"0.90001", "1"}},
        {"holdout", "number from 0 to 0.9", {"0", "0.9"}, {"0.90001", "1"}},
        {"seed", "whole number from 0", {"0", "18446744073709551615"}, {"18446744073709551616"}},
    };
    for (const Case& one : cases) {
        for (const OptionInfo& info : learn_option_table()) {
            if (info.flag == one.flag) {
                EXPECT_EQ(info.values, one.expected) << one.flag;
            }
        }
        for (const std::string& value : one.allowed)
            EXPECT_TRUE(accepts(one.flag, value)) << one.flag << " " << value;
        for (const std::string& value : one.refused)
            EXPECT_FALSE(accepts(one.flag, value)) << one.flag << " " << value;
    }
}

// Programs can set members directly. check_options rejects the same values as set_option.
TEST(Options, MembersSetDirectlyAreChecked) {
    LearnOptions options;
    EXPECT_NO_THROW(check_options(options));
    for (const OptionInfo& info : learn_option_table()) {
        for (const char* value : {"0", "1", "0.5", "100", "1000", "balanced", "list"}) {
            if (accepts(info.flag, value)) {
                LearnOptions allowed;
                set_option(allowed, info.flag, value);
                EXPECT_NO_THROW(check_options(allowed)) << info.flag << " " << value;
            }
        }
    }
    options.batch = 0;
    Diagnostic error = error_from([&] { check_options(options); });
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_EQ(error.message, "--batch 0: expected a whole number from 1");
    options = {};
    options.noise = std::nan("");
    EXPECT_EQ(error_from([&] { check_options(options); }).kind, ErrorKind::usage);
    options = {};
    options.temperature = -1;
    EXPECT_EQ(error_from([&] { check_options(options); }).kind, ErrorKind::usage);
}

TEST(Options, UnknownFlagSuggestsASimilarOne) {
    LearnOptions options;
    Diagnostic error = error_from([&] { set_option(options, "lerning-rate", "1"); });
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_EQ(error.message, "there is no option --lerning-rate");
    EXPECT_EQ(error.hint, "did you mean --learning-rate?");
    EXPECT_EQ(error_from([&] { static_cast<void>(get_option(options, "seeds")); }).hint,
              "did you mean --seed?");
    EXPECT_EQ(error_from([&] { set_option(options, "quantum-annealing", "1"); }).hint, "");
    EXPECT_EQ(error_from([&] { set_option(options, "learning_rate", "1"); }).hint,
              "did you mean --learning-rate?");
}

}  // namespace
}  // namespace loh::testing
