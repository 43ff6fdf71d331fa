#include "program_source.hpp"

#include <algorithm>
#include <charconv>

#include "standard_input.hpp"
#include "usage.hpp"

namespace loh::cli {

namespace {

constexpr const char* kCommandLine = "<command line>";

std::pair<std::string, std::int64_t> parse_constant(const std::string& text) {
    std::size_t equals = text.find('=');
    std::int64_t value = 0;
    if (equals != std::string::npos && equals > 0) {
        const char* begin = text.data() + equals + 1;
        const char* end = text.data() + text.size();
        auto result = std::from_chars(begin, end, value);
        if (result.ec == std::errc() && result.ptr == end) return {text.substr(0, equals), value};
    }
    throw Error(ErrorKind::usage, "--const " + text + ": expected NAME=NUMBER, as in --const n=64");
}

constexpr std::uint64_t kMostDepth = 4000;

void add_limit(CLI::App& command, const std::string& flag, std::size_t& limit, const std::string& help,
               std::uint64_t most) {
    CLI::Option* option = command.add_option(flag, limit, help)->capture_default_str();
    accept_whole_numbers(*option, flag, 1, most);
}

}  // namespace

void ProgramSource::add_options(CLI::App& command, bool elaborates) {
    command.add_option("FILE", files, "program to read; - is standard input");
    add_text_options(command, elaborates);
}

void ProgramSource::add_flags(CLI::App& command) {
    command.add_option("-f,--formula", files, "program to learn; - is standard input")
        ->type_name("FILE")
        ->allow_extra_args(false);
    no_program_ = "no program to learn: give --formula FILE or -e TEXT";
    both_ = "give either --formula FILE or -e TEXT, not both";
    add_text_options(command, true);
}

void ProgramSource::add_text_options(CLI::App& command, bool elaborates) {
    text_option_ = command.add_option("-e,--expression", text, "program given as text instead of a file");
    add_limit(command, "--max-depth", limits.max_depth, "largest depth of nesting", kMostDepth);
    add_limit(command, "--max-bytes", limits.max_source_bytes, "largest size of a program in bytes",
              kMostCount);
    if (!elaborates) return;
    add_limit(command, "--max-expansion", limits.max_expansion,
              "largest number of parts after loops and templates are expanded", kMostCount);
    command
        .add_option("--const", constants,
                    "NAME=NUMBER: replace the value of a `const` statement (repeatable)")
        ->type_name("NAME=NUMBER")
        ->allow_extra_args(false);
}

bool ProgramSource::is_given() const { return text_option_->count() > 0 || !files.empty(); }

std::vector<std::string> ProgramSource::names() const {
    bool given_as_text = text_option_->count() > 0;
    if (given_as_text == !files.empty()) {
        throw Error(ErrorKind::usage, given_as_text ? both_ : no_program_);
    }
    if (given_as_text) return {kCommandLine};
    std::vector<std::string> result = files;
    std::replace(result.begin(), result.end(), std::string("-"), std::string(kStandardInput));
    return result;
}

Program ProgramSource::parse(const std::string& name) const {
    if (text_option_->count() > 0) return Program::parse(text, kCommandLine, limits);
    if (name == kStandardInput)
        return Program::parse(read_standard_input(limits.max_source_bytes), name, limits);
    return Program::read(name, limits);
}

ElaborateOptions ProgramSource::elaborate_options() const {
    ElaborateOptions options;
    options.limits = limits;
    for (const std::string& constant : constants) {
        bool is_new = options.constants.insert(parse_constant(constant)).second;
        if (!is_new) throw Error(ErrorKind::usage, "--const " + constant + ": given twice");
    }
    return options;
}

void require_one(const ProgramSource& source) {
    if (source.names().size() > 1) throw Error(ErrorKind::usage, "this command takes only one program");
}

}  // namespace loh::cli
