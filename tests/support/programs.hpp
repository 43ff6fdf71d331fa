// Short functions for tests of programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "loh/loh.hpp"

namespace loh::testing {

inline Elaboration elaborated(std::string_view text, const ElaborateOptions& options = {}) {
    return elaborate(Program::parse(text, "test.loh", options.limits), options);
}

// The formula of a program with one output.
inline Formula formula_of(std::string_view text) { return elaborated(text).formulas()[0]; }

// The outputs as a program without loops, templates and arrays.
inline std::string meaning(std::string_view text) { return elaborated(text).to_string(); }

// The syntax tree as canonical text: one statement per line.
inline std::string parsed(std::string_view text) { return Program::parse(text).to_string(); }

// The same for a program of one formula, without the line end.
inline std::string parsed_formula(std::string_view text) {
    std::string result = parsed(text);
    return result.substr(0, result.size() - 1);
}

// The error of parsing and elaborating; fails the test if there is none.
inline Diagnostic error_of(std::string_view text, const ElaborateOptions& options = {}) {
    try {
        elaborated(text, options);
    } catch (const Error& error) {
        return error.diagnostic();
    }
    ADD_FAILURE() << "no error in: " << text.substr(0, 200);
    return {};
}

inline std::string message_of(std::string_view text) { return error_of(text).message; }

// All hypotheses in the order of the alternatives, one line each; several outputs are separated by ` ; `.
inline std::vector<std::string> space_of(const std::vector<Formula>& outputs) {
    std::vector<std::string> result;
    for_each_hypothesis(outputs, [&](const std::vector<Formula>& hypothesis) {
        std::string line;
        for (const Formula& formula : hypothesis) line += (line.empty() ? "" : " ; ") + formula.to_string();
        result.push_back(line);
        return true;
    });
    return result;
}

inline std::vector<std::string> space_of(std::string_view text) {
    return space_of(elaborated(text).formulas());
}

}  // namespace loh::testing
