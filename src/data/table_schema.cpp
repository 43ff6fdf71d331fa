#include "loh/table_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "data/table_data.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

constexpr const char* kExample =
    R"(a schema is {"columns": {"age": "number", "rank": "category", "id": "ignore"}, "missing": ["", "?"]})";

// The spellings, in the order of the enumeration.
const std::vector<std::string>& use_names() {
    static const std::vector<std::string> kNames = {"number", "category", "ignore"};
    return kNames;
}

// The type of a JSON value, with its article.
std::string kind_of(const Json& value) {
    if (value.is_string()) return "a text";
    if (value.is_number()) return "a number";
    if (value.is_boolean()) return "true or false";
    if (value.is_null()) return "null";
    return value.is_array() ? "a list" : "an object";
}

Error bad_member(const std::string& name, const std::string& message, std::string hint = kExample) {
    return {ErrorKind::syntax, name + ": " + message, std::move(hint)};
}

void read_columns(const Json& columns, const std::string& name, TableSchema& schema) {
    if (!columns.is_object())
        throw bad_member(name, "'columns' is " + kind_of(columns) + ", not an object of names and types");
    for (const auto& [column, use] : columns.items()) {
        std::string where = name + ": column " + quote_name(column) + ": ";
        if (!use.is_string()) {
            throw Error(ErrorKind::syntax, where + "the type is " + kind_of(use) + ", not a text",
                        R"(the types are "number", "category" and "ignore")");
        }
        try {
            schema.columns[column] = parse_column_use(use.get_ref<const std::string&>());
        } catch (const Error& error) {
            throw Error(error.kind(), where + error.diagnostic().message, error.diagnostic().hint);
        }
    }
}

void read_missing(const Json& missing, const std::string& name, TableSchema& schema) {
    if (!missing.is_array())
        throw bad_member(name, "'missing' is " + kind_of(missing) + ", not a list of texts");
    schema.missing.clear();
    schema.usual_missing = false;
    for (const Json& text : missing) {
        if (!text.is_string()) {
            throw bad_member(name, "'missing' has " + kind_of(text) + " among its texts",
                             text.is_number() ? "cells are texts: write \"" + text.dump() + "\"" : kExample);
        }
        schema.missing.push_back(text.get<std::string>());
    }
}

}  // namespace

std::string_view to_string(ColumnUse use) { return use_names()[static_cast<std::size_t>(use)]; }

ColumnUse parse_column_use(std::string_view text) {
    const std::vector<std::string>& names = use_names();
    auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end()) return static_cast<ColumnUse>(found - names.begin());
    std::optional<std::string> meant = closest(text, names);
    throw Error(ErrorKind::name, "there is no type " + quote_name(text),
                meant ? "did you mean '" + *meant + "'?" : "the types are number, category and ignore");
}

TableSchema TableSchema::read(const std::string& path) {
    constexpr std::size_t kMaxBytes = std::size_t{1} << 26U;
    std::string text = read_whole_file(path, kMaxBytes + 1);
    if (text.size() > kMaxBytes)
        throw Error(ErrorKind::limit, path + " has more than " + std::to_string(kMaxBytes) + " bytes",
                    kExample);
    return parse(text, path);
}

TableSchema TableSchema::parse(const std::string& text, const std::string& name) {
    Json json = read_json(text, name, kExample);
    TableSchema schema;
    for (const auto& [member, value] : json.items()) {
        if (member == "columns") {
            read_columns(value, name, schema);
        } else if (member == "missing") {
            read_missing(value, name, schema);
        } else {
            std::optional<std::string> meant = closest(member, {"columns", "missing"});
            throw bad_member(name, "unknown member " + quote_name(member),
                             meant ? "did you mean '" + *meant + "'?" : kExample);
        }
    }
    return schema;
}

}  // namespace loh
