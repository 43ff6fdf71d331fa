#include "costs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

namespace loh::cli {

namespace {

using Costs = std::vector<std::vector<double>>;

class CostReader {
public:
    explicit CostReader(const std::vector<std::string>& classes)
        : classes_(classes), costs_(classes.size(), std::vector<double>(classes.size(), 1)) {
        for (std::size_t c = 0; c < classes.size(); ++c) costs_[c][c] = 0;
    }

    void set(std::string_view truth, std::string_view predicted, std::string_view cost) {
        double value = 0;
        auto [end, error] = std::from_chars(cost.data(), cost.data() + cost.size(), value);
        bool number = error == std::errc() && end == cost.data() + cost.size();
        if (!number || !std::isfinite(value) || value < 0)
            throw Error(ErrorKind::usage,
                        "--cost: '" + std::string(cost) + "' is not a number of at least 0");
        costs_[at(truth)][at(predicted)] = value;
    }

    // actual:predicted=cost. Classes may contain colons: the first one that separates two classes counts.
    void set_entry(std::string_view entry) {
        std::size_t equals = entry.rfind('=');
        std::string_view pair = entry.substr(0, equals);
        if (equals == std::string_view::npos || pair.find(':') == std::string_view::npos)
            throw Error(ErrorKind::usage, "--cost " + std::string(entry) + ": expected ACTUAL:PREDICTED=COST",
                        "as in --cost 'yes:no=5,no:yes=1', or the name of a CSV file");
        std::size_t colon = pair.find(':');
        for (std::size_t i = colon; i != std::string_view::npos; i = pair.find(':', i + 1)) {
            if (find(pair.substr(0, i)) && find(pair.substr(i + 1))) colon = i;
        }
        set(pair.substr(0, colon), pair.substr(colon + 1), entry.substr(equals + 1));
    }

    void read_table(const std::string& path) {
        Table table = Table::read_csv(path);
        std::size_t truth = table.at("actual");
        std::size_t predicted = table.at("predicted");
        std::size_t cost = table.at("cost");
        for (std::size_t row = 0; row < table.rows(); ++row)
            set(table.cell(truth, row), table.cell(predicted, row), table.cell(cost, row));
    }

    [[nodiscard]] const Costs& costs() const { return costs_; }

private:
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
        auto found = std::find(classes_.begin(), classes_.end(), name);
        if (found == classes_.end()) return std::nullopt;
        return static_cast<std::size_t>(found - classes_.begin());
    }
    [[nodiscard]] std::size_t at(std::string_view name) const {
        if (std::optional<std::size_t> found = find(name)) return *found;
        std::optional<std::string> meant = closest(name, classes_);
        std::string listed;
        for (const std::string& known : classes_) listed += (listed.empty() ? "" : ", ") + known;
        throw Error(ErrorKind::usage, "--cost: the model has no class '" + std::string(name) + "'",
                    meant ? "did you mean '" + *meant + "'?" : "its classes are " + listed);
    }

    const std::vector<std::string>& classes_;
    Costs costs_;
};

}  // namespace

Costs read_costs(const std::string& text, const std::vector<std::string>& classes) {
    CostReader reader(classes);
    std::error_code none;
    if (std::filesystem::is_regular_file(text, none)) {
        reader.read_table(text);
        return reader.costs();
    }
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t end = std::min(text.find(',', begin), text.size());
        reader.set_entry(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
    }
    return reader.costs();
}

double mean_cost(const Report& report, const Costs& costs) {
    double total = 0;
    for (std::size_t truth = 0; truth < costs.size(); ++truth) {
        for (std::size_t predicted = 0; predicted < costs.size(); ++predicted)
            total += costs[truth][predicted] * static_cast<double>(report.confusion[truth][predicted]);
    }
    return report.rows == 0 ? 0 : total / static_cast<double>(report.rows);
}

}  // namespace loh::cli
