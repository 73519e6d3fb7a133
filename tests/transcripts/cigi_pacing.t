Image generators that pace, and what cannot be told them.

  $ ig() { /usr/bin/python3 "$SOURCE/tests/transcripts/cigi_packets.py" "$@"; }
  $ begin_ig() { /usr/bin/python3 "$SOURCE/tests/transcripts/cigi_packets.py" serve $1 & until test -s $1.port; do sleep 0.05; done; eval "$1=\$(cat $1.port)"; }
  $ counted() { get /metrics | grep '^drawbar_cigi' | grep -v -e bucket -e seconds_sum | sed -E 's/(messages_total|frames_total)(.*) .*/\1\2 N/; s/:[0-9]+"/:PORT"/'; }
  $ heard() { grep "CIGI 127.0.0.1:$1:" "$folder/log" | sed -E 's/^[^ ]+ //; s/127.0.0.1:[0-9]+/ADDRESS/g'; }

One that paces: told every frame while it has never answered, then one message for each frame that it begins, as of that instant: by velocities, and
by how they changed. Where the scene names no entities everything that can move is one; only the world's number is not free. What points
straight up or down has no roll.

  $ cat > three.json <<'END'
  > { "name": "three", "gravity": [0, 0, 0], "cigi": { "world_id": 3 },
  >   "bodies": [
  >     { "name": "ground", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 1], "position": [0, 0, -9] } ] },
  >     { "name": "ball", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [1, 2, 3] },
  >     { "name": "top", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [-1, -2, -3], "linear_velocity": [0.25, 0, 0] },
  >     { "name": "lift", "position": [7, 8, 9], "motion": { "type": "slide", "axis": [0, 3, 4], "table": [ [0, 0], [1, 0.5], [3, 4] ] } },
  >     { "name": "up", "mass": 1, "inertia": [1, 1, 1], "position": [0, 5, 0], "rotation_deg": [25, -90, 40] },
  >     { "name": "down", "mass": 1, "inertia": [1, 1, 1], "position": [0, 6, 0], "rotation_deg": [-15, 90, 70] } ] }
  > END
  $ begin_ig c
  $ serve three.json --cigi 127.0.0.1:$c --cigi-port 0 --cigi-pacing sync
  $ ig c told
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame 0 order big
  $ ig c be mode operate; ig c told
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  Entity entity 3 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 1 parent 0 roll 0 pitch 0 yaw 90 x 0 y 0 z 0
  Entity entity 4 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 4 parent 3 roll 0 pitch 0 yaw 0 x -1 y 2 z 3
  Rate entity 4 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 5 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 5 parent 3 roll 0 pitch 0 yaw 0 x 7 y -8 z -9
  Rate entity 5 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 6 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 6 parent 3 roll 0 pitch 90 yaw 295 x 0 y -5 z 0
  Rate entity 6 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 7 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 7 parent 3 roll 0 pitch -90 yaw 275 x 0 y -6 z 0
  Rate entity 7 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 3 roll 0 pitch 0 yaw 0 x 1 y -2 z -3
  Rate entity 8 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  $ ig c paced
  sixty messages answer sixty of its frames, one each: True
  $ ig c burst 600; counted | sed -E 's/(unanswered.*) [1-9].*/\1 some/' | grep -e unanswered -e malformed
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_unanswered_total{to="127.0.0.1:PORT"} some
  $ instructor malfunction ball force x=16 y=-6 z=4; instructor malfunction top torque x=0.05; instructor run
  malfunction 1; `drawbar instructor clear 1` ends it
  malfunction 2; `drawbar instructor clear 2` ends it
  $ ig c moves 8 8 3 -2 0 0 0; ig c moves 4 0 0 0 28.6479 0 0
  entity 8 moves, turns and gains as it is told: True
  entity 4 moves, turns and gains as it is told: True
  $ end_daemon; ig c farewell; ig c end
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 0 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  Entity entity 8 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 4 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 5 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 6 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 7 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 3 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  $ heard $c
  info CIGI ADDRESS: told when it begins a frame, answers to UDP ADDRESS
  info CIGI ADDRESS: answers
  info CIGI ADDRESS: operates

