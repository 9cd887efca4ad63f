# Prints what bash completes the last word to.
# usage: complete.bash SCRIPT WORD...
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMPREPLY=()
[[ $(complete -p "$1") =~ -F\ ([^ ]*) ]]
"${BASH_REMATCH[1]}" "$1"
printf '%s\n' "${COMPREPLY[@]}"
