#!/usr/bin/env bash
# Installs the missing Debian packages of one task; does nothing if none is missing.
# Usage: scripts/setup.sh demo|build|test|python|lint|bench|study|coverage|consumers|fuzz|stress|install
set -euo pipefail

build="g++ cmake ninja-build libcli11-dev nlohmann-json3-dev libmpfr-dev libgmp-dev libcadical-dev zlib1g-dev libfast-float-dev"
python="python3 python3-venv python3-dev"
case "${1:-}" in
    demo | build | install) packages="$build" ;;
    test) packages="$build $python libgtest-dev libbenchmark-dev clang libclang-rt-14-dev clang-tidy clang-format" ;;
    python) packages="$build $python" ;;
    lint) packages="$build libgtest-dev clang clang-tidy clang-format" ;;
    bench) packages="$build libbenchmark-dev python3 python3-venv valgrind gnuplot-nox" ;;
    study) packages="$build gnuplot-nox" ;;
    coverage) packages="$build libgtest-dev gcovr" ;;
    stress) packages="$build libgtest-dev" ;;
    consumers)
        packages="$build $python libgtest-dev nodejs openjdk-17-jre-headless postgresql sqlite3 swi-prolog-nox iverilog"
        packages+=" texlive-latex-base graphviz clang"
        ;;
    fuzz) packages="$build libgtest-dev clang libclang-rt-14-dev" ;;
    *)
        echo "usage: $0 demo|build|test|python|lint|bench|study|coverage|consumers|fuzz|stress|install" >&2
        exit 2
        ;;
esac

installed() {
    [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed* ]]
}

has_header() {
    local compiler
    compiler="$(command -v g++ || command -v clang++)" &&
        echo "#include <$1>" | "$compiler" -std=c++20 -E -x c++ - >/dev/null 2>&1
}

# Whether the contents of a package are present, installed by the package or otherwise.
found() {
    case "$1" in
        ninja-build) command -v ninja ;;
        gnuplot-nox) command -v gnuplot ;;
        nodejs) command -v node ;;
        openjdk-17-jre-headless) command -v java ;;
        postgresql) command -v initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' ;;
        swi-prolog-nox) command -v swipl ;;
        texlive-latex-base) command -v pdflatex ;;
        graphviz) command -v dot ;;
        libcli11-dev) has_header CLI/CLI.hpp ;;
        nlohmann-json3-dev) has_header nlohmann/json.hpp ;;
        libmpfr-dev) has_header mpfr.h ;;
        libgmp-dev) has_header gmp.h ;;
        libcadical-dev) has_header cadical.hpp ;;
        zlib1g-dev) has_header zlib.h ;;
        libfast-float-dev) has_header fast_float/fast_float.h ;;
        libgtest-dev) has_header gtest/gtest.h ;;
        libbenchmark-dev) has_header benchmark/benchmark.h ;;
        python3-venv) python3 -c 'import ensurepip, venv' ;;
        python3-dev) [[ -f "$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])')/Python.h" ]] ;;
        libclang-rt-14-dev) compgen -G "$(clang++ -print-resource-dir)/lib/*/libclang_rt.fuzzer*.a" ;;
        *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

missing=()
for package in $packages; do
    installed "$package" || missing+=("$package")
done
((${#missing[@]} > 0)) || exit 0

as_root=()
if ((EUID != 0)); then as_root=(sudo); fi

if command -v apt-get >/dev/null && command -v "${as_root[@]:-true}" >/dev/null; then
    apt_get() {
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null
    }
    install_missing() {
        apt_get update && apt_get install -y --no-install-recommends "${missing[@]}"
    }
    log="$(mktemp)"
    trap 'rm -f "$log"' EXIT
    echo "Installing: ${missing[*]}"
    if ! install_missing >"$log" 2>&1; then
        sleep 5
        install_missing >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    fi
    exit 0
fi

absent=()
for package in "${missing[@]}"; do
    found "$package" || absent+=("$package")
done
if ((${#absent[@]} > 0)); then
    echo "Install the contents of these Debian packages and try again: ${absent[*]}" >&2
    exit 1
fi
