#!/bin/sh
# Prints the rules of the documents that are missing in the code or the tests, and
# the laws that are missing in a test that is said to check them.
# usage: rules.sh ROOT
set -eu
cd "$1"
count=0
for rule in $(sed -n 's/^| \([A-Z][0-9]*\) |.*/\1/p' python-free-docs/*.md); do
  count=$((count + 1))
  grep -rqw "$rule" lib include dialect passes || echo "$rule: missing in the code"
  grep -rqw "$rule" test/lib test/dialect test/passes || echo "$rule: missing in the tests"
done
sed -n 's/^| \([A-Z][0-9]*\) |.*| \(`[^|]*\) |$/\1 \2/p' python-free-docs/layout-algebra.md |
  tr -d '`,' | while read -r law tests; do
  for test in $tests; do
    grep -qw "$law" /dev/null $(find test/lib -name "$test*") || echo "$law: missing in $test"
  done
done
echo "$count rules"
