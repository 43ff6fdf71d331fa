// Record batches of Arrow's C data interface (https://arrow.apache.org/docs/format/CDataInterface.html). It consists of two
// plain structs, so no Arrow library is needed.
//
// Buffers by format: primitive types have a validity bitmap and values; booleans a validity bitmap and bits; strings a
// validity bitmap, offsets (32 or 64 bits) and bytes. A dictionary array has the format of its indices and a separate array
// of values. Every array has an offset, in rows, into its buffers.
#include "data/arrow.hpp"

#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "base/text.hpp"
#include "data/dataset_data.hpp"
#include "data/table_data.hpp"

namespace loh {

namespace {

// Releases an array when the last column that uses its buffers is destroyed.
struct ArrowOwner {
    explicit ArrowOwner(ArrowArray& given) : array(given) { given.release = nullptr; }  // moves from `given`
    ArrowOwner(const ArrowOwner&) = delete;
    ArrowOwner& operator=(const ArrowOwner&) = delete;
    ~ArrowOwner() {
        if (array.release != nullptr) array.release(&array);
    }
    ArrowArray array;
};

// The memory of a MemoryColumn whose Arrow buffers cannot be used as they are.
struct Converted {
    std::shared_ptr<const void> arrow;
    std::vector<double> numbers;
    std::vector<std::uint32_t> codes;
    std::vector<std::uint8_t> bits;
    std::vector<std::uint8_t> valid;
};

class ColumnImport {
public:
    ColumnImport(const ArrowSchema& schema, const ArrowArray& array, std::size_t rows, std::size_t first,
                 const std::shared_ptr<const void>& owner)
        : schema_(schema),
          array_(array),
          name_(schema.name != nullptr ? schema.name : ""),
          format_(schema.format != nullptr ? schema.format : ""),
          rows_(rows),
          first_(first + static_cast<std::size_t>(array.offset)),
          converted_(std::make_shared<Converted>()) {
        converted_->arrow = owner;
        if (static_cast<std::size_t>(array.length) < rows + first)
            throw unreadable("is shorter than the batch");
    }

    MemoryColumn run() {
        MemoryColumn column{name_, NumberCells{}};
        find_valid();
        if (schema_.dictionary != nullptr) {
            column.cells = dictionary();
        } else if (format_ == "u" || format_ == "U") {
            column.cells = strings();
        } else if (format_ == "b") {
            column.cells = booleans();
        } else {
            column.cells = numbers();
        }
        column.valid = converted_->valid;
        column.owner = converted_;
        return column;
    }

private:
    [[nodiscard]] Error unreadable(const std::string& what) const {
        return {ErrorKind::usage, "Arrow column " + quote_name(name_) + " " + what};
    }

    template <class T>
    [[nodiscard]] const T* buffer(std::int64_t index) const {
        if (index >= array_.n_buffers || (array_.buffers[index] == nullptr && rows_ > 0))
            throw unreadable("lacks a buffer");
        return static_cast<const T*>(array_.buffers[index]);
    }

    // The validity bitmap from the first row on; empty if all rows are valid.
    void find_valid() {
        const auto* bitmap =
            array_.n_buffers > 0 ? static_cast<const std::uint8_t*>(array_.buffers[0]) : nullptr;
        if (array_.null_count == 0 || bitmap == nullptr) return;
        converted_->valid.assign((rows_ + 7) / 8, 0);
        for (std::size_t row = 0; row < rows_; ++row) {
            if (bit(bitmap, first_ + row)) set(converted_->valid, row);
        }
    }

    static bool bit(const std::uint8_t* bytes, std::size_t index) {
        return (bytes[index / 8] >> (index % 8) & 1U) != 0;
    }
    static void set(std::vector<std::uint8_t>& bytes, std::size_t index) {
        bytes[index / 8] = static_cast<std::uint8_t>(bytes[index / 8] | 1U << (index % 8));
    }
    [[nodiscard]] bool has_value(std::size_t row) const {
        return converted_->valid.empty() || bit(converted_->valid.data(), row);
    }

    NumberCells numbers() {
        if (format_ == "g") return {{buffer<double>(1) + first_, rows_}};
        switch (format_.size() == 1 ? format_[0] : '\0') {
            case 'f': return converted<float>();
            case 'c': return converted<std::int8_t>();
            case 'C': return converted<std::uint8_t>();
            case 's': return converted<std::int16_t>();
            case 'S': return converted<std::uint16_t>();
            case 'i': return converted<std::int32_t>();
            case 'I': return converted<std::uint32_t>();
            case 'l': return converted<std::int64_t>();
            case 'L': return converted<std::uint64_t>();
            default:
                throw unreadable("has the format '" + format_ +
                                 "', which is not a number, boolean, string or dictionary of strings");
        }
    }

