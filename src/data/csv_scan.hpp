// Finds the ends of cells, 64 bytes at a time. The idea is described in csv_scan.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace loh {

// The special characters of CSV text.
struct CsvSigns {
    char separator = ',';
    char blank = ' ';         // a space, or a tab if spaces separate cells
    char other_blank = '\t';  // a tab, or `blank` if tabs or spaces separate cells
};

// State carried from one chunk of 64 bytes to the next. The default is the state at the start of a row.
struct CsvCarry {
    std::uint64_t inside = 0;  // all bits set inside a quoted cell
    // 0 or 1: whether the last byte was ...
    std::uint64_t end = 1;    // ... the end of a cell or of a line
    std::uint64_t close = 0;  // ... a closing quote
    std::uint64_t cr = 0;     // ... a carriage return
    std::uint64_t blank = 0;
    bool untidy = false;  // a cell of the previous window is untidy, possibly the incomplete one
};

// The ends of the cells in up to 4096 bytes. They are exact up to `stop`; the exact reader takes over there.
struct CsvWindow {
    static constexpr std::size_t kBytes = 4096;
    static constexpr std::size_t kSlack = 64;  // entries after the last one that may be overwritten

    std::size_t count = 0;
    std::array<std::uint64_t, kBytes + kSlack>
        ends;  // [count]: offsets in the text of separators and line ends; of
               // CR LF that of the CR
    std::size_t rows = 0;
    std::array<std::uint32_t, kBytes>
        row_ends;  // [rows]: number of entries of `ends` up to the end of the row
    bool has_cr = false;
    bool untidy = false;   // a cell has quotes or surrounding blanks
    std::size_t next = 0;  // the offset of the next window
    bool stopped = false;  // stopped at a quote that needs the exact reader
};

// Scans text[begin] to text[end - 1], at most kBytes of it. The window is overwritten.
void scan_csv(const char* text, std::size_t begin, std::size_t end, const CsvSigns& signs, CsvCarry& carry,
              CsvWindow& window);

// The same, byte by byte: the oracle for tests.
void scan_csv_oracle(const char* text, std::size_t begin, std::size_t end, const CsvSigns& signs,
                     CsvCarry& carry, CsvWindow& window);

// The number of separators, and of CR or LF.
struct CsvCounts {
    std::size_t separators = 0;
    std::size_t line_ends = 0;
};
CsvCounts count_csv(const char* text, std::size_t size, char separator);

// The number of ASCII bytes before the first byte that is not ASCII.
std::size_t count_ascii(const char* text, std::size_t size);

}  // namespace loh
