"""The installed headers through doxygen: the pages, and which classes and functions no comment explains."""
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

SETTINGS = """
PROJECT_NAME = drawbar
PROJECT_NUMBER = {version}
PROJECT_BRIEF = "physics server for training simulators"
OUTPUT_DIRECTORY = "{output}"
INPUT = {inputs}
STRIP_FROM_PATH = "{top}"
USE_MDFILE_AS_MAINPAGE = "{main_page}"
INPUT_FILTER = "awk -f {filter}"
FILTER_PATTERNS = *.md=cat
JAVADOC_AUTOBRIEF = YES
MACRO_EXPANSION = NO
GENERATE_HTML = YES
GENERATE_XML = YES
GENERATE_LATEX = NO
HAVE_DOT = NO
HTML_TIMESTAMP = NO
SHOW_INCLUDE_FILES = NO
VERBATIM_HEADERS = NO
WARN_IF_UNDOCUMENTED = NO
QUIET = YES
"""


def make(top: pathlib.Path, output: pathlib.Path, headers, pages, version):
    """Writes html/ and xml/ into `output`; the warnings of doxygen."""
    here = pathlib.Path(__file__).resolve().parent
    inputs = " ".join(f'"{path}"' for path in [*pages, *(top / header for header in headers)])
    settings = SETTINGS.format(version=version, output=output, inputs=inputs, top=top, main_page=pages[0],
                               filter=here / "file_comment.awk")
    done = subprocess.run(["doxygen", "-"], input=settings, capture_output=True, text=True, check=True)
    return [line for line in done.stderr.splitlines() if "warning" in line or "error" in line]


def gaps(xml: pathlib.Path):
    """Places, one a line, of what is public and not explained. What the language gives (destructors, copies, comparisons)
    and what overrides something explained need no words, nor does a further overload."""
    found = set()
    for path in xml.glob("*.xml"):
        for compound in ElementTree.parse(path).getroot().findall("compounddef"):
            if compound.get("prot") == "private":
                continue
            if compound.get("kind") in ("class", "struct", "union") and not _explained(compound):
                found.add(_place(compound, f"{compound.get('kind')} {compound.findtext('compoundname')}"))
            members = [member for member in compound.iter("memberdef") if member.get("prot") != "private"]
            explained = {member.findtext("name") for member in members if _explained(member)}
            for member in members:
                name = member.findtext("name")
                if member.get("kind") in ("function", "enum", "typedef") and name not in explained and not _obvious(member, compound):
                    found.add(_place(member, f"{member.get('kind')} {name}"))
    return sorted(found)


def _explained(node):
    return any("".join(node.find(part).itertext()).strip() for part in ("briefdescription", "detaileddescription")
               if node.find(part) is not None)


def _obvious(member, compound):
    name, arguments = member.findtext("name"), member.findtext("argsstring") or ""
    owner = compound.findtext("compoundname").split("<")[0].strip().split("::")[-1]
    special = name == owner and (member.find("param") is None or f"{owner} &" in arguments)
    return name.startswith(("~", "operator")) or special or member.find("reimplements") is not None


def _place(node, what):
    location = node.find("location")
    return f"{location.get('file')}:{location.get('line')}: {what} has no comment"
