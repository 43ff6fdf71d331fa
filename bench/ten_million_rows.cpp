// The memory of training on a table of ten million rows and a hundred columns of 0 and 1: the peak of the process against the
// size of the packed data. Rows are random; the class is a formula that the run has to find.
//
//     ten_million_rows [ROWS] [EPOCHS]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/random.hpp"
#include "loh/loh.hpp"
#include "peak_memory.hpp"

namespace {

constexpr std::size_t kColumns = 100;

// Columns x1 to x100 and the class y, one bit each.
loh::Table random_table(std::size_t rows) {
    std::vector<std::string> names;
    for (std::size_t c = 1; c <= kColumns; ++c) names.push_back("x[" + std::to_string(c) + "]");
    names.emplace_back("y");
    std::size_t row_bytes = (names.size() + 7) / 8;
    std::vector<std::uint8_t> bytes(rows * row_bytes);
    loh::Random random(1, loh::Stream::testing);
    for (std::size_t row = 0; row < rows; ++row) {
        std::uint8_t* to = bytes.data() + row * row_bytes;
        for (std::uint32_t part = 0; part * 8 < row_bytes; ++part) {
            std::uint64_t bits = random.bits(part, static_cast<std::uint32_t>(row));
            for (std::size_t b = part * 8; b < row_bytes && b < part * 8 + 8; ++b, bits >>= 8U)
                to[b] = static_cast<std::uint8_t>(bits);
        }
        auto x = [&](std::size_t c) { return (to[(c - 1) / 8] >> ((c - 1) % 8) & 1) != 0; };
        bool y = (x(3) && !x(40) && x(77)) || (x(12) && x(55) && !x(90)) || (!x(8) && x(9) && x(64));
        to[row_bytes - 1] = static_cast<std::uint8_t>((to[row_bytes - 1] & 0x0F) | (y ? 0x10 : 0));
    }
    return loh::Table::from_bits(names, std::move(bytes));
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
    std::size_t epochs = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    double before = loh::peak_megabytes();
    loh::LearnTask task{loh::Dataset(random_table(rows), "y"),
                        loh::Program::parse("h[j in 1..32] := and(i in 1..100: [x[i], !x[i], true])\n"
                                            "output y := or(j in 1..32: [h[j], false])")};
    task.options.epochs = epochs;
    task.options.batch = 1024;
    task.options.restarts = 1;
    auto start = std::chrono::steady_clock::now();
    loh::Model model = loh::learn(task);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    double packed = static_cast<double>(rows) * (kColumns + 1) / 8 / 1e6;
    double model_size = static_cast<double>(model.to_json().size()) / 1e6;
    double peak = loh::peak_megabytes();
    std::printf("%zu rows, %zu columns, %zu epochs: %.1f s, macro F1 %.4f, %zu rules\n", rows, kColumns,
                epochs, seconds.count(), model.parts()[0].report.macro_f1, model.rule_count());
    std::printf("packed data %.1f MB, model %.1f MB, the empty process %.1f MB, peak %.1f MB\n", packed,
                model_size, before, peak);
    std::printf("peak / (packed data + model) = %.2f\n", peak / (packed + model_size));
    return peak <= 1.5 * packed + model_size ? 0 : 1;
}
