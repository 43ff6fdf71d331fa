#include "data/column_source.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "data/table_data.hpp"
#include "lang/lexer.hpp"

namespace loh {

std::optional<std::size_t> ColumnSource::find_input(std::string_view spelled) const {
    if (std::optional<std::size_t> column = find(spelled)) return column;
    if (spelled.size() < 2 || !spelled.starts_with('`') || !spelled.ends_with('`')) return std::nullopt;
    std::string name = unquote(spelled);
    return spell_name(name) == spelled ? find(name) : std::nullopt;
}

std::size_t ColumnSource::at(std::string_view name) const {
    if (std::optional<std::size_t> column = find(name)) return *column;
    std::optional<std::string> meant = closest(name, names());
    throw Error(ErrorKind::name, source() + " has no column " + quote_name(name),
                meant ? "did you mean " + quote_name(*meant) + "?" : "the columns are " + listed(names()));
}

std::vector<std::size_t> input_columns(const std::vector<std::string>& inputs, const ColumnSource& columns,
                                       const std::string& target) {
    std::vector<std::size_t> result;
    for (const std::string& input : inputs) {
        std::optional<std::size_t> column = columns.find_input(input);
        if (!column) {
            std::optional<std::string> meant = closest(input, columns.names());
            throw Error(
                ErrorKind::name, columns.source() + " has no column for the input " + input,
                meant ? "did you mean '" + *meant + "'?" : "the columns are " + listed(columns.names()));
        }
        if (columns.names()[*column] == target)
            throw Error(ErrorKind::meaning, "the program reads the target column '" + target + "'",
                        "a formula must not use the column that it predicts");
        result.push_back(*column);
    }
    return result;
}

}  // namespace loh
