#include "export/c_names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text.hpp"

namespace loh {

namespace {

// Keywords of C and C++ up to C23 and C++23, and macros that compilers and usual headers define in lower case.
const std::set<std::string_view>& reserved() {
    static const std::set<std::string_view> kReserved = {"alignas",
                                                         "alignof",
                                                         "and",
                                                         "and_eq",
                                                         "asm",
                                                         "assert",
                                                         "auto",
                                                         "bitand",
                                                         "bitor",
                                                         "bool",
                                                         "break",
                                                         "case",
                                                         "catch",
                                                         "char",
                                                         "char16_t",
                                                         "char32_t",
                                                         "char8_t",
                                                         "class",
                                                         "co_await",
                                                         "co_return",
                                                         "co_yield",
                                                         "compl",
                                                         "complex",
                                                         "concept",
                                                         "const",
                                                         "const_cast",
                                                         "consteval",
                                                         "constexpr",
                                                         "constinit",
                                                         "continue",
                                                         "decltype",
                                                         "default",
                                                         "delete",
                                                         "do",
                                                         "double",
                                                         "dynamic_cast",
                                                         "else",
                                                         "enum",
                                                         "errno",
                                                         "explicit",
                                                         "export",
                                                         "extern",
                                                         "false",
                                                         "far",
                                                         "float",
                                                         "for",
                                                         "fortran",
                                                         "friend",
                                                         "goto",
                                                         "i386",
                                                         "if",
                                                         "import",
                                                         "inline",
                                                         "int",
                                                         "isinf",
                                                         "isnan",
                                                         "linux",
                                                         "long",
                                                         "max",
                                                         "min",
                                                         "module",
                                                         "mutable",
                                                         "namespace",
                                                         "near",
                                                         "new",
                                                         "noexcept",
                                                         "noreturn",
                                                         "not",
                                                         "not_eq",
                                                         "nullptr",
                                                         "operator",
                                                         "or",
                                                         "or_eq",
                                                         "pascal",
                                                         "private",
                                                         "protected",
                                                         "public",
                                                         "register",
                                                         "reinterpret_cast",
                                                         "requires",
                                                         "restrict",
                                                         "return",
                                                         "short",
                                                         "signed",
                                                         "sizeof",
                                                         "small",
                                                         "static",
                                                         "static_assert",
                                                         "static_cast",
                                                         "stderr",
                                                         "stdin",
                                                         "stdout",
                                                         "struct",
                                                         "switch",
                                                         "template",
                                                         "this",
                                                         "thread_local",
                                                         "throw",
                                                         "true",
                                                         "try",
                                                         "typedef",
                                                         "typeid",
                                                         "typename",
                                                         "typeof",
                                                         "typeof_unqual",
                                                         "union",
                                                         "unix",
                                                         "unsigned",
                                                         "using",
                                                         "vector",
                                                         "virtual",
                                                         "void",
                                                         "volatile",
                                                         "wchar_t",
                                                         "while",
                                                         "xor",
                                                         "xor_eq"};
    return kReserved;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string c_word(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::string result;
    for (char c : text) {
        bool kept = is_letter(c) || is_digit(c);
        if (kept) result += c;
        if (!kept && !result.empty() && result.back() != '_') result += '_';
    }
    while (result.ends_with('_')) result.pop_back();
    if (result.size() > kLongest) result.resize(kLongest);
    if (result.empty()) return "x";
    return is_digit(result[0]) ? "x" + result : result;
}

std::vector<std::string> c_names(const std::vector<std::string>& texts) {
    std::vector<std::string> result;
    std::set<std::string> taken;
    for (const std::string& text : texts) {
        std::string word = c_word(text);
        // Names without a small letter may be macros.
        bool has_small = std::any_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        if (!has_small || reserved().contains(word)) word += '_';
        std::string name = word;
        for (int number = 2; !taken.insert(name).second; ++number) name = word + "_" + std::to_string(number);
        result.push_back(std::move(name));
    }
    return result;
}

std::string c_text(std::string_view text) {
    constexpr std::string_view kHarmless = " !#&()*+,-./:;<=>@[]^_{|}~'";
    std::string result = "\"";
    for (char c : text) {
        if (is_letter(c) || is_digit(c) || kHarmless.find(c) != std::string::npos) {
            result += c;
            continue;
        }
        std::array<char, 8> octal{};
        std::snprintf(octal.data(), octal.size(), "\\%03o",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        result += octal.data();
    }
    return result + "\"";
}

std::string c_text_in_table(std::string_view text, std::string& declarations) {
    constexpr std::size_t kLongest = 4000;
    if (text.size() <= kLongest) return c_text(text);
    std::string name = "long_text_" + std::to_string(declarations.size());
    std::string bytes;
    for (char c : text) {
        std::array<char, 16> octal{};
        std::snprintf(octal.data(), octal.size(), "'\\%03o', ",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        bytes += octal.data();
    }
    declarations += "    static const char " + name + "[] = {" + bytes + "0};\n";
    return name;
}

std::string c_number(double value) {
    std::string text = spell_number(value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return value < 0 ? "(" + text + ")" : text;
}

}  // namespace loh
