#!/usr/bin/python3
"""Keeps the READMEs true: check.py FOLDER/WITH/PROGRAMS

Every relative link leads to a file, every folder has a README, every command in a code block is one that the programs
know (subcommand and flags, by their --help), every path that a command names exists, and so does every file of code or schema that
a text names in `quotes`: a whole path, or its end.
"""
import pathlib
import re
import shlex
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else None
if PROGRAMS is None or not all((PROGRAMS / name).exists() for name in ("drawbar", "drawbard")):
    print("usage: tests/readme/check.py FOLDER, with the programs drawbar and drawbard in it: build/release/bin", file=sys.stderr)
    sys.exit(2)
FOLDERS = ["server", "protocol", "physics", "scenes", "tools", "python", "tests", "deploy"]
BATCHED = ("verify", "score", "report", "simulate", "study")
faults = []


def help_of(program, *words):
    done = subprocess.run([PROGRAMS / program, *words, "--help"], capture_output=True, text=True, timeout=20)
    if done.returncode != 0:
        faults.append(f"{program} {' '.join(words)} --help ends with {done.returncode}")
    return done.stdout


def commands(text):
    """The lines of shell blocks that call one of our programs, without the prompt; continued lines joined."""
    for block in re.findall(r"```(?:sh|console|bash)\n(.*?)```", text, re.S):
        for line in block.replace("\\\n", " ").splitlines():
            words = line.removeprefix("$ ").strip()
            if re.match(r"(\S*/)?(drawbar|drawbard)\b|tools/(run|test)\b", words):
                yield words.split(" #")[0].rstrip("&").strip()


def check_command(where, line):
    words = shlex.split(line)
    program = pathlib.Path(words[0]).name
    if words[0].startswith("tools/"):
        if not (TOP / words[0]).exists():
            faults.append(f"{where}: {words[0]} does not exist")
        program, words = "drawbard", words if program == "run" else words[:1]
        known = help_of("drawbard") + "--build-only --all"
    elif program == "drawbar":
        if len(words) < 2 or not re.search(rf"^\s*{re.escape(words[1])}\b", help_of("drawbar"), re.M):
            faults.append(f"{where}: `{line}`: drawbar has no such subcommand")
            return
        known = help_of("drawbar", words[1])
        if words[1] == "batch" and len(words) > 2:
            known = help_of("drawbar", *words[1:3]) + "".join(help_of("drawbar", word) for word in words[3:] if word in BATCHED)
    else:
        known = help_of("drawbard")
    for word in words[1:]:
        flag = word.split("=")[0]
        if flag.startswith("--") and flag not in known:
            faults.append(f"{where}: `{line}`: {program} has no {flag}")
        if word.startswith(("scenes/", "tools/", "tests/")) and not (TOP / word).exists():
            faults.append(f"{where}: `{line}`: {word} does not exist")


for folder in FOLDERS:
    if not (TOP / folder / "README.md").exists():
        faults.append(f"{folder}/README.md does not exist")

def ends_of_paths():
    """Every file of ours by every end of its path."""
    ends = set()
    for top in FOLDERS:
        for path in (TOP / top).rglob("*"):
            parts = path.relative_to(TOP).parts
            if "node_modules" not in parts and path.is_file():
                ends.update("/".join(parts[i:]) for i in range(len(parts)))
    return ends


ENDS = ends_of_paths()
# A short name for a folder, as a README says it.
SHORT = {"SI/": "formulations/sequential_impulses/"}

count = 0
for readme in [TOP / "README.md", *(p for f in FOLDERS for p in (TOP / f).rglob("*.md") if "node_modules" not in p.parts)]:
    text = readme.read_text()
    where = readme.relative_to(TOP)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target and not (readme.parent / target).exists():
            faults.append(f"{where}: link to {target}, which does not exist")
    for named in re.findall(r"`([\w/]+\.(?:h|cpp|fbs|ts))`", text):
        for short, whole in SHORT.items():
            named = whole + named.removeprefix(short) if named.startswith(short) else named
        if named not in ENDS:
            faults.append(f"{where}: `{named}`, which does not exist")
    for line in commands(text):
        check_command(where, line)
        count += 1

for fault in faults:
    print(fault)
print(f"{count} commands, {len(faults)} faults")
sys.exit(bool(faults))
