"""Formulas as LaTeX, for notebooks."""

from __future__ import annotations

import re

__all__ = ["to_latex"]

_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<quoted>`[^`]*`)|(?P<number>[0-9][0-9.eE+-]*)"""
    r"""|(?P<operator><->|->|:=|>=|<=|!=|@or|@and|[^\w\s])|(?P<name>\w+)"""
)

_OPERATORS = {
    "&": r"\land ",
    "|": r"\lor ",
    "!": r"\lnot ",
    "^": r"\oplus ",
    "->": r"\rightarrow ",
    "<->": r"\leftrightarrow ",
    ">=": r"\ge ",
    "<=": r"\le ",
    "!=": r"\ne ",
    "[": r"\left[",
    "]": r"\right]",
    "{": r"\{",
    "}": r"\}",
    ";": r";\quad ",
    "@or": r"_{\lor}",
    "@and": r"_{\land}",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\lnot ",
    "\\": r"\backslash ",
    "$": r"\$",
}

_WORDS = {"true": r"\top ", "false": r"\bot ", "in": r"\in ", "is": r"\text{ is }", "missing": r"\text{missing}"}

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "%": r"\%",
    "#": r"\#",
    "&": r"\&",
    "$": r"\$",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}


def _in_text(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def to_latex(text: str) -> str:
    """The text of a formula in LaTeX's math mode. Half-open intervals ``in [20, 40)`` are written with plain brackets."""
    parts = []
    interval = re.compile(r"\bin\s*[\[(]([^\[\](){}]*)[\])]")
    start = 0
    for match in interval.finditer(text):
        parts.append(_convert(text[start : match.start()]))
        inside = match.group(0)
        opening = re.sub(r"^in\s*", "", inside)
        parts.append(r"\in " + opening)
        start = match.end()
    parts.append(_convert(text[start:]))
    return "".join(parts).strip()


def _convert(text: str) -> str:
    parts = []
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == "text":
            parts.append(r"\text{" + _in_text(token[1:-1]) + "}")
        elif kind == "quoted":
            parts.append(r"\mathit{" + _in_text(token[1:-1]).replace(" ", r"\ ") + "}")
        elif kind == "name":
            parts.append(_WORDS.get(token) or r"\mathit{" + token.replace("_", r"\_") + "}")
        elif kind == "space":
            parts.append(" ")
        else:
            parts.append(_OPERATORS.get(token, token))
    return re.sub(" +", " ", "".join(parts))
