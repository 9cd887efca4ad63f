# Compares every page with what tl-doc prints of it, and counts those that have
# parts from the rows of the code.
#
#   reference.sh FOLDER SCRATCH
pages=0
for page in "$1"/*.md; do
  tl-doc "$page" > "$2" || exit 1
  diff "$page" "$2" || echo "FAILED: $page; 'tl-doc PAGE' prints what it has to be"
  if grep -q '^<!-- tl-doc end' "$page"; then pages=$((pages + 1)); fi
done
echo "$pages pages with parts"
