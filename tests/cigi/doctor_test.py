#!/usr/bin/python3
"""What drawbar doctor finds on this machine: doctor_test.py DRAWBAR"""

import json
import socket
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


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    DRAWBAR = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
