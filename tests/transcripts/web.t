What the web port answers whoever asks.

  $ cp "$scenes/pendulum_spring.json" .
  $ cat > tokens <<'END'
  > viewer looking-only
  > instructor teaching-all
  > END
  $ chmod 600 tokens
  $ serve pendulum_spring.json --record . --records records.sqlite --station seven --token-file tokens
  $ get /healthz; get /readyz
  200 text/plain; charset=utf-8
  ok
  200 text/plain; charset=utf-8
  ok
  $ get /station; get /station wrong
  401 text/plain; charset=utf-8
  /station needs an instructor's token: Authorization: Bearer TOKEN
  401 text/plain; charset=utf-8
  /station needs an instructor's token: Authorization: Bearer TOKEN
  $ get /station looking-only
  401 text/plain; charset=utf-8
  /station needs an instructor's token: Authorization: Bearer TOKEN
  $ get /records looking-only
  401 text/plain; charset=utf-8
  /records needs an instructor's token: Authorization: Bearer TOKEN
  $ get /records teaching-all
  200 application/json; charset=utf-8
  []
  $ get '/records?trainee=' teaching-all; get '/records?trainees=anna' teaching-all
  400 text/plain; charset=utf-8
  /records?trainee=: allowed: trainee=KEY, exercise=NAME
  400 text/plain; charset=utf-8
  /records?trainees: allowed: trainee=KEY, exercise=NAME
  $ get /recordings/ teaching-all
  400 text/plain; charset=utf-8
  /recordings/NAME: the name of a recording, such as good.mcap
  $ get /recordings/nosuch.mcap teaching-all
  404 text/plain; charset=utf-8
  nosuch.mcap: there is no such recording here
  $ get /scene/files/nosuch.glb teaching-all
  404 text/plain; charset=utf-8
  no visual of the scene has a file of this name
  $ get /nosuch
  404 text/plain; charset=utf-8
  there is no such file
  $ get '/../tokens'
  404 text/plain; charset=utf-8
  there is no such file
  $ get /metrics | sed -E 's/^([a-z_]+(\{[^}]*\})?) .*/\1 N/' | grep -v _bucket
  200 text/plain; version=0.0.4; charset=utf-8
  # HELP drawbar_frame_lateness_seconds Wake-up of the loop after the begin of its slot.
  # TYPE drawbar_frame_lateness_seconds histogram
  drawbar_frame_lateness_seconds_sum N
  drawbar_frame_lateness_seconds_count N
  # HELP drawbar_frame_compute_seconds Time that computing a frame took.
  # TYPE drawbar_frame_compute_seconds histogram
  drawbar_frame_compute_seconds_sum N
  drawbar_frame_compute_seconds_count N
  # HELP drawbar_frame_publish_seconds Frame ready to leave, after the begin of its slot.
  # TYPE drawbar_frame_publish_seconds histogram
  drawbar_frame_publish_seconds_sum N
  drawbar_frame_publish_seconds_count N
  # HELP drawbar_frames_total Frames computed.
  # TYPE drawbar_frames_total counter
  drawbar_frames_total N
  # HELP drawbar_frame_misses_total Frames published after their slot had ended.
  # TYPE drawbar_frame_misses_total counter
  drawbar_frame_misses_total N
  # HELP drawbar_slot_slips_total Slots that passed without a frame of their own.
  # TYPE drawbar_slot_slips_total counter
  drawbar_slot_slips_total N
  # HELP drawbar_motion_diverged_total Substeps in which the motion diverged and was stopped.
  # TYPE drawbar_motion_diverged_total counter
  drawbar_motion_diverged_total N
  # HELP drawbar_contacts_dropped_total Contacts, pairs and triangles left out: more than there is room for.
  # TYPE drawbar_contacts_dropped_total counter
  drawbar_contacts_dropped_total N
  # HELP drawbar_tick Present slot.
  # TYPE drawbar_tick gauge
  drawbar_tick N
  # HELP drawbar_branch Present branch.
  # TYPE drawbar_branch gauge
  drawbar_branch N
  # HELP drawbar_simulation_frame Present simulation frame of the branch.
  # TYPE drawbar_simulation_frame gauge
  drawbar_simulation_frame N
  # HELP drawbar_frozen 1 while simulation time stands still.
  # TYPE drawbar_frozen gauge
  drawbar_frozen N
  # HELP drawbar_speed Simulation seconds per wall second asked for.
  # TYPE drawbar_speed gauge
  drawbar_speed N
  # HELP drawbar_substeps Substeps of the last frame.
  # TYPE drawbar_substeps gauge
  drawbar_substeps N
  # HELP drawbar_sessions Sessions connected.
  # TYPE drawbar_sessions gauge
  drawbar_sessions N
  # HELP drawbar_sessions_away Sessions that lost their connection and can be resumed.
  # TYPE drawbar_sessions_away gauge
  drawbar_sessions_away N
  # HELP drawbar_operators Operators among the sessions, away or not.
  # TYPE drawbar_operators gauge
  drawbar_operators N
  # HELP drawbar_draining 1 while the daemon waits for its operators to leave, to end then.
  # TYPE drawbar_draining gauge
  drawbar_draining N
  # HELP drawbar_connections_total Connections accepted.
  # TYPE drawbar_connections_total counter
  drawbar_connections_total N
  # HELP drawbar_connections_refused_total Connections closed or refused: too many.
  # TYPE drawbar_connections_refused_total counter
  drawbar_connections_refused_total N
  # HELP drawbar_tokens_wrong_total Wrong tokens.
  # TYPE drawbar_tokens_wrong_total counter
  drawbar_tokens_wrong_total N
  # HELP drawbar_messages_total Client messages received.
  # TYPE drawbar_messages_total counter
  drawbar_messages_total N
  # HELP drawbar_messages_refused_total Client messages answered with an error.
  # TYPE drawbar_messages_refused_total counter
  drawbar_messages_refused_total N
  # HELP drawbar_messages_unknown_total Client messages of a newer version, skipped.
  # TYPE drawbar_messages_unknown_total counter
  drawbar_messages_unknown_total N
  # HELP drawbar_clients_dropped_total Clients disconnected because they did not read.
  # TYPE drawbar_clients_dropped_total counter
  drawbar_clients_dropped_total N
  # HELP drawbar_inputs_refused_total Inputs not kept: too many waited for their frame.
  # TYPE drawbar_inputs_refused_total counter
  drawbar_inputs_refused_total N
  # HELP drawbar_packets_dropped_total Poses and telemetry dropped for slow readers.
  # TYPE drawbar_packets_dropped_total counter
  drawbar_packets_dropped_total N
  # HELP drawbar_history_bytes Memory of the states and inputs kept for rewinding, at most --rewind-memory.
  # TYPE drawbar_history_bytes gauge
  drawbar_history_bytes N
  # HELP drawbar_events_total Events announced.
  # TYPE drawbar_events_total counter
  drawbar_events_total N
  # HELP drawbar_controls_silent_total Channels whose console fell silent while it held them.
  # TYPE drawbar_controls_silent_total counter
  drawbar_controls_silent_total N
  # HELP drawbar_disk_free_bytes Left on the disk that recordings and course records go to.
  # TYPE drawbar_disk_free_bytes gauge
  drawbar_disk_free_bytes N
  # HELP drawbar_recording 1 while the session is recorded, 0 after recording ended early.
  # TYPE drawbar_recording gauge
  drawbar_recording N
  # HELP drawbar_recording_queue Frames and events that wait for the disk.
  # TYPE drawbar_recording_queue gauge
  drawbar_recording_queue N
  # HELP drawbar_udp_datagrams_total Pose datagrams sent.
  # TYPE drawbar_udp_datagrams_total counter
  drawbar_udp_datagrams_total N
  # HELP drawbar_udp_datagrams_failed_total Pose datagrams the kernel did not take.
  # TYPE drawbar_udp_datagrams_failed_total counter
  drawbar_udp_datagrams_failed_total N
  $ instructor freeze
  the server refused: a token is needed, and none was given (Hello.token)
  [3]
  $ drawbar instructor --connect 127.0.0.1:$port --token-file tokens --name teacher freeze
  $ end_daemon
  $ said
  info no TLS: messages and poses over UDP go in the clear
  warning tcp ADDRESS: a token is needed, and none was given; connection closed
  info session 1: teacher froze
  info SIGTERM: ending
