#include "explain_path.hpp"

#include <ostream>

#include "aligned.hpp"
#include "markdown.hpp"
#include "model_report.hpp"

namespace loh::cli {

namespace {

double score_of(const Report& report, Metric metric) {
    return metric == Metric::macro_f1 ? report.macro_f1 : report.accuracy;
}

// Of models that keep only the formulas of other sizes, none.
std::vector<PathFigure> figures_of(const Model& model, const std::optional<Table>& table) {
    std::vector<PathFigure> result;
    if (!model.can_move()) return result;
    Metric metric = model.options().metric;
    for (const Model::Part& part : model.parts())
        result.push_back({part.name == "holdout" ? "held-out" : part.name, {}});
    if (table) result.push_back({"table", {}});
    for (std::size_t size = 1; size <= model.path().size(); ++size) {
        Model other = model.at_size(size);
        for (std::size_t p = 0; p < other.parts().size(); ++p)
            result[p].scores.push_back(score_of(other.parts()[p].report, metric));
        if (table) result.back().scores.push_back(score_of(other.evaluate(*table), metric));
    }
    return result;
}

Json sizes_to_json(const Model& model, const std::vector<PathFigure>& figures) {
    Json json = to_json(model.path());
    for (const PathFigure& figure : figures) {
        for (std::size_t size = 0; size < json.size(); ++size)
            json[size]["scores"][figure.name] = figure.scores[size];
    }
    return json;
}

void print_markdown(std::ostream& out, const Model& model, const std::vector<PathFigure>& figures) {
    std::vector<std::vector<std::string>> rows = {{"size", "rules", "literals", "cross-validated", "error"}};
    for (const PathFigure& figure : figures) rows[0].push_back(figure.name);
    for (std::size_t size = 0; size < model.path().size(); ++size) {
        const PathStep& step = model.path()[size];
        std::string number = std::to_string(size + 1);
        rows.push_back({step.chosen ? "**" + number + "**" : number, std::to_string(step.rules),
                        std::to_string(step.literals), step.score < 0 ? "" : fixed(step.score, 3),
                        step.score < 0 ? "" : fixed(step.error, 3)});
        for (const PathFigure& figure : figures) rows.back().push_back(fixed(figure.scores[size], 3));
    }
    print_table(out, std::string(rows[0].size(), 'r'), rows);
}

}  // namespace

void print_sizes(std::ostream& out, const Model& model, const std::optional<Table>& table,
                 const std::string& format) {
    if (model.path().empty()) static_cast<void>(model.at_size(1));  // throws the error that says why
    if (table && !model.can_move())
        throw Error(ErrorKind::usage, "the model keeps only the formulas of other sizes",
                    "learn it again, or leave out DATA");
    std::vector<PathFigure> figures = figures_of(model, table);
    if (format == "json") {
        out << sizes_to_json(model, figures).dump(2) << '\n';
    } else if (format == "markdown") {
        print_markdown(out, model, figures);
    } else {
        print_path(out, model.path(), model.options().metric, figures);
    }
}

}  // namespace loh::cli
