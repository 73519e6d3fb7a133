What image generators are told over CIGI 3.3, packet by packet, and what comes of their answers.

  $ ig() { /usr/bin/python3 "$SOURCE/tests/transcripts/cigi_packets.py" "$@"; }
  $ begin_ig() { /usr/bin/python3 "$SOURCE/tests/transcripts/cigi_packets.py" serve $1 & until test -s $1.port; do sleep 0.05; done; eval "$1=\$(cat $1.port)"; }
  $ counted() { get /metrics | grep '^drawbar_cigi' | grep -v -e bucket -e seconds_sum | sed -E 's/(messages_total|frames_total)(.*) .*/\1\2 N/; s/:[0-9]+"/:PORT"/'; }
  $ heard() { grep "CIGI 127.0.0.1:$1:" "$folder/log" | sed -E 's/^[^ ]+ //; s/127.0.0.1:[0-9]+/ADDRESS/g'; }
  $ cat > one.json <<'END'
  > { "name": "one", "gravity": [0, 0, 0],
  >   "bodies": [
  >     { "name": "ground", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 1], "position": [0, 0, -9] } ] },
  >     { "name": "hull", "mass": 100, "inertia": [20, 20, 20], "position": [12.5, -7.25, 3.125], "rotation_deg": [20, -35, 130],
  >       "linear_velocity": [0.8, 1.4, -0.6], "angular_velocity": [0.4, 0.7, -0.3] },
  >     { "name": "mast", "mass": 3, "inertia": [1, 2, 1.5], "position": [-3, 4, 2], "rotation_deg": [-80, 12, -155] },
  >     { "name": "slide", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [5, 1, 1], "linear_velocity": [0.3, 0, 0] },
  >     { "name": "drum", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [6, 2, 1] },
  >     { "name": "ball", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [1, 2, 3] },
  >     { "name": "top", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [-1, -2, -3], "linear_velocity": [0.25, 0, 0] } ],
  >   "joints": [
  >     { "name": "rail", "type": "prismatic", "parent": "world", "child": "slide", "position": [5, 1, 1], "axis": [1, 0, 0] },
  >     { "name": "pipe", "type": "cylindrical", "parent": "world", "child": "drum", "position": [6, 2, 1], "axis": [0, 0, 1] } ],
  >   "drives": [ { "name": "motor", "type": "dc_motor", "joint": "rail", "control": "lever", "supply_voltage": 24, "resistance": 1, "torque_constant": 0.05, "gear": { "ratio": 20 } } ],
  >   "controls": [ { "name": "lever" }, { "name": "spare" } ],
  >   "cigi": { "database": 3, "world_id": 300, "world_type": 700, "origin": { "latitude_deg": 59.93, "longitude_deg": 30.31, "altitude": 12, "heading_deg": 30 },
  >     "entities": [
  >       { "body": "hull", "id": 258, "type": 2571, "position": [-0.65, 0.2, 0.1], "rotation_deg": [10, 25, -30], "parts": [
  >         { "joint": "rail", "part": 9, "degree": "x", "factor": 2, "offset": 0.25 }, { "joint": "pipe", "axis": 0, "part": 10, "degree": "z", "factor": -1 },
  >         { "joint": "pipe", "axis": 1, "part": 11, "degree": "yaw", "factor": -0.5, "offset": 15 } ] },
  >       { "body": "mast", "id": 11, "type": 101, "parts": [ { "joint": "pipe", "axis": 1, "part": 200, "degree": "roll" }, { "joint": "pipe", "axis": 1, "part": 1, "degree": "pitch", "offset": -3 },
  >         { "joint": "rail", "part": 2, "degree": "y", "factor": -3 } ] },
  >       { "body": "ball", "rotation_deg": [0, 0, 0] }, { "body": "top", "position": [0.5, 0, 0] } ],
  >     "components": [
  >       { "component": 515, "body": "mast", "quantity": "ball.x", "above": 0.5, "below": 1.125, "on": 9, "off": 4 },
  >       { "component": 2, "body": "hull", "malfunction": "motor torque_loss", "on": 7 },
  >       { "component": 40, "component_class": "system", "instance": 770, "quantity": "hull.z", "above": 3.11 },
  >       { "component": 41, "component_class": "view_group", "instance": 2, "quantity": "hull.y", "below": -7.26 } ] } }
  > END
  $ drawbar check one.json
  one.json: good
  $ begin_ig a; begin_ig b
  $ serve one.json --cigi 127.0.0.1:$a,127.0.0.1:$b --cigi-port 0

