#!/bin/sh
# Runs a command, then prints its exit status.
# usage: status.sh COMMAND [ARGUMENT...]
"$@" 2>&1
echo "exit status $?"
