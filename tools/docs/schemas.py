"""The FlatBuffers schemas as data: what each declaration and field is, and the comment that explains it."""
import dataclasses
import pathlib
import re

_COMMENT = re.compile(r"\s*///?\s?(.*)")
_BEGIN = re.compile(r"(table|struct|enum|union)\s+(\w+)\s*(?::\s*(\w+))?[^{]*\{")
_FIELD = re.compile(r"\s*(\w+)\s*:\s*(\[?[\w.]+\]?)\s*(?:=\s*([\w.+-]+))?\s*(?:\((.*)\))?\s*$", re.S)


@dataclasses.dataclass
class Field:
    name: str
    type: str        # "[Body]" is a list; empty for a value of an enum or union
    default: str
    attributes: str
    comment: str
    line: int

    def bare_type(self):
        """"Body" of "[drawbar.scene.Body]"."""
        return self.type.strip("[]").split(".")[-1]


@dataclasses.dataclass
class Declaration:
    kind: str
    name: str
    comment: str
    file: str
    line: int
    fields: list

    def gaps(self, described):
        """Places, one a line, without a description. A field needs no comment of its own where its unit says it, where its
        type is one of `described`, or in a struct (plain numbers, all there is of them) that has one. Values of enums are
        named so that they speak."""
        if not self.comment:
            yield f"protocol/{self.file}:{self.line}: {self.kind} {self.name} has no comment"
        if self.kind == "table" or (self.kind == "struct" and not self.comment):
            for field in self.fields:
                if not field.comment and "unit:" not in field.attributes and field.bare_type() not in described:
                    yield f"protocol/{self.file}:{field.line}: {self.name}.{field.name} has no comment"


def read(path: pathlib.Path):
    """(the file's first comment, its declarations in order)"""
    lines = path.read_text().splitlines()
    intro = []
    for line in lines:
        if not line.startswith("//"):
            break
        intro.append(_COMMENT.match(line)[1])
    declarations, above, at = [], [], 0
    while at < len(lines):
        line = lines[at]
        if line.strip().startswith("//"):
            above.append(_COMMENT.match(line)[1])
        elif begin := _BEGIN.match(line.strip()):
            declaration = Declaration(begin[1], begin[2], " ".join(above), path.name, at + 1, [])
            declarations.append(declaration)
            at = _read_body(lines, at, line[line.index("{") + 1:], declaration)
            above = []
        else:
            above = []
        at += 1
    return " ".join(intro).replace("  ", "\n\n"), declarations


def _read_body(lines, at, rest, declaration):
    """Reads fields up to the closing brace; the line number where that is."""
    end = ";" if declaration.kind in ("table", "struct") else ","
    above = []
    while True:
        code, _, comment = rest.partition("//")
        comment = comment.strip(" /")
        closes = "}" in code
        pieces = [piece for piece in re.split(end + r"(?![^(]*\))", code.split("}")[0]) if piece.strip()]
        if not pieces and comment:
            if above or not declaration.fields or lines[at].strip().startswith("///") or not _continues(lines, at):
                above.append(comment)
            else:
                declaration.fields[-1].comment += " " + comment
        for piece in pieces:
            declaration.fields.append(_field(piece, " ".join(above) or comment, declaration, at + 1))
            above = []
        if closes:
            return at
        at += 1
        rest = lines[at]


def _continues(lines, at):
    """Whether a line of comment alone goes on with the comment that stands behind the field above."""
    before = lines[at - 1]
    return "//" in before and before.index("//") == lines[at].index("//") and before.index("//") > 3


def _field(piece, comment, declaration, line):
    if declaration.kind in ("enum", "union"):
        name, _, value = piece.partition("=")
        return Field(name.strip(), "", value.strip(), "", comment, line)
    match = _FIELD.match(piece)
    if not match:
        raise SystemExit(f"{declaration.file}:{line}: the reader of schemas does not understand '{piece.strip()}'")
    return Field(match[1], match[2], match[3] or "", match[4] or "", comment, line)


def pages(folder: pathlib.Path):
    """(Markdown of all schemas, their gaps). foxglove.fbs is left out: its vocabulary is Foxglove's."""
    files = [read(path) for path in sorted(folder.glob("*.fbs")) if path.name != "foxglove.fbs"]
    described = {declaration.name for _, declarations in files for declaration in declarations if declaration.comment}
    text = ["# Protocol {#protocol}", "Messages, recordings and scenes, from the schemas in protocol/. How they travel, and what is "
            "expected of a client, is in protocol/README.md."]
    gaps = []
    for intro, declarations in files:
        name = declarations[0].file
        text += [f"## {name} {{#{name.replace('.', '_')}}}", _plain(intro)]
        for declaration in declarations:
            gaps += declaration.gaps(described)
            text += _declaration(declaration)
    return "\n\n".join(text) + "\n", gaps


def _declaration(declaration):
    head = [f"### {declaration.kind} {declaration.name}", _plain(declaration.comment)]
    rows = []
    for field in declaration.fields:
        kind = field.type + (f" = {field.default}" if field.default else "")
        rules = re.sub(r"\bid *: *\d+,? *", "", field.attributes)
        about = _plain(field.comment) + (f" `{rules}`" if rules else "")
        rows.append(f"| `{field.name}` | {f'`{kind}`' if kind else ''} | {about} |")
    return head + ["| field | type | |\n|---|---|---|\n" + "\n".join(rows)]


def _plain(text):
    """Without what doxygen would take for a command, a tag or a cell's end."""
    return re.sub(r"([\\@<>|#*_])", r"\\\1", text)
