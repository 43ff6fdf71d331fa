// Random programs that elaborate: see random_program.hpp.
//
// All indices are the numbers 1..3 and the elements u, v, w, so that every index in scope is valid: x[i] and h[i] exist for
// every number bound by a loop, y[e] for every element. The cost of a choice is the product over all copies that the
// enclosing loops make; a template has its own cost, paid at each call.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "support/random.hpp"
#include "support/random_program.hpp"

namespace loh::testing {

namespace {

using Texts = std::vector<std::string>;

class MeaningfulGenerator {
public:
    MeaningfulGenerator(std::uint64_t seed, const ProgramShape& shape)
        : random_(seed), shape_(shape), budget_(shape.max_selections) {}

    std::string run() {
        header();
        for (std::size_t count = random_.below(3); count > 0; --count) define_template();
        for (std::size_t count = random_.between(1, 4); count > 0; --count) declare();
        outputs();
        std::string result;
        for (const std::string& statement : head_) result += statement + separator();
        // Placeholders may be used before their declaration, so any order is valid.
        for (std::size_t i = body_.size(); i > 1; --i)
            if (random_.chance(30)) std::swap(body_[i - 1], body_[random_.below(i)]);
        for (const std::string& statement : body_) result += statement + separator();
        return result + last_ + "\n";
    }

private:
    struct Template {
        std::string name;
        bool has_value;  // a second parameter, used as an index
        double cost;     // of one call
    };

    // --- statements ---

    std::string separator() { return random_.chance(15) ? "; " : "\n"; }

    void header() {
        head_.emplace_back("const n = 3");
        head_.emplace_back(random_.chance(50) ? "domain D = {u, v, w}" : "domain D = {\"u\", v, `w`}");
        if (random_.chance(50))
            head_.emplace_back(
                "input a, b, c, d, `two words`, x[1..n], y[D], e[1..3, {1, 2, 3}], age, debt, color");
    }

    void define_template() {
        Template result{"t" + std::to_string(templates_.size()), random_.chance(50), 1};
        double outside = std::exchange(budget_, 8);
        formula_parameters_ = {"f"};
        if (result.has_value) numbers_ = {"k"};
        std::string body = formula(2);
        result.cost = 8 / budget_;
        budget_ = outside;
        formula_parameters_.clear();
        numbers_.clear();
        body_.push_back("template " + result.name + (result.has_value ? "(f, k)" : "(f)") + " := " + body);
        templates_.push_back(result);
    }

    void declare() {
        std::string name = (random_.chance(10) ? "`p " : "p") + std::to_string(++declared_);
        if (name[0] == '`') name += "`";
        switch (random_.below(6)) {
            case 0: return array(name);
            case 1: return filtered_array(name);
            case 2: return recursive_array(name);
            default: body_.push_back(name + " := " + formula(shape_.depth)); placeholders_.push_back(name);
        }
    }

    void array(const std::string& name) {
        std::string index = fresh_index();
        std::string body = copied(3, index, [&] { return formula(shape_.depth - 1); });
        body_.push_back(name + "[" + index + " in 1..n] := " + body);
        arrays_.push_back(name);
    }

    void filtered_array(const std::string& name) {
        std::string index = fresh_index();
        std::string body = copied(2, index, [&] { return formula(shape_.depth - 1); });
        body_.push_back(name + "[" + index + " in 1..3 if " + index + " != 2] := " + body);
        placeholders_.push_back(name + "[1]");
        placeholders_.push_back(name + "[n]");
    }

    void recursive_array(const std::string& name) {
        body_.push_back(name + "[1] := " + formula(1));
        std::string index = fresh_index();
        std::string body = copied(2, index, [&] { return formula(1); });
        const char* sign = random_.chance(50) ? " & " : " | ";
        body_.push_back(name + "[" + index + " in 2..n] := (" + body + ")" + sign + name + "[" + index +
                        "-1]");
        arrays_.push_back(name);
    }

    void outputs() {
        std::size_t count = random_.between(1, shape_.max_outputs);
        if (count == 1 && random_.chance(50)) {
            last_ = formula(shape_.depth);
            return;
        }
        if (random_.chance(20) && !placeholders_.empty()) {
            last_ = "output " + random_.pick(placeholders_);
            return;
        }
        for (std::size_t i = 1; i < count; ++i) {
            std::string name = "o" + std::to_string(i);
            body_.push_back("output " + name + " := " + formula(shape_.depth));
            placeholders_.push_back(name);
        }
        last_ = "output `last` := " + formula(shape_.depth);
    }

    // --- cost ---

    // Whether a choice among `alternatives`, with all its copies, is within the budget.
    bool spend(double alternatives) {
        double cost = std::pow(alternatives, copies_);
        if (cost > budget_) return false;
        budget_ /= cost;
        return true;
    }

    template <class Make>
    std::string copied(double copies, const std::string& index, Make make) {
        double outside = std::exchange(copies_, copies_ * copies);
        numbers_.push_back(index);
        std::string result = make();
        numbers_.pop_back();
        copies_ = outside;
        return result;
    }

    std::string fresh_index() { return "i" + std::to_string(++indices_); }

    // --- formulas ---

