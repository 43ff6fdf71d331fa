"""Studies of Optuna for loh.tune: storage, sampling that can be resumed, and the check that a study belongs to the task."""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
import warnings
import zlib
from typing import Any, Dict, Iterator, Mapping, Optional

import numpy as np

from .errors import Error, missing_extra
from .frames import columns_of, is_path

try:
    import optuna
    from optuna.distributions import BaseDistribution
    from optuna.trial import FrozenTrial, TrialState
except ImportError as error:
    raise missing_extra("optuna", "tune", "loh.tune") from error

__all__ = ["checksum", "open_study", "quiet_optuna", "storage_errors"]

HEARTBEAT_SECONDS = 10  # a trial without a sign of life for twice as long is failed: its process was killed
_PASSWORD = re.compile(r"//([^:/@]*):[^@]*@")
_SETTINGS = "loh"  # the user attribute with the settings of the study


class NumberedSampler(optuna.samplers.BaseSampler):
    """TPE whose random numbers depend on the seed and the number of the trial.

    So a study that is resumed goes on as if it had not ended, and processes that share a study do not repeat each other's draws, which
    they would with one seed for each process.
    """

    def __init__(self, seed: int, startup: int) -> None:
        self._seed = seed
        self._startup = startup
        self._tpe = self._sampler(0)

    def _sampler(self, number: int) -> optuna.samplers.TPESampler:
        seed = int(np.random.SeedSequence([self._seed, number]).generate_state(1)[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            return optuna.samplers.TPESampler(
                n_startup_trials=self._startup, multivariate=True, group=True, constant_liar=True, seed=seed
            )

    def before_trial(self, study: optuna.Study, trial: FrozenTrial) -> None:
        self._tpe = self._sampler(trial.number)
        self._tpe.before_trial(study, trial)

    def infer_relative_search_space(self, study: optuna.Study, trial: FrozenTrial) -> Dict[str, BaseDistribution]:
        return self._tpe.infer_relative_search_space(study, trial)

    def sample_relative(
        self, study: optuna.Study, trial: FrozenTrial, search_space: Dict[str, BaseDistribution]
    ) -> Dict[str, Any]:
        return self._tpe.sample_relative(study, trial, search_space)

    def sample_independent(
        self, study: optuna.Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        return self._tpe.sample_independent(study, trial, param_name, param_distribution)

    def after_trial(self, study: optuna.Study, trial: FrozenTrial, state: TrialState, values: Any) -> None:
        self._tpe.after_trial(study, trial, state, values)


def open_study(
    storage: Any, name: Optional[str], seed: int, trials: int, warmup: int, settings: Mapping[str, Any]
) -> optuna.Study:
    """The study of this name, which is made if there is none. A study with other settings is an error.

    A quarter of the trials is random. The first ``warmup`` reports of a trial do not prune it.
    """
    with storage_errors(storage):
        study = optuna.create_study(
            storage=_storage_of(storage),
            study_name=name,
            direction="maximize",
            load_if_exists=True,
            sampler=NumberedSampler(seed, max(1, trials // 4)),
            pruner=optuna.pruners.MedianPruner(n_startup_trials=5, n_warmup_steps=warmup),
        )
        known = study.user_attrs.get(_SETTINGS)
        if known is None and not study.trials:
            study.set_user_attr(_SETTINGS, dict(settings))
            return study
    known = known or {}
    other = [key for key in settings if known.get(key) != json.loads(json.dumps(settings[key]))]
    if other:
        key = other[0]
        raise Error(
            f"the study '{study.study_name}' is of another task: its {key} is {known.get(key)!r}, not {settings[key]!r}",
            hint="another study_name starts a new study in the same storage",
        )
    return study


def _storage_of(storage: Any) -> Any:
    if storage is None or not isinstance(storage, (str, os.PathLike)):
        return storage
    url = os.fspath(storage)
    if "://" not in url:
        raise Error(f"storage '{url}' is not an address of a database", hint=f"storage='sqlite:///{url}'")
    options: Dict[str, Any] = {"connect_args": {"timeout": 60}} if url.startswith("sqlite") else {"pool_pre_ping": True}
    for attempt in range(20):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
                return optuna.storages.RDBStorage(url, engine_kwargs=options, heartbeat_interval=HEARTBEAT_SECONDS)
        except ImportError as error:
            hint = "PostgreSQL needs a driver: pip install 'psycopg[binary]', then storage='postgresql+psycopg://...'"
            raise Error(f"storage: {error}", hint=hint) from error
        except Exception as error:  # another process may be making the tables
            text = str(error)
            if attempt == 19 or not any(part in text for part in ("already exists", "locked", "UNIQUE", "duplicate key")):
                raise
            time.sleep(0.1)
    return None


@contextlib.contextmanager
def storage_errors(storage: Any) -> Iterator[None]:
    """What a database reports becomes a loh.Error."""
    try:
        import sqlalchemy.exc
    except ImportError as error:
        raise missing_extra("sqlalchemy", "tune", "loh.tune") from error
    try:
        yield
    except (sqlalchemy.exc.SQLAlchemyError, optuna.exceptions.StorageInternalError) as error:
        cause = error.__cause__ or error
        shown = _PASSWORD.sub(r"//\1:***@", str(storage))
        reason = str(getattr(cause, "orig", None) or cause).splitlines()[0]
        raise Error(
            f"storage {shown}: {reason}", kind="io",
            hint="sqlite:///study.db is a file in this folder, sqlite:////tmp/study.db an absolute path; its folder must exist",
        ) from error


def checksum(data: Any) -> int:
    """A number that changes with the data: of a file its bytes, of a table its columns."""
    result = 0
    if is_path(data):
        try:
            with open(data, "rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    result = zlib.crc32(block, result)
        except OSError as error:
            raise Error(f"cannot read '{os.fspath(data)}': {error.strerror}", kind="io") from error
        return result
    for name, kind, values, texts, valid in columns_of(data):
        result = zlib.crc32("\0".join([name, kind, *(texts or [])]).encode(), result)
        result = zlib.crc32(np.ascontiguousarray(values).tobytes(), result)
        result = result if valid is None else zlib.crc32(np.ascontiguousarray(valid).tobytes(), result)
    return result


@contextlib.contextmanager
def quiet_optuna() -> Iterator[None]:
    """Optuna logs no line for each trial."""
    level = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        yield
    finally:
        optuna.logging.set_verbosity(level)
