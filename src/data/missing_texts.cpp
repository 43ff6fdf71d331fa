#include "data/missing_texts.hpp"

#include <utility>

namespace loh {

namespace {

void append_texts(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

MissingRules::MissingRules(const TableSchema& schema) : texts(schema.missing) {
    if (!schema.usual_missing) return;
    for (std::size_t i = 0; i < UsualTexts::kTexts.size(); ++i)
        (i < UsualTexts::kNumbersOnly ? unless_category : in_numbers).emplace_back(UsualTexts::kTexts[i]);
}

MissingTexts::MissingTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {
    std::sort(texts_.begin(), texts_.end());
    for (const std::string& text : texts_) {
        if (text.empty()) {
            empty_ = true;
            continue;
        }
        std::uint16_t& lengths = lengths_[static_cast<unsigned char>(text[0])];
        lengths = static_cast<std::uint16_t>(lengths | 1U << std::min(text.size(), kLongest));
    }
}

MissingTexts MissingTexts::in_numbers(const MissingRules& rules) {
    std::vector<std::string> all = rules.texts;
    append_texts(all, rules.unless_category);
    append_texts(all, rules.in_numbers);
    return MissingTexts(std::move(all));
}

MissingTexts MissingTexts::in_categories(const MissingRules& rules, std::span<const std::string> categories) {
    std::vector<std::string> all = rules.texts;
    for (const std::string& text : rules.unless_category) {
        if (std::find(categories.begin(), categories.end(), text) == categories.end()) all.push_back(text);
    }
    return MissingTexts(std::move(all));
}

bool MissingTexts::is_listed(std::string_view cell) const {
    return std::binary_search(texts_.begin(), texts_.end(), cell);
}

}  // namespace loh
