#!/usr/bin/env bash
# Builds the benchmarks and runs one of them.
# Usage: scripts/bench.sh NAME [ARGUMENT...]
#
# NAME is a script bench/NAME, which lists its Python packages in a line `# packages: ...`, installed in .venv or in the virtual
# environment of a line `# environment: ...`; or a program bench/NAME.cpp or bench/NAME_bench.cpp. Without a name, or with an unknown one, the names are listed.
set -euo pipefail
cd "$(dirname "$0")/.."

names() {
    {
        find bench -maxdepth 1 -type f ! -name '*.*' -printf '%f\n'
        find bench -maxdepth 1 -name '*.cpp' -printf '%f\n' | grep -v '_loh\.cpp$' | sed 's/\.cpp$//; s/_bench$//'
    } | sort -u | tr '\n' ' '
}

name="${1:-}"
if [[ -z $name || " $(names)" != *" $name "* ]]; then
    echo "usage: make bench-NAME FLAGS='...', where NAME is one of: $(names)" >&2
    exit 2
fi
shift

scripts/setup.sh bench
cmake --preset release -DLOH_BUILD_TESTS=OFF -DLOH_BUILD_BENCH=ON --log-level=WARNING >/dev/null
cmake --build --preset release -- --quiet
ln -sfn release/loh build/loh

programs=build/release/bench
if [[ -f bench/$name ]]; then
    packages="$(sed -n 's/^# packages: *//p' "bench/$name")"
    python=python3
    if [[ -n $packages ]]; then
        environment="$(sed -n 's/^# environment: *//p' "bench/$name")"
        environment="${environment:-.venv}"
        [[ -x $environment/bin/python ]] || python3 -m venv "$environment"
        # The package of this repository, `.`, gets the library that is built above.
        # shellcheck disable=SC2086 # several packages
        "$environment/bin/pip" install -q --disable-pip-version-check \
            --config-settings=cmake.define.LOH_FINISHED_BUILD="$PWD/build/release" $packages
        python="$environment/bin/python"
    fi
    exec "$python" "bench/$name" "$@"
fi
if [[ -x $programs/${name}_bench ]]; then exec "$programs/${name}_bench" "$@"; fi
if [[ ! -f bench/$name.gp ]]; then exec "$programs/$name" "$@"; fi
"$programs/$name" "build/$name" "$@"
gnuplot -e "folder='build/$name'" "bench/$name.gp"
echo
echo "Results: build/$name/$name.csv, plot: build/$name/$name.svg"
