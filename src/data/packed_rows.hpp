// Consecutive rows of bits, each in whole bytes: bit b of a row is bit b % 8 of its byte b / 8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace loh {

class PackedRows {
public:
    PackedRows(std::size_t rows, std::size_t bits)
        : PackedRows(bits, std::vector<std::uint8_t>(rows * row_bytes(bits))) {}

    // bytes: [row][byte of the row].
    PackedRows(std::size_t bits, std::vector<std::uint8_t> bytes)
        : bits_(bits), stride_(row_bytes(bits)), bytes_(std::move(bytes)) {}

    static std::size_t row_bytes(std::size_t bits) { return bits == 0 ? 1 : (bits + 7) / 8; }

    [[nodiscard]] std::size_t rows() const { return bytes_.size() / stride_; }
    [[nodiscard]] std::size_t bits() const { return bits_; }
    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

    [[nodiscard]] bool at(std::size_t row, std::size_t bit) const {
        return (bytes_[row * stride_ + bit / 8] >> (bit % 8) & 1U) != 0;
    }
    void set(std::size_t row, std::size_t bit) {
        bytes_[row * stride_ + bit / 8] |= static_cast<std::uint8_t>(1U << (bit % 8));
    }

    // Bits 64 w to 64 w + 63 of a row. Bits after its last one are unspecified.
    [[nodiscard]] std::uint64_t word(std::size_t row, std::size_t w) const {
        std::size_t first = row * stride_ + w * 8;
        std::size_t left = bytes_.size() - first;
        std::uint64_t result = 0;
        std::memcpy(&result, bytes_.data() + first, left < 8 ? left : 8);
        return result;
    }

private:
    std::size_t bits_;
    std::size_t stride_;
    std::vector<std::uint8_t> bytes_;  // [row][stride_]
};

}  // namespace loh
