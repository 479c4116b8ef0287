"""The day of an agency: many calendars, as the service returns them, through the command, from the audit to the second plan.

    cargo build --release --package calendiff-cli
    python3 tests/agency/day.py target/release/calendiff 2000

The counts beside those of the command are this program's own: it makes the calendars, and knows nothing of the library. The
service is `calendiff sandbox`, which fails on purpose. Needs curl and a POSIX shell.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from calendars import bare, calendar

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
RECORDS = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
FAULTS = "429=4,502=3,503=2,html=1,silence=3"
chance = random.Random(47)
checks = []


def check(what, found, expected):
    checks.append(found == expected)
    print(f"{'ok   ' if found == expected else 'WRONG'} {what}: {found}" + ("" if found == expected else f", expected {expected}"))


FAULT = {
    "not_above": lambda record: record.update(slotDuration=0),
    "email_at": lambda record: record.update(alertEmail="desk"),
    "url_relative": lambda record: record.update(calendarCoverImage="cover.png"),
}


def run(*arguments, stdout=None, env=None):
    return subprocess.run([COMMAND, *arguments], stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, check=False)


def lines(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines() if line]


def write(path, records):
    pathlib.Path(path).write_text("".join(json.dumps(record) + "\n" for record in records))


def summary(*arguments):
    return json.loads(run(*arguments, "--format", "json").stdout)


os.chdir(tempfile.mkdtemp(prefix="agency-"))
environment = {**os.environ, "CALENDIFF_TOKEN": "t"}
export = [calendar(number, chance) for number in range(RECORDS)]
faulty = {}
for number in range(0, RECORDS, 10):
    code = chance.choice(sorted(FAULT))
    FAULT[code](bare(export[number]))
    faulty[bare(export[number])["id"]] = code
write("export.ndjson", export)
print(f"{RECORDS} calendars, {os.path.getsize('export.ndjson') / RECORDS / 1000:.1f} kB each, {len(faulty)} with a fault")

# The audit: every fault is found, and nothing else is an error.
audit = summary("validate", "--ndjson", "--summary", "export.ndjson", "--worst", "all")
check("records with errors", audit["withErrors"], len(faulty))
check("read as stored records", [audit["storedRecords"], audit["drafts"]], [RECORDS, 0])
errors = {row["code"]: row["count"] for row in audit["codes"] if row["severity"] == "error"}
check("errors by code", errors, {code: sum(own == code for own in faulty.values()) for code in sorted(set(faulty.values()))})

# The plan: at least two days' notice, and closed on 24 December, where the calendar is one of the north.
edits = "allowBookingAfter = at least 2 days; availabilities/2026-12-24 = closed; where locationId = north"
north = [bare(record) for record in export if bare(record)["locationId"] == "north"]
wished = [record for record in north if record["id"] not in faulty]
plan = summary("edit", "--ndjson", "export.ndjson", "--set", edits, "--plan")
check("records that change", plan["changed"], len(wished))
check("records that do not meet the condition", plan["notMeant"], RECORDS - len(north))
check("records with earlier errors", plan["earlierErrors"], len(north) - len(wished))
run("edit", "--ndjson", "export.ndjson", "--set", edits, "--plan", "--format", "body", "--output", "bodies.ndjson")
bodies = lines("bodies.ndjson")
check("bodies", len(bodies), len(wished))

# Meanwhile others rename some calendars.
write("service.ndjson", [bare(record) for record in export])
renamed = [record["id"] for record in wished[::7]]
now = [{**bare(record), "name": f"Renamed {bare(record)['id']}"} if bare(record)["id"] in renamed else bare(record) for record in export]
write("service.ndjson", now)
service = subprocess.Popen(
    [COMMAND, "sandbox", "--state", "service.ndjson", "--port", "0", "--fail", FAULTS],
    stdout=subprocess.PIPE,
    text=True,
    env={key: value for key, value in os.environ.items() if key != "CALENDIFF_TOKEN"},
)
address = service.stdout.readline().strip()
url = ["--base-url", address, "--rate", "1000"]


def shell(script, *arguments, until=None, **settings):
    """Runs a script; ends it early after `until` seconds."""
    command = ["sh", script, *arguments]
    with open("out.ndjson", "w") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, env={**environment, **settings}, start_new_session=True)
        try:
            process.communicate(timeout=until)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return process.returncode


def read_again(path):
    """Reads the calendars of the bodies, again and again until all are there."""
    known = {}
    missing = bodies
    for _ in range(9):
        write("to-read.ndjson", missing)
        run("request", "--read", "--ndjson", "to-read.ndjson", *url, stdout=open("read.sh", "w"))
        shell("read.sh", PARALLEL="8", TRIES="8")
        for line in pathlib.Path("out.ndjson").read_text().splitlines():
            if line.startswith("{"):
                record = json.loads(line)
                known[bare(record)["id"]] = record
        missing = [body for body in bodies if body["id"] not in known]
        if not missing:
            break
    write(path, known.values())
    return known


start = time.time()
check("read again", len(read_again("now.ndjson")), len(bodies))

# Shuffled, with a line twice and one dropped: nobody's record reaches another's address.
mixed = bodies[:]
chance.shuffle(mixed)
mixed = mixed[:-1] + [mixed[0]]
write("mixed.ndjson", mixed)
answers = [json.loads(line) for line in run("request", "--ndjson", "mixed.ndjson", "export.ndjson", *url, "--format", "json", env=environment).stdout.splitlines()]
sent = [answer for answer in answers if "url" in answer]
names = {bare(record)["id"]: bare(record)["name"] for record in export}
check("bodies at another's address", sum(json.loads(answer["init"]["body"])["name"] != names[answer["url"].rsplit("/", 1)[1]] for answer in sent), 0)
check("refused of them", sorted(answer["error"]["code"] for answer in answers if "error" in answer), ["id_twice"])

# The script, killed in the middle, and then as often as it takes.
run("request", "--ndjson", "bodies.ndjson", "export.ndjson", "--since", "now.ndjson", *url, stdout=open("send.sh", "w"))
check("killed", shell("send.sh", "answers.ndjson", until=2, PARALLEL="4"), -signal.SIGKILL)
before = len(lines("answers.ndjson"))
runs = 1
while shell("send.sh", "answers.ndjson", PARALLEL="8", TRIES="4") != 0 and runs < 9:
    runs += 1
print(f"      {before} answers at the kill, all after {runs} more runs, {time.time() - start:.0f} s with the readings")
explained = summary("explain", "--ndjson", "answers.ndjson", "--summary")
check("accepted", explained["accepted"], len(bodies))
check("refused or without an answer", explained["refused"] + explained["unreadable"], 0)

after = read_again("after.ndjson")
verified = summary("verify", "--ndjson", "now.ndjson", "bodies.ndjson", "after.ndjson", "--summary", "--since", "now.ndjson")
check("names that went back", verified["wentBack"], 0)
check("renamed calendars keep their names", sum(bare(after[id])["name"] == f"Renamed {id}" for id in renamed), len(renamed))
closed = lambda record: any(date["date"].startswith("2026-12-24") and date["hours"] == [] for date in record["availabilities"])
done = [id for id, record in after.items() if closed(bare(record)) and bare(record)["allowBookingAfter"] >= 2]
check("calendars that are as wished", len(done), len(bodies))
second = summary("edit", "--ndjson", "after.ndjson", "--set", edits, "--plan")
check("changes of a second plan", second["changed"], 0)
service.terminate()
print(f"{sum(checks)} of {len(checks)} checks")
sys.exit(not all(checks))
