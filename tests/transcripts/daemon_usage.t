What the daemon says of a command line that cannot be, and of what is not there. Nothing of it starts.

  $ cp "$scenes/pendulum_spring.json" .
  $ daemon() { drawbard pendulum_spring.json --port 0 --web-port 0 --log-level error "$@"; }
  $ drawbard pendulum_spring.json --replay r.mcap
  drawbard: give either the file of a scene or exercise, --library FOLDER, or --replay FILE; see drawbard --help
  [2]
  $ drawbard --library . --replay r.mcap
  drawbard: give either the file of a scene or exercise, --library FOLDER, or --replay FILE; see drawbard --help
  [2]
  $ drawbard pendulum_spring.json --port 5000 --web-port 5000
  drawbard: --port and --web-port must differ; see drawbard --help
  [2]
  $ daemon --tls-cert cert.pem
  drawbard: --tls-cert and --tls-key go together; see drawbard --help
  [2]
  $ daemon --tls-key key.pem
  drawbard: --tls-cert and --tls-key go together; see drawbard --help
  [2]
  $ daemon --keep-days 1
  drawbard: --keep-days needs --record FOLDER (one that is there) or --records: of their files the old ones go; see drawbard --help
  [2]
  $ daemon --keep-gib 0.5 --record session.mcap
  drawbard: --keep-gib needs --record FOLDER (one that is there): of its recordings the oldest go; see drawbard --help
  [2]
  $ daemon --trainee "$(printf 'a%.0s' $(seq 65))"
  drawbard: --trainee and --station have at most 64 bytes; see drawbard --help
  [2]
  $ daemon --station "$(printf 'a%.0s' $(seq 65))"
  drawbard: --trainee and --station have at most 64 bytes; see drawbard --help
  [2]
  $ daemon --variant ways
  drawbard: pendulum_spring.json: is a scene, and has no variants; allowed: with an exercise
  [1]
  $ mkdir empty
  $ drawbard --library empty --port 0 --web-port 0
  drawbard: --library empty: no scene and no exercise (.json) in this folder, or it cannot be read
  [2]
  $ drawbard --library nosuch --port 0 --web-port 0
  drawbard: --library nosuch: no scene and no exercise (.json) in this folder, or it cannot be read
  [2]

What was asked for and cannot be said.

  $ drawbard --version > /dev/full
  drawbard: standard output: cannot write: No space left on device
  [3]
  $ drawbard pendulum_spring.json --check > /dev/full
  drawbard: standard output: cannot write: No space left on device
  [3]

Values out of their ranges.

  $ for given in --keep-days=-1 --keep-days=36501 --keep-gib=1000001 --drain=-1 --drain=86401 --web-port=65536 --cigi-port=-1 --cigi-pacing=often --start=later --snapshot-interval=0.03 --snapshot-interval=3601 --rewind-memory=0 --rewind-memory=1000001 --realtime=yes --priority=0 --priority=100 --cpu=-2 --spin-us=5001 --max-clients=0 --max-clients-per-address=100001 --max-joins=0.05 --hello-timeout=0 --stall-timeout=3601 --resume-timeout=86401 --log-level=loud --nonsense=1; do daemon "$given"; done
  drawbard: --keep-days: Value -1 not in range 0.000000 to 36500.000000; see drawbard --help
  drawbard: --keep-days: Value 36501 not in range 0.000000 to 36500.000000; see drawbard --help
  drawbard: --keep-gib: Value 1000001 not in range 0.000000 to 1000000.000000; see drawbard --help
  drawbard: --drain: Value -1 not in range 0.000000 to 86400.000000; see drawbard --help
  drawbard: --drain: Value 86401 not in range 0.000000 to 86400.000000; see drawbard --help
  drawbard: --web-port: Value 65536 not in range 0 to 65535; see drawbard --help
  drawbard: --cigi-port: Value -1 not in range 0 to 65535; see drawbard --help
  drawbard: --cigi-pacing: often not in {async,sync}; see drawbard --help
  drawbard: --start: later not in {frozen,on-control,running}; see drawbard --help
  drawbard: --snapshot-interval: Value 0.03 not in range 0.040000 to 3600.000000; see drawbard --help
  drawbard: --snapshot-interval: Value 3601 not in range 0.040000 to 3600.000000; see drawbard --help
  drawbard: --rewind-memory: Value 0 not in range 1 to 1000000; see drawbard --help
  drawbard: --rewind-memory: Value 1000001 not in range 1 to 1000000; see drawbard --help
  drawbard: --realtime: yes not in {off,require,try}; see drawbard --help
  drawbard: --priority: Value 0 not in range 1 to 99; see drawbard --help
  drawbard: --priority: Value 100 not in range 1 to 99; see drawbard --help
  drawbard: --cpu: Value -2 not in range -1 to 1023; see drawbard --help
  drawbard: --spin-us: Value 5001 not in range 0 to 5000; see drawbard --help
  drawbard: --max-clients: Value 0 not in range 1 to 100000; see drawbard --help
  drawbard: --max-clients-per-address: Value 100001 not in range 0 to 100000; see drawbard --help
  drawbard: --max-joins: Value 0.05 not in range 0.100000 to 1000000.000000; see drawbard --help
  drawbard: --hello-timeout: Value 0 not in range 0.010000 to 3600.000000; see drawbard --help
  drawbard: --stall-timeout: Value 3601 not in range 0.010000 to 3600.000000; see drawbard --help
  drawbard: --resume-timeout: Value 86401 not in range 0.010000 to 86400.000000; see drawbard --help
  drawbard: --log-level: loud not in {debug,info,warning,error}; see drawbard --help
  drawbard: The following argument was not expected: --nonsense=1; see drawbard --help
  [2]

