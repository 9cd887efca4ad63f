#!/bin/sh
# Verifies every function with copies of the tests of lowering, after every
# stage.
#
# usage: every-lowering.sh TESTS ROWS SCRATCH
#
# A function runs with arguments as tl-sim makes them, or as its rows say.  One
# that is not equivalent and has no row, and a row of a function that is not
# there, are failures.
set -u
tests=$1 rows=$2 scratch=$3
mkdir -p "$scratch"
failures=0 runs=0 pinned=0

stages='lower-layout-copies
lower-layout-copies{max-vector-bits=32 unroll=1}
tl-assign-fragments,tl-assign-shared-layouts,tl-normalize-layouts
tl-assign-fragments,tl-assign-shared-layouts,tl-normalize-layouts,tl-synthesize-partition
tl-assign-fragments,tl-assign-shared-layouts,tl-normalize-layouts,tl-synthesize-partition,tl-partition-copies
tl-assign-fragments,tl-assign-shared-layouts,tl-normalize-layouts,tl-synthesize-partition,tl-partition-copies,tl-vectorize-copies'
thread_stages='tl-vectorize-copies
tl-lower-thread-copies
tl-vectorize-copies,tl-take-turns,tl-lower-thread-copies{unroll=1}'

fail() {
  failures=$((failures + 1))
  echo "FAILED: $*"
}

# Fields of the rows of a file and a function: options, then a fault behind "!",
# or behind "?!" one of some pipelines.
rows_of() {
  awk -v file="$1" -v name="$2" '$1 == file && $2 == name {
    $1 = $2 = ""; sub(/^ +/, ""); print }' "$rows"
}

# All pipelines at once; what is said of each is in a file of its number, and what is
# said in front of all in that of 0.
simulate() { # FILE OPTIONS...
  input=$1
  shift
  rm -f "$scratch"/said.*
  printf '%s\n' "$pipelines" | sed 's/^/--verify-lowering=/' |
    xargs -d '\n' tl-sim "$tests/$input" "$@" 2>&1 |
    awk -v said="$scratch/said." '
      /^after .*:$/ { count++; file = said count; printf "" > file; next }
      { print > (file ? file : said 0) }'
}

# A single stage may have nothing to do.
has_nothing_to_do() { # PIPELINE SAID
  [ "${1#lower-layout-copies}" = "$1" ] &&
    grep -qs 'changes no function that is compared$' "$2"
}

is_equivalent() { grep -qs "^@$1: equivalent: " "$2"; } # FUNCTION SAID

check_said() { # PIPELINE SAID FILE FUNCTION OPTIONS FAULT MUST_FAIL
  if is_equivalent "$4" "$2"; then
    runs=$((runs + 1))
    [ -z "$7" ] || fail "$3 @$4 has no fault \"$6\" ($1)"
  elif [ -n "$6" ] && grep -qsF "error: $6" "$2"; then
    pinned=$((pinned + 1))
  elif ! has_nothing_to_do "$1" "$2"; then
    fail "$3 @$4 $5 ($1)"
    grep -hs error: "$scratch/said.0" "$2"
  fi
}

# After each of the pipelines that were run.
check_all() { # FILE FUNCTION OPTIONS FAULT MUST_FAIL
  number=0
  while IFS= read -r pipeline; do
    number=$((number + 1))
    check_said "$pipeline" "$scratch/said.$number" "$@"
  done <<PIPELINES
$pipelines
PIPELINES
}

check_row() { # FILE FUNCTION ROW
  options=${3%%[?!]*} fault= must_fail=
  case $3 in *!*) fault=${3#*! } must_fail=yes ;; esac
  case $3 in *\?!*) must_fail= ;; esac
  # shellcheck disable=SC2086 # options are words
  simulate "$1" "--kernel=$2" $options
  check_all "$1" "$2" "$options" "$fault" "$must_fail"
}

check_file() { # FILE
  functions=$(sed -n 's/^ *\(gpu\|func\)\.func .*@\([A-Za-z0-9_]*\)(.*/\2/p' \
    "$tests/$1")
  [ -n "$functions" ] || fail "$1 has no functions"
  rowless=
  for function in $functions; do
    rows_of "$1" "$function" > "$scratch/rows.$function"
    [ -s "$scratch/rows.$function" ] || rowless="$rowless $function"
  done
  pipelines=$stages
  if grep -q '^[^/]*tl\.thread_' "$1"; then pipelines=$thread_stages; fi
  [ -z "$rowless" ] || simulate "$1"
  for function in $rowless; do
    check_all "$1" "$function" "" "" ""
  done
  for function in $functions; do
    while IFS= read -r row; do
      check_row "$1" "$function" "$row"
    done < "$scratch/rows.$function"
  done
}

cd "$tests" || exit 1
for file in $(grep -lE 'tl\.(thread_)?(copy|load|store) ' passes/*.mlir \
  passes/Inputs/*.mlir passes/pipeline/*.mlir); do
  if grep -q "^$file \* " "$rows"; then
    pinned=$((pinned + 1))
  else
    check_file "$file"
  fi
done

# Rows that say nothing.
grep -v '^#\|^$' "$rows" | while read -r file function _; do
  if [ "$function" = "*" ]; then
    test -f "$file"
  else
    grep -q "func .*@$function(" "$file"
  fi || echo "$file @$function"
done > "$scratch/unused"
while IFS= read -r row; do
  fail "the row of $row is of no function"
done < "$scratch/unused"

echo "$runs runs equivalent, $pinned excepted, $failures failed"
[ "$failures" -eq 0 ]
