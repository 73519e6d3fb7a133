#!/usr/bin/env python3
"""Prints what a binary glTF file draws: nodes, materials, and how far each mesh reaches by its own numbers and as it is told."""

import json
import struct
import sys


def main():
    data = open(sys.argv[1], "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    gltf = json.loads(data[20 : 20 + length])
    binary = data[28 + length :]
    print("asset", gltf["asset"]["version"], "scene", gltf["scenes"][gltf.get("scene", 0)])
    for node in gltf["nodes"]:
        print("node", json.dumps(node, sort_keys=True))
    for material in gltf.get("materials", []):
        print("material", json.dumps(material, sort_keys=True))
    for mesh in gltf["meshes"]:
        for part in mesh["primitives"]:
            accessor = gltf["accessors"][part["attributes"]["POSITION"]]
            view = gltf["bufferViews"][accessor["bufferView"]]
            at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            corners = [struct.unpack_from("<3f", binary, at + 12 * i) for i in range(accessor["count"])]
            least, most = [[f(c[k] for c in corners) for k in range(3)] for f in (min, max)]
            print("corners", len(corners), "from", ["%.4g" % x for x in least], "to", ["%.4g" % x for x in most], "told",
                  ["%.4g" % x for x in accessor["min"] + accessor["max"]])
            print("material", part.get("material"))


if __name__ == "__main__":
    main()
