// JSON of model files and checkpoints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "loh/error.hpp"
#include "loh/learn_options.hpp"

namespace loh {

// The text of an object: members one below the other, arrays of numbers in few lines.
std::string write_json(const Json& object);

// The options of learning by their flags; without the number of threads, on which nothing depends.
Json options_to_json(const LearnOptions& options);

// The members that a file must have, with errors that name the file and the member.
class JsonReader {
public:
    JsonReader(const Json& object, std::string name) : object_(object), name_(std::move(name)) {}

    template <class Value>
    [[nodiscard]] Value get(const char* key) const {
        try {
            return object_.at(key).get<Value>();
        } catch (const nlohmann::json::exception&) {
            throw broken("'" + std::string(key) + "' is missing or not of its kind");
        }
    }
    [[nodiscard]] const Json& member(const char* key) const {
        auto found = object_.find(key);
        if (!object_.is_object() || found == object_.end())
            throw broken("'" + std::string(key) + "' is missing");
        return *found;
    }
    [[nodiscard]] Error broken(const std::string& what) const {
        return {ErrorKind::syntax, name_ + ": " + what, "the file is damaged or was not written by loh"};
    }

private:
    const Json& object_;
    std::string name_;
};

}  // namespace loh
