What is said of scenes: of good ones what they hold, of others everything that is wrong.

  $ for scene in "$scenes"/*.json "$scenes"/exercises/*.json "$scenes"/writing/*.json; do drawbar check "$scene" | tail -1; done
  SOURCE/scenes/andrews_squeezer.json: good
  SOURCE/scenes/bouncing_ball.json: good
  SOURCE/scenes/car_trailer.json: good
  SOURCE/scenes/closing_door.json: good
  SOURCE/scenes/double_pendulum.json: good
  SOURCE/scenes/four_bar.json: good
  SOURCE/scenes/incline.json: good
  SOURCE/scenes/krt100_trolley.json: good
  SOURCE/scenes/motor_bench.json: good
  SOURCE/scenes/pendulum_spring.json: good
  SOURCE/scenes/scout_robot.json: good
  SOURCE/scenes/six_axis_arm.json: good
  SOURCE/scenes/slider_crank.json: good
  SOURCE/scenes/stick_slip.json: good
  SOURCE/scenes/tower_crane.json: good
  SOURCE/scenes/tracked_robot.json: good
  SOURCE/scenes/training_ground.json: good
  SOURCE/scenes/walking_legs.json: good
  SOURCE/scenes/walking_mechanism.json: good
  SOURCE/scenes/wrecking_ball.json: good
  SOURCE/scenes/exercises/egg_drift.json: good
  SOURCE/scenes/exercises/hill_brake.json: good
  SOURCE/scenes/exercises/panel_gusts.json: good
  SOURCE/scenes/exercises/reverse_trolley.json: good
  SOURCE/scenes/exercises/slalom_wet.json: good
  SOURCE/scenes/exercises/stairs_fading.json: good
  SOURCE/scenes/writing/truck.json: good
  SOURCE/scenes/writing/twenty_trucks.json: good
  $ drawbar info "$scenes/krt100_trolley.json"
  scene krt100_trolley
    The robot KRT100-MP pulls a trolley over hills; the hitch is limited to 18, 15, 18 degrees (paper 003)
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 126360 bytes
  bodies: 11, 124 kg
    ground: static, heightfield 241 x 241
    fence: static, box, box, box, box
    robot: 83.452 kg, inertia [2.8, 5.8, 5.1] kg m^2, box, box, cylinder, capsule, capsule, box, box
    front_axle: 6 kg, inertia [0.12, 0.02, 0.12] kg m^2, box
    wheel_front_left: 2.637 kg, inertia [0.02467, 0.04411, 0.02467] kg m^2, cylinder
    wheel_front_right: 2.637 kg, inertia [0.02467, 0.04411, 0.02467] kg m^2, cylinder
    wheel_rear_left: 2.637 kg, inertia [0.02467, 0.04411, 0.02467] kg m^2, cylinder
    wheel_rear_right: 2.637 kg, inertia [0.02467, 0.04411, 0.02467] kg m^2, cylinder
    trolley: 18.726 kg, inertia [0.7, 0.95, 1.3] kg m^2, box, box, capsule, sphere
    trolley_wheel_left: 2.637 kg, inertia [0.02467, 0.04411, 0.02467] kg m^2, cylinder
    trolley_wheel_right: 2.637 kg, inertia [0.02467, 0.04411, 0.02467] kg m^2, cylinder
  joints: 8
    axle_pivot: revolute, robot to front_axle
    axle_front_left: revolute, front_axle to wheel_front_left
    axle_front_right: revolute, front_axle to wheel_front_right
    axle_rear_left: revolute, robot to wheel_rear_left
    axle_rear_right: revolute, robot to wheel_rear_right
    hitch: spherical, robot to trolley
    axle_trolley_left: revolute, trolley to trolley_wheel_left
    axle_trolley_right: revolute, trolley to trolley_wheel_right
  drives: 4
    motor_front_left: dc_motor on axle_front_left, speed mode, 24 V, gear 43, from throttle + -0.5 x steer
    motor_front_right: dc_motor on axle_front_right, speed mode, 24 V, gear 43, from throttle + 0.5 x steer
    motor_rear_left: dc_motor on axle_rear_left, speed mode, 24 V, gear 43, from throttle + -0.5 x steer
    motor_rear_right: dc_motor on axle_rear_right, speed mode, 24 V, gear 43, from throttle + 0.5 x steer
  controls: 2
    throttle: [-1, 1], neutral 0, on silence for 500 ms: neutral
    steer: [-1, 1], neutral 0, on silence for 500 ms: neutral
  $ drawbar info "$scenes/exercises/slalom_wet.json" | head -40
  exercise slalom_wet: Slalom with a trailer on wet ground
    The road is wet. Drive through the three gates at no more than 45 km/h, touch no cone, and stop behind the last gate.
    time limit: 60 s, pass mark 70 of 100
  variants: 2
    wet: Wet (unless another is chosen)
    icy: Icy
  quantities: 2
    load_transfer: load_transfer
    from_line: line_distance
  triggers: 4
    too_fast: on quantity: message
    left_lane: on zone: bookmark
    lane_missed: on all: mark, message
    stopped: on all: end
  criteria: 8
    speed: time (Time above 45 km/h), 5 points for each 1 above 0.5, at most 40
    cones: impulse (Cones touched), 0.05 points for each 1 above 0, at most 50
    gates: marks (Gates missed), 1 points for each 1 above 0, at most 100
    line: rms (Deviation from the line), 20 points for each 1 above 0.6, at most 30
    load_transfer: peak (Load transfer), 1 points for each % above 45, at most 20
    hitch: peak (Angle of the trailer), 2 points for each deg above 15, at most 30
    smoothness: jerk (Jerk of the car), 1 points for each 1 above 12, at most 10
    time: duration (Time needed), 1 points for each 1 above 45, at most 15
  scene car_trailer
    A car with a trailer on the double lane change of ISO 3888-1
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 17144 bytes
  bodies: 21, 2056 kg
    ground: static, plane
    cones: static, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder, cylinder
    car: 1300 kg, inertia [420, 1900, 2100] kg m^2, box, box, box
    propshaft: 12 kg, inertia [0.3, 0.3, 0.3] kg m^2, no shapes
    upright_front_left: 12 kg, inertia [0.3, 0.3, 0.3] kg m^2, no shapes
    knuckle_left: 8 kg, inertia [0.2, 0.2, 0.2] kg m^2, no shapes
    wheel_front_left: 18 kg, inertia [0.465, 0.81, 0.465] kg m^2, cylinder
    upright_front_right: 12 kg, inertia [0.3, 0.3, 0.3] kg m^2, no shapes
    knuckle_right: 8 kg, inertia [0.2, 0.2, 0.2] kg m^2, no shapes
    wheel_front_right: 18 kg, inertia [0.465, 0.81, 0.465] kg m^2, cylinder
    upright_rear_left: 20 kg, inertia [0.4, 0.4, 0.4] kg m^2, no shapes
    wheel_rear_left: 18 kg, inertia [0.465, 0.81, 0.465] kg m^2, cylinder
  $ drawbar check "$scenes/writing/twenty_trucks.json"
  SOURCE/scenes/writing/twenty_trucks.json:6: parameters.gap: 9
  SOURCE/scenes/writing/twenty_trucks.json:6: parameters.column: 4
  SOURCE/scenes/writing/twenty_trucks.json:12: includes[0].position[0]: "=-gap * mod(number - 1, 5)" is -36 to 0 (15 times; each: --all)
  SOURCE/scenes/writing/twenty_trucks.json:12: includes[0].position[1]: "=column * floor((number - 1) / 5)" is 0 to 8 (15 times; each: --all)
  SOURCE/scenes/writing/twenty_trucks.json:13: includes[0].parameters.payload: "=100 * number" is 100 to 1500 (15 times; each: --all)
  truck.json:7: parameters.payload: 100 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.wheelbase: 3 (20 times; each: --all)
  truck.json:7: parameters.track: 1.8 (15 times; each: --all)
  truck.json:7: parameters.radius: 0.4 (20 times; each: --all)
  truck.json:7: parameters.mass: 3000 (20 times; each: --all)
  truck.json:8: parameters.load: "=(mass + payload + 4 * 40 + 2 * 15) / 4 * 9.81" is 7823.475 to 11502.225 (20 times; each: --all)
  truck.json:9: parameters.axle: "=radius - load / 400000" is 0.3712444375 to 0.3804413125 (20 times; each: --all)
  truck.json:13: bodies[0].mass: "=mass + payload" is 3000 to 4500 (20 times; each: --all)
  truck.json:13: bodies[0].position[2]: "=axle" is 0.3712444375 to 0.3804413125 (20 times; each: --all)
  truck.json:14: bodies[0].inertia[0]: "=(mass + payload) * 0.8" is 2400 to 3600 (20 times; each: --all)
  truck.json:14: bodies[0].inertia[1]: "=(mass + payload) * 2" is 6000 to 9000 (20 times; each: --all)
  truck.json:14: bodies[0].inertia[2]: "=(mass + payload) * 2.2" is 6600.000000000001 to 9900 (20 times; each: --all)
  truck.json:15: bodies[0].shapes[0].size[0]: "=wheelbase + 1.6" is 4.6 (20 times; each: --all)
  truck.json:15: bodies[0].shapes[0].size[1]: "=track - 0.9" is 0.9 to 1.3000000000000003 (20 times; each: --all)
  truck.json:16: bodies[0].shapes[1].size[1]: "=track" is 1.8 to 2.2 (20 times; each: --all)
  truck.json:16: bodies[0].shapes[1].position[0]: "=wheelbase / 2 + 0.1" is 1.6 (20 times; each: --all)
  truck.json:17: bodies[0].shapes[2].size[0]: "=wheelbase - 0.1" is 2.9 (20 times; each: --all)
  truck.json:17: bodies[0].shapes[2].size[1]: "=track" is 1.8 to 2.2 (20 times; each: --all)
  truck.json:17: bodies[0].shapes[2].position[0]: "=-0.65" is -0.65 (20 times; each: --all)
  truck.json:18: bodies[1].position[0]: "=wheelbase / 2" is 1.5 (20 times; each: --all)
  truck.json:18: bodies[1].position[1]: "=track / 2" is 0.9 to 1.1 (20 times; each: --all)
  truck.json:19: bodies[2].position[0]: "=wheelbase / 2" is 1.5 (20 times; each: --all)
  truck.json:19: bodies[2].position[1]: "=-track / 2" is -1.1 to -0.9 (20 times; each: --all)
  truck.json:21: bodies[3].shapes[0].radius: "=radius" is 0.4 (20 times; each: --all)
  truck.json:23: bodies[4].shapes[0].radius: "=radius" is 0.4 (20 times; each: --all)
  truck.json:24: bodies[5].position[0]: "=-wheelbase / 2" is -1.5 (20 times; each: --all)
  truck.json:24: bodies[5].position[1]: "=track / 2" is 0.9 to 1.1 (20 times; each: --all)
  truck.json:25: bodies[5].shapes[0].radius: "=radius" is 0.4 (20 times; each: --all)
  truck.json:26: bodies[6].position[0]: "=-wheelbase / 2" is -1.5 (20 times; each: --all)
  truck.json:26: bodies[6].position[1]: "=-track / 2" is -1.1 to -0.9 (20 times; each: --all)
  truck.json:27: bodies[6].shapes[0].radius: "=radius" is 0.4 (20 times; each: --all)
  truck.json:45: tyres[0].nominal_load: "=load" is 7823.475 to 11502.225 (20 times; each: --all)
  truck.json:45: tyres[0].longitudinal_stiffness: "=20 * load" is 156469.5 to 230044.5 (20 times; each: --all)
  truck.json:45: tyres[0].lateral_stiffness: "=14 * load" is 109528.65000000001 to 161031.15 (20 times; each: --all)
  truck.json:51: brakes[0].torque: "=0.4 * load * radius" is 1251.7560000000003 to 1840.3560000000002 (20 times; each: --all)
  truck.json:52: brakes[1].torque: "=0.4 * load * radius" is 1251.7560000000003 to 1840.3560000000002 (20 times; each: --all)
  truck.json:53: steerings[0].wheelbase: "=wheelbase" is 3 (20 times; each: --all)
  truck.json:7: parameters.payload: 200 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck2" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 300 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck3" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 400 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck4" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 500 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck5" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 600 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck6" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 700 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck7" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 800 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck8" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 900 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck9" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 1000 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck10" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 1100 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck11" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 1200 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck12" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 1300 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck13" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 1400 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck14" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.payload: 1500 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck15" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  SOURCE/scenes/writing/twenty_trucks.json:15: includes[1].position[0]: "=-gap * (number - 1)" is -36 to 0 (5 times; each: --all)
  SOURCE/scenes/writing/twenty_trucks.json:15: includes[1].position[1]: "=3.2 * column" is 12.8 (5 times; each: --all)
  truck.json:7: parameters.track: 2.2 (5 times; each: --all)
  truck.json:7: parameters.payload: 0 (5 times; each: --all)
  SOURCE/scenes/writing/twenty_trucks.json: good
  $ drawbar check --all "$scenes/writing/twenty_trucks.json" | head -20
  SOURCE/scenes/writing/twenty_trucks.json:6: parameters.gap: 9
  SOURCE/scenes/writing/twenty_trucks.json:6: parameters.column: 4
  SOURCE/scenes/writing/twenty_trucks.json:12: includes[0].position[0]: "=-gap * mod(number - 1, 5)" is 0
  SOURCE/scenes/writing/twenty_trucks.json:12: includes[0].position[1]: "=column * floor((number - 1) / 5)" is 0
  SOURCE/scenes/writing/twenty_trucks.json:13: includes[0].parameters.payload: "=100 * number" is 100
  truck.json:7: parameters.payload: 100 (given in SOURCE/scenes/writing/twenty_trucks.json:13, "truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.wheelbase: 3 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.track: 1.8 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.radius: 0.4 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:7: parameters.mass: 3000 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:8: parameters.load: "=(mass + payload + 4 * 40 + 2 * 15) / 4 * 9.81" is 8068.725 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:9: parameters.axle: "=radius - load / 400000" is 0.3798281875 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:13: bodies[0].mass: "=mass + payload" is 3100 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:13: bodies[0].position[2]: "=axle" is 0.3798281875 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:14: bodies[0].inertia[0]: "=(mass + payload) * 0.8" is 2480 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:14: bodies[0].inertia[1]: "=(mass + payload) * 2" is 6200 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:14: bodies[0].inertia[2]: "=(mass + payload) * 2.2" is 6820.000000000001 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:15: bodies[0].shapes[0].size[0]: "=wheelbase + 1.6" is 4.6 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:15: bodies[0].shapes[0].size[1]: "=track - 0.9" is 0.9 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  truck.json:16: bodies[0].shapes[1].size[1]: "=track" is 1.8 ("truck1" included in SOURCE/scenes/writing/twenty_trucks.json:11)
  $ drawbar check --set truck_count=2 "$scenes/writing/twenty_trucks.json"
  SOURCE/scenes/writing/twenty_trucks.json: no parameter is called "truck_count"; allowed: column, gap
  [1]
  $ cat > bad.json <<'END'
  > { "name": "bad", "gravity": [0, 0],
  >   "frame": { "period_ms": 40, "substeps": 0 },
  >   "bodies": [
  >     { "name": "a", "mass": -1, "inertia": [1, 1, 3], "colour": "red" },
  >     { "name": "a", "mass": 1, "inertia": [1, 1, 1], "shapes": [ { "type": "cube" }, { "type": "sphere", "radius": 0 } ] } ],
  >   "joints": [ { "name": "j", "type": "hinge", "parent": "world", "child": "b", "position": [0, 0, 0], "axis": [0, 0, 0] } ],
  >   "springs": [ { "name": "s", "type": "linear", "from": { "body": "world" }, "to": { "body": "a" }, "stiffness": "soft" } ],
  >   "drives": [ { "name": "m", "type": "dc_motor", "joint": "k", "control": "u", "supply_voltage": 24, "resistance": 0, "torque_constant": 0.05 } ],
  >   "controls": [ { "name": "u", "range": [1, -1] }, { "name": "v", "neutral": 3 } ] }
  > END
  $ drawbar check bad.json
  bad.json:1: gravity: found a list of 2; allowed: [x, y, z]
  bad.json:2: frame.substeps: found 0; allowed: a whole number from 1 to 10000
  bad.json:4: bodies[0].mass: found -1; allowed: a number above 0 (kg)
  bad.json:4: bodies[0]: unknown field "colour"; allowed: name, static, mass, inertia, center_of_mass, density, position, rotation_deg, orientation, linear_velocity, angular_velocity, shapes, group, passes_through, motion, drag_area, drag_center, relative_to
  bad.json:4: bodies[0].inertia: found principal moments 1, 1, 3, which no distribution of mass has; allowed: the largest is at most the sum of the two others
  bad.json:5: bodies[1].shapes[0].type: unknown value "cube"; allowed: sphere, box, capsule, cylinder, convex, mesh, heightfield, plane
  bad.json:5: bodies[1].shapes[1].radius: found 0; allowed: a number above 0 (m)
  bad.json:5: bodies[1].name: duplicate name "a", also bodies[0].name; allowed: everything has a name of its own
  bad.json:6: joints[0].type: unknown value "hinge"; allowed: fixed, revolute, prismatic, cylindrical, universal, spherical, planar, distance, rope, guided
  bad.json:6: joints[0].child: no body is called "b"; allowed: world, a
  bad.json:7: springs[0].from: the field "position" is missing; allowed: [x, y, z]
  bad.json:7: springs[0].to: the field "position" is missing; allowed: [x, y, z]
  bad.json:7: springs[0].stiffness: found the string "soft"; allowed: a number of at least 0 (N/m)
  bad.json:8: drives[0].resistance: found 0; allowed: a number above 0 (Ohm)
  bad.json:9: controls[0].range: found [1, -1]; allowed: [lower, upper] with lower < upper
  bad.json:9: controls[1].neutral: is 3; allowed: within the range, -1 to 1
  [1]
  $ drawbar simulate bad.json --duration 1 2>&1 | wc -l
  16
  $ printf '{ "name": "x", "bodies": [ ] ' > cut.json; drawbar check cut.json
  cut.json:1: found the end of the file; allowed: a comma or }
  [1]
  $ printf '{ "name": "x", "bodies": [ { "name": "b", "mass": "=1/0" } ] }' > zero.json; drawbar check zero.json
  zero.json:1: bodies[0].mass: "=1/0": division by 0
  [1]
  $ cat > formulas.json <<'END'
  > { "name": "formulas",
  >   "parameters": { "m": 2, "half": "=m / 2" },
  >   "bodies": [ { "name": "b", "mass": "=m * 3", "inertia": ["=half", "=half", "=sqrt(m)"], "position": [0, 0, "=half + nothing"] } ] }
  > END
  $ drawbar check formulas.json
  formulas.json:3: bodies[0].position[2]: "=half + nothing": no parameter is called "nothing"; allowed: half, m
  [1]
  $ sed -i 's/ + nothing//' formulas.json; drawbar check formulas.json
  formulas.json:2: parameters.m: 2
  formulas.json:2: parameters.half: "=m / 2" is 1
  formulas.json:3: bodies[0].mass: "=m * 3" is 6
  formulas.json:3: bodies[0].inertia[0]: "=half" is 1
  formulas.json:3: bodies[0].inertia[1]: "=half" is 1
  formulas.json:3: bodies[0].inertia[2]: "=sqrt(m)" is 1.4142135623730951
  formulas.json:3: bodies[0].position[2]: "=half" is 1
  formulas.json: good
  $ drawbar check formulas.json --set m=4
  formulas.json:2: parameters.m: 4 (given)
  formulas.json:2: parameters.half: "=m / 2" is 2
  formulas.json:3: bodies[0].mass: "=m * 3" is 12
  formulas.json:3: bodies[0].inertia[0]: "=half" is 2
  formulas.json:3: bodies[0].inertia[1]: "=half" is 2
  formulas.json:3: bodies[0].inertia[2]: "=sqrt(m)" is 2
  formulas.json:3: bodies[0].position[2]: "=half" is 2
  formulas.json: good
  $ drawbar check formulas.json --set m=-1
  formulas.json:3: bodies[0].inertia[2]: "=sqrt(m)": the square root of -1; allowed: 0 or more
  [1]
  $ drawbar check formulas.json --set q=1
  formulas.json: no parameter is called "q"; did you mean "m"?; allowed: half, m
  [1]
  $ drawbar check nosuch.json
  nosuch.json: cannot open: No such file or directory
  [1]
  $ drawbar check .
  .: is a directory; allowed: a file
  [1]

Warnings, keys of a console, tables of motions, circles of parameters.

  $ cat > warned.json <<'END'
  > { "name": "warned", "materials": [ { "name": "clay" } ], "material_pairs": [ { "materials": ["clay", "wax"], "friction": 0.1 } ],
  >   "bodies": [ { "name": "b", "mass": 1, "inertia": [1, 1, 1] },
  >               { "name": "table", "motion": { "type": "turn", "axis": [0, 0, 1], "table_deg": [[0, 0], [1, 10], [1, 20]] } } ],
  >   "controls": [ { "name": "u" }, { "name": "v" } ],
  >   "console": { "levers": [ { "control": "u", "raise_keys": ["z"], "lower_keys": ["Z"] }, { "control": "v", "raise_keys": ["z"] } ] } }
  > END
  $ drawbar check warned.json
  warned.json:3: bodies[1].motion.table_deg[2]: at 1 s; allowed: later than the point before, 1
  warned.json:5: console.levers[0].lower_keys[0]: is no key of a lever; allowed: "a" to "z" but "c", "up", "down", "left", "right"
  [1]
  $ sed -i 's/\[1, 20\]/[2, 20]/; s/"Z"/"x"/; s/, { "control": "v", "raise_keys".*/ ] } }/' warned.json; drawbar check warned.json; drawbar info warned.json
  warned.json:1: material_pairs[0].materials[1]: warning: no material is called "wax"; allowed: clay; the pair never applies
  warned.json: good
  scene warned
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 984 bytes
  bodies: 2, 1 kg
    b: 1 kg, inertia [1, 1, 1] kg m^2, no shapes
    table: moved, no shapes
  controls: 2
    u: [-1, 1], neutral 0, on silence for 500 ms: neutral
    v: [-1, 1], neutral 0, on silence for 500 ms: neutral
  $ sed 's/table_deg": \[\[0, 0\]/table_deg": [[0, 5]/' warned.json > start.json; drawbar check start.json
  start.json:3: bodies[1].motion.table_deg[0]: begins at 5; allowed: 0, where the body is
  [1]
  $ printf '{ "name": "c", "parameters": { "a": "=b", "b": "=a + 1", "d": "=e / 0", "e": "=d2" }, "bodies": [ { "name": "b", "mass": "=a" } ] }' > circle.json; drawbar check circle.json
  circle.json:1: parameters.b: "=a + 1": goes round in a circle through "a"; allowed: parameters of other ones
  circle.json:1: parameters.e: "=d2": no parameter is called "d2"; did you mean "d"?; allowed: a, b, d, e
  [1]

