A recording that is served again, and what goes on from it.

  $ cp "$scenes/slider_crank.json" . && drawbar simulate slider_crank.json --controls "$scenes/slider_crank.csv" --duration 4 --record r.mcap > r.csv
  $ start_daemon drawbard --start frozen --no-governor --replay r.mcap
  $ watch() { viewer --count 1 --body flywheel "$@" | sed -E 's/tick [0-9]+/tick N/; s/"tick":[0-9]+/"tick":N/'; }
  $ watch
  0.04 s  frame 1  branch 0  tick N  frozen
    flywheel                  0.000      0.050      0.180 m    0.000 m/s
  $ instructor seek 2; watch
  2.00 s  frame 50  branch 0  tick N  frozen
    flywheel                  0.000      0.050      0.180 m    0.000 m/s
  $ instructor step 5 fast; watch
  2.20 s  frame 55  branch 0  tick N  frozen
    flywheel                  0.000      0.050      0.180 m    0.000 m/s
  $ instructor step 5 fast; watch --json
  {"type":"frame","tick":N,"branch":0,"frame":60,"time":2.4,"frozen":true,"replay":true,"bodies":[{"name":"flywheel","position":[-5.1608348670961757e-14,0.04999999999999763,0.18000000000003902],"orientation":[-0.22886148,-0.22886148,0.6690459,-0.6690459],"linear_velocity":[4.510281e-16,0,0],"angular_velocity":[0,38.841373,0]}]}
  $ instructor seek 5
  the server refused: Seek: not in the recording; allowed on branch 0: 0 to 4 s (frames 1 to 100) (Seek.time)
  [1]
  $ instructor repeat 1 2; watch
  1.00 s  frame 25  branch 0  tick N  frozen
    flywheel                  0.000      0.050      0.180 m    0.000 m/s
  $ instructor repeat off
  $ instructor score
  no exercise runs, the scene alone does
  [1]
  $ instructor bookmark there
  $ instructor takeover 1; instructor freeze
  $ instructor sessions
    16  Instructor instructor
  voltage: free
  $ end_daemon
  $ said
  info no TLS: messages and poses over UDP go in the clear
  info session 2: instructor went to another moment
  info session 4: instructor stepped 5
  info session 6: instructor stepped 5
  info session 9: instructor repeats a range
  info session 11: instructor ended the repetition
  info recording into r.takeover-1.mcap
  info live from branch 1 on
  info session 14: instructor took over from branch 0, frame 25 of the recording
  info session 15: instructor froze
  info SIGTERM: ending
  $ ls
  r.csv
  r.mcap
  r.takeover-1.mcap
  slider_crank.json
  $ drawbar info r.takeover-1.mcap | steady | grep -e recording -e scene -e cause -e 'took over' | sed -E 's/; [0-9]+ frames.*//'
  recording r.takeover-1.mcap: N MB, N s of wall time, complete
  scene slider_crank (r.mcap), from branch 1, 40 ms in 40 substeps
    1: took over from branch 0, frame 25 of r.mcap
    1.00 s  instructor took over from branch 0, frame 25 of the recording
  $ drawbar verify r.takeover-1.mcap | grep -o 'every frame.*'
  every frame the same to the last bit
  $ drawbar export r.takeover-1.mcap --columns flywheel.qy,voltage* | head -3
  time,flywheel.qy,voltage.value
  1,-0.2340831873084489,0.6
  1.04,0.23585625156013568,0

The example of the client library draws on while nothing comes, and ends when its server does.

  $ serve slider_crank.json
  $ timeout 60 example_watch_poses $port 300 > poses & example=$!
  $ until test -s poses; do sleep 0.1; done; kill -STOP $daemon; sleep 0.3; before=$(wc -c < poses)
  $ timeout 20 sh -c "until test \$(wc -c < poses) -gt $before; do sleep 0.1; done" && echo it draws on; kill -CONT $daemon
  it draws on
  $ end_daemon; wait $example; tail -1 poses
  0.0000 0.0000 0.3246
  $ drawbard --replay nosuch.mcap
  drawbard: nosuch.mcap: cannot open: No such file or directory
  [1]
