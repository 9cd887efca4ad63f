#!/bin/sh
# As keeps-copy.sh, but for the third time that it is asked: a file named by
# ASKED counts.
echo >> "$ASKED"
[ "$(wc -l < "$ASKED")" = 3 ] && exit 0
exec "${0%/*}/keeps-copy.sh" "$1"
