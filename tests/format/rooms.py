#!/usr/bin/env python3
"""Figures to look at, not to obey, and one law.

usage: rooms.py            the largest of each figure, with what good neighbours have
       rooms.py --arrows   the folders of physics/ and server/ and whom each includes; ends with 1 where two include each
                           other, directly or by a detour

Figures: methods and members of a class (about 25 and 14), lines of a function (60) and of a file (400), source files of a
folder (24). They are counted from the text: a class's methods are the declarations with parentheses at its own level,
its members those with a name that ends in an underscore, or for a struct all others.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("physics", "protocol", "scenes", "server", "tools", "python")


def sources():
    for room in ROOMS:
        for path in sorted((TOP / room).rglob("*")):
            if path.suffix in (".h", ".cpp", ".inl") and "node_modules" not in path.parts:
                yield path


def bare(text):
    """The text with comments and literals blanked; lines stay where they are."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', blank, text, flags=re.S)


def closing(text, opening):
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at
    return len(text)


def at_own_level(body):
    """The declarations of a class's body, without what stands in braces and angle brackets."""
    out, depth = [], 0
    for char in body:
        if char == "{":
            depth += 1
            if depth == 1:
                out.append("{}")
        elif char == "}":
            depth -= 1
            if depth == 0:
                out.append(";")
        elif depth == 0:
            out.append(char)
    text = re.sub(r"<[^<>;]*>", "", re.sub(r"<[^<>;]*>", "", "".join(out)))
    return [part.strip() for part in text.split(";") if part.strip()]


def classes(text):
    for match in re.finditer(r"\b(class|struct)\s+(\w+)[^;{}()=]*\{", text):
        if re.search(r"\benum\s+$", text[: match.start()]):
            continue
        body = text[match.end() : closing(text, match.end() - 1)]
        methods = members = 0
        for part in at_own_level(body):
            part = re.sub(r"^(?:(?:public|private|protected)\s*:\s*)+", "", part).strip()
            if re.match(r"(using|friend|enum|class|struct|static_assert|template\s*$)\b", part) or not part:
                continue
            if "(" in part.split("=")[0]:
                methods += 1
            elif not part.startswith("static constexpr"):
                members += part.split("=")[0].count(",") + 1
        yield match.group(2), methods, members


def functions(text):
    for match in re.finditer(r"^[A-Za-z][^;{}#=]*\)[^;{}]*\{", text, flags=re.M):
        if re.match(r"(namespace|class|struct|enum|if|for|while|switch)\b", match.group(0)):
            continue
        end = closing(text, match.end() - 1)
        name = re.search(r"([\w:~]+)\s*\(", match.group(0))
        yield (name.group(1) if name else "?"), text.count("\n", match.start(), end) + 1


def print_most(title, usual, found, count=8):
    print(f"{title} (about {usual}):")
    for figure, where in sorted(found, reverse=True)[:count]:
        print(f"  {figure:5}  {where}")


def print_figures():
    methods, members, long_functions, long_files, folders, writers = [], [], [], [], {}, []
    for path in sources():
        where = str(path.relative_to(TOP))
        text = path.read_text()
        code = bare(text)
        long_files.append((text.count("\n"), where))
        folders[str(path.parent.relative_to(TOP))] = folders.get(str(path.parent.relative_to(TOP)), 0) + 1
        long_functions += [(lines, f"{name}  {where}") for name, lines in functions(code)]
        for name, its_methods, its_members in classes(code):
            methods.append((its_methods, f"{name}  {where}"))
            members.append((its_members, f"{name}  {where}"))
        if "sequential_impulses" in where and re.search(r"(?<!const )\bState&", code):
            writers.append(where)
    print_most("methods of a class", 25, methods)
    print_most("members of a class", 14, members)
    print_most("lines of a function", 60, long_functions)
    print_most("lines of a file", 400, long_files)
    print_most("source files of a folder", 24, [(count, name) for name, count in folders.items()])
    print(f"files of the solver that are given a State to write (1): {len(writers)}")
    for where in writers:
        print(f"         {where}")


def folder_arrows(room):
    arrows = {}
    for path in sources():
        folder = str(path.parent.relative_to(TOP))
        if not (folder + "/").startswith(room + "/"):
            continue
        arrows.setdefault(folder, set())
        for included in re.findall(r'^#include "([^"]+)"', path.read_text(), flags=re.M):
            target = str(pathlib.PurePosixPath(included).parent)
            if target != folder and (target + "/").startswith(room + "/"):
                arrows[folder].add(target)
    return arrows


def circle(arrows):
    """Folders that include each other in a ring, or none."""
    done = set()

    def visit(folder, path):
        if folder in path:
            return path[path.index(folder) :] + [folder]
        if folder in done:
            return None
        for target in sorted(arrows.get(folder, ())):
            if found := visit(target, path + [folder]):
                return found
        done.add(folder)
        return None

    for folder in sorted(arrows):
        if found := visit(folder, []):
            return found
    return None


def print_arrows():
    faults = 0
    for room in ("physics", "server"):
        arrows = folder_arrows(room)
        for folder in sorted(arrows):
            print(f"{folder:55} -> {', '.join(sorted(arrows[folder])) or '-'}")
        if ring := circle(arrows):
            print(f"circle: {' -> '.join(ring)}")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--arrows"]:
        sys.exit(print_arrows())
    if sys.argv[1:]:
        sys.exit(__doc__)
    print_figures()
