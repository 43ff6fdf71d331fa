#include "loh/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "data/dataset_data.hpp"
#include "data/read_typed.hpp"
#include "data/table_data.hpp"
#include "data/truth_columns.hpp"
#include "loh/table_reader.hpp"

namespace loh {

namespace {

// The texts of a table in memory.
class TableTexts : public CellTexts {
public:
    explicit TableTexts(Table table) : table_(std::move(table)) {}
    [[nodiscard]] std::optional<Place> find(std::size_t row) const override { return Place{table_, row}; }
    [[nodiscard]] TypedColumn typed(std::size_t column, const TableSchema& missing) const override {
        return typed_column(table_, column, TypeRules(missing, table_));
    }

private:
    Table table_;
};

// The texts of a file, which is read again up to the requested row or for the requested column.
class FileTexts : public CellTexts {
public:
    FileTexts(std::string path, const CsvOptions& csv) : path_(std::move(path)), csv_(csv) {}
    [[nodiscard]] std::optional<Place> find(std::size_t row) const override {
        TableReader reader = TableReader::open(path_, csv_);
        while (std::optional<Table> block = reader.next()) {
            if (row < block->rows()) return Place{*block, row};
            row -= block->rows();
        }
        return std::nullopt;
    }
    [[nodiscard]] TypedColumn typed(std::size_t column, const TableSchema& missing) const override {
        Table header = TableReader::open(path_, csv_).header();
        TableSchema only = missing;
        for (std::size_t c = 0; c < header.columns(); ++c) {
            if (c != column) only.columns[header.names()[c]] = ColumnUse::ignore;
        }
        return std::move(read_typed(path_, only, {csv_}).columns.at(0));
    }

private:
    std::string path_;
    CsvOptions csv_;
};

// The texts of some rows of another dataset.
class TextsOfRows : public CellTexts {
public:
    TextsOfRows(std::shared_ptr<const CellTexts> all, RowList rows)
        : all_(std::move(all)), rows_(std::move(rows)) {}
    [[nodiscard]] std::optional<Place> find(std::size_t row) const override { return all_->find(rows_[row]); }
    [[nodiscard]] TypedColumn typed(std::size_t column, const TableSchema& missing) const override {
        return gathered(all_->typed(column, missing), rows_);
    }

private:
    std::shared_ptr<const CellTexts> all_;
    RowList rows_;
};

void prepare_columns(DatasetData& data) {
    data.columns.resize(data.names.size());
    for (std::size_t c = 0; c < data.names.size(); ++c) {
        data.columns[c].name = data.names[c];
        data.column_of.emplace(data.names[c], c);
    }
    data.uses.assign(data.names.size(), ColumnUse::ignore);
    data.declared.assign(data.names.size(), std::nullopt);
}

}  // namespace

void keep_rows_with_class(DatasetData& data, const RowLines& lines) {
    RowList kept;
    std::vector<std::uint32_t> labels;
    for (std::uint32_t row = 0; row < data.rows; ++row) {
        if (data.classes.labels[row] == TypedColumn::kMissingCode) {
            if (data.left_out.rows++ == 0 && lines.rows() > row) data.left_out.first_line = lines[row];
            continue;
        }
        kept.push_back(row);
        labels.push_back(data.classes.labels[row]);
    }
    if (data.left_out.rows == 0) return;
    if (kept.empty())
        throw Error(ErrorKind::meaning, data.source + ": the class is missing in every row: column " +
                                            quote_name(data.target) + " has no values");
    for (TypedColumn& column : data.columns)
        if (column.rows() == data.rows) column = gathered(column, kept);
    data.classes.labels = std::move(labels);
    data.rows = kept.size();
    if (data.texts) data.texts = std::make_shared<TextsOfRows>(std::move(data.texts), std::move(kept));
}

namespace {

std::shared_ptr<DatasetData> dataset_of(TypedTable&& table, const std::string& target,
                                        const TableSchema& schema, std::shared_ptr<const CellTexts> texts) {
    auto data = std::make_shared<DatasetData>();
    data->source = table.source;
    data->names = std::move(table.names);
    data->rows = table.rows;
    data->separator = table.separator;
    data->missing = schema;
    data->missing.columns.clear();
    data->target = target;
    data->texts = std::move(texts);
    prepare_columns(*data);
    for (const auto& [name, use] : schema.columns) data->declared[data->column_of.at(name)] = use;
    for (TypedColumn& column : table.columns) {
        std::size_t index = data->column_of.at(column.name);
        if (column.name == target) {
            data->classes = classes_of(column);
            data->target_findings = column.findings;
            continue;
        }
        if (count_missing(column) == data->rows) continue;
        data->uses[index] = column.type == ColumnType::number ? ColumnUse::number : ColumnUse::category;
        data->columns[index] = std::move(column);
    }
    if (!target.empty() && data->rows > 0) keep_rows_with_class(*data, table.lines);
    return data;
}

std::shared_ptr<DatasetData> dataset_of_bits(const Table& table, const std::string& target,
                                             const TableSchema& schema) {
    auto data = std::make_shared<DatasetData>();
    data->source = table.source();
    data->names = table.names();
    data->rows = table.rows();
    prepare_columns(*data);
    data->missing = schema;
    data->missing.columns.clear();
    data->target = target;
    data->bits = table.data().bits;
    data->texts = std::make_shared<TableTexts>(table);
    if (!target.empty()) data->classes = class_column(table, table.at(target), MissingTexts({}));
    return data;
}

std::shared_ptr<DatasetData> dataset_of(const Table& table, const std::string& target,
                                        const TableSchema& schema) {
    std::optional<std::size_t> target_column;
    if (!target.empty()) target_column = table.at(target);
    if (table.data().bits) return dataset_of_bits(table, target, schema);
    TypeRules rules(schema, table);
    if (target_column) rules.set_target(*target_column);
    TypedTable typed;
    typed.source = table.source();
    typed.names = table.names();
    typed.rows = table.rows();
    typed.separator = table.data().separator;
    typed.lines.append(table.data().lines);
    typed.columns = typed_columns(table, rules);
    // typed_columns leaves out columns without values, so a target without any is added here.
    bool has_target = std::any_of(typed.columns.begin(), typed.columns.end(),
                                  [&](const TypedColumn& column) { return column.name == target; });
    if (target_column && !has_target) typed.columns.push_back(typed_column(table, *target_column, rules));
    return dataset_of(std::move(typed), target, schema, std::make_shared<TableTexts>(table));
}

}  // namespace

Dataset::Dataset(const Table& table, const std::string& target, const TableSchema& schema)
    : data_(dataset_of(table, target, schema)) {}

Dataset Dataset::read_csv(const std::string& path, const std::string& target, const TableSchema& schema,
                          const CsvOptions& csv) {
    TypedTable table = read_typed(path, schema, {csv, 0, TableReader::kBlockBytes, target});
    std::error_code failure;  // a pipe cannot be read twice
    std::shared_ptr<const CellTexts> texts;
    if (std::filesystem::is_regular_file(path, failure)) texts = std::make_shared<FileTexts>(path, csv);
    return Dataset(dataset_of(std::move(table), target, schema, std::move(texts)));
}

Dataset Dataset::read_csv(const ByteSource& bytes, const std::string& name, const std::string& target,
                          const TableSchema& schema, const CsvOptions& csv) {
    TypedTable table = read_typed(bytes, name, schema, {csv, 0, TableReader::kBlockBytes, target});
    return Dataset(dataset_of(std::move(table), target, schema, nullptr));
}

std::size_t Dataset::rows() const noexcept { return data_->rows; }
const std::string& Dataset::source() const noexcept { return data_->source; }
const std::vector<std::string>& Dataset::names() const noexcept { return data_->names; }
const std::string& Dataset::target() const noexcept { return data_->target; }
const std::vector<std::string>& Dataset::classes() const noexcept { return data_->classes.names; }
std::span<const std::uint32_t> Dataset::labels() const noexcept { return data_->classes.labels; }

std::span<const float> Dataset::weights() const noexcept { return data_->weights; }
std::size_t Dataset::rows_without_class() const noexcept { return data_->left_out.rows; }
std::size_t Dataset::first_line_without_class() const noexcept { return data_->left_out.first_line; }

Dataset Dataset::with_weights(std::span<const double> weights) const {
    if (weights.size() != rows())
        throw Error(ErrorKind::usage, std::to_string(weights.size()) + " weights for " +
                                          std::to_string(rows()) + " rows of " + source());
    auto weighted = std::make_shared<DatasetData>(*data_);
    weighted->weights.clear();
    bool some = weights.empty();
    for (std::size_t row = 0; row < weights.size(); ++row) {
        if (!std::isfinite(weights[row]) || weights[row] < 0)
            throw Error(ErrorKind::meaning, source() + ": the weight of row " + std::to_string(row + 1) +
                                                " is " + spell_number(weights[row]) +
                                                "; weights must be finite and at least 0");
        weighted->weights.push_back(static_cast<float>(weights[row]));
        some = some || weighted->weights.back() > 0;
    }
    if (!some) throw Error(ErrorKind::meaning, source() + ": all weights are 0");
    return Dataset(std::move(weighted));
}

Dataset Dataset::with_weights_from(const std::string& column) const {
    DatasetColumns columns(*data_);
    std::size_t index = columns.at(column);
    if (column == target()) throw Error(ErrorKind::usage, "the target column cannot hold the weights");
    TypedColumn cells = columns.typed(index);
    for (std::size_t row = 0; row < rows(); ++row) {
        if (cells.is_missing(row)) throw columns.bad_cell(index, row, "the weight is missing", {});
        if (cells.type != ColumnType::number || !std::isfinite(cells.numbers[row]) || cells.numbers[row] < 0)
            throw columns.bad_cell(index, row, "is not a weight", "weights are numbers of at least 0");
    }
    auto weighted = std::make_shared<DatasetData>(*with_weights(cells.numbers).data_);
    weighted->weight_column = column;
    weighted->uses[index] = ColumnUse::ignore;
    return Dataset(std::move(weighted));
}

Dataset Dataset::without(const std::vector<std::string>& columns) const {
    if (columns.empty()) return *this;
    auto fewer = std::make_shared<DatasetData>(*data_);
    for (const std::string& column : columns)
        fewer->uses[DatasetColumns(*data_).at(column)] = ColumnUse::ignore;
    return Dataset(std::move(fewer));
}

Dataset Dataset::with_class_order(const std::vector<std::string>& order) const {
    std::vector<std::uint32_t> place(classes().size(), TypedColumn::kMissingCode);
    for (std::size_t c = 0; c < place.size(); ++c) {
        auto found = std::find(order.begin(), order.end(), classes()[c]);
        if (found != order.end()) place[c] = static_cast<std::uint32_t>(found - order.begin());
    }
    bool complete = order.size() == place.size() &&
                    std::find(place.begin(), place.end(), TypedColumn::kMissingCode) == place.end();
    if (!complete)
        throw Error(ErrorKind::usage, "an order of the classes of " + source() + " must have each of the " +
                                          std::to_string(place.size()) + " classes once");
    std::vector<std::uint32_t> ordered;
    for (std::uint32_t label : labels()) ordered.push_back(place[label]);
    auto result = std::make_shared<DatasetData>(*data_);
    result->classes = {order, std::move(ordered)};
    return Dataset(std::move(result));
}

Examples DatasetData::examples() const {
    Examples result;
    result.labels = classes.labels;
    result.classes = static_cast<std::uint32_t>(classes.names.size());
    result.weights = weights;
    result.plan = plan;
    return result;
}

ClassColumn classes_of(const TypedColumn& column) {
    ClassColumn result;
    std::vector<std::uint32_t> labels;
    labels.reserve(column.rows());
    std::vector<std::uint32_t> label(column.categories.size(), TypedColumn::kMissingCode);  // [code]
    for (std::size_t row = 0; row < column.rows(); ++row) {
        std::uint32_t code = column.codes[row];
        if (code != TypedColumn::kMissingCode && label[code] == TypedColumn::kMissingCode) {
            label[code] = static_cast<std::uint32_t>(result.names.size());
            result.names.push_back(column.categories[code]);
        }
        labels.push_back(code == TypedColumn::kMissingCode ? code : label[code]);
    }
    result.labels = std::move(labels);
    return result;
}

DatasetData DatasetData::with_other_rows(std::size_t count) const {
    DatasetData result;
    result.source = source;
    result.names = names;
    result.column_of = column_of;
    result.rows = count;
    result.columns = columns;
    result.uses = uses;
    result.declared = declared;
    result.missing = missing;
    result.separator = separator;
    return result;
}

DatasetData bit_rows(const DatasetData& data, std::size_t first, std::size_t count) {
    DatasetData result = data.with_other_rows(count);
    result.target = data.target;
    std::size_t stride = PackedRows::row_bytes(data.bits->bits());
    auto begin = data.bits->bytes().begin() + static_cast<std::ptrdiff_t>(first * stride);
    auto end = begin + static_cast<std::ptrdiff_t>(count * stride);
    result.bits =
        std::make_shared<const PackedRows>(data.bits->bits(), std::vector<std::uint8_t>(begin, end));
    return result;
}

}  // namespace loh
