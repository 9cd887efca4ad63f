# Compares every drawing of a file with what tl-layout draws: a drawing is what
# follows a line '=== EXPRESSION'.
#
#   drawings.sh FILE -> differences, then "N drawings agree, M differ"
agree=0 differ=0
for number in $(grep -n '^=== ' "$1" | cut -d: -f1); do
  expression=$(sed -n "${number}s/^=== //p" "$1")
  expected=$(awk -v n="$number" 'NR > n && /^=== / { exit } NR > n' "$1")
  if [ "$(tl-layout show "$expression")" = "$expected" ]; then
    agree=$((agree + 1))
  else
    differ=$((differ + 1))
    echo "$1:$number: differs: $expression"
  fi
done
echo "$agree drawings agree, $differ differ"
[ "$differ" -eq 0 ]
