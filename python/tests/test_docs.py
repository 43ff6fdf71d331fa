"""The Python code of the documentation runs."""

import re
import shutil

import matplotlib.pyplot
import pytest

from conftest import ROOT

matplotlib.use("Agg")
PAGES = ["README.md", "docs/python.md", "docs/quickstart.md", "docs/zero-to-full-knowledge.md", "docs/tuning.md", "docs/images.md"]

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_code_of_the_page_runs(page, tmp_path, monkeypatch):
    blocks = BLOCK.findall((ROOT / page).read_text())
    assert blocks
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for number, block in enumerate(blocks):
        exec(compile(block, f"{page}, block {number + 1}", "exec"), names)
    matplotlib.pyplot.close("all")


def test_every_page_with_python_code_is_run():
    """Cells of notebooks run when the site is built (scripts/docs.sh); docs/torch.md has a test of its own."""
    pages = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")]
    with_code = [page for page in pages if BLOCK.search((ROOT / page).read_text())]
    assert set(with_code) <= {*PAGES, "docs/torch.md"}


def test_page_names_every_keyword_of_learn():
    import inspect

    import loh

    text = (ROOT / "docs/python.md").read_text()
    skipped = {"data", "target", "options", "separator", "header", "checkpoint_seconds"}
    for name in inspect.signature(loh.learn).parameters:
        assert name in skipped or f"`{name}`" in text
