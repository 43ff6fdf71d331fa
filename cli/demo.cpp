// loh demo: demonstrations on built-in data and programs. The build embeds the programs, which are files in examples/, in
// examples.hpp.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <sstream>

#include "commands.hpp"
#include "demos.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

struct Demo {
    const char* name;
    void (*run)();
};

constexpr std::array<Demo, 2> kDemos = {{{"tic-tac-toe", demo_tic_tac_toe}, {"wildfire", demo_wildfire}}};

void run_demo(const std::string& name) {
    const auto* demo =
        std::find_if(kDemos.begin(), kDemos.end(), [&](const Demo& each) { return name == each.name; });
    if (demo == kDemos.end()) {
        throw Error(ErrorKind::usage, "there is no demo '" + name + "'",
                    "the demos are: tic-tac-toe, wildfire");
    }
    demo->run();
}

}  // namespace

void print_indented(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        std::cout << (line.empty() ? "" : "    ") << line << '\n';
}

void add_demo(CLI::App& app, int& exit_code) {
    auto name = std::make_shared<std::string>("tic-tac-toe");
    CLI::App* command = app.add_subcommand("demo", "learn built-in examples");
    command->footer(R"(Demos:
  tic-tac-toe   learns when x has won from the 958 end boards, with a fifth of them held out, ten times
  wildfire      learns when a forest is likely to burn from ten labels, with four degrees of knowledge

Examples:
  loh demo
  loh demo wildfire)");
    command->add_option("NAME", *name, "name of the demo")->capture_default_str();
    command->callback([name, &exit_code] {
        run_demo(*name);
        exit_code = kSuccess;
    });
}

}  // namespace loh::cli
