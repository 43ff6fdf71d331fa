// The growth of the cost of a training step with the rows of a batch, with the inputs and neurons of a layer, with the
// alternatives of each choice, and with the number of choices in a generic program. All other sizes are constant.
//
// A slope is that between a size and the previous one on logarithmic axes. It is 1 if the cost grows linearly, less if a part
// of the cost is fixed, and well above 1 at a cliff. Logits do not change (the learning rate is 0), so every step has the same
// work. Inputs are 0 or 1 (bits), or truth values between (floats), which use other kernels.
//
// Usage: growth [FOLDER]; writes FOLDER/growth.csv.
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "learn/gradient/trainer.hpp"
#include "thread_time.hpp"
#include "workloads.hpp"

namespace loh::bench {
namespace {

constexpr std::size_t kTableRows = 8192;

// A network of medium size, one size of which grows.
struct Size {
    std::size_t rows = kBatch;
    std::size_t inputs = 64;
    std::size_t neurons = 64;
};

struct Point {
    std::size_t size;
    double microseconds;  // microseconds of a step
};

struct Series {
    std::string name;  // the size that grows
    std::string kind;  // kind of the inputs
    std::vector<Point> points;
};

Examples table(std::size_t inputs, bool bits) {
    Examples examples = one_hot_rows(kTableRows, inputs, 2);
    if (bits) return examples;
    Random random(5, Stream::testing);
    examples.inputs = {};
    examples.inputs.columns.assign(inputs, std::vector<float>(kTableRows));
    for (std::uint32_t i = 0; i < inputs; ++i) {
        for (std::uint32_t row = 0; row < kTableRows; ++row)
            examples.inputs.columns[i][row] = static_cast<float>(random.uniform(i, row));
    }
    return examples;
}

double microseconds_of_a_step(const CompiledProgram& compiled, Head head, std::size_t rows, bool bits) {
    constexpr std::size_t kRepeats = 15;
    constexpr double kSlice = 0.01;  // seconds
    CompiledProgram program = trainable(compiled, Semantics::goedel);
    Examples examples = table(program.inputs.size(), bits);
    LearnOptions options;
    options.batch = rows;
    options.learning_rate = 0;
    Trainer trainer(program, head, examples, Rows::all(kTableRows), options, 1);
    for (int i = 0; i < 2; ++i) trainer.step();
    std::vector<double> times;
    for (std::size_t repeat = 0; repeat < kRepeats; ++repeat)
        times.push_back(1e6 * seconds_of([&] { trainer.step(); }, kSlice));
    return median(times);
}

double network_step(const Size& size, bool bits) {
    Elaboration network = elaborate(Program::parse(layers(size.inputs, size.neurons, 2, false)));
    return microseconds_of_a_step(compile(network.formulas()), Head::paper, size.rows, bits);
}

// Neurons of three choices, each among all inputs.
double wide_choices_step(std::size_t alternatives, bool bits) {
    std::string text = "h[j in 1..16] := and(k in 1..3: [i in 1.." + std::to_string(alternatives) +
                       ": x[i]]); or(j in 1..16: h[j])";
    return microseconds_of_a_step(compile(elaborate(Program::parse(text)).formulas()), Head::single, kBatch,
                                  bits);
}

void print(const Series& series) {
    std::printf("\n%s, %s\n%10s%14s%14s%8s\n", series.name.c_str(), series.kind.c_str(), "size",
                "us of a step", "ns per unit", "slope");
    for (std::size_t p = 0; p < series.points.size(); ++p) {
        const Point& point = series.points[p];
        auto size = static_cast<double>(point.size);
        std::printf("%10zu%14.1f%14.1f", point.size, point.microseconds, 1e3 * point.microseconds / size);
        if (p > 0) {
            const Point& before = series.points[p - 1];
            std::printf("%8.2f", std::log(point.microseconds / before.microseconds) /
                                     std::log(size / static_cast<double>(before.size)));
        }
        std::printf("\n");
    }
    std::fflush(stdout);
}

// step(size): microseconds per step. Sizes double from `from` to `to`.
template <class Step>
Series measure(const std::string& name, std::size_t from, std::size_t to, bool bits, Step&& step) {
    Series series{name, bits ? "bits" : "floats", {}};
    for (std::size_t size = from; size <= to; size *= 2) series.points.push_back({size, step(size)});
    print(series);
    return series;
}

// The number of choices of a program is not public; it is counted.
Series measure_choices(bool bits) {
    Series series{"choices", bits ? "bits" : "floats", {}};
    for (std::size_t nodes = 2'000; nodes <= 256'000; nodes *= 2) {
        CompiledProgram program = generic_program(nodes);
        series.points.push_back(
            {program.choices.size(), microseconds_of_a_step(program, Head::single, kBatch, bits)});
    }
    print(series);
    return series;
}

std::vector<Series> measure_all() {
    std::vector<Series> all;
    for (bool bits : {true, false}) {
        all.push_back(
            measure("rows", 32, 8192, bits, [&](std::size_t n) { return network_step({.rows = n}, bits); }));
        all.push_back(measure("inputs", 16, 2048, bits,
                              [&](std::size_t n) { return network_step({.inputs = n}, bits); }));
        all.push_back(measure("neurons", 8, 1024, bits,
                              [&](std::size_t n) { return network_step({.neurons = n}, bits); }));
        all.push_back(
            measure("alternatives", 4, 512, bits, [&](std::size_t n) { return wide_choices_step(n, bits); }));
        all.push_back(measure_choices(bits));
    }
    return all;
}

void write_csv(const std::filesystem::path& folder, const std::vector<Series>& all) {
    std::filesystem::create_directories(folder);
    std::ofstream file(folder / "growth.csv");
    file << "series,kind,size,microseconds\n";
    for (const Series& series : all) {
        for (const Point& point : series.points)
            file << series.name << ',' << series.kind << ',' << point.size << ',' << point.microseconds
                 << '\n';
    }
    if (!file.flush()) throw Error(ErrorKind::io, "cannot write " + (folder / "growth.csv").string());
}

}  // namespace
}  // namespace loh::bench

int main(int argc, char** argv) {
    try {
        std::vector<loh::bench::Series> all = loh::bench::measure_all();
        loh::bench::write_csv(argc > 1 ? argv[1] : "build/growth", all);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "growth: %s\n", error.what());
        return 1;
    }
}
