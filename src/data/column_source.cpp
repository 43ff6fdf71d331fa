#include "data/column_source.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "data/table_data.hpp"

namespace loh {

std::optional<std::size_t> ColumnSource::find_input(std::string_view spelled) const {
    if (std::optional<std::size_t> column = find(spelled)) return column;
    const std::vector<std::string>& all = names();
    if (!spelled.starts_with('`') && spelled.find('[') == std::string_view::npos) return std::nullopt;
    for (std::size_t column = 0; column < all.size(); ++column) {
        if (spell_name(all[column]) == spelled) return column;
    }
    return std::nullopt;
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