Before it has said anything it is asked for the database and to operate, nothing else.

  $ ig a told
  IG Control major 3 database 3 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame 0 order big
  $ counted
  drawbar_cigi_answers{to="127.0.0.1:PORT"} 0
  drawbar_cigi_answers{to="127.0.0.1:PORT"} 0
  drawbar_cigi_ready{to="127.0.0.1:PORT"} 0
  drawbar_cigi_ready{to="127.0.0.1:PORT"} 0
  drawbar_cigi_messages_total{to="127.0.0.1:PORT"} N
  drawbar_cigi_messages_total{to="127.0.0.1:PORT"} N
  drawbar_cigi_messages_failed_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_messages_failed_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_frames_total{to="127.0.0.1:PORT"} N
  drawbar_cigi_frames_total{to="127.0.0.1:PORT"} N
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_unanswered_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_unanswered_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_strangers_total 0
  drawbar_cigi_console_to_image_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_console_to_image_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 0
  $ get /metrics | grep '^# HELP drawbar_cigi'
  # HELP drawbar_cigi_answers 1 while the image generator answers.
  # HELP drawbar_cigi_ready 1 while it operates, with its database, and is told entities.
  # HELP drawbar_cigi_messages_total Messages sent.
  # HELP drawbar_cigi_messages_failed_total Messages the kernel did not take.
  # HELP drawbar_cigi_frames_total Frames that the image generator began.
  # HELP drawbar_cigi_malformed_total Datagrams of it that are no message of CIGI 3.
  # HELP drawbar_cigi_unanswered_total Frames that it began too fast for an answer.
  # HELP drawbar_cigi_strangers_total Datagrams of others than the image generators.
  # HELP drawbar_cigi_console_to_image_seconds From a console's control to the begin of the image generator's frame that shows it.
  # HELP drawbar_cigi_round_trip_seconds From a message to the begin of the image generator's frame that shows it.

It stands by, then loads, and shows that it has loaded; only when it also operates is it told anything.

  $ ig a be mode standby; ig a told
  IG Control major 3 database 3 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  $ ig a be database -3; ig a told
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  $ ig a be database 3; ig a told
  $ ig a be mode offline; ig a told; ig a forget all
  $ ig a be mode operate

Everything six times, then once in 25 frames, in turns.

  $ ig a when 57
  of 57 frames, each a whole number of periods after the one before: True
  datagrams of [520] bytes: 1-6
  Entity 300: 1-6 25 50
  Entity 258: 1-6 24 49
  Rate 258 0: 1-6 24 49
  Entity 11: 1-6 23 48
  Rate 11 0: 1-6 23 48
  Entity 7: 1-6 22 47
  Rate 7 0: 1-6 22 47
  Entity 8: 1-6 21 46
  Rate 8 0: 1-6 21 46
  Parts 258 9 1 10 3: 1-6 20 45
  Parts 258 11 4 0 0: 1-6 19 44
  Parts 11 200 6 1 5: 1-6 18 43
  Parts 11 2 2 0 0: 1-6 17 42
  Component 515 11 0: 1-6 16 41
  Component 2 258 0: 1-6 15 40
  Component 40 770 13: 1-6 14 39
  Component 41 2 2: 1-6 13 38
  datagrams of [24] bytes: 7-12 26-37 51-57
  datagrams of [40] bytes: 13-20 38-45
  datagrams of [104] bytes: 21-24 46-49
  datagrams of [72] bytes: 25 50

