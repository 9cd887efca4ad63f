#!/bin/sh
# Writes the files that a page has between `<!-- file NAME -->` and the end of
# the block, and prints their names.
# usage: files.sh PAGE FOLDER
set -eu
awk -v folder="$2" '
  /^<!-- file / { name = $3; print name; next }
  /^```/ { inside = name != "" && !inside; if (!inside) name = ""; next }
  inside { print > (folder "/" name) }' "$1"
