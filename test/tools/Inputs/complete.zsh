# Prints what the last word may become, with stand-ins for zsh's own functions.
# usage: complete.zsh SCRIPT WORD...
script=$1
shift
words=("$@")
CURRENT=$#
PREFIX=${words[-1]}
service=$1
compset() { PREFIX=${PREFIX#*=}; }
compadd() { print -rl -- "${(@P)2}"; }
_describe() { print -rl -- "${(@P)2}"; }
_files() { print files; }
main() { source $script; }
main
