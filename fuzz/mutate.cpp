// Runs a fuzz target on mutated inputs without libFuzzer, so in any build: mutations of seed files by bytes, parts of other seeds
// and the target's own mutator, if it has one. Prints the number of runs, the slowest one and the peak of memory.
//
//     mutate_model fuzz/corpus/model 100000 1          seeds, number of runs, random seed
//
// Before each run its input is written to the file that LOH_MUTANT names, if any; after a crash it is the input that crashed.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <sys/resource.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                                     std::size_t max_size, unsigned int seed);

namespace {

constexpr std::size_t kLargest = 1 << 16;  // bytes of an input

std::mt19937& generator() {
    static std::mt19937 result;
    return result;
}

std::size_t below(std::size_t end) { return end == 0 ? 0 : generator()() % end; }

std::vector<std::string>& seeds() {
    static std::vector<std::string> result;
    return result;
}

void read_seeds(const std::string& folder) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const std::filesystem::path& path : paths) {
        std::ifstream file(path, std::ios::binary);
        seeds().emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
}

std::string mutated(std::string text) {
    std::size_t at = below(text.size() + 1);
    std::size_t length = std::min(text.size() - at, 1 + below(8));
    const std::string& other = seeds()[below(seeds().size())];
    std::size_t from = below(other.size());
    switch (below(6)) {
        case 0: return text.substr(0, at) + static_cast<char>(below(256)) + text.substr(at);
        case 1: return text.substr(0, at) + text.substr(at + length);
        case 2: return text.substr(0, at) + "()[]{}\",:0-9eE?!&|"[below(18)] + text.substr(at + length);
        case 3: return text.substr(0, at) + other.substr(from, 1 + below(40)) + text.substr(at);
        case 4: return text + text.substr(at, 1 + below(200));
        default: return text.substr(0, at) + text.substr(at, length) + text.substr(at);
    }
}

std::string next_input(unsigned int seed) {
    std::string text = seeds()[below(seeds().size())];
    for (std::size_t times = 1 + below(4); times > 0; --times) {
        if (LLVMFuzzerCustomMutator == nullptr) {
            text = mutated(std::move(text));
            continue;
        }
        std::vector<std::uint8_t> bytes(kLargest);
        text.resize(std::min(text.size(), kLargest));
        std::memcpy(bytes.data(), text.data(), text.size());
        std::size_t size = LLVMFuzzerCustomMutator(bytes.data(), text.size(), kLargest,
                                                   seed + static_cast<unsigned int>(times));
        text.assign(reinterpret_cast<const char*>(bytes.data()), size);
    }
    return text.substr(0, kLargest);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size) {
    std::string text = mutated({reinterpret_cast<const char*>(data), size});
    size = std::min(text.size(), max_size);
    std::memcpy(data, text.data(), size);
    return size;
}

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: " << argv[0] << " FOLDER RUNS SEED\n";
        return 2;
    }
    read_seeds(argv[1]);
    std::size_t runs = std::stoul(argv[2]);
    generator().seed(static_cast<std::mt19937::result_type>(std::stoul(argv[3])));
    const char* kept = std::getenv("LOH_MUTANT");
    double slowest = 0;
    for (std::size_t run = 0; run < runs; ++run) {
        std::string text = next_input(static_cast<unsigned int>(generator()()));
        if (kept != nullptr) std::ofstream(kept, std::ios::binary) << text;
        auto start = std::chrono::steady_clock::now();
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
        slowest = std::max(slowest,
                           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::cout << runs << " runs, the slowest " << slowest << " s, peak " << usage.ru_maxrss / 1024
              << " MiB\n";
    return 0;
}
