#include "explain/cell_regions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/calendar.hpp"
#include "base/check.hpp"
#include "base/text.hpp"
#include "data/column_types.hpp"

namespace loh {

namespace {

using Cut = CellSet::Cut;
using Type = ColumnRegions::Type;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The constants and columns with which literals compare one column.
struct Dividers {
    bool is_truth = false;  // the column is a variable itself
    std::set<Cut> cuts;
    std::set<std::string> categories;
    // Other columns that it is compared with, as indices of the table, and by how much it may differ: `a - b >= 2`.
    struct Compared {
        std::size_t column;
        double offset = 0;  // the number that decides is that of the other column plus the offset
    };
    std::vector<Compared> compared;
};

// `a - b` is compared with c: a is compared with b + c, and b with a - c.
void add_difference(const Atom& atom, const std::vector<std::size_t>& columns,
                    std::map<std::size_t, Dividers>& all) {
    std::optional<CellSet> cells = CellSet::of(atom);
    if (!cells) return;
    for (Cut cut : cells->cuts()) {
        if (!std::isfinite(cut.at)) continue;
        for (double sign : column_of(atom).absolute ? std::vector{1.0, -1.0} : std::vector{1.0}) {
            all[columns[0]].compared.push_back({columns[1], sign * cut.at});
            all[columns[1]].compared.push_back({columns[0], -sign * cut.at});
        }
    }
}

void add_atom(const Atom& atom, const std::vector<std::size_t>& columns,
              std::map<std::size_t, Dividers>& all) {
    if (column_of(atom).is_difference()) return add_difference(atom, columns, all);
    if (columns.size() == 2) {
        all[columns[0]].compared.push_back({columns[1]});
        all[columns[1]].compared.push_back({columns[0]});
        return;
    }
    Dividers& dividers = all[columns[0]];
    std::optional<CellSet> cells = CellSet::of(atom);
    if (!cells) return;
    for (Cut cut : cells->cuts()) {
        if (std::isfinite(cut.at)) dividers.cuts.insert(cut);
    }
    dividers.categories.insert(cells->named().begin(), cells->named().end());
}

// A number between two cuts, a round one if possible. Any number if there is none between them.
double number_between(Cut low, Cut high) {
    bool open_below = std::isinf(low.at);
    bool open_above = std::isinf(high.at);
    if (open_below && open_above) return 0;
    if (!open_below && !low.after) return low.at;
    if (!open_above && high.after) return high.at;
    if (open_below) return std::min(high.at - 1, std::nextafter(high.at, -kInfinity));
    if (open_above) return std::max(low.at + 1, std::nextafter(low.at, kInfinity));
    double middle = low.at + (high.at - low.at) / 2;
    return middle > low.at ? middle : std::nextafter(low.at, kInfinity);
}

// The same for dates: a whole day if possible.
double date_between(Cut low, Cut high) {
    constexpr double kMicrosecond = 1e-6;
    bool open_below = std::isinf(low.at);
    bool open_above = std::isinf(high.at);
    if (open_below && open_above) return 0;
    if (!open_below && !low.after) return low.at;
    if (!open_above && high.after) return high.at;
    if (open_below) return high.at - kSecondsOfDay;
    if (open_above) return low.at + kSecondsOfDay;
    return readable_moment(low.at, high.at - kMicrosecond);
}

class RegionMaker {
public:
    RegionMaker(const DecisionData& model, const Table& table, std::size_t row)
        : model_(model), table_(table), row_(row) {}

    ColumnRegions make(std::size_t column, const Dividers& dividers) const {
        ColumnRegions result;
        result.column = column;
        result.name = table_.names()[column];
        result.cell = cell(column);
        if (dividers.is_truth) {
            make_truth(result);
            return result;
        }
        const ColumnSchema& schema = model_.meanings.columns.at(result.name);
        if (schema.type == ColumnType::number) {
            make_numbers(result, dividers, schema.form);
        } else {
            make_categories(result, dividers, schema);
        }
        if (!model_.meanings.missing.texts.empty()) {
            const std::vector<std::string>& texts = model_.meanings.missing.texts;
            bool empty = std::find(texts.begin(), texts.end(), "") != texts.end();
            result.regions.push_back({CellSet::only_missing(), empty ? "" : texts[0]});
        }
        result.current = find_current(result, schema);
        return result;
    }

private:
    [[nodiscard]] MissingTexts missing_in(const ColumnSchema& schema) const {
        const MissingRules& rules = model_.meanings.missing;
        return schema.type == ColumnType::number ? MissingTexts::in_numbers(rules)
                                                 : MissingTexts::in_categories(rules, schema.categories);
    }

    [[nodiscard]] std::string cell(std::size_t column) const {
        return std::string(table_.cell(column, row_));
    }

    void make_truth(ColumnRegions& result) const {
        static const std::vector<std::pair<std::string, std::string>> kSpellings = {
            {"false", "true"}, {"False", "True"}, {"FALSE", "TRUE"}};
        std::pair<std::string, std::string> spelling = {"0", "1"};
        for (const auto& pair : kSpellings) {
            if (result.cell == pair.first || result.cell == pair.second) spelling = pair;
        }
        result.regions = {Region{CellSet(), spelling.first}, Region{CellSet(), spelling.second}};
        std::optional<double> number = parse_number(result.cell);
        result.current = result.cell == spelling.second || (number && *number > 0.5) ? 1 : 0;
    }

