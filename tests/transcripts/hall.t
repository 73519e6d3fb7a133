A hall of two stations and one that is switched off.

  $ cp "$scenes"/pendulum_spring.json "$scenes"/bouncing_ball.json . && mkdir one two three
  $ serve pendulum_spring.json --station one --record one --records one/records.sqlite && one=$daemon && port_one=$port && web_one=$web_port
  $ serve bouncing_ball.json --station two --record two --records two/records.sqlite && two=$daemon
  $ cat > hall.json <<END
  > { "name": "Hall 4", "folder": "$PWD", "user": "operator", "stations": [
  >   { "name": "one", "scene": "pendulum_spring.json", "port": $port_one, "web_port": $web_one },
  >   { "name": "two", "scene": "bouncing_ball.json", "port": $port, "web_port": $web_port },
  >   { "name": "three", "scene": "pendulum_spring.json", "port": 1, "web_port": 2 } ] }
  > END
  $ ports() { sed -e "s/$port_one/PORT_ONE/g; s/$web_one/WEB_ONE/g; s/$port/PORT/g; s/$web_port/WEB/g" -e 's/[0-9.]* of 40 ms, [0-9]* late/N of 40 ms, N late/; s/"compute_ms":[0-9.e-]*/"compute_ms":N/g; s/"late_frames":[0-9]*/"late_frames":N/g'; }
  $ drawbar hall hall.json --once | ports
  hall Hall 4
  station         port    records  TLS  who                             exercise or scene                               frames
  one             PORT_ONE   yes      no   nobody                          pendulum_spring                                 frozen at 0.0 s, N of 40 ms, N late
  two             PORT   yes      no   nobody                          bouncing_ball                                   frozen at 0.0 s, N of 40 ms, N late
  three           1       yes      no   not reached: 127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  $ drawbar hall hall.json > seen & watching=$!; for i in $(seq 60); do test -s seen || sleep 0.1; done; tables=$(grep -c 'hall Hall' seen); test $tables -lt 4 || echo $tables at once; head -1 seen; kill $watching
  [H[2Jhall Hall 4
  $ drawbar hall hall.json --json | ports
  {"hall":"Hall 4","stations":[{"name":"one","port":PORT_ONE,"web_port":WEB_ONE,"host":"127.0.0.1","records":true,"tls":false,"reached":true,"why_not":"","scene":"pendulum_spring","exercise":"","trainee":"","score":null,"people":[],"drivers":[],"time":0,"frozen":true,"replay":false,"compute_ms":N,"period_ms":40,"late_frames":N},{"name":"two","port":PORT,"web_port":WEB,"host":"127.0.0.1","records":true,"tls":false,"reached":true,"why_not":"","scene":"bouncing_ball","exercise":"","trainee":"","score":null,"people":[],"drivers":[],"time":0,"frozen":true,"replay":false,"compute_ms":N,"period_ms":40,"late_frames":N},{"name":"three","port":1,"web_port":2,"host":"127.0.0.1","records":true,"tls":false,"reached":false,"why_not":"127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT","scene":"","exercise":"","trainee":"","score":null,"people":[],"drivers":[],"time":0,"frozen":false,"replay":false,"compute_ms":N,"period_ms":0,"late_frames":N}]}
  $ drawbar hall hall.json --at one step 5 fast
  $ drawbar hall hall.json --at two take nothing
  instructor: there is no channel nothing; there are: none
  [1]
  $ drawbar hall hall.json --at three freeze
  127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  [3]
  $ drawbar hall hall.json --at four freeze
  --at four: there is no such station; there are: one, two, three
  [2]
  $ drawbar hall hall.json --once | ports
  hall Hall 4
  station         port    records  TLS  who                             exercise or scene                               frames
  one             PORT_ONE   yes      no   nobody                          pendulum_spring                                 frozen at 0.2 s, N of 40 ms, N late
  two             PORT   yes      no   nobody                          bouncing_ball                                   frozen at 0.0 s, N of 40 ms, N late
  three           1       yes      no   not reached: 127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  $ drawbar hall hall.json --records
  id     ended (UTC)               station      trainee          exercise                 variant    attempt outcome                   time (s)   score
  $ drawbar hall hall.json --records --csv
  id,trainee,station,exercise,variant,scene,attempt,branch,recording,build,ended,outcome,time,score,passed
  $ drawbar hall hall.json --records --json
  []
  $ kill -TERM $one; wait $one; end_daemon
  $ drawbar hall hall.json --once | ports
  hall Hall 4
  station         port    records  TLS  who                             exercise or scene                               frames
  one             PORT_ONE   yes      no   not reached: 127.0.0.1:PORT_ONE: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  two             PORT   yes      no   not reached: 127.0.0.1:PORT: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  three           1       yes      no   not reached: 127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT

Its units for systemd.

  $ cat > units.json <<'END'
  > { "name": "Hall 4", "first_port": 5000, "first_web_port": 6000, "cores": [1, 3], "library": "a library", "tokens": "tokens", "address": "0.0.0.0",
  >   "keep_days": 30, "stations": [ { "name": "one", "options": ["--station-of", "hall $HOME 100%"] }, { "name": "two", "scene": "two.json", "record": false } ] }
  > END
  $ drawbar hall units.json --units units
  units.json:2: stations[1]: unknown field "record"; allowed: name, scene, library, port, web_port, core, priority, options
  [1]
  $ sed -i 's/, "record": false//; s/"--station-of", "hall $HOME 100%"/"--cigi", "ig:8000"/' units.json; printf 'instructor 0123456789\n' > tokens; chmod 600 tokens; mkdir "a library"; cp bouncing_ball.json two.json
  $ drawbar hall units.json --units units 2> said | sed '/is not executable/d'
  units/drawbar-one.service
  units/drawbar-two.service
  units/drawbar-hall.target
  $ for unit in units/*; do echo "== $unit"; cat "$unit"; done
  == units/drawbar-hall.target
  # The stations of the hall Hall 4, written by `drawbar hall`.
  [Unit]
  Description=drawbar hall Hall 4
  Wants=drawbar-one.service drawbar-two.service

  [Install]
  WantedBy=multi-user.target
  == units/drawbar-one.service
  # Station one of the hall Hall 4, written by `drawbar hall`.
  [Unit]
  Description=drawbar station one
  PartOf=drawbar-hall.target
  After=network-online.target
  Wants=network-online.target

  [Service]
  Type=notify
  ExecStart=/usr/bin/drawbard --library "FOLDER/a library" --station one --bind 0.0.0.0 --port 5000 --web-port 6000 --token-file %d/tokens --cpu 1 --priority 50 --records /var/lib/drawbar/one/course.sqlite --record /var/lib/drawbar/one --keep-days 30 --cigi ig:8000
  CPUAffinity=1
  LoadCredential=tokens:FOLDER/tokens
  DynamicUser=yes
  StateDirectory=drawbar/one
  WorkingDirectory=/var/lib/drawbar/one
  # Ready when the first frame is there; then a sign of life at least every third of this, only while frames come.
  WatchdogSec=3
  Restart=on-failure
  RestartSec=1
  # 1: the scene is wrong, 2: the configuration is wrong: trying again would not help.
  RestartPreventExitStatus=1 2
  TimeoutStopSec=5

  # Real-time priority of the frame loop, and its memory locked.
  AmbientCapabilities=CAP_SYS_NICE CAP_IPC_LOCK
  CapabilityBoundingSet=CAP_SYS_NICE CAP_IPC_LOCK
  LimitRTPRIO=60
  LimitMEMLOCK=infinity
  LimitNOFILE=4096

  NoNewPrivileges=yes
  PrivateTmp=yes
  PrivateDevices=yes
  ProtectSystem=strict
  ProtectHome=yes
  ProtectKernelTunables=yes
  ProtectKernelModules=yes
  ProtectControlGroups=yes
  RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
  RestrictNamespaces=yes
  LockPersonality=yes
  SystemCallArchitectures=native

  [Install]
  WantedBy=drawbar-hall.target
  == units/drawbar-two.service
  # Station two of the hall Hall 4, written by `drawbar hall`.
  [Unit]
  Description=drawbar station two
  PartOf=drawbar-hall.target
  After=network-online.target
  Wants=network-online.target

  [Service]
  Type=notify
  ExecStart=/usr/bin/drawbard FOLDER/two.json --library "FOLDER/a library" --station two --bind 0.0.0.0 --port 5001 --web-port 6001 --token-file %d/tokens --cpu 3 --priority 50 --records /var/lib/drawbar/two/course.sqlite --record /var/lib/drawbar/two --keep-days 30
  CPUAffinity=3
  LoadCredential=tokens:FOLDER/tokens
  DynamicUser=yes
  StateDirectory=drawbar/two
  WorkingDirectory=/var/lib/drawbar/two
  # Ready when the first frame is there; then a sign of life at least every third of this, only while frames come.
  WatchdogSec=3
  Restart=on-failure
  RestartSec=1
  # 1: the scene is wrong, 2: the configuration is wrong: trying again would not help.
  RestartPreventExitStatus=1 2
  TimeoutStopSec=5

  # Real-time priority of the frame loop, and its memory locked.
  AmbientCapabilities=CAP_SYS_NICE CAP_IPC_LOCK
  CapabilityBoundingSet=CAP_SYS_NICE CAP_IPC_LOCK
  LimitRTPRIO=60
  LimitMEMLOCK=infinity
  LimitNOFILE=4096

  NoNewPrivileges=yes
  PrivateTmp=yes
  PrivateDevices=yes
  ProtectSystem=strict
  ProtectHome=yes
  ProtectKernelTunables=yes
  ProtectKernelModules=yes
  ProtectControlGroups=yes
  RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
  RestrictNamespaces=yes
  LockPersonality=yes
  SystemCallArchitectures=native

  [Install]
  WantedBy=drawbar-hall.target
  $ printf '{ "name": "x", "first_port": 65535, "stations": [ { "name": "a b" }, { "name": "c" } ] }' > bad.json; drawbar hall bad.json --once
  bad.json:1: stations[0].name: "a b"; allowed: 1 to 48 letters, digits, '-' and '_'
  bad.json:1: stations[0]: serves nothing; allowed: with `scene` or `library`
  bad.json:1: stations[1].port: is 65536; allowed: up to 65535
  bad.json:1: stations[1]: serves nothing; allowed: with `scene` or `library`
  [1]

What stations cannot start with, by the machine's cores and their own program.

  $ mkdir empty; printf 'instructor 1234567\n' > short; chmod 600 short; cp bouncing_ball.json "a library"
  $ checked() { printf '{ "name": "x", "program": "%s", "library": "%s", "stations": [ %s ] }' "$(command -v drawbard)" "$1" "$2" > x.json; drawbar hall x.json --units x 2>&1 | sed -n '/^stations on this machine/,$p' | sed 's/cores 0 to [0-9]*/cores 0 to N/'; }
  $ checked "a library" '{ "name": "a" }'
  stations on this machine: good
  $ checked "a library" '{ "name": "a", "core": 999 }, { "name": "b", "options": ["--prot", "1"] }, { "name": "c", "library": "empty" }'
  stations on this machine:
  a: core 999: this machine has cores 0 to N
  b: drawbard: The following argument was not expected: --prot; see drawbard --help
  c: drawbard: --library FOLDER/empty: no scene and no exercise (.json) in this folder, or it cannot be read
  $ checked 'a library", "tokens": "short' '{ "name": "a" }'
  stations on this machine:
  a: drawbard: FOLDER/short:1: a token has 8 to 256 characters, this one 7
  $ sed -i 's,"program": "[^"]*","program": "/nowhere/drawbard",' x.json; drawbar hall x.json --units x 2>&1 | grep 'is not here'
  /nowhere/drawbard is not here: options, tokens and files of the stations are unchecked
  $ checked "a library" '{ "name": "a", "options": ["--tls-cert", "none.pem", "--tls-key", "none.pem"] }'
  stations on this machine:
  a: drawbard: --tls-cert none.pem: No such file or directory; a PEM file with the certificate is needed
  $ drawbar hall x.json --once
  hall x
  station         port    records  TLS  who                             exercise or scene                               frames
  a               4040    yes      yes  not reached: it speaks TLS, which `drawbar hall` does not
  $ drawbar hall x.json --at a freeze
  --at a: it speaks TLS, which `drawbar hall` does not; allowed: `drawbar instructor --connect HOST:4040 --tls`
  [2]
