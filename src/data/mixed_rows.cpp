// Synthetic rows, mixed from given rows: see dataset_data.hpp.
#include <algorithm>

#include "base/random.hpp"
#include "data/dataset_data.hpp"

namespace loh {

namespace {

// The source row of each cell of a mixed row.
class Mixture {
public:
    Mixture(const RowList& rows, double share, std::uint64_t seed)
        : rows_(rows), share_(share), random_(seed, Stream::mixing) {}

    [[nodiscard]] std::uint32_t origin(std::size_t row) const {
        return pick(random_.bits(static_cast<std::uint32_t>(row), 0));
    }
    [[nodiscard]] std::uint32_t source(std::size_t row, std::size_t column, std::uint32_t origin) const {
        std::uint64_t bits =
            random_.bits(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column) + 1);
        constexpr double kUnit = 0x1p-32;
        bool replaced = static_cast<double>(bits >> 32U) * kUnit < share_;
        return replaced ? pick(bits << 32U) : origin;
    }

private:
    // Scales the upper 32 bits to an index.
    [[nodiscard]] std::uint32_t pick(std::uint64_t bits) const {
        return rows_[(bits >> 32U) * rows_.size() >> 32U];
    }

    const RowList& rows_;
    double share_;
    Random random_;
};

}  // namespace

DatasetData mixed_rows(const DatasetData& data, const RowList& rows, std::size_t count, double share,
                       std::uint64_t seed) {
    DatasetData result = data.with_other_rows(count);
    result.source = "rows mixed from " + data.source;
    Mixture mixture(rows, share, seed);
    RowList origins(count);
    for (std::size_t row = 0; row < count; ++row) origins[row] = mixture.origin(row);
    DatasetColumns columns(data);
    RowList sources(count);
    for (std::size_t column = 0; column < data.names.size(); ++column) {
        bool used = data.bits ? data.names[column] != data.target : data.uses[column] != ColumnUse::ignore;
        if (!used) continue;
        for (std::size_t row = 0; row < count; ++row)
            sources[row] = mixture.source(row, column, origins[row]);
        result.columns[column] = gathered(columns.typed(column), sources);
    }
    return result;
}

}  // namespace loh
