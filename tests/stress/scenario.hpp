// A random sequence of commands on random tables, programs and models, with faults. A scenario is plain data, so that parts of
// it can be left out and it can be printed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace loh::stress {

// Random numbers that are the same on every platform.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
    bool one_in(std::size_t count) { return below(count) == 0; }
    template <class Value>
    Value one_of(const std::vector<Value>& values) {
        return values[below(values.size())];
    }

private:
    std::mt19937_64 engine_;
};

struct Step {
    std::string command;                            // `learn`
    std::vector<std::string> words;                 // positional arguments and required options
    std::vector<std::vector<std::string>> options;  // each can be left out
    std::vector<std::string> outputs;               // files that it may create or replace
    std::string kept;                               // the output that is never lost: a model of `learn`
    std::string faults;                             // as in faults.cpp; empty: none
};

struct Scenario {
    std::uint64_t table_seed = 0;
    std::size_t rows = 0;
    std::vector<Step> steps;
};

// Steps that call the library instead of running the command: write a model again, or predict to o0.csv.
inline constexpr const char* kResave = "resave";
inline constexpr const char* kClassify = "classify";
bool is_library_call(const Step& step);

Scenario random_scenario(std::uint64_t seed);

// The files that a scenario begins with, by name.
struct StartFile {
    std::string name;
    std::string content;
};
std::vector<StartFile> start_files(const Scenario& scenario);

// As lines for a shell.
std::string to_text(const Scenario& scenario);
std::vector<std::string> arguments_of(const Step& step);

}  // namespace loh::stress
