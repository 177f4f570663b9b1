#!/usr/bin/env bash
# Runs every program of a folder with the oracle and with rewrite, in turn (A B A B ...), and prints medians and ratios.
#
#   tests/bench/compare.sh [-n ROUNDS] [-r REWRITE] [-m MAUDE] [-t SECONDS] [FOLDER]
#
# Needs GNU time (package `time`), bash and awk. Ratios above 1 mean that rewrite is faster, or uses less memory.
# Exit code 1 when a program fails or the state counts of an exhausted search differ.
set -euo pipefail
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=5 limit=600
rewrite=${REWRITE_BIN:-${CARGO_TARGET_DIR:-$root/target}/release/rewrite}
maude=${REWRITE_MAUDE:-maude}
while getopts 'n:r:m:t:h' option; do
  case $option in
    n) rounds=$OPTARG ;;
    r) rewrite=$OPTARG ;;
    m) maude=$OPTARG ;;
    t) limit=$OPTARG ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
folder=${1:-$root/tests/bench/programs}

gnu_time=$(type -P time || true)
if [[ -z $gnu_time ]] || ! "$gnu_time" -f '%e %M' true 2>/dev/null; then
  echo 'GNU time is missing: install the package `time`' >&2
  exit 4
fi
type -P "$rewrite" >/dev/null || { echo "no $rewrite: cargo build --release" >&2; exit 4; }
type -P "$maude" >/dev/null || { echo "no $maude: install Maude 3.2 or set REWRITE_MAUDE" >&2; exit 4; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# measure NAME COMMAND...: appends "seconds kilobytes" to NAME.time and keeps the output in NAME.out.
measure() {
  local name=$1
  shift
  if ! "$gnu_time" -q -f '%e %M' -o "$scratch/$name.one" timeout "$limit" "$@" </dev/null >"$scratch/$name.out" 2>"$scratch/$name.err"; then
    # rewrite answers `no` with exit code 1, which is no failure here.
    if ! grep -q '^states:\|^result' "$scratch/$name.out"; then
      echo failed >"$scratch/$name.failed"
    fi
  fi
  tail -n 1 "$scratch/$name.one" >>"$scratch/$name.time"
}

# median FILE COLUMN
median() { sort -n -k"$2,$2" "$1" | awk -v c="$2" '{ v[NR] = $c } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

# states FILE: the state count of every search that was exhausted, joined by commas. States at a first solution are not
# compared: they depend on the order of successors.
states() { awk '/^No (more )?solutions?\./ { done = 1 } /^states:/ && done { r = r (r == "" ? "" : ",") $2; done = 0 } END { print r }' "$1"; }

printf '%-16s %9s %9s %7s %9s %9s %7s  %s\n' program 'maude s' 'ours s' ratio 'maude MB' 'ours MB' ratio states
worst=0
for program in "$folder"/*.rules; do
  name=$(basename "$program" .rules)
  for ((round = 0; round < rounds; round++)); do
    measure "$name.maude" "$maude" -no-banner -no-wrap -batch "$program"
    measure "$name.ours" "$rewrite" run "$program"
  done
  theirs=$(states "$scratch/$name.maude.out") ours=$(states "$scratch/$name.ours.out")
  note=$theirs
  if [[ -e $scratch/$name.ours.failed || -e $scratch/$name.maude.failed ]]; then note="FAILED $(tail -n 1 "$scratch/$name.ours.err")" worst=1
  elif [[ $ours != "$theirs" ]]; then note="DIFFERENT: maude $theirs, ours $ours" worst=1; fi
  awk -v name="$name" -v note="$note" \
    -v a="$(median "$scratch/$name.maude.time" 1)" -v b="$(median "$scratch/$name.ours.time" 1)" \
    -v c="$(median "$scratch/$name.maude.time" 2)" -v d="$(median "$scratch/$name.ours.time" 2)" \
    'BEGIN { printf "%-16s %9.2f %9.2f %7.2f %9.1f %9.1f %7.2f  %s\n", name, a, b, (b > 0 ? a / b : 0), c / 1024, d / 1024, (d > 0 ? c / d : 0), note }'
done
exit $worst
