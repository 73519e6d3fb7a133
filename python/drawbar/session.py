"""A session with a server, whatever moves its bytes: what Client and AsyncClient share."""

import collections
import json
import math
import time

import numpy as np

from . import _native
from .errors import Error

Stamp = collections.namedtuple("Stamp", "tick frame time monotonic_ns branch flags")
Stamp.__doc__ = """When a frame was: tick orders everything, (branch, frame) names the state, time is s of simulation at its end,
monotonic_ns the server's clock there; flags: bit 0 frozen, bit 1 replay."""

_BODY = np.dtype([("position", "<f8", 3), ("orientation", "<f4", 4), ("linear_velocity", "<f4", 3),
                  ("angular_velocity", "<f4", 3), ("id", "<u4"), ("flags", "<u4")])


class Frame:
    """The poses of one frame, a row for each body that was subscribed.

    stamp: Stamp. ids: body numbers (n), places in `body_names`. positions: (n, 3) m, of the body frame's origin.
    orientations: (n, 4), w x y z. linear_velocities: (n, 3) m/s. angular_velocities: (n, 3) rad/s, world axes. complete:
    False where a datagram was lost: bodies of it keep the poses they had.
    """

    __slots__ = ("stamp", "complete", "_bodies")

    def __init__(self, stamp, bodies, complete):
        self.stamp = Stamp(*stamp)
        self.complete = complete
        self._bodies = np.frombuffer(bodies, _BODY)

    ids = property(lambda self: self._bodies["id"], doc="Body numbers (n).")
    positions = property(lambda self: self._bodies["position"], doc="(n, 3) m, of the body frame's origin, world.")
    orientations = property(lambda self: self._bodies["orientation"], doc="(n, 4) w x y z, body axes to world axes.")
    linear_velocities = property(lambda self: self._bodies["linear_velocity"], doc="(n, 3) m/s, of that origin.")
    angular_velocities = property(lambda self: self._bodies["angular_velocity"], doc="(n, 3) rad/s, world axes.")

    def __repr__(self):
        return f"<drawbar.Frame {self.stamp.frame} of branch {self.stamp.branch}, {self.stamp.time:g} s>"


