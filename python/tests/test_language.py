import copy
import pickle

import pytest

import loh


def variables(names):
    return [loh.var(name) for name in names]


def test_parse_prints_the_canonical_text():
    program = loh.parse("p := [a,b]; p and not c")
    assert str(program) == "p := [a, b]\np & !c"
    assert loh.parse(str(program)) == program
    assert eval(repr(program)) == program


def test_counts_and_lists_hypotheses():
    program = loh.parse("p := [a, b]; p & !c")
    assert program.count() == 2
    assert program.count().exact
    assert [str(formula) for formula in program.space(limit=10)] == ["a & !c", "b & !c"]
    assert len(list(loh.parse("[a, b] & [c, d] & [e, f, g]").space())) == 12
    assert len(list(loh.parse("[a, b] & [c, d] & [e, f, g]").space(limit=5))) == 5


def test_large_spaces_have_an_upper_bound_and_are_listed_lazily():
    program = loh.parse("and(i in 1..200: [x[i], true])")
    assert not program.count().exact
    assert program.count() >= 2**200
    assert str(program.count()).startswith("<= ")
    assert len(list(program.space(limit=300))) == 300


def test_hypotheses_of_several_outputs_are_dicts():
    program = loh.parse("output x := [a, b]; output y := !a")
    assert set(program.outputs) == {"x", "y"}
    assert [{name: str(f) for name, f in h.items()} for h in program.space()] == [
        {"x": "a", "y": "!a"},
        {"x": "b", "y": "!a"},
    ]


def test_operators_build_formulas():
    a, b, c = variables("abc")
    assert str(a & loh.choice(b, ~c)) == "a & [b, !c]"
    assert str(a | b & True) == "a | b & true"
    assert str(a >> b) == "!a | b"
    assert (a ^ b).equivalent(~a.iff(b))
    assert str(loh.all_of([a, b, c])) == "a & b & c"
    assert str(loh.any_of([])) == "false"
    assert loh.choice(a, b, mode="and").count() == 2


def test_a_python_variable_is_a_placeholder_across_graphs():
    a, b, c = variables("abc")
    shared = loh.choice(a, b)
    program_choice = loh.parse("[a, b]").formula
    assert ((shared & c) | (c & shared)).count() == 2
    assert (loh.choice(a, b) & loh.choice(a, b)).count() == 4
    left, right = program_choice & loh.var("z"), loh.var("w") | program_choice
    assert (left | right).count() == 2
    assert (right & left & program_choice).count() == 2


def test_equality_is_of_texts_and_choices():
    assert loh.var("a") & loh.var("b") == loh.Formula("a & b")
    assert len({loh.var("a"), loh.var("a"), loh.var("b")}) == 2
    assert loh.choice(True, False) != loh.choice(True, False)
    assert loh.var("a") != "a"


def test_repr_is_an_expression():
    formula = loh.Formula("age >= 40 & !smoker")
    assert eval(repr(formula)) == formula
    assert pickle.loads(pickle.dumps(formula)) == formula
    assert copy.deepcopy(formula).equivalent(formula)


def test_tools():
    a, b, c = variables("abc")
    assert (a & ~b).evaluate({"a": True, "b": False}) is True
    assert str((a & b).substitute({"a": b | c})) == "(b | c) & b"
    assert str(((b | c) & b).simplify()) == "b"
    assert str(loh.Formula("age >= 40 & age >= 30").simplify()) == "age >= 40"
    assert (~(a & b)).equivalent(~a | ~b)
    difference = (a & b).difference(a | b)
    assert difference["a"] != difference["b"]
    assert (a & b).difference(b & a) is None
    assert str(((a | b) & c).to_dnf()) == "a & c | b & c"
    assert (a & ~b).variables == ["a", "b"]
    assert (a & b).kind == "and" and (a & b).operands == [a, b]
    assert loh.var("two words").name == "`two words`"


def test_latex():
    assert loh.Formula("a & [b, !c]")._repr_latex_() == r"$\mathit{a} \land \left[\mathit{b}, \lnot \mathit{c}\right]$"
    assert r"\mathit{low\_hum}" in loh.var("low_hum")._repr_latex_()
    assert r"\text{50\%}" in loh.Formula('share = "50%"')._repr_latex_()
    assert loh.parse("output y := a | b")._repr_latex_().startswith("$$")


def test_errors_have_a_place_and_a_caret():
    with pytest.raises(loh.Error) as caught:
        loh.parse("a &\n[b, c", name="rules.loh")
    error = caught.value
    assert (error.line, error.column, error.kind) == (2, 1, "syntax")
    assert "rules.loh:2:1" in str(error) and "^" in str(error)
    assert error.hint
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line) == (str(error), 2)


def test_errors_of_meaning_are_found_by_parse():
    with pytest.raises(loh.Error, match="did you mean") as caught:
        loh.parse("input smoker\noutput y := smokr & true")
    assert caught.value.kind == "name"


def test_likely_mistakes_are_warnings():
    with pytest.warns(loh.LohWarning):
        loh.parse("p := [a, b]\noutput y := a")


def test_misuse_is_explained():
    a, b = variables("ab")
    with pytest.raises(TypeError, match="use & "):
        a and b
    with pytest.raises(TypeError, match="loh.var"):
        loh.choice("a", b)
    with pytest.raises(TypeError):
        a & 3
    with pytest.raises(loh.Error, match="no value"):
        a.evaluate({})


def test_constants_replace_const_statements():
    text = "const n = 2; and(i in 1..n: [x[i], true])"
    assert loh.parse(text).count() == 4
    assert loh.parse(text, constants={"n": 5}).count() == 32
