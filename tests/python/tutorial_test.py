"""The tutorial's code runs, block after block.

tutorial_test.py FOLDER/OF/THE/PACKAGE FOLDER/OF/PROGRAMS"""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE, PROGRAMS = (pathlib.Path(folder).resolve() for folder in sys.argv[1:3])
sys.path.insert(0, str(PACKAGE))
page = (ROOT / "python" / "tutorial.md").read_text()

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.symlink(ROOT / "scenes", "scenes")
    os.makedirs("build/release")
    os.symlink(PROGRAMS, "build/release/bin")
    daemon = subprocess.Popen([PROGRAMS / "drawbard", "scenes/krt100_trolley.json", "--port", "0", "--web-port", "0"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = re.search(r"tcp=\S+:(\d+)", daemon.stdout.readline())[1]
        names = {"__name__": "tutorial"}
        blocks = list(re.finditer(r"```python\n(.*?)```", page, re.S))
        assert len(blocks) > 10
        for block in blocks:
            line = page[: block.start(1)].count("\n")
            code = compile("\n" * line + block[1].replace("port=4040", f"port={port}"), "python/tutorial.md", "exec")
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, names)
        print(f"{len(blocks)} blocks ran")
    finally:
        daemon.terminate()
        daemon.wait(10)