Addresses, tokens and files.

  $ daemon --bind nowhere
  drawbard: --bind nowhere: not an IPv4 or IPv6 address
  [2]
  $ echo 'viewer short' > tokens
  $ daemon --token-file tokens
  drawbard: tokens:1: a token has 8 to 256 characters, this one 5
  [2]
  $ daemon --token-file nosuch
  drawbard: nosuch: cannot be read; it must hold one token per line
  [3]
  $ echo 'no certificate' > cert.pem
  $ daemon --tls-cert cert.pem --tls-key cert.pem 2>&1 | sed 's/cert.pem: .*; a/cert.pem: WHY; a/'
  drawbard: --tls-cert cert.pem: WHY; a PEM file with the certificate is needed
  $ daemon --multicast '[ff15::1]:5000'
  drawbard: --multicast [ff15::1]:5000: GROUP:PORT is needed, such as 239.1.2.3:4041 or [ff15::1]:4041, of the same family as --bind
  [2]
  $ daemon --record nosuch/r.mcap
  drawbard: nosuch/r.mcap: cannot create: No such file or directory
  [3]
  $ daemon --records nosuch/course.sqlite
  drawbard: nosuch/course.sqlite: the course records cannot be opened: unable to open database file
  [3]
  $ daemon --ghost nosuch.mcap
  drawbard: nosuch.mcap: cannot open: No such file or directory
  [1]

A configuration file.

  $ config() { printf '%s' "$1" > config.json; drawbard --config config.json; }
  $ config '{ "scene": "pendulum_spring.json", "port": 5000, /* the same */ "web-port": 5000, }'
  drawbard: --port and --web-port must differ; see drawbard --help
  [2]
  $ config '["scene"]'
  drawbard: config.json:1: must be one JSON object; see drawbard --help
  [2]
  $ config '{ "scene" "x" }'
  drawbard: config.json:1: is not JSON: syntax error; see drawbard --help
  [2]
  $ config '{ "scene": { "file": "x" } }'
  drawbard: config.json:1: scene: a string, a number, true or false is allowed, or a list of these; see drawbard --help
  [2]
  $ config '{ "web-host": ["a", null] }'
  drawbard: config.json:1: web-host: a string, a number, true or false is allowed, or a list of these; see drawbard --help
  [2]
  $ config '{ "scene": "x.json", "ports": 1 }'
  drawbard: config.json: no option is called "ports"; allowed: the long names of the options, without the dashes; see drawbard --help
  [2]
  $ config '{ "scene": "x.json", "port": 70000 }'
  drawbard: config.json: --port: Value 70000 not in range 0 to 65535; see drawbard --help
  [2]
  $ config '{ "scene": "x.json", "port": 5000, "scene": "y.json" }'
  drawbard: config.json:1: scene: is given twice; allowed: each key once; see drawbard --help
  [2]
  $ drawbard --config nosuch.json
  drawbard: nosuch.json was not readable (missing?); see drawbard --help
  [2]

A port that is taken.

  $ serve pendulum_spring.json --cigi 127.0.0.1:9 --cigi-port 0
  $ taken() { drawbard pendulum_spring.json --log-level error "$@" > words 2>&1; echo "$?: $(sed "s/$port/PORT/; s/$web_port/WEB/" words)"; }
  $ taken --port "$port" --web-port 0
  3: drawbard: TCP 127.0.0.1:PORT: the port is in use; choose another, or 0 for any free one
  $ taken --port 0 --web-port "$web_port"
  3: drawbard: web 127.0.0.1:WEB: the port is in use; choose another, or 0 for any free one
