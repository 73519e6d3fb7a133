#!/usr/bin/env python3
"""mcap_messages.py [--untimed] FILE [TOPIC...]: prints the messages of a recording by the schemas of protocol/: topic, number, time since
the first, and each field; of poses and telemetry what is new. What is of this moment reads N, or is left out."""

import ctypes
import ctypes.util
import json
import sys

import tables
from mcap_records import Fields, MAGIC, records_of
from wire import news, steady

FILES = {"drawbar.record": "record.fbs", "drawbar.stream": "frame.fbs", "foxglove": "foxglove.fbs"}

ZSTD = ctypes.CDLL(ctypes.util.find_library("zstd"))
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t


def unpacked(data, size):
    out = ctypes.create_string_buffer(size)
    got = ZSTD.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    assert got == size, "the chunk is not zstd of its size"
    return out.raw


def inner_records(data):
    """Of the file without its chunks, and of these."""
    for _, opcode, body, _ in records_of(data):
        if opcode != 6:
            yield opcode, body
            continue
        chunk = Fields(body)
        chunk.take("Q"), chunk.take("Q")
        size, _ = chunk.take("Q"), chunk.take("I")
        form, packed = chunk.text(), chunk.raw("Q")
        plain = unpacked(packed, size) if form == "zstd" else packed
        yield from ((opcode, body) for _, opcode, body, _ in records_of(MAGIC + plain + MAGIC))


def since(value, begin):
    """Moments as seconds since `begin`, and what each build makes otherwise as N."""
    if isinstance(value, dict) and set(value) == {"sec", "nsec"}:
        time = value["sec"] * 10**9 + value["nsec"]
        return (time - begin) / 1e9 if time > 10**18 else time / 1e9
    if isinstance(value, dict) and "program" in value:
        return {k: (v - begin) / 1e9 if k == "utc_start_ns" else "N" for k, v in value.items()}
    if isinstance(value, dict):
        return {k: "N" if k in ("hash", "state_hash") else since(v, begin) for k, v in value.items()}
    return [since(v, begin) for v in value] if isinstance(value, list) else value


def main():
    untimed = "--untimed" in sys.argv
    file, *topics = [word for word in sys.argv[1:] if word != "--untimed"]
    schemas, channels, messages = {}, {}, {}
    for opcode, body in inner_records(open(file, "rb").read()):
        f = Fields(body)
        if opcode == 3:
            number = f.take("H")
            schemas[number] = f.text()
        elif opcode == 4:
            number, schema, topic = f.take("H"), f.take("H"), f.text()
            channels[number] = (schema, topic)
        elif opcode == 5:
            channel, sequence, logged, published = f.take("H"), f.take("I"), f.take("Q"), f.take("Q")
            messages.setdefault(channel, []).append((sequence, logged, published, body[f.at :]))
    begin = min(logged for own in messages.values() for _, logged, _, _ in own)
    for number, own in sorted(messages.items()):
        schema, topic = schemas[channels[number][0]], channels[number][1]
        if topics and topic not in topics:
            continue
        said = tables.read([message for *_, message in own], FILES[schema.rpartition(".")[0]], "--root-type", schema)
        before, left_out = {}, 0
        for (sequence, logged, published, _), value in zip(own, said):
            if value.get("kind") in tables.BY_LOAD:
                left_out += 1
                continue
            when = "" if untimed else f" at {(logged - begin) / 1e9:.3f} s" + ("" if logged == published else f", published {(published - begin) / 1e9:.3f} s")
            value = steady(since(value, begin))
            print(f"{topic} {sequence - left_out}{when}:", json.dumps(news(value, before) if topic in ("/poses", "/telemetry") else value, ensure_ascii=False))
            before = value


if __name__ == "__main__":
    main()
