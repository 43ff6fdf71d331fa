"""The source distribution has everything that its build needs, and nothing else."""

import re
import subprocess
import sys
import tarfile

import pytest

from conftest import ROOT

INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    code = f"import scikit_build_core.build as build; build.build_sdist({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(folder)
    (root,) = (path for path in folder.iterdir() if path.is_dir())
    return root


def names(root):
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_has_the_sources_of_the_package(unpacked):
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT).stdout.split("\n")
    wanted = re.compile(r"(cmake|include|src|python/src|python/loh)/.|(LICENSE|README.md|pyproject.toml|CMakeLists.txt|python/CMakeLists.txt)$")
    assert {name for name in tracked if wanted.match(name) and (ROOT / name).exists()} <= names(unpacked)


def test_has_nothing_besides(unpacked):
    kept = ("cli", "cmake", "include", "python", "src")
    files = {"CHANGELOG.md", "CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
    assert {name for name in names(unpacked) if name.split("/")[0] not in kept} <= files
    assert not [name for name in names(unpacked) if name.startswith("python/tests/") or name.endswith((".so", ".pyc", ".o", ".csv"))]
    assert sum((unpacked / name).stat().st_size for name in names(unpacked)) < 4_000_000


def test_every_included_file_is_inside(unpacked):
    folders = [unpacked / name for name in ("include", "src", "cli", "python/src")]
    written = {"loh/version.hpp", "examples.hpp"}  # by the build
    for source in [path for folder in folders for path in folder.rglob("*.?pp")]:
        for name in INCLUDE.findall(source.read_text()):
            assert name in written or any((folder / name).is_file() for folder in [source.parent, *folders]), (source, name)


def test_is_configured_by_cmake(unpacked, tmp_path):
    options = ["-DLOH_BUILD_PYTHON=ON", "-DLOH_BUILD_CLI=OFF", "-DLOH_BUILD_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
    command = ["cmake", "-G", "Ninja", "-S", str(unpacked), "-B", str(tmp_path), *options]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    planned = subprocess.run(["ninja", "-C", str(tmp_path), "-n", "_core_all"], capture_output=True, text=True)
    assert planned.returncode == 0, planned.stdout + planned.stderr
