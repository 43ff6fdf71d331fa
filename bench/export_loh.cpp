// The loh side of bench/export: rules behind a C interface, run by the kernel of `loh predict` and exported as C.
#include <cstdio>
#include <memory>
#include <string>

#include "decision/decision_data.hpp"
#include "loh/loh.hpp"

using namespace loh;

namespace {

struct ExportBench {
    std::string header;
    RuleProgram program;
    RuleDecision decision;
    RuleInputs inputs;
};

}  // namespace

extern "C" {

// text: a program without choices over the columns x0, x1, ...; its outputs are the classes 0, 1, ... of a list, whose last class is
// the default. columns: [column][row]. Null, with a message on standard error, if the text is invalid.
ExportBench* export_new(const char* text, const double* const* columns, int column_count, long rows) {
    try {
        auto bench = std::make_unique<ExportBench>();
        std::vector<Formula> formulas = elaborate(Program::parse(text)).formulas();
        DecisionData data;
        data.target = "y";
        std::vector<std::string> classes;
        for (std::size_t c = 0; c <= formulas.size(); ++c) classes.push_back(std::to_string(c));
        data.head = DecisionHead::make(Head::list, classes, formulas.size());
        std::vector<TypedColumn> typed;
        for (int i = 0; i < column_count; ++i) {
            std::string name = "x" + std::to_string(i);
            data.meanings.columns.emplace(name, ColumnSchema{});
            typed.push_back({name,
                             ColumnType::number,
                             SharedArray<double>(columns[i], static_cast<std::size_t>(rows), nullptr),
                             {},
                             {}});
        }
        for (std::size_t c = 0; c < formulas.size(); ++c) data.formulas.push_back({classes[c], formulas[c]});
        bench->program = compile_rules(formulas);
        for (std::uint32_t f = 0; f < formulas.size(); ++f) bench->decision.classes.push_back(f);
        bench->decision.otherwise = static_cast<std::uint32_t>(formulas.size());
        bench->inputs = raw_inputs(bench->program, static_cast<std::size_t>(rows), typed);
        bench->header = export_text(Decision(std::make_shared<DecisionData>(std::move(data))), "c");
        return bench.release();
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return nullptr;
    }
}

void export_delete(ExportBench* bench) { delete bench; }
const char* export_header(const ExportBench* bench) { return bench->header.c_str(); }

// One thread. classes: [row].
void export_run(const ExportBench* bench, std::uint8_t* classes) {
    ThreadPool pool(1);
    classify(bench->program, bench->inputs, bench->decision, pool, std::span(classes, bench->inputs.rows));
}
}