Every packet, field by field.

  $ ig a told
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  Entity entity 7 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 7 parent 300 roll 0 pitch 0 yaw 0 x 1 y -2 z -3
  Rate entity 7 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 300 roll 0 pitch 0 yaw 0 x -0.5 y 2 z 3
  Rate entity 8 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 11 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 101 parent 300 roll -80 pitch -12 yaw 155 x -3 y -4 z -2
  Rate entity 11 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 258 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 2571 parent 300 roll 41.96632 pitch -0.1190354 yaw 246.3367 x 12.78434757 y 7.828043785 z -2.885183729
  Rate entity 258 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 300 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 700 parent 0 roll 0 pitch 0 yaw 120 x 59.93 y 30.31 z 12
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 0 value2 0
  Parts entity 11 part1 200 part2 1 dof1 6 dof2 5 enable1 1 enable2 1 value1 0 value2 -3
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.25 value2 0
  Parts entity 258 part1 11 part2 0 dof1 4 dof2 0 enable1 1 enable2 0 value1 15 value2 0
  Component component 2 instance 258 class 0 state 0 data1 0 data2 0
  Component component 40 instance 770 class 13 state 1 data1 3.125 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -7.25 data2 0
  Component component 515 instance 11 class 0 state 9 data1 1 data2 0

What stands still says nothing new; whatever changes is told. Ball and mast are pushed, the drum turns.

  $ instructor step 5 fast
  $ ig a told
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 300 roll 0 pitch 0 yaw 0 x -0.45 y 2 z 3
  Entity entity 258 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 2571 parent 300 roll 47.7224 pitch 7.117177 yaw 250.1342 x 12.87048167 y 7.540453537 z -2.684406441
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 -0.1712926 value2 0
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.3641951 value2 0
  Component component 40 instance 770 class 13 state 0 data1 3.005 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -6.97 data2 0
  $ instructor malfunction ball force x=16 y=-6 z=4; instructor malfunction mast impulse x=2 y=-3 z=5 at_x=0.4 at_z=0.2
  malfunction 1; `drawbar instructor clear 1` ends it
  malfunction 2; `drawbar instructor clear 2` ends it
  $ instructor malfunction drum impulse x=0.25 y=0.5 z=0.75 at_x=0.1 at_y=-0.2
  malfunction 3; `drawbar instructor clear 3` ends it
  $ instructor malfunction motor torque_loss strength=0.375
  malfunction 4; `drawbar instructor clear 4` ends it
  $ instructor step 9 fast
  $ ig a told
  Entity entity 7 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 7 parent 300 roll 0 pitch 0 yaw 0 x 1.5184 y -1.8056 z -3.1296
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 300 roll 0 pitch 0 yaw 0 x -0.36 y 2 z 3
  Entity entity 11 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 101 parent 300 roll -61.22889 pitch 14.34759 yaw 140.8942 x -2.76 y -3.64 z -2.6
  Entity entity 258 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 2571 parent 300 roll 59.73893 pitch 18.94114 yaw 259.0991 x 13.00270582 y 6.996108689 z -2.354843287
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 -0.4543906 value2 0
  Parts entity 11 part1 200 part2 1 dof1 6 dof2 5 enable1 1 enable2 1 value1 20.62648 value2 17.62648
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.5529271 value2 -0.135
  Parts entity 258 part1 11 part2 0 dof1 4 dof2 0 enable1 1 enable2 0 value1 4.686759 value2 0
  Component component 2 instance 258 class 0 state 7 data1 0.375 data2 0
  Component component 40 instance 770 class 13 state 0 data1 2.789 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -6.466 data2 0
  Component component 515 instance 11 class 0 state 4 data1 1.5184 data2 0

