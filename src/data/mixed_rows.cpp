#include "data/mixed_rows.hpp"

#include "base/random.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

// Which row of the table each cell of a mixed row is from.
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
    // By the upper 32 bits.
    [[nodiscard]] std::uint32_t pick(std::uint64_t bits) const {
        return rows_[(bits >> 32U) * rows_.size() >> 32U];
    }

    const RowList& rows_;
    double share_;
    Random random_;
};

}  // namespace

Table mixed_rows(const Table& table, const RowList& rows, std::size_t count, double share,
                 std::uint64_t seed) {
    const TableData& from = table.data();
    auto data = std::make_shared<TableData>();
    data->source = "rows mixed from " + from.source;
    data->names = from.names;
    data->column_of = from.column_of;
    data->rows = count;
    std::size_t columns = from.names.size();
    auto bits = from.bits ? std::make_shared<PackedRows>(count, columns) : nullptr;
    if (!bits) {
        data->text = from.text;
        data->cells.reserve(count * columns);
    }
    Mixture mixture(rows, share, seed);
    for (std::size_t row = 0; row < count; ++row) {
        std::uint32_t origin = mixture.origin(row);
        for (std::size_t column = 0; column < columns; ++column) {
            std::uint32_t source = mixture.source(row, column, origin);
            if (!bits) data->cells.push_back(from.place(column, source));
            if (bits && from.bits->at(source, column)) bits->set(row, column);
        }
    }
    data->bits = std::move(bits);
    return Table(std::move(data));
}

}  // namespace loh
