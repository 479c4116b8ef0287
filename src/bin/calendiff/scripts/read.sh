#!/bin/sh
# Reads records, and prints each on a line as the service answers it. The status is 1 if any could not be read.
#
#   export CALENDIFF_TOKEN=…
#   sh read.sh > records.ndjson
#
@COMMON@
# Reads a record: NUMBER ID URL VERSION.
answer() {
  ask "$1" GET "$3" "$4" < /dev/null
  note "$status" "$2"
  case $status in
    2??) one_line "$work/$1.answer" && echo ;;
    *) echo "$2: $status, it was not read" >&2 ;;
  esac
}

# Reads a record: ID URL VERSION.
get() {
  begin "$@"
}

exec 3>&1