One that is not there stands by, and comes back. The malfunction is cleared.

  $ instructor malfunction mast absent; instructor clear 4; instructor step 1 fast
  malfunction 5; `drawbar instructor clear 5` ends it
  $ ig a told
  Entity entity 7 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 7 parent 300 roll 0 pitch 0 yaw 0 x 1.64 y -1.76 z -3.16
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 300 roll 0 pitch 0 yaw 0 x -0.35 y 2 z 3
  Entity entity 11 state 0 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 101 parent 300 roll -61.22889 pitch 14.34759 yaw 140.8942 x -2.76 y -3.64 z -2.6
  Entity entity 258 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 2571 parent 300 roll 61.23969 pitch 20.13016 yaw 260.2886 x 13.01608934 y 6.933628698 z -2.321141299
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 -0.4844514 value2 0
  Parts entity 11 part1 200 part2 1 dof1 6 dof2 5 enable1 1 enable2 1 value1 22.91831 value2 19.91831
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.5729676 value2 -0.15
  Parts entity 258 part1 11 part2 0 dof1 4 dof2 0 enable1 1 enable2 0 value1 3.540844 value2 0
  Component component 2 instance 258 class 0 state 0 data1 0 data2 0
  Component component 40 instance 770 class 13 state 0 data1 2.765 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -6.41 data2 0
  Component component 515 instance 11 class 0 state 4 data1 1.64 data2 0
  $ instructor clear 5; instructor step 1 fast
  $ ig a told
  Entity entity 7 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 7 parent 300 roll 0 pitch 0 yaw 0 x 1.7744 y -1.7096 z -3.1936
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 300 roll 0 pitch 0 yaw 0 x -0.34 y 2 z 3
  Entity entity 11 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 101 parent 300 roll -61.22889 pitch 14.34759 yaw 140.8942 x -2.76 y -3.64 z -2.6
  Entity entity 258 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 2571 parent 300 roll 62.77826 pitch 21.28904 yaw 261.5203 x 13.02929002 y 6.870773987 z -2.288069871
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 -0.513917 value2 0
  Parts entity 11 part1 200 part2 1 dof1 6 dof2 5 enable1 1 enable2 1 value1 25.21014 value2 22.21014
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.5926114 value2 -0.165
  Parts entity 258 part1 11 part2 0 dof1 4 dof2 0 enable1 1 enable2 0 value1 2.394928 value2 0
  Component component 40 instance 770 class 13 state 0 data1 2.741 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -6.354 data2 0
  Component component 515 instance 11 class 0 state 4 data1 1.7744 data2 0

Where another branch begins there is no way from the picture before: for one frame nothing is smoothed.

  $ instructor save here; instructor step 2 fast; ig a told | cut -c-40; ig a forget
  Entity entity 7 state 1 attach 1 collisi
  Entity entity 8 state 1 attach 1 collisi
  Entity entity 258 state 1 attach 1 colli
  Parts entity 11 part1 2 part2 0 dof1 2 d
  Parts entity 11 part1 200 part2 1 dof1 6
  Parts entity 258 part1 9 part2 10 dof1 1
  Parts entity 258 part1 11 part2 0 dof1 4
  Component component 40 instance 770 clas
  Component component 41 instance 2 class 
  Component component 515 instance 11 clas
  $ instructor restore here; ig a told; ig a cuts
  Entity entity 7 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 7 parent 300 roll 0 pitch 0 yaw 0 x 1.7744 y -1.7096 z -3.1936
  Entity entity 8 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 8 parent 300 roll 0 pitch 0 yaw 0 x -0.34 y 2 z 3
  Entity entity 258 state 1 attach 1 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 1 alpha 255 type 2571 parent 300 roll 62.77826 pitch 21.28904 yaw 261.5203 x 13.02929002 y 6.870773987 z -2.288069871
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 -0.513917 value2 0
  Parts entity 11 part1 200 part2 1 dof1 6 dof2 5 enable1 1 enable2 1 value1 25.21014 value2 22.21014
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.5926114 value2 -0.165
  Parts entity 258 part1 11 part2 0 dof1 4 dof2 0 enable1 1 enable2 0 value1 2.394928 value2 0
  Component component 40 instance 770 class 13 state 0 data1 2.741 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -6.354 data2 0
  Component component 515 instance 11 class 0 state 4 data1 1.7744 data2 0
  not smoothed: Entity 258 Entity 11 Entity 7 Entity 8

Debug operates, too. Standing by, and silent, it is told nothing; then all anew, though nothing has changed.

  $ ig a be mode debug; ig a told
  $ ig a be mode standby; ig a told
  $ ig a forget; ig a be mode operate; ig a when 6 | grep -c ': 1-6$'
  18
  $ ig a still; ig a forget; ig a be; ig a when 6 | grep -c ': 1-6$'
  18

No such database, another one, and the right one. The other generator has none.

  $ ig a be database -128; ig a told | grep IG
  [1]
  $ ig a be database 5; ig a told | grep IG
  IG Control major 3 database 3 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  $ ig a be database 3; ig b be mode operate database 127; ig b told
  IG Control major 3 database 3 mode 1 stamped 1 smoothing 1 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big

