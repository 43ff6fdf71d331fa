#include "model/json.hpp"

namespace loh {

namespace {

constexpr int kIndent = 2;
constexpr std::size_t kNumbersPerLine = 16;

bool is_number_array(const Json& value) {
    return value.is_array() && !value.empty() && value.front().is_number();
}

void write_numbers(const Json& numbers, const std::string& indent, std::string& out) {
    out += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) out += ", ";
        if (i > 0 && i % kNumbersPerLine == 0) {
            out.pop_back();
            out += "\n" + indent + " ";
        }
        out += numbers[i].dump();
    }
    out += ']';
}

void write_value(const Json& value, std::size_t depth, std::string& out) {
    std::string indent(depth * kIndent, ' ');
    if (is_number_array(value)) return write_numbers(value, indent, out);
    if (!value.is_structured() || value.empty()) {
        out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    bool object = value.is_object();
    out += object ? "{" : "[";
    bool first = true;
    for (const auto& [key, member] : value.items()) {
        out += first ? "\n" : ",\n";
        first = false;
        out += indent + std::string(kIndent, ' ');
        if (object) out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        write_value(member, depth + 1, out);
    }
    out += "\n" + indent + (object ? "}" : "]");
}

}  // namespace

std::string write_json(const Json& object) {
    std::string out;
    write_value(object, 0, out);
    return out + "\n";
}

Json options_to_json(const LearnOptions& options) {
    Json json = Json::object();
    for (const OptionInfo& option : learn_option_table()) {
        if (option.flag != "threads") json[option.flag] = get_option(options, option.flag);
    }
    return json;
}

}  // namespace loh
