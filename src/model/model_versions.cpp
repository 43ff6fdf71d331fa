#include "model/model_versions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "loh/learn_options.hpp"
#include "model/json.hpp"

namespace loh {

namespace {

// Version 1 had the members of the network at the top level, and the points of the network in the scorecard.
Json upgraded_from_1(Json json) {
    Json network = Json::object();
    for (const char* member : {"program", "inputs", "runs", "best_run", "temperature"}) {
        network[member] = json.value(member, Json());
        json.erase(member);
    }
    if (json.contains("vote") && json["vote"].is_object()) {
        network["points"] = json["vote"].value("network_points", Json());
        json["vote"].erase("network_points");
    }
    network["logits"] = json.value("logits", Json());
    json.erase("logits");
    json["learner"] = "gradient";
    json["network"] = std::move(network);
    return json;
}

// [version - 1]: to the next version.
constexpr std::array<Json (*)(Json), kModelVersion - 1> kUpgrades = {upgraded_from_1};

// Options that are newer than some files of the current version. Learning without them was learning with their defaults.
void add_new_options(Json& json) {
    if (!json.contains("options") || !json["options"].is_object()) return;
    for (const char* flag : {"second-layer", "second-inputs"}) {
        if (!json["options"].contains(flag)) json["options"][flag] = get_option(LearnOptions{}, flag);
    }
}

Error other_version(const JsonReader& reader, const std::string& name, int version) {
    std::string hint = "use the version of loh that wrote it";
    if (reader.has("loh") && is_version_text(reader.get<std::string>("loh")))
        hint = "use the version that wrote it: loh " + reader.get<std::string>("loh");
    return {ErrorKind::syntax,
            name + " is a model of version " + std::to_string(version) + "; this is version " +
                std::to_string(kModelVersion),
            hint};
}

}  // namespace

bool is_version_text(const std::string& text) {
    constexpr std::size_t kLongest = 60;
    return !text.empty() && text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
               c == '-' || c == '+';
    });
}

Json in_current_version(Json json, const std::string& name) {
    if (!json.contains("format") || json["format"] != kModelFormat)
        throw Error(ErrorKind::syntax, name + " is not a model of loh",
                    "models are written by `loh learn -o FILE`");
    int version = JsonReader(json, name).get<int>("version");
    if (version < 1 || version > kModelVersion) throw other_version(JsonReader(json, name), name, version);
    for (; version < kModelVersion; ++version)
        json = kUpgrades[static_cast<std::size_t>(version) - 1](std::move(json));
    json["version"] = kModelVersion;
    add_new_options(json);
    return json;
}

}  // namespace loh
