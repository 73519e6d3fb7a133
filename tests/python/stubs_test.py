"""The stubs name all that the module has, and nothing else; everything public has a docstring.

stubs_test.py FOLDER/OF/THE/PACKAGE FOLDER/OF/PROGRAMS"""

import ast
import inspect
import pathlib
import sys
import unittest

sys.path.insert(0, sys.argv[1])
import drawbar  # noqa: E402
from drawbar import _native  # noqa: E402

STUBS = ast.parse((pathlib.Path(sys.argv[1]) / "drawbar" / "_native.pyi").read_text())
SPECIAL = {"__init__", "__len__", "__getitem__"}


def public(names):
    return {name for name in names if name[0] != "_" or name in SPECIAL}


class Stubs(unittest.TestCase):
    def test_every_class_has_the_members_that_its_stub_has(self):
        stubs = {node.name: node for node in STUBS.body if isinstance(node, ast.ClassDef)}
        self.assertEqual(set(stubs), {name for name, value in vars(_native).items() if inspect.isclass(value)})
        for name, node in stubs.items():
            told = {getattr(entry, "name", None) or entry.target.id for entry in node.body
                    if isinstance(entry, (ast.FunctionDef, ast.AnnAssign))}
            has = public(vars(getattr(_native, name)))
            with self.subTest(name):
                self.assertEqual(told - SPECIAL, has - SPECIAL)

    def test_everything_public_is_explained(self):
        for name in drawbar.__all__:
            thing = getattr(drawbar, name)
            self.assertTrue(inspect.getdoc(thing), name)
            for member, value in inspect.getmembers(thing):
                if inspect.isclass(thing) and member[0] != "_" and (callable(value) or isinstance(value, property)):
                    owner = next((base for base in thing.__mro__ if member in vars(base)), thing)
                    if owner.__module__.startswith("drawbar"):
                        self.assertTrue(inspect.getdoc(value), f"{name}.{member}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
