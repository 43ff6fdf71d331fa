// loh demo tic-tac-toe: learns the rule of the game from its end boards.
#include <array>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <set>

#include "demos.hpp"
#include "examples.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

namespace {

using Board = std::string;  // nine of x, o and blank (.), row by row

constexpr std::array<std::array<std::size_t, 3>, 8> kLines = {
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

bool has_won(const Board& board, char player) {
    for (const auto& line : kLines) {
        if (board[line[0]] == player && board[line[1]] == player && board[line[2]] == player) return true;
    }
    return false;
}

// All boards on which a game that x began can end.
void play(Board& board, char player, std::set<Board>& ends) {
    if (has_won(board, 'x') || has_won(board, 'o') || board.find('.') == Board::npos) {
        ends.insert(board);
        return;
    }
    for (char& square : board) {
        if (square != '.') continue;
        square = player;
        play(board, player == 'x' ? 'o' : 'x', ends);
        square = '.';
    }
}

std::set<Board> end_boards() {
    std::set<Board> ends;
    Board empty(9, '.');
    play(empty, 'x', ends);
    return ends;
}

// One column for each mark on each square, and the target.
Table to_table(const std::set<Board>& boards) {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> columns;
    for (auto [mark, name] : {std::pair('x', "x"), std::pair('o', "o"), std::pair('.', "blank")}) {
        for (std::size_t square = 0; square < 9; ++square) {
            names.push_back(std::string(name) + "[" + std::to_string(square + 1) + "]");
            std::vector<std::string>& column = columns.emplace_back();
            for (const Board& board : boards) column.emplace_back(board[square] == mark ? "1" : "0");
        }
    }
    names.emplace_back("x_wins");
    std::vector<std::string>& target = columns.emplace_back();
    for (const Board& board : boards) target.emplace_back(has_won(board, 'x') ? "1" : "0");
    return Table::from_columns(names, columns);
}

std::string mark_of(const std::string& name) {
    if (name.starts_with("blank")) return "_";
    return name.substr(0, 1);
}

// Draws conjunctions of marks as boards, side by side.
void draw(const Formula& formula) {
    std::vector<Board> patterns;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        Board& pattern = patterns.emplace_back(9, '.');
        for (const std::string& name : variables(formula[i]))
            pattern[static_cast<std::size_t>(name[name.size() - 2] - '1')] = mark_of(name)[0];
    }
    for (std::size_t row = 0; row < 3; ++row) {
        std::cout << "   ";
        for (const Board& pattern : patterns) {
            for (std::size_t column = 0; column < 3; ++column) std::cout << ' ' << pattern[3 * row + column];
            std::cout << "   ";
        }
        std::cout << '\n';
    }
}

// Whether the formula is exactly the eight lines, in any order.
bool is_the_rule(const Formula& formula) {
    std::set<std::set<std::string>> learned;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        std::vector<std::string> names = variables(formula[i]);
        if (formula[i].kind() != Kind::conjunction || formula[i].size() != names.size()) return false;
        learned.insert({names.begin(), names.end()});
    }
    std::set<std::set<std::string>> lines;
    for (const auto& line : kLines) {
        std::set<std::string> marks;
        for (std::size_t square : line) marks.insert("x[" + std::to_string(square + 1) + "]");
        lines.insert(marks);
    }
    return formula.kind() == Kind::disjunction && learned == lines;
}

}  // namespace

void demo_tic_tac_toe() {
    std::set<Board> boards = end_boards();
    std::cout
        << "1. Tic-tac-toe: the " << boards.size()
        << " boards on which a game can end. x has won on some of them; which?\n"
           "   The program does not mention lines: it has up to 32 patterns, each of which is any set of "
           "marks.\n\n";
    print_indented(kTicTacToe);
    LearnTask task{Dataset(to_table(boards), "x_wins"), Program::parse(kTicTacToe, "tic-tac-toe.loh")};
    task.options.holdout = 0.2;
    task.options.prune = Prune::redundant;
    std::cout << "\n2. Learning from four fifths of the boards, judged on the held-out fifth; ten times, "
                 "with ten "
                 "seeds.\n\n"
                 "    seed   training F1   held-out F1   rules   literals   seconds\n"
              << std::flush;
    constexpr std::uint64_t kSeeds = 10;
    double total = 0;
    Formula shortest = false;
    std::size_t fewest = SIZE_MAX;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        task.options.seed = seed;
        auto start = std::chrono::steady_clock::now();
        Model model = learn(task);
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        double held_out = model.parts().back().report.f1[1];
        total += held_out;
        std::printf("    %4llu %13.4f %13.4f %7zu %10zu %9.1f\n", static_cast<unsigned long long>(seed),
                    model.parts().front().report.f1[1], held_out, model.rule_count(), model.literal_count(),
                    seconds.count());
        std::fflush(stdout);
        if (model.literal_count() >= fewest) continue;
        fewest = model.literal_count();
        shortest = model.formulas()[0].formula;
    }
    std::printf("    mean %27.4f\n", total / kSeeds);
    std::fflush(stdout);
    std::cout << "\n3. The shortest formula:\n\n    x_wins := " << shortest << "\n\n   and drawn:\n\n";
    draw(shortest);
    if (is_the_rule(shortest)) std::cout << "\n   These are the eight lines of the game, and nothing else.\n";
    std::cout << "\nNext:\n"
                 "    loh demo wildfire            the same, with knowledge built in\n"
                 "    loh learn --help             your own table\n";
}

}  // namespace loh::cli
