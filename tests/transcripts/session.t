A course at a daemon: what an instructor is told, and what is kept of his session.

  $ cat > scene.json <<'END'
  > { "name": "drop",
  >   "materials": [ { "name": "clay" } ],
  >   "bodies": [
  >     { "name": "plate", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 0.2], "position": [0, 0, -0.1], "material": "clay" } ] },
  >     { "name": "near", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 0.2], "position": [0, 0, 0.1], "sensor": true } ] },
  >     { "name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 0.6], "shapes": [ { "type": "sphere", "radius": 0.1, "material": "clay" } ] },
  >     { "name": "arm", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [2.5, 0, 1] } ],
  >   "joints": [ { "name": "pivot", "type": "revolute", "parent": "world", "child": "arm", "position": [2, 0, 1], "axis": [0, 1, 0] } ],
  >   "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "lever", "supply_voltage": 24, "resistance": 1,
  >               "torque_constant": 0.05, "gear": { "ratio": 20 } } ],
  >   "controls": [ { "name": "lever" } ] }
  > END
  $ cat > drop.json <<'END'
  > { "name": "landing", "scene": "scene.json", "title": { "en": "A landing", "ru": "Посадка" }, "briefing": { "en": "Let it fall." },
  >   "variants": [ { "name": "heavy", "title": { "en": "Heavy" }, "changes": { "payloads": [ { "body": "ball", "mass": 5 } ] } } ],
  >   "triggers": [ { "name": "gust", "when": { "type": "time", "after": 0.4 },
  >                   "actions": [ { "type": "malfunction", "effect": "ball force x=3 duration=0.5" },
  >                                { "type": "message", "text": { "en": "A gust.", "ru": "Порыв." } } ] } ],
  >   "criteria": [ { "name": "fast", "type": "time", "when": { "type": "quantity", "quantity": "ball.speed", "above": 2 }, "tolerance": 0.1, "penalty": 100, "weight": 20 },
  >                 { "name": "far", "type": "peak", "quantity": "ball.x", "unit": "m", "tolerance": 0.1, "penalty": 50, "weight": 30 },
  >                 { "name": "wide", "type": "peak", "quantity": "ball.y", "magnitude": true, "unit": "m", "weight": 10 } ] }
  > END
  $ drawbar check scene.json
  scene.json: good
  $ drawbar check drop.json
  drop.json: good
  $ drawbar info scene.json
  scene drop
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 1792 bytes
  bodies: 4, 3 kg
    plate: static, box
    near: static, box
    ball: 2 kg, inertia [0.01, 0.01, 0.01] kg m^2, sphere
    arm: 1 kg, inertia [0.1, 0.1, 0.1] kg m^2, no shapes
  joints: 1
    pivot: revolute, world to arm
  drives: 1
    motor: dc_motor on pivot, voltage mode, 24 V, gear 20, from lever
  controls: 1
    lever: [-1, 1], neutral 0, on silence for 500 ms: neutral
  $ drawbar info drop.json
  exercise landing: A landing
    Let it fall.
    time limit: none, pass mark 60 of 100
  variants: 1
    heavy: Heavy
  triggers: 1
    gust: on time: malfunction, message
  criteria: 3
    fast: time, 100 points for each 1 above 0.1, at most 20
    far: peak, 50 points for each m above 0.1, at most 30
    wide: peak, 1 points for each m above 0, at most 10
  scene drop
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 1792 bytes
  bodies: 4, 3 kg
    plate: static, box
    near: static, box
    ball: 2 kg, inertia [0.01, 0.01, 0.01] kg m^2, sphere
    arm: 1 kg, inertia [0.1, 0.1, 0.1] kg m^2, no shapes
  joints: 1
    pivot: revolute, world to arm
  drives: 1
    motor: dc_motor on pivot, voltage mode, 24 V, gear 20, from lever
  controls: 1
    lever: [-1, 1], neutral 0, on silence for 500 ms: neutral
  $ serve drop.json --record r.mcap --records records.sqlite --trainee Ada --station one
  $ instructor library
  drop.json                       exercise  A landing
    --variant heavy                         Heavy
  scene.json                      scene     drop
  $ instructor library --json
  [{"file": "drop.json", "exercise": true, "title": {"en": "A landing", "ru": "Посадка"}, "briefing": {"en": "Let it fall.", "ru": null}, "wrong": null, "variants": [{"name": "heavy", "title": {"en": "Heavy", "ru": null}}]}, {"file": "scene.json", "exercise": false, "title": {"en": "drop", "ru": null}, "briefing": null, "wrong": null, "variants": []}]
  $ instructor malfunctions
  force: pushes a body
      x=-1e+09 to 1e+09 N (0): along x
      y=-1e+09 to 1e+09 N (0): along y
      z=-1e+09 to 1e+09 N (0): along z
      at_x=-1e+06 to 1e+06 m (0): point that it acts at, from the body frame's origin, body axes
      at_y=-1e+06 to 1e+06 m (0): point that it acts at, from the body frame's origin, body axes
      at_z=-1e+06 to 1e+06 m (0): point that it acts at, from the body frame's origin, body axes
      body_axes=0 to 1 (0): 0: x, y, z are the world's; above 0: the body's
      of: ball, arm
  torque: turns a body
      x=-1e+09 to 1e+09 N m (0): along x
      y=-1e+09 to 1e+09 N m (0): along y
      z=-1e+09 to 1e+09 N m (0): along z
      body_axes=0 to 1 (0): 0: x, y, z are the world's; above 0: the body's
      of: ball, arm
  impulse: strikes a body, at once
      x=-1e+09 to 1e+09 N s (0): along x
      y=-1e+09 to 1e+09 N s (0): along y
      z=-1e+09 to 1e+09 N s (0): along z
      at_x=-1e+06 to 1e+06 m (0): point that it acts at, from the body frame's origin, body axes
      at_y=-1e+06 to 1e+06 m (0): point that it acts at, from the body frame's origin, body axes
      at_z=-1e+06 to 1e+06 m (0): point that it acts at, from the body frame's origin, body axes
      body_axes=0 to 1 (0): 0: x, y, z are the world's; above 0: the body's
      of: ball, arm
  place: puts a body, and all that is joined to it, elsewhere, at rest, at once
      x=-1e+06 to 1e+06 m (needed): place of the body frame's origin
      y=-1e+06 to 1e+06 m (needed): place of the body frame's origin
      z=-1e+06 to 1e+06 m (needed): place of the body frame's origin
      roll=-36000 to 36000 deg (0): about the world's x
      pitch=-36000 to 36000 deg (0): then about the world's y
      yaw=-36000 to 36000 deg (0): then about the world's z
      of: ball
  off: no current flows in the motor
      of: motor
  burnout: the motor's winding burns: it stays open, at once
      of: motor
  torque_loss: the motor loses this part of its torque per current, and of what it induces
      of: motor
  phase_loss: one of the motor's three phases is open: twice the resistance, half the current limit
      of: motor
  short_circuit: the motor's terminals are joined: it brakes itself
      of: motor
  supply_sag: the motor's supply loses this part of its voltage
      of: motor
  jam: a joint's axes resist with dry friction besides their own
      friction=0 to 1e+09 N or N m (needed): that it resists with
      of: pivot
  break: a joint is no more, at once
      of: pivot
  friction: a material has another friction against all others
      factor=0 to 10 (needed): times its friction
      of: clay
  dead: a reading is 0; a control is felt as 0
      of: lever, pivot.position[0], pivot.velocity[0], motor.current, motor.voltage, motor.torque, motor.temperature, arm.rate_x, arm.rate_y, arm.rate_z, arm.roll, arm.pitch, arm.heading
  stuck: a reading or a control stays as it is
      of: lever, pivot.position[0], pivot.velocity[0], motor.current, motor.voltage, motor.torque, motor.temperature, arm.rate_x, arm.rate_y, arm.rate_z, arm.roll, arm.pitch, arm.heading
  bias: a reading or a control is off by this
      value=-1e+09 to 1e+09 of the channel (needed): that is added
      of: lever, pivot.position[0], pivot.velocity[0], motor.current, motor.voltage, motor.torque, motor.temperature, arm.rate_x, arm.rate_y, arm.rate_z, arm.roll, arm.pitch, arm.heading
  noise: a reading or a control has a normally distributed error, a new one in each frame
      deviation=0 to 1e+09 of the channel (needed): standard deviation
      seed=0 to 4.29497e+09 (1): of what is drawn by lot: the same gives the same
      of: lever, pivot.position[0], pivot.velocity[0], motor.current, motor.voltage, motor.torque, motor.temperature, arm.rate_x, arm.rate_y, arm.rate_z, arm.roll, arm.pitch, arm.heading
  delay: a reading or a control comes late, at most 63 frames
      time=0 to 10 s (needed): by which it is late
      of: lever, pivot.position[0], pivot.velocity[0], motor.current, motor.voltage, motor.torque, motor.temperature, arm.rate_x, arm.rate_y, arm.rate_z, arm.roll, arm.pitch, arm.heading
  intermittent: a reading or a control is 0 by turns
      turn=0.01 to 3600 s (0.2): of one turn
      part=0 to 1 (0.5): of the turns that are lost
      seed=0 to 4.29497e+09 (1): of what is drawn by lot: the same gives the same
      of: lever, pivot.position[0], pivot.velocity[0], motor.current, motor.voltage, motor.torque, motor.temperature, arm.rate_x, arm.rate_y, arm.rate_z, arm.roll, arm.pitch, arm.heading
  absent: a body, and all that is joined to it, is not there; it comes back at rest, where it was or was placed
      of: plate, near, ball
  play: the gears of a joint's drives have free way, or, where nothing drives it, its stops are worn
      way=0 to 10 m or rad (needed): to either side
      of: pivot
  $ instructor malfunctions --json
  {"types": [{"name": "force", "meaning": "pushes a body", "at_once": false, "parameters": [{"name": "x", "unit": "N", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along x"}, {"name": "y", "unit": "N", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along y"}, {"name": "z", "unit": "N", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along z"}, {"name": "at_x", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": 0, "meaning": "point that it acts at, from the body frame's origin, body axes"}, {"name": "at_y", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": 0, "meaning": "point that it acts at, from the body frame's origin, body axes"}, {"name": "at_z", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": 0, "meaning": "point that it acts at, from the body frame's origin, body axes"}, {"name": "body_axes", "unit": "", "minimum": 0, "maximum": 1, "preset": 0, "meaning": "0: x, y, z are the world's; above 0: the body's"}], "targets": ["ball", "arm"]}, {"name": "torque", "meaning": "turns a body", "at_once": false, "parameters": [{"name": "x", "unit": "N m", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along x"}, {"name": "y", "unit": "N m", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along y"}, {"name": "z", "unit": "N m", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along z"}, {"name": "body_axes", "unit": "", "minimum": 0, "maximum": 1, "preset": 0, "meaning": "0: x, y, z are the world's; above 0: the body's"}], "targets": ["ball", "arm"]}, {"name": "impulse", "meaning": "strikes a body, at once", "at_once": true, "parameters": [{"name": "x", "unit": "N s", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along x"}, {"name": "y", "unit": "N s", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along y"}, {"name": "z", "unit": "N s", "minimum": -1000000000, "maximum": 1000000000, "preset": 0, "meaning": "along z"}, {"name": "at_x", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": 0, "meaning": "point that it acts at, from the body frame's origin, body axes"}, {"name": "at_y", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": 0, "meaning": "point that it acts at, from the body frame's origin, body axes"}, {"name": "at_z", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": 0, "meaning": "point that it acts at, from the body frame's origin, body axes"}, {"name": "body_axes", "unit": "", "minimum": 0, "maximum": 1, "preset": 0, "meaning": "0: x, y, z are the world's; above 0: the body's"}], "targets": ["ball", "arm"]}, {"name": "place", "meaning": "puts a body, and all that is joined to it, elsewhere, at rest, at once", "at_once": true, "parameters": [{"name": "x", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": null, "meaning": "place of the body frame's origin"}, {"name": "y", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": null, "meaning": "place of the body frame's origin"}, {"name": "z", "unit": "m", "minimum": -1000000, "maximum": 1000000, "preset": null, "meaning": "place of the body frame's origin"}, {"name": "roll", "unit": "deg", "minimum": -36000, "maximum": 36000, "preset": 0, "meaning": "about the world's x"}, {"name": "pitch", "unit": "deg", "minimum": -36000, "maximum": 36000, "preset": 0, "meaning": "then about the world's y"}, {"name": "yaw", "unit": "deg", "minimum": -36000, "maximum": 36000, "preset": 0, "meaning": "then about the world's z"}], "targets": ["ball"]}, {"name": "off", "meaning": "no current flows in the motor", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "burnout", "meaning": "the motor's winding burns: it stays open, at once", "at_once": true, "parameters": [], "targets": ["motor"]}, {"name": "torque_loss", "meaning": "the motor loses this part of its torque per current, and of what it induces", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "phase_loss", "meaning": "one of the motor's three phases is open: twice the resistance, half the current limit", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "short_circuit", "meaning": "the motor's terminals are joined: it brakes itself", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "supply_sag", "meaning": "the motor's supply loses this part of its voltage", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "jam", "meaning": "a joint's axes resist with dry friction besides their own", "at_once": false, "parameters": [{"name": "friction", "unit": "N or N m", "minimum": 0, "maximum": 1000000000, "preset": null, "meaning": "that it resists with"}], "targets": ["pivot"]}, {"name": "break", "meaning": "a joint is no more, at once", "at_once": true, "parameters": [], "targets": ["pivot"]}, {"name": "friction", "meaning": "a material has another friction against all others", "at_once": false, "parameters": [{"name": "factor", "unit": "", "minimum": 0, "maximum": 10, "preset": null, "meaning": "times its friction"}], "targets": ["clay"]}, {"name": "dead", "meaning": "a reading is 0; a control is felt as 0", "at_once": false, "parameters": [], "targets": ["lever", "pivot.position[0]", "pivot.velocity[0]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "arm.rate_x", "arm.rate_y", "arm.rate_z", "arm.roll", "arm.pitch", "arm.heading"]}, {"name": "stuck", "meaning": "a reading or a control stays as it is", "at_once": false, "parameters": [], "targets": ["lever", "pivot.position[0]", "pivot.velocity[0]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "arm.rate_x", "arm.rate_y", "arm.rate_z", "arm.roll", "arm.pitch", "arm.heading"]}, {"name": "bias", "meaning": "a reading or a control is off by this", "at_once": false, "parameters": [{"name": "value", "unit": "of the channel", "minimum": -1000000000, "maximum": 1000000000, "preset": null, "meaning": "that is added"}], "targets": ["lever", "pivot.position[0]", "pivot.velocity[0]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "arm.rate_x", "arm.rate_y", "arm.rate_z", "arm.roll", "arm.pitch", "arm.heading"]}, {"name": "noise", "meaning": "a reading or a control has a normally distributed error, a new one in each frame", "at_once": false, "parameters": [{"name": "deviation", "unit": "of the channel", "minimum": 0, "maximum": 1000000000, "preset": null, "meaning": "standard deviation"}, {"name": "seed", "unit": "", "minimum": 0, "maximum": 4294967295, "preset": 1, "meaning": "of what is drawn by lot: the same gives the same"}], "targets": ["lever", "pivot.position[0]", "pivot.velocity[0]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "arm.rate_x", "arm.rate_y", "arm.rate_z", "arm.roll", "arm.pitch", "arm.heading"]}, {"name": "delay", "meaning": "a reading or a control comes late, at most 63 frames", "at_once": false, "parameters": [{"name": "time", "unit": "s", "minimum": 0, "maximum": 10, "preset": null, "meaning": "by which it is late"}], "targets": ["lever", "pivot.position[0]", "pivot.velocity[0]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "arm.rate_x", "arm.rate_y", "arm.rate_z", "arm.roll", "arm.pitch", "arm.heading"]}, {"name": "intermittent", "meaning": "a reading or a control is 0 by turns", "at_once": false, "parameters": [{"name": "turn", "unit": "s", "minimum": 0.01, "maximum": 3600, "preset": 0.2, "meaning": "of one turn"}, {"name": "part", "unit": "", "minimum": 0, "maximum": 1, "preset": 0.5, "meaning": "of the turns that are lost"}, {"name": "seed", "unit": "", "minimum": 0, "maximum": 4294967295, "preset": 1, "meaning": "of what is drawn by lot: the same gives the same"}], "targets": ["lever", "pivot.position[0]", "pivot.velocity[0]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "arm.rate_x", "arm.rate_y", "arm.rate_z", "arm.roll", "arm.pitch", "arm.heading"]}, {"name": "absent", "meaning": "a body, and all that is joined to it, is not there; it comes back at rest, where it was or was placed", "at_once": false, "parameters": [], "targets": ["plate", "near", "ball"]}, {"name": "play", "meaning": "the gears of a joint's drives have free way, or, where nothing drives it, its stops are worn", "at_once": false, "parameters": [{"name": "way", "unit": "m or rad", "minimum": 0, "maximum": 10, "preset": null, "meaning": "to either side"}], "targets": ["pivot"]}], "active": []}
  $ instructor triggers
  gust                            armed     fired 0
  $ instructor triggers --json
  {"branch":0,"time":0,"triggers":[{"name":"gust","armed":true,"fired":0,"holds":false}]}
  $ instructor step 5 fast; instructor bookmark 'here it falls'
  $ instructor malfunction ball force x=3 y=-1 duration=2
  malfunction 1; `drawbar instructor clear 1` ends it
  $ instructor malfunction pivot jam friction=2 strength=0.5 --json
  {"effect": 2}
  $ instructor step 1 fast; instructor malfunctions | head -3
  acting:
    1: ball force x=3 y=-1 z=0 at_x=0 at_y=0 at_z=0 body_axes=0 strength=1 ramp=0 duration=2, for 0.04 s
    2: pivot jam friction=2 strength=0.5 ramp=0 duration=0, for 0.04 s
  $ instructor malfunctions --json | sed 's/.*"active"/"active"/'
  "active": [{"effect": 1, "target": "ball", "type": "force", "parameters": {"x": 3, "y": -1, "z": 0, "at_x": 0, "at_y": 0, "at_z": 0, "body_axes": 0}, "strength": 1, "ramp": 0, "duration": 2, "age": 0.04}, {"effect": 2, "target": "pivot", "type": "jam", "parameters": {"friction": 2}, "strength": 0.5, "ramp": 0, "duration": 0, "age": 0.04}]}
  $ instructor step 4 fast; instructor clear 1; instructor save fallen; instructor step 10 fast
  $ instructor states
  fallen
  $ instructor states export fallen fallen.state; instructor states export fallen fallen.state
  fallen.state: exists; allowed: another name
  [3]
  $ instructor states export nosuch nosuch.state; ls *.state
  the server refused: no state was saved as nosuch (ExportState.name)
  fallen.state
  $ instructor states export fallen nowhere/fallen.state
  nowhere/fallen.state: cannot be written
  [3]
  $ instructor states delete fallen; instructor states; instructor states import nosuch.state
  nosuch.state: cannot open: No such file or directory
  [1]
  $ instructor states import scene.json
  the server refused: scene: is not a state that drawbar wrote, or not all of it (ImportState.data)
  [2]
  $ instructor states import fallen.state; instructor states import fallen.state again; instructor states
  again
  fallen
  $ instructor states export fallen
  instructor: expected one of
    states                                        lists the kept states
    states save NAME                              the same as save NAME
    states delete NAME                            forgets a kept state
    states export NAME FILE                       writes a kept state to a file
    states import FILE [NAME]                     keeps a state from a file, under its name
    sessions                                      lists who is here, or away and may come back to its channels, and who holds what
  [2]
  $ instructor restore fallen; instructor step 3 fast
  $ instructor rewind 0.44; instructor clear all; instructor step 20 fast
  $ instructor take lever
  $ instructor sessions
    37  Instructor instructor
  lever: held back by an instructor
  $ instructor release lever
  $ instructor fault motor off; instructor step 2 fast; instructor fault motor ok
  $ instructor score | steady
  {"exercise": "landing", "scene": "drop", "branch": 2, "attempt": 3, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "running", "time": 1.32, "score": 84.1800000000004, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.4139999999999919, "unit": "m", "lost": 15.699999999999593, "moments": [[0.56, 1.32]]}, {"name": "wide", "figure": 0.11999999999999779, "unit": "m", "lost": 0.11999999999999779, "moments": [[0.2, 1.32]]}]}
  $ instructor score Ada
  instructor: there is no command score; allowed:
    freeze                                        simulation time stands still
    run                                           simulation time goes on
    step [N [fast]]                               computes N frames (1), one per slot or as fast as they compute, then freezes
    speed X                                       simulation seconds per second
    save NAME                                     keeps the present state under a name
    restore NAME [wait]                           goes back to a kept state, on a new branch
    rewind T [BRANCH] [wait]                      goes back to second T of this session and takes over from there
    seek T [BRANCH]                               moves a replay to second T
    repeat T1 T2 [BRANCH]|off                     lets a replay play this range again and again
    takeover [T [BRANCH]] [wait]                  goes on live from second T of the recording (the frame shown); wait: once the levers agree
    take CHANNEL...                               takes channels out of whoever's hands and holds them back
    give CHANNEL... SESSION                       gives channels to a session, by number or name
    release CHANNEL...                            lets anybody take those of the channels that are held back, and names the rest
    bookmark TEXT                                 marks the moment, live or in a replay, in the recording
    fault DRIVE off|ok                            switches a drive's malfunction on or off
    malfunctions [--json]                         lists what can be broken or pushed in this scene, and what is
    malfunction TARGET TYPE [KEY=VALUE...]        breaks, pushes or places something; strength=, ramp= (s) and duration= (s) are keys, too
    clear [ID|all]                                ends a malfunction, or all of them
    reload [FILE]                                 reads the file again, or another one of the library, and starts it
    library [--json]                              lists the scenes and exercises that can be begun
    exercise load NAME [TRAINEE]|start|reset|end  sets an exercise of the library up (--variant NAME), frozen, for TRAINEE or whoever did the one before; starts it; sets it up again; ends it
    ghost FILE.mcap|off                           lets a recording of the library's folder run beside, as poses only
  [2]
  $ instructor triggers reset
  instructor: there is no command triggers; allowed:
    freeze                                        simulation time stands still
    run                                           simulation time goes on
    step [N [fast]]                               computes N frames (1), one per slot or as fast as they compute, then freezes
    speed X                                       simulation seconds per second
    save NAME                                     keeps the present state under a name
    restore NAME [wait]                           goes back to a kept state, on a new branch
    rewind T [BRANCH] [wait]                      goes back to second T of this session and takes over from there
    seek T [BRANCH]                               moves a replay to second T
    repeat T1 T2 [BRANCH]|off                     lets a replay play this range again and again
    takeover [T [BRANCH]] [wait]                  goes on live from second T of the recording (the frame shown); wait: once the levers agree
    take CHANNEL...                               takes channels out of whoever's hands and holds them back
    give CHANNEL... SESSION                       gives channels to a session, by number or name
    release CHANNEL...                            lets anybody take those of the channels that are held back, and names the rest
    bookmark TEXT                                 marks the moment, live or in a replay, in the recording
    fault DRIVE off|ok                            switches a drive's malfunction on or off
    malfunctions [--json]                         lists what can be broken or pushed in this scene, and what is
    malfunction TARGET TYPE [KEY=VALUE...]        breaks, pushes or places something; strength=, ramp= (s) and duration= (s) are keys, too
    clear [ID|all]                                ends a malfunction, or all of them
    reload [FILE]                                 reads the file again, or another one of the library, and starts it
    library [--json]                              lists the scenes and exercises that can be begun
    exercise load NAME [TRAINEE]|start|reset|end  sets an exercise of the library up (--variant NAME), frozen, for TRAINEE or whoever did the one before; starts it; sets it up again; ends it
    ghost FILE.mcap|off                           lets a recording of the library's folder run beside, as poses only
  [2]
  $ instructor exercise end
  $ instructor exercise reset --variant heavy; instructor step 30 fast
  $ instructor exercise load drop Ben; instructor step 60 fast; instructor exercise end
  $ instructor reload scene.json; instructor step 10 fast
  $ viewer --count 1 --body ball | sed -E 's/tick +[0-9]+/tick N/'
  0.40 s  frame 10  branch 5  tick N  frozen
    ball                      0.000      0.000      0.100 m    0.000 m/s
  $ viewer --count 1 --json --body ball | sed -E 's/"tick":[0-9]+/"tick":N/' 
  {"type":"frame","tick":N,"branch":5,"frame":10,"time":0.4,"frozen":true,"replay":false,"bodies":[{"name":"ball","position":[0,0,0.10000003029669911],"orientation":[1,0,0,0],"linear_velocity":[0,0,1.334475e-09],"angular_velocity":[0,0,0]}]}
  $ viewer --every 5 --count 3 --json | grep -oE '"type":"[a-z]+"'
  "type":"frame"
  "type":"telemetry"
  "type":"frame"
  "type":"telemetry"
  "type":"frame"
  $ instructor states import fallen.state other && instructor restore other
  the server refused: other: its state does not fit the scene (ImportState.data)
  [2]
  $ viewer --count 1 --json | grep -v '"type":"frame"' | sed -E 's/"(tick|wall|lateness|compute|round_trip)[a-z_]*":[-0-9.e]+/"\1":N/g'
  $ end_daemon
  $ said
  info no TLS: messages and poses over UDP go in the clear
  info session 7: instructor stepped 5
  info session 9: ball force (1)
  info session 10: pivot jam (2)
  info session 11: instructor stepped 1
  info session 14: instructor stepped 4
  info session 15: effect 1 cleared
  info session 16: instructor saved fallen
  info session 17: instructor stepped 10
  info session 23: instructor deleted fallen
  info session 27: instructor imported fallen
  info session 28: instructor imported again
  info session 31: instructor restored fallen
  info session 32: instructor stepped 3
  info session 33: instructor went back to branch 1, frame 11
  info session 34: all effects cleared
  info session 35: instructor stepped 20
  info session 36 (instructor) took 1 channels
  info session 39: motor switched off
  info session 40: instructor stepped 2
  info session 41: motor works again
  info scene drop read from drop.json: it runs from branch 3 on
  info session 44: instructor reloaded drop
  info session 45: instructor stepped 30
  info scene drop read from drop.json: it runs from branch 4 on
  info session 46: instructor reloaded drop
  info session 47: instructor stepped 60
  info scene drop read from scene.json: it runs from branch 5 on
  info session 49: instructor reloaded drop
  info session 50: instructor stepped 10
  info SIGTERM: ending

What is left of it.

  $ drawbar info r.mcap | steady | grep -v viewer | sed "s,events .*,events N,"
  recording r.mcap: N MB, N s of wall time, complete
    made by drawbar BUILD, started TIME
    numerics NUMERICS
  scene drop (drop.json), from branch 0, 40 ms in 8 substeps
  exercise drop.json, from branch 0, trainee Ada, station one
  scene drop (drop.json), from branch 3, 40 ms in 8 substeps
  exercise drop.json, from branch 3, variant heavy, trainee Ada, station one
  scene drop (drop.json), from branch 4, 40 ms in 8 substeps
  exercise drop.json, from branch 4, trainee Ben, station one
  scene drop (scene.json), from branch 5, 40 ms in 8 substeps
  branches: 6
    0: start; 20 frames, 0 to 20
    1: took over from branch 0, frame 10 of state fallen; 3 frames, 10 to 13
    2: rewound to branch 1, frame 11; 23 frames, 11 to 34
    3: scene read again; 30 frames, 0 to 30
    4: scene read again; 61 frames, 0 to 61
    5: scene read again; 10 frames, 0 to 10
  inputs of the server: 11
  inputs of session 9 (instructor): 1
  inputs of session 10 (instructor): 1
  inputs of session 15 (instructor): 1
  inputs of session 34 (instructor): 1
  inputs of session 38 (instructor): 1
  inputs of session 39 (instructor): 1
  inputs of session 41 (instructor): 1
  inputs of session 43 (instructor): 1
  inputs of session 48 (instructor): 1
  poses 147, telemetry 153, snapshots 4, events N
    0.04 s  instructor stepped 5
    0.20 s  here it falls
    0.20 s  ball force (1)
    0.20 s  pivot jam (2)
    0.24 s  instructor stepped 1
    0.28 s  instructor stepped 4
    0.28 s  ball entered near
    0.40 s  effect 1 cleared
    0.40 s  instructor saved fallen
    0.44 s  instructor stepped 10
    0.44 s  gust: ball force x=3 duration=0.5
    0.44 s  A gust.
    0.80 s  instructor deleted fallen
    0.80 s  instructor imported fallen
    0.80 s  instructor imported again
    0.40 s  instructor restored fallen
    0.44 s  instructor stepped 3
    0.44 s  gust: ball force x=3 duration=0.5
    0.44 s  A gust.
    0.44 s  instructor went back to branch 1, frame 11
    0.44 s  all effects cleared
    0.48 s  instructor stepped 20
    1.24 s  instructor took control
    1.24 s  control held back by an instructor
    1.24 s  control released
    1.24 s  motor switched off
    1.28 s  instructor stepped 2
    1.32 s  motor works again
    1.36 s  the instructor ended the exercise
    0.00 s  instructor reloaded drop
    0.04 s  instructor stepped 30
    0.28 s  ball entered near
    0.44 s  gust: ball force x=3 duration=0.5
    0.44 s  A gust.
    0.00 s  instructor reloaded drop
    0.04 s  instructor stepped 60
    0.28 s  ball entered near
    0.44 s  gust: ball force x=3 duration=0.5
    0.44 s  A gust.
    2.44 s  the instructor ended the exercise
    0.00 s  instructor reloaded drop
    0.04 s  instructor stepped 10
    0.28 s  ball entered near
    0.40 s  the server is shutting down
  $ drawbar verify r.mcap | steady
  r.mcap: 147 frames on 6 branches, 20 inputs, 4 snapshots: every frame the same to the last bit
    branches 0 to 2: drop, exercise landing
    branch 3: drop, exercise landing
    branch 4: drop, exercise landing
    branch 5: drop
  5.9 s of simulation in N s
  $ drawbar score r.mcap
  r.mcap: branch 5 of scene drop not judged: no exercise ran
  r.mcap: landing in drop, branch 0, attempt 1, trainee Ada
    fast                             0.08 s         0.00 lost
    far                              0.27 m         8.50 lost  at 0.56-0.80
    wide                             0.05 m         0.05 lost  at 0.20-0.80
    score 91.45, not passed, broken off after 0.80 s
  r.mcap: landing in drop, branch 1, attempt 2, trainee Ada
    fast                             0.08 s         0.00 lost
    far                            0.0876 m         0.00 lost
    wide                           0.0256 m         0.03 lost  at 0.20-0.52
    score 99.97, not passed, broken off after 0.52 s
  r.mcap: landing in drop, branch 2, attempt 3, trainee Ada
    fast                             0.08 s         0.00 lost
    far                             0.414 m        15.70 lost  at 0.56-1.32
    wide                             0.12 m         0.12 lost  at 0.20-1.32
    score 84.18, passed, ended by the instructor after 1.32 s
  r.mcap: landing (heavy) in drop, branch 3, attempt 4, trainee Ada
    fast                             0.08 s         0.00 lost
    far                             0.165 m         3.25 lost  at 0.96-1.20
    wide                                0 m         0.00 lost
    score 96.75, not passed, broken off after 1.20 s
  r.mcap: landing in drop, branch 4, attempt 1, trainee Ben
    fast                             0.08 s         0.00 lost
    far                            1.3125 m        30.00 lost  at 0.76-2.40
    wide                                0 m         0.00 lost
    score 70.00, passed, ended by the instructor after 2.40 s
  $ drawbar score --json r.mcap | steady
  r.mcap: branch 5 of scene drop not judged: no exercise ran
  {"recording": "r.mcap", "exercise": "landing", "scene": "drop", "branch": 0, "attempt": 1, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.8, "score": 91.45000000000013, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.2699999999999975, "unit": "m", "lost": 8.499999999999876, "moments": [[0.56, 0.8]]}, {"name": "wide", "figure": 0.04999999999999949, "unit": "m", "lost": 0.04999999999999949, "moments": [[0.2, 0.8]]}]}
  {"recording": "r.mcap", "exercise": "landing", "scene": "drop", "branch": 1, "attempt": 2, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.52, "score": 99.9744, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.08759999999999965, "unit": "m", "lost": 0, "moments": []}, {"name": "wide", "figure": 0.0255999999999999, "unit": "m", "lost": 0.0255999999999999, "moments": [[0.2, 0.52]]}]}
  {"recording": "r.mcap", "exercise": "landing", "scene": "drop", "branch": 2, "attempt": 3, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 1.32, "score": 84.1800000000004, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.4139999999999919, "unit": "m", "lost": 15.699999999999593, "moments": [[0.56, 1.32]]}, {"name": "wide", "figure": 0.11999999999999779, "unit": "m", "lost": 0.11999999999999779, "moments": [[0.2, 1.32]]}]}
  {"recording": "r.mcap", "exercise": "landing", "scene": "drop", "branch": 3, "attempt": 4, "trainee": "Ada", "build": "BUILD", "variant": "heavy", "outcome": "broken_off", "time": 1.2, "score": 96.75, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.16499999999999995, "unit": "m", "lost": 3.2499999999999973, "moments": [[0.96, 1.2]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}
  {"recording": "r.mcap", "exercise": "landing", "scene": "drop", "branch": 4, "attempt": 1, "trainee": "Ben", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 2.4, "score": 70, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 1.312499999999962, "unit": "m", "lost": 30, "moments": [[0.76, 2.4]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}
  $ drawbar export r.mcap --columns 'ball.z,lever*' | tail -3
  0.32,0.11317875000000183,0
  0.36,0.10533075000000185,0
  0.4,0.10000003029669911,0
  $ drawbar export r.mcap --branch 0 --columns 'ball.z,lever*' | tail -3
  0.72,0.09999999999394066,0
  0.76,0.09999999999394066,0
  0.8,0.09999999999394066,0
  $ drawbar records --records records.sqlite | steady
  id     ended (UTC)               station      trainee          exercise                 variant    attempt outcome                   time (s)   score
  1      TIME  one          Ada              landing                                   1 broken off                    0.80   91.45
  2      TIME  one          Ada              landing                                   2 broken off                    0.52   99.97
  3      TIME  one          Ada              landing                                   3 ended by the instructor       1.32   84.18  passed
  4      TIME  one          Ada              landing                  heavy            4 broken off                    1.20   96.75
  5      TIME  one          Ben              landing                                   1 ended by the instructor       2.40   70.00  passed
  $ drawbar records --records records.sqlite --csv | steady
  id,trainee,station,exercise,variant,scene,attempt,branch,recording,build,ended,outcome,time,score,passed
  1,Ada,one,landing,,drop,1,0,r.mcap,BUILD,TIME,broken_off,0.8,91.45000000000013,false
  2,Ada,one,landing,,drop,2,1,r.mcap,BUILD,TIME,broken_off,0.52,99.9744,false
  3,Ada,one,landing,,drop,3,2,r.mcap,BUILD,TIME,stopped,1.32,84.1800000000004,true
  4,Ada,one,landing,heavy,drop,4,3,r.mcap,BUILD,TIME,broken_off,1.2,96.75,false
  5,Ben,one,landing,,drop,1,4,r.mcap,BUILD,TIME,stopped,2.4,70,true
  $ drawbar records --records records.sqlite --json | steady
  [{"id": 1, "trainee": "Ada", "station": "one", "variant": "", "recording": "r.mcap", "ended": "TIME", "outcome": "broken_off", "time": 0.8, "score": {"exercise": "landing", "scene": "drop", "branch": 0, "attempt": 1, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.8, "score": 91.45000000000013, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.2699999999999975, "unit": "m", "lost": 8.499999999999876, "moments": [[0.56, 0.8]]}, {"name": "wide", "figure": 0.04999999999999949, "unit": "m", "lost": 0.04999999999999949, "moments": [[0.2, 0.8]]}]}},
   {"id": 2, "trainee": "Ada", "station": "one", "variant": "", "recording": "r.mcap", "ended": "TIME", "outcome": "broken_off", "time": 0.52, "score": {"exercise": "landing", "scene": "drop", "branch": 1, "attempt": 2, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.52, "score": 99.9744, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.08759999999999965, "unit": "m", "lost": 0, "moments": []}, {"name": "wide", "figure": 0.0255999999999999, "unit": "m", "lost": 0.0255999999999999, "moments": [[0.2, 0.52]]}]}},
   {"id": 3, "trainee": "Ada", "station": "one", "variant": "", "recording": "r.mcap", "ended": "TIME", "outcome": "stopped", "time": 1.32, "score": {"exercise": "landing", "scene": "drop", "branch": 2, "attempt": 3, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 1.32, "score": 84.1800000000004, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.4139999999999919, "unit": "m", "lost": 15.699999999999593, "moments": [[0.56, 1.32]]}, {"name": "wide", "figure": 0.11999999999999779, "unit": "m", "lost": 0.11999999999999779, "moments": [[0.2, 1.32]]}]}},
   {"id": 4, "trainee": "Ada", "station": "one", "variant": "heavy", "recording": "r.mcap", "ended": "TIME", "outcome": "broken_off", "time": 1.2, "score": {"exercise": "landing", "scene": "drop", "branch": 3, "attempt": 4, "trainee": "Ada", "build": "BUILD", "variant": "heavy", "outcome": "broken_off", "time": 1.2, "score": 96.75, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.16499999999999995, "unit": "m", "lost": 3.2499999999999973, "moments": [[0.96, 1.2]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}},
   {"id": 5, "trainee": "Ben", "station": "one", "variant": "", "recording": "r.mcap", "ended": "TIME", "outcome": "stopped", "time": 2.4, "score": {"exercise": "landing", "scene": "drop", "branch": 4, "attempt": 1, "trainee": "Ben", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 2.4, "score": 70, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 1.312499999999962, "unit": "m", "lost": 30, "moments": [[0.76, 2.4]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}}]
  $ drawbar records --records records.sqlite --xapi --trainee Ben | steady | sed -E 's/[0-9a-f]{8}-[0-9a-f-]{27}/UUID/g'
  [{"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "Ben"}}, "verb": {"id": "http://adlnet.gov/expapi/verbs/passed", "display": {"en": "passed"}}, "object": {"objectType": "Activity", "id": "urn:drawbar:exercise:landing", "definition": {"name": {"en": "landing"}}}, "result": {"score": {"raw": 70, "min": 0, "max": 100, "scaled": 0.7}, "success": true, "completion": false, "duration": "PT2.4S"}, "timestamp": "TIME"}]
  $ drawbar records --records records.sqlite --trainee Ben --exercise landing | steady
  id     ended (UTC)               station      trainee          exercise                 variant    attempt outcome                   time (s)   score
  5      TIME  one          Ben              landing                                   1 ended by the instructor       2.40   70.00  passed
  $ drawbar records --records records.sqlite --trainee ''
  --trainee: is empty; allowed: a name
  Run with --help for more information.
  [2]
  $ drawbar records --records records.sqlite --erase ''
  --erase: is empty; allowed: a name
  Run with --help for more information.
  [2]
  $ drawbar records --records records.sqlite --erase Ada
  4 attempts of Ada erased
  $ drawbar records --records records.sqlite | steady
  id     ended (UTC)               station      trainee          exercise                 variant    attempt outcome                   time (s)   score
  5      TIME  one          Ben              landing                                   1 ended by the instructor       2.40   70.00  passed
  $ drawbar report r.mcap --output r.html --json r.json
  r.mcap: branch 5 of scene drop not judged: no exercise ran
  $ steady r.json
  {"attempt": {"recording": "r.mcap", "outcome": "stopped", "time": 2.4, "score": {"exercise": "landing", "scene": "drop", "branch": 4, "attempt": 1, "trainee": "Ben", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 2.4, "score": 70, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 1.312499999999962, "unit": "m", "lost": 30, "moments": [[0.76, 2.4]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}, "gained": null, "events": [{"time": 0, "text": "instructor reloaded drop", "text_ru": ""}, {"time": 0.04, "text": "instructor stepped 60", "text_ru": ""}, {"time": 0.28, "text": "ball entered near", "text_ru": ""}, {"time": 0.44, "text": "gust: ball force x=3 duration=0.5", "text_ru": ""}, {"time": 0.44, "text": "A gust.", "text_ru": "Порыв."}, {"time": 2.44, "text": "the instructor ended the exercise", "text_ru": "упражнение остановлено инструктором"}]}, "attempts": [{"recording": "r.mcap", "outcome": "broken_off", "time": 0.8, "score": {"exercise": "landing", "scene": "drop", "branch": 0, "attempt": 1, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.8, "score": 91.45000000000013, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.2699999999999975, "unit": "m", "lost": 8.499999999999876, "moments": [[0.56, 0.8]]}, {"name": "wide", "figure": 0.04999999999999949, "unit": "m", "lost": 0.04999999999999949, "moments": [[0.2, 0.8]]}]}, "gained": null, "events": [{"time": 0.04, "text": "instructor stepped 5", "text_ru": ""}, {"time": 0.2, "text": "here it falls", "text_ru": ""}, {"time": 0.2, "text": "ball force (1)", "text_ru": ""}, {"time": 0.2, "text": "pivot jam (2)", "text_ru": ""}, {"time": 0.24, "text": "instructor stepped 1", "text_ru": ""}, {"time": 0.28, "text": "instructor stepped 4", "text_ru": ""}, {"time": 0.28, "text": "ball entered near", "text_ru": ""}, {"time": 0.4, "text": "effect 1 cleared", "text_ru": ""}, {"time": 0.4, "text": "instructor saved fallen", "text_ru": ""}, {"time": 0.44, "text": "instructor stepped 10", "text_ru": ""}, {"time": 0.44, "text": "gust: ball force x=3 duration=0.5", "text_ru": ""}, {"time": 0.44, "text": "A gust.", "text_ru": "Порыв."}, {"time": 0.8, "text": "instructor deleted fallen", "text_ru": ""}, {"time": 0.8, "text": "instructor imported fallen", "text_ru": ""}, {"time": 0.8, "text": "instructor imported again", "text_ru": ""}]}, {"recording": "r.mcap", "outcome": "broken_off", "time": 0.52, "score": {"exercise": "landing", "scene": "drop", "branch": 1, "attempt": 2, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.52, "score": 99.9744, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.08759999999999965, "unit": "m", "lost": 0, "moments": []}, {"name": "wide", "figure": 0.0255999999999999, "unit": "m", "lost": 0.0255999999999999, "moments": [[0.2, 0.52]]}]}, "gained": 8.524399999999872, "events": [{"time": 0.4, "text": "instructor restored fallen", "text_ru": ""}, {"time": 0.44, "text": "instructor stepped 3", "text_ru": ""}, {"time": 0.44, "text": "gust: ball force x=3 duration=0.5", "text_ru": ""}, {"time": 0.44, "text": "A gust.", "text_ru": "Порыв."}]}, {"recording": "r.mcap", "outcome": "stopped", "time": 1.32, "score": {"exercise": "landing", "scene": "drop", "branch": 2, "attempt": 3, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 1.32, "score": 84.1800000000004, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.4139999999999919, "unit": "m", "lost": 15.699999999999593, "moments": [[0.56, 1.32]]}, {"name": "wide", "figure": 0.11999999999999779, "unit": "m", "lost": 0.11999999999999779, "moments": [[0.2, 1.32]]}]}, "gained": -15.794399999999598, "events": [{"time": 0.4, "text": "instructor restored fallen", "text_ru": ""}, {"time": 0.44, "text": "instructor stepped 3", "text_ru": ""}, {"time": 0.44, "text": "gust: ball force x=3 duration=0.5", "text_ru": ""}, {"time": 0.44, "text": "A gust.", "text_ru": "Порыв."}, {"time": 0.48, "text": "instructor stepped 20", "text_ru": ""}, {"time": 1.24, "text": "instructor took control", "text_ru": ""}, {"time": 1.24, "text": "control held back by an instructor", "text_ru": ""}, {"time": 1.24, "text": "control released", "text_ru": ""}, {"time": 1.24, "text": "motor switched off", "text_ru": ""}, {"time": 1.28, "text": "instructor stepped 2", "text_ru": ""}, {"time": 1.32, "text": "motor works again", "text_ru": ""}, {"time": 1.36, "text": "the instructor ended the exercise", "text_ru": "упражнение остановлено инструктором"}]}, {"recording": "r.mcap", "outcome": "broken_off", "time": 1.2, "score": {"exercise": "landing", "scene": "drop", "branch": 3, "attempt": 4, "trainee": "Ada", "build": "BUILD", "variant": "heavy", "outcome": "broken_off", "time": 1.2, "score": 96.75, "passed": false, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 0.16499999999999995, "unit": "m", "lost": 3.2499999999999973, "moments": [[0.96, 1.2]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}, "gained": 12.569999999999595, "events": [{"time": 0, "text": "instructor reloaded drop", "text_ru": ""}, {"time": 0.04, "text": "instructor stepped 30", "text_ru": ""}, {"time": 0.28, "text": "ball entered near", "text_ru": ""}, {"time": 0.44, "text": "gust: ball force x=3 duration=0.5", "text_ru": ""}, {"time": 0.44, "text": "A gust.", "text_ru": "Порыв."}]}, {"recording": "r.mcap", "outcome": "stopped", "time": 2.4, "score": {"exercise": "landing", "scene": "drop", "branch": 4, "attempt": 1, "trainee": "Ben", "build": "BUILD", "variant": "", "outcome": "stopped", "time": 2.4, "score": 70, "passed": true, "criteria": [{"name": "fast", "figure": 0.08, "unit": "s", "lost": 0, "moments": []}, {"name": "far", "figure": 1.312499999999962, "unit": "m", "lost": 30, "moments": [[0.76, 2.4]]}, {"name": "wide", "figure": 0, "unit": "m", "lost": 0, "moments": []}]}, "gained": null, "events": [{"time": 0, "text": "instructor reloaded drop", "text_ru": ""}, {"time": 0.04, "text": "instructor stepped 60", "text_ru": ""}, {"time": 0.28, "text": "ball entered near", "text_ru": ""}, {"time": 0.44, "text": "gust: ball force x=3 duration=0.5", "text_ru": ""}, {"time": 0.44, "text": "A gust.", "text_ru": "Порыв."}, {"time": 2.44, "text": "the instructor ended the exercise", "text_ru": "упражнение остановлено инструктором"}]}]}
  $ page r.html
   A landing 
   English Русский 
   A landing Посадка 
   Attempts Попытки 
   Attempt Попытка Exercise Упражнение Trainee Обучаемый Outcome Итог Time (s) Время (с) Score Балл Result Результат Against the one before К предыдущей 
   1 A landing Посадка Ada broken off не закончено 0.80 91.5 not passed не зачтено 
   2 A landing Посадка Ada broken off не закончено 0.52 100.0 not passed не зачтено +8.5 
   3 A landing Посадка Ada ended by the instructor остановлено инструктором 1.32 84.2 passed зачтено -15.8 
   4 A landing Посадка (heavy) Ada broken off не закончено 1.20 96.8 not passed не зачтено +12.6 
   1 A landing Посадка Ben ended by the instructor остановлено инструктором 2.40 70.0 passed зачтено 
   Attempt 1 Попытка 1 : A landing Посадка 
   91.5 / 100 — not passed не зачтено 
   Let it fall. Let it fall. 
   Outcome Итог broken off не закончено , 0.80 s 
   Pass mark Проходной балл 60 
   Exercise, scene Упражнение, сцена landing, drop 
   Attempt, branch Попытка, ветвь 1, 0 
   Trainee Обучаемый Ada 
   Recording Запись r.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   fast fast 0.08 s 0.0 
   far far 0.27 m 8.5 0.56–0.80 
   wide wide 0.05 m 0.0 0.20–0.80 
   Timeline Ход упражнения 
   0.04 s instructor stepped 5 instructor stepped 5 
   0.20 s here it falls here it falls 
   0.20 s ball force (1) ball force (1) 
   0.20 s pivot jam (2) pivot jam (2) 
   0.24 s instructor stepped 1 instructor stepped 1 
   0.28 s instructor stepped 4 instructor stepped 4 
   0.28 s ball entered near ball entered near 
   0.40 s effect 1 cleared effect 1 cleared 
   0.40 s instructor saved fallen instructor saved fallen 
   0.44 s instructor stepped 10 instructor stepped 10 
   0.44 s gust: ball force x=3 duration=0.5 gust: ball force x=3 duration=0.5 
   0.44 s A gust. Порыв. 
   0.80 s instructor deleted fallen instructor deleted fallen 
   0.80 s instructor imported fallen instructor imported fallen 
   0.80 s instructor imported again instructor imported again 
   Path over the map (m) Путь на карте (м) 
   -0.05 -0.04 -0.03 -0.02 -0.01 0 0 0.05 0.1 0.15 0.2 0.25 m &#9473; ball 
   Speed Скорость 
   0 0.5 1 1.5 2 2.5 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 m/s &#9473; ball.speed 
   Levers Рычаги 
   -1 -0.5 0 0.5 1 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 &#9473; lever.value 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   -0.05 0 0.05 0.1 0.15 0.2 0.25 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 m &#9473; ball.x &#9473; ball.y 
   Currents Токи 
   -2.5 -2 -1.5 -1 -0.5 0 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 A &#9473; motor.current 
   Attempt 2 Попытка 2 : A landing Посадка 
   100.0 / 100 — not passed не зачтено 
   Let it fall. Let it fall. 
   Outcome Итог broken off не закончено , 0.52 s 
   Pass mark Проходной балл 60 
   Exercise, scene Упражнение, сцена landing, drop 
   Attempt, branch Попытка, ветвь 2, 1 
   Trainee Обучаемый Ada 
   Recording Запись r.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) Attempt 1 Попытка 1 
   fast fast 0.08 s 0.0 0.08 s (0.0) 
   far far 0.0876 m 0.0 0.27 m (8.5) 
   wide wide 0.0256 m 0.0 0.20–0.52 0.05 m (0.0) 
   Score Балл 100.0 91.5 
   Timeline Ход упражнения 
   0.40 s instructor restored fallen instructor restored fallen 
   0.44 s instructor stepped 3 instructor stepped 3 
   0.44 s gust: ball force x=3 duration=0.5 gust: ball force x=3 duration=0.5 
   0.44 s A gust. Порыв. 
   Path over the map (m) Путь на карте (м) 
   -0.05 -0.04 -0.03 -0.02 -0.01 0 0 0.05 0.1 0.15 0.2 0.25 m &#9473; ball &#9476; ball 
   Speed Скорость 
   0 0.5 1 1.5 2 2.5 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 m/s &#9473; ball.speed &#9476; ball.speed 
   Levers Рычаги 
   -1 -0.5 0 0.5 1 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 &#9473; lever.value &#9476; lever.value 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   -0.05 0 0.05 0.1 0.15 0.2 0.25 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 m &#9473; ball.x &#9476; ball.x &#9473; ball.y &#9476; ball.y 
   Currents Токи 
   -2.5 -2 -1.5 -1 -0.5 0 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 A &#9473; motor.current &#9476; motor.current 
   Attempt 3 Попытка 3 : A landing Посадка 
   84.2 / 100 — passed зачтено 
   Let it fall. Let it fall. 
   Outcome Итог ended by the instructor остановлено инструктором , 1.32 s 
   Pass mark Проходной балл 60 
   Exercise, scene Упражнение, сцена landing, drop 
   Attempt, branch Попытка, ветвь 3, 2 
   Trainee Обучаемый Ada 
   Recording Запись r.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) Attempt 2 Попытка 2 
   fast fast 0.08 s 0.0 0.08 s (0.0) 
   far far 0.414 m 15.7 0.56–1.32 0.0876 m (0.0) 
   wide wide 0.12 m 0.1 0.20–1.32 0.0256 m (0.0) 
   Score Балл 84.2 100.0 
   Timeline Ход упражнения 
   0.40 s instructor restored fallen instructor restored fallen 
   0.44 s instructor stepped 3 instructor stepped 3 
   0.44 s gust: ball force x=3 duration=0.5 gust: ball force x=3 duration=0.5 
   0.44 s A gust. Порыв. 
   0.48 s instructor stepped 20 instructor stepped 20 
   1.24 s instructor took control instructor took control 
   1.24 s control held back by an instructor control held back by an instructor 
   1.24 s control released control released 
   1.24 s motor switched off motor switched off 
   1.28 s instructor stepped 2 instructor stepped 2 
   1.32 s motor works again motor works again 
   1.36 s the instructor ended the exercise упражнение остановлено инструктором 
   Path over the map (m) Путь на карте (м) 
   -0.12 -0.1 -0.08 -0.06 -0.04 -0.02 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 m &#9473; ball &#9476; ball 
   Speed Скорость 
   0.3 0.4 0.5 0.6 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 m/s &#9473; ball.speed &#9476; ball.speed 
   Levers Рычаги 
   -1 -0.5 0 0.5 1 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 &#9473; lever.value &#9476; lever.value 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   -0.1 0 0.1 0.2 0.3 0.4 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 m &#9473; ball.x &#9476; ball.x &#9473; ball.y &#9476; ball.y 
   Currents Токи 
   -2 -1 0 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 A &#9473; motor.current &#9476; motor.current 
   Attempt 4 Попытка 4 : A landing Посадка 
   96.8 / 100 — not passed не зачтено 
   Let it fall. Let it fall. 
   Outcome Итог broken off не закончено , 1.20 s 
   Pass mark Проходной балл 60 
   Exercise, scene Упражнение, сцена landing, drop 
   Variant Вариант heavy 
   Attempt, branch Попытка, ветвь 4, 3 
   Trainee Обучаемый Ada 
   Recording Запись r.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) Attempt 3 Попытка 3 
   fast fast 0.08 s 0.0 0.08 s (0.0) 
   far far 0.165 m 3.2 0.96–1.20 0.414 m (15.7) 
   wide wide 0 m 0.0 0.12 m (0.1) 
   Score Балл 96.8 84.2 
   Timeline Ход упражнения 
   0.00 s instructor reloaded drop instructor reloaded drop 
   0.04 s instructor stepped 30 instructor stepped 30 
   0.28 s ball entered near ball entered near 
   0.44 s gust: ball force x=3 duration=0.5 gust: ball force x=3 duration=0.5 
   0.44 s A gust. Порыв. 
   Path over the map (m) Путь на карте (м) 
   -0.12 -0.1 -0.08 -0.06 -0.04 -0.02 0 0 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 m &#9473; ball &#9476; ball 
   Speed Скорость 
   0 0.5 1 1.5 2 2.5 0 0.2 0.4 0.6 0.8 1 1.2 m/s &#9473; ball.speed &#9476; ball.speed 
   Levers Рычаги 
   -1 -0.5 0 0.5 1 0 0.2 0.4 0.6 0.8 1 1.2 &#9473; lever.value &#9476; lever.value 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   -0.1 0 0.1 0.2 0.3 0.4 0 0.2 0.4 0.6 0.8 1 1.2 m &#9473; ball.x &#9476; ball.x &#9473; ball.y &#9476; ball.y 
   Currents Токи 
   -3 -2 -1 0 1 0 0.2 0.4 0.6 0.8 1 1.2 A &#9473; motor.current &#9476; motor.current 
   Attempt 1 Попытка 1 : A landing Посадка 
   70.0 / 100 — passed зачтено 
   Let it fall. Let it fall. 
   Outcome Итог ended by the instructor остановлено инструктором , 2.40 s 
   Pass mark Проходной балл 60 
   Exercise, scene Упражнение, сцена landing, drop 
   Attempt, branch Попытка, ветвь 1, 4 
   Trainee Обучаемый Ben 
   Recording Запись r.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   fast fast 0.08 s 0.0 
   far far 1.312 m 30.0 0.76–2.40 
   wide wide 0 m 0.0 
   Timeline Ход упражнения 
   0.00 s instructor reloaded drop instructor reloaded drop 
   0.04 s instructor stepped 60 instructor stepped 60 
   0.28 s ball entered near ball entered near 
   0.44 s gust: ball force x=3 duration=0.5 gust: ball force x=3 duration=0.5 
   0.44 s A gust. Порыв. 
   2.44 s the instructor ended the exercise упражнение остановлено инструктором 
   Path over the map (m) Путь на карте (м) 
   -1 -0.5 0 0.5 1 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2 2.2 2.4 2.6 m &#9473; ball 
   Speed Скорость 
   0 0.5 1 1.5 2 2.5 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2 2.2 2.4 m/s &#9473; ball.speed 
   Levers Рычаги 
   -1 -0.5 0 0.5 1 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2 2.2 2.4 &#9473; lever.value 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 0.2 0.4 0.6 0.8 1 1.2 1.4 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2 2.2 2.4 m &#9473; ball.x &#9473; ball.y 
   Currents Токи 
   -3 -2 -1 0 1 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2 2.2 2.4 A &#9473; motor.current 
  $ grep -o '<svg.*</svg>' r.html | sha256sum
  6a50fdaa0fc9227e11821185f7abe1b32433ffc66d511ee83f9b4f782cacf2ba  -
