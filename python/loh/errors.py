"""Errors and warnings of LoH."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Sequence

__all__ = ["Error", "LohWarning", "missing_extra", "pythonic"]


class Error(ValueError):
    """What the library rejects: a wrong text, table, option or file.

    ``str(error)`` is the complete message: the place, the source line with a caret, and how to fix it.

    Examples
    --------
    >>> try:
    ...     loh.parse("input Wind, Rained; Wind & [Raned, true]")
    ... except loh.Error as error:
    ...     print(error.line, error.column, error.hint)
    1 29 did you mean 'Rained'?
    """

    message: str  #: the message alone
    kind: str  #: 'syntax', 'name', 'meaning', 'limit', 'usage' or 'io'
    hint: str  #: how to fix it; may be empty
    file: str  #: the name of the text; may be empty
    line: int  #: from 1; 0 if the error has no place in a text
    column: int  #: in characters, from 1; 0 if the error has no place in a text

    def __init__(
        self, message: str, *, kind: str = "usage", hint: str = "", file: str = "", line: int = 0, column: int = 0,
        text: Optional[str] = None,
    ) -> None:
        if text is None:
            text = message + (f"\n  help: {hint}" if hint else "")
        super().__init__(text)
        self.message = message
        self.kind = kind
        self.hint = hint
        self.file = file
        self.line = line
        self.column = column

    @classmethod
    def _from_diagnostic(cls, diagnostic: Dict[str, Any]) -> Error:
        fields = {name: diagnostic[name] for name in ("message", "kind", "hint", "file", "line", "column", "text")}
        if fields["line"] == 0:
            fields.update({name: pythonic(fields[name]) for name in ("message", "hint", "text")})
        return cls(**fields)

    def __reduce__(self) -> Any:
        return (_rebuilt, (self.message, self.kind, self.hint, self.file, self.line, self.column, str(self)))


def _rebuilt(message: str, kind: str, hint: str, file: str, line: int, column: int, text: str) -> Error:
    return Error(message, kind=kind, hint=hint, file=file, line=line, column=column, text=text)


class LohWarning(UserWarning):
    """A likely mistake, or a note that the ``loh`` command prints on standard error.

    Examples
    --------
    >>> import warnings
    >>> warnings.simplefilter("ignore", loh.LohWarning)
    """


def missing_extra(package: str, extra: str, purpose: str) -> ImportError:
    """The error for a package that is needed and not installed."""
    return ImportError(f"{purpose} needs {package}, which is not installed: pip install 'loh[{extra}]'")


def listed(names: Sequence[str], most: int = 20) -> str:
    """Names for a message, shortened."""
    shown: List[str] = [str(name) for name in names[:most]]
    return ", ".join(shown) + (f", ... ({len(names)} in total)" if len(names) > most else "")


_TYPE = re.compile(r"--type (\S+)=(\w+)")
_CUT_NAME = re.compile(r"--cut-target[ =](quantiles:\d+|none)")
_CUT_POINTS = re.compile(r"--cut-target[ =]([\d.]+(?:,[\d.]+)*)")
_ASSIGNED = re.compile(r"--([a-z][a-z-]*) ([\w-]+(?:\.\d+)?)")
_FLAG = re.compile(r"--([a-z][a-z-]*)")


def pythonic(text: str) -> str:
    """A message of the command with the keywords of Python in place of flags: ``effort='none'``, ``max_rules``."""
    text = _TYPE.sub(r"types={'\1': '\2'}", text).replace("-e or --formula", "--formula")
    text = _CUT_POINTS.sub(lambda match: f"cut_target=[{match.group(1).replace(',', ', ')}]", _CUT_NAME.sub(r"cut_target='\1'", text))
    return _FLAG.sub(lambda match: match.group(1).replace("-", "_"), _ASSIGNED.sub(_assigned, text))


def _assigned(match: re.Match[str]) -> str:
    from .option_table import OPTIONS

    name, value = match.group(1).replace("-", "_"), match.group(2)
    known = ["brief", "quick", "balanced", "thorough", "none"] if name == "effort" else []
    known = OPTIONS[name].values.split("|") if name in OPTIONS else known
    if value in known:
        return f"{name}='{value}'"
    return f"{name}={value}" if re.fullmatch(r"-?[\d.]+", value) else match.group(0)
