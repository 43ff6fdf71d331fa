// What the studies share: random clauses, the table of all interpretations, runs on several threads, CSV and tables. Only
// public headers are used; training is in training.hpp.
//
// Everything random is a function of a seed that says what it is for (seed_of), so a run does not depend on which other
// runs there are, nor on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <mutex>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "loh/loh.hpp"
#include "random.hpp"
#include "statistics.hpp"
#include "training.hpp"

namespace loh::study {

// ---- random clauses

// Literals of distinct variables with random signs; every width from `least` to `most` is as probable.
inline std::vector<Formula> random_literals(Draws& draws, std::vector<Formula> variables, std::size_t least,
                                            std::size_t most) {
    std::size_t width = least + draws.below(most - least + 1);
    draws.shuffle(variables);
    variables.resize(width, false);
    for (Formula& literal : variables) literal = draws.below(2) == 0 ? literal : !literal;
    return variables;
}

// ---- data

// Row r: variable names[i] is true exactly when bit i of r is 1. Labels: the truth table of the formula. The columns are
// those of the network, in its order.
inline Examples all_interpretations(const std::vector<std::string>& columns,
                                    const std::vector<std::string>& names, const Formula& truth) {
    std::size_t rows = std::size_t{1} << names.size();
    std::vector<std::uint64_t> labels = truth_table(truth, names);
    Examples data;
    data.columns = columns.size();
    data.inputs.resize(rows * columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        auto bit =
            static_cast<std::size_t>(std::find(names.begin(), names.end(), columns[c]) - names.begin());
        for (std::size_t row = 0; row < rows; ++row)
            data.inputs[row * columns.size() + c] = (row >> bit & 1U) != 0 ? 1.0F : 0.0F;
    }
    for (std::size_t row = 0; row < rows; ++row)
        data.labels.push_back((labels[row / 64] >> (row % 64) & 1U) != 0 ? 1 : 0);
    return data;
}

struct Split {
    RowList training;
    RowList test;
};

// Three quarters and one quarter of the rows, whatever their labels: the paper does not speak of stratification.
inline Split split_rows(std::size_t rows, std::uint64_t seed) {
    RowList order(rows);
    std::iota(order.begin(), order.end(), 0U);
    Draws(seed).shuffle(order);
    auto cut = order.begin() + static_cast<std::ptrdiff_t>(rows - rows / 4);
    std::sort(order.begin(), cut);
    std::sort(cut, order.end());
    return {RowList(order.begin(), cut), RowList(cut, order.end())};
}

// The settings that all synthetic studies of the paper share. Undecided logits at the start are those of the published
// code for formulas written by hand.
inline TrainingOptions paper_options(double initial_deviation) {
    TrainingOptions options;
    options.batch = 128;
    options.learning_rate = 0.15;
    options.temperature = 1;
    options.noise = 1;
    options.initial_deviation = initial_deviation;
    return options;
}

// ---- threads

// Calls work(0), ..., work(count - 1), each once. An exception ends the whole and is thrown again.
inline void for_all(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    auto go = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
            std::lock_guard lock(mutex);
            failure = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> workers;
        for (std::size_t t = 1; t < threads; ++t) workers.emplace_back(go);
        go();
    }
    if (failure) std::rethrow_exception(failure);
}

// ---- text

inline std::string number(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

inline std::string mean_and_deviation(const std::vector<double>& values, int digits) {
    return number(mean(values), digits) + " ± " + number(deviation(values), digits);
}

inline std::string p_text(double p) { return p < 0.001 ? "<.001" : number(p, 3); }

using Cells = std::vector<std::string>;

// Columns as wide as their widest cell; the first to the left, the others to the right. An empty row is a blank line.
inline void print_table(const std::vector<Cells>& rows) {
    std::vector<std::size_t> widths(rows[0].size(), 0);
    auto width = [](const std::string& text) {  // in characters, of UTF-8
        return static_cast<std::size_t>(
            std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xC0') != '\x80'; }));
    };
    for (const Cells& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
    }
    for (const Cells& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            std::string padding(widths[c] - width(row[c]), ' ');
            line += c == 0 ? row[c] + padding : "  " + padding + row[c];
        }
        std::cout << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    }
}

inline void write_csv(const std::filesystem::path& path, const std::vector<Cells>& rows) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path);
    for (const Cells& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) file << (c == 0 ? "" : ",") << row[c];
        file << '\n';
    }
    if (!file.flush()) throw Error(ErrorKind::io, "cannot write " + path.string());
}

// ---- the command line of a study

struct Settings {
    std::filesystem::path folder = "build/experiments";  // for the results
    std::size_t threads = 2;
    std::uint64_t seed = 0;
    double initial_deviation = 0;  // of the logits at the start
    bool quick = false;            // one repeat at the smallest size, to see that it works
};

inline Settings read_settings(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i < argc; ++i) {
        std::string_view argument = argv[i];
        if (argument == "--quick") {
            settings.quick = true;
        } else if (argument == "--threads" && i + 1 < argc) {
            settings.threads = std::stoul(argv[++i]);
        } else if (argument == "--seed" && i + 1 < argc) {
            settings.seed = std::stoull(argv[++i]);
        } else if (argument == "--initial-deviation" && i + 1 < argc) {
            settings.initial_deviation = std::stod(argv[++i]);
        } else if (argument.starts_with("-")) {
            throw Error(ErrorKind::usage, "unknown option " + std::string(argument),
                        "known are --quick, --threads N, --seed N, --initial-deviation X and a folder for "
                        "the results");
        } else {
            settings.folder = argument;
        }
    }
    return settings;
}

// The whole `main` of a study.
inline int run_study(int argc, char** argv, void (*study)(const Settings&)) {
    try {
        study(read_settings(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        std::cerr << argv[0] << ": " << error.what() << '\n';
        return 1;
    }
}

}  // namespace loh::study
