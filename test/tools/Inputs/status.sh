# Runs a command, prints all it says, and fails unless it ends with a status.
#
#   status.sh STATUS COMMAND...
expected=$1
shift
"$@" 2>&1
status=$?
if [ "$status" -ne "$expected" ]; then
  echo "exit status $status, not $expected"
  exit 1
fi
