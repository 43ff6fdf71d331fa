// Random models, rows and exports for consumers: loh_export_cases FOLDER [CASES [ROWS [SEED]]]
// tests/support/export_files.hpp describes the files.
#include <cstdlib>
#include <exception>
#include <iostream>

#include "support/export_files.hpp"

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: loh_export_cases FOLDER [CASES [ROWS [SEED]]]\n";
        return 2;
    }
    auto number = [&](int at, std::size_t otherwise) {
        return argc > at ? static_cast<std::size_t>(std::strtoull(argv[at], nullptr, 10)) : otherwise;
    };
    try {
        loh::testing::write_export_files(argv[1], number(2, 200), number(3, 100), number(4, 1));
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
