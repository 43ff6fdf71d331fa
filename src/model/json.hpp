// Reading and writing the JSON of model files and checkpoints.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/json.hpp"
#include "loh/error.hpp"
#include "loh/learn_options.hpp"

namespace loh {

// The text of an object: one member per line, arrays of numbers in few lines.
std::string write_json(const Json& object);

// The learning options by their flags, without the number of threads, which does not affect the result.
Json options_to_json(const LearnOptions& options);

// Whether all numbers are whole if Value is a whole-number type. The conversion of others is undefined for large values.
template <class Value>
bool is_whole(const Json& json) {
    if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
        return !json.is_number_float();
    } else if constexpr (requires { typename Value::value_type; } && !std::is_same_v<Value, std::string>) {
        return std::all_of(json.begin(), json.end(), is_whole<typename Value::value_type>);
    } else {
        return true;
    }
}

// Access to the members of a file, with errors that name the file and the member.
class JsonReader {
public:
    JsonReader(const Json& object, std::string name) : object_(object), name_(std::move(name)) {}

    template <class Value>
    [[nodiscard]] Value get(const char* key) const {
        try {
            const Json& member = object_.at(key);
            if (!is_whole<Value>(member))
                throw broken("'" + std::string(key) + "' has a number that is not whole");
            return member.get<Value>();
        } catch (const nlohmann::json::exception&) {
            throw broken("'" + std::string(key) + "' is missing or has the wrong type");
        }
    }
    [[nodiscard]] const Json& member(const char* key) const {
        auto found = object_.find(key);
        if (!object_.is_object() || found == object_.end())
            throw broken("'" + std::string(key) + "' is missing");
        return *found;
    }
    [[nodiscard]] bool has(const char* key) const { return object_.is_object() && object_.contains(key); }
    [[nodiscard]] Error broken(const std::string& what) const {
        return {ErrorKind::syntax, name_ + ": " + what, "the file is damaged or was not written by loh"};
    }

private:
    const Json& object_;
    std::string name_;
};

}  // namespace loh
