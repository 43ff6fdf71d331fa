"""What loh.tune gives: the model, the study and its table."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List

from .model import Model

__all__ = ["TuneResult", "is_finished", "states_of"]

_NAMES = {"COMPLETE": "complete", "PRUNED": "pruned", "FAIL": "failed", "RUNNING": "running", "WAITING": "waiting"}


class TuneResult:
    """The result of `loh.tune`. ``str`` gives the number of trials and the best five.

    Examples
    --------
    >>> result = loh.tune("examples/fires.csv", "risk", trials=1, epochs=10, space={"noise": (0.1, 1.0)}, head="list")
    >>> result.options["epochs"], result.model.target
    (10, 'risk')
    """

    model: Model  #: learned with the best options from all rows
    study: Any  #: the study of Optuna, for its own tools
    options: Dict[str, Any]  #: the best options, as keywords of loh.learn

    def __init__(self, model: Model, study: Any, options: Dict[str, Any], metric: str) -> None:
        self.model = model
        self.study = study
        self.options = options
        self._metric = "accuracy" if metric == "accuracy" else "macro F1"

    @property
    def score(self) -> float:
        """The best trial's metric on the validation rows. It is the best of many, hence optimistic."""
        return float(self.study.best_value)

    @property
    def table(self) -> Any:
        """The trials: number, state, value, seconds, error, and the options. A pandas frame, or without pandas a list of dicts."""
        rows = self._rows()
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)

    def _rows(self) -> List[Dict[str, Any]]:
        trials = self.study.get_trials(deepcopy=False)
        names = list(dict.fromkeys(name for trial in trials for name in trial.params))
        rows = []
        for trial in trials:
            seconds = trial.duration.total_seconds() if trial.duration is not None else None
            row = {"number": trial.number, "state": _NAMES[trial.state.name], "value": trial.value, "seconds": seconds}
            row["error"] = trial.user_attrs.get("error", "")
            row.update({name: trial.params.get(name) for name in names})
            rows.append(row)
        return rows

    def __str__(self) -> str:
        trials = self.study.get_trials(deepcopy=False)
        states = ", ".join(f"{count} {state}" for state, count in states_of(trials).items())
        lines = [f"{len(trials)} trials: {states}; best {self._metric} on validation rows {self.score:.4f}"]
        best = sorted((trial for trial in trials if trial.state.name == "COMPLETE"), key=lambda trial: (-trial.value, trial.number))
        for trial in best[:5]:
            options = " ".join(f"{name}={_short(value)}" for name, value in trial.params.items())
            lines.append(f"  {trial.value:.4f}  trial {trial.number}: {options}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<loh.TuneResult of {self.model.target}: {len(self.study.get_trials(deepcopy=False))} trials, best {self.score:.4f}>"


def is_finished(trial: Any) -> bool:
    """Complete, pruned, or ended by an error of its options. Trials of killed or interrupted processes are not."""
    return trial.state.name in ("COMPLETE", "PRUNED") or (trial.state.name == "FAIL" and "error" in trial.user_attrs)


def states_of(trials: Iterable[Any]) -> Dict[str, int]:
    """How many trials there are of each state."""
    states = [_NAMES[trial.state.name] for trial in trials]
    return {name: states.count(name) for name in _NAMES.values() if name in states}


def _short(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
