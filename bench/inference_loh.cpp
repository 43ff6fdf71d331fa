// The loh side of bench/inference: rules behind a C interface, so that one Python process can run loh and others alternately.
#include <memory>
#include <string>

#include "decision/rows/infer.hpp"
#include "loh/loh.hpp"

using namespace loh;

namespace {

struct Inference {
    RuleProgram program;
    RuleDecision decision;
    RuleInputs raw;
    RuleInputs packed;
    std::vector<std::vector<std::uint64_t>> bits;  // [literal]: the packed columns
};

// The truth values of each literal, by a program whose outputs are the literals.
std::vector<std::vector<std::uint64_t>> bits_of_literals(const RuleProgram& program, std::size_t rows,
                                                         const std::vector<TypedColumn>& columns) {
    RuleProgram leaves;
    leaves.literals = program.literals;
    for (std::uint32_t i = 0; i < leaves.literals.size(); ++i) leaves.outputs.push_back({1 + i, false});
    ThreadPool pool(1);
    return evaluate_rules(leaves, raw_inputs(leaves, rows, columns), pool);
}

}  // namespace

extern "C" {

struct InferenceSize {
    int literals, columns, instructions, operands, registers;
};

// text: a program without choices over the columns x0, x1, ...; its outputs are the classes 0, 1, ... of a list, whose last class
// is the default. columns: [column][row]. Null, with a message on standard error, if the text is invalid.
Inference* inference_new(const char* text, const double* const* columns, int column_count, long rows,
                         InferenceSize* size) {
    try {
        auto inference = std::make_unique<Inference>();
        Elaboration elaboration = elaborate(Program::parse(text));
        inference->program = compile_rules(elaboration.formulas());
        const RuleProgram& program = inference->program;
        for (std::uint32_t f = 0; f < program.outputs.size(); ++f) inference->decision.classes.push_back(f);
        inference->decision.otherwise = static_cast<std::uint32_t>(program.outputs.size());
        std::vector<TypedColumn> raw;
        auto count = static_cast<std::size_t>(rows);
        for (int i = 0; i < column_count; ++i)
            raw.push_back({"x" + std::to_string(i),
                           ColumnType::number,
                           SharedArray<double>(columns[i], count, nullptr),
                           {},
                           {}});
        inference->raw = raw_inputs(program, count, raw);
        inference->bits = bits_of_literals(program, count, raw);
        std::size_t next = 0;
        inference->packed =
            packed_inputs(program, count, [&](const std::string&) { return inference->bits[next++].data(); });
        int mentioned = 0;
        const double* last = nullptr;
        for (const ColumnTest& test : inference->raw.tests.tests) {
            mentioned += test.numbers != last ? 1 : 0;
            last = test.numbers;
        }
        *size = {static_cast<int>(program.literals.size()), mentioned,
                 static_cast<int>(program.instructions.size()), static_cast<int>(program.operands.size()),
                 static_cast<int>(program.registers)};
        return inference.release();
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return nullptr;
    }
}

void inference_delete(Inference* inference) { delete inference; }

ThreadPool* inference_pool(int threads) { return new ThreadPool(static_cast<std::size_t>(threads)); }
void inference_pool_delete(ThreadPool* pool) { delete pool; }

// classes: [row].
void inference_run(const Inference* inference, ThreadPool* pool, int packed, std::uint8_t* classes) {
    const RuleInputs& inputs = packed != 0 ? inference->packed : inference->raw;
    classify(inference->program, inputs, inference->decision, *pool, std::span(classes, inputs.rows));
}

// Reads a buffer once, in chunks, as inference does. Returns the sum of its words.
std::uint64_t inference_read(const std::uint64_t* words, long count, ThreadPool* pool) {
    constexpr std::size_t kChunk = 1U << 17U;
    auto total = static_cast<std::size_t>(count);
    std::vector<std::uint64_t> sums((total + kChunk - 1) / kChunk);
    pool->parallel_for(sums.size(), [&](std::size_t chunk, std::size_t) {
        std::uint64_t sum = 0;
        for (std::size_t i = chunk * kChunk; i < std::min(total, (chunk + 1) * kChunk); ++i) sum += words[i];
        sums[chunk] = sum;
    });
    std::uint64_t sum = 0;
    for (std::uint64_t part : sums) sum += part;
    return sum;
}

}  // extern "C"
