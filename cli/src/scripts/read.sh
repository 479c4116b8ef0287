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
  note "$1" "$status" "$2"
  case $status in
    2??) if is_json "$work/$1.answer"; then one_line "$work/$1.answer" && echo && return; fi ;;
  esac
  echo "$2: $status, it was not read" >&2
}

# Reads a record: ID URL VERSION.
get() {
  begin "$@"
}

exec 3>&1

