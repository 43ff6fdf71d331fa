#!/usr/bin/env bash
# Builds the Python package and tests it: with the newest packages in .venv, and the estimator also with the oldest
# scikit-learn that pyproject.toml allows, in build/python/oldest. Then builds the documentation site, which runs the notebooks.
# Usage: scripts/python.sh [ARGUMENT OF PYTEST...]
#        scripts/python.sh --docs       builds the package and the site, without the tests
set -euo pipefail
cd "$(dirname "$0")/.."

# $(environment FOLDER PACKAGE...): a virtual environment with these packages, installed once.
environment() {
    local folder="$1"
    shift
    local wanted
    wanted="$(printf '%s\n' "$@"; if [[ $1 == -r ]]; then cat "$2"; fi)"
    if [[ ! -x $folder/bin/python ]]; then python3 -m venv "$folder"; fi
    if [[ "$(cat "$folder/loh-packages" 2>/dev/null)" != "$wanted" ]]; then
        "$folder/bin/pip" install -q --disable-pip-version-check "$@"
        echo "$wanted" >"$folder/loh-packages"
    fi
}

if [[ ${1:-} != --docs && ! -x build/release/loh ]]; then make --no-print-directory command; fi

wheels=build/python/wheels
environment .venv -r python/requirements.txt
rm -rf "$wheels"
.venv/bin/pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$wheels" .
.venv/bin/pip install -q --disable-pip-version-check --no-deps --force-reinstall "$wheels"/*.whl
if [[ ${1:-} == --docs ]]; then exec scripts/docs.sh; fi
.venv/bin/python -m pytest -q "$@"

if (($# == 0)); then
    environment build/python/oldest 'scikit-learn==1.3.*' 'numpy<2' 'pandas<2.2' pytest
    build/python/oldest/bin/pip install -q --disable-pip-version-check --no-deps --force-reinstall "$wheels"/*.whl
    build/python/oldest/bin/python -m pytest -q python/tests/test_estimator.py
    scripts/docs.sh
fi
