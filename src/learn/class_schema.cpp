#include "learn/class_schema.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include "base/calendar.hpp"
#include "base/text.hpp"

namespace loh {

namespace {

using Names = std::vector<std::string>;

// Known pairs of classes: negative, positive.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kKnownPairs = {
    {{"0", "1"},
     {"false", "true"},
     {"no", "yes"},
     {"n", "y"},
     {"f", "t"},
     {"-", "+"},
     {"negative", "positive"}}};

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

bool is_named(const Output& output, const std::string& name) {
    return output.name == name || output.name == spell_name(name);
}

// The positive class: --positive, a class with the name of the output, or that of a known pair. Throws Error if none applies.
std::string find_positive(const LearnTask& task, const Output& output, const Names& found) {
    check_occurs(task.positive, found, task.data.target());
    if (!task.positive.empty()) return task.positive;
    for (const std::string& name : found) {
        if (is_named(output, name)) return name;
    }
    if (std::optional<std::string> positive = positive_of_pair(found)) return *positive;
    throw Error(ErrorKind::meaning,
                "the target '" + task.data.target() + "' has the classes " + listed(found) +
                    ", and none is known to be the positive one",
                "give the positive class: --positive CLASS");
}

ClassSchema single(const LearnTask& task, const Elaboration& elaboration, const Names& found) {
    if (elaboration.outputs.size() != 1) {
        throw Error(ErrorKind::usage,
                    "the head `single` needs one output, and the program has " +
                        std::to_string(elaboration.outputs.size()),
                    "use --head list or --head paper for exclusive classes");
    }
    if (found.size() > 2) {
        throw Error(ErrorKind::meaning,
                    "the target '" + task.data.target() + "' has " + std::to_string(found.size()) +
                        " classes (" + listed(found) + "), and one output distinguishes only two",
                    "use the head `list`, with outputs named after the classes");
    }
    std::string positive = find_positive(task, elaboration.outputs[0], found);
    std::string negative = "not " + positive;
    for (const auto& [no, yes] : kKnownPairs) {
        if (lower(positive) == yes) negative = no;
    }
    for (const std::string& name : found) {
        if (name != positive) negative = name;
    }
    return {Head::single, {negative, positive}};
}

ClassSchema exclusive(const LearnTask& task, const Elaboration& elaboration, const Names& found, Head head,
                      const WarningHook& warning) {
    ClassSchema schema{head, {}};
    Names left = found;
    for (const Output& output : elaboration.outputs) {
        auto match =
            std::find_if(left.begin(), left.end(), [&](const auto& name) { return is_named(output, name); });
        if (match == left.end()) {
            std::optional<std::string> meant = closest(output.name, left);
            throw Error(ErrorKind::name, "there is no class for the output " + output.name,
                        meant ? "did you mean '" + *meant + "'?"
                              : "the classes of '" + task.data.target() + "' are " + listed(found));
        }
        schema.classes.push_back(*match);
        left.erase(match);
    }
    std::size_t allowed = head == Head::list ? 1 : 0;
    if (left.size() > allowed) {
        throw Error(
            ErrorKind::name,
            "there is no output for the class" + std::string(left.size() == 1 ? " " : "es ") + listed(left),
            head == Head::list ? "name an output after each class; one class may be left out, it holds if no "
                                 "other does"
                               : "the head `paper` needs an output for each class");
    }
    if (left.size() == 1) {
        schema.classes.push_back(left[0]);
    } else if (head == Head::list && warning) {
        Diagnostic diagnostic;
        diagnostic.severity = Severity::warning;
        diagnostic.message = "the output " + elaboration.outputs.back().name +
                             " is the last of the list: its class holds if no other does, and its formula is "
                             "not used";
        warning(diagnostic);
    }
    if (schema.classes.size() < 2)
        throw Error(ErrorKind::meaning,
                    "all rows have the class " + listed(found) + ": there is nothing to learn");
    return schema;
}

// A target of many numbers is a quantity: each number as a class is rarely meant.
void check_numeric_classes(const Dataset& data) {
    constexpr std::size_t kMostNumbers = 20;
    const ClassColumn& classes = data.data().classes;
    const TargetCuts& cuts = data.data().target_cuts;
    if (classes.names.size() <= kMostNumbers || cuts.each_value || !cuts.cuts.empty()) return;
    std::optional<NumberTexts> numbers = number_texts(classes.names, data.data().separator);
    if (!numbers) return;
    auto [least, most] = std::minmax_element(numbers->values.begin(), numbers->values.end());
    auto spelled = [&](auto value) {
        return numbers->form.is_date() ? spell_moment(*value) : spell_number(*value);
    };
    throw Error(ErrorKind::meaning,
                "the target '" + data.target() + "' has " + std::to_string(classes.names.size()) +
                    " different " + (numbers->form.is_date() ? "dates" : "numbers") + ", from " +
                    spelled(least) + " to " + spelled(most) + ", and each would be a class",
                "divide it into classes: --cut-target quantiles:3, or at cut points, --cut-target 10,20; "
                "--cut-target "
                "none learns each value");
}

}  // namespace

