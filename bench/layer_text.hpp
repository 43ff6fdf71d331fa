// The layers of the paper as program text.
#pragma once

#include <string>

namespace loh {

// name[1..neurons] over input[1..inputs]: any number of inputs for each neuron (width 0), or `width` choices among all inputs.
inline std::string layer_text(const std::string& name, std::size_t neurons, const std::string& input,
                              std::size_t inputs, std::size_t width, bool conjunctive) {
    std::string op = conjunctive ? "and" : "or";
    std::string range = "1.." + std::to_string(inputs);
    std::string body =
        width == 0 ? op + "(i in " + range + ": [" + input + "[i], " + (conjunctive ? "true" : "false") + "])"
                   : op + "(k in 1.." + std::to_string(width) + ": [i in " + range + ": " + input + "[i]])";
    return name + "[j in 1.." + std::to_string(neurons) + "] := " + body + "\n";
}

}  // namespace loh