    template <class T>
    NumberCells converted() {
        const T* values = buffer<T>(1) + first_;
        converted_->numbers.resize(rows_);
        for (std::size_t row = 0; row < rows_; ++row)
            converted_->numbers[row] = static_cast<double>(values[row]);
        return {converted_->numbers};
    }

    BitCells booleans() {
        const auto* bits = buffer<std::uint8_t>(1);
        converted_->bits.assign((rows_ + 7) / 8, 0);
        for (std::size_t row = 0; row < rows_; ++row) {
            if (bit(bits, first_ + row)) set(converted_->bits, row);
        }
        return {converted_->bits, rows_};
    }

    // The texts of a string array, from `row` on.
    template <class Offset>
    static std::string_view text_at(const ArrowArray& array, std::size_t row) {
        const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
        const auto* bytes = static_cast<const char*>(array.buffers[2]);
        auto begin = static_cast<std::size_t>(offsets[row]);
        return {bytes + begin, static_cast<std::size_t>(offsets[row + 1]) - begin};
    }
    static std::string_view text_at(const ArrowArray& array, const std::string& format, std::size_t row) {
        return format == "U" ? text_at<std::int64_t>(array, row) : text_at<std::int32_t>(array, row);
    }

    CategoryCells strings() {
        static_cast<void>(buffer<char>(1));
        std::unordered_map<std::string_view, std::uint32_t> code;
        CategoryCells cells;
        converted_->codes.assign(rows_, 0);
        for (std::size_t row = 0; row < rows_; ++row) {
            if (!has_value(row)) continue;
            std::string_view text = text_at(array_, format_, first_ + row);
            auto [entry, is_new] =
                code.try_emplace(text, static_cast<std::uint32_t>(cells.categories.size()));
            if (is_new) cells.categories.emplace_back(text);
            converted_->codes[row] = entry->second;
        }
        cells.codes = converted_->codes;
        return cells;
    }

    CategoryCells dictionary() {
        const ArrowSchema& values = *schema_.dictionary;
        std::string format = values.format != nullptr ? values.format : "";
        if ((format != "u" && format != "U") || array_.dictionary == nullptr)
            throw unreadable("has a dictionary whose values are not strings");
        CategoryCells cells;
        auto offset = static_cast<std::size_t>(array_.dictionary->offset);
        for (std::size_t i = 0; i < static_cast<std::size_t>(array_.dictionary->length); ++i)
            cells.categories.emplace_back(text_at(*array_.dictionary, format, offset + i));
        NumberCells indices = numbers();
        converted_->codes.assign(rows_, 0);
        for (std::size_t row = 0; row < rows_; ++row) {
            if (!has_value(row)) continue;
            double index = indices.values[row];
            if (!(index >= 0 && index < static_cast<double>(cells.categories.size())))
                throw unreadable("has an index outside its dictionary in row " + std::to_string(row));
            converted_->codes[row] = static_cast<std::uint32_t>(index);
        }
        cells.codes = converted_->codes;
        return cells;
    }

    const ArrowSchema& schema_;
    const ArrowArray& array_;
    std::string name_;
    std::string format_;
    std::size_t rows_;
    std::size_t first_;  // first row in the buffers
    std::shared_ptr<Converted> converted_;
};

}  // namespace

Dataset Dataset::from_arrow(const ArrowSchema& schema, ArrowArray&& array, const std::string& target,
                            const TableSchema& types) {
    if (array.release == nullptr) throw Error(ErrorKind::usage, "the Arrow array has been released");
    auto owner = std::make_shared<ArrowOwner>(array);
    const ArrowArray& batch = owner->array;
    bool is_struct = schema.format != nullptr && std::string_view(schema.format) == "+s";
    if (!is_struct || schema.n_children != batch.n_children)
        throw Error(ErrorKind::usage,
                    "the Arrow array is not a record batch: its format is not a struct of columns");
    if (batch.null_count > 0)
        throw Error(ErrorKind::usage, "the Arrow array has rows that are null as a whole");
    std::vector<MemoryColumn> columns;
    for (std::int64_t i = 0; i < schema.n_children; ++i)
        columns.push_back(ColumnImport(*schema.children[i], *batch.children[i],
                                       static_cast<std::size_t>(batch.length),
                                       static_cast<std::size_t>(batch.offset), owner)
                              .run());
    return from_columns(columns, target, types);
}

}  // namespace loh
