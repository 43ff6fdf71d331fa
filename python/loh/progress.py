"""Progress of learning: a bar of tqdm if it is installed, otherwise lines on standard error."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Dict, Optional, Tuple

__all__ = ["Progress"]


class Progress:
    """Shows how far learning is. Used as a context manager; ``callback`` gets each report too."""

    def __init__(self, verbose: int, callback: Optional[Callable[[Dict[str, Any]], Any]]) -> None:
        self._verbose = verbose
        self._callback = callback
        self._bar: Any = None
        self._last = 0.0
        self._done: Dict[int, int] = {}

    @property
    def wanted(self) -> bool:
        return self._verbose > 0 or self._callback is not None

    def __enter__(self) -> Progress:
        if self._verbose > 0:
            try:
                from tqdm.auto import tqdm

                self._bar = tqdm(desc="loh", unit="epoch", leave=False)
            except ImportError:
                self._bar = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, report: Dict[str, Any]) -> bool:
        if self._verbose > 0:
            self._show(report)
        return self._callback is not None and self._callback(report) is True

    def tried(self, attempt: Tuple[str, float, bool]) -> None:
        what, score, taken = attempt
        self._write(f"tried {what}: {score:.4f}" + (", taken" if taken else ""))

    def _show(self, report: Dict[str, Any]) -> None:
        epochs, runs = report["epochs"], report["runs"]
        self._done[report["run"]] = report["epoch"]
        if self._bar is not None:
            self._bar.total = max(runs, 1) * max(epochs, 1)
            self._bar.n = min(sum(self._done.values()) if epochs else len(self._done), self._bar.total)
            self._bar.set_postfix(f1=f"{report['best_macro_f1']:.4f}", refresh=False)
            if time.monotonic() - self._last > 0.1:
                self._last = time.monotonic()
                self._bar.refresh()
        elif time.monotonic() - self._last > 1:
            self._last = time.monotonic()
            place = f", epoch {report['epoch']} of {epochs}" if epochs else ""
            self._write(f"run {report['run'] + 1} of {runs}{place}: best macro F1 {report['best_macro_f1']:.4f}")

    def _write(self, line: str) -> None:
        if self._bar is not None:
            self._bar.write(line, file=sys.stderr)
        else:
            print(line, file=sys.stderr)
