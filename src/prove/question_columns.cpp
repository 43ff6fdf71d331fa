#include "prove/question_columns.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "base/check.hpp"
#include "base/text.hpp"
#include "features/atom_types.hpp"
#include "lang/lexer.hpp"
#include "prove/number_line.hpp"

namespace loh {

namespace {

using Cut = CellSet::Cut;

bool spells_numbers(const ColumnSchema& schema) {
    return schema.type == ColumnType::number ||
           std::all_of(schema.categories.begin(), schema.categories.end(),
                       [](const std::string& category) { return number_of(category).has_value(); });
}

bool contains(const std::vector<std::string>& all, const std::string& text) {
    return std::find(all.begin(), all.end(), text) != all.end();
}

ColumnRegions regions_of(const QuestionColumn& column) {
    ColumnRegions result;
    result.type = column.type == QuestionColumn::Type::number ? ColumnRegions::Type::number
                                                              : ColumnRegions::Type::category;
    result.dates = column.form.is_date();
    result.known = column.known;
    return result;
}

}  // namespace

ColumnView ColumnView::of(const DecisionData& decision) {
    ColumnView result;
    result.columns = decision.meanings.columns;
    result.plain = {decision.meanings.plain.begin(), decision.meanings.plain.end()};
    result.missing = decision.meanings.missing;
    Atoms atoms = decision.atoms();
    for (const std::string& variable : decision.variables())
        if (!atoms.contains(variable)) result.truths.insert(table_name(variable));
    std::map<std::string, std::set<std::string>> named;
    for (const auto& [text, atom] : atoms)
        for (const std::string& column : columns_of(atom)) collect_categories(atom, named[column]);
    for (auto& [name, schema] : result.columns) {
        for (const std::string& spelled : {name, spell_name(name)}) {
            auto found = named.find(spelled);
            if (found != named.end()) add_categories(found->second, result.missing, schema);
        }
    }
    return result;
}

std::string table_name(const std::string& spelled) {
    return spelled.size() > 1 && spelled.front() == '`' ? unquote(spelled) : spelled;
}

const ColumnSchema* schema_in(const ColumnView& view, const std::string& spelled) {
    for (const std::string& name : {spelled, table_name(spelled)}) {
        auto found = view.columns.find(name);
        if (found != view.columns.end()) return &found->second;
    }
    return nullptr;
}

std::size_t QuestionColumn::elements() const {
    switch (type) {
        case Type::truth: return 2;
        case Type::number: return starts.size() + 1;
        case Type::category: return named.size() + 2;
    }
    return 0;
}

double QuestionColumn::end_of(std::size_t element) const {
    return element < starts.size() ? starts[element] : kNoEnd;
}

std::size_t QuestionColumn::element_of(double number) const {
    auto after = std::upper_bound(starts.begin(), starts.end(), number);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - starts.begin(), 1));
}

std::size_t QuestionColumn::element_of_category(const std::string& category) const {
    auto found = std::lower_bound(named.begin(), named.end(), category);
    bool is_named = found != named.end() && *found == category;
    return is_named ? static_cast<std::size_t>(found - named.begin()) + 1 : named.size() + 1;
}

ElementSet QuestionColumn::accepted(const CellSet& cells) const {
    ElementSet result(elements(), false);
    result[0] = cells.has_missing();
    for (std::size_t e = 1; e < result.size(); ++e) {
        if (type == Type::number) {
            result[e] = cells.contains(starts[e - 1]);
        } else {
            result[e] = e <= named.size() ? cells.contains(named[e - 1]) : cells.contains_unseen();
        }
    }
    return result;
}

ElementSet QuestionColumn::accepted(const Atom& atom) const {
    if (const auto* member = std::get_if<MemberAtom>(&atom); member != nullptr && member->values.empty()) {
        ElementSet result(elements(), member->excluded);
        result[0] = false;
        return result;
    }
    std::optional<CellSet> cells = CellSet::of(atom);
    LOH_CHECK(cells.has_value());
    return accepted(*cells);
}

std::string QuestionColumn::example(std::size_t element) const {
    if (type == Type::truth) return element == 0 ? "0" : "1";
    if (element == 0) return missing_text;
    if (type == Type::category) return element <= named.size() ? named[element - 1] : other;
    double low = starts[element - 1];
    return form.write(
        readable_cell(element == 1 && missing ? -kLargestNumber : low, end_of(element), form.is_date()));
}

