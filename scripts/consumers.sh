#!/usr/bin/env bash
# Runs every export in its real consumer on random decisions and compares it with loh on every row (tests/consumers): PostgreSQL,
# DuckDB, Spark, JPMML-Evaluator, onnxruntime, Z3, CaDiCaL, SWI-Prolog, Icarus Verilog, LaTeX, Graphviz, a Markdown parser; and
# checks of tests/export. Python packages are installed into build/consumers/venv.
# Usage: scripts/consumers.sh [ARGUMENT OF PYTEST...]
# MODELS (240), ROWS (30) and SEED (1) choose the decisions.
set -euo pipefail
cd "$(dirname "$0")/.."

models="${MODELS:-240}" rows="${ROWS:-30}" seed="${SEED:-1}"
folder="$PWD/build/consumers"
venv="$folder/venv"
mkdir -p "$folder"
start=$SECONDS

timed() { printf '%4d s  %s\n' $((SECONDS - start)) "$1"; }

# The packages, installed once.
packages="duckdb jpmml_evaluator[jpype] markdown-it-py onnx onnxruntime psycopg[binary] pyspark pytest pytest-xdist python-sat z3-solver"
if [[ ! -x $venv/bin/python ]]; then python3 -m venv "$venv"; fi
if [[ "$(cat "$venv/packages" 2>/dev/null)" != "$packages" ]]; then
    # shellcheck disable=SC2086
    "$venv/bin/pip" install -q --disable-pip-version-check $packages
    echo "$packages" >"$venv/packages"
fi
timed "packages installed"

by_folder=()
if [[ ! -f build/release/CMakeCache.txt ]]; then by_folder=(-DCMAKE_UNITY_BUILD=ON); fi
cmake --preset release "${by_folder[@]}" --log-level=WARNING >/dev/null
cmake --build build/release --target loh_export_cases -- --quiet
rm -rf "$folder/cases"
build/release/tests/loh_export_cases "$folder/cases" "$models" "$rows" "$seed"
timed "$models models with $rows rows and their exports"

versions() {
    "$venv/bin/pip" freeze | grep -iE '^(duckdb|jpmml|markdown-it|onnx|psycopg|pyspark|python-sat|z3)' | tr '\n' ' '
    echo
    java -version 2>&1 | sed -n 1p
    swipl --version
    iverilog -V 2>/dev/null | sed -n 1p
    pdflatex --version | sed -n 1p
    dot -V 2>&1
    "$postgresql/postgres" --version
}

# A server of PostgreSQL that listens on a socket in a folder of its own. It refuses to run as root.
postgresql="$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -1)"
data="$(mktemp -d)"
as_server=()
if ((EUID == 0)); then
    as_server=(runuser -u postgres --)
    chown postgres "$data"
fi
stop_server() {
    if [[ -f $data/server/postmaster.pid ]]; then
        "${as_server[@]}" "$postgresql/pg_ctl" -D "$data/server" -m immediate stop >/dev/null || true
    fi
    rm -rf "$data"
}
trap stop_server EXIT
(
    cd /
    "${as_server[@]}" "$postgresql/initdb" -D "$data/server" -U loh -A trust -E UTF8 --locale=C -N >/dev/null
    "${as_server[@]}" "$postgresql/pg_ctl" -D "$data/server" -w -l "$data/log" \
        -o "-F -c listen_addresses= -c unix_socket_directories='$data'" start >/dev/null
)
versions
timed "PostgreSQL started"

export LOH_EXPORT_CASES="$folder/cases" LOH_POSTGRESQL="host=$data user=loh dbname=postgres"
LOH_LEAST_MODELS="${LOH_LEAST_MODELS:-$((models < 200 ? 1 : 200))}"
export LOH_LEAST_MODELS
"$venv/bin/python" -m pytest -q -rP -n 2 --dist load --max-worker-restart 0 -p no:cacheprovider tests/consumers "$@" |
    grep -vE '^(___|---)|^$' 
timed "consumers of tests/consumers"

if (($# > 0)); then exit; fi
# `make test` compiles fewer models with the C compilers, and has no DuckDB.
"$venv/bin/python" tests/export/check_c.py "$folder/cases"
rm -rf "$folder/few"
build/release/tests/loh_export_cases "$folder/few" 40 "$rows" 1000
"$venv/bin/python" tests/export/check_duckdb.py "$folder/few"
timed "checks of tests/export"
