"""Runs the Python code of the README that does not need PyTorch: scripts/test_install.sh, in new environments.

Usage: readme_example.py ROOT
"""

import os
import re
import sys
import tempfile
from pathlib import Path

os.environ["MPLBACKEND"] = "Agg"


def main():
    root = Path(sys.argv[1]).resolve()
    blocks = re.findall(r"^```python\n(.*?)^```", (root / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    chosen = [block for block in blocks if "torch" not in block]
    assert len(chosen) >= 2, "the README has lost its examples"
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(root / "examples", Path(folder) / "examples")
        os.chdir(folder)
        names = {"__name__": "__main__"}
        for block in chosen:
            exec(compile(block, "README.md", "exec"), names)


if __name__ == "__main__":
    main()
