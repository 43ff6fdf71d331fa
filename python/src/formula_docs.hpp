// The docstrings of loh.Formula, in NumPy's format. Their examples are run by python/tests/test_docstrings.py.
#pragma once

namespace loh::python::doc {

constexpr const char* kFormula = R"doc(A formula, possibly with choices.

It is made by `loh.var`, `loh.choice` and the operators ``~ & | ^ >>``, or from text. Formulas are equal if they have the same
text and the same choices.

Parameters
----------
text : str or bool
    a formula of the language without definitions, or a truth value.

Raises
------
loh.Error
    with line and column, if the text is not a formula.

Examples
--------
>>> formula = loh.var("a") & loh.choice(loh.var("b"), ~loh.var("c"))
>>> print(formula)
a & [b, !c]
>>> formula.kind, [str(operand) for operand in formula.operands], formula.variables
('and', ['a', '[b, !c]'], ['a', 'b', 'c'])
>>> loh.Formula("a & b") == loh.var("a") & loh.var("b")
True
)doc";

constexpr const char* kImplies = R"doc(``self -> conclusion``; also ``self >> conclusion``.

Parameters
----------
conclusion : Formula or bool
    what follows.

Returns
-------
Formula
    ``!self | conclusion``.

Examples
--------
>>> print(loh.var("rain").implies(loh.var("wet")))
!rain | wet
)doc";

constexpr const char* kIff = R"doc(``self <-> other``.

Parameters
----------
other : Formula or bool
    the other side.

Returns
-------
Formula
    true where both have the same value.

Examples
--------
>>> loh.var("a").iff(loh.var("b")).evaluate({"a": False, "b": False})
True
)doc";

constexpr const char* kEvaluate = R"doc(The truth value under values of all variables.

Parameters
----------
values : dict of str to bool
    the value of each variable, by name.

Returns
-------
bool
    the truth value.

Raises
------
loh.Error
    if a variable has no value, or the formula has choices.

Examples
--------
>>> loh.Formula("a & !b").evaluate({"a": True, "b": False})
True
)doc";

constexpr const char* kSubstitute = R"doc(Replaces variables by formulas, all at the same time.

Parameters
----------
replacements : dict of str to Formula
    the new formula of each variable, by name. Other variables stay.

Returns
-------
Formula
    the formula with the replacements.

Examples
--------
>>> print(loh.Formula("a & !b").substitute({"b": loh.Formula("c | d")}))
a & !(c | d)
)doc";

constexpr const char* kSimplify = R"doc(An equivalent formula that is not longer.

Parameters
----------
atoms : {'columns', 'anything'}
    whether ``age >= 40`` implies ``age >= 30``; with ``'anything'``, comparisons of a column are not related.

Returns
-------
Formula
    the shorter formula.

Raises
------
loh.Error
    if ``atoms`` is something else.

Examples
--------
>>> print(loh.Formula("a & (a | b)").simplify())
a
>>> print(loh.Formula("age >= 40 | age >= 30").simplify())
age >= 30
)doc";

constexpr const char* kToDnf = R"doc(Disjunctive normal form.

Parameters
----------
limit : int
    the largest number of clauses.

Returns
-------
Formula
    a disjunction of conjunctions of literals.

Raises
------
loh.Error
    if there are more clauses, or the formula has choices.

Examples
--------
>>> print(loh.Formula("a & (b | c)").to_dnf())
a & b | a & c
)doc";

constexpr const char* kToCnf = R"doc(Conjunctive normal form.

Parameters
----------
limit : int
    the largest number of clauses.

Returns
-------
Formula
    a conjunction of disjunctions of literals.

Raises
------
loh.Error
    if there are more clauses, or the formula has choices.

Examples
--------
>>> print(loh.Formula("a | b & c").to_cnf())
(a | b) & (a | c)
)doc";

constexpr const char* kEquivalent =
    R"doc(Whether two formulas without choices are the same function, decided by a SAT solver.

Parameters
----------
other : Formula
    the formula to compare with.

Returns
-------
bool
    whether no assignment tells them apart.

Raises
------
loh.Error
    if one of them has choices.

Examples
--------
>>> loh.Formula("!(a & b)").equivalent(loh.Formula("!a | !b"))
True
)doc";

constexpr const char* kDifference = R"doc(Values under which two formulas without choices differ.

Parameters
----------
other : Formula
    the formula to compare with.

Returns
-------
dict of str to bool, or None
    an assignment of all variables; None if the formulas are equivalent.

Raises
------
loh.Error
    if one of them has choices.

Examples
--------
>>> loh.Formula("a").difference(loh.Formula("!!a")) is None
True
)doc";

constexpr const char* kCount = R"doc(The number of hypotheses.

Parameters
----------
equivalent : bool
    count different functions instead of different formulas.

Returns
-------
Count
    an ``int``; if its attribute ``exact`` is false, an upper bound.

Examples
--------
>>> loh.Formula("a & [b, !c]").count()
2
)doc";

constexpr const char* kSpace = R"doc(The hypotheses one by one.

Parameters
----------
limit : int, optional
    at most so many.

Returns
-------
iterator of Formula
    formulas without choices.

Raises
------
loh.Error
    without a limit, if there are too many to list.

Examples
--------
>>> [str(hypothesis) for hypothesis in loh.Formula("a & [b, !c]").space()]
['a & b', 'a & !c']
)doc";

constexpr const char* kInWords = R"doc(A formula without choices as a sentence.

Returns
-------
str
    the sentence.

Raises
------
loh.Error
    if the formula has choices.

Examples
--------
>>> print(loh.Formula("age >= 40 & !smoker").in_words())
age is at least 40 and not smoker
)doc";

}  // namespace loh::python::doc