std::string QuestionColumn::describe(const ElementSet& elements) const {
    if (type == Type::truth) return elements[0] && elements[1] ? "any" : elements[1] ? "true" : "false";
    if (std::all_of(elements.begin() + (missing ? 0 : 1), elements.end(), [](bool in) { return in; }))
        return "any";
    CellSet cells = CellSet::numbers({0, false}, {0, false});
    if (type == Type::category) cells = intersect(CellSet::category(""), CellSet::category("").complement());
    bool some = false;
    for (std::size_t e = 1; e < elements.size(); ++e) {
        if (!elements[e]) continue;
        some = true;
        if (type == Type::number) {
            Cut low = e == 1 ? Cut{-kNoEnd, false} : cuts[e - 1];
            Cut high = e < cuts.size() ? cuts[e] : Cut{kNoEnd, false};
            cells = unite(cells, CellSet::numbers(low, high));
        } else if (e <= named.size()) {
            cells = unite(cells, CellSet::category(named[e - 1]));
        } else {
            CellSet all = CellSet::only_missing();
            for (const std::string& one : named) all = unite(all, CellSet::category(one));
            cells = unite(cells, all.complement());
        }
    }
    if (!some) return "missing";
    ColumnRegions regions = regions_of(*this);
    regions.regions.push_back({cells, ""});
    std::string words = loh::describe(regions, {0});
    return elements[0] && missing ? "missing or " + words : words;
}

void QuestionColumns::add_view(const ColumnView& view) {
    if (!has_missing_) missing_ = view.missing;
    has_missing_ = true;
}

QuestionColumns::Parts& QuestionColumns::part(const std::string& spelled) {
    std::string name = table_name(spelled);
    auto [found, is_new] = parts_.try_emplace(name);
    if (is_new) order_.push_back(name);
    return found->second;
}

void QuestionColumns::add_truth(const std::string& spelled) { part(spelled).is_truth = true; }

void QuestionColumns::add_point(const std::string& column, double number) {
    auto found = parts_.find(column);
    if (found == parts_.end() || found->second.schema.type != ColumnType::number) return;
    found->second.cuts.insert({{number, false}, {number, true}});
}

void QuestionColumns::add_atom(const Atom& atom, const ColumnView& view) {
    std::vector<std::string> read = columns_of(atom);
    for (const std::string& spelled : read) {
        const ColumnSchema* schema = schema_in(view, spelled);
        if (schema == nullptr)
            throw Error(ErrorKind::name,
                        "the model does not know the column " + quote(table_name(spelled), '\''));
        Parts& parts = part(spelled);
        bool differs =
            parts.schema.type != schema->type || parts.schema.form.is_date() != schema->form.is_date();
        if (parts.is_cell && differs)
            throw Error(ErrorKind::meaning,
                        "the models read column " + quote(table_name(spelled), '\'') + " differently",
                        "in one it has numbers, in the other categories or dates");
        if (!parts.is_cell) parts.schema = *schema;
        parts.is_cell = true;
        for (const std::string& category : schema->categories)
            if (!contains(parts.known, category)) parts.known.push_back(category);
    }
    if (read.size() == 2 || column_of(atom).is_difference()) return add_pair(atom, view);
    Parts& parts = part(read[0]);
    std::optional<CellSet> cells = CellSet::of(atom);
    if (!cells) return;
    for (Cut cut : cells->cuts())
        if (std::isfinite(cut.at)) parts.cuts.insert(cut);
    parts.named.insert(cells->named().begin(), cells->named().end());
}

PairKind pair_kind(const Atom& atom, const ColumnView& view) {
    std::vector<std::string> read = columns_of(atom);
    const ColumnSchema* a = schema_in(view, read.front());
    const ColumnSchema* b = schema_in(view, read.back());
    PairKind result;
    result.as_numbers = column_of(atom).is_difference() || (spells_numbers(*a) && spells_numbers(*b));
    result.numbers = a->type == ColumnType::number && b->type == ColumnType::number;
    return result;
}

void QuestionColumns::add_pair(const Atom& atom, const ColumnView& view) {
    std::vector<std::string> read = columns_of(atom);
    if (read.size() == 1) read.push_back(read[0]);
    PairKind kind = pair_kind(atom, view);
    for (const std::string& spelled : read) {
        const ColumnSchema& schema = *schema_in(view, spelled);
        part(spelled).paired = true;
        if (kind.numbers) part(spelled).compared = true;
        part(spelled).named.insert(schema.categories.begin(), schema.categories.end());
    }
    if (!kind.as_numbers || kind.numbers) return;
    bool first = schema_in(view, read[0])->type == ColumnType::number;
    bool second = schema_in(view, read[1])->type == ColumnType::number;
    if (first) add_mixed(atom, read[0], read[1], true, view);
    if (second) add_mixed(atom, read[1], read[0], false, view);
}

// The numbers at which the comparison with each category changes.
void QuestionColumns::add_mixed(const Atom& atom, const std::string& number, const std::string& category,
                                bool first, const ColumnView& view) {
    std::vector<double> bounds;
    if (column_of(atom).is_difference()) {
        std::optional<CellSet> cells = CellSet::of(atom);
        for (Cut cut : cells ? cells->cuts() : std::vector<Cut>()) {
            if (!std::isfinite(cut.at)) continue;
            bounds.push_back(first_from(cut, false).value_or(kNoEnd));
            bounds.push_back(number_after(-bounds.back()));
        }
    }
    for (const std::string& text : schema_in(view, category)->categories) {
        std::optional<double> value = ordinal_of(text);
        if (!value) continue;
        std::set<Cut>& cuts = part(number).cuts;
        if (bounds.empty()) cuts.insert({{*value, false}, {*value, true}});
        for (double bound : bounds) {
            std::optional<double> at = first_where(
                [&](double cell) { return first ? cell - *value >= bound : *value - cell < bound; });
            if (at) cuts.insert({*at, false});
        }
    }
}

