#!/usr/bin/python3
"""`drawbard --agones` beside a stand-in of Agones' side-car: agones_test.py FOLDER/WITH/PROGRAMS

The stand-in speaks the REST calls that Agones documents (POST /ready, /health, /reserve, /shutdown, GET /gameserver) and keeps the
state that they lead to. It is no Agones: that the real side-car takes the same calls was read in its documentation, not tried.
"""
import contextlib
import http.server
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools" / "python"))
import drawbar_client  # noqa: E402

PROGRAMS = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else TOP / "build/release/bin"


class SideCar(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port=0):
        self.state, self.calls, self.failing, self.ports = "Scheduled", [], False, []
        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def count(self, path):
        return sum(call == path for call, _ in self.calls)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body, status=200):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.calls.append((self.path, body))
        after = {"/ready": "Ready", "/reserve": "Reserved", "/allocate": "Allocated", "/shutdown": "Shutdown", "/health": None}
        if self.server.failing or self.path not in after:
            return self.answer({"code": 13}, 500)
        if self.path == "/reserve":
            assert int(body["seconds"]) > 0
        self.server.state = after[self.path] or self.server.state
        self.answer({})

    def do_GET(self):
        assert self.path == "/gameserver", self.path
        self.answer({"object_meta": {"name": "station-x"}, "status": {"state": self.server.state, "address": "10.0.0.1",
                                                                          "ports": self.server.ports}})

    def log_message(self, *_):
        pass


