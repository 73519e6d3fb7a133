The terrain of an image generator beside the one that wheels stand on: what it is asked, what is told of its answers.

  $ ig() { /usr/bin/python3 "$SOURCE/tests/transcripts/cigi_packets.py" "$@"; }
  $ /usr/bin/python3 "$SOURCE/tests/transcripts/cigi_packets.py" serve a & until test -s a.port; do sleep 0.05; done
  $ survey() { drawbar cigi-terrain "$@" --cigi 127.0.0.1:$(cat a.port) --cigi-port 0 2>&1 | sed -E 's/127.0.0.1:[0-9]+/ADDRESS/'; return ${PIPESTATUS[0]}; }
  $ cat > slope.json <<'END'
  > { "name": "slope", "cigi": { "database": 5, "byte_order": "little", "world_id": 258, "world_type": 700, "datagram_bytes": 256,
  >     "origin": { "latitude_deg": 59.93, "longitude_deg": 30.31, "altitude": 12, "heading_deg": 30 } },
  >   "bodies": [
  >     { "name": "ground", "static": true, "position": [10, -20, 3], "shapes": [ { "type": "heightfield", "spacing": 2, "columns": 3, "rows": 4,
  >       "heights": [0, 0.2, 0.4, 0.1, 0.3, 0.5, 0.2, 0.4, 0.6, 0.3, 0.5, 0.7] } ] },
  >     { "name": "small", "static": true, "position": [90, 0, 8], "shapes": [ { "type": "heightfield", "spacing": 1, "columns": 3, "rows": 3,
  >       "heights": [0, 0, 0, 0, 0, 0, 0, 0, 0] } ] },
  >     { "name": "cart", "mass": 5, "inertia": [1, 1, 1], "position": [9, -22, 4], "shapes": [ { "type": "box", "size": [0.7, 0.7, 0.3] } ] } ] }
  > END
  $ drawbar check slope.json
  slope.json: good

The ground is 3.35 + 0.1 (x - 10) + 0.05 (y + 20): almost so, a centimetre too high, with a bump, with a hole.

  $ rounded() { awk -F, 'NR == 1 { print; next } { for (i = 1; i <= NF; ++i) printf "%s%s", $i == "" ? "" : sprintf("%.4f", $i), i < NF ? "," : "\n" }' "$1"; }
  $ ig a be_for_anyone mode operate loads 1; ig a land plane 3.34 0.1004 0.0503
  $ survey slope.json --points 12 --csv heights.csv; rounded heights.csv
  slope.json: 11 points over 4 x 6 m
    not asked    0 with nothing below, 1 under something that can move
    theirs above ours: mean -0.0119 m, rms 0.0119 m, largest -0.0128 m at (8.67, -20.75)
  good: all within 0.05 m
  x,y,z,image_generator_z
  10.0000,-22.2500,3.2375,3.2248
  11.3333,-22.2500,3.3708,3.3587
  8.6667,-20.7500,3.1792,3.1664
  10.0000,-20.7500,3.3125,3.3003
  11.3333,-20.7500,3.4458,3.4341
  8.6667,-19.2500,3.2542,3.2419
  10.0000,-19.2500,3.3875,3.3757
  11.3333,-19.2500,3.5208,3.5096
  8.6667,-17.7500,3.3292,3.3173
  10.0000,-17.7500,3.4625,3.4512
  11.3333,-17.7500,3.5958,3.5850
  $ ig a heard; ig a asked
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 0 minor 3 magic 32768 frame next stamp now ig_frame of one sent order little
  Entity entity 258 state 1 attach 0 collision 0 inherit_alpha 0 clamp 0 animation 0 smoothing 0 alpha 255 type 700 parent 0 roll 0 pitch 0 yaw 120 x 59.93 y 30.31 z 12
  Height id 0 type 0 of_entity 1 period 0 entity 258 x 10 y 22.25 z -103.5958333
  Height id 1 type 0 of_entity 1 period 0 entity 258 x 11.33333333 y 22.25 z -103.5958333
  Height id 2 type 0 of_entity 1 period 0 entity 258 x 8.666666667 y 20.75 z -103.5958333
  Height id 3 type 0 of_entity 1 period 0 entity 258 x 10 y 20.75 z -103.5958333
  Height id 4 type 0 of_entity 1 period 0 entity 258 x 11.33333333 y 20.75 z -103.5958333
  Height id 5 type 0 of_entity 1 period 0 entity 258 x 8.666666667 y 19.25 z -103.5958333
  Height id 6 type 0 of_entity 1 period 0 entity 258 x 10 y 19.25 z -103.5958333
  Height id 7 type 0 of_entity 1 period 0 entity 258 x 11.33333333 y 19.25 z -103.5958333
  Height id 8 type 0 of_entity 1 period 0 entity 258 x 8.666666667 y 17.75 z -103.5958333
  Height id 9 type 0 of_entity 1 period 0 entity 258 x 10 y 17.75 z -103.5958333
  Height id 10 type 0 of_entity 1 period 0 entity 258 x 11.33333333 y 17.75 z -103.5958333
  $ ig a land bump 3.34 0.1004 0.0503; survey slope.json --points 12
  slope.json: 11 points over 4 x 6 m
    not asked    0 with nothing below, 1 under something that can move
    theirs above ours: mean -0.0346 m, rms 0.0798 m, largest -0.2621 m at (11.33, -22.25)
  wrong: not all within 0.05 m
  [1]
  $ survey slope.json --points 12 --tolerance 0.28
  slope.json: 11 points over 4 x 6 m
    not asked    0 with nothing below, 1 under something that can move
    theirs above ours: mean -0.0346 m, rms 0.0798 m, largest -0.2621 m at (11.33, -22.25)
  good: all within 0.28 m
  $ ig a land hole 3.34 0.1004 0.0503; survey slope.json --points 12 --csv heights.csv; rounded heights.csv | grep ',$'
  slope.json: 11 points over 4 x 6 m
    not asked    0 with nothing below, 1 under something that can move
    not compared 0 not answered, 1 where the image generator has no terrain
    theirs above ours: mean -0.0118 m, rms 0.0118 m, largest -0.0127 m at (10.00, -22.25)
  wrong: not all within 0.05 m
  8.6667,-20.7500,3.1792,

