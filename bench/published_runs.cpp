// The twelve published configurations, one full run each with the published epochs: wall time, and macro F1 on the rows kept
// aside. LOH_DATA names the folder with the tables. Configurations run side by side, one on each core.
//
//     published_runs [--seed N] [--threads N] [NAME ...]
//
// The binarizer is fitted on the training rows only, and F1 is of the last epoch, as published.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "compile/compile.hpp"
#include "data/binarizer.hpp"
#include "data/column_types.hpp"
#include "data/literal_bits.hpp"
#include "data/truth_columns.hpp"
#include "layer_text.hpp"
#include "loh/loh.hpp"
#include "train/trainer.hpp"

namespace loh {
namespace {

struct Configuration {
    const char* name;
    std::size_t hidden, hidden_width, output_width;  // widths: 0 is any
    bool first_conjunctive;
    std::size_t epochs, batch;
    double learning_rate, noise, temperature, decay, floor;
    double f1, f1_deviation;
    int gpu_seconds;
};

// As published with the paper's results.
constexpr Configuration kPublished[] = {
    {"adult", 56, 0, 0, false, 200, 256, 0.0746, 1.036, 1.1225, 0.99958, 0.2374, 0.8125, 0.0059, 287},
    {"bank-marketing", 83, 3, 7, false, 200, 256, 0.0181, 1.1818, 1.0752, 0.9979, 0.2726, 0.7611, 0.0131,
     452},
    {"banknote", 205, 0, 0, true, 200, 256, 0.0676, 0.6115, 0.8636, 0.99967, 0.3293, 0.9562, 0.0, 12},
    {"blogger", 105, 3, 7, false, 400, 256, 0.1914, 0.4257, 1.0727, 0.99692, 0.2071, 0.8279, 0.0797, 6},
    {"chess", 254, 0, 0, false, 400, 256, 0.026, 0.7036, 0.4079, 0.99347, 0.3486, 0.6911, 0.0122, 546},
    {"connect-4", 214, 0, 0, false, 200, 256, 0.0178, 1.0695, 0.5456, 0.99887, 0.1661, 0.5757, 0.0088, 873},
    {"letRecog", 239, 0, 0, false, 300, 256, 0.0519, 1.1413, 0.4407, 0.99887, 0.3909, 0.7714, 0.007, 528},
    {"magic04", 192, 0, 0, false, 300, 256, 0.0885, 0.979, 1.1449, 0.99973, 0.2875, 0.8253, 0.0041, 364},
    {"mushroom", 100, 7, 5, false, 200, 256, 0.1628, 0.6273, 0.4487, 0.99532, 0.3892, 1.0, 0.0, 67},
    {"nursery", 194, 0, 0, false, 300, 256, 0.1268, 0.9661, 0.6506, 0.99951, 0.399, 0.9967, 0.0019, 311},
    {"tic-tac-toe", 195, 0, 0, true, 800, 256, 0.0632, 0.6661, 0.4133, 0.99371, 0.3194, 0.9868, 0.0075, 32},
    {"wine", 33, 0, 0, false, 300, 256, 0.072, 0.8179, 0.9112, 0.99449, 0.1751, 0.9761, 0.0135, 4},
};

struct Data {
    Examples examples;
    Split split;  // training rows and those kept aside
};

Data load(const Configuration& configuration, std::uint64_t seed) {
    const char* folder = std::getenv("LOH_DATA");
    if (folder == nullptr) throw Error(ErrorKind::usage, "LOH_DATA does not name the folder with the tables");
    Table table = Table::read_csv(std::string(folder) + "/" + configuration.name + ".csv");
    TableSchema schema;
    for (const std::string& name : table.names()) {
        if (std::string(configuration.name) == "chess") schema.columns[name] = ColumnUse::category;
    }
    schema.columns["class"] = ColumnUse::ignore;
    std::vector<TypedColumn> columns = typed_columns(table, TypeRules(schema, table));
    ClassColumn classes = class_column(table, table.at("class"));
    Data data;
    data.examples.labels = classes.labels;
    data.examples.classes = static_cast<std::uint32_t>(classes.names.size());
    data.split = stratified_split(data.examples, Rows::all(table.rows()), 0.2, seed, 1);
    for (const Atom& atom :
         literals(columns, classes.labels, data.split.first.list(), BinarizerOptions::published())) {
        std::vector<std::uint64_t> bits = literal_bits(atom, columns);
        std::vector<float>& column = data.examples.inputs.columns.emplace_back(table.rows());
        for (std::size_t row = 0; row < table.rows(); ++row)
            column[row] = (bits[row / 64] >> (row % 64) & 1U) != 0 ? 1.0F : 0.0F;
    }
    pack(data.examples.inputs);
    return data;
}

struct Result {
    double seconds = 0;
    std::size_t features = 0;
    double f1 = 0;
};

Result run(const Configuration& configuration, std::uint64_t seed) {
    auto start = std::chrono::steady_clock::now();
    Data data = load(configuration, seed);
    std::size_t features = data.examples.inputs.count();
    bool first = configuration.first_conjunctive;
    std::string text =
        layer_text("h", configuration.hidden, "x", features, configuration.hidden_width, first) + "output " +
        layer_text("o", data.examples.classes, "h", configuration.hidden, configuration.output_width, !first);
    CompiledProgram program =
        trainable(compile(elaborate(Program::parse(text)).formulas()), Semantics::goedel);
    LearnOptions options;
    options.batch = configuration.batch;
    options.learning_rate = configuration.learning_rate;
    options.noise = configuration.noise;
    options.temperature = configuration.temperature;
    options.temperature_decay = configuration.decay;
    options.temperature_floor = configuration.floor;
    Trainer trainer(program, Head::paper, data.examples, data.split.first, options, seed);
    for (std::size_t epoch = 0; epoch < configuration.epochs; ++epoch) trainer.epoch();
    double f1 = trainer.evaluate(data.examples, data.split.second).confusion.macro_f1();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return {seconds.count(), features, f1};
}

// The longest first, so that no core is idle at the end.
std::vector<Result> run_all(const std::vector<Configuration>& chosen, std::uint64_t seed,
                            std::size_t threads) {
    std::vector<Result> results(chosen.size());
    std::vector<std::size_t> order(chosen.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return chosen[a].gpu_seconds > chosen[b].gpu_seconds;
    });
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < threads; ++t) {
        workers.emplace_back([&] {
            for (std::size_t i = next++; i < order.size(); i = next++)
                results[order[i]] = run(chosen[order[i]], seed);
        });
    }
    return workers.clear(), results;
}

