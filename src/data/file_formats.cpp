#include "data/file_formats.hpp"

#include <algorithm>

namespace loh {

namespace {

struct Signature {
    std::string_view first_bytes;
    bool binary;  // a text may begin with these bytes, too: then other bytes show that it is none
    FileFormat format;
};

using namespace std::string_view_literals;

constexpr std::string_view kExport = "export a CSV file from it";
constexpr std::string_view kPandas =
    "convert it to CSV, for example with pandas: pd.read_parquet(FILE).to_csv(\"data.csv\", index=False); "
    "the Python "
    "package of loh also reads data frames";
constexpr std::string_view kArrow =
    "convert it to CSV, for example with pandas: pd.read_feather(FILE).to_csv(\"data.csv\", index=False); "
    "the Python "
    "package of loh also reads data frames";

constexpr Signature kSignatures[] = {
    {"PAR1"sv, true, {"a Parquet file", kPandas}},
    {"ARROW1"sv, true, {"an Arrow file", kArrow}},
    {"FEA1"sv, true, {"a Feather file", kArrow}},
    {"ORC"sv, true, {"an ORC file", "convert it to CSV"}},
    {"Obj\x01"sv, false, {"an Avro file", "convert it to CSV"}},
    {"\x89HDF\r\n"sv, false, {"an HDF5 file", "convert it to CSV"}},
    {"\x93NUMPY"sv, false, {"a NumPy array", "save it as CSV: numpy.savetxt"}},
    {"SQLite format 3\0"sv,
     false,
     {"an SQLite database", "export a table: sqlite3 -header -csv FILE 'SELECT * FROM ...' > data.csv"}},
    {"\xD0\xCF\x11\xE0"sv, false, {"an Excel workbook (.xls) or another Office file", kExport}},
    {"%PDF-"sv, false, {"a PDF file", kExport}},
    {"<!DOCTYPE html"sv, false, {"an HTML page", "was the file downloaded from a page that needs a login?"}},
    {"<html"sv, false, {"an HTML page", "was the file downloaded from a page that needs a login?"}},
    {"BZh91AY&SY"sv, false, {"compressed with bzip2", "unpack it first: bzip2 -d"}},
    {"\xFD\x37zXZ"sv, false, {"compressed with xz", "unpack it first: xz -d"}},
    {"\x28\xB5\x2F\xFD"sv, false, {"compressed with zstd", "unpack it first: zstd -d"}},
    {"\x1F\x8B"sv, false, {"compressed with gzip twice", "unpack it first: gzip -d"}}};

bool has_control_bytes(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return c >= 0 && c < ' ' && c != '\t' && c != '\r' && c != '\n'; });
}

// A spreadsheet is a zip archive whose first file has one of these names, from byte 30 on.
FileFormat zip_format(std::string_view text) {
    constexpr std::size_t kName = 30;
    std::string_view first_file = text.substr(std::min(text.size(), kName));
    if (first_file.starts_with("[Content_Types].xml") || first_file.starts_with("xl/") ||
        first_file.starts_with("_rels/"))
        return {"an Excel workbook (.xlsx)", kExport};
    if (first_file.starts_with("mimetype")) return {"an OpenDocument file (.ods)", kExport};
    return {"a zip archive or a spreadsheet", "export a CSV file from it, or unpack it: unzip"};
}

}  // namespace

std::optional<FileFormat> other_format(std::string_view first_bytes) {
    if (first_bytes.starts_with("PK\x03\x04")) return zip_format(first_bytes);
    for (const Signature& signature : kSignatures) {
        if (!first_bytes.starts_with(signature.first_bytes)) continue;
        if (!signature.binary || has_control_bytes(first_bytes)) return signature.format;
    }
    return std::nullopt;
}

std::string probable_encoding(std::string_view from_invalid_byte) {
    constexpr std::size_t kExamined = std::size_t{1} << 16U;
    std::string_view text = from_invalid_byte.substr(0, kExamined);
    constexpr std::string_view kUndefined = "\x81\x8D\x8F\x90\x9D";
    return text.find_first_of(kUndefined) == std::string_view::npos ? "WINDOWS-1252" : "ISO-8859-1";
}

std::string iconv_command(const std::string& encoding, const std::string& path) {
    bool plain = !path.empty() && path.find_first_of(" '\"\\$<>|&;()*?") == std::string::npos;
    std::string command = "iconv -f " + encoding + " -t UTF-8";
    return plain ? command + " " + path + " > utf8.csv" : command;
}

}  // namespace loh