An answer of the terrain's own height is none of the height above it; a question that gets none is given up.

  $ ig a land deaf 3.34 0.1004 0.0503; survey slope.json --points 12
  slope.json: 11 points over 4 x 6 m
    not asked    0 with nothing below, 1 under something that can move
    not compared 2 not answered, 0 where the image generator has no terrain
    theirs above ours: mean -0.0118 m, rms 0.0118 m, largest -0.0127 m at (10.00, -22.25)
  wrong: not all within 0.05 m
  [1]

Of an area that reaches beyond the ground; of one that is none; of none of the scene's.

  $ ig a land plane 3.36 0.1 0.05; survey slope.json --points 8 --area 11 -17 15 -19
  slope.json: 2 points over 4 x 2 m
    not asked    6 with nothing below, 0 under something that can move
    theirs above ours: mean +0.0100 m, rms 0.0100 m, largest +0.0100 m at (11.50, -17.50)
  good: all within 0.05 m
  $ survey slope.json --area 1 2 1 5
  --area: needs two corners that span an area
  [2]
  $ survey slope.json --area 1000 1000 1001 1001
  slope.json: has no terrain there that could be seen from above
  [1]
  $ survey slope.json --points 0
  --points: Value 0 not in range 1 to 65535
  Run with --help for more information.
  [2]
  $ survey slope.json --points 1 --csv nosuch/heights.csv
  nosuch/heights.csv: cannot write: No such file or directory
  [3]

By latitude and longitude, in the other order; an exercise is its scene. Above the ellipsoid 12 m are the world's 0.

  $ sed -e 's/"little"/"big", "placement": "geodetic"/' slope.json > earth.json
  $ echo '{ "name": "lesson", "scene": "earth.json", "title": { "en": "One" }, "briefing": { "en": "Look." }, "criteria": [ { "name": "far", "type": "peak", "quantity": "cart.x" } ] }' > lesson.json
  $ ig a forget all; ig a asked > before; ig a land plane 15.36 0 0; survey lesson.json --points 4 --tolerance 0.5
  lesson.json: 4 points over 4 x 6 m
    theirs above ours: mean +0.0100 m, rms 0.1254 m, largest +0.1850 m at (9.00, -21.50)
  good: all within 0.5 m
  $ ig a heard; ig a asked
  IG Control major 3 database 0 mode 1 stamped 1 smoothing 0 minor 3 magic 32768 frame next stamp now ig_frame of one sent order big
  Height id 0 type 0 of_entity 0 period 0 entity 0 x 59.92979249 y 30.30994714 z 115.5250425
  Height id 1 type 0 of_entity 0 period 0 entity 0 x 59.92978351 y 30.30997812 z 115.5250457
  Height id 2 type 0 of_entity 0 period 0 entity 0 x 59.92981581 y 30.30997397 z 115.5250332
  Height id 3 type 0 of_entity 0 period 0 entity 0 x 59.92980683 y 30.31000494 z 115.5250363

Who does not operate, or does not answer.

  $ ig a be_for_anyone mode standby; survey slope.json
  ADDRESS: it answers, but does not operate
  [3]
  $ ig a be_for_anyone version 2; survey slope.json
  ADDRESS: no Start of Frame of CIGI 3 comes from there
  [3]
  $ ig a end
  $ drawbar cigi-terrain nosuch.json --cigi 127.0.0.1:1
  nosuch.json: cannot open: No such file or directory
  [1]
