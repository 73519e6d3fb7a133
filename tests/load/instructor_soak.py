#!/usr/bin/python3
"""An instructor at his work, for a while, beside a trainee and viewers.

instructor_soak.py [SECONDS] [--bin build/release/bin] [--seed 1]     180 s unless given

A daemon serves the sample course, recorded and with course records. One instructor freezes, runs, rewinds, breaks things,
clears, saves and restores, takes levers and gives them back, marks moments, sets a ghost, loads, starts, resets and ends
exercises, at random; a trainee drives whatever runs, and three viewers look on. Prints what was done how often and what was
refused, what the daemon says of its frames, its memory before and after, and whether its recording verifies. Ends with 1 if
the daemon did not, a viewer was lost, an answer was missing or the recording does not verify."""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "python"))
from drawbar_client import Client, DrawbarError  # noqa: E402

EXERCISES = sorted(path.stem for path in (ROOT / "scenes" / "exercises").glob("*.json"))
BROKEN = ["off", "torque_loss", "supply_sag", "phase_loss", "short_circuit", "brake_fade", "brake_lock", "puncture", "dead",
          "stuck", "intermittent", "uncouple", "spring_loss", "damper_loss", "wind", "play"]


class Person(threading.Thread):
    """Someone who stays connected; `act` is done about every 100 ms."""

    def __init__(self, port, name, role, act=None):
        super().__init__(daemon=True)
        self.client = Client(port=port, name=name, role=role)
        self.act, self.seen, self.ghosts, self.lost, self.stop = act, 0, 0, None, False

    def run(self):
        try:
            while not self.stop:
                end = time.monotonic() + 0.1
                while time.monotonic() < end:
                    self.client.poll(0.02)
                    self.seen += len(self.client.frames)
                    self.client.frames.clear()
                self.ghosts += sum(name == "GhostFrame" for name, _ in self.client.messages)
                self.client.messages.clear()
                if self.act:
                    self.act(self.client)
        except (DrawbarError, OSError) as error:
            self.lost = str(error)


def drive(client):
    """Takes what it may and moves it."""
    try:
        if not client._controls:
            client.take_control(*client.channels)
            for name in client.channels:
                client.set_control(name, 0.0)
        client.set_control(random.choice(list(client.channels)), random.uniform(-0.5, 1))
    except DrawbarError:
        client._controls.clear()  # the instructor holds it


