"""Docstrings are complete, and their examples run. docs/reference.md shows them."""

import doctest
import inspect
import re
import warnings

import matplotlib.pyplot
import pytest

import loh
import loh.plot
import loh.torch
from conftest import ROOT

matplotlib.use("Agg")


def public_objects():
    """Public functions and classes by name, and the public methods and properties of these classes."""
    found = {}
    for module, prefix in ((loh, "loh"), (loh.plot, "loh.plot"), (loh.torch, "loh.torch")):
        for name in module.__all__:
            value = getattr(module, name)
            if not name.startswith("_"):
                found[f"{prefix}.{name}"] = value
            if inspect.isclass(value):
                for member, content in vars(value).items():
                    documented_there = not content.__doc__ and any(member in vars(base) for base in value.__mro__[1:])
                    if not member.startswith("_") and not documented_there and (callable(content) or isinstance(content, property)):
                        found[f"{prefix}.{name}.{member}"] = content
    return found


OBJECTS = public_objects()
PAGE = (ROOT / "docs" / "reference.md").read_text()


# Their constructors are not called by users, or are generated from the table of options.
MADE_BY_FUNCTIONS = (loh.Count, loh.Error, loh.Explanation, loh.LohClassifier, loh.LohWarning, loh.Model, loh.Option, loh.Program, loh.Proof,
                     loh.TuneResult, loh.torch.Choice)


def parameters_of(name, value):
    """Of functions, methods and constructors in Python; those of bindings have no signature."""
    if value in MADE_BY_FUNCTIONS or name.startswith("loh.Formula"):
        return []
    return [parameter for parameter in inspect.signature(value).parameters if parameter != "self"]


def documentation(name, value):
    text = value.__doc__ or ""
    return inspect.cleandoc(text)


@pytest.mark.parametrize("name", [name for name, value in OBJECTS.items() if not isinstance(value, property)])
def test_examples_run(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = documentation(name, OBJECTS[name])
    test = doctest.DocTestParser().get_doctest(text, {"loh": loh}, name, None, None)
    assert test.examples, f"{name} has no example"
    output = []
    with warnings.catch_warnings():
        doctest.DocTestRunner(verbose=False).run(test, out=output.append)
    matplotlib.pyplot.close("all")
    assert not output, "".join(output)


@pytest.mark.parametrize("name", OBJECTS)
def test_docstring_is_complete(name):
    value = OBJECTS[name]
    text = documentation(name, value)
    assert text
    if isinstance(value, property):
        return
    for parameter in parameters_of(name, value):
        assert re.search(rf"^(\w+, )*\**{parameter}(, \w+)*( :|$)", text, re.MULTILINE), f"{name}: {parameter} is not explained"
    returns = getattr(value, "__annotations__", {}).get("return", "None")
    if not inspect.isclass(value) and returns not in ("None", None):
        assert "Returns\n---" in text


@pytest.mark.parametrize("name", [name for name in OBJECTS if name.rpartition(".")[0] not in OBJECTS])
def test_reference_has_every_public_name(name):
    assert re.search(rf":: {re.escape(name)}(\(\))?$", PAGE, re.MULTILINE)
