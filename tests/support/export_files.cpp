#include "support/export_files.hpp"

#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "decision/deciding_rules.hpp"
#include "export/export_model.hpp"
#include "loh/export.hpp"

namespace loh::testing {

namespace {

using Json = nlohmann::json;

Json number_json(double number) {
    if (std::isnan(number)) return nullptr;
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number;
}

Json columns_json(const ExportCase& from) {
    Json result = Json::array();
    for (const CaseColumn& column : from.columns) {
        const char* kind = column.truth                                 ? "truth"
                           : column.schema.type == ColumnType::category ? "category"
                           : column.schema.form.is_date()               ? "date"
                                                                        : "number";
        result.push_back({{"name", column.name}, {"kind", kind}, {"form", column.schema.form.spelled()}});
    }
    return result;
}

Json cells_json(const ExportCase& from, bool as_texts) {
    Json result = Json::array();
    for (std::size_t c = 0; c < from.columns.size(); ++c) {
        const CaseColumn& column = from.columns[c];
        Json cells = Json::array();
        for (std::size_t row = 0; row < from.rows; ++row) {
            std::optional<std::string> text = as_texts ? cell_text(from, c, row) : std::nullopt;
            if (as_texts) {
                cells.push_back(text ? Json(*text) : Json(nullptr));
            } else if (column.schema.type == ColumnType::category) {
                cells.push_back(column.texts[row] ? Json(*column.texts[row]) : Json(nullptr));
            } else {
                cells.push_back(number_json(column.numbers[row]));
            }
        }
        result.push_back(std::move(cells));
    }
    return result;
}

// The rules that hold in each row, of a scorecard.
std::vector<std::vector<std::size_t>> holding_rules(const DecisionData& decision, const ColumnSource& rows,
                                                    ThreadPool& pool) {
    RuleProgram program = compile_rules(decision.plain_formulas());
    LiteralColumns literals = literal_columns(program.literals, decision, rows);
    program.literals = std::move(literals.literals);
    auto holds = evaluate_rules(program, raw_inputs(program, rows.rows(), literals.columns), pool);
    std::vector<std::vector<std::size_t>> result(rows.rows());
    for (std::size_t row = 0; row < result.size(); ++row) {
        for (std::size_t rule = 0; rule < holds.size(); ++rule)
            if ((holds[rule][row / 64] >> (row % 64) & 1U) != 0) result[row].push_back(rule + 1);
    }
    return result;
}

template <class T>
Json by_row(const std::vector<T>& values, std::size_t rows) {
    Json result = Json::array();
    std::size_t classes = values.size() / rows;
    for (std::size_t row = 0; row < rows; ++row)
        result.push_back(std::vector<T>(values.begin() + static_cast<std::ptrdiff_t>(row * classes),
                                        values.begin() + static_cast<std::ptrdiff_t>((row + 1) * classes)));
    return result;
}

void add_expected(const ExportCase& from, Json& json) {
    const DecisionData& decision = from.decision.decision_data();
    CaseRows rows(from);
    ThreadPool pool(1);
    DecisionRows prepared(decision, rows);
    json["expected"] = prepared.classify(pool);
    json["proba"] = by_row(probabilities_on(decision, rows, pool), from.rows);
    if (from.decision.head() == Head::vote) {
        json["points"] = by_row(prepared.scores(pool), from.rows);
        json["rules"] = holding_rules(decision, rows, pool);
        return;
    }
    std::vector<std::uint32_t> rules = DecidingRules(decision).on(rows, pool);
    std::size_t none = DecidingRules(decision).classes().size() - 1;
    Json numbers = Json::array();
    for (std::uint32_t rule : rules) numbers.push_back(rule == none ? 0 : rule + 1);
    json["rules"] = std::move(numbers);
}

// The same rows as a table of text, without those that have infinities.
void check_texts(const ExportCase& from, const Json& json) {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> columns(from.columns.size());
    std::vector<std::uint32_t> expected;
    for (const CaseColumn& column : from.columns) names.push_back(column.name);
    for (std::size_t row = 0; row < from.rows; ++row) {
        std::vector<std::string> texts;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (std::optional<std::string> text = cell_text(from, c, row)) texts.push_back(*text);
        if (texts.size() < columns.size()) continue;
        for (std::size_t c = 0; c < columns.size(); ++c) columns[c].push_back(texts[c]);
        expected.push_back(json["expected"][row].get<std::uint32_t>());
    }
    if (expected.empty() || from.decision.classify(Table::from_columns(names, columns)) != expected)
        throw std::runtime_error(from.name + ": the rows as a table of text are decided in another way");
}

void write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

void write_exports(const ExportCase& from, const std::filesystem::path& folder, Json& json) {
    for (const ExportTarget& target : export_targets()) {
        std::vector<std::string> dialects = target.dialects;
        if (dialects.empty()) dialects.emplace_back();
        for (const std::string& dialect : dialects) {
            for (bool full : {false, true}) {
                if (full && !target.takes_explain && !target.takes_proba) continue;
                ExportOptions options;
                options.dialect = dialect;
                if (target.takes_table) options.table = "\"" + from.table + "\"";
                options.explain = full && target.takes_explain;
                options.proba = full && target.takes_proba;
                std::string file = target.name + (dialect.empty() ? "" : "-" + dialect) +
                                   (full ? "-full" : "") + "." + target.extension;
                try {
                    write_text(folder / file, export_text(from.decision, target.name, options));
                } catch (const Error& error) {
                    json["refused"][file] = error.diagnostic().message;
                }
            }
        }
    }
}

void write_case(const ExportCase& from, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    Json json = {{"target", from.decision.target()},
                 {"classes", from.decision.classes()},
                 {"table", from.table},
                 {"votes", from.decision.head() == Head::vote},
                 {"columns", columns_json(from)},
                 {"cells", cells_json(from, false)},
                 {"texts", cells_json(from, true)},
                 {"refused", Json::object()}};
    add_expected(from, json);
    check_texts(from, json);
    write_exports(from, folder, json);
    Json read = Json::array();
    for (const ExportColumn& column : export_model(from.decision.decision_data()).columns)
        read.push_back(column.name);
    write_text(folder / "read.json", read.dump());
    write_text(folder / "case.json", json.dump());
}

}  // namespace

void write_export_files(const std::filesystem::path& folder, std::size_t cases, std::size_t rows,
                        std::uint64_t seed) {
    constexpr std::size_t kEvery =
        40;  // one deep, shared and long model each in so many, and hostile names in every fifth
    for (std::size_t i = 0; i < cases; ++i) {
        CaseShape shape = i % kEvery == 0   ? CaseShape::many_rules
                          : i % kEvery == 1 ? CaseShape::deep
                          : i % kEvery == 2 ? CaseShape::shared
                          : i % 5 == 3      ? CaseShape::hostile
                                            : CaseShape::ordinary;
        std::string number = std::to_string(i);
        write_case(random_export_case(seed + i, rows, shape),
                   folder / (std::string(3 - std::min<std::size_t>(3, number.size()), '0') + number));
    }
}

}  // namespace loh::testing
