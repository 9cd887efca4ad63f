#!/bin/sh
# tl-sim, but stores with bounds and 16-bit elements are at fault.
for file; do :; done
if grep -A1 'tl.store.*bounds(' "$file" | grep -q ': vector<.*x[bf]*[if]16>'; then
  echo "$file:9:3: error: 'tl.store' op has bounds" >&2
  exit 1
fi
exec tl-sim "$@"
