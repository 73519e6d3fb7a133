Many inputs at once, and studies.

  $ cp "$scenes"/{pendulum_spring,double_pendulum,bouncing_ball,slider_crank}.json . && cp "$scenes/slider_crank.csv" .
  $ printf '{ "name": "broken" }' > broken.json
  $ drawbar simulate *.json --duration 1 --jobs 1 --output tables --hashes hashes --record recordings --results done
  bouncing_ball.json: 25 frames of bouncing_ball, state 2f735ad0a98157c8
  double_pendulum.json: 25 frames of double_pendulum, state 90aacdd57494ed84
  pendulum_spring.json: 25 frames of pendulum_spring, state 603015d39cc4b81b
  slider_crank.json: 25 frames of slider_crank, state 847af9a4c7583446
  1 of 5 not good:
  broken.json:1: the field "bodies" is missing; allowed: a list, each an object { ... }
  [1]
  $ ls tables hashes recordings done
  done:
  parts
  table.csv
  table.jsonl

  hashes:
  bouncing_ball.hashes.csv
  double_pendulum.hashes.csv
  pendulum_spring.hashes.csv
  slider_crank.hashes.csv

  recordings:
  bouncing_ball.mcap
  double_pendulum.mcap
  pendulum_spring.mcap
  slider_crank.mcap

  tables:
  bouncing_ball.csv
  double_pendulum.csv
  pendulum_spring.csv
  slider_crank.csv
  $ cut -d, -f1-6 done/table.csv
  file,status,error,scene,frames,hash
  bouncing_ball.json,good,,bouncing_ball,25,2f735ad0a98157c8
  broken.json,wrong,"line 1: the field ""bodies"" is missing; allowed: a list, each an object { ... }",,
  double_pendulum.json,good,,double_pendulum,25,90aacdd57494ed84
  pendulum_spring.json,good,,pendulum_spring,25,603015d39cc4b81b
  slider_crank.json,good,,slider_crank,25,847af9a4c7583446
  $ drawbar simulate *.json --duration 1 --jobs 1 --output tables --hashes hashes --record recordings --results done
  bouncing_ball.json: 25 frames of bouncing_ball, state 2f735ad0a98157c8
  double_pendulum.json: 25 frames of double_pendulum, state 90aacdd57494ed84
  pendulum_spring.json: 25 frames of pendulum_spring, state 603015d39cc4b81b
  slider_crank.json: 25 frames of slider_crank, state 847af9a4c7583446
  1 of 5 not good:
  broken.json:1: the field "bodies" is missing; allowed: a list, each an object { ... }
  [1]
  $ tail -1 tables/double_pendulum.csv; tail -1 hashes/double_pendulum.hashes.csv
  1,-0.469506349560864,0,2.3280587448343955,-0.5727641199897985,0,0.8197202345021817,0,-0.5689769882167364,0,1.5536602333874119,0,3.3091357989237093,0,-1.296019904159008,0,1.8060520042745336,-0.38721378868759704,0,0.9219899575647216,0,-1.3978676618727723,0,3.3723881842094037,0,0.7424716592283316,0,2.7905441806150546,3.3091357989237093,3.407840012181111e-08,0,-0.42453242598357854,-2.5666641396953778,3.601459950892553e-08,0,8.494143080478635,40.555626448758595
  25,90aacdd57494ed84
  $ drawbar verify recordings --jobs 1 --json
  {"recording": "recordings/bouncing_ball.mcap", "scene": "bouncing_ball", "frames": 25, "branches": 1, "inputs": 0, "snapshots": 1, "simulated": 1, "complete": true}
  {"recording": "recordings/double_pendulum.mcap", "scene": "double_pendulum", "frames": 25, "branches": 1, "inputs": 0, "snapshots": 1, "simulated": 1, "complete": true}
  {"recording": "recordings/pendulum_spring.mcap", "scene": "pendulum_spring", "frames": 25, "branches": 1, "inputs": 0, "snapshots": 1, "simulated": 1, "complete": true}
  {"recording": "recordings/slider_crank.mcap", "scene": "slider_crank", "frames": 25, "branches": 1, "inputs": 0, "snapshots": 1, "simulated": 1, "complete": true}
  $ drawbar verify recordings --jobs 1 --part 2/2 --results verified | steady
  recordings/double_pendulum.mcap: 25 frames on 1 branch of double_pendulum, 0 inputs, 1 snapshots: every frame the same to the last bit
  recordings/slider_crank.mcap: 25 frames on 1 branch of slider_crank, 0 inputs, 1 snapshots: every frame the same to the last bit
  $ mv recordings/slider_crank.mcap recordings/crank.mcap; drawbar verify recordings/crank.mcap --jobs 1 --results verified | steady; mv recordings/crank.mcap recordings/slider_crank.mcap
  recordings/crank.mcap: 25 frames on 1 branch of slider_crank, 0 inputs, 1 snapshots: every frame the same to the last bit
  $ head -c 20000 recordings/double_pendulum.mcap > recordings/cut.mcap; drawbar verify recordings/cut.mcap | steady
  recordings/cut.mcap: the recording holds no initial state
  recordings/cut.mcap: byte 20000: recording has no end: it was cut off
  $ printf '%s\n' pendulum_spring.json nosuch.json > list; drawbar simulate @list --duration 0.4 --jobs 1 --output more
  pendulum_spring.json: 10 frames of pendulum_spring, state c05572fcc9a3bf6a
  1 of 2 not good:
  nosuch.json: cannot open: No such file or directory
  [1]
  $ drawbar simulate *.json --duration 1 --part 5/2 --output more
  --part 5/2; allowed: K/N, part K of N, with K from 1 to N
  [2]
  $ drawbar compare double_pendulum.json --formulations sequential_impulses,articulated_body --duration 1 --output plot.svg | sed -E 's/ +[0-9.]+$//'
  double_pendulum.json: 1 s, against articulated_body adaptive to 1e-11
                                           distance at the end      joint      joint     energy   momentum    angular   substep
                                                  m          m          m        rad          J        N s      N m s        us
  sequential_impulses 5 ms                 1.58e-04   1.35e-04   9.98e-08   0.00e+00   2.57e-03   2.46e-03   5.18e-03
  articulated_body 5 ms                    2.76e-08   2.41e-08   1.40e-15   0.00e+00   2.34e-07   4.44e-07   8.97e-07
  $ grep -c '<polyline\|<path' plot.svg
  6
  $ drawbar compare pendulum_spring.json --formulations fastest
  formulation fastest is unknown; allowed: sequential_impulses, sequential_impulses_plain, penalty, composite_body, articulated_body, lagrange_multipliers, inverse_iterative, direct_iterative, hamiltonian
  [2]
  $ drawbar compare pendulum_spring.json --formulations sequential_impulses --substep-ms 5,7 --duration 0.1
  --substep-ms 7 does not divide the period; allowed: 40 ms divided by a whole number
  [2]
  $ drawbar simulate pendulum_spring.json --formulation pen --duration 0.1 | head -1
  pendulum_spring.json: warning: --duration 0.1 is no whole number of samples of 40 ms: the last is at 0.08 s
  formulation pen is unknown; allowed: sequential_impulses, sequential_impulses_plain, penalty, composite_body, articulated_body, lagrange_multipliers, inverse_iterative, direct_iterative, hamiltonian
  $ drawbar compare pendulum_spring.json --formulations sequential_impulses --duration 0.1 --sample-ms 3
  --sample-ms 3 is not a multiple of the substep; allowed: a multiple of 5 ms
  [2]

