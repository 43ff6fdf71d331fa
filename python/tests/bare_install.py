"""Checks an installed wheel beside nothing but NumPy: scripts/python.sh runs it in build/python/bare.

Usage: bare_install.py EXAMPLES
"""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import loh

# How each extra is met without its packages. Frames of pandas and polars cannot be met without them.
EXTRAS = {
    "sklearn": "loh.LohClassifier()",
    "tune": "loh.tune({'x': [1.0, 2.0], 'y': ['a', 'b']}, 'y')",
    "pyarrow": "loh.learn('x.parquet', target='y')",
    "torch": "loh.torch.LohLayer('[a, b]')",
}
# Libraries that every system of the manylinux policy has.
OF_THE_SYSTEM = ("linux-vdso.so", "ld-linux", "libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "libz.so", "libpthread.so")


def check_environment():
    names = {distribution.metadata["Name"].lower() for distribution in importlib.metadata.distributions()}
    assert names <= {"loh", "numpy", "pip", "setuptools", "wheel"}, names


def check_language():
    program = loh.parse("p := [a, b]; p & !c")
    assert program.count() == 2
    assert [str(hypothesis) for hypothesis in program.space()] == ["a & !c", "b & !c"]
    a, b, c = map(loh.var, "abc")
    assert (a & (b | c)).equivalent(a & b | a & c)


def check_learning(examples):
    model = loh.learn(str(examples / "loans.csv"), target="approved", exclude=["id"])
    assert len(model.predict(str(examples / "loans.csv"))) > 0
    assert "approved" in str(model)
    columns = {"x": [1.0, 2.0, 3.0, 4.0] * 20, "y": ["a", "a", "b", "b"] * 20}
    model = loh.learn(columns, target="y")
    assert model.predict({"x": [1.0, 4.0]}).tolist() == ["a", "b"]


def check_extras():
    for extra, code in EXTRAS.items():
        try:
            exec(code, {"loh": loh})
        except ImportError as error:
            assert f"pip install 'loh[{extra}]'" in str(error), error
        else:
            raise AssertionError(f"{code} worked without the extra {extra}")


def check_libraries():
    """What is not of the system lies inside the wheel."""
    module = Path(loh._core.__file__)
    lines = subprocess.run(["ldd", str(module)], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        name, _, place = line.strip().partition(" => ")
        inside = bool(place) and Path(place.split(" ")[0]).resolve().parent == module.resolve().parent.parent / "loh.libs"
        assert inside or Path(name.split(" ")[0]).name.startswith(OF_THE_SYSTEM), line
    wheel = importlib.metadata.distribution("loh").read_text("WHEEL") or ""
    assert "manylinux" in wheel, wheel


def main():
    check_environment()
    check_language()
    check_learning(Path(sys.argv[1]))
    check_extras()
    check_libraries()
    print(f"Repaired wheel: works beside NumPy alone, on Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