    std::string formula(std::size_t depth) {
        if (depth == 0 || random_.chance(10)) return leaf();
        switch (random_.below(10)) {
            case 0: return "!" + operand(depth);
            case 1: return chain(" & ", depth);
            case 2: return chain(" | ", depth);
            case 3: return chain(random_.chance(50) ? " -> " : " ^ ", depth);
            case 4: return operand(depth) + " <-> " + operand(depth);
            case 5: return big_operator(depth);
            case 6: return call(depth);
            default: return choice(depth);
        }
    }

    std::string operand(std::size_t depth) { return "(" + formula(depth - 1) + ")"; }

    std::string chain(const std::string& sign, std::size_t depth) {
        std::string result = operand(depth);
        for (std::size_t more = random_.between(1, 2); more > 0; --more) result += sign + operand(depth);
        return result;
    }

    std::string choice(std::size_t depth) {
        if (random_.chance(25)) return loop_choice();
        std::size_t count = random_.between(1, 3);
        if (!spend(static_cast<double>(count))) return leaf();
        std::string result = "[" + formula(depth - 1);
        for (std::size_t i = 1; i < count; ++i) result += ", " + formula(depth - 1);
        return result + "]" + mode();
    }

    std::string mode() { return random_.chance(70) ? "" : random_.chance(50) ? "@or" : "@and"; }

    // A choice whose alternatives come from a loop.
    std::string loop_choice() {
        std::string i = fresh_index();
        std::string j = fresh_index();
        switch (random_.below(4)) {
            case 0: return spend(3) ? "[" + i + " in 1..n: x[" + i + "]]" + mode() : leaf();
            case 1: return spend(2) ? "[" + i + " in {1, 2, 3} if " + i + " < 3: x[" + i + "]]" : leaf();
            case 2: return spend(4) ? "[" + i + " in D: y[" + i + "], true]" + mode() : leaf();
            default:
                return spend(3) ? "[" + i + " in 1..2, " + j + " in " + i + "+1..n: e[" + i + ", " + j + "]]"
                                : leaf();
        }
    }

    std::string big_operator(std::size_t depth) {
        std::string sign = random_.chance(50) ? "and(" : "or(";
        if (random_.chance(5)) return sign + ")";
        std::string i = fresh_index();
        bool filtered = random_.chance(30);
        std::string body = copied(filtered ? 2 : 3, i, [&] { return formula(depth - 1); });
        std::string extra = random_.chance(20) ? leaf() + ", " : "";
        return sign + extra + i + " in 1..3" + (filtered ? " if !(" + i + " = 2)" : "") + ": " + body + ")";
    }

    std::string call(std::size_t depth) {
        if (templates_.empty() || !formula_parameters_.empty()) return leaf();
        const Template& chosen = random_.pick(templates_);
        if (!spend(chosen.cost)) return leaf();
        return chosen.name + "(" + formula(depth - 1) + (chosen.has_value ? ", " + number() : "") + ")";
    }

    // --- leaves ---

    std::string number() {
        if (numbers_.empty() || random_.chance(30)) return std::to_string(random_.between(1, 3));
        const std::string& bound = random_.pick(numbers_);
        if (random_.chance(70)) return bound;
        return random_.chance(50) ? "n+1-" + bound : bound + "%n+1";
    }

    std::string leaf() {
        if (!formula_parameters_.empty() && random_.chance(40)) return formula_parameters_[0];
        if (random_.chance(30) && !placeholders_.empty()) return random_.pick(placeholders_);
        if (random_.chance(30) && !arrays_.empty()) return random_.pick(arrays_) + "[" + number() + "]";
        switch (random_.below(8)) {
            case 0: return "x[" + number() + "]";
            case 1: return "y[" + random_.pick(Texts{"u", "\"v\"", "`w`"}) + "]";
            case 2: return "e[" + number() + ", " + number() + "]";
            case 3: return shape_.atoms ? atom() : "a";
            case 4: return random_.chance(50) ? "true" : "false";
            default: return random_.pick(Texts{"a", "b", "c", "d", "`two words`"});
        }
    }

    std::string atom() {
        if (shape_.holes && random_.chance(15))
            return random_.chance(70) ? "(age > ?)" : "(|age - debt| > ?)";
        return random_.pick(Texts{"(age >= 37.5)", "(age in [20, 40))", "(debt < age)", "(20 <= age < 40)",
                                  "(color = \"red\")", "(color in {\"red\", \"blue\"})",
                                  "(color not in {\"red\"})", "(age is missing)", "(age - debt >= 2)",
                                  "(|age - debt| <= 1.5)", "(2 <= age - debt < 5)",
                                  "(age - debt is missing)"});
    }

    Random random_;
    ProgramShape shape_;
    double budget_;      // remaining factor for the product of alternatives
    double copies_ = 1;  // copies of the current formula
    Texts head_;         // statements that must come first
    Texts body_;
    std::string last_;
    std::vector<Template> templates_;
    Texts placeholders_;        // without index, or with a constant one
    Texts arrays_;              // over 1..3
    Texts numbers_;             // bound names with values in 1..3
    Texts formula_parameters_;  // of the current template
    std::size_t declared_ = 0;
    std::size_t indices_ = 0;
};

}  // namespace

std::string random_meaningful_program(std::uint64_t seed, const ProgramShape& shape) {
    return MeaningfulGenerator(seed, shape).run();
}

}  // namespace loh::testing
