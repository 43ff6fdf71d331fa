"""The package experiments.paper, importable from the tests."""

import sys

from conftest import ROOT

if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))
