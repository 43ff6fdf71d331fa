// loh_stress [--seconds N] [--seed N] [--scenarios N]: runs random scenarios from a seed on until the time is over, and prints
// figures. A failure is shortened and printed, with exit status 1. With --seed alone, runs only that scenario.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <stdlib.h>

#include "stress/stress.hpp"

int main(int argc, char** argv) {
    double seconds = 0;
    std::uint64_t seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--seconds") == 0) seconds = std::atof(argv[i + 1]);
        if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::string folder = (std::filesystem::temp_directory_path() / "loh_stress_XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return 1;
    loh::stress::StressDriver driver(LOH_COMMAND, LOH_FAULT_LIBRARY, folder);
    auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    int status = 0;
    std::uint64_t first = seed;
    for (;; ++seed) {
        auto failure = driver.run(loh::stress::random_scenario(seed));
        if (failure) {
            std::cout << to_text(driver.shrink(std::move(*failure)), seed);
            status = 1;
            break;
        }
        if (std::chrono::steady_clock::now() >= end) break;
    }
    std::cout << "seeds " << first << " to " << seed << ": " << to_text(driver.figures());
    std::filesystem::remove_all(folder);
    return status;
}