void QuestionColumns::make_numbers(QuestionColumn& column, const Parts& parts) const {
    column.type = QuestionColumn::Type::number;
    column.form = parts.schema.form;
    column.compared = parts.compared;
    std::vector<std::string> texts = MissingTexts::in_numbers(missing_).texts();
    column.missing = !texts.empty() && !parts.is_truth;
    if (column.missing) column.missing_text = contains(texts, "") ? "" : texts[0];
    bool dates = column.form.is_date();
    column.starts = {parts.is_truth ? 0 : -kLargestNumber};
    column.cuts = {{column.starts[0], false}};
    std::set<Cut> cuts = parts.cuts;
    if (parts.is_truth) cuts.insert({0.5, true});
    for (Cut cut : cuts) {
        std::optional<double> start = first_from(cut, dates);
        if (!start || *start <= column.starts.back() || (parts.is_truth && *start > 1)) continue;
        column.starts.push_back(*start);
        column.cuts.push_back(cut);
    }
}

void QuestionColumns::make_categories(QuestionColumn& column, const Parts& parts) const {
    column.type = QuestionColumn::Type::category;
    column.known = parts.schema.categories;
    MissingTexts missing = MissingTexts::in_categories(missing_, parts.known);
    column.missing = !missing.texts().empty();
    if (column.missing) column.missing_text = missing.contains("") ? "" : missing.texts()[0];
    for (const std::string& name : parts.named)
        if (!missing.contains(name)) column.named.push_back(name);
    for (const std::string& name : parts.known)
        if (column.other.empty() && !parts.named.contains(name) && !missing.contains(name))
            column.other = name;
    if (!column.other.empty()) return;
    column.other = "other";
    while (parts.named.contains(column.other) || missing.contains(column.other)) column.other += "_";
}

QuestionColumn QuestionColumns::made(const std::string& name, const Parts& parts) const {
    QuestionColumn result;
    result.name = name;
    result.missing = false;
    result.paired = parts.paired;
    if (!parts.is_cell) return result;
    if (parts.schema.type == ColumnType::number) {
        make_numbers(result, parts);
    } else if (parts.is_truth) {
        throw Error(ErrorKind::meaning,
                    "column " + quote(name, '\'') + " is read as a truth value and as categories");
    } else {
        make_categories(result, parts);
    }
    return result;
}

void QuestionColumns::finish() {
    for (const std::string& name : order_) {
        place_.emplace(name, columns_.size());
        columns_.push_back(made(name, parts_.at(name)));
    }
}

std::size_t QuestionColumns::find(const std::string& spelled) const { return place_.at(table_name(spelled)); }

std::optional<std::size_t> QuestionColumns::find_name(const std::string& name) const {
    auto found = place_.find(name);
    return found == place_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> ordinal_of(const std::string& category) {
    if (std::optional<double> number = number_of(category)) return number;
    if (category.size() != 1 || std::isalpha(static_cast<unsigned char>(category[0])) == 0)
        return std::nullopt;
    return std::tolower(static_cast<unsigned char>(category[0])) - 'a';
}

namespace {

template <class T>
bool in_order(const T& a, Comparison comparison, const T& b) {
    switch (comparison) {
        case Comparison::less: return a < b;
        case Comparison::less_equal: return a <= b;
        case Comparison::greater: return a > b;
        case Comparison::greater_equal: return a >= b;
        case Comparison::equal: return a == b;
        case Comparison::not_equal: return a != b;
    }
    return false;
}

std::optional<double> number_in(const PairCell& cell) {
    if (cell.kind == PairCell::Kind::number) return cell.number;
    return cell.kind == PairCell::Kind::category ? ordinal_of(cell.category) : std::nullopt;
}

bool difference_holds(const Atom& atom, const PairCell& a, const PairCell& b) {
    std::optional<double> x = number_in(a);
    std::optional<double> y = number_in(b);
    if (std::holds_alternative<MissingAtom>(atom)) return !x || !y;
    if (!x || !y) return false;
    double difference = column_of(atom).absolute ? std::abs(*x - *y) : *x - *y;
    if (const auto* member = std::get_if<MemberAtom>(&atom); member != nullptr && member->values.empty())
        return member->excluded;
    return CellSet::of(atom)->contains(std::clamp(difference, -kLargestNumber, kLargestNumber));
}

}  // namespace

bool pair_holds(const Atom& atom, bool as_numbers, const PairCell& a, const PairCell& b) {
    if (column_of(atom).is_difference()) return difference_holds(atom, a, b);
    Comparison comparison = std::get<CompareAtom>(atom).comparison;
    auto either = [&](PairCell::Kind kind) { return a.kind == kind || b.kind == kind; };
    if (either(PairCell::Kind::missing)) return false;
    if (either(PairCell::Kind::unseen)) return comparison == Comparison::not_equal;
    if (as_numbers) return in_order(*number_in(a), comparison, *number_in(b));
    return in_order(a.category, comparison, b.category);
}

}  // namespace loh
