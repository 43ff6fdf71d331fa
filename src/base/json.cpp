#include "base/json.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "loh/error.hpp"

namespace loh {

namespace {

// So few keys of an object are compared with those before at once, more at its end: sorted by their hashes, since a set of many
// texts takes several times as long.
constexpr std::size_t kFewKeys = 16;

using Members = std::vector<std::pair<const std::string, Json>>;  // the base class of Json::object_t

// Builds the document from the events of the parser, which does not recurse. The library's own builder with a callback looks
// through all earlier values of a list at the end of each object, and adding a member to an object looks through all its
// members, so both are quadratic. Values are collected here and become a list or object at its end.
class DocumentBuilder {
public:
    DocumentBuilder(const std::string& name, const JsonLimits& limits) : name_(name), limits_(limits) {}

    // The events of nlohmann's SAX interface.
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string& /*text*/) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t& /*value*/) { return false; }  // not in JSON text
    bool start_object(std::size_t /*size*/) { return open(); }
    bool key(std::string& text);
    bool end_object();
    bool start_array(std::size_t /*size*/) { return open(); }
    bool end_array();
    bool parse_error(std::size_t byte, const std::string& /*token*/, const Json::exception& error) {
        bad_byte = byte;
        number_too_large = dynamic_cast<const Json::parse_error*>(&error) == nullptr;
        return false;
    }

    Json document;
    std::size_t bad_byte = 0;
    bool number_too_large = false;

private:
    // A list or object whose end has not been read.
    struct Open {
        std::vector<Json> values;
        std::vector<std::string> keys;  // of an object
    };

    void count_value();
    bool add(Json value);
    bool open();
    void check_many_keys(const std::vector<std::string>& keys) const;
    [[nodiscard]] Error twice(const std::string& key) const;

    const std::string& name_;
    JsonLimits limits_;
    std::size_t values_ = 0;
    std::vector<Open> open_;
};

void DocumentBuilder::count_value() {
    if (++values_ > limits_.max_values)
        throw Error(ErrorKind::limit,
                    name_ + " has more than " + std::to_string(limits_.max_values) + " values");
}

bool DocumentBuilder::add(Json value) {
    count_value();
    if (open_.empty()) {
        document = std::move(value);
    } else {
        open_.back().values.push_back(std::move(value));
    }
    return true;
}

bool DocumentBuilder::open() {
    if (open_.size() >= limits_.max_depth)
        throw Error(ErrorKind::limit,
                    name_ + " is nested deeper than " + std::to_string(limits_.max_depth) + " levels");
    open_.emplace_back();
    return true;
}

bool DocumentBuilder::end_array() {
    Json list = Json::array();
    list.get_ref<Json::array_t&>() = std::move(open_.back().values);
    open_.pop_back();
    return add(std::move(list));
}

bool DocumentBuilder::end_object() {
    Open& ended = open_.back();
    if (ended.keys.size() > kFewKeys) check_many_keys(ended.keys);
    Json object = Json::object();
    Members& members = object.get_ref<Json::object_t&>();
    members.reserve(ended.keys.size());
    for (std::size_t i = 0; i < ended.keys.size(); ++i)
        members.emplace_back(std::move(ended.keys[i]), std::move(ended.values[i]));
    open_.pop_back();
    return add(std::move(object));
}

bool DocumentBuilder::key(std::string& text) {
    std::vector<std::string>& keys = open_.back().keys;
    if (keys.size() < kFewKeys && std::find(keys.begin(), keys.end(), text) != keys.end()) throw twice(text);
    count_value();
    keys.push_back(std::move(text));
    return true;
}

void DocumentBuilder::check_many_keys(const std::vector<std::string>& keys) const {
    std::vector<std::pair<std::size_t, const std::string*>> by_hash;
    by_hash.reserve(keys.size());
    for (const std::string& key : keys) by_hash.emplace_back(std::hash<std::string>()(key), &key);
    std::sort(by_hash.begin(), by_hash.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : *a.second < *b.second;
    });
    auto same = std::adjacent_find(by_hash.begin(), by_hash.end(), [](const auto& a, const auto& b) {
        return a.first == b.first && *a.second == *b.second;
    });
    if (same != by_hash.end()) throw twice(*same->second);
}

Error DocumentBuilder::twice(const std::string& key) const {
    return {ErrorKind::syntax, name_ + " has the member " + Json(key).dump() + " twice in one object"};
}

}  // namespace

void append_member(Json& object, std::string key, Json value) {
    Members& members = object.get_ref<Json::object_t&>();
    members.emplace_back(std::move(key), std::move(value));
}

Json read_json(const std::string& text, const std::string& name, const std::string& hint,
               const JsonLimits& limits) {
    DocumentBuilder builder(name, limits);
    if (Json::sax_parse(text, &builder)) {
        if (builder.document.is_object()) return std::move(builder.document);
        throw Error(ErrorKind::syntax, name + " is not a JSON object", hint);
    }
    if (builder.number_too_large)
        throw Error(ErrorKind::syntax, name + " has a number that is too large", hint);
    // The parser's message has a byte offset and a parser state; a line number is more useful.
    std::size_t read = std::min(builder.bad_byte, text.size());
    auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(read), '\n');
    std::string what = text.empty()          ? " is empty"
                       : read == text.size() ? " ends too early, in line " + std::to_string(lines + 1)
                                             : " is not JSON from line " + std::to_string(lines + 1) + " on";
    throw Error(ErrorKind::syntax, name + what, hint);
}

}  // namespace loh
