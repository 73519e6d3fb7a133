#!/usr/bin/python3
"""What drawbar doctor finds on this machine: doctor_test.py DRAWBAR"""

import fcntl
import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import unittest

import image_generator as ig

DRAWBAR = None


def doctor(*arguments, meanwhile=None):
    process = subprocess.Popen([DRAWBAR, "doctor", "--seconds", "0.3", "--cigi-port", "0", *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    while process.poll() is None and meanwhile:
        meanwhile()
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


class Doctor(unittest.TestCase):
    def test_every_finding_has_a_verdict_and_each_that_is_not_good_a_remedy(self):
        code, out, err = doctor("--json")
        findings = json.loads(out)
        self.assertIn(code, (0, 3), err)
        self.assertEqual(code == 3, any(f["verdict"] == "bad" for f in findings))
        names = {f["what"] for f in findings}
        self.assertLessEqual({"real-time priority", "locked memory", "clock", "UTC", "processor", "timer lateness", "multicast",
                              "MTU of lo", "TCP port 4040", "UDP port 4040", "TCP port 8040"}, names)
        for finding in findings:
            self.assertIn(finding["verdict"], ("good", "notice", "bad"))
            self.assertEqual(finding["verdict"] == "good", finding["remedy"] == "", finding)
        timer = next(f for f in findings if f["what"] == "timer lateness")["figures"]
        self.assertTrue(0 <= timer["median_us"] <= timer["p99_us"] <= timer["largest_us"], timer)

    def test_a_port_that_is_taken_is_named_with_the_option_that_chooses_another(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            _, out, _ = doctor("--port", str(port))
        self.assertRegex(out, rf"notice  TCP port {port}: .*\n        -> .*--port")

    def test_an_image_generator_that_answers_is_good_and_one_that_does_not_is_bad(self):
        generator = ig.ImageGenerator()
        address = "%s:%d" % generator.address
        _, out, _ = doctor("--cigi", address, meanwhile=lambda: generator.poll(0.05))
        self.assertIn(f"good    image generator {address}: answers", out)
        generator.close()
        code, out, _ = doctor("--cigi", address)
        self.assertEqual(code, 3)
        self.assertIn(f"bad     image generator {address}: no Start of Frame", out)


def by_name(*arguments, prefix=()):
    """What it finds, by what it looks at, and its exit code."""
    any_port = () if "--cigi-port" in arguments else ("--cigi-port", "0")
    done = subprocess.run([*prefix, DRAWBAR, "doctor", "--seconds", "0.1", *any_port, "--json", *arguments],
                          capture_output=True, text=True, timeout=60)
    return {finding["what"]: finding for finding in json.loads(done.stdout)}, done.returncode


def first_line(path):
    try:
        return pathlib.Path(path).read_text().splitlines()[0]
    except (OSError, IndexError):
        return ""


def mtu_of(name):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        return struct.unpack("16si", fcntl.ioctl(asking, 0x8921, struct.pack("16si", name.encode(), 0)))[1]  # SIOCGIFMTU


def own_network_permitted():
    try:
        return subprocess.run(["unshare", "-rn", "ip", "link", "set", "lo", "up"], capture_output=True).returncode == 0
    except OSError:
        return False


class Machine(unittest.TestCase):
    def test_is_as_its_kernel_says(self):
        found, _ = by_name()
        clock = first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        self.assertEqual(found["clock"]["found"], f"is read from {clock}" if clock else "the kernel does not say which clock it reads")
        self.assertEqual(found["clock"]["verdict"], "notice" if clock in ("hpet", "acpi_pm", "jiffies") else "good")
        cores = found["processor"]
        governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        self.assertEqual(cores["found"], f"{os.cpu_count()} cores" + (f", frequency governor {governor}" if governor else ""))
        self.assertEqual(cores["figures"], {"cores": os.cpu_count()})
        slow = os.cpu_count() < 2 or governor in ("powersave", "ondemand", "conservative")
        self.assertEqual(cores["verdict"], "notice" if slow else "good")
        for name, mtu in ((name, mtu_of(name)) for _, name in socket.if_nameindex()):
            self.assertEqual(found[f"MTU of {name}"]["figures"], {"bytes": mtu})
            self.assertEqual(found[f"MTU of {name}"]["found"], f"{mtu} bytes")

    def test_permits_what_it_permits_others(self):
        asking = "import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))"
        permitted = subprocess.run([sys.executable, "-c", asking], capture_output=True).returncode == 0
        found, _ = by_name()
        priority = found["real-time priority"]
        self.assertEqual(priority["verdict"], "good" if permitted else "notice")
        if permitted:
            self.assertEqual(priority["found"], "SCHED_FIFO 50 is permitted")
        else:
            self.assertEqual(priority["found"], "SCHED_FIFO is not permitted: Operation not permitted")
        memory = found["locked memory"]
        self.assertRegex(memory["found"], r"^(is permitted|mlockall is not permitted: .+)$")
        self.assertEqual(memory["verdict"] == "good", memory["found"] == "is permitted")
        for finding in (priority, memory):
            self.assertEqual("rtprio" in finding["remedy"], finding["verdict"] == "notice")

    def test_its_time_is_synchronised_within_what_it_says_or_not_at_all(self):
        found, _ = by_name()
        utc = found["UTC"]
        within = re.fullmatch(r"is synchronised, within ([0-9.]+) ms", utc["found"])
        if within:
            self.assertEqual(utc["verdict"], "good")
            self.assertEqual(within[1], f"{utc['figures']['largest_error_ms']:.1f}")
        else:
            self.assertEqual(utc["found"], "is not synchronised: clocks of consoles, recordings and image generators drift apart")
            self.assertEqual((utc["verdict"], utc["figures"]), ("notice", {}))

    def test_its_timers_are_judged_by_the_latest_of_all(self):
        found, code = by_name()
        timer = found["timer lateness"]
        figures = timer["figures"]
        self.assertEqual(timer["found"], "over 0.1 s: half within {median_us:.0f} us, 99 % within {p99_us:.0f} us, the latest "
                                         "{largest_us:.0f} us".format(**figures))
        latest = figures["largest_us"]
        verdict = "bad" if latest > 10_000 else "notice" if latest > 1000 else "good"
        self.assertEqual(timer["verdict"], verdict)
        self.assertEqual(code, 3 if any(each["verdict"] == "bad" for each in found.values()) else 0)

    def test_findings_come_in_one_order_as_text_as_in_json(self):
        found, _ = by_name()
        _, out, _ = doctor()
        lines = out.splitlines()
        told = [re.fullmatch(r"(good   |notice |bad    ) ([^:]+|image generator \S+): (.+)", line) for line in lines
                if not line.startswith("        -> ")]
        self.assertTrue(all(told), out)
        self.assertEqual([line[2] for line in told if line[2] != "timer lateness by cyclictest"],
                         [name for name in found if name != "timer lateness by cyclictest"])
        self.assertEqual(list(found)[:6], ["real-time priority", "locked memory", "clock", "UTC", "processor", "timer lateness"])
        remedies = sum(line.startswith("        -> ") for line in lines)
        self.assertEqual(remedies, sum(line[1].strip() != "good" for line in told))


class Network(unittest.TestCase):
    def test_each_port_is_tried_by_its_own_protocol_and_named_with_its_own_option(self):
        with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            udp.bind(("127.0.0.1", 0))
            taken_tcp, taken_udp = tcp.getsockname()[1], udp.getsockname()[1]

            def verdicts(*arguments):
                found, _ = by_name(*arguments)
                return {what: (finding["verdict"], (re.findall(r"port: (\S+);", finding["remedy"]) or [""])[0])
                        for what, finding in found.items() if " port " in what}

            self.assertEqual(verdicts("--port", str(taken_tcp), "--web-port", "0"),
                             {f"TCP port {taken_tcp}": ("notice", "--port"), f"UDP port {taken_tcp}": ("good", ""),
                              "TCP port 0": ("good", "")})
            self.assertEqual(verdicts("--port", str(taken_udp), "--web-port", str(taken_tcp)),
                             {f"TCP port {taken_udp}": ("good", ""), f"UDP port {taken_udp}": ("notice", "--port"),
                              f"TCP port {taken_tcp}": ("notice", "--web-port")})
            self.assertEqual(verdicts("--port", "0", "--web-port", "0", "--cigi-port", str(taken_udp))[f"UDP port {taken_udp}"],
                             ("notice", "--cigi-port"))
            found, _ = by_name("--port", str(taken_udp))
            self.assertEqual(found[f"UDP port {taken_udp}"]["found"], "Address already in use")
            self.assertEqual(found[f"TCP port {taken_udp}"]["found"], "is free")

    def test_a_group_that_is_none_is_an_argument_that_is_not_valid(self):
        for group in ("10.0.0.1", "group", "ff02::1"):
            found, code = by_name("--multicast", group)
            self.assertEqual(found["multicast"]["found"], f"{group}: Invalid argument")
            self.assertEqual(found["multicast"]["verdict"], "notice")
            self.assertIn("224.0.0.0/4", found["multicast"]["remedy"])

    def test_an_image_generator_without_a_port_or_of_no_host_is_bad(self):
        found, code = by_name("--cigi", "127.0.0.1,[::1:8000")
        self.assertEqual(code, 3)
        for address in ("127.0.0.1", "[::1:8000"):
            finding = found[f"image generator {address}"]
            self.assertEqual((finding["verdict"], finding["found"]), ("bad", "HOST:PORT is needed"))
            self.assertIn("UDP port 0 of this machine", finding["remedy"])

    @unittest.skipUnless(own_network_permitted(), "no right to a network of its own")
    def test_datagrams_of_poses_must_fit_and_those_of_cigi_should(self):
        for mtu, verdict in ((1227, "bad"), (1228, "notice"), (1499, "notice"), (1500, "good")):
            found, code = by_name(prefix=("unshare", "-rn", "sh", "-c", f'ip link set lo up mtu {mtu} && exec "$0" "$@"'))
            finding = found["MTU of lo"]
            self.assertEqual((finding["verdict"], finding["found"]), (verdict, f"{mtu} bytes"))
            self.assertEqual(code == 3, any(each["verdict"] == "bad" for each in found.values()))
            if verdict != "good":
                self.assertIn("poses need 1228, CIGI 1500 unless", finding["remedy"])
            # Of its own the network has no way to a group.
            self.assertEqual(found["multicast"]["verdict"], "notice")
            self.assertTrue(found["multicast"]["found"].startswith("239.255.40.40: "), found["multicast"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    DRAWBAR = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
