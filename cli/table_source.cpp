#include "table_source.hpp"

#include <iostream>
#include <iterator>

namespace loh::cli {

CLI::Option* TableSource::add_options(CLI::App& command, const std::string& help) {
    command.add_option("--separator", separator_,
                       "between cells: one character or tab; found out when not given");
    return command.add_option("DATA", path, help + "; - is standard input");
}

Table TableSource::read() const {
    CsvOptions options;
    if (separator_ == "\\t" || separator_ == "tab") {
        options.separator = '\t';
    } else if (separator_.size() == 1) {
        options.separator = separator_[0];
    } else if (!separator_.empty()) {
        throw Error(ErrorKind::usage, "--separator " + separator_ + ": expected one character, or tab");
    }
    if (path != "-") return Table::read_csv(path, options);
    std::string text((std::istreambuf_iterator<char>(std::cin)), {});
    return Table::parse_csv(std::move(text), "<standard input>", options);
}

void add_model_option(CLI::App& command, std::string& path) {
    command.add_option("MODEL", path, "model file that `loh learn` wrote")->required();
}

}  // namespace loh::cli
