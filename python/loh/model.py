"""Models: the result of learning."""

from __future__ import annotations

import json
import os
import warnings
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _core
from .errors import LohWarning
from .explanation import Explanation, cells_of
from .frames import columns_of, is_path, read_with_pyarrow, typed_classes
from .language import Formula
from .notebook import model_html

__all__ = ["Model", "load"]


class Model:
    """Learned rules with the record of their learning, from `loh.learn` or `loh.load`.

    ``str`` gives what ``loh learn`` prints. Tables are given as to `loh.learn`: paths, data frames, dicts of arrays. Only the columns
    that the rules read are needed. Models can be pickled, compared and shown in notebooks.

    Examples
    --------
    >>> model = loh.learn("examples/fires.csv", target="risk", head="single")
    >>> model.target, model.head
    ('risk', 'vote')
    >>> model.predict("examples/fires.csv")[:3].tolist()
    ['yes', 'yes', 'no']
    """

    def __init__(self, core: _core.Model) -> None:
        self._core = core
        self._classes = typed_classes(core.classes())

    # --- Content ---

    @property
    def classes(self) -> np.ndarray:
        """The classes, in the order of the columns of predict_proba. Numbers and booleans if all of them are, otherwise texts."""
        return self._classes

    @property
    def target(self) -> str:
        """The name of the target column."""
        return self._core.target()

    @property
    def columns(self) -> List[str]:
        """The columns that the rules read."""
        return self._core.columns()

    @property
    def head(self) -> str:
        """How rules become a prediction: 'single', 'list', 'paper' or 'vote'."""
        return self._core.head()

    @property
    def learner(self) -> str:
        """'search', 'gradient', 'distil' or 'blend'."""
        return self._core.learner()

    @property
    def options(self) -> Dict[str, str]:
        """The options of learning, by keyword."""
        return {flag.replace("-", "_"): value for flag, value in self._core.options().items()}

    @property
    def formulas(self) -> Dict[Any, Any]:
        """The formula of each class. Of a scorecard: a list of its rules for each class that they favour."""
        if self.head != "vote":
            return dict(self._core.formulas())
        result: Dict[Any, List[Formula]] = {}
        for name, formula in self._core.formulas():
            result.setdefault(name, []).append(formula)
        return result

    @property
    def rules(self) -> Any:
        """The rules with their figures on the held-out rows, or on the training rows: a pandas frame, or without pandas a list of dicts.

        The columns are class, text, literals, support, precision, recall, lift, precision_low and precision_high (95 % interval), and
        with the head 'vote' points, a dict by class.
        """
        return _rule_frame(self._rule_list(json.loads(self._core.rules())))

    def rules_on(self, data: Any) -> Any:
        """The rules with their figures on other rows.

        Parameters
        ----------
        data : table
            rows with the target column.

        Returns
        -------
        pandas.DataFrame or list of dicts
            as `rules`.

        Raises
        ------
        loh.Error
            if a column is missing or has another type.

        Examples
        --------
        >>> model = loh.learn("examples/fires.csv", target="risk")
        >>> len(model.rules_on("examples/fires.csv")) == model.rule_count
        True
        """
        return _rule_frame(self._rule_list(json.loads(self._core.rules_on(self._rows(data)))))

    def _rule_list(self, rules: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        result = []
        for rule in rules:
            low, high = rule["precision_interval"]
            row = {"class": rule["class"], "text": rule["rule"], "literals": rule["literals"]}
            row.update({name: rule[name] for name in ("support", "precision", "recall", "lift")})
            row.update({"precision_low": low, "precision_high": high})
            points = rule.get("points")
            row["points"] = dict(zip(self._core.classes(), points)) if points else None
            result.append(row)
        return result

    @property
    def base(self) -> Optional[Dict[str, int]]:
        """Of a scorecard, the points of each class before any rule; None for other heads."""
        return dict(zip(self._core.classes(), self._core.base())) if self.head == "vote" else None

    @property
    def path(self) -> List[Dict[str, Any]]:
        """The sizes that rule search compared: dicts of rules, literals, score, error, chosen, formulas."""
        return json.loads(self._core.path())

    def pick(self, size: int = 0, *, literals_at_most: Optional[int] = None) -> "Model":
        """The model of another size of the path, without learning again.

        Parameters
        ----------
        size : int
            the number of the size, from 1; 0 is the chosen one.
        literals_at_most : int, optional
            the best size with at most so many literals.

        Returns
        -------
        Model
            the model of that size, with the same path.

        Raises
        ------
        loh.Error
            if there is no such size, or the model has no path.

        Examples
        --------
        >>> model = loh.learn("examples/fires.csv", target="risk")
        >>> model.pick(literals_at_most=3).literal_count <= 3
        True
        """
        return Model(self._core.at_size(size, literals_at_most))

    @property
    def figures(self) -> Dict[str, Dict[str, Any]]:
        """The figures of learning: of 'training', and of 'validation' and 'holdout' rows if there are any."""
        return json.loads(self._core.parts())

    @property
    def rule_count(self) -> int:
        """The number of rules."""
        return self._core.rule_count()

    @property
    def literal_count(self) -> int:
        """The number of literals in all rules."""
        return self._core.literal_count()

    # --- Rows ---

    def predict(self, data: Any, threads: int = 0) -> np.ndarray:
        """The class of each row. Warns about categories that learning has not seen.

        Parameters
        ----------
        data : table
            rows with the columns that the rules read.
        threads : int
            the number of threads; 0: one for each core.

        Returns
        -------
        numpy.ndarray
            the classes, one for each row.

        Raises
        ------
        loh.Error
            if a column is missing or has another type.

        Examples
        --------
        >>> model = loh.learn({"x": [1.0, 2.0, 3.0, 4.0] * 20, "y": ["a", "a", "b", "b"] * 20}, target="y")
        >>> model.predict({"x": [0.5, 5.0]}).tolist()
        ['a', 'b']
        """
        return self._classes[self._classify(data, threads)]

    def _classify(self, data: Any, threads: int = 0) -> np.ndarray:
        rows = self._rows(data)
        numbers = self._core.classify(rows) if isinstance(rows, _core.Table) else self._core.classify(rows, threads)
        self._note_unseen(rows)
        return numbers

    def predict_proba(self, data: Any, threads: int = 0) -> np.ndarray:
        """The calibrated probability of each class.

        Parameters
        ----------
        data : table
            rows with the columns that the rules read.
        threads : int
            the number of threads; 0: one for each core.

        Returns
        -------
        numpy.ndarray
            rows and classes, in the order of `classes`.

        Raises
        ------
        loh.Error
            if a column is missing or has another type, or the model has no probabilities.

        Examples
        --------
        >>> model = loh.learn({"x": [1.0, 2.0, 3.0, 4.0] * 20, "y": ["a", "a", "b", "b"] * 20}, target="y")
        >>> model.predict_proba({"x": [0.5, 5.0]}).shape
        (2, 2)
        """
        rows = self._rows(data)
        table = isinstance(rows, _core.Table)
        result = self._core.probabilities(rows) if table else self._core.probabilities(rows, threads)
        self._note_unseen(rows)
        return result

    def scores(self, data: Any, threads: int = 0) -> np.ndarray:
        """Of a scorecard, the points of each class.

        Parameters
        ----------
        data : table
            rows with the columns that the rules read.
        threads : int
            the number of threads; 0: one for each core.

        Returns
        -------
        numpy.ndarray
            rows and classes, whole numbers.

        Raises
        ------
        loh.Error
            if the model is not a scorecard, or a column is missing or has another type.

        Examples
        --------
        >>> model = loh.learn("examples/fires.csv", target="risk", head="vote", literals_at_most=3)
        >>> model.scores("examples/fires.csv").shape
        (240, 2)
        """
        rows = self._rows(data)
        return self._core.scores(rows) if isinstance(rows, _core.Table) else self._core.scores(rows, threads)

    def soft(self, data: Any) -> Dict[str, np.ndarray]:
        """The truth values of the network's outputs. For models of gradient descent.

        Parameters
        ----------
        data : table
            rows with the columns of the program.

        Returns
        -------
        dict of str to numpy.ndarray
            by class, one number in [0, 1] for each row.

        Raises
        ------
        loh.Error
            if the model has no network, or a column is missing or has another type.

        Examples
        --------
        >>> model = loh.learn("examples/fires.csv", target="risk", formula="[Wind, Rained] & [LowHum, true]", epochs=20)
        >>> list(model.soft("examples/fires.csv"))
        ['yes']
        """
        names, columns = self._core.soft(self._rows(data))
        return dict(zip(names, columns))

    def evaluate(self, data: Any) -> Dict[str, Any]:
        """The figures of ``loh evaluate --json``. Rows without a class are left out, with a warning.

        Parameters
        ----------
        data : table
            rows with the target column.

        Returns
        -------
        dict
            accuracy, macro_f1, balanced_accuracy, roc_auc, log_loss, calibration_error, confusion, baseline and more.

        Raises
        ------
        loh.Error
            if a column is missing or has another type, or a class is unknown.

        Examples
        --------
        >>> model = loh.learn("examples/fires.csv", target="risk", formula="examples/wildfire-one-rule-per-set.loh", restarts=4)
        >>> model.evaluate("examples/fires.csv")["accuracy"]
        1.0
        """
        rows = self._rows(data)
        figures = json.loads(self._core.evaluate(rows))
        without = figures.pop("rows_without_class")
        if without:
            warnings.warn(f"{without} rows without a class are left out", LohWarning, stacklevel=2)
        self._note_unseen(rows)
        return figures

    def explain(self, row: Any, *, fixed: Union[str, Sequence[str]] = (), all_rules: bool = False) -> Explanation:
        """Why the class of one row is predicted, and the smallest change that changes it.

        Parameters
        ----------
        row : dict, pandas.Series or table
            the cells of one row.
        fixed : str or list of str
            columns that the change leaves as they are.
        all_rules : bool
            whether the text has also the rules that do not hold.

        Returns
        -------
        Explanation
            a dict; ``str`` gives its text.

        Raises
        ------
        loh.Error
            if there is not exactly one row, or a column is missing.

        Examples
        --------
        >>> model = loh.learn({"x": [1.0, 2.0, 3.0, 4.0] * 20, "y": ["a", "a", "b", "b"] * 20}, target="y")
        >>> model.explain({"x": 1.0})["prediction"]
        'a'
        """
        names, cells = cells_of(row)
        table = _core.Table.from_columns(names, [[cell] for cell in cells])
        fixed = [fixed] if isinstance(fixed, str) else list(fixed)
        content, text = self._core.explain(table, 0, fixed, all_rules)
        return Explanation(json.loads(content), text)

    def _rows(self, data: Any) -> Any:
        if is_path(data):
            path = os.fspath(data)
            table = read_with_pyarrow(path)
            if table is None:
                return _core.Table.read_csv(path, "", True)
            data = table
        return _core.Dataset.from_columns(columns_of(data), "", _core.Schema({}, None, ""), "the table")

    def _note_unseen(self, rows: Any) -> None:
        for note in self._core.unseen(rows)[:5]:
            warnings.warn(note, LohWarning, stacklevel=4)

    # --- Files ---

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the model file, readable JSON. A file of that name is replaced atomically.

        Parameters
        ----------
        path : path
            the name of the file.

        Raises
        ------
        loh.Error
            if the file cannot be written.

        Examples
        --------
        >>> import os, tempfile
        >>> model = loh.learn("examples/fires.csv", target="risk")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     model.save(os.path.join(folder, "risk.json"))
        ...     print(loh.load(os.path.join(folder, "risk.json")) == model)
        True
        """
        self._core.write(os.fspath(path))

    def export(
        self,
        target: str,
        path: Union[str, "os.PathLike[str]", None] = None,
        *,
        dialect: Optional[str] = None,
        table: Optional[str] = None,
        explain: bool = False,
        proba: bool = False,
    ) -> Union[str, bytes, None]:
        """Writes the model in another language, as `loh export` does: every row gets the same class.

        Parameters
        ----------
        target : str
            'sql', 'c', 'python', 'javascript', ...: `loh export --help` lists them.
        path : path, optional
            the file to write, replaced atomically. By default, the content is returned.
        dialect : str, optional
            of a target with several, such as 'sqlite' of 'sql'; by default the first one.
        table : str, optional
            the table that SQL reads; by default `data`.
        explain : bool, default False
            add the rule that decides, or the rules that give points.
        proba : bool, default False
            add the probability of each class.

        Returns
        -------
        str, bytes or None
            the text, or the bytes of a binary format; None if it was written to a file.

        Raises
        ------
        loh.Error
            for unknown targets and dialects, for options that the target does not take, for the head 'paper', and if the file
            cannot be written.

        Examples
        --------
        >>> model = loh.learn("examples/loans.csv", target="approved", types={"id": "ignore"})
        >>> print(model.export("sql", dialect="duckdb", table="loans"))
        -- The prediction of approved, by loh, for duckdb.
        -- Reads: income (number)
        SELECT t.*,
          CASE
            WHEN NULLIF(CAST(t."income" AS DOUBLE), 'NaN') >= 40
              THEN 'yes'
            ELSE 'no'
          END AS "prediction"
        FROM "loans" AS t;
        <BLANKLINE>
        """
        content, is_text = self._core.export(target, dialect or "", table or "", explain, proba)
        if path is not None:
            _core.write_file(os.fspath(path), content)
            return None
        return content.decode("utf-8") if is_text else content

    def to_json(self) -> str:
        """The text of the model file.

        Returns
        -------
        str
            JSON.

        Examples
        --------
        >>> model = loh.learn("examples/fires.csv", target="risk")
        >>> model.to_json().startswith("{")
        True
        """
        return self._core.to_json()

    def __getstate__(self) -> Dict[str, Any]:
        return {"json": self.to_json()}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__init__(_core.Model.parse(state["json"]))  # type: ignore[misc]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    # --- Text ---

    def __str__(self) -> str:
        return self._core.summary().rstrip("\n")

    def __repr__(self) -> str:
        rules = "1 rule" if self.rule_count == 1 else f"{self.rule_count} rules"
        return f"<loh.Model of {self.target}: {rules}, head {self.head}>"

    def _repr_html_(self) -> str:
        return model_html(self)


def load(path: Union[str, "os.PathLike[str]"]) -> Model:
    """Reads a model file of `Model.save` or ``loh learn -o``.

    Parameters
    ----------
    path : path
        the name of the file.

    Returns
    -------
    Model
        the model.

    Raises
    ------
    loh.Error
        if the file cannot be read or is not a model.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     loh.learn("examples/fires.csv", target="risk").save(os.path.join(folder, "risk.json"))
    ...     print(loh.load(os.path.join(folder, "risk.json")).target)
    risk
    """
    return Model(_core.Model.read(os.fspath(path)))


def _rule_frame(rules: List[Dict[str, Any]]) -> Any:
    try:
        import pandas
    except ImportError:
        return rules
    columns = ["class", "text", "literals", "support", "precision", "recall", "lift", "precision_low", "precision_high", "points"]
    return pandas.DataFrame(rules, columns=columns)