Exercises.

  $ cat > placed.json <<'END'
  > { "name": "placed", "scene": "warned.json", "title": { "en": "x" }, "briefing": { "en": "y" },
  >   "changes": { "bodies": [ { "name": "post", "static": true, "position": [1, 2, 3] } ], "places": [ { "machine": "b", "turn_deg": 90, "move": [1, 0, 0] } ] },
  >   "variants": [ { "name": "heavy", "changes": { "payloads": [ { "body": "b", "mass": 5 } ] } } ],
  >   "criteria": [ { "name": "c", "type": "peak", "quantity": "b.speed", "unit": "m/s" } ] }
  > END
  $ drawbar check placed.json
  ./warned.json:1: material_pairs[0].materials[1]: warning: no material is called "wax"; allowed: clay; the pair never applies
  placed.json: good
  $ sed 's/"post"/"b"/' placed.json > clash.json; drawbar check clash.json
  clash.json:2: changes: the scene with the exercise's changes: bodies[2].name: duplicate name "b", also bodies[0].name; allowed: everything has a name of its own
  [1]
  $ drawbar info placed.json
  exercise placed: x
    y
    time limit: none, pass mark 60 of 100
  variants: 1
    heavy
  criteria: 1
    c: peak, 1 points for each m/s above 0, at most 100
  scene warned
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 1144 bytes
  bodies: 3, 1 kg
    b: 1 kg, inertia [1, 1, 1] kg m^2, no shapes
    table: moved, no shapes
    post: static, no shapes
  controls: 2
    u: [-1, 1], neutral 0, on silence for 500 ms: neutral
    v: [-1, 1], neutral 0, on silence for 500 ms: neutral
  $ for variant in '' heavy; do drawbar simulate placed.json --duration 0.4 --variant "$variant" --columns b.x,b.y,b.z,b.qw,b.qz,post.x --score score.json; steady score.json; done
  time,b.x,b.y,b.z,b.qw,b.qz,post.x
  0,1,0,0,0.7071067811865476,0.7071067811865476,1
  0.04,1,0,-0.007848,0.7071067811865475,0.7071067811865475,1
  0.08,1,0,-0.031392,0.7071067811865475,0.7071067811865475,1
  0.12,1,0,-0.07063200000000001,0.7071067811865475,0.7071067811865475,1
  0.16,1,0,-0.12556800000000004,0.7071067811865475,0.7071067811865475,1
  0.2,1,0,-0.19620000000000004,0.7071067811865475,0.7071067811865475,1
  0.24,1,0,-0.28252800000000006,0.7071067811865475,0.7071067811865475,1
  0.28,1,0,-0.384552,0.7071067811865475,0.7071067811865475,1
  0.32,1,0,-0.5022719999999999,0.7071067811865475,0.7071067811865475,1
  0.36,1,0,-0.6356879999999998,0.7071067811865475,0.7071067811865475,1
  0.4,1,0,-0.7847999999999996,0.7071067811865475,0.7071067811865475,1
  {"exercise": "placed", "scene": "warned", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 0.4, "score": 96.07600000000001, "passed": false, "criteria": [{"name": "c", "figure": 3.9239999999999955, "unit": "m/s", "lost": 3.9239999999999955, "moments": [[0, 0.4]]}]}
  time,b.x,b.y,b.z,b.qw,b.qz,post.x
  0,1,0,0,0.7071067811865476,0.7071067811865476,1
  0.04,1,0,-0.007848,0.7071067811865475,0.7071067811865475,1
  0.08,1,0,-0.031391999999999996,0.7071067811865475,0.7071067811865475,1
  0.12,1,0,-0.07063199999999999,0.7071067811865475,0.7071067811865475,1
  0.16,1,0,-0.12556799999999993,0.7071067811865475,0.7071067811865475,1
  0.2,1,0,-0.19619999999999985,0.7071067811865475,0.7071067811865475,1
  0.24,1,0,-0.28252799999999967,0.7071067811865475,0.7071067811865475,1
  0.28,1,0,-0.38455199999999945,0.7071067811865475,0.7071067811865475,1
  0.32,1,0,-0.502271999999999,0.7071067811865475,0.7071067811865475,1
  0.36,1,0,-0.6356879999999985,0.7071067811865475,0.7071067811865475,1
  0.4,1,0,-0.7847999999999978,0.7071067811865475,0.7071067811865475,1
  {"exercise": "placed", "scene": "warned", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "heavy", "outcome": "broken_off", "time": 0.4, "score": 96.07600000000002, "passed": false, "criteria": [{"name": "c", "figure": 3.9239999999999826, "unit": "m/s", "lost": 3.9239999999999826, "moments": [[0, 0.4]]}]}
  $ drawbar simulate placed.json --duration 0.4 --variant light
  placed.json:1: variant: no variant is called "light"; allowed: heavy
  [1]
  $ cat > bad_exercise.json <<'END'
  > { "name": "bad", "scene": "formulas.json", "title": { "en": "x" }, "briefing": { "en": "y" },
  >   "triggers": [ { "name": "t", "when": { "type": "quantity", "quantity": "b.q", "above": 1 }, "actions": [ { "type": "mark", "criterion": "none", "points": 1 } ] },
  >                 { "name": "u", "when": { "type": "zone", "zone": "b", "bodies": ["c"] }, "actions": [ { "type": "malfunction", "effect": "b explode" } ] } ],
  >   "criteria": [ { "name": "c", "type": "peak", "quantity": "b.speed", "unit": "kg" } ] }
  > END
  $ drawbar check bad_exercise.json
  bad_exercise.json:2: triggers[0].when.quantity: no quantity is called "b.q"; allowed: b.x, b.y, b.z, b.qw, b.qx, b.qy, b.qz, b.vx, b.vy, b.vz, b.wx, b.wy, b.wz, b.speed, b.heading, b.tilt
  bad_exercise.json:2: triggers[0].actions[0].criterion: no criterion of type marks is called "none"; allowed: none, there is no such criterion
  bad_exercise.json:3: triggers[1].when.bodies: no body is called "c"; allowed: b
  bad_exercise.json:3: triggers[1].when.zone: can never hold: "b" has no sensor among its shapes; allowed: a condition that can
  bad_exercise.json:3: triggers[1].actions[0].effect: there is no effect explode; this scene allows: force, torque, impulse, place, absent
  bad_exercise.json:4: criteria[0].unit: "kg" does not measure this; allowed: m/s, km/h
  [1]
  $ drawbar info bad_exercise.json 2>&1 | head -2
  bad_exercise.json:2: triggers[0].when.quantity: no quantity is called "b.q"; allowed: b.x, b.y, b.z, b.qw, b.qx, b.qy, b.qz, b.vx, b.vy, b.vz, b.wx, b.wy, b.wz, b.speed, b.heading, b.tilt
  bad_exercise.json:2: triggers[0].actions[0].criterion: no criterion of type marks is called "none"; allowed: none, there is no such criterion

