#include "data/csv_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "data/csv_scan.hpp"
#include "data/file_formats.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

constexpr std::string_view kLineEnds = "\r\n";
constexpr std::size_t kMaxSequence = 4;  // maximum bytes of a character in UTF-8

// An error about the whole text, without a line.
Error text_error(const std::string& name, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    diagnostic.file = name;
    return Error(std::move(diagnostic));
}

// The offset of the first byte that is not valid UTF-8, or the length of the text.
std::size_t find_invalid_utf8(std::string_view text) {
    for (std::size_t at = 0;;) {
        at += count_ascii(text.data() + at, text.size() - at);
        if (at == text.size()) return at;
        for (; at < text.size() && (static_cast<unsigned char>(text[at]) & 0x80U) != 0;) {
            std::size_t length = utf8_sequence_length(text.substr(at));
            if (length == 0) return at;
            at += length;
        }
    }
}

std::string hex(char c) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    auto byte = static_cast<unsigned char>(c);
    return {'0', 'x', kDigits[byte >> 4U], kDigits[byte & 15U]};
}

// The text with each byte that is not valid UTF-8 replaced by U+FFFD, so that it can be printed.
std::string valid_utf8(std::string_view text) {
    std::string result;
    for (;;) {
        std::size_t valid = find_invalid_utf8(text);
        result += text.substr(0, valid);
        if (valid == text.size()) return result;
        result += "\uFFFD";
        text.remove_prefix(valid + 1);
    }
}

}  // namespace

void accept_start(std::string& text, const std::string& name) {
    if (std::optional<FileFormat> other = other_format(text))
        throw text_error(name, "the table is " + std::string(other->is) + ", not CSV",
                         std::string(other->hint));
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        throw text_error(name, "the text is in UTF-16, not in UTF-8",
                         "save it as UTF-8, or convert it: " + iconv_command("UTF-16", name));
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
}

std::size_t check_text(const TextPart& part, const std::string& name) {
    std::string_view text = part.text;
    auto refuse = [&](std::size_t at, std::string message, std::string hint) {
        std::size_t line = part.line + count_line_ends(text.substr(0, at));
        return Error(
            diagnose(name, text, {line, at, at + 1}, ErrorKind::syntax, std::move(message), std::move(hint)));
    };
    std::size_t zero = text.find('\0', part.checked);
    if (zero != std::string_view::npos) {
        throw refuse(zero, "a NUL byte, which is not allowed in CSV text",
                     "if this is a spreadsheet or an archive, export a CSV file from it; if it is UTF-16, "
                     "convert it to UTF-8");
    }
    std::size_t valid = part.checked + find_invalid_utf8(text.substr(part.checked));
    bool is_incomplete = !part.last && text.size() - valid < kMaxSequence;
    if (valid == text.size() || is_incomplete) return valid;
    std::string encoding = probable_encoding(text.substr(valid));
    throw refuse(valid, "the byte " + hex(text[valid]) + " is not valid UTF-8",
                 "the encoding is probably " + encoding +
                     ": save the file as UTF-8, or convert it: " + iconv_command(encoding, name));
}

void accept_text(std::string& text, const std::string& name) {
    if (text.size() > CellPlace::kMaxBegin) throw Error(ErrorKind::limit, name + " is larger than 1 TiB");
    accept_start(text, name);
    check_text({text, 0, 1, true}, name);
}

// Which quotes open a cell depends on the separator, which is not known yet. Here a quote opens a cell at the start of the
// line and after any candidate, so that the comma in `name;"weight, in kg"` is not counted.
std::optional<char> choose_separator(std::string_view text, bool last) {
    std::size_t first_character = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    std::size_t line_end = text.substr(0, first_character).find_last_of(kLineEnds);
    std::size_t header = line_end == std::string_view::npos ? 0 : line_end + 1;

    constexpr std::string_view kCandidates = ",;\t|";
    std::array<std::size_t, kCandidates.size()> count{};
    bool quoted = false;
    bool cell_begins = true;
    bool ended = last;
    for (char c : text.substr(header)) {
        // A fast check, because few characters are candidates and a line may be long.
        bool may_be = c == ',' || c == ';' || c == '\t' || c == '|';
        std::size_t candidate = may_be ? kCandidates.find(c) : std::string_view::npos;
        if (c == '"' && (quoted || cell_begins)) {
            quoted = !quoted;
            cell_begins =
                !quoted;  // a quote directly after a closing quote is the second of a pair and reopens the cell
        } else if (!quoted) {
            ended = ended || c == '\n' || c == '\r';
            if (c == '\n' || c == '\r') break;
            if (candidate != std::string_view::npos) ++count[candidate];
            cell_begins = candidate != std::string_view::npos || (cell_begins && c == ' ');
        }
    }
    if (!ended) return std::nullopt;
    auto most = std::max_element(count.begin(), count.end());
    return kCandidates[static_cast<std::size_t>(most - count.begin())];
}

std::string quote_separator(char separator) {
    if (separator == '\t') return "a tab";
    return separator < ' ' ? "the byte " + hex(separator) : std::string("'") + separator + "'";
}

std::size_t count_line_ends(std::string_view text) {
    std::size_t count = 0;
    char before = 0;
    for (char c : text) {
        count += static_cast<std::size_t>(c == '\r' || (c == '\n' && before != '\r'));
        before = c;
    }
    return count;
}

Diagnostic diagnose(const std::string& name, std::string_view text, const TextPlace& place, ErrorKind kind,
                    std::string message, std::string hint) {
    // A line may have gigabytes: show at most so many characters from the place on, and so many bytes before it.
    constexpr std::size_t kShown = 200;
    constexpr std::size_t kLongestBefore = std::size_t{1} << 20U;
    std::size_t before_line = text.substr(0, place.begin).find_last_of(kLineEnds);
    std::size_t line_begin = before_line == std::string_view::npos ? 0 : before_line + 1;
    std::string_view behind = text.substr(place.begin, kShown * kMaxSequence);
    behind = behind.substr(0, behind.find_first_of(kLineEnds));
    std::string_view before = text.substr(line_begin, place.begin - line_begin);
    std::string_view from_place = take_code_points(behind, kShown);

    Diagnostic result;
    result.kind = kind;
    result.message = std::move(message);
    result.hint = std::move(hint);
    result.file = name;
    result.line = place.line;
    result.column = count_code_points(before) + 1;
    std::size_t length = count_code_points(from_place.substr(0, place.end - place.begin));
    result.length = std::max<std::size_t>(length, 1);
    if (before.size() <= kLongestBefore) result.source_line = valid_utf8(before) + valid_utf8(from_place);
    return result;
}

}  // namespace loh
