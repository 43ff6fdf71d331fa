// Reasons: the columns whose cells force the decision of one row.
#include "loh/prove.hpp"
#include "prove/claim.hpp"

namespace loh {

ProofReasons prove_reasons(const Decision& decision, const Table& table, std::size_t row, std::size_t most,
                           const ProofOptions& options) {
    ClaimContext context({decision}, options);
    if (row >= table.rows())
        throw Error(ErrorKind::usage, table.source() + " has no row " + std::to_string(row + 1),
                    table.rows() == 0 ? "it has no rows"
                                      : "its rows are 1 to " + std::to_string(table.rows()) +
                                            "; the header is not counted");
    std::uint32_t predicted = decision.classify(table)[row];
    for (const Policy& assumption : context.assumptions)
        if (!policy_value(assumption, context.data(), table, row, predicted))
            throw Error(ErrorKind::usage, "row " + std::to_string(row + 1) +
                                              " does not fulfil the assumption " + assumption.text);
    QuestionColumns plain;
    context.add_columns({}, plain);
    plain.finish();
    Points points;
    for (const QuestionColumn& column : plain.columns()) {
        if (!column.compared) continue;
        std::size_t at = TableColumns(table).find_input(column.name).value();
        TypedColumn typed =
            TableColumns(table).like(at, *schema_in(context.views[0], column.name), context.views[0].missing);
        if (!typed.is_missing(row)) points[column.name].push_back(typed.numbers[row]);
    }
    std::unique_ptr<ClaimCells> claim = context.cells({}, std::nullopt, points, false);
    if (claim->boxes) {
        std::vector<bool> same(decision.classes().size(), false);
        same[predicted] = true;
        claim->box_violation = claim->boxes->in_classes(0, same);
    } else {
        claim->violation = claim->decided[0]->is_class(predicted);
    }
    Elements elements;
    for (std::size_t element : elements_of(claim->columns, context.views[0], table, row))
        elements.push_back({element});
    ReasonSearch search(*claim, elements);
    ReasonSearch regions(*claim, elements);
    ProofReasons result;
    result.decided = decision.classes()[predicted];
    for (const QuestionColumn& column : claim->columns.columns()) result.columns.push_back(column.name);
    while (result.reasons.size() < most) {
        std::optional<std::vector<std::size_t>> reason = search.next();
        if (!reason) {
            result.all = true;
            break;
        }
        std::vector<std::vector<ElementSet>> widened = regions.widened(*reason);
        std::vector<ProofCell>& cells = result.reasons.emplace_back();
        for (std::size_t r = 0; r < reason->size(); ++r) {
            const QuestionColumn& column = claim->columns.columns()[(*reason)[r]];
            std::size_t at = TableColumns(table).find_input(column.name).value();
            cells.push_back(described(column, std::string(table.cell(at, row)), widened[r][0]));
        }
    }
    return result;
}

}  // namespace loh
