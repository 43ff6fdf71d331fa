"""The code on docs/torch.md runs, block after block in one namespace."""
import pathlib
import re

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "torch.md"


def test_all_code_blocks_run():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    namespace = {}
    for number, block in enumerate(blocks, start=1):
        exec(compile(block, f"docs/torch.md, block {number}", "exec"), namespace)
