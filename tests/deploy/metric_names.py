#!/usr/bin/python3
"""Every metric that the rules and the dashboard name is one that a running daemon has.

usage: metric_names.py METRICS RULES... DASHBOARD
       METRICS: the text of /metrics; RULES: rule files of Prometheus; DASHBOARD: Grafana's JSON

Ends with 1 and names those that are not there; also where a rule file or dashboard asks for nothing at all.
"""
import json
import pathlib
import re
import sys

# Made by Prometheus itself.
OF_PROMETHEUS = {"up", "ALERTS"}
WORDS = {"by", "without", "on", "ignoring", "group_left", "group_right", "and", "or", "unless", "offset", "bool"}


def served(text):
    names = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, flags=re.M):
        names |= {name + end for end in ("_bucket", "_sum", "_count")} if kind == "histogram" else {name}
    return names


def named(expression):
    """Identifiers that are neither functions, labels, durations nor words of PromQL."""
    bare = re.sub(r'"[^"]*"|\'[^\']*\'', "", expression)
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", bare)
    bare = re.sub(r"\b(by|without|on|ignoring)\s*\([^)]*\)", " ", bare)
    found = re.findall(r"(?<![\w:.])([A-Za-z_:][\w:]*)(?!\s*\(|[\w:])", bare)
    return {name for name in found if name not in WORDS}


def rule_expressions(text):
    """(recorded name or None, expression) of each rule; ours are written so that no YAML reader is needed."""
    rules = re.split(r"^      - (?=record:|alert:)", text, flags=re.M)[1:]
    for rule in rules:
        record = re.match(r"record: (\S+)", rule)
        expression = re.search(r"^        expr:(.*(?:\n          .*)*)", rule, flags=re.M)
        yield record and record.group(1), expression.group(1).lstrip(" >\n")


def dashboard_expressions(dashboard):
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield f"panel {panel['title']!r}", target["expr"]
    for variable in dashboard["templating"]["list"]:
        query = variable["query"]
        if isinstance(query, dict):
            asked = re.fullmatch(r"label_values\((\w+), \w+\)", query["query"])
            yield f"variable {variable['name']!r}", asked.group(1) if asked else query["query"]
    for note in dashboard["annotations"]["list"]:
        yield f"annotation {note['name']!r}", note["expr"]


def main(metrics, *rules, dashboard):
    known = served(pathlib.Path(metrics).read_text()) | OF_PROMETHEUS
    places = []
    for path in rules:
        found = list(rule_expressions(pathlib.Path(path).read_text()))
        known |= {record for record, _ in found if record}
        places += [(path, expression) for _, expression in found]
        if not found:
            sys.exit(f"{path}: no rules found")
    places += dashboard_expressions(json.loads(pathlib.Path(dashboard).read_text()))
    wrong = [(place, name) for place, expression in places for name in sorted(named(expression) - known)]
    for place, name in wrong:
        print(f"{place}: {name} is no metric of the daemon and no recorded rule")
    empty = [place for place, expression in places if not named(expression)]
    for place in empty:
        print(f"{place}: asks for no metric")
    print(f"{len(places)} expressions, {len(known)} known names, {len(wrong)} unknown")
    return 1 if wrong or empty else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:-1], dashboard=sys.argv[-1]))
