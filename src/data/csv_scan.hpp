// Where cells end, found 64 bytes at a time. See csv_scan.cpp for the idea.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace loh {

// The characters that matter between cells.
struct CsvSigns {
    char separator = ',';
    char blank = ' ';         // a space, or a tab when spaces separate cells
    char other_blank = '\t';  // a tab, or again `blank` when tabs or spaces separate cells
};

// What 64 bytes need to know about those before them. The default is right for the first byte of a row.
struct CsvCarry {
    std::uint64_t inside = 0;  // all bits set within a cell in quotes
    // 0 or 1: whether the last byte was ...
    std::uint64_t end = 1;    // ... the end of a cell or of a line
    std::uint64_t close = 0;  // ... a closing quote
    std::uint64_t cr = 0;     // ... a carriage return
    std::uint64_t blank = 0;
    bool untidy = false;  // some cell of the window before is, perhaps the one that is not complete
};

// The ends of the cells in some 4096 bytes. They are exact up to `stop`: what stands there is for the exact reader.
struct CsvWindow {
    static constexpr std::size_t kBytes = 4096;
    static constexpr std::size_t kSlack = 64;  // written behind the last entry, and of no meaning

    std::size_t count = 0;
    std::array<std::uint64_t, kBytes + kSlack>
        ends;  // [count]: offsets in the text of separators and line ends; of
               // CR LF that of the CR
    std::size_t rows = 0;
    std::array<std::uint32_t, kBytes>
        row_ends;  // [rows]: how many entries of `ends` there are up to its line end
    bool has_cr = false;
    bool untidy = false;   // some cell is in quotes or has blanks around it
    std::size_t next = 0;  // the offset that the following window begins with
    bool stopped = false;  // at a quote that needs the exact reader
};

// Scans text[begin] to text[end - 1], or the first kBytes of it. The window is overwritten.
void scan_csv(const char* text, std::size_t begin, std::size_t end, const CsvSigns& signs, CsvCarry& carry,
              CsvWindow& window);

// The same byte by byte, for tests.
void scan_csv_oracle(const char* text, std::size_t begin, std::size_t end, const CsvSigns& signs,
                     CsvCarry& carry, CsvWindow& window);

// How many bytes are separators, and how many CR or LF.
struct CsvCounts {
    std::size_t separators = 0;
    std::size_t line_ends = 0;
};
CsvCounts count_csv(const char* text, std::size_t size, char separator);

// How many bytes are ASCII before the first that is not.
std::size_t count_ascii(const char* text, std::size_t size);

}  // namespace loh
