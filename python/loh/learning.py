"""Learning from tables: the twin of ``loh learn``."""

from __future__ import annotations

import inspect
import os
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from .errors import Error, LohWarning, listed, pythonic
from .frames import Column, columns_of, is_path, read_with_pyarrow
from .language import Formula, Program
from .model import Model
from .option_table import OPTIONS, option_texts
from .progress import Progress

__all__ = ["learn"]

Names = Union[str, Sequence[str]]
_WEIGHTS = "sample weights"  # the column of weights that are given as an array


def learn(
    data: Any,
    target: Optional[Union[str, int]] = None,
    formula: Union[str, "os.PathLike[str]", Program, Formula, None] = None,
    effort: Optional[str] = None,
    seed: int = 0,
    *,
    positive: Optional[Any] = None,
    weights: Any = None,
    group: Optional[str] = None,
    time: Optional[str] = None,
    fold: Optional[Tuple[int, int]] = None,
    exclude: Names = (),
    only: Names = (),
    cut_target: Any = None,
    pick: Optional[int] = None,
    literals_at_most: Optional[int] = None,
    monotone: Union[Mapping[str, Any], Sequence[str], str] = (),
    together: Sequence[Names] = (),
    types: Optional[Mapping[str, str]] = None,
    missing: Optional[Names] = None,
    schema: Union[str, "os.PathLike[str]", None] = None,
    separator: str = "",
    header: bool = True,
    constants: Optional[Mapping[str, int]] = None,
    trace: Union[str, "os.PathLike[str]", None] = None,
    checkpoint: Union[str, "os.PathLike[str]", None] = None,
    checkpoint_seconds: float = 30,
    verbose: int = 0,
    callback: Optional[Callable[[Dict[str, Any]], Any]] = None,
    **options: Any,
) -> Model:
    """Learns rules that predict the column ``target`` of a table.

    The same data, options and seed give the same model file, byte for byte, as the command ``loh learn``. Learning releases the
    interpreter's lock; Ctrl-C raises KeyboardInterrupt within a second. Notes of the command are warnings of the class
    `loh.LohWarning`.

    Parameters
    ----------
    data : table
        the path of a CSV file (perhaps compressed with gzip), a Parquet or Arrow file; or a pandas, polars or pyarrow table, anything
        with Arrow's C stream or the dataframe interface, a dict of arrays, a two-dimensional array (columns c1, c2, ...), a list of
        dicts.
    target : str or int
        the column to predict: its name or its place.
    formula : str, path, Program or Formula, optional
        a program with choices to learn: its text, a path that ends in ``.loh``, a `loh.Program` or a `loh.Formula`.
    effort : {'brief', 'quick', 'balanced', 'thorough', 'none'}, optional
        'brief' (a few rules by search, the default), 'quick', 'balanced', 'thorough' (scorecards of many rules) or 'none' (one gradient
        descent; the default with a formula).
    seed : int
        random seed.
    positive : class, optional
        with two classes, the class that the rules describe.
    weights : str or array, optional
        a column, or an array with the weight of each row.
    group : str, optional
        a column: rows with the same cell stay together when rows are split.
    time : str, optional
        a column of numbers or dates: the latest rows are held out.
    fold : (int, int), optional
        ``(0, 5)``: the validation rows are the first of five folds, instead of a share of the rows. The folds follow from the seed.
    exclude : str or list of str
        columns that rules do not use.
    only : str or list of str
        the only columns that rules use.
    cut_target : list of numbers or str, optional
        classes of a target of numbers: ``[10, 20]`` or ``"quantiles:3"``.
    pick : int, optional
        rule search: takes this size of the path, from 1.
    literals_at_most : int, optional
        rule search: chooses among the sizes with at most so many literals.
    monotone : dict or list of str
        rule search: ``{"income": "+"}`` or ``["income=+"]``: more income never turns the positive class into the negative one.
    together : list of lists of str
        rule search: groups of columns; columns of different groups are never in one rule.
    types : dict, optional
        types of columns: ``{"zip": "category"}``; number, category or ignore.
    missing : str or list of str, optional
        texts of missing cells, in place of the usual ones such as NA.
    schema : path, optional
        a file with types and texts of missing cells.
    separator : str
        the separator of a CSV file; by default it is detected.
    header : bool
        whether the first line of a CSV file has the names of the columns.
    constants : dict of str to int, optional
        new values of ``const`` statements of the formula.
    trace : path, optional
        a file for the changes of the formula during training; `loh.plot.training` draws it.
    checkpoint : path, optional
        a file with the state of gradient descent; if it exists, learning goes on from it.
    checkpoint_seconds : float
        the time between two states in that file.
    verbose : int
        1 shows the progress, with tqdm if it is installed.
    callback : function, optional
        gets each report as a dict: run, runs, epoch, epochs, step, loss, best_macro_f1, finished. If it returns True, learning ends
        with the best model so far.
    **options
        every option of learning, see below.

    Returns
    -------
    Model
        the rules and the record of their learning.

    Raises
    ------
    loh.Error
        for a wrong table, program or option, and for an option that the learner does not read.
    KeyboardInterrupt
        after Ctrl-C.

    Examples
    --------
    >>> model = loh.learn("examples/fires.csv", target="risk", formula="examples/wildfire-one-rule-per-set.loh", restarts=4)
    >>> print(model.formulas["yes"])
    (Forest | DryVegetation & Wind) & (LowHum | HighTemp & !Rained) & (Lightnings | !Isolated | PowerLines)
    """
    request = _core.Request()
    if seed != 0:
        options["seed"] = seed
    request.options = option_texts(options, _keywords())
    request.effort = effort
    request.positive = "" if positive is None else _class_text(positive)
    request.pick = _whole("pick", pick, 1) or 0
    request.literals_at_most = _whole("literals_at_most", literals_at_most, 0)
    request.monotone = _monotone(monotone)
    request.together = [_names(group_of_columns) for group_of_columns in together]
    request.trace = os.fspath(trace) if trace is not None else ""
    request.checkpoint = os.fspath(checkpoint) if checkpoint is not None else ""
    request.checkpoint_seconds = checkpoint_seconds
    program = _program_of(formula, constants)
    table_schema = _core.Schema(dict(types or {}), None if missing is None else _names(missing), _path_text(schema))
    dataset = _dataset_of(data, target, table_schema, weights, separator, header)
    if isinstance(weights, str):
        dataset = dataset.with_weights_from(weights)
    elif weights is not None:
        dataset = dataset.with_weights_from(_WEIGHTS)
    dataset = dataset.with_groups_from(group) if group else dataset
    dataset = dataset.with_times_from(time) if time else dataset
    dataset = dataset.with_validation_fold(*_fold(fold)) if fold is not None else dataset
    dataset = _with_chosen_columns(dataset, _names(exclude), _names(only))
    dataset, notes = dataset.checked(not program and not only, bool(program))
    for note in notes:
        _warn(note)
    dataset = _with_cut_target(dataset, cut_target)
    return run_learning(dataset, program, request, constants, verbose, callback)