A study of a ball on a spring.

  $ cat > scene.json <<'END'
  > { "name": "bounce", "gravity": [0, 0, 0],
  >   "bodies": [ { "name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 1.5] } ],
  >   "joints": [ { "name": "rail", "type": "prismatic", "parent": "world", "child": "ball", "position": [0, 0, 1.5], "axis": [0, 0, 1] } ],
  >   "springs": [ { "name": "coil", "type": "linear", "from": { "body": "world", "position": [0, 0, 0] },
  >                  "to": { "body": "ball", "position": [0, 0, 1.5] }, "stiffness": 200, "damping": 0, "rest_length": 1 } ] }
  > END
  $ cat > study.json <<'END'
  > { "name": "springs", "scene": "scene.json", "duration": 2, "sampling": { "type": "grid" },
  >   "parameters": [ { "name": "stiffness", "type": "range", "from": 50, "to": 450, "steps": 3, "paths": ["springs[coil].stiffness"] },
  >                   { "name": "mass", "type": "list", "values": [1, 4], "paths": ["bodies[0].mass"] } ],
  >   "criteria": [ { "name": "fastest", "type": "peak", "quantity": "ball.speed", "unit": "m/s" },
  >                 { "name": "end", "type": "final", "quantity": "ball.z" } ] }
  > END
  $ drawbar check study.json
  study.json: good
  $ drawbar study study.json --jobs 1 --results grid
  springs: 6 variants of scene.json; table and plots in grid
    fastest                  least 1.76756 (variant 2), middle 5.30046, largest 10.6033 (variant 5) m/s
    end                      least 0.502567 (variant 4), middle 0.998252, largest 1.49096 (variant 3)
  $ ls grid; cat grid/table.csv
  parts
  plots
  table.csv
  table.jsonl
  variant,status,error,stiffness,mass,fastest,end,outcome,time,score,hash
  1,good,,50,1,3.535512302378259,0.9982520939762126,running,2,95.46623560364553,b8db43224456a06a
  2,good,,50,4,1.7675626928751018,1.352739209898646,running,2,96.87969809722625,3924772610c5fd3c
  3,good,,250,1,7.833563010816302,1.490964751948996,running,2,90.6754722372347,b0827dffae5a34c7
  4,good,,250,4,3.9526439950372008,0.5025666051821935,running,2,95.54478939978061,741ef9d46d402977
  5,good,,450,1,10.603339688169342,0.987600408983982,running,2,88.40905990284668,f37601e7525f834a
  6,good,,450,4,5.300464474395949,0.6455697301028185,running,2,94.05396579550123,1b55a1ca9805e93f
  $ for plot in grid/*.svg grid/plots/*.svg; do test -e $plot && sha256sum $plot; done
  59db3885ddccb454055183e9ee340b1fc60421c1148bb5dbf22e768b9d3de7fc  grid/plots/01_fastest.svg
  437605f652fc43eb8630b5c7a1d9259b5ad6374367daf6d48baea45148fda878  grid/plots/02_end.svg
  $ sed -i 's/"type": "grid"/"type": "latin_hypercube", "count": 3, "seeds": [7]/' study.json; drawbar study study.json --jobs 1 --json --results cube; cat cube/table.csv
  {"variant": "1", "stiffness": 210.61877338732546, "mass": 4, "fastest": 3.6275914178964115, "end": 0.8173513659077515, "outcome": "running", "time": 2, "score": 95.55505721619583, "hash": "3385546b0504bc32"}
  {"variant": "2", "stiffness": 56.78006544461372, "mass": 1, "fastest": 3.7670004599043714, "end": 0.5987240899408796, "outcome": "running", "time": 2, "score": 95.63427545015475, "hash": "b9f190b2c163f1a1"}
  {"variant": "3", "stiffness": 415.05699858897765, "mass": 1, "fastest": 10.173605064328568, "end": 0.5042182359573167, "outcome": "running", "time": 2, "score": 89.32217669971412, "hash": "9e160721f713bcb7"}
  variant,status,error,stiffness,mass,fastest,end,outcome,time,score,hash
  1,good,,210.61877338732546,4,3.6275914178964115,0.8173513659077515,running,2,95.55505721619583,3385546b0504bc32
  2,good,,56.78006544461372,1,3.7670004599043714,0.5987240899408796,running,2,95.63427545015475,b9f190b2c163f1a1
  3,good,,415.05699858897765,1,10.173605064328568,0.5042182359573167,running,2,89.32217669971412,9e160721f713bcb7
  $ sed -i 's/"peak"/"highest"/; s/"steps": 3/"steps": 1/; s/coil/spring/' study.json; drawbar check study.json
  study.json:2: parameters[0].steps: found 1; allowed: a whole number from 2 to 10000
  study.json:4: criteria[0].type: unknown value "highest"; allowed: time, count, peak, final, rms, impulse, jerk, reversals, energy, duration, marks
  [1]
  $ sed -i 's/"highest"/"peak"/; s/"steps": 1/"steps": 2/' study.json; drawbar check study.json
  study.json:2: parameters[0].paths[0]: "springs[spring].stiffness": the scene has no "spring" there; allowed: a place that the scene file has
  [1]
  $ sed 's/"name": "bounce",/"name": "bounce", "materials": [ { "name": "m" } ], "material_pairs": [ { "materials": ["m", "n"], "friction": 1 } ],/' scene.json > warned.json
  $ sed 's/scene.json/warned.json/; s/spring\]/coil]/' study.json > warned.study.json; drawbar check warned.study.json; drawbar study warned.study.json --jobs 1 --results warned
  ./warned.json:1: material_pairs[0].materials[1]: warning: no material is called "n"; allowed: m; the pair never applies
  warned.study.json: good
  ./warned.json:1: material_pairs[0].materials[1]: warning: no material is called "n"; allowed: m; the pair never applies
  springs: 3 variants of warned.json; table and plots in warned
    fastest                  least 3.62759 (variant 1), middle 3.767, largest 10.1736 (variant 3) m/s
    end                      least 0.504218 (variant 3), middle 0.598724, largest 0.817351 (variant 1)
  $ sed -E 's/"steps": 2/"steps": 1000/; s/"values": \[1, 4\]/"values": ['"$(seq -s, 1 1000)"']/; s/"latin_hypercube", "count": 3, "seeds": \[7\]/"grid"/; s/spring\]/coil]/' study.json > most.json; drawbar check most.json
  most.json: good
  $ sed 's/"steps": 1000/"steps": 1001/' most.json > more.json; drawbar check more.json
  more.json:1: sampling: gives too many variants; allowed: at most 1000000
  [1]
