#!/usr/bin/python3
"""A hall of eight stations on this machine, started from its systemd units without systemd.

eight_stations.py DRAWBARD DRAWBAR [SECONDS]

Reads command, core and Restart from each unit, as `drawbar hall --units` wrote it, and does what systemd would: starts
the eight, begins one again that was killed, ends all. `systemd-analyze verify` looks at the units where it is
installed. What a hall is asked for is asked: who is where, by JSON, as a page, and one list of records. Ends with 1 where
something is wrong. The frames that came late are printed beside the lateness of an idle timer; they are judged by nobody here:
the machine is shared.
"""
import getpass
import http.client
import json
import os
import pathlib
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
STATIONS = 8
PATIENCE = 60  # s


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def check(good, what):
    print(("good   " if good else "WRONG  ") + what, flush=True)
    if not good:
        raise SystemExit(1)


class Unit:
    """One service as systemd would run it."""

    def __init__(self, path):
        lines = [line.split("=", 1) for line in path.read_text().splitlines() if "=" in line and not line.startswith("#")]
        self.settings = dict(lines)
        self.folder = pathlib.Path(self.settings["WorkingDirectory"].lstrip("-"))
        self.folder.mkdir(parents=True, exist_ok=True)  # what its ExecStartPre does
        self.command = [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(self.settings["ExecStart"])]
        self.starts = 0
        self.process = None

    def start(self):
        core = int(self.settings["CPUAffinity"])
        # Real-time priority is not the test's to take.
        self.process = subprocess.Popen(self.command + ["--realtime", "off"], cwd=self.folder, stderr=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        self.starts += 1
        line = self.process.stdout.readline()
        check(line.startswith("ready "), f"{self.folder.name}: {line.strip()}")

    def supervise(self):
        """Restart=on-failure: after a signal or an exit code other than 0."""
        code = self.process.wait()
        if self.settings["Restart"] == "on-failure" and code != 0:
            time.sleep(float(self.settings["RestartSec"]))
            self.start()


class IdleTimer(threading.Thread):
    """How late a thread wakes that does nothing else."""

    def __init__(self):
        super().__init__(daemon=True)
        self.lateness, self.ends = [], False

    def run(self):
        next_time = time.monotonic()
        while not self.ends:
            next_time += 0.04
            time.sleep(max(0.0, next_time - time.monotonic()))
            self.lateness.append(time.monotonic() - next_time)


def hall(drawbar, file, *more):
    done = subprocess.run([drawbar, "hall", file, *more], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def stations(drawbar, file):
    code, out, err = hall(drawbar, file, "--json")
    check(code == 0, f"drawbar hall --json {err.strip()}")
    return {station["name"]: station for station in json.loads(out)["stations"]}


def page(drawbar, file):
    """What the hall's page shows, and what it refuses."""
    server = subprocess.Popen([drawbar, "hall", file, "--serve", f"127.0.0.1:{free_ports(1)[0]}"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().split()[1]
        with urllib.request.urlopen(address + "/", timeout=10) as answer:
            check(b"hall.json" in answer.read(), f"the page at {address}")
        with urllib.request.urlopen(address + "/hall.json", timeout=10) as answer:
            check(len(json.load(answer)["stations"]) == STATIONS, "its figures")
        port = address.rsplit(":", 1)[1]
        for method, path, host, code, said in (
                ("GET", "/hall.json", "evil.example", 403, "allowed in Host: an address, or localhost\n"),
                ("GET", "/hall.json", "localhost.evil.example:" + port, 403, "allowed in Host: an address, or localhost\n"),
                ("GET", "/hall.json", "[evil]:" + port, 403, "allowed in Host: an address, or localhost\n"),
                ("GET", "/hall.json", "localhost", 200, None),
                ("GET", "/hall.json?token=wrong", "localhost:" + port, 200, None),
                ("GET", "/?hall.json", "[::1]:" + port, 200, None),
                ("GET", "/", "[::1]", 200, None),
                ("GET", "/hall", "127.0.0.1", 404, "there are: /, /hall.json\n"),
                ("POST", "/hall.json", "localhost", 405, "allowed: GET\n")):
            asking = http.client.HTTPConnection("127.0.0.1", int(port), timeout=10)
            asking.request(method, path, headers={"Host": host})
            answer = asking.getresponse()
            text = answer.read().decode()
            check((answer.status, text if said else None) == (code, said), f"the page answers {method} {path} of {host} by {code}")
            check(answer.headers["Cache-Control"] == "no-store" and answer.headers["X-Content-Type-Options"] == "nosniff"
                  and answer.headers["Content-Security-Policy"].startswith("default-src 'none'; "), "and lets nothing be kept")
            check(answer.headers["Content-Type"] == ("text/plain; charset=utf-8" if said else
                                                     "application/json" if path.startswith("/hall.json") else
                                                     "text/html; charset=utf-8"), "with the type of what it is")
            asking.close()
        for where, said in (("0.0.0.0:0", "expected ADDRESS:PORT with a port from 1 to 65535"),
                            (f"0.0.0.0:{port}", "off loopback the hall needs `tokens`"),
                            (f"localhost:{port}", "not an IPv4 or IPv6 address")):
            code, _, err = hall(drawbar, file, "--serve", where)
            check(code == 2 and err.startswith("--serve " + where.split(":")[0]) and said in err, f"no page at {where}")
    finally:
        server.terminate()
        check(server.wait(10) == 0, "the page's server ends at SIGTERM")


def main():
    drawbard, drawbar = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 5
    folder = pathlib.Path(tempfile.mkdtemp(prefix="drawbar-hall-"))
    ports = free_ports(2 * STATIONS)
    cores = sorted(os.sched_getaffinity(0))[:2]
    file = str(folder / "hall.json")
    description = {
        "name": "eight", "program": drawbard, "folder": str(folder / "stations"), "user": getpass.getuser(), "cores": cores,
        "library": str(SCENES / "exercises"),
        "stations": [{"name": f"s{i + 1}", "port": ports[2 * i], "web_port": ports[2 * i + 1]} for i in range(STATIONS)],
    }
    description["stations"][0]["scene"] = str(SCENES / "car_trailer.json")
    pathlib.Path(file).write_text(json.dumps(description))
    units = []
    try:
        code, out, err = hall(drawbar, file, "--units", str(folder / "units"))
        check(code == 0, f"units written: {out.splitlines()[-1]}{err.strip()}")
        if shutil.which("systemd-analyze"):
            check("systemd-analyze verify: good" in out, "systemd-analyze verify")
        units = [Unit(path) for path in sorted((folder / "units").glob("*.service"))]
        check(len(units) == STATIONS, f"{len(units)} services")
        timer = IdleTimer()
        for unit in units:
            unit.start()
        timer.start()
        before = stations(drawbar, file)
        check(all(one["reached"] for one in before.values()), "all eight are reached")
        check(before["s1"]["exercise"] == "" and before["s2"]["exercise"] != "", "each serves what it is told to")
        time.sleep(seconds)
        after = stations(drawbar, file)
        check(all(after[name]["time"] > before[name]["time"] for name in before), "frames come at all eight")

        supervisor = threading.Thread(target=units[2].supervise)
        supervisor.start()
        units[2].process.send_signal(signal.SIGKILL)
        supervisor.join(PATIENCE)
        check(units[2].starts == 2, "the one that was killed runs again")
        again = stations(drawbar, file)
        check(all(one["reached"] for one in again.values()), "and is reached; the others went on")
        check(len(list(units[2].folder.glob("*.mcap"))) == 2, "its recordings are two files")
        timer.ends = True
        late = sum(one["late_frames"] for one in again.values())
        worst = max(timer.lateness) * 1e3
        print(f"frames that came late since the start: {late} of eight stations on cores {cores}; "
              f"idle timer: {sum(x > 0.04 for x in timer.lateness)} of {len(timer.lateness)} over 40 ms, worst {worst:.1f} ms")

        code, out, err = hall(drawbar, file, "--at", "s2", "exercise", "end")
        check(code == 0, f"an instructor's command at a station {err.strip()}")
        code, out, err = hall(drawbar, file, "--at", "s9", "freeze")
        check(code == 2 and "there are: s1, s2" in err, "a station that is not there is said")
        page(drawbar, file)
    finally:
        for unit in units:
            if unit.process is not None:
                unit.process.terminate()
        codes = [unit.process.wait(10) for unit in units if unit.process is not None]
    check(codes == [0] * STATIONS, f"all end at SIGTERM: {codes}")
    code, out, err = hall(drawbar, file, "--records", "--csv")
    check(code == 0 and ",s2," in out, f"one list of records over all stations {err.strip()}")
    shutil.rmtree(folder)


main()
