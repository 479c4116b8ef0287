"""How fast the command reads many records, beside Python's own parser and jq in the same run.

    cargo build --release --package calendiff-cli
    python3 tests/agency/speed.py target/release/calendiff 8000

Each time is the least of several runs, with the start of the program. Input is in the page cache.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from calendars import bare, calendar

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
RECORDS = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
RUNS = 7
EDITS = "slotDuration = 45; openHours/friday = 9-13"


def least(action):
    """The least number of seconds that an action takes."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def run(*arguments):
    with open(os.devnull, "w") as nowhere:
        subprocess.run(arguments, stdout=nowhere, stderr=nowhere, check=False)


def parse(*paths):
    for path in paths:
        with open(path) as lines:
            for line in lines:
                json.loads(line)


def write(path, records):
    pathlib.Path(path).write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records))


def megabytes(*paths):
    return sum(os.path.getsize(path) for path in paths) / 1e6


os.chdir(tempfile.mkdtemp(prefix="speed-"))
chance = random.Random(47)
export = [calendar(number, chance) for number in range(RECORDS)]
write("export.ndjson", export)
# What the command itself makes of the records: regular, with all that is not set left out.
with open("read.ndjson", "w") as regular:
    subprocess.run([COMMAND, "read", "--ndjson", "export.ndjson"], stdout=regular, check=True)
with open("clean.ndjson", "w") as clean:
    subprocess.run([COMMAND, "body", "--ndjson", "--kind", "calendar", "--pair", "line", "read.ndjson", "read.ndjson"], stdout=clean, check=True)
bodies = [json.loads(line) for line in pathlib.Path("clean.ndjson").read_text().splitlines()]
write("clean.ndjson", [body.get("body", body) for body in bodies])
write("sent.ndjson", [{"id": bare(record)["id"], "body": {"slotDuration": 45}} for record in export])
write("after.ndjson", [{**bare(record), "slotDuration": 45, "slotDurationUnit": "mins"} for record in export])
found = json.loads(subprocess.run([COMMAND, "validate", "--ndjson", "--of", "record", "--summary", "--format", "json", "export.ndjson"], capture_output=True, check=False).stdout)
issues = sum(row["count"] for row in found["codes"])
size = megabytes("export.ndjson")
print(f"{RECORDS} calendars, {size:.1f} MB, {issues / RECORDS:.0f} findings each; clean {megabytes('clean.ndjson'):.1f} MB; {os.cpu_count()} processors")

python = least(lambda: parse("export.ndjson"))
unit = size / python
print(f"{'':28} {'ms':>7} {'MB/s':>7} {'of json.loads':>14}")


def report(name, seconds, input_size):
    speed = input_size / seconds
    print(f"{name:28} {seconds * 1000:7.0f} {speed:7.0f} {speed / unit:14.2f}")


report("json.loads of Python", python, size)
if shutil.which("jq"):
    report("jq -c .id", least(lambda: run("jq", "-c", ".id", "export.ndjson")), size)
for jobs in ["1", "2"]:
    many = ["--ndjson", "--jobs", jobs]
    validate = [COMMAND, "validate", *many, "--of", "record"]
    report(f"summary, jobs {jobs}", least(lambda: run(*validate, "--summary", "export.ndjson")), size)
    report(f"answers as JSON, jobs {jobs}", least(lambda: run(*validate, "--format", "json", "export.ndjson")), size)
    edit = [COMMAND, "edit", *many, "--set", EDITS, "--plan", "export.ndjson"]
    report(f"edit with its plan, jobs {jobs}", least(lambda: run(*edit)), size)
    verify = [COMMAND, "verify", *many, "export.ndjson", "sent.ndjson", "after.ndjson"]
    report(f"verify, jobs {jobs}", least(lambda: run(*verify)), megabytes("export.ndjson", "sent.ndjson", "after.ndjson"))
    clean = [COMMAND, "validate", *many, "--kind", "calendar", "--summary", "clean.ndjson"]
    report(f"clean, jobs {jobs}", least(lambda: run(*clean)), megabytes("clean.ndjson"))
