"""Writing the files of a language pack: magic, version, check sum, then little-endian fields."""

import pathlib
import struct

import numpy as np


class PackFile:
    def __init__(self):
        self.parts = bytearray()

    def integer(self, v):
        self.parts += struct.pack("<I", int(v))

    def floats(self, a):
        self.parts += np.asarray(a, "<f4").tobytes()

    def integers(self, a):
        self.parts += np.asarray(a, "<u4").tobytes()

    def bytes(self, a):
        self.parts += np.ascontiguousarray(a).tobytes()
        self.align()

    def align(self):
        self.parts += b"\0" * (-len(self.parts) % 4)

    def write(self, path, magic, version=1):
        self.align()
        words = np.frombuffer(bytes(self.parts), "<u4")
        h = 2166136261
        for w in words.tolist():
            h = ((h ^ w) * 16777619) & 0xFFFFFFFF
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(magic.encode() + struct.pack("<II", version, h) + bytes(self.parts))
        return path.stat().st_size
