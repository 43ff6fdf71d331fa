#!/usr/bin/env bash
# Runs fuzzers in parallel, each on a copy of its corpus, so that the source tree does not change.
# Usage: scripts/run_fuzzers.sh SECONDS FOLDER [NAME...]
# FOLDER has the executables fuzz_NAME; without names, all of them run. Findings are written to FOLDER/run/NAME/.
set -euo pipefail

if (($# < 2)); then
    echo "usage: $0 SECONDS FOLDER [NAME...]" >&2
    exit 2
fi
sources="$(cd "$(dirname "$0")/.." && pwd)/fuzz"
seconds="$1"
folder="$(cd "$2" && pwd)"
shift 2
names=("$@")
if ((${#names[@]} == 0)); then
    for source in "$sources"/fuzz_*.cpp; do
        name="$(basename "$source" .cpp)"
        names+=("${name#fuzz_}")
    done
fi

run() {
    local name="$1" scratch="$folder/run/$1" options=()
    rm -rf "$scratch"
    mkdir -p "$scratch/corpus"
    if [[ -d "$sources/corpus/$name" ]]; then cp -r "$sources/corpus/$name/." "$scratch/corpus/"; fi
    if [[ -f "$sources/$name.dict" ]]; then options+=("-dict=$sources/$name.dict"); fi
    exec "$folder/fuzz_$name" "$scratch/corpus" "${options[@]}" -artifact_prefix="$scratch/" \
        -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 >"$scratch/log" 2>&1
}

# Background jobs do not receive Ctrl-C, so they are killed on exit.
trap 'jobs -pr | xargs -r kill' EXIT
pids=()
for name in "${names[@]}"; do
    run "$name" &
    pids+=("$!")
done

status=0
for i in "${!names[@]}"; do
    name="${names[$i]}"
    if wait "${pids[$i]}"; then
        echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/run/$name/log") inputs, nothing found"
    else
        status=1
        echo "$name: FAILED, see $folder/run/$name"
        tail -n 60 "$folder/run/$name/log"
    fi
done
exit "$status"
