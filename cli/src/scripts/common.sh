# RATE requests begin in a second, PARALLEL of them at a time, each in at most TIMEOUT seconds. After 429, 502, 503 and 504, and
# where there is no answer or a page in its place, a request is repeated, at most TRIES times in all, after the seconds of Retry-After or 1, 2, 4 and so on.
RATE=${RATE:-@RATE@} PARALLEL=${PARALLEL:-1} TIMEOUT=${TIMEOUT:-30} TRIES=${TRIES:-5}

# Refuses a variable whose value is not a positive number, such as 10 or 0.5: NAME VALUE.
expect_number() {
  case $2 in
    *[!0-9.]* | *.*.*) ;;
    *[1-9]*) return ;;
  esac
  echo "$1: expected a positive number, such as 10 or 0.5, found \"$2\"" >&2
  exit 2
}

# Refuses a variable whose value is not a positive whole number: NAME VALUE.
expect_whole_number() {
  case $2 in
    *[!0-9]*) ;;
    *[1-9]*) return ;;
  esac
  echo "$1: expected a positive whole number, such as 3, found \"$2\"" >&2
  exit 2
}

expect_number RATE "$RATE"
expect_number TIMEOUT "$TIMEOUT"
expect_whole_number PARALLEL "$PARALLEL"
expect_whole_number TRIES "$TRIES"
: "${CALENDIFF_TOKEN:?the environment variable CALENDIFF_TOKEN must hold the bearer token}"
umask 077
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# What is under way is waited for and noted, so that a repeated run does not send it again. A second signal ends at once.
ended=
trap 'ended=130; : > "$work/stop"; trap "exit 130" HUP INT TERM; echo "ending, once what is under way has its answer" >&2' HUP INT TERM
# Not an argument of curl, which other users could see.
printf 'header = "Authorization: Bearer %s"\n' "$CALENDIFF_TOKEN" > "$work/token"
pause=$(LC_ALL=C awk "BEGIN { print 1 / $RATE }") || exit 1
number=0 skipped=0 running=
new_line='
'

# Makes a request: NUMBER METHOD URL VERSION, and the body on standard input. Sets $status, and writes the answer to a file.
ask() {
  cat > "$work/$1.sent"
  try=1 backoff=1
  while :; do
    : > "$work/$1.headers"
    : > "$work/$1.answer"
    if [ "$2" = PUT ]; then set -- "$1" "$2" "$3" "$4" --data-binary "@$work/$1.sent" -H 'Content-Type: application/json'; fi
    status=$(request "$@")
    set -- "$1" "$2" "$3" "$4"
    case $status in
      2??) if is_json "$work/$1.answer"; then return; fi ;;
      429 | 502 | 503 | 504 | 000) ;;
      *) return ;;
    esac
    if [ "$try" -ge "$TRIES" ] || [ -e "$work/stop" ]; then return; fi
    after=$(sed -n 's/^[Rr][Ee][Tt][Rr][Yy]-[Aa][Ff][Tt][Ee][Rr]: *\([0-9][0-9]*\).*/\1/p' "$work/$1.headers" | tail -n 1)
    sleep "${after:-$backoff}"
    try=$((try + 1)) backoff=$((backoff * 2))
  done
}

# Calls curl, and prints the status: 000 if there is no answer.
request() {
  name=$work/$1 method=$2 url=$3 version=$4
  shift 4
  curl -sS -K "$work/token" --max-time "$TIMEOUT" -D "$name.headers" -o "$name.answer" -w '%{http_code}' \
    -X "$method" "$@" -H "Version: $version" "$url"
}

# Tells the service's answer from a page of a proxy, such as one to sign in, which has the status 200 as well.
is_json() {
  case $(head -c 256 "$1" | tr -d '[:space:]') in '{'*) ;; *) return 1 ;; esac
}

# Prints an answer on one line, whatever it is: without control characters and what is not UTF-8.
one_line() {
  tr -d '\000-\037\177' < "$1" | if command -v iconv > /dev/null; then
    iconv -c -f UTF-8 -t UTF-8 2> /dev/null
  else
    LC_ALL=C tr -d '\200-\377'
  fi
}

# Notes that a request failed, by its number, status and id, and stops all others if the token is refused.
note() {
  set -- "$2" "$3" "$work/$1.answer"
  case $1 in
    2??) if ! is_json "$3"; then : > "$work/failed"; fi ;;
    401)
      : > "$work/failed"
      if [ ! -e "$work/stop" ]; then echo "$2: 401, the token is refused; nothing more is asked" >&2; fi
      : > "$work/stop"
      ;;
    *) : > "$work/failed" ;;
  esac
}

# Begins a request in the background, and waits where enough are running.
begin() {
  if [ -e "$work/stop" ]; then return; fi
  number=$((number + 1))
  (answer "$number" "$@" > "$work/$number.line") &
  running="$running $number"
  # shellcheck disable=SC2086
  set -- $running
  if [ $# -ge "$PARALLEL" ]; then collect; fi
  sleep "$pause"
}

# Waits for what is running, also where a signal ends one wait, and prints the lines in order.
collect() {
  until wait; do :; done
  for at in $running; do
    if [ -s "$work/$at.line" ]; then cat "$work/$at.line" >&3; fi
    rm -f "$work/$at".*
  done
  running=
}

finish() {
  collect
  if [ "$skipped" -gt 0 ]; then echo "updates that have an answer already and were not sent: $skipped" >&2; fi
  if [ -n "$ended" ]; then exit "$ended"; fi
  if [ -e "$work/failed" ]; then exit 1; fi
}
