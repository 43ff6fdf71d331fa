"""The Python code of the documentation runs."""

import re
import shutil

import pytest

from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_code_of_the_page_runs(page, tmp_path, monkeypatch):
    blocks = BLOCK.findall((ROOT / page).read_text())
    assert blocks
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for number, block in enumerate(blocks):
        exec(compile(block, f"{page}, block {number + 1}", "exec"), names)


def test_page_names_every_keyword_of_learn():
    import inspect

    import loh

    text = (ROOT / "docs/python.md").read_text()
    skipped = {"data", "target", "options", "separator", "header", "checkpoint_seconds"}
    for name in inspect.signature(loh.learn).parameters:
        assert name in skipped or f"`{name}`" in text
