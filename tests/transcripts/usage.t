What the commands say of themselves, and of wrong usage.

  $ drawbar
  A subcommand is required
  Run with --help for more information.
  [2]
  $ drawbar --help
  drawbar: a physics server for training simulators. Exit codes: 0 good, 1 the thing asked about is wrong, 2 wrong usage, 3 the environment failed.
  Usage: drawbar [OPTIONS] SUBCOMMAND

  Options:
    -h,--help                       Print this help message and exit
    --version                       Print version and build, and end

  Subcommands:
    drive                           Drive: the operator's console in the terminal, or a controls file
    watch                           Print poses, telemetry and events of a running daemon
    instructor                      Give a running daemon one command of the instructor's
    verify                          Re-simulate recordings from their inputs; names the first frame that differs, or none
    export                          Write a recording as the table of `simulate` (CSV): one row per frame, from frame 0 of the scene to the last of a branch
    score                           Judge recordings of exercises: re-simulated, every attempt, with what cost points and when
    records                         Attempts at exercises, from the course records of drawbard
    report                          Review every attempt of a recorded session: scores, moments, timelines and plots in one HTML file
    new                             A first scene to start from, with comments; or the JSON Schema for editors of scenes
    check                           Validate a scene, an exercise or a study: every error with file, line or path, what is wrong, what is allowed; of a good scene the value of every parameter and expression
    info                            What a scene, an exercise or a recording holds
    import                          A scene of a URDF, SDFormat, MJCF or glTF file; warns of everything that it changes or leaves out
    simulate                        Simulate a scene or an exercise as fast as it goes and write a table (CSV)
    study                           Simulate a scene with many values of its parameters: one table of figures, and plots
    compare                         The same scene through several formulations: trajectories, drift, energy, cost, plot
    cigi-terrain                    Compare the terrain of an image generator (CIGI 3.3, HAT/HOT) with that of a scene; 1: they differ
    doctor                          Say what this machine and network can do, each finding with its remedy; 3: something does not work
    batch                           verify, score, report, simulate and study over many machines, with an engine that is there
    hall                            The stations of one machine: shows who is where, their exercises, scores and frames, until Ctrl-C
  $ drawbar --help > /dev/full
  standard output: cannot write: No space left on device
  [3]
  $ drawbar info "$SOURCE/scenes/training_ground.json" > /dev/full
  standard output: cannot write: No space left on device
  [3]
  $ for command in drive watch instructor verify export score records report new check info import simulate study compare cigi-terrain doctor batch hall; do drawbar $command --help; done
  Drive: the operator's console in the terminal, or a controls file
  Usage: drawbar drive [OPTIONS]

  Options:
    -h,--help                       Print this help message and exit
    --connect TEXT=127.0.0.1:4040   Where drawbard listens: HOST, HOST:PORT or [IPv6]:PORT
    --token-file TEXT               File with the token, as drawbard reads it; needed off loopback
    --tls                           The daemon speaks TLS (drawbard --tls-cert); its certificate is checked
    --tls-ca TEXT                   PEM file of the authorities to trust instead of the system's, or the daemon's own certificate; says --tls, too
    --name TEXT                     Who this is, for the others (default: USER@HOST)
    --body TEXT                     Whose motion to show (default: the scene's choice)
    --controls TEXT                 Play this controls file (rows time,name,value) instead of the keyboard
    --duration FLOAT Needs: --controls
                                    With --controls: hold on until this time of the file in s, if it is later than the last row

  Keys: w s throttle, a d steering, further pairs as shown; space: all to neutral; c: take or give up control;
  q: quit. A terminal tells of key presses only: levers stay where they were put, the steering springs back, and
  without any key everything goes to neutral after some seconds.
  Print poses, telemetry and events of a running daemon
  Usage: drawbar watch [OPTIONS]

  Options:
    -h,--help                       Print this help message and exit
    --connect TEXT=127.0.0.1:4040   Where drawbard listens: HOST, HOST:PORT or [IPv6]:PORT
    --token-file TEXT               File with the token, as drawbard reads it; needed off loopback
    --tls                           The daemon speaks TLS (drawbard --tls-cert); its certificate is checked
    --tls-ca TEXT                   PEM file of the authorities to trust instead of the system's, or the daemon's own certificate; says --tls, too
    --name TEXT                     Who this is, for the others (default: USER@HOST)
    --json                          One JSON object per line
    --every UINT:UINT in [1 - 1000000]=1
                                    Only every n-th frame
    --count UINT:UINT in [0 - 1000000000000]=0
                                    End after so many frames; 0: never
    --body TEXT ...                 Only this body; repeatable

  Give a running daemon one command of the instructor's
  Usage: drawbar instructor [OPTIONS] [COMMAND...]

  Positionals:
    COMMAND TEXT ...                The command and its arguments

  Options:
    -h,--help                       Print this help message and exit
    --connect TEXT=127.0.0.1:4040   Where drawbard listens: HOST, HOST:PORT or [IPv6]:PORT
    --token-file TEXT               File with the token, as drawbard reads it; needed off loopback
    --tls                           The daemon speaks TLS (drawbard --tls-cert); its certificate is checked
    --tls-ca TEXT                   PEM file of the authorities to trust instead of the system's, or the daemon's own certificate; says --tls, too
    --name TEXT                     Who this is, for the others (default: USER@HOST)
    --json                          What the server answers as JSON (malfunctions, malfunction, triggers, library)
    --variant TEXT                  Of the exercise that is loaded or reset, in place of its file's own; '': none

  Commands:
    freeze                                        simulation time stands still
    run                                           simulation time goes on
    step [N [fast]]                               computes N frames (1), one per slot or as fast as they compute, then freezes
    speed X                                       simulation seconds per second
    save NAME                                     keeps the present state under a name
    restore NAME [wait]                           goes back to a kept state, on a new branch
    rewind T [BRANCH] [wait]                      goes back to second T of this session and takes over from there
    seek T [BRANCH]                               moves a replay to second T
    repeat T1 T2 [BRANCH]|off                     lets a replay play this range again and again
    takeover [T [BRANCH]] [wait]                  goes on live from second T of the recording (the frame shown); wait: once the levers agree
    take CHANNEL...                               takes channels out of whoever's hands and holds them back
    give CHANNEL... SESSION                       gives channels to a session, by number or name
    release CHANNEL...                            lets anybody take those of the channels that are held back, and names the rest
    bookmark TEXT                                 marks the moment, live or in a replay, in the recording
    fault DRIVE off|ok                            switches a drive's malfunction on or off
    malfunctions [--json]                         lists what can be broken or pushed in this scene, and what is
    malfunction TARGET TYPE [KEY=VALUE...]        breaks, pushes or places something; strength=, ramp= (s) and duration= (s) are keys, too
    clear [ID|all]                                ends a malfunction, or all of them
    reload [FILE]                                 reads the file again, or another one of the library, and starts it
    library [--json]                              lists the scenes and exercises that can be begun
    exercise load NAME [TRAINEE]|start|reset|end  sets an exercise of the library up (--variant NAME), frozen, for TRAINEE or whoever did the one before; starts it; sets it up again; ends it
    ghost FILE.mcap|off                           lets a recording of the library's folder run beside, as poses only
    states                                        lists the kept states
    states save NAME                              the same as save NAME
    states delete NAME                            forgets a kept state
    states export NAME FILE                       writes a kept state to a file
    states import FILE [NAME]                     keeps a state from a file, under its name
    sessions                                      lists who is here, or away and may come back to its channels, and who holds what
    score                                         the score of the attempt that runs, one line of JSON
    triggers [--json]                             which of the exercise's triggers are armed, and have fired

  Re-simulate recordings from their inputs; names the first frame that differs, or none
  Usage: drawbar verify [OPTIONS] [FILE...]

  Positionals:
    FILE TEXT ...                   Recordings (.mcap); many of them, folders, or @LIST: a file with one path a line

  Options:
    -h,--help                       Print this help message and exit
    --list TEXT                     The same as @LIST
    --json                          One JSON object a line for each recording
    --jobs INT:INT in [1 - 1024]    Of many: how many at a time, each in a process (default: one a core)
    --results TEXT                  Of many: folder for what is done, which is not done again, and for table.csv and table.jsonl


  For engines of batches:
    --part TEXT                     K/N: only every N-th input, beginning with the K-th
    --only TEXT                     Only those of the inputs that this file names, one a line
    --lookup                        Compute nothing: take what the results folder has
    --missing TEXT                  File for the names of the inputs that have no result

  Write a recording as the table of `simulate` (CSV): one row per frame, from frame 0 of the scene to the last of a branch
  Usage: drawbar export [OPTIONS] RECORDING

  Positionals:
    RECORDING TEXT REQUIRED         Recording (.mcap)

  Options:
    -h,--help                       Print this help message and exit
    --output TEXT                   File for the table (default: standard output)
    --columns TEXT                  Columns after the time, a list with commas of: default, bodies, joints, drives, energy, wheels, controls, temperatures, motion, powers, breakage, reactions, contacts, couplings, brakes, steerings, hitches, contacts=BODY+BODY, or a pattern of columns' names with * for anything (default: default)
    --branch UINT                   The branch whose way to write (default: the last that began)
    --as-recorded                   What the file holds, in place of a re-simulation checked against its hashes: poses and telemetry, rounded as they were sent

  Judge recordings of exercises: re-simulated, every attempt, with what cost points and when
  Usage: drawbar score [OPTIONS] [RECORDING...]

  Positionals:
    RECORDING TEXT ...              Recordings (.mcap); many of them, folders, or @LIST: a file with one path a line

  Options:
    -h,--help                       Print this help message and exit
    --list TEXT                     The same as @LIST
    --exercise TEXT                 Judge by this exercise in place of the recorded one
    --json                          One JSON object a line for each attempt
    --jobs INT:INT in [1 - 1024]    Of many: how many at a time, each in a process (default: one a core)
    --results TEXT                  Of many: folder for what is done, which is not done again, and for table.csv and table.jsonl


  For engines of batches:
    --part TEXT                     K/N: only every N-th input, beginning with the K-th
    --only TEXT                     Only those of the inputs that this file names, one a line
    --lookup                        Compute nothing: take what the results folder has
    --missing TEXT                  File for the names of the inputs that have no result

  Attempts at exercises, from the course records of drawbard
  Usage: drawbar records [OPTIONS]

  Options:
    -h,--help                       Print this help message and exit
    --records TEXT REQUIRED         The course records, as drawbard --records made them
    --trainee TEXT                  Only of this trainee
    --exercise TEXT                 Only at this exercise
    --json Excludes: --csv --xapi --erase --backup
                                    As JSON, with the whole scores
    --csv Excludes: --json --xapi --erase --backup
                                    As CSV
    --xapi Excludes: --json --csv --erase --backup
                                    As statements of the Experience API 1.0.3
    --erase TEXT Excludes: --json --csv --xapi --backup
                                    Erases every attempt of this trainee, for good
    --backup TEXT Excludes: --json --csv --xapi --erase
                                    Writes a copy into this new file

  Review every attempt of a recorded session: scores, moments, timelines and plots in one HTML file
  Usage: drawbar report [OPTIONS] [RECORDING...]

  Positionals:
    RECORDING TEXT ...              Recordings (.mcap); many of them, folders, or @LIST: a file with one path a line

  Options:
    -h,--help                       Print this help message and exit
    --list TEXT                     The same as @LIST
    --output TEXT REQUIRED          HTML file to write; of many the folder for the files
    --json TEXT                     The same as JSON; of many the folder
    --reference TEXT                Recording of an attempt at the same exercise to compare with
    --jobs INT:INT in [1 - 1024]    Of many: how many at a time, each in a process (default: one a core)
    --results TEXT                  Of many: folder for what is done, which is not done again, and for table.csv and table.jsonl


  For engines of batches:
    --part TEXT                     K/N: only every N-th input, beginning with the K-th
    --only TEXT                     Only those of the inputs that this file names, one a line
    --lookup                        Compute nothing: take what the results folder has
    --missing TEXT                  File for the names of the inputs that have no result

  A first scene to start from, with comments; or the JSON Schema for editors of scenes
  Usage: drawbar new [OPTIONS] KIND

  Positionals:
    KIND TEXT:{schema,vehicle,arm,crane} REQUIRED
                                    What to write

  Options:
    -h,--help                       Print this help message and exit
    --output TEXT                   File to write; standard output without it, or as -
    --force                         Overwrite an existing file

  Validate a scene, an exercise or a study: every error with file, line or path, what is wrong, what is allowed; of a good scene the value of every parameter and expression
  Usage: drawbar check [OPTIONS] FILE

  Positionals:
    FILE TEXT REQUIRED              Scene, exercise or study file (.json)

  Options:
    -h,--help                       Print this help message and exit
    --all                           The value of every expression each time that its file is included, not their range
    --set TEXT ...                  NAME=VALUE: the value of a parameter of the scene; may be given for several

  What a scene, an exercise or a recording holds
  Usage: drawbar info [OPTIONS] FILE

  Positionals:
    FILE TEXT REQUIRED              Scene or exercise file (.json) or recording (.mcap)

  Options:
    -h,--help                       Print this help message and exit
    --hashes TEXT                   Of a recording: write the state hash of every frame to this file, as simulate does
    --branch UINT=0 Needs: --hashes With --hashes: of this branch

  A scene of a URDF, SDFormat, MJCF or glTF file; warns of everything that it changes or leaves out
  Usage: drawbar import [OPTIONS] FILE

  Positionals:
    FILE TEXT REQUIRED              Model (.urdf, .sdf, .xml, .gltf, .glb)

  Options:
    -h,--help                       Print this help message and exit
    --output TEXT REQUIRED          Scene file to write; meshes go into a folder beside it
    --package TEXT ...              NAME=DIR: where package://NAME/ and model://NAME/ lie
    --start TEXT ...                JOINT=VALUE: where a joint begins (rad or m); 0 unless given
    --base TEXT:{fixed,free}=fixed  Root of a URDF: fixed to the world, or free above a ground
    --passive                       No motors and no controls
    --force                         Overwrite an existing scene and the meshes beside it

  Simulate a scene or an exercise as fast as it goes and write a table (CSV)
  Usage: drawbar simulate [OPTIONS] [SCENE...]

  Positionals:
    SCENE TEXT ...                  Scene or exercise files (.json); many of them, folders, or @LIST: a file with one path a line

  Options:
    -h,--help                       Print this help message and exit
    --list TEXT                     The same as @LIST
    --duration FLOAT REQUIRED       Simulated time in s; the last row is that of the last whole sample in it
    --substep-ms FLOAT              Length of a substep; must divide the period (default: the scene's)
    --sample-ms FLOAT               Between rows; a multiple of the substep (default: the period)
    --formulation TEXT              Solver: sequential_impulses, sequential_impulses_plain, penalty, composite_body, articulated_body, lagrange_multipliers, inverse_iterative, direct_iterative, hamiltonian (default: the scene's)
    --controls TEXT                 Controls file: rows time,name,value
    --columns TEXT                  Columns after the time, a list with commas of: default, bodies, joints, drives, energy, wheels, controls, temperatures, motion, powers, breakage, reactions, contacts, couplings, brakes, steerings, hitches, contacts=BODY+BODY, or a pattern of columns' names with * for anything (default: default)
    --set TEXT ...                  NAME=VALUE: the value of a parameter of the scene; may be given for several
    --variant TEXT                  Variant of the exercise, in place of its file's own; '': the scene without any
    --output TEXT                   File for the table (default: standard output); of many, --output, --hashes, --record and --score are folders
    --hashes TEXT                   File for the state hash of every frame: rows frame,hash
    --record TEXT                   Recording to write (.mcap): what the daemon would record of this run
    --score TEXT                    File for the score (JSON), of an exercise
    --force                         Overwrite an existing recording
    --json                          Of many: one JSON object a line for each
    --jobs INT:INT in [1 - 1024]    Of many: how many at a time, each in a process (default: one a core)
    --results TEXT                  Of many: folder for what is done, which is not done again, and for table.csv and table.jsonl


  For engines of batches:
    --part TEXT                     K/N: only every N-th input, beginning with the K-th
    --only TEXT                     Only those of the inputs that this file names, one a line
    --lookup                        Compute nothing: take what the results folder has
    --missing TEXT                  File for the names of the inputs that have no result

  Simulate a scene with many values of its parameters: one table of figures, and plots
  Usage: drawbar study [OPTIONS] STUDY

  Positionals:
    STUDY TEXT REQUIRED             Study file (.json)

  Options:
    -h,--help                       Print this help message and exit
    --json                          One JSON object a line for each variant
    --jobs INT:INT in [1 - 1024]    Of many: how many at a time, each in a process (default: one a core)
    --results TEXT                  Of many: folder for what is done, which is not done again, and for table.csv and table.jsonl


  For engines of batches:
    --part TEXT                     K/N: only every N-th input, beginning with the K-th
    --only TEXT                     Only those of the inputs that this file names, one a line
    --lookup                        Compute nothing: take what the results folder has
    --missing TEXT                  File for the names of the inputs that have no result

  The same scene through several formulations: trajectories, drift, energy, cost, plot
  Usage: drawbar compare [OPTIONS] SCENE

  Positionals:
    SCENE TEXT REQUIRED             Scene file (.json)

  Options:
    -h,--help                       Print this help message and exit
    --formulations TEXT ... REQUIRED
                                    Any of: sequential_impulses, sequential_impulses_plain, penalty, composite_body, articulated_body, lagrange_multipliers, inverse_iterative, direct_iterative, hamiltonian
    --substep-ms FLOAT ...          One or more substeps, separated by commas; each must divide the period (default: the scene's)
    --duration FLOAT                Simulated time in s (default: 5)
    --sample-ms FLOAT               Between comparisons; a multiple of every substep (default: the period)
    --controls TEXT                 Controls file: rows time,name,value
    --output TEXT                   File for the plot (SVG)

  Compare the terrain of an image generator (CIGI 3.3, HAT/HOT) with that of a scene; 1: they differ
  Usage: drawbar cigi-terrain [OPTIONS] SCENE

  Positionals:
    SCENE TEXT REQUIRED             Scene or exercise file (.json)

  Options:
    -h,--help                       Print this help message and exit
    --cigi TEXT REQUIRED            HOST:PORT of the image generator
    --cigi-port UINT:INT in [0 - 65535]=8001
                                    UDP port that it answers to; 0: any free one
    --area FLOAT x 4                X Y X Y of two corners, m; by default the largest heightfield, or 50 m about the origin
    --points UINT:UINT in [1 - 65535]=400
                                    Points to compare, on a grid
    --tolerance FLOAT:NONNEGATIVE=0.05
                                    Largest difference that is good, m
    --csv TEXT                      Write every point to this file

  Say what this machine and network can do, each finding with its remedy; 3: something does not work
  Usage: drawbar doctor [OPTIONS]

  Options:
    -h,--help                       Print this help message and exit
    --seconds FLOAT:FLOAT in [0.1 - 3600]=10
                                    How long timers are measured
    --port UINT:INT in [0 - 65535]=4040
                                    drawbard's port
    --web-port UINT:INT in [0 - 65535]=8040
                                    drawbard's web port
    --multicast TEXT=239.255.40.40  IPv4 group to try
    --cigi TEXT ...                 HOST:PORT of image generators, separated by commas
    --cigi-port UINT:INT in [0 - 65535]=8001
                                    UDP port that they answer to
    --json                          One JSON array of findings

  verify, score, report, simulate and study over many machines, with an engine that is there
  Usage: drawbar batch [OPTIONS] SUBCOMMAND

  Options:
    -h,--help                       Print this help message and exit

  Subcommands:
    slurm                           As an array of jobs of Slurm: submits what is missing, waits, merges
    kubernetes                      As an indexed Job of Kubernetes: writes the manifest, for kubectl apply

  The stations of one machine: shows who is where, their exercises, scores and frames, until Ctrl-C
  Usage: drawbar hall [OPTIONS] HALL

  Positionals:
    HALL TEXT REQUIRED              Hall file (.json)

  Options:
    -h,--help                       Print this help message and exit
    --units TEXT Excludes: --serve --records --at
                                    Writes a systemd unit for each station and their target into this folder, and has systemd-analyze verify them and drawbard check what the stations are given
    --serve TEXT Excludes: --units --records --at
                                    ADDRESS:PORT: shows the hall as a page there
    --records Excludes: --units --serve --at
                                    The attempts of all stations, the oldest first
    --at TEXT x 2 Excludes: --units --serve --records
                                    STATION COMMAND...: one of `drawbar instructor`'s commands to a station, such as `--at three give throttle anna`
    --once                          Shows it once
    --json Excludes: --csv          As one line of JSON, once; with --records: the whole scores
    --csv Needs: --records Excludes: --json
                                    With --records: as CSV
  $ drawbar batch slurm --help; drawbar batch kubernetes --help
  As an array of jobs of Slurm: submits what is missing, waits, merges
  Usage: drawbar batch slurm [OPTIONS]

  Options:
    -h,--help                       Print this help message and exit
    --tasks UINT:INT in [1 - 100000]
                                    Tasks of the array (default: one an input, at most 64)
    --cpus INT:INT in [1 - 1024]=1  Processors, and workers, of a task
    --poll FLOAT:FLOAT in [0.1 - 3600]=2
                                    Seconds between looks at the queue
    --sbatch TEXT ...               A further option of sbatch: --sbatch=--partition=night

  Then the command: drawbar batch slurm score recordings --results FOLDER
  As an indexed Job of Kubernetes: writes the manifest, for kubectl apply
  Usage: drawbar batch kubernetes [OPTIONS]

  Options:
    -h,--help                       Print this help message and exit
    --name TEXT=drawbar-batch       Of the Job
    --image TEXT=drawbar            With drawbar in it (Dockerfile)
    --claim TEXT=drawbar-data       PersistentVolumeClaim of recordings and results
    --mount TEXT=/data              Where pods see it; the command's paths count from here
    --tasks UINT:INT in [1 - 100000]=8
                                    Parts
    --parallelism UINT:INT in [1 - 100000]=4
                                    Pods at a time
    --cpus INT:INT in [1 - 1024]=1  Processors, and workers, of a pod
    --memory TEXT=1Gi               Of a pod
    --output TEXT                   File for the manifest (default: standard output)

  Then the command: drawbar batch kubernetes score recordings --results scores
  $ drawbard --help
  drawbard: serves a scene, or a recording, to consoles and visualizers in 40 ms frames
  Usage: drawbard [OPTIONS] [scene]

  Positionals:
    scene TEXT                  File of the scene or exercise to serve

  Options:
    -h,--help                   Print this help message and exit
    --version                   Print version and build, and end
    --config                    JSON file with any of these options, keys without the dashes; the command line wins
    --library TEXT              Folder of scenes and exercises among which instructors choose, by default that of the served file; without one, its first exercise is served
    --trainee TEXT              Who is to do the exercise: key into the course records, at most 64 bytes
    --variant TEXT              Variant of the exercise, in place of its file's own; '': the scene without any
    --station TEXT              Where this is, for the course records; at most 64 bytes
    --replay TEXT               Serve this recording (.mcap) instead of a scene
    --record TEXT               Record the session to this file (.mcap), or to a new one in this folder; with --replay: the session that goes on from it
    --records TEXT              Course records (.sqlite) that the attempts at exercises go into; made where there are none
    --keep-days FLOAT:FLOAT in [0 - 36500]=0
                                Days after which recordings in the folder of --record FOLDER and attempts in --records go; 0: never
    --keep-gib FLOAT:FLOAT in [0 - 1e+06]=0
                                GiB of recordings in the folder of --record FOLDER above which the oldest go; 0: no limit
    --ghost TEXT                Recording (.mcap) that runs beside the session as poses only
    --drain FLOAT:FLOAT in [0 - 86400]=0
                                Seconds that SIGTERM waits for operators to leave; a second SIGTERM, and SIGINT, end at once
    --agones                    Tell Agones' side-car (HTTP on loopback, $AGONES_SDK_HTTP_PORT) that this station is ready, alive and taken
    --force                     Overwrite an existing recording
    --check                     Say what is wrong with options, tokens, certificate and scene, and end: no port is opened, nothing is written
    --port UINT:INT in [0 - 65535]=4040
                                TCP and UDP port; 0: any free one
    --web-port UINT:INT in [0 - 65535]=8040
                                Port of page, WebSocket, /healthz and /metrics; 0: any free one
    --bind TEXT=127.0.0.1       Address to listen on; others than loopback need --token-file
    --token-file TEXT           File with one ROLE TOKEN [until=2026-12-31T18:00Z] [name=NAME] per line (viewer, operator, instructor)
    --tls-cert TEXT             Certificate chain (PEM): TCP and web port speak TLS only, UDP is sealed
    --tls-key TEXT              Private key of the certificate (PEM)
    --multicast TEXT            GROUP:PORT that the plain poses of every frame go to over UDP, for whoever joins the group
    --cigi TEXT ...             HOST:PORT of image generators that are told every frame over CIGI 3.3, separated by commas
    --cigi-port UINT:INT in [0 - 65535]=8001
                                UDP port that image generators answer to; 0: any free one
    --cigi-pacing WORD:{async,sync}=async
                                sync: an image generator is told whenever it begins a frame; async: whenever we do
    --foxglove                  The web port also serves Foxglove and Lichtblick: ws://HOST:PORT/?role=ROLE&token=TOKEN
    --web-host TEXT ...         Name by which browsers may address the web port, besides localhost and addresses; repeatable
    --web-origin TEXT ...       Site whose pages may open the WebSocket, besides our own: https://NAME:PORT, or a NAME for every scheme and port; repeatable
    --start WORD:{frozen,on-control,running}=running
                                on-control: stand until the first control arrives
    --governor,--no-governor{false}=true
                                Use fewer substeps under lasting overload, within the scene's limits
    --snapshot-interval FLOAT:FLOAT in [0.04 - 3600]=1
                                Seconds between full states in a recording
    --rewind-memory UINT:INT in [1 - 1000000]=256
                                MiB for the states and inputs that rewinding needs; when full, the oldest moments go
    --realtime WORD:{off,require,try}=try
                                Real-time priority and locked memory; try: one warning where not permitted
    --priority INT:INT in [1 - 99]=50
                                SCHED_FIFO priority of the frame loop
    --cpu INT:INT in [-1 - 1023]=-1
                                Core of the frame loop; -1: any
    --spin-us INT:INT in [0 - 5000]=50
                                Busy wait before each frame, microseconds
    --max-clients UINT:INT in [1 - 100000]=256
                                Clients at most
    --max-clients-per-address UINT:INT in [0 - 100000]=0
                                Of them from one address; 0: three quarters
    --max-joins FLOAT:FLOAT in [0.1 - 1e+06]=20
                                Joins per second from one address; ten times as many at once
    --hello-timeout FLOAT:FLOAT in [0.01 - 3600]=2
                                Seconds after which a connection without a Hello is closed
    --stall-timeout FLOAT:FLOAT in [0.01 - 3600]=5
                                Seconds after which a client that does not read is disconnected
    --resume-timeout FLOAT:FLOAT in [0.01 - 86400]=30
                                Seconds for which a session whose connection is lost can be resumed
    --log-level WORD:{debug,info,warning,error}=info
                                The least that is logged
  $ drawbar fly
  fly: there is no such command; allowed: drive, watch, instructor, verify, export, score, records, report, new, check, info, import, simulate, study, compare, cigi-terrain, doctor, batch, hall
  [2]
  $ drawbar simulate
  --duration is required
  Run with --help for more information.
  [2]
  $ drawbar simulate "$scenes/pendulum_spring.json" --duration -1
  --duration -1; allowed: 0 or more seconds, at most 10000000000 substeps
  [2]
  $ drawbar simulate "$scenes/pendulum_spring.json" --duration 1 --substep-ms 7
  --substep-ms 7 does not divide the period; allowed: 40 ms divided by a whole number
  [2]
  $ drawbar simulate "$scenes/pendulum_spring.json" --duration 1 --columns nothing
  --columns nothing: no column is called so; allowed: default, bodies, joints, drives, energy, wheels, controls, temperatures, motion, powers, breakage, reactions, contacts, couplings, brakes, steerings, hitches, contacts=BODY+BODY, or a pattern of columns' names with * for anything
  [2]
  $ drawbar simulate "$scenes/pendulum_spring.json" --duration 1 --formulation newton
  formulation newton is unknown; allowed: sequential_impulses, sequential_impulses_plain, penalty, composite_body, articulated_body, lagrange_multipliers, inverse_iterative, direct_iterative, hamiltonian
  [2]
  $ drawbar simulate "$scenes/pendulum_spring.json" --duration 1 --output /nowhere/table.csv
  /nowhere/table.csv: cannot write: No such file or directory
  [3]
  $ drawbar simulate "$scenes/pendulum_spring.json" --duration 1 --set mass=1
  SOURCE/scenes/pendulum_spring.json: no parameter is called "mass"; allowed: none, the file has no parameters
  [1]
  $ printf 'time,name,value\n0,throttle,2\n0.1,brake,1\nsoon,throttle,0\n' > controls.csv; drawbar simulate "$scenes/pendulum_spring.json" --duration 1 --controls controls.csv
  controls.csv:3: unknown control "brake"; allowed: throttle
  [1]
  $ drawbar verify nosuch.mcap
  nosuch.mcap: cannot open: No such file or directory
  [1]
  $ drawbar verify "$scenes/pendulum_spring.json"
  SOURCE/scenes/pendulum_spring.json: byte 0: is not an MCAP file
  [1]
  $ drawbar export "$scenes/pendulum_spring.json"
  SOURCE/scenes/pendulum_spring.json: byte 0: is not an MCAP file
  [1]
  $ drawbar score "$scenes/pendulum_spring.json"
  SOURCE/scenes/pendulum_spring.json: byte 0: is not an MCAP file
  [1]
  $ drawbar report
  --output is required
  Run with --help for more information.
  [2]
  $ drawbar records --records nosuch.sqlite
  nosuch.sqlite: cannot open: No such file or directory
  [1]
  $ drawbar watch --connect 127.0.0.1:1
  127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  [3]
  $ drawbar drive --connect 127.0.0.1:99999
  --connect 127.0.0.1:99999: expected HOST, HOST:PORT or [IPv6]:PORT with a port from 1 to 65535
  [2]
  $ drawbar drive --controls nosuch.csv --connect 127.0.0.1:1
  127.0.0.1:1: no drawbard answers there (Connection refused); start one with `drawbard SCENE`, or name another with --connect HOST:PORT
  [3]
  $ drawbar hall nosuch.json
  nosuch.json: cannot open: No such file or directory
  [1]
  $ drawbard
  drawbard: give either the file of a scene or exercise, --library FOLDER, or --replay FILE; see drawbard --help
  [2]
  $ drawbard nosuch.json
  drawbard: nosuch.json: cannot open: No such file or directory
  [1]
  $ drawbard "$scenes/pendulum_spring.json" --port 70000
  drawbard: --port: Value 70000 not in range 0 to 65535; see drawbard --help
  [2]
  $ drawbard "$scenes/pendulum_spring.json" --bind 0.0.0.0 --port 0 --web-port 0
  drawbard: --bind 0.0.0.0: off loopback a token file is needed; add --token-file FILE
  [2]
  $ drawbard "$scenes/pendulum_spring.json" --cpu 5000
  drawbard: --cpu: Value 5000 not in range -1 to 1023; see drawbard --help
  [2]
  $ drawbard "$scenes/pendulum_spring.json" --multicast 10.0.0.1:5000 --port 0 --web-port 0
  drawbard: --multicast 10.0.0.1:5000: GROUP:PORT is needed, such as 239.1.2.3:4041 or [ff15::1]:4041, of the same family as --bind
  [2]
  $ drawbard "$scenes/pendulum_spring.json" --cigi nowhere --port 0 --web-port 0 --log-level warning
  drawbard: --cigi nowhere: HOST:PORT is needed, such as 192.168.0.20:8000
  [2]
  $ for given in 9358x 0 70000 ''; do AGONES_SDK_HTTP_PORT=$given timeout 10 drawbard "$scenes/pendulum_spring.json" --agones --port 0 --web-port 0 --log-level error; done
  drawbard: --agones: AGONES_SDK_HTTP_PORT is '9358x'; allowed: a port, 1 to 65535
  drawbard: --agones: AGONES_SDK_HTTP_PORT is '0'; allowed: a port, 1 to 65535
  drawbard: --agones: AGONES_SDK_HTTP_PORT is '70000'; allowed: a port, 1 to 65535
  drawbard: --agones: AGONES_SDK_HTTP_PORT is ''; allowed: a port, 1 to 65535
  [2]
  $ drawbard "$scenes/pendulum_spring.json" --config nosuch.json
  drawbard: nosuch.json was not readable (missing?); see drawbard --help
  [2]
  $ printf '{ "port": "many", "speed": 2 }' > config.json; drawbard "$scenes/pendulum_spring.json" --config config.json
  drawbard: config.json: --port: Value many not in range 0 to 65535; see drawbard --help
  [2]
  $ printf 'guest abc\n' > tokens; chmod 600 tokens; drawbard "$scenes/pendulum_spring.json" --token-file tokens --port 0 --web-port 0
  drawbard: tokens:1: unknown role 'guest', allowed: viewer, operator, instructor
  [2]
