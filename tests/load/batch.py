#!/usr/bin/python3
"""Recordings of one minute scored: a shell loop over the single command, one job and two, turn by turn in one run.

usage: batch.py [COUNT] [PROGRAMS]     1000 recordings; build/release/bin

Ten drives of the slalom, each of one minute and under other levers, are recorded; COUNT recordings are links to them (nothing is kept
between runs, so that each is computed). The processor time of all processes tells what a shared machine hides. The largest
resident set is that of any process; the runner's own is looked at every 50 ms.
"""
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
DRAWBAR = (pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else TOP / "build/release/bin").resolve() / "drawbar"
EXERCISE = TOP / "scenes/exercises/slalom_wet.json"
DRIVES = 10


def record(folder):
    """Ten drives: the levers of the good one, later by some frames each."""
    rows = [line.split(",") for line in (TOP / "scenes/exercises/slalom_wet.good.csv").read_text().splitlines()]
    for drive in range(DRIVES):
        later = [f"{float(time) + 0.04 * drive:.2f},{','.join(rest)}" for time, *rest in rows if time[:1].isdigit()]
        (folder / "levers.csv").write_text("\n".join(later) + "\n")
        subprocess.run([DRAWBAR, "simulate", EXERCISE, "--controls", folder / "levers.csv", "--duration", "60", "--output",
                        "/dev/null", "--record", folder / f"drive{drive}.mcap"], check=True)
    (folder / "runs").mkdir()
    for i in range(COUNT):
        (folder / "runs" / f"{i:05}.mcap").hardlink_to(folder / f"drive{i % DRIVES}.mcap")


def peak_of(process):
    """MB that the process itself held at most, as long as it is there to be asked."""
    peak = 0
    while process.poll() is None:
        try:
            for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM"):
                    peak = int(line.split()[1]) / 1024
        except OSError:
            pass
        time.sleep(0.05)
    return peak


def measure(name, command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    out = folder / (name.replace(" ", "_") + ".txt")
    with out.open("wb") as file:
        process = subprocess.Popen(command, cwd=folder, stdout=file)
        peak = peak_of(process)
    wall = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"| {name} | {wall:.1f} s | {COUNT / wall:.2f} | {cpu:.1f} s | {COUNT / cpu:.2f} | {peak:.1f} MB |", flush=True)
    assert process.returncode == 0, process.returncode
    return wall, out.read_bytes()


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    record(folder)
    size = sum(f.stat().st_size for f in folder.glob("drive*.mcap")) / DRIVES / 1e6
    load = pathlib.Path("/proc/loadavg").read_text().split()[0]
    print(f"{COUNT} recordings of one minute, {size:.2f} MB each; load average before {load}\n")
    print("| | wall | recordings/s | processor time | recordings/s of processor time | memory of what was started |")
    print("|---|---|---|---|---|---|")
    _, loop = measure("shell loop", ["sh", "-c", f"for f in runs/*; do '{DRAWBAR}' score \"$f\" || exit 1; done"], folder)
    one_wall, one = measure("1 job", [DRAWBAR, "score", "runs", "--jobs", "1"], folder)
    two_wall, two = measure("2 jobs", [DRAWBAR, "score", "runs", "--jobs", "2"], folder)
    assert loop == one == two, "the same bytes"
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\n1 to 2 jobs: {one_wall / two_wall:.2f} times as fast; the largest process of all held {largest:.0f} MB; the same bytes from each")
