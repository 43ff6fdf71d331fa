#!/usr/bin/env bash
# Builds the documentation site into build/docs with the packages in .venv, in which the Python package is installed. It runs the
# notebooks. A warning is an error; links between pages are checked, those to other sites are not.
# Usage: scripts/docs.sh
set -euo pipefail
cd "$(dirname "$0")/.."

export OMP_NUM_THREADS=1 IPYTHONDIR="$PWD/build/ipython" PYDEVD_DISABLE_FILE_VALIDATION=1
rm -rf build/docs build/doctrees
# The kernels of the notebooks note that they listen on a local port.
.venv/bin/python -m sphinx -q -W --keep-going -b html -d build/doctrees docs build/docs 2> >(grep -v '^\[IPKernelApp\]' >&2)
echo "Documentation: build/docs/index.html"
