"""FlatBuffers as JSON and back, by flatc and the schemas of protocol/."""

import json
import pathlib
import subprocess
import tempfile

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "protocol"
BY_LOAD = ("Overrun", "Slip", "SubstepsChanged", "ClockStepped")  # events that come where a machine has no time for the daemon


def read(messages, schema, *options):
    """What each says, by a file of SCHEMAS; with all defaults."""
    if not messages:
        return []
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f"{i}.bin" for i in range(len(messages))]
        for file, message in zip(files, messages):
            file.write_bytes(message)
        form = ["--json", "--raw-binary", "--strict-json", "--defaults-json", *options]
        subprocess.run(["flatc", *form, "-I", SCHEMAS, "-o", folder, SCHEMAS / schema, "--", *files], check=True)
        return [json.loads(file.with_suffix(".json").read_text()) for file in files]


def client_message(body, fields, request=0):
    """The bytes of a drawbar.control.ClientMessage."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "sent.json"
        file.write_text(json.dumps({"request": request, "body_type": body, "body": fields}))
        subprocess.run(["flatc", "--binary", "-I", SCHEMAS, "-o", folder, SCHEMAS / "control.fbs", file], check=True)
        return file.with_suffix(".dbc").read_bytes()