    void make_numbers(ColumnRegions& result, const Dividers& dividers, const CellForm& form) const {
        result.type = Type::number;
        result.dates = form.is_date();
        std::set<Cut> cuts = dividers.cuts;
        for (auto [other, offset] : dividers.compared) {
            const ColumnSchema& of_other = model_.meanings.columns.at(table_.names()[other]);
            if (std::optional<double> number = of_other.form.parse(cell(other)))
                cuts.insert({{*number + offset, false}, {*number + offset, true}});
        }
        cuts.insert(Cut{kInfinity, false});
        Cut low{-kInfinity, false};
        for (Cut high : cuts) {
            CellSet cells = CellSet::numbers(low, high);
            double example = form.is_date() ? date_between(low, high) : number_between(low, high);
            if (std::isfinite(example) && cells.contains(example))
                result.regions.push_back({cells, form.write(example)});
            low = high;
        }
    }

    void make_categories(ColumnRegions& result, const Dividers& dividers, const ColumnSchema& schema) const {
        result.type = Type::category;
        result.known = schema.categories;
        std::set<std::string> named = dividers.categories;
        for (auto [other, offset] : dividers.compared) {
            if (offset == 0) named.insert(cell(other));
        }
        if (!dividers.compared.empty()) named.insert(schema.categories.begin(), schema.categories.end());
        CellSet others = CellSet::only_missing();
        MissingTexts missing = missing_in(schema);
        for (const std::string& name : named) {
            if (missing.contains(name)) continue;
            result.regions.push_back({CellSet::category(name), name});
            others = unite(others, CellSet::category(name));
        }
        result.regions.push_back({others.complement(), other_category(named, schema)});
    }

    // A known category that no literal names, or a new one.
    [[nodiscard]] std::string other_category(const std::set<std::string>& named,
                                             const ColumnSchema& schema) const {
        for (const std::string& category : schema.categories) {
            if (!named.contains(category)) return category;
        }
        std::string fresh = "other";
        while (named.contains(fresh) || missing_in(schema).contains(fresh)) fresh += "_";
        return fresh;
    }

    [[nodiscard]] std::size_t find_current(const ColumnRegions& column, const ColumnSchema& schema) const {
        bool missing = missing_in(schema).contains(column.cell);
        for (std::size_t r = 0; r < column.regions.size(); ++r) {
            const CellSet& cells = column.regions[r].cells;
            if (missing || column.is_missing(r)) {
                if (missing && column.is_missing(r)) return r;
                continue;
            }
            if (column.type == Type::category ? cells.contains(column.cell)
                                              : cells.contains(schema.form.parse(column.cell).value_or(0)))
                return r;
        }
        return 0;
    }

    const DecisionData& model_;
    const Table& table_;
    std::size_t row_;
};

std::string enumerated(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
    return names.size() == 1 ? result : "one of " + result;
}

std::string describe_numbers(Cut low, Cut high, bool dates) {
    bool open_below = std::isinf(low.at);
    bool open_above = std::isinf(high.at);
    Column column{{}, dates};
    std::string from = spell_cell(column, low.at);
    std::string to = spell_cell(column, high.at);
    if (open_below && open_above) return dates ? "any date" : "any number";
    if (open_below) return (high.after ? "at most " : "below ") + to;
    if (open_above) return (low.after ? "above " : "at least ") + from;
    if (low.at == high.at) return from;
    return (low.after ? "above " : "from ") + from + (high.after ? " up to " : " to below ") + to;
}

std::string describe_categories(const ColumnRegions& column, const CellSet& cells) {
    if (cells.listed()) return enumerated({cells.named().begin(), cells.named().end()});
    std::vector<std::string> known;
    for (const std::string& category : column.known) {
        if (cells.contains(category)) known.push_back(category);
    }
    constexpr std::size_t kMostListed = 8;
    if (!known.empty() && known.size() <= kMostListed) return enumerated(known);
    if (cells.named().empty()) return "any category";
    std::string result;
    for (const std::string& name : cells.named()) result += (result.empty() ? "none of " : ", ") + name;
    return result;
}

}  // namespace

std::vector<ColumnRegions> regions_of(const DecisionData& model, const std::vector<std::string>& variables,
                                      const Atoms& atoms, const Table& table, std::size_t row) {
    std::map<std::size_t, Dividers> dividers;
    std::vector<std::size_t> order;
    for (const std::string& variable : variables) {
        auto atom = atoms.find(variable);
        bool is_atom = atom != atoms.end();
        std::vector<std::size_t> columns = input_columns(
            is_atom ? columns_of(atom->second) : std::vector{variable}, TableColumns(table), model.target);
        for (std::size_t column : columns) {
            if (!dividers.contains(column)) order.push_back(column);
            dividers[column].is_truth = dividers[column].is_truth || !is_atom;
        }
        if (is_atom) add_atom(atom->second, columns, dividers);
    }
    RegionMaker maker(model, table, row);
    std::vector<ColumnRegions> result;
    for (std::size_t column : order) result.push_back(maker.make(column, dividers.at(column)));
    return result;
}

std::string describe(const ColumnRegions& column, const std::vector<std::size_t>& regions) {
    LOH_CHECK(!regions.empty());
    if (column.type == Type::truth) return column.regions[regions[0]].example;
    if (column.is_missing(regions[0])) return "missing";
    CellSet cells = column.regions[regions[0]].cells;
    for (std::size_t region : regions) cells = unite(cells, column.regions[region].cells);
    if (column.type == Type::category) return describe_categories(column, cells);
    return describe_numbers(cells.cuts().front(), cells.cuts().back(), column.dates);
}

}  // namespace loh
