#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "base/check.hpp"
#include "base/keywords.hpp"

namespace loh {

std::size_t utf8_sequence_length(std::string_view text) {
    if (text.empty()) return 0;
    auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
    unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        if (!continues(1) || !continues(2)) return 0;
        bool overlong = lead == 0xE0 && byte(1) < 0xA0;
        bool surrogate = lead == 0xED && byte(1) >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        if (!continues(1) || !continues(2) || !continues(3)) return 0;
        bool overlong = lead == 0xF0 && byte(1) < 0x90;
        bool too_large = lead == 0xF4 && byte(1) >= 0x90;
        return overlong || too_large ? 0 : 4;
    }
    return 0;
}

std::size_t count_code_points(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        text.remove_prefix(std::max<std::size_t>(1, utf8_sequence_length(text)));
        ++count;
    }
    return count;
}

std::string_view take_code_points(std::string_view text, std::size_t count) {
    std::string_view rest = text;
    for (; count > 0 && !rest.empty(); --count) {
        rest.remove_prefix(std::max<std::size_t>(1, utf8_sequence_length(rest)));
    }
    return text.substr(0, text.size() - rest.size());
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Edit distance between `a` and `b` (insert, delete, replace, swap of neighbours), ignoring letter case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::vector<std::size_t> next(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0U : 1U)});
            bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
        }
        std::swap(before, row);
        std::swap(row, next);
    }
    return row[b.size()];
}

}  // namespace

std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& candidates) {
    constexpr std::size_t kLongestWord = 64;
    if (word.size() > kLongestWord) return std::nullopt;
    std::size_t best_distance = std::min<std::size_t>(2, word.size() / 3) + 1;
    std::optional<std::string> best;
    for (const std::string& candidate : candidates) {
        std::size_t gap = std::max(candidate.size(), word.size()) - std::min(candidate.size(), word.size());
        if (candidate == word || gap >= best_distance) continue;
        std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string quote(std::string_view text, char quote) {
    std::string result(1, quote);
    for (char c : text) {
        switch (c) {
            case '\n': result += "\\n"; break;
            case '\t': result += "\\t"; break;
            case '\r': result += "\\r"; break;
            default:
                if (c == quote || c == '\\') result += '\\';
                result += c;
        }
    }
    return result + quote;
}

bool is_plain_name(std::string_view text) {
    if (text.empty() || is_keyword(text) || (text[0] >= '0' && text[0] <= '9')) return false;
    while (!text.empty()) {
        std::size_t length = utf8_sequence_length(text);
        if (length == 0 || !is_name_character(text.substr(0, length))) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string spell_name(std::string_view name) {
    return is_plain_name(name) ? std::string(name) : quote(name, '`');
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 10;
    std::string result;
    for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i)
        result += (i == 0 ? "" : ", ") + quote(names[i], '\'');
    return names.size() > kShown ? result + " and " + std::to_string(names.size() - kShown) + " more"
                                 : result;
}

std::string spell_number(double value) {
    constexpr double kLargestPlain = 9007199254740992.0;  // 2^53: smaller whole numbers are exact
    std::array<char, 64> buffer{};
    bool plain = value >= -kLargestPlain && value <= kLargestPlain &&
                 value == static_cast<double>(static_cast<long long>(value));
    auto end =
        plain ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<long long>(value))
              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    LOH_CHECK(end.ec == std::errc());
    return {buffer.data(), end.ptr};
}

}  // namespace loh