Where to start.

  $ for kind in vehicle arm crane; do drawbar new $kind --output $kind.json && drawbar check $kind.json && drawbar info $kind.json; done
  vehicle.json: drive it with `drawbard vehicle.json`, change it, and ask `drawbar check vehicle.json`
  vehicle.json:16: parameters.mass: 900
  vehicle.json:17: parameters.wheelbase: 2.2
  vehicle.json:18: parameters.track: 1.4
  vehicle.json:19: parameters.radius: 0.3
  vehicle.json:20: parameters.grip: 0.9
  vehicle.json:21: parameters.top_speed: 15
  vehicle.json:22: parameters.pull: 3000
  vehicle.json:23: parameters.braking: 6
  vehicle.json:24: parameters.bounce: 1.5
  vehicle.json:27: parameters.corner: 15
  vehicle.json:28: parameters.wheel: 20
  vehicle.json:29: parameters.carried: "=mass / 4 * 9.81" is 2207.25
  vehicle.json:30: parameters.load: "=carried + (corner + wheel) * 9.81" is 2550.6
  vehicle.json:31: parameters.hub: "=radius - 0.015" is 0.285
  vehicle.json:32: parameters.stiffness: "=mass / 4 * (2 * pi * bounce)^2" is 19985.94891220595
  vehicle.json:33: parameters.damping: "=0.6 * sqrt(stiffness * mass / 4)" is 1272.345024703866
  vehicle.json:34: parameters.ratio: "=400 * radius / (0.5 * top_speed)" is 16
  vehicle.json:35: parameters.stop: "=braking * (mass + 4 * (corner + wheel)) * radius" is 1872
  vehicle.json:39: materials[0].friction: "=grip" is 0.9
  vehicle.json:40: materials[1].friction: "=grip" is 0.9
  vehicle.json:55: bodies[4].mass: "=mass" is 900
  vehicle.json:56: bodies[4].shapes[0].size[0]: "=wheelbase + 0.9" is 3.1
  vehicle.json:56: bodies[4].shapes[0].size[1]: "=track - 0.75" is 0.6499999999999999
  vehicle.json:56: bodies[4].shapes[0].position[2]: "=hub + 0.05" is 0.33499999999999996
  vehicle.json:57: bodies[4].shapes[1].size[0]: "=wheelbase + 0.9" is 3.1
  vehicle.json:57: bodies[4].shapes[1].size[1]: "=track - 0.1" is 1.2999999999999998
  vehicle.json:57: bodies[4].shapes[1].position[2]: "=2 * radius + 0.12" is 0.72
  vehicle.json:58: bodies[4].shapes[2].size[1]: "=track - 0.2" is 1.2
  vehicle.json:58: bodies[4].shapes[2].position[2]: "=2 * radius + 0.48" is 1.08
  vehicle.json:61: bodies[5].position[0]: "=wheelbase / 2" is 1.1
  vehicle.json:61: bodies[5].position[1]: "=track / 2" is 0.7
  vehicle.json:61: bodies[5].position[2]: "=hub" is 0.285
  vehicle.json:61: bodies[5].mass: "=corner / 2" is 7.5
  vehicle.json:62: bodies[6].position[0]: "=wheelbase / 2" is 1.1
  vehicle.json:62: bodies[6].position[1]: "=-track / 2" is -0.7
  vehicle.json:62: bodies[6].position[2]: "=hub" is 0.285
  vehicle.json:62: bodies[6].mass: "=corner / 2" is 7.5
  vehicle.json:63: bodies[7].position[0]: "=-wheelbase / 2" is -1.1
  vehicle.json:63: bodies[7].position[1]: "=track / 2" is 0.7
  vehicle.json:63: bodies[7].position[2]: "=hub" is 0.285
  vehicle.json:63: bodies[7].mass: "=corner" is 15
  vehicle.json:64: bodies[8].position[0]: "=-wheelbase / 2" is -1.1
  vehicle.json:64: bodies[8].position[1]: "=-track / 2" is -0.7
  vehicle.json:64: bodies[8].position[2]: "=hub" is 0.285
  vehicle.json:64: bodies[8].mass: "=corner" is 15
  vehicle.json:65: bodies[9].mass: "=corner / 2" is 7.5
  vehicle.json:66: bodies[10].mass: "=corner / 2" is 7.5
  vehicle.json:67: bodies[11].mass: "=wheel" is 20
  vehicle.json:68: bodies[11].shapes[0].radius: "=radius" is 0.3
  vehicle.json:69: bodies[12].mass: "=wheel" is 20
  vehicle.json:70: bodies[12].shapes[0].radius: "=radius" is 0.3
  vehicle.json:71: bodies[13].mass: "=wheel" is 20
  vehicle.json:72: bodies[13].shapes[0].radius: "=radius" is 0.3
  vehicle.json:73: bodies[14].mass: "=wheel" is 20
  vehicle.json:74: bodies[14].shapes[0].radius: "=radius" is 0.3
  vehicle.json:81: joints[0].spring.stiffness: "=stiffness" is 19985.94891220595
  vehicle.json:81: joints[0].spring.damping: "=damping" is 1272.345024703866
  vehicle.json:81: joints[0].spring.rest: "=-carried / stiffness" is -0.11044009017014818
  vehicle.json:83: joints[1].spring.stiffness: "=stiffness" is 19985.94891220595
  vehicle.json:83: joints[1].spring.damping: "=damping" is 1272.345024703866
  vehicle.json:83: joints[1].spring.rest: "=-carried / stiffness" is -0.11044009017014818
  vehicle.json:85: joints[2].spring.stiffness: "=stiffness" is 19985.94891220595
  vehicle.json:85: joints[2].spring.damping: "=damping" is 1272.345024703866
  vehicle.json:85: joints[2].spring.rest: "=-carried / stiffness" is -0.11044009017014818
  vehicle.json:87: joints[3].spring.stiffness: "=stiffness" is 19985.94891220595
  vehicle.json:87: joints[3].spring.damping: "=damping" is 1272.345024703866
  vehicle.json:87: joints[3].spring.rest: "=-carried / stiffness" is -0.11044009017014818
  vehicle.json:102: drives[0].current_limit: "=pull / 2 * radius / (0.5 * ratio * 0.95)" is 59.21052631578948
  vehicle.json:102: drives[0].gear.ratio: "=ratio" is 16
  vehicle.json:104: drives[1].current_limit: "=pull / 2 * radius / (0.5 * ratio * 0.95)" is 59.21052631578948
  vehicle.json:104: drives[1].gear.ratio: "=ratio" is 16
  vehicle.json:109: tyres[0].nominal_load: "=load" is 2550.6
  vehicle.json:109: tyres[0].longitudinal_stiffness: "=20 * load" is 51012
  vehicle.json:109: tyres[0].lateral_stiffness: "=16 * load" is 40809.6
  vehicle.json:109: tyres[0].relaxation_length: "=radius" is 0.3
  vehicle.json:110: tyres[0].vertical_stiffness: "=load / 0.015" is 170040
  vehicle.json:115: brakes[0].torque: "=0.3 * stop" is 561.6
  vehicle.json:116: brakes[1].torque: "=0.3 * stop" is 561.6
  vehicle.json:117: brakes[2].torque: "=0.2 * stop" is 374.40000000000003
  vehicle.json:118: brakes[3].torque: "=0.2 * stop" is 374.40000000000003
  vehicle.json:120: steerings[0].wheelbase: "=wheelbase" is 2.2
  vehicle.json: good
  scene vehicle
    A buggy with two electric motors, a bump and three cones
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 10472 bytes
  bodies: 15, 1049.72 kg
    ground: static, plane, cylinder
    cone_1: 3.24 kg, inertia [0.1215, 0.1215, 0.0486] kg m^2, box
    cone_2: 3.24 kg, inertia [0.1215, 0.1215, 0.0486] kg m^2, box
    cone_3: 3.24 kg, inertia [0.1215, 0.1215, 0.0486] kg m^2, box
    chassis: 900 kg, inertia [190.517, 521.181, 520.826] kg m^2, box, box, box
    upright_front_left: 7.5 kg, inertia [0.2, 0.2, 0.2] kg m^2, no shapes
    upright_front_right: 7.5 kg, inertia [0.2, 0.2, 0.2] kg m^2, no shapes
    upright_rear_left: 15 kg, inertia [0.4, 0.4, 0.4] kg m^2, no shapes
    upright_rear_right: 15 kg, inertia [0.4, 0.4, 0.4] kg m^2, no shapes
    knuckle_left: 7.5 kg, inertia [0.2, 0.2, 0.2] kg m^2, no shapes
    knuckle_right: 7.5 kg, inertia [0.2, 0.2, 0.2] kg m^2, no shapes
    wheel_front_left: 20 kg, inertia [0.516667, 0.9, 0.516667] kg m^2, cylinder
    wheel_front_right: 20 kg, inertia [0.516667, 0.9, 0.516667] kg m^2, cylinder
    wheel_rear_left: 20 kg, inertia [0.516667, 0.9, 0.516667] kg m^2, cylinder
    wheel_rear_right: 20 kg, inertia [0.516667, 0.9, 0.516667] kg m^2, cylinder
  joints: 10
    strut_front_left: prismatic, chassis to upright_front_left
    strut_front_right: prismatic, chassis to upright_front_right
    strut_rear_left: prismatic, chassis to upright_rear_left
    strut_rear_right: prismatic, chassis to upright_rear_right
    kingpin_left: revolute, upright_front_left to knuckle_left
    kingpin_right: revolute, upright_front_right to knuckle_right
    hub_front_left: revolute, knuckle_left to wheel_front_left
    hub_front_right: revolute, knuckle_right to wheel_front_right
    hub_rear_left: revolute, upright_rear_left to wheel_rear_left
    hub_rear_right: revolute, upright_rear_right to wheel_rear_right
  drives: 2
    motor_left: dc_motor on hub_rear_left, voltage mode, 400 V, gear 16, from throttle
    motor_right: dc_motor on hub_rear_right, voltage mode, 400 V, gear 16, from throttle
  controls: 3
    throttle: [-1, 1], neutral 0, on silence for 500 ms: neutral
    brake: [0, 1], neutral 0, on silence for 500 ms: neutral
    steer: [-1, 1], neutral 0, on silence for 500 ms: neutral
  arm.json: drive it with `drawbard arm.json`, change it, and ask `drawbar check arm.json`
  arm.json:18: parameters.upper: 0.5
  arm.json:19: parameters.fore: 0.4
  arm.json:20: parameters.shoulder_height: 0.45
  arm.json:21: parameters.thickness: 0.045
  arm.json:22: parameters.filling: 1500
  arm.json:23: parameters.payload: 3
  arm.json:24: parameters.speed_deg: 60
  arm.json:27: parameters.upper_mass: "=filling * pi * thickness^2 * upper" is 4.771293842639498
  arm.json:28: parameters.fore_mass: "=filling * pi * thickness^2 * fore" is 3.8170350741115984
  arm.json:30: parameters.holding: "=9.81 * (upper_mass * upper / 2 + fore_mass * (upper + fore / 2) + payload * (upper + fore))" is 64.40017800299772
  arm.json:31: parameters.speed: "=speed_deg * pi / 180" is 1.0471975511965976
  arm.json:32: parameters.ratio: "=48 / (0.2 * 1.5 * speed)" is 152.78874536821954
  arm.json:33: parameters.current: "=2 * holding / (0.2 * ratio * 0.8)" is 5.268727242294078
  arm.json:48: bodies[5].shapes[0].length: "=shoulder_height - 0.2" is 0.25
  arm.json:48: bodies[5].shapes[0].position[2]: "=shoulder_height / 2 - 0.1" is 0.125
  arm.json:49: bodies[6].position[2]: "=shoulder_height - 0.1" is 0.35
  arm.json:53: bodies[7].mass: "=upper_mass" is 4.771293842639498
  arm.json:53: bodies[7].position[2]: "=upper / 2" is 0.25
  arm.json:54: bodies[7].shapes[0].radius: "=thickness" is 0.045
  arm.json:54: bodies[7].shapes[0].length: "=upper" is 0.5
  arm.json:56: bodies[8].mass: "=fore_mass" is 3.8170350741115984
  arm.json:56: bodies[8].position[0]: "=fore / 2" is 0.2
  arm.json:57: bodies[8].shapes[0].radius: "=0.8 * thickness" is 0.036
  arm.json:57: bodies[8].shapes[0].length: "=fore" is 0.4
  arm.json:58: bodies[9].mass: "=payload" is 3
  arm.json:58: bodies[9].position[0]: "=fore" is 0.4
  arm.json:64: joints[0].position[2]: "=shoulder_height - 0.2" is 0.25
  arm.json:66: joints[2].position[2]: "=upper" is 0.5
  arm.json:72: drives[0].inputs[0].gain: "=1 / 160" is 0.00625
  arm.json:72: drives[0].speed_limit: "=speed" is 1.0471975511965976
  arm.json:73: drives[0].current_limit: "=current" is 5.268727242294078
  arm.json:73: drives[0].gear.ratio: "=ratio" is 152.78874536821954
  arm.json:74: drives[1].inputs[0].gain: "=1 / 100" is 0.01
  arm.json:74: drives[1].speed_limit: "=speed" is 1.0471975511965976
  arm.json:75: drives[1].current_limit: "=current" is 5.268727242294078
  arm.json:75: drives[1].gear.ratio: "=ratio" is 152.78874536821954
  arm.json:76: drives[2].inputs[0].gain: "=1 / 75" is 0.013333333333333334
  arm.json:76: drives[2].speed_limit: "=speed" is 1.0471975511965976
  arm.json:77: drives[2].current_limit: "=current" is 5.268727242294078
  arm.json:77: drives[2].gear.ratio: "=ratio" is 152.78874536821954
  arm.json: good
  scene arm
    An arm of three axes and three blocks on a table
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 16 substeps (at least 8), sequential_impulses
    normalised: 6672 bytes
  bodies: 10, 21.3883 kg
    floor: static, plane
    table: static, box
    block_1: 0.6 kg, inertia [0.001, 0.001, 0.001] kg m^2, box
    block_2: 0.6 kg, inertia [0.001, 0.001, 0.001] kg m^2, box
    block_3: 0.6 kg, inertia [0.001, 0.001, 0.001] kg m^2, box
    pedestal: static, cylinder
    column: 8 kg, inertia [0.050816, 0.045632, 0.026752] kg m^2, cylinder, cylinder
    upper_arm: 4.77129 kg, inertia [0.127586, 0.127586, 0.00472741] kg m^2, capsule
    forearm: 3.81704 kg, inertia [0.00242044, 0.0653243, 0.0653243] kg m^2, capsule
    tool: 3 kg, inertia [0.003, 0.003, 0.003] kg m^2, sphere
  joints: 4
    turn: revolute, pedestal to column
    shoulder: revolute, column to upper_arm
    elbow: revolute, upper_arm to forearm
    flange: fixed, forearm to tool
  drives: 3
    motor_turn: dc_motor on turn, position mode, 48 V, gear 152.789, from 0.00625 x turn_angle
    motor_shoulder: dc_motor on shoulder, position mode, 48 V, gear 152.789, from 0.01 x shoulder_angle
    motor_elbow: dc_motor on elbow, position mode, 48 V, gear 152.789, from 0.013333333333333334 x elbow_angle
  controls: 3
    turn_angle: [-160, 160], neutral 0, on silence for 500 ms: hold
    shoulder_angle: [-100, 100], neutral 0, on silence for 500 ms: hold
    elbow_angle: [-75, 75], neutral 0, on silence for 500 ms: hold
  crane.json: drive it with `drawbard crane.json`, change it, and ask `drawbar check crane.json`
  crane.json:16: parameters.height: 6
  crane.json:17: parameters.jib: 6
  crane.json:18: parameters.radius: 3.5
  crane.json:19: parameters.load: 500
  crane.json:20: parameters.hoist_speed: 0.4
  crane.json:21: parameters.travel_speed: 0.5
  crane.json:22: parameters.slew_deg: 6
  crane.json:25: parameters.sling: 0.7
  crane.json:26: parameters.rope: "=height - 0.35 - (1 + sling)" is 3.95
  crane.json:27: parameters.weight: "=(load + 60) * 9.81" is 5493.6
  crane.json:28: parameters.turned: "=800 * jib^2 / 3 + (load + 260) * jib^2" is 36960
  crane.json:29: parameters.slew_speed: "=slew_deg * pi / 180" is 0.10471975511965977
  crane.json:30: parameters.slew_torque: "=turned * slew_speed / 2" is 1935.2210746113124
  crane.json:32: parameters.slew_ratio: "=400 / (1.2 * 1.25 * slew_speed)" is 2546.4790894703256
  crane.json:33: parameters.travel_ratio: "=400 / (1.2 * 1.25 * travel_speed)" is 533.3333333333334
  crane.json:34: parameters.hoist_ratio: "=400 / (1.2 * 1.25 * hoist_speed)" is 666.6666666666665
  crane.json:44: bodies[1].shapes[1].size[2]: "=height - 0.55" is 5.45
  crane.json:44: bodies[1].shapes[1].position[2]: "=(height - 0.55) / 2 + 0.3" is 3.025
  crane.json:46: bodies[2].position[2]: "=height" is 6
  crane.json:48: bodies[2].shapes[1].size[0]: "=jib + 0.4" is 6.4
  crane.json:48: bodies[2].shapes[1].position[0]: "=jib / 2" is 3
  crane.json:49: bodies[3].position[0]: "=radius" is 3.5
  crane.json:51: bodies[4].position[2]: "=-0.15 - rope / 4" is -1.1375
  crane.json:52: bodies[4].shapes[0].length: "=rope / 2 + 0.1" is 2.075
  crane.json:53: bodies[5].position[2]: "=-0.2 - rope" is -4.15
  crane.json:54: bodies[5].shapes[0].length: "=rope / 2" is 1.975
  crane.json:54: bodies[5].shapes[0].position[2]: "=rope / 4 + 0.1" is 1.0875000000000001
  crane.json:57: bodies[6].mass: "=load" is 500
  crane.json:57: bodies[6].position[2]: "=-sling - 0.5" is -1.2
  crane.json:64: joints[1].limits[0][0]: "=1.2 - radius" is -2.3
  crane.json:64: joints[1].limits[0][1]: "=jib - 0.3 - radius" is 2.2
  crane.json:67: joints[3].limits[0][1]: "=rope / 2 - 0.2" is 1.7750000000000001
  crane.json:69: joints[4].child_position[2]: "=-sling" is -0.7
  crane.json:70: joints[5].child_position[2]: "=-sling" is -0.7
  crane.json:71: joints[6].child_position[2]: "=-sling" is -0.7
  crane.json:72: joints[7].child_position[2]: "=-sling" is -0.7
  crane.json:77: drives[0].speed_limit: "=slew_speed" is 0.10471975511965977
  crane.json:78: drives[0].current_limit: "=slew_torque / (1.2 * slew_ratio * 0.85) + 1" is 1.745058371454785
  crane.json:78: drives[0].brake_torque: "=2 * slew_torque" is 3870.4421492226247
  crane.json:78: drives[0].gear.ratio: "=slew_ratio" is 2546.4790894703256
  crane.json:79: drives[1].speed_limit: "=travel_speed" is 0.5
  crane.json:80: drives[1].brake_torque: "=0.2 * weight" is 1098.72
  crane.json:80: drives[1].gear.ratio: "=travel_ratio" is 533.3333333333334
  crane.json:81: drives[2].speed_limit: "=hoist_speed" is 0.4
  crane.json:82: drives[2].current_limit: "=1.5 * weight / (1.2 * hoist_ratio * 0.9)" is 11.445000000000006
  crane.json:82: drives[2].gear.ratio: "=hoist_ratio" is 666.6666666666665
  crane.json: good
  scene crane
    A jib crane with a hoist and a crate in slings
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 7312 bytes
  bodies: 7, 1565 kg
    ground: static, plane
    mast: static, box, box
    jib: 800 kg, inertia [23.5842, 3096.17, 3087.96] kg m^2, cylinder, box
    trolley: 200 kg, inertia [4.83333, 6.66667, 10.1667] kg m^2, box
    rope_top: 5 kg, inertia [8, 8, 0.02] kg m^2, cylinder
    hook: 60 kg, inertia [8, 8, 1] kg m^2, cylinder, box, sphere
    crate: 500 kg, inertia [83.3333, 83.3333, 83.3333] kg m^2, box
  joints: 8
    slewing: revolute, mast to jib
    rail: prismatic, jib to trolley
    sheave: universal, trolley to rope_top
    winch: prismatic, rope_top to hook
    sling_1: rope, hook to crate
    sling_2: rope, hook to crate
    sling_3: rope, hook to crate
    sling_4: rope, hook to crate
  drives: 3
    motor_slewing: dc_motor on slewing, speed mode, 400 V, gear 2546.48, from slew
    motor_trolley: dc_motor on rail, speed mode, 400 V, gear 533.333, from travel
    motor_hoist: dc_motor on winch, speed mode, 400 V, gear 666.667, from hoist
  controls: 3
    slew: [-1, 1], neutral 0, on silence for 500 ms: neutral
    travel: [-1, 1], neutral 0, on silence for 500 ms: neutral
    hoist: [-1, 1], neutral 0, on silence for 500 ms: neutral
  $ drawbar new arm --output arm.json
  arm.json: exists; allowed: another name, or --force to overwrite it
  [3]
  $ drawbar new schema | sha256sum
  c4c0a8bad88d89f57a507acc065ebf9729428a83bd28806b337e0e25a6c35d39  -
  $ drawbar new submarine
  KIND: submarine not in {schema,vehicle,arm,crane}
  Run with --help for more information.
  [2]
