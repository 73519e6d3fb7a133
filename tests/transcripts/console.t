Who drives by a controls file, and who watches him.

  $ cp "$scenes/pendulum_spring.json" . && printf 'time,name,value\n0,throttle,0.5\n0.2,throttle,-0.25\n' > drive.csv
  $ serve pendulum_spring.json --record r.mcap
  $ console() { drawbar "$1" --connect "127.0.0.1:$port" --name anna "${@:2}"; }
  $ console drive --controls drive.csv > played & driver=$!
  $ while kill -0 $driver 2> nothing; do instructor step 1 fast; done; sed 's/frames .*/frames N to M/' played
  playing 2 rows into frames N to M
  played
  $ console drive --controls nosuch.csv
  nosuch.csv: cannot open: No such file or directory
  [1]
  $ printf 'time,name,value\n0,brake,1\n' > wrong.csv; console drive --controls wrong.csv
  wrong.csv:2: unknown control "brake"; allowed: throttle
  [1]
  $ console watch --count 2 --every 2 --body rod | sed -E 's/^.*frame [0-9]+|tick +[0-9]+/N/g' | grep -e branch | sed 's/N  branch/TIME  frame N  branch/' 
  TIME  frame N  branch 0  N  frozen
  TIME  frame N  branch 0  N  frozen
  $ console watch --count 1 --body rod --body floor --json | /usr/bin/python3 -c 'import json, sys; frame = json.loads(sys.stdin.readline()); print(frame.keys(), [(b["name"], len(b["position"])) for b in frame["bodies"]])'
  dict_keys(['type', 'tick', 'branch', 'frame', 'time', 'frozen', 'replay', 'bodies']) [('rod', 3), ('floor', 3)]
  $ console watch --count 1 --body nobody
  --body nobody: the scene pendulum_spring has no body of that name; its bodies: rod, floor
  [2]
  $ end_daemon
  $ drawbar export r.mcap --columns 'throttle*' | cut -d, -f2 | uniq | head -4
  throttle.value
  0
  0.5
  -0.25
  $ drawbar info r.mcap | grep -c 'anna took control'
  1

A command that names what is not there leaves nobody behind.

  $ serve "$scenes/krt100_trolley.json" && printf 'time,name,value\n0,steer,0.5\n' > steer.csv
  $ instructor take gas; instructor sessions | sed -E 's/^ *[0-9]+/N/'
  instructor: there is no channel gas; there are: throttle, steer
  N  Instructor instructor
  throttle: free
  steer: free

Who has lost his connection, and may come back to what he holds.

  $ drawbar drive --connect "127.0.0.1:$port" --name anna --controls steer.csv > nothing & driver=$!
  $ until instructor sessions | grep -q 'held by'; do sleep 0.1; done; { kill -9 $driver; wait $driver; } 2> nothing
  [137]
  $ until instructor sessions | grep -q away; do sleep 0.1; done; instructor sessions | sed -E 's/[0-9]+/N/'
     N  away       its channels wait for it to come back
     N  Instructor instructor
  throttle: free
  steer: held by session N

Of several channels those are released that are held back.

  $ instructor take throttle; instructor release throttle steer 2>&1 | sed 's/session [0-9]*/session N/'
  instructor: not held back: steer (held by session N); released: throttle
  $ instructor sessions | grep throttle
  throttle: free
  $ instructor release throttle
  instructor: not held back: throttle (free); released: none
  [1]
  $ end_daemon

A file is played on while others drive what it leaves alone.

  $ serve "$scenes/krt100_trolley.json"
  $ drawbar drive --connect "127.0.0.1:$port" --name anna --controls steer.csv > played 2>&1 & driver=$!
  $ until instructor sessions | grep -q 'held by'; do sleep 0.1; done; instructor take throttle; instructor take steer; wait $driver
  [1]
  $ grep -v playing played
  instructor took control of steer from anna: the rest of the file was not played
  $ end_daemon

A daemon that dies while it is watched.

  $ serve "$scenes/bouncing_ball.json"
  $ (drawbar watch --connect "127.0.0.1:$port" 2>&1 > seen | sed "s/$port/PORT/") & watching=$!
  $ until test -s seen; do sleep 0.1; done; { kill -9 "$daemon"; wait "$daemon"; } 2> /dev/null; daemon=; wait $watching
  127.0.0.1:PORT: the server closed the connection
