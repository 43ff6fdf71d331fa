"""Tuning: options of learning chosen by trials on validation rows, over Optuna."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

import numpy as np

from .errors import Error, LohWarning
from .learning import _keywords, learn
from .option_table import OPTIONS, option_texts, unknown_option
from .search_spaces import Space, space_of
from .studies import checksum, open_study, optuna, quiet_optuna, storage_errors
from .tune_result import TuneResult, is_finished, states_of

__all__ = ["TuneResult", "tune"]

_REPORTS = 30  # of each learning, to the study: they may be rows of a database
_WARMUP = 10  # of these reports: a trial is not pruned before
_HOPELESS = 5  # so many errors, and no trial that succeeded, end tuning


def tune(
    data: Any,
    target: Union[str, int],
    trials: int = 80,
    space: Union[str, Mapping[str, Any]] = "tables",
    *,
    storage: Any = None,
    timeout: Optional[float] = None,
    study_name: Optional[str] = None,
    seed: int = 0,
    validation: Optional[float] = None,
    folds: Optional[int] = None,
    repeats: int = 1,
    metric: str = "macro-f1",
    verbose: int = 0,
    **fixed: Any,
) -> TuneResult:
    """Chooses options of gradient descent by trials, and learns a model with the best ones from all rows.

    A trial is learned without the validation rows, and its value is the metric on them. TPE proposes its options; the median rule
    prunes it during the epochs. Needs ``pip install 'loh[tune]'``.

    Parameters
    ----------
    data : table
        as in `loh.learn`.
    target : str or int
        as in `loh.learn`.
    trials : int
        how many trials the study has at the end. Those that a stored study already has count.
    space : str or dict
        'tables' (literals, cut points, rules, scorecards, noise), 'paper' (the ranges of the paper for its networks), or a dict of
        options: ``{"noise": (0.1, 1.0), "head": ["list", "vote"]}``.
    storage : str or optuna storage, optional
        the address of a database, ``sqlite:///study.db`` or ``postgresql://...``, or a storage of Optuna. Trials are kept there:
        the same call goes on where it ended, and several processes may run it at the same time.
    timeout : float, optional
        no trial starts after so many seconds.
    study_name : str, optional
        the name in the storage; by default of target and space.
    seed : int
        of the validation rows, of learning and of the proposals.
    validation : float, optional
        the share of validation rows, stratified; by default 0.2. The rows follow from the seed and are the same for all trials.
    folds : int, optional
        each trial is learned so often, with another fold of the rows as validation rows each time, instead of a share of the rows; its
        value is the mean. It is pruned during the first fold or a later one.
    repeats : int
        each trial is learned so often, with seeds from ``seed`` on, each with its own validation rows or folds; its value is the mean.
    metric : {'macro-f1', 'accuracy'}
        what is compared.
    verbose : int
        1 shows the progress, with tqdm if it is installed.
    **fixed
        further keywords of `loh.learn`. An option that is given is not varied. Rows of ``holdout`` are in no trial, and in the final
        model only for its figures.

    Returns
    -------
    TuneResult
        the model, the best options, and the study.

    Raises
    ------
    loh.Error
        for a wrong keyword, a storage that cannot be opened, a study of other data or options, and if no trial succeeded.
    ImportError
        without Optuna.

    Examples
    --------
    >>> result = loh.tune("examples/fires.csv", "risk", trials=2, epochs=10, space={"noise": (0.1, 1.0)}, head="list")
    >>> list(result.table["number"])
    [0, 1]
    """
    chosen = space_of(space)
    if validation is None and folds is None:
        validation = 0.2
    _check(trials, validation, folds, repeats, metric, fixed)
    given = {name: value.item() if isinstance(value, np.generic) else value for name, value in fixed.items() if name != "effort"}
    given.update(seed=seed, metric=metric)
    settings = _settings(data, target, chosen, space, given, {"validation": validation, "folds": folds, "repeats": repeats})
    name = study_name or (f"loh {target} {chosen.name}" if storage is not None else None)
    with quiet_optuna(), storage_errors(storage):
        study = open_study(storage, name, seed, trials, _WARMUP, settings)
        task = _Task(data, target, chosen, given, _parts(validation, folds, repeats))
        _run(study, task, trials, timeout, verbose)
        best = _best(study)
    options = dict(best.user_attrs["options"])
    others = {key: value for key, value in given.items() if key not in options}
    model = learn(data, target, effort="none", verbose=verbose, **{**others, **options})
    return TuneResult(model, study, options, metric)


class _Task:
    """The objective: the options of a trial, learned on the training rows and measured on the validation rows."""

    def __init__(self, data: Any, target: Any, space: Space, given: Dict[str, Any], parts: List[Dict[str, Any]]) -> None:
        self._data = data
        self._target = target
        self._space = space
        self._given = given
        self._parts = parts

    def __call__(self, trial: optuna.Trial) -> float:
        options = self._space.suggest(trial, self._given)
        trial.set_user_attr("options", options)
        try:
            return self._value(trial, options)
        except Error as error:
            trial.set_user_attr("error", error.message)
            trial.set_user_attr("hint", error.hint)
            raise

    def _value(self, trial: optuna.Trial, options: Dict[str, Any]) -> float:
        others = {key: value for key, value in self._given.items() if key not in options}
        name = "accuracy" if options["metric"] == "accuracy" else "macro_f1"
        values: List[float] = []
        reported: List[float] = []  # the last macro F1 of each part; the metric may be another one
        for part in self._parts:
            watch = _Watch(trial, reported)
            seeded = {**others, **options, **part, "seed": options["seed"] + part["seed"]}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", LohWarning)  # the final learning gives them once
                model = learn(self._data, self._target, effort="none", callback=watch, **seeded)
            if watch.pruned:
                raise optuna.TrialPruned
            values.append(float(model.figures["validation"][name]))
            reported.append(watch.best)
        return float(np.mean(values))


def _parts(validation: Optional[float], folds: Optional[int], repeats: int) -> List[Dict[str, Any]]:
    """What distinguishes the learnings of one trial. ``seed`` is added to that of the options."""
    if folds is None:
        return [{"seed": repeat, "validation": validation} for repeat in range(repeats)]
    return [{"seed": repeat, "fold": (fold, folds)} for repeat in range(repeats) for fold in range(folds)]


class _Watch:
    """Gets the reports of the epochs. Some of them go to the study, which may prune the trial."""

    def __init__(self, trial: optuna.Trial, before: List[float]) -> None:
        self._trial = trial
        self._before = list(before)
        self._epochs: Dict[int, int] = {}  # by run
        self.best = 0.0
        self._step = 0
        self.pruned = False

    def __call__(self, report: Dict[str, Any]) -> bool:
        self._epochs[report["run"]] = report["epoch"]
        self.best = max(self.best, report["best_macro_f1"])
        share = sum(self._epochs.values()) / max(1, report["epochs"] * report["runs"])
        step = int(share * _REPORTS)
        if step > self._step and not self.pruned:
            self._step = step
            self._trial.report(float(np.mean([*self._before, self.best])), len(self._before) * _REPORTS + step)
            self.pruned = self._trial.should_prune()
        return self.pruned


def _run(study: optuna.Study, task: _Task, trials: int, timeout: Optional[float], verbose: int) -> None:
    done = sum(map(is_finished, study.get_trials(deepcopy=False)))
    if done >= trials:
        return
    with _Bar(verbose, done, trials) as bar:

        def after(study: optuna.Study, _: Any) -> None:
            known = study.get_trials(deepcopy=False)
            bar.show(known)
            failed = [trial for trial in known if "error" in trial.user_attrs]
            succeeded = len(failed) < sum(map(is_finished, known))
            if sum(map(is_finished, known)) >= trials or (len(failed) >= _HOPELESS and not succeeded):
                study.stop()

        study.optimize(task, n_trials=None, timeout=timeout, callbacks=[after], catch=(Error,))


class _Bar:
    """The trials so far, and the best value."""

    def __init__(self, verbose: int, done: int, trials: int) -> None:
        self._bar: Any = None
        self._write: Optional[Callable[[str], None]] = None
        self._trials = trials
        if verbose > 0:
            try:
                from tqdm.auto import tqdm

                self._bar = tqdm(desc="loh.tune", unit="trial", initial=done, total=trials)
            except ImportError:
                self._write = lambda line: print(line, file=sys.stderr)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, known: List[Any]) -> None:
        values = [trial.value for trial in known if trial.state == optuna.trial.TrialState.COMPLETE]
        best = f"{max(values):.4f}" if values else "none yet"
        done = sum(map(is_finished, known))
        if self._bar is not None:
            self._bar.n = min(done, self._trials)
            self._bar.set_postfix(best=best, pruned=states_of(known).get("pruned", 0))
        elif self._write is not None:
            self._write(f"trial {done} of {self._trials}: best {best}")


def _best(study: optuna.Study) -> Any:
    known = study.get_trials(deepcopy=False)
    complete = [trial for trial in known if trial.state == optuna.trial.TrialState.COMPLETE]
    if complete:
        return max(complete, key=lambda trial: (trial.value, -trial.number))
    failed = [trial.user_attrs for trial in known if "error" in trial.user_attrs]
    if failed:
        raise Error(f"no trial succeeded; the last error is: {failed[-1]['error']}", hint=failed[-1]["hint"])
    raise Error("no trial was completed", hint="allow more time or more trials")


def _check(
    trials: int, validation: Optional[float], folds: Optional[int], repeats: int, metric: str, fixed: Mapping[str, Any]
) -> None:
    for name, value, least in (("trials", trials, 1), ("repeats", repeats, 1), ("folds", 2 if folds is None else folds, 2)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
            raise Error(f"{name}: expected a whole number of at least {least}, not {value!r}")
    if validation is not None and folds is not None:
        raise Error("validation and folds: the validation rows are a share of the rows or a fold", hint="leave out one of the two")
    share = 0.2 if validation is None else validation
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 < share <= 0.9:
        raise Error(f"validation: expected a number above 0 up to 0.9, not {validation!r}", hint="trials are compared on these rows")
    if metric not in ("macro-f1", "macro_f1", "accuracy"):
        raise Error(f"there is no metric '{metric}'", hint="the metrics are 'macro-f1' and 'accuracy'")
    if fixed.get("effort") not in (None, "none"):
        raise Error("tune learns by gradient descent, effort='none'", hint="the other efforts choose their options: loh.learn")
    for name in ("callback", "trace", "checkpoint", "fold"):
        if fixed.get(name) is not None:
            raise Error(f"{name} is of one learning, not of many", hint="give it to loh.learn, with the options of the result")
    for name in fixed:
        if name not in OPTIONS and name not in _keywords():
            raise unknown_option(name, [*_keywords(), "trials", "space", "storage", "timeout", "study_name", "folds", "repeats"])
    if repeats > 1 and fixed.get("holdout"):
        raise Error("repeats with holdout: each seed holds out other rows", hint="keep the held-out rows in a table of their own")


def _settings(
    data: Any, target: Any, chosen: Space, space: Any, given: Mapping[str, Any], rows: Mapping[str, Any]
) -> Dict[str, Any]:
    """What must be the same when a study is resumed, as JSON."""
    return {
        "target": str(target),
        "data": checksum(data),
        "space": chosen.name if isinstance(space, str) else repr(dict(space)),
        "options": option_texts({name: value for name, value in given.items() if name in OPTIONS}),
        "formula": "" if given.get("formula") is None else str(given["formula"]),
        **rows,
    }
