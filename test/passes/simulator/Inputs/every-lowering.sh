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

simulate() { # PIPELINE FILE OPTIONS...
  pipeline=$1 input=$2
  shift 2
  tl-sim "--verify-lowering=$pipeline" "$@" "$tests/$input" \
    > "$scratch/out" 2> "$scratch/err"
}

# A single stage may have nothing to do.
has_nothing_to_do() { # PIPELINE ERRORS
  [ "${1#lower-layout-copies}" = "$1" ] &&
    grep -q 'changes no function that is compared$' "$2"
}

check_row() { # PIPELINE FILE FUNCTION ROW
  options=${4%%[?!]*} fault= must_fail=
  case $4 in *!*) fault=${4#*! } must_fail=yes ;; esac
  case $4 in *\?!*) must_fail= ;; esac
  # shellcheck disable=SC2086 # options are words
  if simulate "$1" "$2" "--kernel=$3" $options; then
    runs=$((runs + 1))
    [ -z "$must_fail" ] || fail "$2 @$3 has no fault \"$fault\" ($1)"
  elif [ -n "$fault" ] && grep -qF "error: $fault" "$scratch/err"; then
    pinned=$((pinned + 1))
  elif has_nothing_to_do "$1" "$scratch/err"; then
    :
  else
    fail "$2 @$3 $options ($1)"
    cat "$scratch/err"
  fi
}

check_function() { # PIPELINE FILE FUNCTION
  if [ -s "$scratch/rows.$3" ]; then
    while IFS= read -r row; do
      check_row "$1" "$2" "$3" "$row"
    done < "$scratch/rows.$3"
    return
  fi
  case "
$whole" in
  *"
@$3: equivalent: "*)
    runs=$((runs + 1))
    ;;
  *)
    has_nothing_to_do "$1" "$scratch/whole.err" && return
    fail "$2 @$3 ($1)"
    grep error: "$scratch/whole.err"
    ;;
  esac
}

check_file() { # FILE
  functions=$(sed -n 's/^ *\(gpu\|func\)\.func .*@\([A-Za-z0-9_]*\)(.*/\2/p' \
    "$tests/$1")
  [ -n "$functions" ] || fail "$1 has no functions"
  for function in $functions; do
    rows_of "$1" "$function" > "$scratch/rows.$function"
  done
  pipelines=$stages
  if grep -q '^[^/]*tl\.thread_' "$1"; then pipelines=$thread_stages; fi
  while IFS= read -r pipeline; do
    simulate "$pipeline" "$1"
    mv "$scratch/err" "$scratch/whole.err"
    whole=$(cat "$scratch/out")
    for function in $functions; do
      check_function "$pipeline" "$1" "$function"
    done
  done <<PIPELINES
$pipelines
PIPELINES
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
