"""Steps per second of one arm from Python: drawbar beside MuJoCo's C API, in one run.

usage: PYTHONPATH=build/release/python tests/bench/python_steps.py [SECONDS]

The arm is written once, below, and given to both as their own formats: six links on hinges with viscous friction, no contact, let
go from the horizontal. That both move the same arm is printed with the figures: the largest difference of the joints after 2 s to
MuJoCo's RK4 at 0.2 ms. MuJoCo is called through ctypes (Debian has no Python bindings of it): its own loop of many steps is one
call of a small C function where a compiler is there, so that ctypes does not count.
"""

import ctypes
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import drawbar

# Axis, offset of its joint from the one before (m), mass (kg), principal inertia (kg m^2), centre from the joint (m).
LINKS = [
    ("z", (0, 0, 0.10), 6.0, (0.030, 0.030, 0.020), (0, 0, 0.10)),
    ("y", (0, 0, 0.20), 8.0, (0.020, 0.150, 0.140), (0.20, 0, 0)),
    ("y", (0.40, 0, 0), 4.0, (0.010, 0.060, 0.060), (0.15, 0, 0)),
    ("x", (0.30, 0, 0), 2.0, (0.005, 0.008, 0.008), (0.05, 0, 0)),
    ("y", (0.10, 0, 0), 1.5, (0.002, 0.004, 0.004), (0.04, 0, 0)),
    ("x", (0.08, 0, 0), 0.5, (0.001, 0.001, 0.001), (0.03, 0.02, 0)),
]
DAMPING = 0.05  # N m s/rad
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


def scene(substep_ms):
    """As a scene of frames of one substep."""
    bodies, joints, at, parent = [], [], np.zeros(3), "world"
    for i, (axis, offset, mass, inertia, centre) in enumerate(LINKS):
        at = at + offset
        name = f"link{i}"
        bodies.append({"name": name, "mass": mass, "inertia": inertia, "position": list(at), "center_of_mass": list(centre)})
        joints.append({"name": f"hinge{i}", "type": "revolute", "parent": parent, "child": name, "position": list(at),
                       "axis": AXES[axis], "friction": {"viscous": DAMPING}})
        parent = name
    return json.dumps({"name": "arm", "frame": {"period_ms": substep_ms, "substeps": 1, "min_substeps": 1}, "bodies": bodies,
                       "joints": joints})


def mjcf(step_s, integrator):
    """As a model of MuJoCo."""
    text, ends = "", ""
    for i, (axis, offset, mass, inertia, centre) in enumerate(LINKS):
        numbers = lambda v: " ".join(map(repr, map(float, v)))  # noqa: E731
        text += (f'<body name="link{i}" pos="{numbers(offset)}"><joint name="hinge{i}" type="hinge" axis="{numbers(AXES[axis])}"'
                 f' damping="{DAMPING}"/><inertial pos="{numbers(centre)}" mass="{mass}" diaginertia="{numbers(inertia)}"/>')
        ends += "</body>"
    return (f'<mujoco><option timestep="{step_s}" integrator="{integrator}" gravity="0 0 -9.81"/>'
            f'<worldbody>{text}{ends}</worldbody></mujoco>')


LOOP = """
#include <mujoco/mujoco.h>
void* load(const char* file, char* error) { return mj_loadXML(file, 0, error, 1000); }
void* data(void* model) { return mj_makeData(model); }
void steps(void* model, void* state, int count) { for (int i = 0; i < count; ++i) mj_step(model, state); }
double joint(void* state, int i) { return ((mjData*)state)->qpos[i]; }
"""


class MuJoCo:
    def __init__(self, folder):
        source, library = pathlib.Path(folder) / "loop.c", pathlib.Path(folder) / "loop.so"
        source.write_text(LOOP)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-lmujoco"], check=True)
        self.folder, self.library = pathlib.Path(folder), ctypes.CDLL(str(library))
        for function in (self.library.load, self.library.data):
            function.restype = ctypes.c_void_p
        self.library.joint.restype = ctypes.c_double

    def begin(self, step_s, integrator):
        file, error = self.folder / "arm.xml", ctypes.create_string_buffer(1000)
        file.write_text(mjcf(step_s, integrator))
        self.model = self.library.load(str(file).encode(), error)
        if not self.model:
            raise SystemExit(error.value.decode())
        self.state = ctypes.c_void_p(self.library.data(ctypes.c_void_p(self.model)))

    def steps(self, count):
        self.library.steps(ctypes.c_void_p(self.model), self.state, count)

    def joints(self):
        return np.array([self.library.joint(self.state, i) for i in range(len(LINKS))])


def rate(steps, seconds, at_once=200):
    """Steps per second of thread time: the median of three runs."""
    rates = []
    for _ in range(3):
        done, begin = 0, time.process_time()
        while time.process_time() - begin < seconds:
            steps(at_once)
            done += at_once
        rates.append(done / (time.process_time() - begin))
    return sorted(rates)[1]


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        mujoco = MuJoCo(folder)
        mujoco.begin(0.0002, "RK4")
        mujoco.steps(10000)
        truth = mujoco.joints()
        for step_ms in (5, 2):
            for integrator in ("Euler", "RK4"):
                mujoco.begin(step_ms / 1000, integrator)
                mujoco.steps(2000 // step_ms)
                error = np.abs(mujoco.joints() - truth).max()
                rows.append((f"MuJoCo 2.2, {integrator}, C loop", step_ms, rate(mujoco.steps, seconds), error))
            checked = drawbar.Scene.from_text(scene(step_ms), "arm")
            world = drawbar.World(checked)
            world.step(2000 // step_ms)
            error = np.abs(world.joint_positions - truth).max()
            rows.append(("drawbar, 200 steps a call", step_ms, rate(world.step, seconds), error))
            rows.append(("drawbar, 1 step a call", step_ms, rate(lambda n: [world.step() for _ in range(n)], seconds), error))
            batch = drawbar.Batch(checked, 256)
            begin, done = time.perf_counter(), 0
            while time.perf_counter() - begin < seconds:
                batch.step(20)
                done += 20 * len(batch)
            rows.append((f"drawbar, 256 worlds, {batch.threads} threads, wall", step_ms, done / (time.perf_counter() - begin), error))
    print(f"| {'engine':42} | step ms | steps/s | joints after 2 s (rad) |\n|---|---|---|---|")
    for name, step_ms, per_second, error in rows:
        print(f"| {name:42} | {step_ms} | {per_second:,.0f} | {error:.1e} |")


if __name__ == "__main__":
    main()
