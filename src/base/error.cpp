#include "loh/error.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace loh {

namespace {

constexpr std::size_t kShownBefore = 60;  // characters of a long line shown on either side of the place
constexpr std::size_t kShownAfter = 60;

std::string_view severity_word(Severity severity) {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::note: return "note";
    }
    return "error";
}

// Keeps tabs, so that the caret is below its character for any tab width. Control characters are printed as '?'.
std::string printable(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\t') || byte == 0x7F) c = '?';
    }
    return result;
}

std::string blank(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        result += text[0] == '\t' ? '\t' : ' ';
        text.remove_prefix(std::max<std::size_t>(1, utf8_sequence_length(text)));
    }
    return result;
}

// The source line with its number in a margin, and a line with the caret below it. A very long line is cut on both sides
// of the place.
std::string excerpt(const Diagnostic& diagnostic) {
    std::string_view line = diagnostic.source_line;
    std::string_view before = take_code_points(line, diagnostic.column - 1);
    std::string_view from_place = line.substr(before.size());
    std::string lead;
    std::size_t skip = count_code_points(before);
    if (skip > kShownBefore) {
        before.remove_prefix(take_code_points(before, skip - kShownBefore).size());
        lead = "...";
    }
    std::string_view shown = take_code_points(from_place, kShownAfter);
    std::string tail = shown.size() < from_place.size() ? "..." : "";
    std::size_t carets =
        std::clamp<std::size_t>(diagnostic.length, 1, std::max<std::size_t>(1, count_code_points(shown)));

    std::string number = std::to_string(diagnostic.line);
    std::string margin(number.size(), ' ');
    return "\n  " + number + " | " + lead + printable(before) + printable(shown) + tail +  //
           "\n  " + margin + " | " + std::string(lead.size(), ' ') + blank(before) + std::string(carets, '^');
}

}  // namespace

std::string Diagnostic::to_string() const {
    std::string result;
    if (!file.empty()) result += file + ":";
    if (line > 0) result += std::to_string(line) + ":" + std::to_string(column) + ":";
    if (!result.empty()) result += " ";
    result += std::string(severity_word(severity)) + ": " + message;
    bool has_line = line > 0 && (column == 1 || !source_line.empty());
    if (has_line) result += excerpt(*this);
    if (!hint.empty()) result += "\n  help: " + hint;
    for (const Diagnostic& note : notes) result += "\n" + note.to_string();
    return result;
}

Error::Error(Diagnostic diagnostic)
    : std::runtime_error(diagnostic.to_string()), diagnostic_(std::move(diagnostic)) {}

namespace {

Diagnostic placeless(ErrorKind kind, std::string message, std::string hint) {
    Diagnostic result;
    result.kind = kind;
    result.message = std::move(message);
    result.hint = std::move(hint);
    return result;
}

}  // namespace

Error::Error(ErrorKind kind, std::string message, std::string hint)
    : Error(placeless(kind, std::move(message), std::move(hint))) {}

}  // namespace loh