class Daemon:
    def __init__(self, *arguments, side_car_port):
        self.process = subprocess.Popen(
            [PROGRAMS / "drawbard", TOP / "scenes/krt100_trolley.json", "--port", "0", "--web-port", "0", "--resume-timeout", "0.5",
             *arguments], stdout=subprocess.PIPE, text=True, env={**os.environ, "AGONES_SDK_HTTP_PORT": str(side_car_port)})
        words = dict(word.split("=", 1) for word in self.process.stdout.readline().split()[1:])
        self.tcp, self.udp, self.web = words["tcp"], words["udp"], words["web"]

    def get(self, path):
        try:
            with urllib.request.urlopen(self.web + path, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def figure(self, name):
        return next(float(line.split()[1]) for line in self.get("/metrics")[1].splitlines() if line.startswith(name + " "))

    def drive(self):
        """An operator who is in until he is ended: the console, playing a long controls file."""
        return subprocess.Popen([PROGRAMS / "drawbar", "drive", "--connect", self.tcp, "--controls",
                                 TOP / "scenes/krt100_trolley.csv"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def until(true, what, patience=40):
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def leave(operator):
    operator.kill()
    operator.wait()


# A walk-in: ready, alive, reserved while he is in, ended after him.
side_car = SideCar()
daemon = Daemon("--agones", side_car_port=side_car.server_address[1])
try:
    until(lambda: side_car.state == "Ready", "ready")
    until(lambda: side_car.count("/health") >= 2, "alive")
    until(lambda: daemon.figure("drawbar_agones_up") == 1, "up")
    assert daemon.get("/healthz") == (200, "ok\n") and daemon.get("/readyz") == (200, "ok\n")
    assert side_car.count("/reserve") == 0 and side_car.count("/shutdown") == 0
    operator = daemon.drive()
    until(lambda: side_car.state == "Reserved", "reserved")
    assert daemon.figure("drawbar_operators") == 1
    leave(operator)
    until(lambda: side_car.state == "Shutdown", "shut down")
    assert side_car.count("/ready") == 1 and side_car.count("/shutdown") == 1
finally:
    daemon.end()

# One whom Agones sent: Allocated stays Allocated. SIGTERM does not cut him off, and the hall sees it.
side_car = SideCar()
daemon = Daemon("--agones", "--drain", "600", side_car_port=side_car.server_address[1])
try:
    until(lambda: side_car.state == "Ready", "ready")
    side_car.state = "Allocated"
    until(lambda: daemon.figure("drawbar_agones_allocated") == 1, "allocated")
    operator = daemon.drive()
    until(lambda: daemon.figure("drawbar_operators") == 1, "operator")
    healths = side_car.count("/health")
    until(lambda: side_car.count("/health") > healths + 1, "alive while driven")
    assert side_car.state == "Allocated" and side_car.count("/reserve") == 0
    daemon.process.send_signal(signal.SIGTERM)
    until(lambda: daemon.figure("drawbar_draining") == 1, "draining")
    assert daemon.get("/healthz") == (200, "draining\n") and daemon.get("/readyz") == (503, "draining\n")
    frames = daemon.figure("drawbar_frames_total")
    until(lambda: daemon.figure("drawbar_frames_total") > frames + 10, "the session goes on")
    assert operator.poll() is None and daemon.process.poll() is None
    leave(operator)
    assert daemon.process.wait(30) == 0
    assert side_car.count("/shutdown") == 0  # Agones ends it already
finally:
    daemon.end()

# Datagrams through a port that the node maps: the Welcome names the node's, and poses come through it.
node, inside = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
node.bind(("127.0.0.1", 0))
side_car = SideCar()
side_car.ports = [{"name": "web", "port": 1}, {"name": "poses", "port": node.getsockname()[1]}]
daemon = Daemon("--agones", side_car_port=side_car.server_address[1])
through = []


def map_port():
    """What comes to the node's port goes to the daemon's, and back to who sent last."""
    sender = None
    while True:
        for ready in select.select([node, inside], [], [])[0]:
            if ready is node:
                datagram, sender = node.recvfrom(65536)
                inside.sendto(datagram, ("127.0.0.1", int(daemon.udp.rsplit(":", 1)[1])))
            else:
                node.sendto(inside.recv(65536), sender)
                through.append(sender)


def welcome_port():
    with contextlib.closing(drawbar_client.Client(port=int(daemon.tcp.rsplit(":", 1)[1]), name="asks", role="viewer")) as client:
        return client.welcome.UdpPort()


try:
    threading.Thread(target=map_port, daemon=True).start()
    until(lambda: welcome_port() == node.getsockname()[1], "the node's port in the Welcome")
    viewer = drawbar_client.Client(port=int(daemon.tcp.rsplit(":", 1)[1]), name="viewer", role="viewer", udp=True)

    def datagrams_come():
        viewer.poll()
        return len(through) > 50 and viewer.frames

    until(datagrams_come, "poses through the mapped port")
    viewer.close()
finally:
    daemon.end()

# A second SIGTERM ends at once; so does the first where nobody is in.
for operators in (1, 0):
    daemon = Daemon("--drain", "600", side_car_port=1)
    try:
        if operators:
            operator = daemon.drive()
            until(lambda: daemon.figure("drawbar_operators") == 1, "operator")
            daemon.process.send_signal(signal.SIGTERM)
            until(lambda: daemon.figure("drawbar_draining") == 1, "draining")
        daemon.process.send_signal(signal.SIGTERM)
        assert daemon.process.wait(30) == 0
        if operators:
            leave(operator)
    finally:
        daemon.end()

# No side-car, then one that refuses, then a good one: frames go on, and it is told once it listens.
gone = SideCar()
port = gone.server_address[1]
gone.shutdown()
gone.server_close()
daemon = Daemon("--agones", side_car_port=port)
try:
    until(lambda: daemon.figure("drawbar_agones_failures_total") >= 2, "failures are counted")
    assert daemon.get("/healthz")[0] == 200 and daemon.figure("drawbar_agones_up") == 0
    side_car = SideCar(port)
    side_car.failing = True
    until(lambda: side_car.count("/ready") >= 2, "asked again")
    side_car.failing = False
    until(lambda: side_car.state == "Ready", "ready at last")
finally:
    daemon.end()

wrong = subprocess.run([PROGRAMS / "drawbard", TOP / "scenes/krt100_trolley.json", "--port", "0", "--web-port", "0", "--agones"],
                       capture_output=True, text=True, env={**os.environ, "AGONES_SDK_HTTP_PORT": "70000"}, timeout=60)
assert wrong.returncode == 2 and "AGONES_SDK_HTTP_PORT is '70000'; allowed: a port" in wrong.stderr, wrong
print("ready, alive, reserved, shut down; drained; datagrams through a mapped port; told again")
