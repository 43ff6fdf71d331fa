// Whether the header of a table is a row of data.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset_data.hpp"
#include "data/parse_number.hpp"

namespace loh {

namespace {

// Whether the name could be a cell of the column.
bool fits_as_cell(const DatasetData& data, std::size_t column) {
    const std::string& name = data.names[column];
    const std::vector<std::string>& classes = data.classes.names;
    if (name == data.target) {
        bool known = std::find(classes.begin(), classes.end(), name) != classes.end();
        return known || (parse_number(name) && number_texts(classes, data.separator));
    }
    if (data.uses[column] == ColumnUse::ignore) return parse_number(name).has_value();
    const TypedColumn& cells = data.columns[column];
    if (cells.type == ColumnType::number) return cells.form.parse(name).has_value();
    return std::find(cells.categories.begin(), cells.categories.end(), name) != cells.categories.end();
}

// Names such as 1, 2, 3 or 2001, 2002 are names.
bool are_counted(const std::vector<std::string>& names) {
    std::optional<double> before;
    for (const std::string& name : names) {
        std::optional<double> number = parse_number(name);
        if (!number || (before && *number != *before + 1)) return false;
        before = number;
    }
    return true;
}

}  // namespace

bool Dataset::header_looks_like_data() const {
    const DatasetData& data = *data_;
    if (data.rows == 0 || data.bits || are_counted(data.names)) return false;
    for (std::size_t column = 0; column < data.names.size(); ++column)
        if (!fits_as_cell(data, column)) return false;
    return true;
}

}  // namespace loh
