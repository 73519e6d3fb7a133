"""The module drawbar as it is imported: its page, and what has no docstring."""
import inspect
import re


def page(module):
    """(Markdown of everything in __all__, its gaps)"""
    text = ["# Python {#python}", "```", inspect.getdoc(module), "```"]
    gaps = [] if inspect.getdoc(module) else ["python/drawbar: the module has no docstring"]
    for name in module.__all__:
        thing = getattr(module, name)
        text += [f"## {name}", *_about(thing, f"drawbar.{name}", gaps)]
        if inspect.isclass(thing):
            for member, value in _members(thing):
                text += [f"### {name}.{member}{_signature(value)}", *_about(value, f"drawbar.{name}.{member}", gaps)]
    return "\n\n".join(text) + "\n", gaps


def _members(kind):
    """What users call: public, and of the package itself rather than of Python."""
    seen = {}
    for base in kind.__mro__:
        if base.__module__.startswith("drawbar"):
            for name, value in vars(base).items():
                if not name.startswith("_"):
                    seen.setdefault(name, value)
    return [(name, value.__func__ if isinstance(value, (staticmethod, classmethod)) else value) for name, value in seen.items()
            if callable(value) or isinstance(value, (property, staticmethod, classmethod))]


def _about(thing, where, gaps):
    words = inspect.getdoc(thing) or ""
    # pybind11 puts the signature into the first line.
    signature, _, rest = words.partition("\n")
    if re.match(r"\w+\(.*\) ->", signature):
        words = rest.strip()
    if not words:
        gaps.append(f"{where} has no docstring")
    return ["```", words, "```"]


def _signature(thing):
    if isinstance(thing, property):
        return ""
    try:
        return str(inspect.signature(thing)).replace("(self, /", "(self").replace("(self, ", "(").replace("(self)", "()")
    except (TypeError, ValueError):
        found = re.match(r"\w+(\(.*\) -> .*)", (thing.__doc__ or "").split("\n")[0])
        return re.sub(r"\(self: [\w.]+(, )?", "(", found[1]) if found else ""
