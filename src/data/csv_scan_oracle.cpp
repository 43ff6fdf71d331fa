// The oracle of csv_scan.cpp: the same result, one byte at a time.
#include <algorithm>
#include <utility>

#include "data/csv_scan.hpp"

namespace loh {

namespace {

class ByteScan {
public:
    ByteScan(const CsvSigns& signs, CsvCarry& carry, CsvWindow& window)
        : signs_(signs), carry_(carry), window_(window) {}

    // Returns false if the byte needs the exact reader.
    bool take(char c, std::size_t offset) {
        bool blank = c == signs_.blank || c == signs_.other_blank;
        bool second_lf = c == '\n' && carry_.cr != 0;
        bool begins = carry_.end != 0 && !second_lf;
        bool line_end = c == '\r' || (c == '\n' && !second_lf);
        bool end = line_end || c == signs_.separator;
        if (carry_.inside != 0) {
            if (line_end) return false;
            bool close = c == '"';
            carry_ = {close ? 0 : carry_.inside, 0, close ? 1U : 0U, 0, blank ? 1U : 0U, carry_.untidy};
            return true;
        }
        if (carry_.close != 0 && !end) return false;
        if (c == '"' && !begins) return false;
        window_.untidy |= begins && (blank || c == '"');
        window_.has_cr |= c == '\r';
        if (end) add(offset, line_end);
        carry_ = {c == '"' ? ~std::uint64_t{0} : 0,
                  end || second_lf ? 1U : 0U,
                  0,
                  c == '\r' ? 1U : 0U,
                  blank ? 1U : 0U,
                  carry_.untidy};
        return true;
    }

private:
    void add(std::size_t offset, bool line_end) {
        window_.untidy |= carry_.blank != 0;
        window_.ends[window_.count++] = offset;
        if (line_end) window_.row_ends[window_.rows++] = static_cast<std::uint32_t>(window_.count);
    }

    const CsvSigns& signs_;
    CsvCarry& carry_;
    CsvWindow& window_;
};

}  // namespace

void scan_csv_oracle(const char* text, std::size_t begin, std::size_t end, const CsvSigns& signs,
                     CsvCarry& carry, CsvWindow& window) {
    window.count = window.rows = 0;
    window.has_cr = window.untidy = window.stopped = false;
    end = std::min(end, begin + CsvWindow::kBytes);
    ByteScan scan(signs, carry, window);
    std::size_t at = begin;
    while (at < end && !window.stopped) {
        window.stopped = !scan.take(text[at], at);
        if (!window.stopped) ++at;
    }
    bool found = std::exchange(window.untidy, window.untidy || carry.untidy);
    carry.untidy = found || (carry.untidy && window.count == 0);  // a cell may span the whole window
    window.next = at;
}

}  // namespace loh
