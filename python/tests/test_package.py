"""The package as a whole: extras, types, no second copy of what the library knows."""

import os
import subprocess
import sys

import pytest

import loh
from conftest import ROOT


def run(code, *options):
    return subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, cwd=ROOT / "examples")


def test_importing_needs_numpy_only():
    code = "import sys, loh; print(sorted({'matplotlib', 'optuna', 'pandas', 'polars', 'pyarrow', 'sklearn', 'torch', 'tqdm'} & set(sys.modules)))"
    assert run(code).stdout.strip() == "[]"


@pytest.mark.parametrize(
    "package, extra, code",
    [
        ("sklearn", "sklearn", "loh.LohClassifier"),
        ("optuna", "tune", "loh.tune"),
        ("matplotlib", "plot", "loh.plot"),
        ("pyarrow", "pyarrow", "loh.learn('x.parquet', target='y')"),
    ],
)
def test_a_missing_package_names_its_extra(package, extra, code):
    result = run(f"import sys; sys.modules['{package}'] = None; import loh; {code}")
    assert f"pip install 'loh[{extra}]'" in result.stderr


def test_works_without_pandas():
    code = """
import sys
sys.modules["pandas"] = None
import loh
model = loh.learn({"x": [1.0, 2.0, 3.0, 4.0] * 20, "y": ["a", "a", "b", "b"] * 20}, target="y")
print(type(model.rules).__name__, model.predict({"x": [1.0, 4.0]}).tolist())
"""
    assert run(code).stdout.strip() == "list ['a', 'b']"


def test_has_the_version_of_the_library(command):
    assert loh.__version__ in command("--version")


def test_types_are_accepted_by_mypy(tmp_path):
    (tmp_path / "user.py").write_text(
        """
import loh

program: loh.Program = loh.parse("p := [a, b]; p & !c")
number: int = program.count() + program.formula.count()
texts: list[str] = [str(formula) for formula in program.formula.space(limit=3)]
formula: loh.Formula = loh.var("a") & ~loh.choice(loh.var("b"), True) | False
model: loh.Model = loh.learn("x.csv", target="y", max_rules=3)
model.predict({"x": [1.0]}).tolist()
result: loh.TuneResult = loh.tune("x.csv", "y", trials=3, space={"noise": (0.1, 1.0)}, storage="sqlite:///study.db", max_rules=8)
tuned: loh.Model = result.model
score: float = result.score
ax = loh.plot.rules(model, most=5)
ax.set_title("rules")
"""
    )
    flags = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *flags]
    for target in (["-p", "loh"], [str(tmp_path / "user.py")]):
        result = subprocess.run([*command, *target], capture_output=True, text=True, cwd=tmp_path, env=dict(os.environ))
        assert result.returncode == 0, result.stdout + result.stderr


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="lern"):
        loh.lern
