#!/usr/bin/python3
"""Seeks and takes over at random moments of a recording, in a process that did not record it.

take_over.py RECORDING [--bin build/release/bin] [--frames 100] [--seeks 200] [--seed 1]

Prints how long a Seek takes until its frame is here (backwards and forwards, at random), how long a TakeOver takes until
its Reply, and whether the first state of every new branch has the hash that the recording has at that frame. Both
recordings are verified at the end. Ends with 1 if anything differs."""

import argparse
import csv
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "python"))
from drawbar_client import Client  # noqa: E402


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] * 1e3


def report(what, times):
    print(f"{what}: {len(times)}; p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms, "
          f"max {max(times) * 1e3:.1f} ms")


def seek(client, frame):
    """Seconds until its poses are here."""
    begin = time.monotonic()
    client.frames.clear()
    client.request("Seek", branch=0, frame=frame)
    while not any(shown.stamp.frame == frame for shown in client.frames):
        client.poll(0.002)
    return time.monotonic() - begin


def first_hash(drawbar, recording, branch):
    """Of the first state of the branch: (frame, hash)."""
    with tempfile.NamedTemporaryFile("r", suffix=".csv") as table:
        subprocess.run([drawbar, "info", recording, "--hashes", table.name, "--branch", str(branch)], check=True)
        row = next(csv.DictReader(table))
        return int(row["frame"]), row["hash"]


def hashes_of(drawbar, recording):
    with tempfile.NamedTemporaryFile("r", suffix=".csv") as table:
        subprocess.run([drawbar, "info", recording, "--hashes", table.name], check=True)
        return {int(row["frame"]): row["hash"] for row in csv.DictReader(table)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording")
    parser.add_argument("--bin", default="build/release/bin")
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--seeks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    drawbar = f"{arguments.bin}/drawbar"
    random.seed(arguments.seed)
    size = pathlib.Path(arguments.recording).stat().st_size
    print(f"{arguments.recording}: {size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        successor = f"{folder}/successor.mcap"
        begin = time.monotonic()
        daemon = subprocess.Popen(
            [f"{arguments.bin}/drawbard", "--replay", arguments.recording, "--record", successor, "--port", "0",
             "--web-port", "0", "--start", "frozen", "--log-level", "error"], stdout=subprocess.PIPE, text=True)
        ready = daemon.stdout.readline()
        print(f"opened in {time.monotonic() - begin:.2f} s")
        port = int(ready.split("tcp=")[1].split()[0].rsplit(":", 1)[1])
        client = Client(port=port, name="take_over", role="instructor")
        last = client.welcome.RecordedBranches(0).LastFrame()
        report("seeks", [seek(client, random.randint(1, last)) for _ in range(arguments.seeks)])
        frames = [random.randint(1, last) for _ in range(arguments.frames)]
        times = []
        for frame in frames:
            begin = time.monotonic()
            client.request("TakeOver", branch=0, frame=frame, timeout=30.0)
            times.append(time.monotonic() - begin)
            end = time.monotonic() + 0.2
            while time.monotonic() < end:
                client.poll()
        report("take-overs", times)
        client.close()
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()
        recorded = hashes_of(drawbar, arguments.recording)
        wrong = 0
        for place, frame in enumerate(frames):
            begun = first_hash(drawbar, successor, place + 1)
            wrong += begun != (frame, recorded[frame])
        print(f"first states that are not the recording's: {wrong} of {len(frames)}")
        for path in (successor, arguments.recording):
            wrong += subprocess.run([drawbar, "verify", path], check=False).returncode != 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
