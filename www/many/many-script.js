/** The script that sends many updates with curl, for POSIX shells. The token is never in its text. */

const HEAD = (name, length) => `#!/bin/sh
# Sends ${length} updates, one after another, and prints the status of each; after a status of an error, the answer too.
# Stops if the token is refused. The exit status is 1 if any update was not accepted.
#
#   export CALENDIFF_TOKEN=…
#   sh ${name}

: "\${CALENDIFF_TOKEN:?the environment variable CALENDIFF_TOKEN must hold the bearer token}"
umask 077
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' HUP INT TERM
# Not an argument of curl, which other users could see.
printf 'header = "Authorization: Bearer %s"\\n' "$CALENDIFF_TOKEN" > "$work/token"
failed=0

# Sends an update: ID METHOD URL VERSION BODY.
send() {
  status=$(printf '%s' "$5" | curl -sS -K "$work/token" --max-time 30 -o "$work/answer" -w '%{http_code}' \\
    -X "$2" -H "Version: $4" -H 'Content-Type: application/json' --data-binary @- "$3")
  printf '%s %s\\n' "$status" "$1"
  case $status in
    2??) ;;
    *)
      failed=1
      cat "$work/answer" 2> /dev/null
      echo
      ;;
  esac
  : > "$work/answer"
  if [ "$status" = 401 ]; then exit 1; fi
  sleep "\${PAUSE:-0.2}"
}

`;

// Characters that are invisible or change the direction of text are escaped as in JSON.
const UNSEEN =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const visible = (text) =>
  text.replaceAll(
    UNSEEN,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const quoted = (text) => `'${visible(text).replaceAll("'", "'\\''")}'`;

/** Returns the parts of the script for saved lines. `versionOf` returns the version of the API that the line at an index needs. */
export function scriptOf(name, lines, versionOf) {
  const calls = lines.map((line, at) => {
    const { id, method, url, body } = JSON.parse(line);
    return `send ${[JSON.stringify(id), method, url, versionOf(at), JSON.stringify(body)].map(quoted).join(" ")}\n`;
  });
  return [
    HEAD(quoted(name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "")), lines.length),
    ...calls,
    "\nexit $failed\n",
  ];
}