int main_of(const std::vector<std::string>& arguments) {
    std::uint64_t seed = 0;
    std::size_t threads = 2;
    std::vector<Configuration> chosen;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--seed" && i + 1 < arguments.size()) {
            seed = std::stoull(arguments[++i]);
        } else if (arguments[i] == "--threads" && i + 1 < arguments.size()) {
            threads = std::stoull(arguments[++i]);
        } else {
            auto found = std::find_if(std::begin(kPublished), std::end(kPublished),
                                      [&](const Configuration& one) { return one.name == arguments[i]; });
            if (found == std::end(kPublished))
                throw Error(ErrorKind::usage, "no configuration " + arguments[i]);
            chosen.push_back(*found);
        }
    }
    if (chosen.empty()) chosen.assign(std::begin(kPublished), std::end(kPublished));
    auto start = std::chrono::steady_clock::now();
    std::vector<Result> results = run_all(chosen, seed, threads);
    std::chrono::duration<double> total = std::chrono::steady_clock::now() - start;
    std::printf("%-16s%9s%8s%10s%11s%14s\n", "", "features", "F1", "published", "seconds", "on an A5000");
    double published = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        published += chosen[i].gpu_seconds;
        std::printf("%-16s%9zu%8.4f%10.4f%11.1f%14d\n", chosen[i].name, results[i].features, results[i].f1,
                    chosen[i].f1, results[i].seconds, chosen[i].gpu_seconds);
    }
    std::printf("all, %zu at a time: %.1f s; published, one after the other: %.0f s\n", threads,
                total.count(), published);
    return 0;
}

}  // namespace
}  // namespace loh

int main(int argc, char** argv) {
    try {
        return loh::main_of({argv + 1, argv + argc});
    } catch (const loh::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
