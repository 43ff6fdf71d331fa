#include "base/json.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "loh/error.hpp"

namespace loh {

namespace {

// Rejects duplicate members of an object; the JSON parser would silently keep the last.
Json parse_without_doubles(const std::string& text, const std::string& name) {
    std::vector<std::set<std::string>> open;  // the members read so far, for each open object
    return Json::parse(text, [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) open.emplace_back();
        if (event == Json::parse_event_t::object_end) open.pop_back();
        if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
            throw Error(ErrorKind::syntax, name + " has the member " + value.dump() + " twice in one object");
        return true;
    });
}

}  // namespace

Json read_json(const std::string& text, const std::string& name, const std::string& hint) {
    std::string what;
    try {
        Json json = parse_without_doubles(text, name);
        if (json.is_object()) return json;
        what = " is not a JSON object";
    } catch (const nlohmann::json::parse_error& error) {
        // The parser's message has a byte offset and a parser state; a line number is more useful.
        std::size_t read = std::min<std::size_t>(error.byte, text.size());
        auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(read), '\n');
        what = text.empty()          ? " is empty"
               : read == text.size() ? " ends too early, in line " + std::to_string(lines + 1)
                                     : " is not JSON from line " + std::to_string(lines + 1) + " on";
    } catch (const nlohmann::json::exception&) {
        what = " has a number that is too large";
    }
    throw Error(ErrorKind::syntax, name + what, hint);
}

}  // namespace loh
