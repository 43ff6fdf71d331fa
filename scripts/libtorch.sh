#!/usr/bin/env bash
# Builds the LibTorch module in build/release against PyTorch in .venv and runs its example and its tests. Then installs it, and
# builds and runs a project that finds it there (libtorch/consumer).
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -x .venv/bin/python ]] || python3 -m venv .venv
.venv/bin/pip install -q --disable-pip-version-check numpy torch==2.13.0
torch="$(.venv/bin/python -c 'import torch; print(torch.utils.cmake_prefix_path)')"

build=build/release
scratch=$build/libtorch/install
log=$build/libtorch/log

# quietly COMMAND...: its output is shown only if it fails.
quietly() {
    "$@" >"$log" 2>&1 || {
        echo "failed: $*" >&2
        cat "$log" >&2
        exit 1
    }
}

mkdir -p $build/libtorch
quietly cmake --preset release -DCMAKE_UNITY_BUILD=ON -DLOH_BUILD_TORCH=ON -DCMAKE_PREFIX_PATH="$torch"
quietly cmake --build --preset release --target loh_cli loh_torch_example loh_torch_test
$build/libtorch/loh_torch_example
$build/libtorch/loh_torch_test --gtest_brief=1

rm -rf $scratch
quietly cmake --install $build --prefix "$PWD/$scratch/prefix"
if grep -rlF -e "$PWD" -e "$torch" $scratch/prefix/lib*/cmake $scratch/prefix/lib/*/cmake 2>/dev/null; then
    echo "the installed package mentions folders of this machine" >&2
    exit 1
fi
quietly cmake -G Ninja -S libtorch/consumer -B $scratch/build -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$PWD/$scratch/prefix;$torch"
quietly cmake --build $scratch/build
printed="$($scratch/build/consumer)"
if [[ $printed != $'0.75\n1\na & !b' ]]; then
    printf 'the consumer of the installed package printed:\n%s\n' "$printed" >&2
    exit 1
fi
echo "installed package: found, linked, run"
