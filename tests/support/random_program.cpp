#include "support/random_program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/keywords.hpp"
#include "formula/atom.hpp"
#include "support/random.hpp"

namespace loh::testing {

namespace {

using Ids = std::vector<AstId>;

constexpr std::array<std::string_view, 14> kPlainNames = {
    "a", "b", "c", "x", "y1", "_u", "Rained", "missing", "is", "e5", "größe", "变量", "i", "D"};
constexpr std::array<std::string_view, 22> kOddNames = {"two words",   "1st",
                                                        "3.5",         "a`b",
                                                        "back\\slash", "new\nline",
                                                        "tab\t",       "carriage\r",
                                                        "quote\"d",    "¬a",
                                                        "∧",           "⊥",
                                                        "x[3]",        "# none",
                                                        "\u00A0",      "\u200B",
                                                        ";",           "a.b",
                                                        ":=",          " ",
                                                        "@or",         "\uFEFFbyte order mark"};
constexpr std::array<double, 8> kIntegers = {0, 1, 2, 10, 42, 4294967296, 1e15, 9007199254740992.0};
constexpr std::array<double, 13> kDecimals = {0.0,
                                              0.5,
                                              3.0,
                                              37.5,
                                              0.1,
                                              1e-7,
                                              1e15,
                                              1e21,
                                              1e300,
                                              5e-324,
                                              1e16,
                                              1.7976931348623157e308,
                                              123456789.123456789};
constexpr std::array<std::uint8_t, 6> kSigns = {'+', '-', '*', '/', '%', '|'};

class TreeGenerator {
public:
    explicit TreeGenerator(std::uint64_t seed) : random_(seed) {}

    Ast run() {
        for (std::size_t count = random_.between(1, 3); count > 0; --count) ast_.add_statement(statement());
        return std::move(ast_);
    }

private:
    AstId add(AstKind kind, const Ids& children = {}, std::uint8_t op = 0, std::uint32_t symbol = 0,
              double number = 0) {
        return ast_.add(kind, {}, children, op, symbol, number);
    }
    AstId add_named(AstKind kind, const Ids& children = {}) { return add(kind, children, 0, name()); }

    std::uint32_t name() {
        std::size_t kind = random_.below(100);
        if (kind < 75) return ast_.intern(random_.pick(kPlainNames));
        if (kind < 85) return ast_.intern(random_.pick(kOddNames));
        if (kind < 92) return ast_.intern(random_.pick(kKeywords));
        return ast_.intern(any_text(1));
    }

    std::string any_text(std::size_t least) {
        constexpr std::array<std::string_view, 18> kPieces = {
            "a", "B", "7", " ", "\"", "`", "\\", "\n", "\t", "#", "[", "\r", "ß", "€", "😀", "{", "\x01", ":"};
        std::string result;
        for (std::size_t count = random_.between(least, 5); count > 0; --count)
            result += random_.pick(kPieces);
        return result;
    }

    template <class Make>
    Ids several(std::size_t least, std::size_t most, Make make) {
        Ids result;
        for (std::size_t count = random_.between(least, most); count > 0; --count) result.push_back(make());
        return result;
    }

    // --- statements ---

    int depth() { return static_cast<int>(random_.chance(10) ? 4 : random_.between(1, 3)); }

    AstId statement() {
        switch (random_.below(9)) {
            case 0:
            case 1: return add(AstKind::declaration, {target(), formula(depth())});
            case 2: return add(AstKind::output, {target(), formula(depth())});
            case 3: return add(AstKind::output_list, several(1, 4, [&] { return reference(1); }));
            case 4: return add(AstKind::input, several(1, 4, [&] { return target(); }));
            case 5: return add_named(AstKind::domain, {set(true, true)});
            case 6: return add_named(AstKind::constant, {expression(2)});
            case 7: return template_statement();
            default: return add(AstKind::bare_formula, {formula(depth())});
        }
    }

    AstId template_statement() {
        Ids children = several(0, 3, [&] { return add_named(AstKind::reference); });
        children.push_back(formula(depth()));
        return add_named(AstKind::templ, children);
    }

    AstId target() {
        Ids children;
        if (random_.chance(50)) {
            children = several(1, 3, [&] { return subscript(); });
            if (random_.chance(30)) children.push_back(filter());
        }
        return add_named(AstKind::target, children);
    }

    AstId subscript() {
        if (random_.chance(50)) return binder();
        return random_.chance(50) ? set(true, false) : expression(1);
    }

    // --- sets, binders, conditions ---

    AstId set(bool allow_range, bool allow_domain) {
        if (allow_range && random_.chance(40)) return add(AstKind::range, {expression(1), expression(1)});
        if (allow_domain && random_.chance(30)) return add_named(AstKind::domain_use);
        return add(AstKind::set, several(0, 3, [&] { return expression(1); }));
    }

