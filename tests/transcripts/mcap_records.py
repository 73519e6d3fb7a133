#!/usr/bin/env python3
"""Prints the records of an MCAP file (mcap.dev, specification 0), read from its layout alone.

Times count from the first message's. What the summary says of other records' places is followed and judged.
"""

import struct
import sys
import zlib

MAGIC = b"\x89MCAP0\r\n"
NAMES = {1: "Header", 2: "Footer", 3: "Schema", 4: "Channel", 5: "Message", 6: "Chunk", 7: "MessageIndex", 8: "ChunkIndex", 9: "Attachment",
         10: "AttachmentIndex", 11: "Statistics", 12: "Metadata", 13: "MetadataIndex", 14: "SummaryOffset", 15: "DataEnd"}


class Fields:
    """Of one record, in their order."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        (value,) = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def raw(self, form="I"):
        size = self.take(form)
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self):
        return self.raw().decode()

    def pairs(self, key, value):
        inside = Fields(self.raw())
        found = []
        while inside.at < len(inside.data):
            found.append((inside.text() if key == "text" else inside.take(key), inside.text() if value == "text" else inside.take(value)))
        return found


def records_of(data):
    at = len(MAGIC)
    while at < len(data) - len(MAGIC):
        opcode, size = struct.unpack_from("<BQ", data, at)
        yield at, opcode, data[at + 9 : at + 9 + size], 9 + size
        at += 9 + size


def main():
    data = open(sys.argv[1], "rb").read()
    assert data.startswith(MAGIC) and data.endswith(MAGIC), "no magic"
    records = {at: (opcode, body, size) for at, opcode, body, size in records_of(data)}
    begin = min(Fields(body).take("Q") for opcode, body, _ in records.values() if opcode == 6)

    def place(at, opcode, size=None):
        found = records.get(at)
        return "right" if found and found[0] == opcode and size in (None, found[2]) else "WRONG"

    def seconds(time):
        return "%.9f" % ((time - begin) / 1e9)

    for at, (opcode, body, _) in records.items():
        f = Fields(body)
        say = [NAMES.get(opcode, "unknown %d" % opcode)]
        if opcode == 1:
            say += [repr(f.text()), "library" if f.text() else "no library"]
        elif opcode == 2:
            summary, offsets, crc = f.take("Q"), f.take("Q"), f.take("I")
            say += ["summary", "right" if records.get(summary, (0,))[0] in (3, 4, 8, 11, 13) else "WRONG", "offsets", place(offsets, 14), "crc",
                    "right" if crc == zlib.crc32(data[summary : at + 9 + 16]) else "WRONG"]
        elif opcode == 3:
            say += [f.take("H"), f.text(), f.text(), "with data" if f.raw() else "without data"]
        elif opcode == 4:
            say += [f.take("H"), "schema", f.take("H"), f.text(), f.text(), f.pairs("text", "text")]
        elif opcode == 6:
            say += [seconds(f.take("Q")), "to", seconds(f.take("Q")), "of", f.take("Q"), "bytes, crc", "given" if f.take("I") else "none", f.text()]
        elif opcode == 7:
            channel, entries = f.take("H"), f.pairs("Q", "Q")
            say += [channel, len(entries), "messages", *(["from", seconds(entries[0][0]), "to", seconds(entries[-1][0])] if entries else [])]
        elif opcode == 8:
            say += [seconds(f.take("Q")), "to", seconds(f.take("Q")), "chunk", place(f.take("Q"), 6, f.take("Q"))]
            indexes = f.pairs("H", "Q")
            right = all(place(where, 7) == "right" and Fields(records[where][1]).take("H") == channel for channel, where in indexes)
            say += ["indexes of channels", [channel for channel, _ in indexes], "right" if right else "WRONG"]
            length = sum(records[where][2] for _, where in indexes if where in records)
            say += ["length", "right" if f.take("Q") == length else "WRONG", f.text()]
        elif opcode == 11:
            names = ("messages", "schemas", "channels", "attachments", "metadata", "chunks")
            say += [(name, f.take(form)) for name, form in zip(names, "QHIIII")]
            say += [seconds(f.take("Q")), "to", seconds(f.take("Q")), f.pairs("H", "Q")]
        elif opcode == 12:
            say += [f.text(), f.pairs("text", "text")]
        elif opcode == 13:
            say += [place(f.take("Q"), 12, f.take("Q")), f.text()]
        elif opcode == 14:
            group, where, length = f.take("B"), f.take("Q"), f.take("Q")
            inside = [records[k] for k in records if where <= k < where + length]
            right = bool(inside) and all(o == group for o, _, _ in inside) and sum(s for _, _, s in inside) == length
            say += [NAMES.get(group), "right" if right else "WRONG"]
        elif opcode == 15:
            crc = f.take("I")
            say += ["crc", "none" if crc == 0 else "right" if crc == zlib.crc32(data[:at]) else "WRONG"]
        print(*say)


if __name__ == "__main__":
    main()