def run_learning(
    dataset: _core.Dataset,
    program: Optional[_core.Program],
    request: _core.Request,
    constants: Optional[Mapping[str, int]],
    verbose: int,
    callback: Optional[Callable[[Dict[str, Any]], Any]],
) -> Model:
    with Progress(verbose, callback) as progress:
        model, messages = _core.learn(
            dataset, program, request, dict(constants or {}), progress if progress.wanted else None,
            progress.tried if verbose > 0 else None,
        )
    for message in messages:
        if message["severity"] != "note":
            _warn(message["text"])
        elif verbose > 0:
            progress._write(message["text"])
    return Model(model)


def _warn(text: str) -> None:
    text = text.removeprefix("note: ").removeprefix("warning: ")
    warnings.warn(pythonic(text), LohWarning, stacklevel=4)


def _keywords() -> List[str]:
    parameters = inspect.signature(learn).parameters.values()
    return [parameter.name for parameter in parameters if parameter.kind != parameter.VAR_KEYWORD]


def _names(names: Names) -> List[str]:
    return [names] if isinstance(names, str) else [str(name) for name in names]


def _path_text(path: Any) -> str:
    return "" if path is None else os.fspath(path)


def _class_text(value: Any) -> str:
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def _whole(name: str, value: Optional[int], least: int) -> Optional[int]:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise Error(f"{name}: expected a whole number of at least {least}, not {value!r}")
    return int(value)


def _fold(fold: Any) -> Tuple[int, int]:
    if not isinstance(fold, Sequence) or len(fold) != 2:
        raise Error(f"fold: expected a pair such as (0, 5), not {fold!r}")
    return _whole("fold", fold[0], 0) or 0, _whole("fold", fold[1], 2) or 0


