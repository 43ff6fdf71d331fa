#!/usr/bin/env bash
# Builds the Python package and tests it: with the newest packages in .venv; as a repaired wheel beside nothing but NumPy in
# build/python/bare; and the estimator also with the oldest scikit-learn that pyproject.toml allows, in build/python/oldest. Then
# builds the documentation site, which runs the notebooks.
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

# install ENVIRONMENT WHEEL
install() {
    "$1/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$2"
}

# The library of the release build is linked, so that only the bindings are compiled. `pip install .` compiles everything.
if [[ ! -x build/release/loh ]]; then make --no-print-directory command; fi
cmake --build build/release --target loh -- --quiet

wheels=build/python/wheels
environment .venv -r python/requirements.txt
rm -rf "$wheels"
.venv/bin/pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$wheels" \
    --config-settings=cmake.define.LOH_FINISHED_BUILD="$PWD/build/release" .
install .venv "$wheels"/*.whl
if [[ ${1:-} == --docs ]]; then exec scripts/docs.sh; fi
.venv/bin/python -m pytest -q "$@"
if (($# > 0)); then exit; fi

# The wheel with its libraries inside, as it would be published.
log="$wheels/repair.log"
PATH="$PWD/.venv/bin:$PATH" .venv/bin/auditwheel repair --wheel-dir "$wheels/repaired" "$wheels"/*.whl >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}
environment build/python/bare numpy
install build/python/bare "$wheels"/repaired/*.whl
build/python/bare/bin/python -W ignore -I python/tests/bare_install.py examples

environment build/python/oldest 'scikit-learn==1.3.*' 'numpy<2' 'pandas<2.2' pytest
install build/python/oldest "$wheels"/*.whl
build/python/oldest/bin/python -m pytest -q python/tests/test_estimator.py

scripts/docs.sh