class Session:
    """What is known of a session, and the messages that make requests."""

    def __init__(self, name, role, token, subscribe):
        self._core = _native.Client(name, role, token, json.dumps(subscribe))
        self._answers = {}
        self._expected = {}
        self._held = set()
        self._frames = collections.deque(maxlen=256)
        self._messages = collections.deque(maxlen=4096)
        self.welcome = None
        self.scene_info = None
        self.telemetry = None
        self.last_frame = None
        self._refused_control = None

    # --- what is known ---

    @property
    def body_names(self):
        """By body number."""
        return self.scene_info["body_names"]

    @property
    def channels(self):
        """{name: number} of the controls."""
        return {channel["name"]: i for i, channel in enumerate(self.scene_info["channels"])}

    @property
    def period(self):
        """Length of a frame, s."""
        return self.scene_info["period_ns"] * 1e-9

    @property
    def scene(self):
        """The Scene that the server runs, for a World of one's own."""
        return _native.Scene.from_buffer(self.scene_info["scene"], self.scene_info["name"])

    def shown_poses(self):
        """{id: (position, orientation)} to draw now, interpolated; empty before the first frame."""
        shown = self._core.shown_time(time.monotonic_ns())
        return {} if shown is None else self._core.poses_at(shown)

    # --- bytes ---

    def _take(self, data):
        self._core.receive(data, time.monotonic_ns())
        self._sort_events()

    def _sort_events(self):
        while (event := self._core.next_event()) is not None:
            name = event[0]
            if name == "Frame":
                self.last_frame = Frame(*event[1:])
                self._frames.append(self.last_frame)
                continue
            fields = event[1]
            if name == "Welcome":
                self.welcome, self.scene_info = fields, fields["scene"]
            elif name == "Scene":
                self.scene_info = fields
            elif name == "Telemetry":
                self.telemetry = fields
            elif name == "Error" and (fields["field"] or "").startswith("Control."):
                self._on_refused_control(fields)
            if fields.get("request") in self._expected:
                # The first: a Reply that comes behind a StateFile says nothing more.
                self._answers.setdefault(fields["request"], (name, fields))
            else:
                self._messages.append((name, fields))

    def _on_refused_control(self, fields):
        """The server takes all of a Control or nothing: what is not held must not keep back the rest."""
        self._refused_control = _refusal(fields)
        for name, channel in self.channels.items():
            if self._told_holder(channel) not in (None, self.welcome["session"]):
                self._core.forget_control(channel)
                self._held.discard(name)

    def _begin_request(self, name, fields):
        number = self._core.request(name, json.dumps(fields))
        self._expected[number] = name, fields
        return number

    def _answer(self, number):
        """The fields of the answer, None while there is none; raises Error where the server refused."""
        if number not in self._answers:
            return None
        requested, with_fields = self._expected.pop(number)
        name, fields = self._answers.pop(number)
        if name == "Error":
            raise Error(_refusal(fields), "wrong")
        self._note_held(requested, with_fields.get("channels"))
        return fields

    def _note_held(self, request, numbers):
        """Of what is taken telemetry tells only later, and only where it is subscribed."""
        names = list(self.channels)
        named = {names[number] for number in numbers} if numbers else set(names)
        if request == "TakeControl":
            self._held |= named
        elif request == "ReleaseControl":
            self._held -= named

    def _told_holder(self, channel):
        """Of the newest telemetry; None where there is none, or it is of a scene with fewer channels."""
        holders = [] if self.telemetry is None else self.telemetry["holders"]
        return holders[channel] if channel < len(holders) else None

    def _holds(self, name):
        return name in self._held or self._told_holder(self.channels[name]) == self.welcome["session"]

    def _last_refusal(self):
        refusals = [_refusal(fields) for name, fields in self._messages if name == "Error"]
        return f": {refusals[-1]}" if refusals else ""

    # --- requests, as (name, fields) ---

    def _numbers(self, names):
        channels = self.channels
        for name in names:
            if name not in channels:
                raise Error(f"control {name}: the scene has none of this name; allowed: {', '.join(channels) or 'none'}")
        return [channels[name] for name in names]

    def set_control(self, name, value):
        """A value for a control that this session holds: repeated every 40 ms from now on, as the protocol wants it.
        Raises Error for a value that is not finite, for a control that was not taken, and once where the server has refused
        what was set before, such as a control that somebody else has taken since; that one is forgotten then."""
        refused, self._refused_control = self._refused_control, None
        if refused:
            raise Error(refused, "wrong")
        if not math.isfinite(value):
            raise Error(f"control {name}: {value}; allowed: a finite number")
        number = self._numbers([name])[0]
        if not self._holds(name):
            raise Error(f"control {name}: this session does not hold it; allowed: after take_control(\"{name}\")")
        self._core.set_control(number, float(value))

    def forget_control(self, name):
        """No longer repeats this control: after its timeout the server does what the scene says of silence."""
        self._core.forget_control(self._numbers([name])[0])


def subscription(encoding, every_nth, bodies, udp, telemetry_every_nth, contacts):
    """The fields of a Subscribe."""
    encodings = {"none": "None", "plain": "Plain", "compact": "Compact"}
    if encoding not in encodings:
        raise Error(f"encoding {encoding}; allowed: {', '.join(encodings)}")
    return {"encoding": encodings[encoding], "every_nth": every_nth, "body_names": list(bodies), "udp": udp,
            "telemetry_every_nth": telemetry_every_nth, "contacts": contacts}


def _refusal(fields):
    field = f" ({fields['field']})" if fields["field"] else ""
    return f"{fields['text']}{field}"
