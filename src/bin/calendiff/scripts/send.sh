#!/bin/sh
# Sends updates, and prints a line for each: {"id","draft","response","status"}. The response is the text of the answer. Status 0
# is no answer at all. `calendiff explain --ndjson` reads these lines.
#
#   export CALENDIFF_TOKEN=…
#   sh send.sh answers.ndjson
#
# The lines go to that file, or without one to standard output. What has a final answer in the file is not sent again, so that a
# run that has ended early can be repeated. The status is 1 if any update was not accepted.
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
  case $new_line$answered$new_line in *"$new_line$1$new_line"*) return ;; esac
  begin "$@"
}

answered=
exec 3>&1
if [ $# -gt 0 ]; then
  # Keeps the final answers: of each update one line, and no line that was cut off.
  if [ -e "$1" ]; then
    LC_ALL=C grep -E '"response":" *[{].*"status":2[0-9][0-9]}$|"status":4[0-9][0-9]}$' "$1" | LC_ALL=C grep -Ev '"status":(401|408|429)}$' > "$work/kept"
    cat "$work/kept" > "$1"
    if LC_ALL=C grep -q '"status":4..}$' "$1"; then : > "$work/failed"; fi
    answered=$(LC_ALL=C sed -n 's/^{"id":\("[^"]*"\),.*/\1/p' "$1")
  fi
  exec 3>> "$1"
fi

