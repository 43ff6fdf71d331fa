#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <type_traits>

#include "base/text.hpp"
#include "loh/error.hpp"
#include "loh/learn_options.hpp"

namespace loh {

namespace {

using bounds::above_up_to;
using bounds::any;
using bounds::at_least;
using bounds::between;
using bounds::Bounds;
using needs::kDescent;
using needs::kNoProgram;
using needs::kNothing;
using needs::kVotes;

// The names of the enumerators, in the order of their values.
template <class Enum>
struct Words;
template <>
struct Words<Head> {
    static constexpr std::array<std::string_view, 5> kAll = {"automatic", "single", "list", "paper", "vote"};
};
template <>
struct Words<RateSchedule> {
    static constexpr std::array<std::string_view, 2> kAll = {"constant", "linear"};
};
template <>
struct Words<WhenFlawless> {
    static constexpr std::array<std::string_view, 2> kAll = {"end", "go-on"};
};
template <>
struct Words<Votes> {
    static constexpr std::array<std::string_view, 2> kAll = {"points", "count"};
};
template <>
struct Words<Metric> {
    static constexpr std::array<std::string_view, 2> kAll = {"macro-f1", "accuracy"};
};
template <>
struct Words<Semantics> {
    static constexpr std::array<std::string_view, 3> kAll = {"goedel", "product", "lukasiewicz"};
};
template <>
struct Words<Loss> {
    static constexpr std::array<std::string_view, 3> kAll = {"binary-cross-entropy", "cross-entropy",
                                                             "squared-error"};
};
template <>
struct Words<ClassWeights> {
    static constexpr std::array<std::string_view, 2> kAll = {"none", "balanced"};
};
template <>
struct Words<Prune> {
    static constexpr std::array<std::string_view, 3> kAll = {"none", "unsatisfied", "redundant"};
};

template <>
struct Words<NormalForm> {
    static constexpr std::array<std::string_view, 2> kAll = {"dnf", "cnf"};
};
template <>
struct Words<Literals> {
    static constexpr std::array<std::string_view, 4> kAll = {"thresholds", "both-sides", "intervals", "all"};
};
template <>
struct Words<Cuts> {
    static constexpr std::array<std::string_view, 2> kAll = {"mdl", "quantiles"};
};
template <>
struct Words<Comparisons> {
    static constexpr std::array<std::string_view, 4> kAll = {"none", "equal", "all", "differences"};
};

template <class Value>
constexpr bool kIsNumber = std::is_arithmetic_v<Value>;

template <class Value>
std::string spell(Value value) {
    if constexpr (!kIsNumber<Value>) {
        return std::string(Words<Value>::kAll[static_cast<std::size_t>(value)]);
    } else if constexpr (std::is_integral_v<Value>) {
        return std::to_string(value);
    } else {
        return spell_number(value);
    }
}

template <class Value>
std::string describe(Bounds allowed) {
    if constexpr (kIsNumber<Value>) {
        std::string text = std::is_integral_v<Value> ? "whole number" : "number";
        if (std::isfinite(allowed.least))
            text += (allowed.open ? " above " : " from ") + spell_number(allowed.least);
        if (std::isfinite(allowed.most))
            text += (allowed.open ? " up to " : " to ") + spell_number(allowed.most);
        return text;
    } else {
        std::string text;
        for (std::string_view word : Words<Value>::kAll)
            text += (text.empty() ? "" : "|") + std::string(word);
        return text;
    }
}

template <class Value>
bool read_number(std::string_view text, Bounds allowed, Value& value) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return false;
    auto number = static_cast<double>(value);
    bool low_enough = number <= allowed.most;
    bool high_enough = allowed.open ? number > allowed.least : number >= allowed.least;
    return std::isfinite(number) && low_enough && high_enough;
}

template <class Value>
void read(std::string_view flag, std::string_view text, Bounds allowed, Value& value) {
    if constexpr (kIsNumber<Value>) {
        if (Value parsed{}; read_number(text, allowed, parsed)) {
            value = parsed;
            return;
        }
    } else {
        for (std::size_t i = 0; i < Words<Value>::kAll.size(); ++i) {
            if (Words<Value>::kAll[i] != text) continue;
            value = static_cast<Value>(i);
            return;
        }
    }
    std::string hint;
    if constexpr (!kIsNumber<Value>) {
        std::vector<std::string> words(Words<Value>::kAll.begin(), Words<Value>::kAll.end());
        if (std::optional<std::string> meant = closest(text, words)) hint = "did you mean " + *meant + "?";
    }
    throw Error(ErrorKind::usage,
                "--" + std::string(flag) + " " + std::string(text) + ": expected " +
                    (kIsNumber<Value> ? "a " : "one of ") + describe<Value>(allowed),
                hint);
}

struct Row {
    OptionInfo info;
    std::function<void(LearnOptions&, std::string_view)> set;
    std::function<std::string(const LearnOptions&)> get;
};

template <class Value>
Row make_row(std::string name, Value LearnOptions::*member, Value initial, Bounds allowed, unsigned needed,
             std::string help) {
    for (char& c : name) c = c == '_' ? '-' : c;
    return {{name, describe<Value>(allowed), spell(initial), std::move(help), needed, {}},
            [=](LearnOptions& options, std::string_view text) { read(name, text, allowed, options.*member); },
            [=](const LearnOptions& options) { return spell(options.*member); }};
}

// The defaults that rule search sets (effort.cpp).
std::string default_of_search(std::string_view flag) {
    if (flag == "max-rules") return "12 for each class but the last";
    if (flag == "literals") return "all";
    if (flag == "cuts") return "quantiles";
    return flag == "max-cuts" ? "30" : "";
}

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows = {
#define LOH_MAKE_ROW(type, name, value, allowed, needed, help) \
    make_row<type>(#name, &LearnOptions::name, value, allowed, needed, help),
        LOH_LEARN_OPTIONS(LOH_MAKE_ROW)
#undef LOH_MAKE_ROW
    };
    return kRows;
}

const Row& row_of(std::string_view flag) {
    std::vector<std::string> flags;
    for (const Row& row : rows()) {
        if (row.info.flag == flag) return row;
        flags.push_back(row.info.flag);
    }
    std::optional<std::string> meant = closest(flag, flags);
    throw Error(ErrorKind::usage, "there is no option --" + std::string(flag),
                meant ? "did you mean --" + *meant + "?" : "");
}

}  // namespace

const std::vector<OptionInfo>& learn_option_table() {
    static const std::vector<OptionInfo> kTable = [] {
        std::vector<OptionInfo> table;
        for (const Row& row : rows()) {
            table.push_back(row.info);
            table.back().by_search = default_of_search(row.info.flag);
        }
        return table;
    }();
    return kTable;
}

void set_option(LearnOptions& options, std::string_view flag, std::string_view value) {
    row_of(flag).set(options, value);
}

std::string get_option(const LearnOptions& options, std::string_view flag) {
    return row_of(flag).get(options);
}

void check_options(const LearnOptions& options) {
    LearnOptions checked;
    for (const Row& row : rows()) row.set(checked, row.get(options));
    if (options.votes == Votes::count && options.points > 0)
        throw Error(ErrorKind::usage, "--points cannot be combined with --votes count",
                    "leave out --points or --votes count");
}

}  // namespace loh
