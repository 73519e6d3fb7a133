// A scene for tests: two carts, a ball, and a channel that is nobody's.
import * as scene from "#protocol/scene";
import type { SceneMessage } from "../src/protocol/messages";
import { channel } from "./channels";

export function body(name: string, isStatic = false): scene.BodyT {
  const result = new scene.BodyT(name);
  result.static_ = isStatic;
  return result;
}

export function joint(name: string, parent: string, child: string): scene.JointT {
  return new scene.JointT(name, scene.JointType.revolute, parent, child);
}

export function message(content: scene.SceneT, channels: string[]): SceneMessage {
  return {
    kind: "scene", name: "", content, fingerprint: "", periodMs: 40, branch: 0, exercise: null,
    bodyNames: content.bodies.map(({ name }) => `${name}`),
    joints: content.joints.map(({ name }) => ({ name: `${name}`, axes: 1 })),
    driveNames: content.drives.map(({ name }) => `${name}`),
    channels: channels.map((name) => channel(name)),
  };
}

export function twoCarts(): SceneMessage {
  const content = new scene.SceneT();
  content.bodies = [body("ground", true), body("a_frame"), body("a_wheel"), body("b_wheel"), body("b_frame"), body("ball")];
  content.joints = [
    joint("a_axle", "a_frame", "a_wheel"), joint("b_axle", "b_frame", "b_wheel"), joint("b_tether", "ground", "b_frame"),
    joint("a_rail", "ground", "a_frame"),
  ];
  const motor = new scene.DriveT("b_motor", scene.DriveType.dc_motor, "b_axle");
  motor.inputs = [new scene.DriveInputT("b_throttle")];
  content.drives = [motor];
  content.brakes = [new scene.BrakeT("a_disc", "a_axle", 0, "a_brake")];
  return message(content, ["a_brake", "b_throttle", "lights"]);
}
