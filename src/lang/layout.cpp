#include "lang/layout.hpp"

#include <utility>

#include "base/check.hpp"
#include "base/text.hpp"

namespace loh {

namespace {

constexpr std::size_t kIndent = 4;

}  // namespace

bool starts_line(std::string_view text, std::size_t offset) {
    while (offset > 0 && (text[offset - 1] == ' ' || text[offset - 1] == '\t' || text[offset - 1] == '\r'))
        --offset;
    return offset == 0 || text[offset - 1] == '\n';
}

void Layout::word(std::string text, std::uint32_t source_offset) {
    if (source_offset != kNowhere) {
        while (next_comment_ < comments_.size() && comments_[next_comment_].begin < source_offset) {
            waiting_.push_back(comments_[next_comment_++]);
        }
    }
    if (!waiting_.empty()) {
        std::size_t last = parts_.size();
        while (last > 0 && parts_[last - 1].kind != Part::Kind::line &&
               parts_[last - 1].kind != Part::Kind::word)
            --last;
        if (last > 0 && parts_[last - 1].kind == Part::Kind::line)
            parts_[last - 1].comments = std::exchange(waiting_, {});
    }
    std::size_t columns = count_code_points(text);
    parts_.push_back({Part::Kind::word, std::move(text), {}, columns});
}

void Layout::measure() {
    std::size_t count = parts_.size();
    flat_width_.assign(count + 1, 0);
    group_end_.assign(count, count);
    next_line_.assign(count + 1, count);
    forced_.assign(count + 1, 0);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < count; ++i) {
        const Part& part = parts_[i];
        std::size_t columns = part.kind == Part::Kind::line ? part.text.size() : part.columns;
        flat_width_[i + 1] = flat_width_[i] + columns;
        forced_[i + 1] = forced_[i] + (part.comments.empty() ? 0 : 1);
        if (part.kind == Part::Kind::begin_group) open.push_back(i);
        if (part.kind == Part::Kind::end_group) {
            group_end_[open.back()] = i;
            open.pop_back();
        }
    }
    LOH_CHECK(open.empty());
    for (std::size_t i = count; i-- > 0;)
        next_line_[i] = parts_[i].kind == Part::Kind::line ? i : next_line_[i + 1];
}

// Whether the group and the text after it, up to the next possible break, fit into the width.
bool Layout::fits(std::size_t group, std::size_t column, std::size_t width) const {
    std::size_t end = group_end_[group];
    if (forced_[end] > forced_[group]) return false;
    return column + flat_width_[next_line_[end]] - flat_width_[group] <= width;
}

void Layout::write_comments(const Part& line, std::size_t indentation, std::string& out) const {
    for (SourceSpan comment : line.comments) {
        bool own_line = starts_line(source_.text(), comment.begin);
        bool first = comment.begin == line.comments.front().begin;
        out += first && !own_line ? "  " : "\n" + std::string(indentation, ' ');
        out += source_.text(comment);
    }
}

std::string Layout::render(std::size_t width) {
    measure();
    std::string out;
    std::size_t column = 0;
    std::size_t indentation = 0;
    std::vector<bool> broken = {true};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        switch (part.kind) {
            case Part::Kind::word:
                out += part.text;
                column += part.columns;
                break;
            case Part::Kind::line:
                if (broken.back() || !part.comments.empty()) {
                    while (!out.empty() && out.back() == ' ') out.pop_back();
                    write_comments(part, indentation, out);
                    out += "\n" + std::string(indentation, ' ');
                    column = indentation;
                } else {
                    out += part.text;
                    column += part.text.size();
                }
                break;
            case Part::Kind::begin_group: broken.push_back(!fits(i, column, width)); break;
            case Part::Kind::end_group: broken.pop_back(); break;
            case Part::Kind::indent: indentation += kIndent; break;
            case Part::Kind::unindent: indentation -= kIndent; break;
        }
    }
    waiting_.insert(waiting_.end(), comments_.begin() + static_cast<std::ptrdiff_t>(next_comment_),
                    comments_.end());
    return out;
}

}  // namespace loh
