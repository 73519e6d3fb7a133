"""Greyscale PNGs, the same bytes every time."""
import struct
import zlib


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def encode(rows, bits):
    """`rows` of samples from the smallest y (south) upwards; 8 or 16 bits each."""
    code = {8: "B", 16: "H"}[bits]
    width = len(rows[0])
    # The image's first row is north, the largest y; every row starts with filter type 0.
    data = b"".join(b"\0" + struct.pack(f">{width}{code}", *row) for row in reversed(rows))
    png = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), bits, 0, 0, 0, 0))
    return png + _chunk(b"IDAT", zlib.compress(data, 9)) + _chunk(b"IEND", b"")
