// Markdown: the decision as a document. Names and rules are code spans in the spelling of the language, which writes line ends
// and control characters as escapes, so nothing in them is Markdown or HTML.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "export/targets.hpp"
#include "export/writing.hpp"

namespace loh {

namespace {

// A code span, with more backquotes than the text has in a row.
std::string markdown_code(const std::string& text) {
    std::string inside;
    std::size_t longest = 0;
    std::size_t run = 0;
    for (char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        inside += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    std::string quotes(longest + 1, '`');
    bool apart = inside.empty() || inside.front() == '`' || inside.back() == '`' || inside.front() == ' ';
    return quotes + (apart ? " " : "") + inside + (apart ? " " : "") + quotes;
}

std::string markdown_name(const std::string& name) { return markdown_code(spell_name(name)); }
std::string markdown_text(const std::string& text) { return markdown_code(quote(text, '"')); }

std::string markdown_list(const std::vector<std::string>& texts) {
    std::string result;
    for (const std::string& text : texts) result += (result.empty() ? "" : ", ") + markdown_text(text);
    return result;
}

class MarkdownWriter {
public:
    explicit MarkdownWriter(const ExportModel& model) : model_(model) {}

    std::string write() {
        text_ = "# " + markdown_name(model_.target) + "\n\n";
        if (model_.votes) {
            scorecard();
        } else {
            list();
        }
        if (!model_.columns.empty()) columns();
        return std::move(text_);
    }

private:
    void list() {
        text_ += "The class of the first rule that holds; " +
                 markdown_text(model_.classes[model_.otherwise]) + " if none does.\n\n## Rules\n\n";
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            text_ += std::to_string(r + 1) + ". " + markdown_text(model_.classes[model_.rules[r].of_class]) +
                     " where " + markdown_code(model_.rules[r].text) + "\n";
    }

    void scorecard() {
        text_ +=
            "Each rule that holds gives points to the classes. The class with the most points counts, in a "
            "tie the first one."
            "\n\n## Points\n\n";
        std::size_t width = model_.classes.size();
        for (std::size_t c = 0; c < width; ++c)
            text_ += "- class " + std::to_string(c + 1) + " is " + markdown_text(model_.classes[c]) + "\n";
        text_ += "\n| rule |";
        for (std::size_t c = 0; c < width; ++c) text_ += " class " + std::to_string(c + 1) + " |";
        text_ += "\n| --- |";
        for (std::size_t c = 0; c < width; ++c) text_ += " ---: |";
        row("to begin with", model_.base);
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            row(std::to_string(r + 1), model_.rules[r].points);
        text_ += "\n\n## Rules\n\n";
        for (std::size_t r = 0; r < model_.rules.size(); ++r)
            text_ += std::to_string(r + 1) + ". " + markdown_code(model_.rules[r].text) + "\n";
    }

    void row(const std::string& name, const std::vector<std::int64_t>& points) {
        text_ += "\n| " + name + " |";
        for (std::int64_t value : points) text_ += " " + std::to_string(value) + " |";
    }

    void columns() {
        constexpr std::array<const char*, 4> kKinds = {"number", "date", "category", "true or false"};
        text_ += "\n## Columns\n\n";
        for (const ExportColumn& column : model_.columns) {
            text_ +=
                "- " + markdown_name(column.name) + ": " + kKinds.at(static_cast<std::size_t>(column.kind));
            if (!column.categories.empty()) text_ += ": " + markdown_list(column.categories);
            if (!column.missing.empty()) text_ += "; missing: " + markdown_list(column.missing);
            text_ += "\n";
        }
        text_ +=
            "\nA missing cell satisfies no comparison, not even `!=`; only `is missing` holds. A category "
            "that is not "
            "listed differs from all others.\n";
    }

    const ExportModel& model_;
    std::string text_ = {};
};

}  // namespace

std::string write_markdown(const ExportModel& model, const ExportOptions& /*options*/) {
    return MarkdownWriter(model).write();
}

}  // namespace loh
