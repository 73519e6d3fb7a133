#!/usr/bin/env python3
"""Puts the faults of faults/ into a copy of the tree, one at a time, and says which the tests notice.

By hand, for hours: each fault compiles what depends on its file. Only the test programs that a fault names are built
and run, until the first that fails. What has been tried is kept in build/mutation/results.json: started again, it goes
on with what is left, and with faults whose text or programs have changed. `--table` prints the table of README.md.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path.insert(0, str(HERE))
from faults import FAULTS  # noqa: E402

KEPT = TOP / "build" / "mutation" / "results.json"
WAITING = ("test_server", "test_instructor", "test_transcripts")  # mostly: more of them may run side by side than there are processors
CONFIGURE = ["cmake", "--preset", "release", "-DDRAWBAR_TESTS=ON", "-DDRAWBAR_COMPILE_TOGETHER=ON"]  # what tools/test has in the compiler cache


def copy_tree(tree):
    """Brings the copy to what the working tree holds; what is the same keeps its time, so that it is not compiled."""
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=TOP, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        source, target = TOP / name, tree / name
        if not source.is_file():
            target.unlink(missing_ok=True)
            continue
        content = source.read_bytes()
        if target.is_file() and target.read_bytes() == content:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod(source.stat().st_mode)


class Copy:
    """The copy of the tree: builds, and runs test programs."""

    def __init__(self, tree, jobs, limit):
        self.tree, self.jobs, self.limit = tree, jobs, limit
        self.build_folder = tree / "build" / "release"

    def build(self, programs):
        """Whether they compile."""
        command = ["ninja", "-C", self.build_folder, f"-j{self.jobs}", *programs]
        with open(self.tree / "build" / "mutation.log", "wb") as log:
            return subprocess.run(command, stdout=log, stderr=log).returncode == 0

    def run(self, program):
        """The first test that fails; "" if all pass. A program runs in parts side by side."""
        name, _, part = program.partition(":")
        shards = self.jobs * (2 if name in WAITING else 1)
        running = []
        for shard in range(shards):
            environment = dict(os.environ, GTEST_FAIL_FAST="1", GTEST_BRIEF="1", GTEST_FILTER=part or "*",
                               GTEST_TOTAL_SHARDS=str(shards), GTEST_SHARD_INDEX=str(shard))
            running.append(subprocess.Popen([self.build_folder / "bin" / name], cwd=self.build_folder / "tests", env=environment,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        end = time.monotonic() + self.limit
        outcomes = [outcome_of(process, end) for process in running]
        return next(filter(None, outcomes), "")


def outcome_of(process, end):
    """As Copy.run, of one process that may run until `end`."""
    try:
        said, _ = process.communicate(timeout=max(0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "(its time limit)"
    if process.returncode == 0:
        return ""
    failed = re.search(rb"\[  FAILED  \] ([\w/.]+)", said)
    return failed[1].decode() if failed else f"(ended with {process.returncode})"


def identity(fault):
    """Of everything that the outcome depends on but the tests."""
    return hashlib.sha256(repr((fault.file, fault.old, fault.new)).encode()).hexdigest()[:16]


def try_fault(copy, fault):
    """What came of it; None where it does not compile."""
    path = copy.tree / fault.file
    text = path.read_text()
    assert text.count(fault.old) == 1, f"{fault.name}: its text stands {text.count(fault.old)} times in {fault.file}"
    began = time.monotonic()
    result = {"identity": identity(fault), "date": datetime.date.today().isoformat(), "noticed": "", "tried": list(fault.programs)}
    path.write_text(text.replace(fault.old, fault.new))
    try:
        for program in fault.programs:
            if not copy.build([program.partition(":")[0]]):
                return None
            failed = copy.run(program)
            if failed:
                result["noticed"] = f"{program.partition(':')[0]}: {failed}"
                break
    finally:
        path.write_text(text)
    result["seconds"] = round(time.monotonic() - began)
    return result


def check_programs(copy, faults):
    """Without a fault they pass: else every fault would seem to be noticed."""
    programs = sorted({program for fault in faults for program in fault.programs})
    if not copy.build(sorted({program.partition(":")[0] for program in programs})):
        sys.exit(f"the tree does not compile: {copy.tree / 'build' / 'mutation.log'}")
    for program in programs:
        failed = copy.run(program)
        if failed:
            sys.exit(f"{program} fails without a fault: {failed}")


def table(kept):
    tried = [(fault, kept.get(fault.name)) for fault in FAULTS if not fault.equivalent]
    done = [(fault, result) for fault, result in tried if result]
    noticed = [fault for fault, result in done if result["noticed"]]
    print(f"{len(done)} of {len(tried)} faults tried, {len(noticed)} noticed ({100 * len(noticed) / max(1, len(done)):.0f} %)\n")
    print("| fault | breaks the claim that | noticed by |\n|---|---|---|")
    for fault, result in done:
        by = result["noticed"] or f"**survives** {', '.join(program.partition(':')[0] for program in result['tried'])}"
        print(f"| `{fault.name}` | {fault.claim} | {by} |")
    for fault in FAULTS:
        if fault.equivalent:
            print(f"| `{fault.name}` | {fault.claim} | set aside: {fault.equivalent} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="faults to try, again where they have been; none: all that have not")
    parser.add_argument("--table", action="store_true", help="print what has been found and try nothing")
    parser.add_argument("--tree", type=pathlib.Path, default=KEPT.parent / "tree", help="where the copy lies")
    parser.add_argument("--results", type=pathlib.Path, default=KEPT, help="where what has been found is kept")
    parser.add_argument("--jobs", type=int, default=1, help="of the compiler, and parts of a test program side by side")
    parser.add_argument("--limit", type=int, default=300, help="seconds that a test program may run")
    parser.add_argument("--unchecked", action="store_true", help="do not run the programs without a fault first")
    arguments = parser.parse_args()
    results = arguments.results
    kept = json.loads(results.read_text()) if results.exists() else {}
    if arguments.table:
        return table(kept)
    by_name = {fault.name: fault for fault in FAULTS if not fault.equivalent}
    unknown = [name for name in arguments.names if name not in by_name]
    if unknown:
        parser.error(f"no such fault: {', '.join(unknown)}")
    wanted = [by_name[name] for name in arguments.names] or [
        fault for fault in by_name.values() if kept.get(fault.name, {}).get("identity") != identity(fault)]
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    arguments.tree.mkdir(parents=True, exist_ok=True)
    copy_tree(arguments.tree)
    copy = Copy(arguments.tree.resolve(), arguments.jobs, arguments.limit)
    if not (copy.build_folder / "build.ninja").exists():
        subprocess.run(CONFIGURE, cwd=copy.tree, check=True, stdout=subprocess.DEVNULL)
    if not arguments.unchecked:
        check_programs(copy, wanted)
    for fault in wanted:
        result = try_fault(copy, fault)
        if result is None:
            print(f"{fault.name:26}        does not compile, which proves nothing: {copy.tree / 'build' / 'mutation.log'}", flush=True)
            continue
        kept[fault.name] = result
        results.write_text(json.dumps(kept, indent=1))
        print(f"{fault.name:26}{result['seconds']:5} s  {'noticed by ' + result['noticed'] if result['noticed'] else 'SURVIVED'}", flush=True)


if __name__ == "__main__":
    main()
