"""The training curve: loss and F1, with the changes of the hypothesis."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

import numpy as np
from matplotlib.axes import Axes

from ..errors import Error
from ..frames import is_path
from .common import GREY, axes_of, legend_below, shortened

__all__ = ["training"]

_LOSS, _SCORE, _CHANGE = "#0072B2", "#D55E00", "#009E73"


class _Curve(NamedTuple):
    """One run. Points are (step, value)."""

    loss: List[Tuple[float, float]]
    score: List[Tuple[float, float]]
    changes: List[Tuple[float, str]]  # the step, and what changed
    kept: Optional[Tuple[float, float, float]]  # step, loss and F1 of the kept hypothesis


def training(
    history: Union[str, "os.PathLike[str]", Iterable[Dict[str, Any]]],
    reports: Optional[Iterable[Dict[str, Any]]] = None,
    *,
    run: Optional[int] = None,
    labels: int = 4,
    ax: Optional[Axes] = None,
) -> Axes:
    """Loss and F1 during training, with a line at each change of the hypothesis.

    The last changes are numbered, and their texts are below the picture. A star is the hypothesis that was kept, with its macro F1 on
    the validation rows, or without them on the training rows. F1 of a trace is that of the training rows: of the positive class with
    one output, macro F1 with several.

    Parameters
    ----------
    history : path or list of dicts
        the file that ``loh.learn(..., trace=path)`` wrote; or one dict for each step of an own training loop, with ``step`` and
        ``loss`` and optionally ``f1`` and ``hypothesis``, a formula or a dict of formulas as from `LohLayer.hypothesis`.
    reports : list of dicts, optional
        the reports that ``loh.learn(..., callback=reports.append)`` gave: the loss of each epoch, with noise. A trace has the loss
        only at the changes.
    run : int, optional
        which run of several restarts is shown, from 0; by default the one with the best F1 at the end.
    labels : int
        the number of changes whose texts are below the picture.
    ax : matplotlib.axes.Axes, optional
        where to draw; by default on a new figure. F1 has an axis of its own on the right.

    Returns
    -------
    matplotlib.axes.Axes
        the axes of the loss.

    Raises
    ------
    loh.Error
        if the file is not a trace, the history is empty, or there is no such run.

    Examples
    --------
    >>> history = [{"step": 0, "loss": 0.9, "hypothesis": "a"}, {"step": 1, "loss": 0.4, "hypothesis": "a & b"}]
    >>> ax = loh.plot.training(history)
    >>> ax.get_ylabel()
    'loss'
    """
    curves = _of_trace(os.fspath(history)) if is_path(history) else _of_records(list(history))  # type: ignore[arg-type]
    number = _best_run(curves) if run is None else run
    if number not in curves:
        raise Error(f"there is no run {number}", hint="the runs are " + ", ".join(map(str, sorted(curves))))
    curve = curves[number]
    smooth = [(float(report["step"]), float(report["loss"])) for report in reports or () if report["run"] == number]
    listed = curve.changes[-labels:] if labels > 0 else []
    axes = axes_of(ax, 7.2, 4.2 + 0.17 * len(listed))
    _draw_loss(axes, curve, smooth)
    _draw_changes(axes, curve, listed)
    end = max([step for step, _ in [*curve.loss, *smooth]] + ([curve.kept[0]] if curve.kept else []))
    drawn = [axes, _draw_score(axes, curve, end)] if curve.score else [axes]
    axes.set_xlabel("step")
    axes.set_ylabel("loss", color=_LOSS)
    axes.tick_params(axis="y", colors=_LOSS)
    axes.grid(axis="y", alpha=0.3)
    axes.set_title("training" if len(curves) == 1 else f"training, run {number}", pad=22 if listed else 6)
    _place_legend(drawn, listed)
    return axes


def _of_trace(path: str) -> Dict[int, _Curve]:
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.rstrip("\n").split("\t") for line in file]
    except OSError as error:
        raise Error(f"{path} cannot be read: {error.strerror}", kind="io") from error
    if not lines or lines[0] != ["run", "step", "choice", "from", "to", "loss", "f1"]:
        raise Error(f"{path} is not a trace", hint="loh.learn(..., trace=path) writes one")
    rows: Dict[int, List[List[str]]] = {}
    for line in lines[1:]:
        rows.setdefault(int(line[0]), []).append(line)
    if not rows:
        raise Error(f"{path} has no run", hint="a program without choices has nothing to train")
    return {number: _curve_of_lines(own) for number, own in rows.items()}


def _curve_of_lines(lines: List[List[str]]) -> _Curve:
    kept = None
    loss: Dict[float, float] = {}
    score: Dict[float, float] = {}
    changes: Dict[float, List[str]] = {}
    for _, step_text, choice, before, after, loss_text, score_text in lines:
        step = float(step_text)
        if choice == "kept":
            kept = (step, float(loss_text), float(score_text))
            continue
        loss[step], score[step] = float(loss_text), float(score_text)
        if step > 0:
            changes.setdefault(step, []).append(f"{before or 'unused'} → {after}")
    return _Curve(list(loss.items()), list(score.items()), [(step, "; ".join(texts)) for step, texts in changes.items()], kept)


def _of_records(records: List[Dict[str, Any]]) -> Dict[int, _Curve]:
    if not records:
        raise Error("the history is empty", hint="append a dict with step and loss for each step")
    by_run: Dict[int, _Curve] = {}
    last: Dict[int, str] = {}
    for number, record in enumerate(records):
        if "loss" not in record:
            raise Error(f"record {number} of the history has no loss", hint="each is a dict with step and loss")
        run, step = int(record.get("run", 0)), float(record.get("step", number))
        curve = by_run.setdefault(run, _Curve([], [], [], None))
        curve.loss.append((step, float(record["loss"])))
        score = record.get("f1", record.get("best_macro_f1"))
        if score is not None:
            curve.score.append((step, float(score)))
        if "hypothesis" in record:
            text = _hypothesis_text(record["hypothesis"])
            if last.setdefault(run, text) != text:
                curve.changes.append((step, text))
            last[run] = text
    return by_run


def _hypothesis_text(hypothesis: Any) -> str:
    if not isinstance(hypothesis, dict):
        return str(hypothesis)
    return "; ".join(f"{name} := {formula}" if name else str(formula) for name, formula in hypothesis.items())


def _best_run(curves: Dict[int, _Curve]) -> int:
    def value(number: int) -> Tuple[float, float]:
        curve = curves[number]
        if curve.kept is not None:
            return (curve.kept[2], -curve.kept[1])
        return (curve.score[-1][1] if curve.score else 0.0, -curve.loss[-1][1])

    return max(sorted(curves), key=value)


def _draw_loss(axes: Axes, curve: _Curve, smooth: List[Tuple[float, float]]) -> None:
    if smooth:
        x, y = zip(*sorted(smooth))
        axes.plot(x, y, color=_LOSS, linewidth=1.2, label="loss of the epoch, with noise")
    x, y = zip(*curve.loss)
    marked = "o" if len(curve.loss) <= 60 else ""
    label = "loss at a change, without noise" if smooth else "loss"
    axes.plot(x, y, color=_LOSS, linewidth=0 if smooth else 1.2, marker="." if smooth else marked, markersize=5 if smooth else 3,
              label=label)  # fmt: skip
    axes.set_ylim(0, 1.06 * max(value for _, value in [*smooth, *curve.loss]) or 1)
    if curve.kept is not None:
        axes.axvline(curve.kept[0], color="black", linewidth=1, linestyle=":", zorder=1)


def _draw_changes(axes: Axes, curve: _Curve, listed: List[Tuple[float, str]]) -> None:
    for index, (step, _) in enumerate(curve.changes):
        label = f"change of the hypothesis ({len(curve.changes)})" if index == 0 else None
        axes.axvline(step, color=_CHANGE, linewidth=0.8, alpha=max(0.25, min(0.9, 12 / len(curve.changes))), zorder=0.5, label=label)
    last, level = -np.inf, 0
    for number, (step, _) in enumerate(listed, start=1):
        place = axes.transData.transform((step, 0))[0] / axes.figure.dpi
        level = level + 1 if place - last < 0.14 else 0  # close numbers are above each other
        last = place
        axes.annotate(str(number), (step, 1), xycoords=("data", "axes fraction"), xytext=(0, 2 + 9 * (level % 2)),
                      textcoords="offset points", ha="center", fontsize="small", color=_CHANGE)  # fmt: skip


def _draw_score(axes: Axes, curve: _Curve, end: float) -> Axes:
    """On an axis of its own, which is returned. After the last change F1 stays as it is."""
    right: Axes = axes.twinx()
    x, y = zip(*curve.score, (end, curve.score[-1][1]))
    right.plot(x, y, color=_SCORE, linewidth=1.2, drawstyle="steps-post", label="F1")
    if curve.kept is not None:
        right.plot(curve.kept[0], curve.kept[2], marker="*", markersize=12, color="black", linestyle="none", clip_on=False,
                   label=f"kept: step {int(curve.kept[0])}, macro F1 {curve.kept[2]:.3f}")  # fmt: skip
    right.set_ylim(0, 1.03)
    right.set_ylabel("F1", color=_SCORE)
    right.tick_params(axis="y", colors=_SCORE)
    return right


def _place_legend(drawn: List[Axes], listed: List[Tuple[float, str]]) -> None:
    axes = drawn[0]
    handles: List[Any] = []
    names: List[str] = []
    for part in drawn:
        more, labels = part.get_legend_handles_labels()
        handles, names = handles + more, names + labels
    legend_below(axes, 2, handles=handles, labels=names)
    if listed:
        lines = [f"{number}  step {int(step)}: {shortened(text, 92)}" for number, (step, text) in enumerate(listed, start=1)]
        below = -46 - 13 * ((len(names) + 1) // 2)
        axes.annotate("\n".join(lines), (0, 0), xycoords="axes fraction", xytext=(0, below), textcoords="offset points", ha="left",
                      va="top", fontsize="x-small", color=GREY, linespacing=1.3)  # fmt: skip