Packets that it has no use for are passed over; what is no message of CIGI 3 is counted: another version, no order, cut off, two of them, packets of a
wrong size, an answer of a wrong size.

  $ sof=651803030005800000000000000000000000000000000000
  $ sof_little=651803030005008000000000000000000000000000000000
  $ ig a raw ${sof} ${sof_little} ${sof}6610000101000000400000000000000067100000000000000000000000000000 ${sof}7008000000000000c8f8$(printf %0492d 0); counted | grep malformed
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 0
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 0
  $ ig a raw - 65 ${sof%00} 65180203${sof#65180303} 65180403${sof#65180303} 6610${sof#6518} 6520${sof#6518} ${sof%8000*}1234${sof#*8000} ${sof}66 ${sof}6600 ${sof}6609000000000000 ${sof}66f8 ${sof}$sof ${sof}6618$(printf %044d 0); counted | grep -e malformed -e answers -e ready
  drawbar_cigi_answers{to="127.0.0.1:PORT"} 1
  drawbar_cigi_answers{to="127.0.0.1:PORT"} 1
  drawbar_cigi_ready{to="127.0.0.1:PORT"} 1
  drawbar_cigi_ready{to="127.0.0.1:PORT"} 0
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 14
  drawbar_cigi_malformed_total{to="127.0.0.1:PORT"} 0

Its answers are taken from where it listens, when another is on the same machine.

  $ /usr/bin/python3 - "$folder/log" <<'END'
  > import re, socket, sys
  > port = re.search(r"answers to UDP \S*:(\d+)", open(sys.argv[1]).read()).group(1)
  > for _ in range(3):
  >     socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(port)))
  > END
  $ ig a be; counted | grep strangers
  drawbar_cigi_strangers_total 3

How long a message takes is counted once, when it is shown to have been read; from a console's control on, where one acts in it.

  $ ig a ack; counted | grep round; ig a be; ig a ack; counted | grep seconds_count
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 1
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_console_to_image_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_console_to_image_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 2
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 0
  $ /usr/bin/python3 - "$SOURCE/protocol/README.md" $port <<'END'
  > import re, socket, struct, sys
  > def message(name):
  >     data = bytes.fromhex(re.search("### %s.*?```hex\n(.*?)```" % name, open(sys.argv[1]).read(), re.S).group(1))
  >     return struct.pack("<I", len(data)) + data
  > console = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
  > console.sendall(b"".join(map(message, ("Hello", "TakeControl", "Control", "Ping"))))
  > heard, pong = b"", struct.pack("<Q", 5000000000)
  > while pong not in heard: heard += console.recv(65536) or sys.exit("closed")
  > console.sendall(message("Goodbye"))
  > END
  $ instructor step 1 fast; ig a be; ig a ack; counted | grep seconds_count
  drawbar_cigi_console_to_image_seconds_count{to="127.0.0.1:PORT"} 1
  drawbar_cigi_console_to_image_seconds_count{to="127.0.0.1:PORT"} 0
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 3
  drawbar_cigi_round_trip_seconds_count{to="127.0.0.1:PORT"} 0

While time runs rates are told: along and about the model's own axes.

  $ ig a forget; instructor speed 0.5; instructor run
  $ ig a rates 258 8
  Rate entity 258 x 0.55502 y 0.71038 z 0.052391 roll 13.786 pitch 19.516 yaw -6.0315
  Rate entity 8 x 0.125 y 0 z 0 roll 0 pitch 0 yaw 0
  $ instructor freeze

