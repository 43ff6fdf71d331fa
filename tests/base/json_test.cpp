#include "base/json.hpp"

#include <gtest/gtest.h>

#include "support/learning.hpp"

namespace loh::testing {
namespace {

// An object with `count` members: m0, m1, ...
std::string members(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i > 0 ? ", \"m" : "\"m") + std::to_string(i) + "\": " + std::to_string(i);
    return text;
}

std::string json_error(const std::string& text, const JsonLimits& limits = {}) {
    return error_from([&] { read_json(text, "f.json", kDamaged, limits); }).message;
}

TEST(ReadJson, GivesTheDocumentOfTheLibrary) {
    std::string text =
        R"({"b": [1, -2, 2.5, "x", null, true, [], {}], "a": {"z": {"y": []}}, "c": 18446744073709551615})";
    EXPECT_EQ(read_json(text, "f.json").dump(), Json::parse(text).dump());
    std::string many = "{" + members(1000) + "}";
    EXPECT_EQ(read_json(many, "f.json").dump(), Json::parse(many).dump());
}

TEST(ReadJson, RejectsMembersThatOccurTwice) {
    for (int count : {1, 15, 16, 17, 1000}) {
        EXPECT_EQ(json_error("{" + members(count) + ", \"m0\": 1}"),
                  "f.json has the member \"m0\" twice in one object")
            << count;
        EXPECT_NO_THROW(read_json("{\"m0\": {" + members(count) + "}}", "f.json"));
    }
}

TEST(ReadJson, LimitsNestingAndValues) {
    auto nested = [](int levels) {
        return "{\"a\": " + std::string(levels, '[') + std::string(levels, ']') + "}";
    };
    EXPECT_NO_THROW(read_json(nested(99), "f.json"));
    EXPECT_EQ(json_error(nested(100)), "f.json is nested deeper than 100 levels");
    JsonLimits limits;
    limits.max_values = 5;
    EXPECT_NO_THROW(
        read_json(R"({"a": [1, 2]})", "f.json", kDamaged, limits));  // a name, two numbers, a list, an object
    EXPECT_EQ(json_error(R"({"a": [1, 2, 3]})", limits), "f.json has more than 5 values");
}

}  // namespace
}  // namespace loh::testing
