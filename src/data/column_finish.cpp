// The last step of typing a column: all of its cells are known.
//
// Idea: a column that has a text was read as categories. Whether these texts are dates, or numbers of one form, is decided by
// the distinct texts; the cells of such a column then become numbers by their codes. Columns of plain numbers and of ordinary
// texts therefore cost nothing more: of the latter, one text is examined.
//
// Invariant: the result depends on the set of cells only, not on their order.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "data/column_pieces.hpp"
#include "data/parse_number.hpp"
#include "data/table_data.hpp"
#include "loh/error.hpp"

namespace loh {

namespace {

// The order of the categories: by value if all are numbers; otherwise, and among equal numbers, by their bytes.
void sort_texts(const TextIndex& texts, std::vector<std::uint32_t>& order) {
    std::vector<double> numbers(texts.size());
    bool numeric = true;
    for (std::size_t i = 0; i < order.size() && numeric; ++i) {
        std::optional<double> number = parse_number(texts.text(order[i]));
        numeric = number.has_value();
        numbers[order[i]] = number.value_or(0);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (numeric && numbers[a] != numbers[b]) return numbers[a] < numbers[b];
        return texts.text(a) < texts.text(b);
    });
}

// Two capital letters, such as the codes of countries and continents.
bool is_code(std::string_view text) {
    return text.size() == 2 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

class ColumnFinisher {
public:
    ColumnFinisher(std::string name, ColumnPiece&& piece, const FinishRules& rules)
        : piece_(std::move(piece)), rules_(rules) {
        result_.name = std::move(name);
        result_.type = piece_.type;
    }

    TypedColumn finish() {
        if (piece_.type == ColumnType::number) {
            result_.numbers = std::move(piece_.numbers);
            add_usual(piece_.usual);
            return std::move(result_);
        }
        usual_.resize(piece_.texts.size());
        for (std::size_t i = 0; i < usual_.size() && rules_.usual; ++i)
            usual_[i] = UsualTexts::find(piece_.texts.text(i));
        if (rules_.may_form && take_form()) return std::move(result_);
        if (rules_.must_form)
            throw Error(ErrorKind::meaning,
                        "column " + quote_name(result_.name) +
                            " is declared as numbers, but its cells do not have one form",
                        "loh inspect without this declaration shows its cells");
        take_categories();
        return std::move(result_);
    }

private:
    // The texts other than the usual ones that satisfy a condition: all of them, and at least `least`.
    template <class Condition>
    [[nodiscard]] bool all_others(std::size_t least, const Condition& condition) const {
        std::size_t others = 0;
        for (std::size_t i = 0; i < usual_.size(); ++i) {
            if (usual_[i]) continue;
            if (!condition(piece_.texts.text(i))) return false;
            ++others;
        }
        return others >= least;
    }

    void add_usual(const UsualTexts::Counts& counts) {
        for (std::size_t i = 0; i < counts.size() && rules_.usual; ++i)
            if (counts[i] > 0)
                result_.findings.usual.push_back({std::string(UsualTexts::kTexts[i]), counts[i], true});
    }

    bool take_form() {
        FormFinder finder(rules_.separator);
        if (!all_others(1, [&](std::string_view text) { return finder.add(text); })) return false;
        CommonForm found = finder.found();
        result_.findings.doubt = found.doubt;
        if (!found.form) return false;
        result_.type = ColumnType::number;
        result_.form = *found.form;
        constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> of_text(usual_.size(), kMissing);
        for (std::size_t i = 0; i < usual_.size(); ++i)
            if (!usual_[i]) of_text[i] = *found.form->parse(piece_.texts.text(i));
        std::vector<double> numbers(piece_.codes.size(), kMissing);
        UsualTexts::Counts counts{};
        for (std::size_t row = 0; row < numbers.size(); ++row) {
            std::uint32_t code = piece_.codes[row];
            if (code == TypedColumn::kMissingCode) continue;
            numbers[row] = of_text[code];
            if (usual_[code]) ++counts[*usual_[code]];
        }
        add_usual(counts);
        result_.numbers = std::move(numbers);
        return true;
    }

    // [usual text]: whether it is missing in this column of categories.
    [[nodiscard]] std::array<bool, UsualTexts::kTexts.size()> missing_texts() const {
        std::array<bool, UsualTexts::kTexts.size()> result{};
        bool numbers = rules_.target &&
                       all_others(1, [](std::string_view text) { return parse_number(text).has_value(); });
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = numbers || i < UsualTexts::kNumbersOnly;
        constexpr std::size_t kFewestCodes = 2;
        if (all_others(kFewestCodes, is_code)) result[UsualTexts::kNa] = false;
        return result;
    }

    void take_categories() {
        std::array<bool, UsualTexts::kTexts.size()> missing = missing_texts();
        std::vector<std::uint32_t> order;
        for (std::uint32_t text = 0; text < usual_.size(); ++text)
            if (!usual_[text] || !missing[*usual_[text]]) order.push_back(text);
        sort_texts(piece_.texts, order);
        std::vector<std::uint32_t> code(usual_.size(), TypedColumn::kMissingCode);  // [text]
        std::vector<std::string> categories;
        for (std::uint32_t text : order) {
            code[text] = static_cast<std::uint32_t>(categories.size());
            categories.emplace_back(piece_.texts.text(text));
        }
        add_usual_of_categories(missing);
        for (std::uint32_t& cell : piece_.codes)
            if (cell != TypedColumn::kMissingCode) cell = code[cell];
        result_.categories = std::move(categories);
        result_.codes = std::move(piece_.codes);
    }

    // Call it while the codes are those of the texts.
    void add_usual_of_categories(const std::array<bool, UsualTexts::kTexts.size()>& missing) {
        for (std::uint32_t text = 0; text < usual_.size(); ++text) {
            if (!usual_[text]) continue;
            auto rows = std::count(piece_.codes.begin(), piece_.codes.end(), text);
            result_.findings.usual.push_back({std::string(piece_.texts.text(text)),
                                              static_cast<std::size_t>(rows), missing[*usual_[text]]});
        }
        std::sort(result_.findings.usual.begin(), result_.findings.usual.end(),
                  [](const UsualText& a, const UsualText& b) { return a.text < b.text; });
    }

    ColumnPiece piece_;
    FinishRules rules_;
    std::vector<std::optional<std::size_t>> usual_;  // [text]: its index in UsualTexts
    TypedColumn result_;
};

}  // namespace

TypedColumn finish_piece(std::string name, ColumnPiece&& piece, const FinishRules& rules) {
    if (piece.texts.size() > TypedColumn::kUnseenCode)
        throw Error(ErrorKind::limit, "column " + quote_name(name) + " has too many categories");
    return ColumnFinisher(std::move(name), std::move(piece), rules).finish();
}

}  // namespace loh
