#!/bin/sh
# Sends updates, and prints a line for each: {"id","draft","response","status"}. The response is the text of the answer. Status 0
# is no answer at all. `calendiff explain --ndjson` reads these lines.
#
#   export CALENDIFF_TOKEN=…
#   sh send.sh answers.ndjson
#
# The lines go to that file, or without one to standard output. An update whose final answer is in the file is not sent again, so
# that a run that has ended early can be repeated; lines of other answers, such as 429, are taken out first. Another body for the
# same id is another update. A file that holds anything else is left as it is. The status is 1 if any update was not accepted.
#
@COMMON@
# Sends an update: NUMBER ID URL VERSION BODY.
answer() {
  ask "$1" PUT "$3" "$4" << BODY
$5
BODY
  note "$1" "$status" "$2"
  if [ "$status" = 000 ]; then status=0; fi
  printf '{"id":%s,"draft":%s,"response":"' "$2" "$5"
  one_line "$work/$1.answer" | LC_ALL=C sed 's/[\\"]/\\&/g' | tr -d '\n'
  printf '","status":%s}\n' "$status"
}

# Sends an update unless it has an answer: ID URL VERSION BODY.
send() {
  if [ -n "$ended" ]; then return; fi
  case $new_line$answered$new_line in
    *"$new_line$1$new_line"*)
      if printf '{"id":%s,"draft":%s\n' "$1" "$4" | LC_ALL=C grep -Fxqf - "$work/answered"; then
        skipped=$((skipped + 1))
        return
      fi
      ;;
  esac
  begin "$@"
}

# Prints the whole lines of a file: the last one may be cut off.
whole_lines() {
  if [ -n "$(tail -c 1 "$1")" ]; then sed '$d' "$1"; else cat "$1"; fi
}

answered=
exec 3>&1
if [ $# -gt 0 ]; then
  # Keeps the final answers: of each update one line, and no line that was cut off.
  if [ -e "$1" ]; then
    if whole_lines "$1" | LC_ALL=C grep -Evq '^[{]"id":.*,"draft":.*,"response":".*","status":[0-9]+}$'; then
      echo "$1: it holds more than the answers of this script, and was left as it is" >&2
      exit 2
    fi
    whole_lines "$1" | LC_ALL=C grep -E '"response":" *[{].*"status":2[0-9][0-9]}$|"status":4[0-9][0-9]}$' | LC_ALL=C grep -Ev '"status":(401|408|425|429)}$' > "$1.new"
    mv -f "$1.new" "$1" || exit 1
    if LC_ALL=C grep -q '"status":4..}$' "$1"; then : > "$work/failed"; fi
    LC_ALL=C sed -n 's/^\(.*\),"response":".*/\1/p' "$1" > "$work/answered"
    answered=$(LC_ALL=C sed -n 's/^{"id":\("[^"]*"\),.*/\1/p' "$work/answered")
  fi
  exec 3>> "$1"
fi