void check_occurs(const std::string& positive, const Names& classes, const std::string& target) {
    if (positive.empty() || std::find(classes.begin(), classes.end(), positive) != classes.end()) return;
    throw Error(ErrorKind::name, "no row has the class " + quote(positive, '\''),
                "the classes of '" + target + "' are " + listed(classes));
}

const ClassColumn& classes_to_learn(const Dataset& data) {
    const std::string& target = data.target();
    if (target.empty()) throw Error(ErrorKind::usage, "the dataset has no target column to learn");
    if (data.rows() == 0) throw Error(ErrorKind::meaning, data.source() + " has no rows to learn from");
    const ClassColumn& classes = data.data().classes;
    constexpr std::size_t kMostClasses = 1000;  // the confusion matrix has their square
    constexpr std::size_t kSmallTable = 20;     // rows; a small table may have as many classes as rows
    if (classes.names.size() < 2)
        throw Error(
            ErrorKind::meaning,
            "all rows have the class " + quote(classes.names[0], '\'') + ": there is nothing to learn",
            "the classes are those in column '" + target + "' of " + data.source());
    check_numeric_classes(data);
    if (classes.names.size() == data.rows() && data.rows() > kSmallTable)
        throw Error(
            ErrorKind::meaning,
            "each of the " + std::to_string(data.rows()) + " rows of " + data.source() +
                " has a different class in column '" + target + "'",
            "it looks like an identifier or a number; choose another target, or group its values into "
            "classes");
    if (classes.names.size() > kMostClasses)
        throw Error(ErrorKind::limit,
                    "column " + quote(target, '\'') + " of " + data.source() + " has " +
                        std::to_string(classes.names.size()) + " classes; the maximum is " +
                        std::to_string(kMostClasses),
                    "group its values into fewer classes; a target of numbers is cut by --cut-target");
    return classes;
}

Names rarest_first(const ClassColumn& column) {
    std::vector<std::size_t> counts(column.names.size(), 0);
    for (std::uint32_t label : column.labels) ++counts[label];
    std::vector<std::size_t> order(column.names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return counts[a] < counts[b]; });
    Names result;
    for (std::size_t c : order) result.push_back(column.names[c]);
    return result;
}

std::optional<std::string> positive_of_pair(const Names& classes) {
    for (const auto& [negative, positive] : kKnownPairs) {
        bool fits =
            std::all_of(classes.begin(), classes.end(), [&, no = negative, yes = positive](const auto& name) {
                return lower(name) == no || lower(name) == yes;
            });
        if (!fits) continue;
        for (const std::string& name : classes) {
            if (lower(name) == positive) return name;
        }
        return std::string(positive);  // only the negative class occurs
    }
    return std::nullopt;
}

Names output_classes(const ClassColumn& column, Head head, const std::string& positive) {
    Names classes = rarest_first(column);
    if (head == Head::paper) return classes;
    if (classes.size() == 2 && head != Head::list) {
        if (!positive.empty()) return {positive};
        return {positive_of_pair(classes).value_or(classes[0])};
    }
    classes.pop_back();
    return classes;
}

// With the head `vote`, outputs are rules and their names do not matter. The classes are ordered by descending frequency, with
// the positive class last.
ClassSchema voting_classes(const LearnTask& task) {
    const ClassColumn& column = task.data.data().classes;
    if (column.names.size() < 2)
        throw Error(ErrorKind::meaning,
                    "all rows have the class " + listed(column.names) + ": there is nothing to learn");
    Names classes = rarest_first(column);
    std::reverse(classes.begin(), classes.end());
    check_occurs(task.positive, column.names, task.data.target());
    std::string positive = task.positive;
    if (positive.empty() && classes.size() == 2) positive = positive_of_pair(classes).value_or(classes[1]);
    if (!positive.empty()) {
        auto found = std::find(classes.begin(), classes.end(), positive);
        std::rotate(found, found + 1, classes.end());
    }
    return {Head::vote, classes};
}

ClassSchema decide_classes(const LearnTask& task, const Elaboration& elaboration,
                           const WarningHook& warning) {
    const ClassColumn& column = task.data.data().classes;
    Head head = task.options.head;
    if (head == Head::automatic) head = elaboration.outputs.size() == 1 ? Head::single : Head::list;
    if (head == Head::single) return single(task, elaboration, column.names);
    if (head == Head::vote) return voting_classes(task);
    return exclusive(task, elaboration, column.names, head, warning);
}

}  // namespace loh