The scene is read anew, as another one: the entities of the one before go first, parents last. Little-endian, by latitude and longitude, in
datagrams of 256 bytes.

  $ sed -e 's/"name": "one"/"name": "two"/' -e 's/"database": 3/"byte_order": "little", "placement": "geodetic", "datagram_bytes": 256, "smoothing": false/' one.json > two.json
  $ ig a forget; instructor reload two.json; instructor freeze
  $ ig a scene
  datagrams of [216, 72] bytes: 1-6
  Entity 258 destroyed: 1-6
  Entity 11 destroyed: 1-6
  Entity 7 destroyed: 1-6
  Entity 8 destroyed: 1-6
  Entity 300 destroyed: 1-6
  datagrams of [184, 248, 88] bytes: 7-12
  Entity 258: 7-12
  Rate 258 0: 7-12
  Entity 11: 7-12
  Rate 11 0: 7-12
  Entity 7: 7-12
  Rate 7 0: 7-12
  Entity 8: 7-12
  Rate 8 0: 7-12
  Parts 258 9 1 10 3: 7-12
  Parts 258 11 4 0 0: 7-12
  Parts 11 200 6 1 5: 7-12
  Parts 11 2 2 0 0: 7-12
  Component 515 11 0: 7-12
  Component 2 258 0: 7-12
  Component 40 770 13: 7-12
  Component 41 2 2: 7-12
  $ ig a forget all; ig a be order little mode standby; ig a be mode operate; ig a told
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 0 minor 3 magic 32768 frame next stamp now ig_frame of one sent order little
  Entity entity 7 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 7 parent 0 roll 1.7937e-05 pitch 8.951e-06 yaw 120 x 59.93001106 y 30.31003337 z 15.00000039
  Rate entity 7 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 8 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 8 parent 0 roll -1.7941e-05 pitch -4.469e-06 yaw 120 x 59.9299867 y 30.30997437 z 9.000000332
  Rate entity 8 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 11 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 101 parent 0 roll -80.00005 pitch -11.99999 yaw 275 x 59.93004456 y 30.3099893 z 14.00000196
  Rate entity 11 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Entity entity 258 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 2571 parent 0 roll 41.96624 pitch -0.1191458 yaw 6.336845 x 59.92988178 y 30.310128 z 14.88520133
  Rate entity 258 part 0 to_part 0 own_axes 1 x 0 y 0 z 0 roll 0 pitch 0 yaw 0
  Parts entity 11 part1 2 part2 0 dof1 2 dof2 0 enable1 1 enable2 0 value1 0 value2 0
  Parts entity 11 part1 200 part2 1 dof1 6 dof2 5 enable1 1 enable2 1 value1 0 value2 -3
  Parts entity 258 part1 9 part2 10 dof1 1 dof2 3 enable1 1 enable2 1 value1 0.25 value2 0
  Parts entity 258 part1 11 part2 0 dof1 4 dof2 0 enable1 1 enable2 0 value1 15 value2 0
  Component component 2 instance 258 class 0 state 0 data1 0 data2 0
  Component component 40 instance 770 class 13 state 1 data1 3.125 data2 0
  Component component 41 instance 2 class 2 state 0 data1 -7.25 data2 0
  Component component 515 instance 11 class 0 state 9 data1 1 data2 0

The last message destroys every entity.

  $ end_daemon
  $ ig a farewell
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 0 minor 3 magic 32768 frame next stamp now ig_frame of one sent order little
  Entity entity 258 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 11 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 7 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0
  Entity entity 8 state 2 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 0 parent 0 roll 0 pitch 0 yaw 0 x 0 y 0 z 0

What the log says of each.

  $ heard $a
  info CIGI ADDRESS: told every frame, answers to UDP ADDRESS
  info CIGI ADDRESS: answers
  info CIGI ADDRESS: loads the database 3
  info CIGI ADDRESS: has loaded the database 3
  info CIGI ADDRESS: operates
  info CIGI ADDRESS: stands by
  info CIGI ADDRESS: operates
  warning CIGI ADDRESS: silent
  info CIGI ADDRESS: answers
  info CIGI ADDRESS: operates
  info CIGI ADDRESS: has loaded the database 3
  warning CIGI ADDRESS: has no such database 3
  info CIGI ADDRESS: is asked for the database 3
  info CIGI ADDRESS: has loaded the database 3
  info CIGI ADDRESS: operates
  info CIGI ADDRESS: stands by
  info CIGI ADDRESS: operates
  $ heard $b
  info CIGI ADDRESS: told every frame, answers to UDP ADDRESS
  info CIGI ADDRESS: answers
  info CIGI ADDRESS: operates
  info CIGI ADDRESS: operates
  $ ig a end; ig b end
