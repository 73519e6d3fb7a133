#!/usr/bin/python3
"""Drives for ten seconds and prints where the fastest body is, from poses over UDP: example.py [HOST [PORT]]"""

import sys
import time

from drawbar_client import Client

client = Client(*sys.argv[1:2], **({"port": int(sys.argv[2])} if len(sys.argv) > 2 else {}),
                name="example", role="operator", udp=True)
print("channels:", ", ".join(client.channels), "- bodies:", ", ".join(client.body_names))
client.take_control()
channel = next(iter(client.channels), None)
if channel:
    client.set_control(channel, 0.5)

end = time.monotonic() + 10
while time.monotonic() < end:
    client.poll()
    while client.frames:
        frame = client.frames.popleft()
        if frame.stamp.tick % 25 == 0:
            body = max(frame.bodies.values(), key=lambda b: sum(v * v for v in b.linear_velocity))
            x, y, z = body.position
            print(f"frame {frame.stamp.frame}: {client.body_names[body.id]} at {x:.3f} {y:.3f} {z:.3f} m")
client.close()