class Instructor:
    def __init__(self, drawbar, port):
        self.drawbar, self.port = drawbar, port
        self.done, self.refused = collections.Counter(), collections.Counter()
        self.silent = []
        self.targets = {}

    def say(self, *words):
        what = " ".join(words[:2]) if words[0] in ("exercise", "states") else words[0]
        try:
            answer = subprocess.run([self.drawbar, "instructor", "--connect", f"127.0.0.1:{self.port}", *words],
                                    capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            self.silent.append(f"{' '.join(words)}: no answer within 60 s")
            return ""
        self.done[what] += 1
        # 3 without the server's word: it did not answer.
        if answer.returncode in (1, 2) or "the server refused" in answer.stderr:
            self.refused[f"{what}: {re.sub(r'[0-9]+', 'N', answer.stderr.strip())[:110]}"] += 1
        elif answer.returncode != 0:
            self.silent.append(f"{' '.join(words)}: {answer.stderr.strip()}")
        return answer.stdout

    def load(self):
        name = random.choice(EXERCISES)
        self.say("exercise", "load", name, random.choice(["anna", "boris"]))
        listed = json.loads(self.say("malfunctions", "--json") or '{"types": []}')
        self.targets = {kind["name"]: kind["targets"] for kind in listed["types"] if kind["name"] in BROKEN}
        self.say("exercise", "start")

    def act(self):
        random.choices(
            [lambda: self.say("freeze"), lambda: self.say("run"), lambda: self.say("rewind", f"{random.uniform(0, 5):.2f}"),
             self.break_something, lambda: self.say("clear"), lambda: self.say("save", "here"), lambda: self.say("restore", "here"),
             lambda: self.say("bookmark", "look"), self.load, lambda: self.say("exercise", "reset"),
             lambda: self.say("exercise", "end"), self.hand_over, lambda: self.say("speed", random.choice(["0.5", "1", "2"])),
             lambda: self.say("ghost", random.choice(["good.mcap", "off", "gone.mcap"])), lambda: self.say("score")],
            weights=[2, 6, 4, 8, 4, 2, 2, 2, 2, 1, 1, 3, 2, 2, 1])[0]()

    def break_something(self):
        for _ in range(3):
            kind = random.choice(list(self.targets) or BROKEN)
            target = random.choice(self.targets.get(kind, ["nothing"]))
            self.say("malfunction", target, kind, f"strength={random.uniform(0.2, 1):.2f}",
                     f"duration={random.choice([0, 1, 3])}", *({"play": ["way=0.02"]}.get(kind, [])))

    def hand_over(self):
        channel = random.choice(CHANNELS())
        self.say("take", channel)
        time.sleep(0.2)
        self.say("give", channel, "trainee")


CHANNELS = None


def memory(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) / 1024


def main():
    global CHANNELS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=float, nargs="?", default=180)
    parser.add_argument("--bin", default=str(ROOT / "build/release/bin"))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    drawbar = f"{arguments.bin}/drawbar"
    with tempfile.TemporaryDirectory() as folder:
        scenes = pathlib.Path(folder) / "scenes"
        shutil.copytree(ROOT / "scenes", scenes, ignore=shutil.ignore_patterns("*.cpp", "*.h"))
        course = scenes / "exercises"
        subprocess.run([drawbar, "simulate", course / "slalom_wet.json", "--duration", "20", "--controls",
                        course / "slalom_wet.good.csv", "--record", course / "good.mcap", "--output", "/dev/null"], check=True)
        recording = f"{folder}/session.mcap"
        log = open(f"{folder}/log", "w")
        daemon = subprocess.Popen(
            [f"{arguments.bin}/drawbard", "--library", course, "--port", "0", "--web-port", "0", "--record", recording,
             "--records", f"{folder}/course.sqlite", "--keep-days", "30", "--max-joins", "1000"],
            stdout=subprocess.PIPE, stderr=log, text=True)
        ready = daemon.stdout.readline()
        port = int(ready.split("tcp=")[1].split()[0].rsplit(":", 1)[1])
        web = ready.split("web=")[1].strip()
        trainee = Person(port, "trainee", "operator", drive)
        CHANNELS = lambda: list(trainee.client.channels)  # noqa: E731
        viewers = [Person(port, f"viewer {i}", "viewer") for i in range(3)]
        for viewer in viewers:
            viewer.client.request("Subscribe", ghost=True)
        for person in (trainee, *viewers):
            person.start()
        instructor = Instructor(drawbar, port)
        instructor.load()
        settled = memory(daemon.pid)
        end = time.monotonic() + arguments.seconds
        while time.monotonic() < end and daemon.poll() is None:
            instructor.act()
            time.sleep(random.uniform(0, 0.3))
        grown = memory(daemon.pid)
        metrics = urllib.request.urlopen(f"{web}/metrics").read().decode()
        attempts = urllib.request.urlopen(f"{web}/records").read().decode().count('"trainee"')
        for person in (trainee, *viewers):
            person.stop = True
            person.join(5)
        daemon.send_signal(signal.SIGTERM)
        code = daemon.wait(30)
        print("done:", ", ".join(f"{what} {count}" for what, count in instructor.done.most_common()))
        print("refused:")
        for what, count in instructor.refused.most_common(25):
            print(f"  {count:4} {what}")
        figure = lambda name: sum(float(v) for v in re.findall(rf"^{name}(?:\{{[^}}]*\}})? ([0-9.e+]+)$", metrics, re.M))  # noqa: E731
        print(f"frames {figure('drawbar_frames_total'):.0f}, misses {figure('drawbar_frame_misses_total'):.0f}, slips {figure('drawbar_slot_slips_total'):.0f}; "
              f"seen by viewers {[v.seen for v in viewers]}, of them with a ghost {[v.ghosts for v in viewers]}")
        print(f"memory {settled:.0f} MB, then {grown:.0f} MB; attempts in the course records {attempts}")
        lost = [f"{p.client}: {p.lost}" for p in (trainee, *viewers) if p.lost]
        print(f"lost: {lost or 'nobody'}; unanswered: {instructor.silent or 'nothing'}; the daemon ended with {code}")
        warnings = collections.Counter(re.sub(r"[0-9]+", "N", line.split(" warning ")[-1].split(" error ")[-1].strip())[:100]
                                       for line in open(f"{folder}/log") if " warning " in line or " error " in line)
        for line, count in warnings.most_common(10):
            print(f"  log {count:4} {line}")
        verified = subprocess.run([drawbar, "verify", recording], capture_output=True, text=True)
        print((verified.stdout + verified.stderr).strip())
    return 1 if code or lost or instructor.silent or verified.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
