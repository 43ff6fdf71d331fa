// Dates as numbers, and back.
#include "base/calendar.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

TEST(Calendar, CountsDaysFrom1970) {
    EXPECT_EQ(days_of(1970, 1, 1), 0);
    EXPECT_EQ(days_of(2000, 2, 29), 11'016);
    EXPECT_EQ(days_of(2000, 3, 1), 11'017);
    EXPECT_EQ(days_of(1, 1, 1), -719'162);
    EXPECT_EQ(days_of(1969, 12, 31), -1);
}

TEST(Calendar, RejectsDaysThatDoNotExist) {
    EXPECT_FALSE(days_of(2023, 2, 29));
    EXPECT_FALSE(days_of(1900, 2, 29));
    EXPECT_FALSE(days_of(2023, 13, 1));
    EXPECT_FALSE(days_of(2023, 0, 1));
    EXPECT_FALSE(days_of(2023, 4, 31));
    EXPECT_FALSE(days_of(0, 1, 1));
    for (const char* text :
         {"2023-02-30", "2023-6-1", "2023-06-01T24:00", "2023-06-01 12:30", "2023-06-01T12",
          "2023-06-01T12:30Z", "2023-06-01T12:30:00.1234567", "23-06-01", ""})
        EXPECT_FALSE(parse_moment(text)) << text;
}

TEST(Calendar, EveryDayOfTenThousandYearsIsFoundAgain) {
    for (std::int64_t day = *days_of(1, 1, 1); day <= *days_of(9999, 12, 31); day += 17) {
        CivilDate date = date_of_days(day);
        ASSERT_EQ(days_of(date.year, date.month, date.day), day);
    }
}

TEST(Calendar, SpellsTheShortestForm) {
    double day = *parse_moment("2023-06-01");
    EXPECT_EQ(spell_moment(day), "2023-06-01");
    EXPECT_EQ(spell_moment(day + 45'000), "2023-06-01T12:30");
    EXPECT_EQ(spell_moment(day + 45'001), "2023-06-01T12:30:01");
    EXPECT_EQ(spell_moment(day + 0.25), "2023-06-01T00:00:00.25");
    EXPECT_EQ(spell_moment(-1), "1969-12-31T23:59:59");
}

TEST(CalendarProperties, SpelledMomentsAreParsedAgain) {
    for (std::uint64_t seed = 0; seed < repeats(20'000); ++seed) {
        Random random(seed);
        auto day = static_cast<double>(random.below(3'652'059)) - 719'162;
        auto micros = random.chance(50) ? 0 : static_cast<double>(random.below(86'400'000'000));
        double moment = day * kSecondsOfDay + (random.chance(50) ? micros / 1e6 : std::floor(micros / 1e6));
        std::string text = spell_moment(moment);
        std::optional<double> again = parse_moment(text);
        ASSERT_TRUE(again) << text;
        ASSERT_EQ(spell_moment(*again), text);
        ASSERT_NEAR(*again, moment, 1e-5) << text;
        if (moment == std::floor(moment)) {
            ASSERT_EQ(*again, moment) << text;
        }
    }
}

TEST(Calendar, TimesHaveAnOptionalOffset) {
    EXPECT_EQ(parse_time("12:30:00+02:00")->seconds, 10.5 * 3600);
    EXPECT_EQ(parse_time("12:30-0530")->seconds, 18 * 3600);
    EXPECT_TRUE(parse_time("12:30Z")->offset);
    EXPECT_FALSE(parse_time("12:30")->offset);
}

TEST(Calendar, CutsAreTheRoundestMomentBetweenTwoOthers) {
    auto between = [](const char* low, const char* high) {
        return spell_moment(readable_moment(*parse_moment(low), *parse_moment(high)));
    };
    EXPECT_EQ(between("2020-05-03", "2022-07-09"), "2022-01-01");
    EXPECT_EQ(between("2022-05-03", "2022-07-09"), "2022-07-01");
    EXPECT_EQ(between("2022-05-03", "2022-05-09"), "2022-05-09");
    EXPECT_EQ(between("2022-05-03T10:20", "2022-05-03T14:20"), "2022-05-03T14:00");
    EXPECT_EQ(between("2022-05-03T10:20:01.5", "2022-05-03T10:20:01.75"), "2022-05-03T10:20:01.75");
}

}  // namespace
}  // namespace loh::testing
