What the daemon says of a command line that cannot be, and of what is not there. Nothing of it starts.

  $ cp "$scenes/pendulum_spring.json" .
  $ daemon() { drawbard pendulum_spring.json --port 0 --web-port 0 --log-level error "$@"; }
  $ drawbard pendulum_spring.json --replay r.mcap
  $ drawbard --library . --replay r.mcap
  $ drawbard pendulum_spring.json --port 5000 --web-port 5000
  $ daemon --tls-cert cert.pem
  $ daemon --tls-key key.pem
  $ daemon --keep-days 1
  $ daemon --keep-gib 0.5
  $ daemon --trainee "$(printf 'a%.0s' $(seq 65))"
  $ daemon --station "$(printf 'a%.0s' $(seq 65))"
  $ daemon --variant ways
  $ mkdir empty
  $ drawbard --library empty --port 0 --web-port 0
  $ drawbard --library nosuch --port 0 --web-port 0

Values out of their ranges.

  $ for given in --keep-days=-1 --keep-days=36501 --keep-gib=1000001 --drain=-1 --drain=86401 --web-port=65536 --cigi-port=-1 --cigi-pacing=often --start=later --snapshot-interval=0.03 --snapshot-interval=3601 --rewind-memory=0 --rewind-memory=1000001 --realtime=yes --priority=0 --priority=100 --cpu=-2 --spin-us=5001 --max-clients=0 --max-clients-per-address=100001 --max-joins=0.05 --hello-timeout=0 --stall-timeout=3601 --resume-timeout=86401 --log-level=loud --nonsense=1; do daemon "$given"; done

Addresses, tokens and files.

  $ daemon --bind nowhere
  $ echo 'viewer short' > tokens
  $ daemon --token-file tokens
  $ daemon --token-file nosuch
  $ echo 'no certificate' > cert.pem
  $ daemon --tls-cert cert.pem --tls-key cert.pem 2>&1 | sed 's/cert.pem: .*; a/cert.pem: WHY; a/'
  $ daemon --multicast '[ff15::1]:5000'
  $ daemon --record nosuch/r.mcap
  $ daemon --records nosuch/course.sqlite
  $ daemon --ghost nosuch.mcap

A configuration file.

  $ config() { printf '%s' "$1" > config.json; drawbard --config config.json; }
  $ config '{ "scene": "pendulum_spring.json", "port": 5000, /* the same */ "web-port": 5000, }'
  $ config '["scene"]'
  $ config '{ "scene" "x" }'
  $ config '{ "scene": { "file": "x" } }'
  $ config '{ "web-host": ["a", null] }'
  $ config '{ "scene": "x.json", "ports": 1 }'
  $ drawbard --config nosuch.json

A port that is taken.

  $ serve pendulum_spring.json --cigi 127.0.0.1:9 --cigi-port 0
  $ taken() { sed "s/$port/PORT/; s/$web_port/WEB/"; }
  $ drawbard pendulum_spring.json --port "$port" --web-port 0 --log-level error 2>&1 | taken
  $ drawbard pendulum_spring.json --port 0 --web-port "$web_port" --log-level error 2>&1 | taken
