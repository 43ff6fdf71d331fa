#include "base/source.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace loh {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (text_[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
    }
}

std::string_view Source::text(SourceSpan span) const {
    return std::string_view(text_).substr(span.begin, span.end - span.begin);
}

std::size_t Source::line_index(std::uint32_t offset) const {
    auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return static_cast<std::size_t>(after - line_starts_.begin()) - 1;
}

std::string_view Source::line_text(std::size_t index) const {
    std::size_t begin = line_starts_[index];
    std::size_t end = index + 1 < line_starts_.size() ? line_starts_[index + 1] - 1 : text_.size();
    while (end > begin && text_[end - 1] == '\r') --end;
    return std::string_view(text_).substr(begin, end - begin);
}

LineColumn Source::locate(std::uint32_t offset) const {
    std::size_t index = line_index(offset);
    std::size_t begin = line_starts_[index];
    return {index + 1, count_code_points(std::string_view(text_).substr(begin, offset - begin)) + 1};
}

Diagnostic Source::diagnose(Severity severity, ErrorKind kind, SourceSpan span, std::string message,
                            std::string hint) const {
    LineColumn place = locate(span.begin);
    std::string_view line = line_text(place.line - 1);
    std::size_t line_end = line_starts_[place.line - 1] + line.size();
    std::size_t shown_end = std::min<std::size_t>(std::max(span.end, span.begin), line_end);
    std::size_t length = shown_end > span.begin
                             ? count_code_points(text({span.begin, static_cast<std::uint32_t>(shown_end)}))
                             : 0;
    Diagnostic result;
    result.severity = severity;
    result.kind = kind;
    result.message = std::move(message);
    result.hint = std::move(hint);
    result.file = name_;
    result.line = place.line;
    result.column = place.column;
    result.length = std::max<std::size_t>(length, 1);
    result.source_line = std::string(line);
    return result;
}

Error Source::error(ErrorKind kind, SourceSpan span, std::string message, std::string hint) const {
    return Error(diagnose(Severity::error, kind, span, std::move(message), std::move(hint)));
}

Diagnostic Source::note(SourceSpan span, std::string message) const {
    return diagnose(Severity::note, ErrorKind::meaning, span, std::move(message));
}

}  // namespace loh