def _monotone(given: Union[Mapping[str, Any], Sequence[str], str]) -> List[Tuple[str, bool]]:
    signs = {"+": True, "-": False, "increasing": True, "decreasing": False, 1: True, -1: False}
    if isinstance(given, str):
        given = [given]
    pairs = list(given.items()) if isinstance(given, Mapping) else [tuple(text.rsplit("=", 1)) for text in given]
    result = []
    for pair in pairs:
        if len(pair) != 2 or pair[1] not in signs:
            raise Error(f"monotone: expected a column and '+' or '-', not {pair!r}", hint="monotone={'income': '+'}")
        result.append((str(pair[0]), signs[pair[1]]))
    return result


def _program_of(formula: Any, constants: Optional[Mapping[str, int]]) -> Optional[_core.Program]:
    if formula is None:
        return None
    values = dict(constants or {})
    if isinstance(formula, Program):
        return formula._core
    if isinstance(formula, os.PathLike) or (isinstance(formula, str) and formula.endswith(".loh")):
        return _core.Program.read(os.fspath(formula), values)
    text = str(formula)
    _core.Program.parse(text, "<formula>", values)  # for messages
    return _core.Program.parse(text, "<command line>", values)  # the name that the command gives to the text of -e


def _dataset_of(data: Any, target: Any, schema: _core.Schema, weights: Any, separator: str, header: bool) -> _core.Dataset:
    if is_path(data):
        path = os.fspath(data)
        table = read_with_pyarrow(path)
        if table is None:
            if target is None:
                raise _no_target(_core.Table.read_csv(path, separator, header).names())
            if weights is not None and not isinstance(weights, str):
                raise Error("weights: give the name of a column of the file", hint="an array is for data frames")
            return _core.Dataset.read_csv(path, str(target), schema, separator, header)
        data = table
    columns = columns_of(data)
    names = [column[0] for column in columns]
    if target is None:
        raise _no_target(names)
    target = _target_of(target)
    if isinstance(target, (int, np.integer)) and str(target) not in names:
        if not -len(names) <= target < len(names):
            raise Error(f"target {target}: there are {len(names)} columns")
        target = names[target]
    if weights is not None and not isinstance(weights, str):
        columns.append(weight_column(weights))
    return _core.Dataset.from_columns(columns, str(target), schema, "the table")


def _target_of(target: Any) -> Any:
    """The name of a column of several levels is a tuple; its parts are joined as those of the other columns are."""
    if isinstance(target, tuple):
        return " ".join(str(part) for part in target)
    if hasattr(target, "__len__") and not isinstance(target, str):
        raise Error(
            f"target: expected the name or the place of a column, not a {type(target).__name__}",
            hint="make it a column: loh.learn(frame.assign(label=y), target='label'); loh.LohClassifier().fit(X, y) takes it apart",
        )
    return target


def weight_column(weights: Any) -> Column:
    return (_WEIGHTS, "number", np.ascontiguousarray(weights, dtype=np.float64), None, None)


def _no_target(names: List[str]) -> Error:
    return Error("target is required", hint="name the column to predict; the columns are " + listed(names))


def _with_chosen_columns(dataset: _core.Dataset, exclude: List[str], only: List[str]) -> _core.Dataset:
    dataset = dataset.without(exclude)
    if not only:
        return dataset
    for name in only:
        dataset.without([name])  # an error if there is no such column
    return dataset.without([name for name in dataset.names() if name not in only])


def _with_cut_target(dataset: _core.Dataset, cuts: Any) -> _core.Dataset:
    if cuts is None:
        return dataset
    if isinstance(cuts, str):
        cuts = cuts.split(",")
    if not isinstance(cuts, Sequence):
        cuts = [cuts]
    if list(cuts) == ["none"]:
        return dataset.with_each_target_value()
    if len(cuts) == 1 and str(cuts[0]).startswith("quantiles:"):
        parts = str(cuts[0])[len("quantiles:") :]
        if not parts.isdigit() or not 2 <= int(parts) <= 100:
            raise Error(f"cut_target '{cuts[0]}': expected a number of parts from 2 to 100", hint="cut_target='quantiles:3'")
        return dataset.with_target_quantiles(int(parts))
    points = {_core.Dataset.parse_cut(cut if isinstance(cut, str) else repr(cut)) for cut in cuts}
    return dataset.with_cut_target(sorted(points))


def _document_options() -> None:
    lines = ["", "Other Parameters", "----------------"]
    for option in OPTIONS.values():
        default = option.search_default or option.default
        lines += [f"{option.name} : {option.values}; default {default}", f"    {option.help}"]
    learn.__doc__ = inspect.cleandoc(learn.__doc__ or "") + "\n" + "\n".join(lines) + "\n"


_document_options()