What a scene's section cannot say.

  $ cat > bad.json <<'END'
  > { "name": "bad",
  >   "bodies": [ { "name": "a", "mass": 1, "inertia": [1, 1, 1] }, { "name": "b", "mass": 1, "inertia": [1, 1, 1] }, { "name": "c", "static": true } ],
  >   "joints": [ { "name": "pipe", "type": "cylindrical", "parent": "world", "child": "b", "position": [6, 2, 1] } ],
  >   "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pipe", "axis": 1, "control": "lever", "supply_voltage": 24, "resistance": 1, "torque_constant": 0.05, "gear": { "ratio": 20 } } ],
  >   "controls": [ { "name": "lever" } ],
  >   "cigi": { "world_id": 2, "entities": [
  >       { "body": "a" }, { "body": "d" },
  >       { "body": "b", "id": 9, "parts": [ { "joint": "rail", "part": 1, "degree": "x" }, { "joint": "pipe", "axis": 2, "part": 1, "degree": "x" },
  >         { "joint": "pipe", "part": 1, "degree": "x" }, { "joint": "pipe", "axis": 1, "part": 1, "degree": "x" } ] },
  >       { "body": "c", "id": 9 }, { "body": "b", "id": 10 } ],
  >     "components": [ { "component": 1, "quantity": "a.x" }, { "component": 1, "body": "c", "quantity": "a.x" }, { "component": 1, "component_class": "view", "body": "b", "quantity": "a.x" },
  >       { "component": 1, "body": "b" }, { "component": 1, "body": "b", "quantity": "a.x", "malfunction": "motor off" }, { "component": 1, "body": "b", "quantity": "a.w" },
  >       { "component": 1, "body": "b", "quantity": "a.x", "above": 2, "below": 2 }, { "component": 1, "body": "b", "malfunction": "motor off", "above": 2 },
  >       { "component": 1, "body": "b", "malfunction": "motor" }, { "component": 1, "body": "b", "malfunction": "motor off on" }, { "component": 1, "body": "b", "malfunction": "motor jam" },
  >       { "component": 1, "body": "b", "malfunction": "motor burnout" }, { "component": 1, "body": "b", "malfunction": "pipe jam" } ] } }
  > END
  $ drawbar check bad.json
  bad.json:7: cigi.entities[0].id: 2 is that of cigi.world_id; allowed: a number of its own
  bad.json:7: cigi.entities[1].body: no body is called "d"; allowed: a, b, c
  bad.json:8: cigi.entities[2].parts[0].joint: no joint is called "rail"; allowed: pipe
  bad.json:8: cigi.entities[2].parts[1].axis: found 2; "pipe" has 2 free axes, counted from 0
  bad.json:9: cigi.entities[2].parts[3]: moves what another joint moves; allowed: one joint for each degree of a part
  bad.json:10: cigi.entities[3].id: 9 is that of cigi.entities[2]; allowed: a number of its own
  bad.json:10: cigi.entities[4].body: "b" is an entity already
  bad.json:11: cigi.components[0]: needs the body whose component it is, or another component_class
  bad.json:11: cigi.components[1]: "c" is no body among the entities
  bad.json:11: cigi.components[2].body: is given; allowed: with component_class entity
  bad.json:12: cigi.components[3]: needs either a quantity or a malfunction
  bad.json:12: cigi.components[4]: needs either a quantity or a malfunction
  bad.json:12: cigi.components[5].quantity: no quantity is called "a.w"; allowed: a.x, a.y, a.z, a.qw, a.qx, a.qy, a.qz, a.vx, a.vy, a.vz, a.wx, a.wy, a.wz, a.speed, a.heading, a.tilt
  bad.json:13: cigi.components[6]: can never be on: `above` must be less than `below`
  bad.json:13: cigi.components[7]: has bounds; allowed: with a quantity
  bad.json:14: cigi.components[8].malfunction: found "motor"; allowed: "TARGET TYPE"
  bad.json:14: cigi.components[9].malfunction: found "motor off on"; allowed: "TARGET TYPE"
  bad.json:14: cigi.components[10].malfunction: motor does not allow this; jam acts on: pipe
  bad.json:15: cigi.components[11].malfunction: "burnout" acts at once and is over; allowed: what lasts
  [1]

Where image generators cannot be.

  $ told() { drawbard three.json --port 0 --web-port 0 --log-level error --cigi "$@"; }
  $ told 127.0.0.1
  drawbard: --cigi 127.0.0.1: HOST:PORT is needed, such as 192.168.0.20:8000
  [2]
  $ told 127.0.0.1:9,127.0.0.1:8,127.0.0.1:9
  drawbard: --cigi 127.0.0.1:9: is given twice
  [2]
  $ told '127.0.0.1:9,[::1]:9'
  drawbard: --cigi [::1]:9: IPv4 and IPv6 do not go together
  [2]
