"""The machines of scenes that ship, taken out of them and put elsewhere under other names: for scenes with many."""
import json
import pathlib
import re

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
KINDS = ("bodies", "joints", "couplings", "springs", "drives", "tracks", "wheels", "brakes", "steerings", "hitches", "controls")


def read_scene(name):
    text = (SCENES / f"{name}.json").read_text()
    text = re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda m: m.group(1) or "", text)
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", text))


def machine_of(scene):
    """All that moves, by kind of part."""
    return {kind: [part for part in scene.get(kind, []) if not part.get("static")] for kind in KINDS}


def _renamed(value, names):
    if isinstance(value, dict):
        return {key: v if key == "type" else _renamed(v, names) for key, v in value.items()}
    if isinstance(value, list):
        return [_renamed(v, names) for v in value]
    return names.get(value, value) if isinstance(value, str) else value


def _shifted(point, offset):
    return [round(a + b, 6) for a, b in zip(point, offset)]


def _move(part, kind, offset):
    """What lies inside a body is in the body's own axes; all else is in the world's."""
    if kind in ("bodies", "joints"):
        placed = [part]
    elif kind == "springs":
        placed = [part["from"], part["to"]]
    else:
        placed = part.get("wheels", []) if kind == "tracks" else []
    for thing in placed:
        for field in ("position", "child_position"):
            if field in thing:
                thing[field] = _shifted(thing[field], offset)
    for link in part.get("guide", {}).get("links", []) if kind == "joints" else []:
        for end in link:
            link[end] = _shifted(link[end], offset)


def copy_of(machine, prefix, offset, names={}):
    """A copy whose own names begin with `prefix`, moved by `offset`; `names`: others to replace, such as materials."""
    own = {part["name"]: prefix + part["name"] for parts in machine.values() for part in parts}
    copy = {kind: _renamed(parts, {**names, **own}) for kind, parts in machine.items()}
    for kind, parts in copy.items():
        for part in parts:
            _move(part, kind, offset)
    return copy
