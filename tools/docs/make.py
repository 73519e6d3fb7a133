#!/usr/bin/python3
"""Writes the API page into BUILD/api and tells what lacks a description: make.py BUILD

C++ from the headers that are installed, Python from the module that BUILD made, the protocol from its schemas. Exit code: 0
everything is described, 1 the places that are not are printed, 2 wrong usage.
"""
import pathlib
import re
import shutil
import sys

import cpp
import python_module
import schemas

TOP = pathlib.Path(__file__).resolve().parents[2]


def main(build: pathlib.Path):
    headers = build / "tools/package/public_headers.txt"
    package = build / "python"
    if not headers.exists() or not any(package.glob("drawbar/_native*.so")):
        print(f"{build} is no build with the target drawbar_python: tools/docs/make.sh makes one", file=sys.stderr)
        return 2
    output = build / "api"
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir()
    protocol, gaps = schemas.pages(TOP / "protocol")
    sys.path.insert(0, str(package))
    import drawbar
    python, python_gaps = python_module.page(drawbar)
    version = re.search(r"project\(drawbar VERSION ([0-9.]+)", (TOP / "CMakeLists.txt").read_text())[1]
    written = []
    for name, text in (("main", (TOP / "tools/docs/main_page.md").read_text()), ("python", python), ("protocol", protocol)):
        written.append(output / f"{name}.md")
        written[-1].write_text(text)
    warnings = cpp.make(TOP, output, headers.read_text().split(), written, version)
    gaps += python_gaps + cpp.gaps(output / "xml")
    for line in gaps + warnings:
        print(line)
    print(f"{output}/html/index.html: {len(gaps)} without a description, {len(warnings)} warnings")
    return 1 if gaps or warnings else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