    AstId binder() { return add_named(AstKind::binder, {set(true, true)}); }
    AstId filter() { return add(AstKind::filter, {condition(2)}); }

    AstId condition(int depth) {
        switch (random_.below(depth > 0 ? 5 : 2)) {
            case 0: return add(AstKind::condition, {expression(2), expression(1)}, comparison());
            case 1: return add(AstKind::condition_in, {expression(1), set(true, true)});
            case 2: return add(AstKind::condition_not, {condition(depth - 1)});
            case 3: return add(AstKind::condition_and, several(2, 3, [&] { return condition(depth - 1); }));
            default: return add(AstKind::condition_or, several(2, 3, [&] { return condition(depth - 1); }));
        }
    }

    std::uint8_t comparison() { return static_cast<std::uint8_t>(random_.below(6)); }

    // --- formulas ---

    AstId formula(int depth) {
        if (depth == 0 || random_.chance(25)) return leaf();
        auto deeper = [&] { return formula(depth - 1); };
        switch (random_.below(11)) {
            case 0: return add(AstKind::negation, {deeper()});
            case 1: return add(AstKind::conjunction, several(2, 4, deeper));
            case 2: return add(AstKind::disjunction, several(2, 4, deeper));
            case 3: return add(AstKind::exclusive_or, several(2, 3, deeper));
            case 4: return add(AstKind::implication, several(2, 3, deeper));
            case 5: return add(AstKind::equivalence, several(2, 3, deeper));
            case 6: return add_named(AstKind::call, several(0, 3, [&] { return argument(depth - 1); }));
            case 7: return add(AstKind::big_and, several(0, 3, [&] { return item(depth - 1); }));
            case 8: return add(AstKind::big_or, several(0, 3, [&] { return item(depth - 1); }));
            default:
                return add(AstKind::choice, several(1, 4, [&] { return item(depth - 1); }),
                           static_cast<std::uint8_t>(random_.below(3)));
        }
    }

    AstId item(int depth) {
        if (random_.chance(65)) return formula(depth);
        Ids children = several(1, 3, [&] { return binder(); });
        if (random_.chance(40)) children.push_back(filter());
        children.push_back(formula(depth));
        return add(AstKind::comprehension, children);
    }

    AstId argument(int depth) { return random_.chance(50) ? formula(depth) : expression(2); }

    AstId leaf() {
        switch (random_.below(12)) {
            case 0: return add(AstKind::verum);
            case 1: return add(AstKind::falsum);
            case 2: return add(AstKind::missing, {column()});
            case 3:
                return add(AstKind::member, {column(), set(false, true)},
                           static_cast<std::uint8_t>(random_.below(2)));
            case 4:
                return add(AstKind::interval, {column(), expression(1), expression(1)},
                           static_cast<std::uint8_t>(random_.below(4)));
            case 5:
            case 6: return add(AstKind::compare, {operand(), operand()}, comparison());
            default: return reference(2);
        }
    }

    AstId column() {
        if (random_.chance(70)) return reference(1);
        return add(AstKind::arithmetic, {reference(1), reference(1)}, random_.chance(50) ? '-' : '|');
    }

    AstId operand() { return random_.chance(20) ? add(AstKind::hole) : expression(2); }

    // --- index arithmetic ---

    AstId reference(int depth) {
        bool indexed = depth > 0 && random_.chance(35);
        return add_named(AstKind::reference,
                         indexed ? several(1, 3, [&] { return expression(depth - 1); }) : Ids{});
    }

    AstId expression(int depth) {
        std::size_t kind = random_.below(depth > 0 ? 9 : 5);
        switch (kind) {
            case 0:
            case 1: return integer();
            case 2: return decimal();
            case 3: return add(AstKind::text, {}, 0, ast_.intern(any_text(0)));
            case 4: return reference(depth);
            case 5: return add(AstKind::minus, {expression(depth - 1)});
            default:
                return add(AstKind::arithmetic, {expression(depth - 1), expression(depth - 1)},
                           random_.pick(kSigns));
        }
    }

    AstId integer() {
        bool special = random_.chance(50);
        double value = special ? random_.pick(kIntegers)
                               : static_cast<double>(random_.next() >> random_.between(11, 63));
        return add(AstKind::integer, {}, 0, 0, value);
    }

    AstId decimal() {
        if (random_.chance(50)) return add(AstKind::decimal, {}, 0, 0, random_.pick(kDecimals));
        double value = std::abs(std::bit_cast<double>(random_.next()));
        return add(AstKind::decimal, {}, 0, 0, std::isfinite(value) ? value : 0.25);
    }

    Random random_;
    Ast ast_;
};

}  // namespace

Ast random_tree(std::uint64_t seed) { return TreeGenerator(seed).run(); }

}  // namespace loh::testing
