What a Foxglove client is told, and what it may ask; the client is foxglove_client.py.

  $ cat > scene.json <<'END'
  > { "name": "yard",
  >   "materials": [ { "name": "tar", "friction": 0.8, "color": "#4a4e52" }, { "name": "clay", "friction": 0.6 } ],
  >   "bodies": [
  >     { "name": "ground", "static": true, "shapes": [
  >         { "type": "plane", "normal": [0.06, -0.03, 3], "position": [1, 2, -0.5], "material": "tar" },
  >         { "type": "plane", "normal": [0, 0, -2], "position": [5, 6, 1000], "color": "#abcdef" } ] },
  >     { "name": "hill", "static": true, "position": [20, 5, 1], "shapes": [
  >         { "type": "heightfield", "columns": 3, "rows": 2, "spacing": 2.5, "heights": [0, 1, 2, 3, 5, 8],
  >           "position": [1, 2, 3], "rotation_deg": [0, 0, 30], "color": "#204060" },
  >         { "type": "heightfield", "file": "dune.raw", "columns": 2, "rows": 2, "spacing": 4, "min_height": -1, "max_height": 3, "position": [30, 0, 0] } ] },
  >     { "name": "pieces", "static": true, "position": [-20, 3, 2], "shapes": [
  >         { "type": "box", "size": [1, 2, 3], "position": [0.1, 0.2, 0.3], "rotation_deg": [10, 20, 30], "color": "#ff8000" },
  >         { "type": "sphere", "radius": 0.7, "position": [1, -2, 3], "orientation": [0.8, 0.6, 0, 0], "material": "tar" },
  >         { "type": "capsule", "radius": 0.4, "length": 1.5, "position": [4, 5, 6], "rotation_deg": [40, 50, 60] },
  >         { "type": "cylinder", "radius": 0.6, "length": 2.5, "position": [7, 8, 9], "rotation_deg": [-15, 25, -35], "color": "#0a141e" } ] },
  >     { "name": "solids", "static": true, "position": [-40, 1, 2], "rotation_deg": [5, 10, 15], "shapes": [
  >         { "type": "convex", "points": [[0, 0, 0], [2, 0, 0.5], [0, 3, 0], [0.5, 0.5, 4]], "position": [1, 2, 3], "rotation_deg": [0, 30, 90], "color": "#c0ffee" },
  >         { "type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0.5], [0, 2, 0], [1, 3, 1]], "triangles": [[0, 1, 2], [1, 3, 2]],
  >           "position": [-1, 2, -3], "rotation_deg": [70, 0, 20], "color": "#123456" } ] },
  >     { "name": "gate", "static": true, "position": [3, 0, 0], "shapes": [
  >         { "type": "box", "size": [1, 4, 2], "sensor": true, "color": "#00ff00" } ] },
  >     { "name": "cart", "mass": 40, "inertia": [3, 5, 7], "position": [2, 0.5, -0.05], "rotation_deg": [0, 0, 20], "linear_velocity": [1, 0.4, 0], "shapes": [
  >         { "type": "box", "size": [0.8, 0.6, 0.3], "position": [-0.35, 0.02, -0.33], "material": "clay", "color": "#804020" } ] },
  >     { "name": "knuckle", "mass": 2, "inertia": [0.1, 0.1, 0.1], "relative_to": "cart", "position": [0.6, 0, -0.2] },
  >     { "name": "wheel", "mass": 4, "inertia": [0.1, 0.15, 0.1], "relative_to": "cart", "position": [0.6, 0, -0.2], "shapes": [
  >         { "type": "cylinder", "radius": 0.3, "length": 0.15, "rotation_deg": [90, 0, 0], "material": "clay" } ] },
  >     { "name": "shaft", "mass": 3, "inertia": [0.05, 0.06, 0.07], "relative_to": "cart", "position": [-0.2, 0, 0.3] },
  >     { "name": "trailer", "mass": 15, "inertia": [1, 2, 3], "relative_to": "cart", "position": [-1.4, 0, -0.2], "shapes": [
  >         { "type": "sphere", "radius": 0.25, "position": [-0.2, 0.05, 0], "material": "clay", "color": "#8080ff" } ] },
  >     { "name": "crate", "mass": 5, "inertia": [0.2, 0.3, 0.4], "position": [-3, 4, 2], "rotation_deg": [10, 30, 50], "angular_velocity": [0.5, 1, -0.25], "shapes": [
  >         { "type": "box", "size": [0.4, 0.5, 0.6], "position": [0, 0.05, 0], "color": "#e0c080" } ] } ],
  >   "joints": [
  >     { "name": "kingpin", "type": "revolute", "parent": "cart", "child": "knuckle", "relative_to": "cart", "position": [0.6, 0, -0.2], "axis": [0, 0, 1], "spring": { "stiffness": 3000, "damping": 20 } },
  >     { "name": "hub", "type": "revolute", "parent": "knuckle", "child": "wheel", "relative_to": "cart", "position": [0.6, 0, -0.2], "axis": [0, 1, 0] },
  >     { "name": "bearing", "type": "revolute", "parent": "cart", "child": "shaft", "relative_to": "cart", "position": [-0.2, 0, 0.3], "axis": [0, 1, 0] },
  >     { "name": "ball", "type": "spherical", "parent": "cart", "child": "trailer", "relative_to": "cart", "position": [-0.7, 0, 0], "axis": [1, 0, 0], "axis2": [0, 1, 0] } ],
  >   "couplings": [ { "name": "belt", "type": "gear", "joints": ["bearing", "hub"], "ratio": 2 } ],
  >   "drives": [ { "name": "motor", "type": "dc_motor", "joint": "bearing", "control": "throttle", "supply_voltage": 24, "resistance": 0.5,
  >                 "torque_constant": 0.2, "thermal": { "resistance": 1, "time_constant": 20 } } ],
  >   "tyres": [ { "name": "soft", "nominal_load": 200, "longitudinal_stiffness": 3000, "lateral_stiffness": 2500, "relaxation_length": 0.2, "vertical_stiffness": 30000 } ],
  >   "wheels": [ { "name": "front", "joint": "hub", "tyre": "soft" } ],
  >   "brakes": [ { "name": "brake", "joint": "hub", "inputs": [ { "control": "pedal", "gain": 1 } ], "torque": 30 } ],
  >   "steerings": [ { "name": "steering", "joints": ["kingpin"], "wheelbase": 1.5, "control": "steer", "angle_deg": 25, "rate_deg": 90 } ],
  >   "hitches": [ { "name": "hitch", "joint": "ball", "control": "couple" } ],
  >   "controls": [
  >     { "name": "throttle", "range": [-1, 1], "timeout_ms": 1e8 },
  >     { "name": "pedal", "range": [0, 1], "neutral": 0.25, "timeout_ms": 1e8 },
  >     { "name": "steer", "range": [-0.5, 0.5], "timeout_ms": 1e8 },
  >     { "name": "couple", "range": [-1, 1], "timeout_ms": 1e8 } ] }
  > END
  $ printf '\0\0\377\177\377\377\0\100' > dune.raw
  $ drawbar check scene.json
  scene.json: good
  $ foxglove() { /usr/bin/python3 "$SOURCE/tests/transcripts/foxglove_client.py" "$web_port"; }
  $ serve scene.json --foxglove

Who comes is told what there is, by his role.

  $ foxglove <<'END'
  > viewer open /
  > anna open /?role=operator&name=anna foxglove.sdk.v1
  > teacher open /?role=instructor&name=teacher unknown.v1 foxglove.websocket.v1 foxglove.sdk.v1
  > king open /?role=king
  > nobody open / unknown.v1
  > elsewhere open /elsewhere
  > END
  viewer: speaks "foxglove.websocket.v1"
  viewer: serverInfo {"op": "serverInfo", "name": "drawbard BUILD", "capabilities": ["time", "parameters", "parametersSubscribe"], "supportedEncodings": ["json"], "metadata": {"scene": "yard"}, "sessionId": "1@NOW"}
  viewer: advertise
    op "advertise"
    channels
      0 {"id": 7, "topic": "/poses", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Frame", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      1 {"id": 8, "topic": "/telemetry", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Telemetry", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      2 {"id": 9, "topic": "/events", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Event", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      3 {"id": 10, "topic": "/tf", "encoding": "flatbuffer", "schemaName": "foxglove.FrameTransforms", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      4 {"id": 11, "topic": "/scene", "encoding": "flatbuffer", "schemaName": "foxglove.SceneUpdate", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
  anna: speaks "foxglove.sdk.v1"
  anna: serverInfo {"op": "serverInfo", "name": "drawbard BUILD", "capabilities": ["time", "parameters", "parametersSubscribe", "services", "clientPublish"], "supportedEncodings": ["json"], "metadata": {"scene": "yard"}, "sessionId": "2@NOW"}
  anna: advertise
    op "advertise"
    channels
      0 {"id": 7, "topic": "/poses", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Frame", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      1 {"id": 8, "topic": "/telemetry", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Telemetry", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      2 {"id": 9, "topic": "/events", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Event", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      3 {"id": 10, "topic": "/tf", "encoding": "flatbuffer", "schemaName": "foxglove.FrameTransforms", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      4 {"id": 11, "topic": "/scene", "encoding": "flatbuffer", "schemaName": "foxglove.SceneUpdate", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
  anna: advertiseServices
    op "advertiseServices"
    services
      0 {"id": 13, "name": "/drawbar/take_control", "type": "drawbar/take_control", "request": {"encoding": "json", "schemaName": "drawbar/take_control/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"controls": {"type": "array", "items": {"type": "string"}, "description": "names of controls; absent: all"}, "force": {"type": "boolean", "description": "from their holder; instructors only"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/take_control/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      1 {"id": 14, "name": "/drawbar/release_control", "type": "drawbar/release_control", "request": {"encoding": "json", "schemaName": "drawbar/release_control/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"controls": {"type": "array", "items": {"type": "string"}, "description": "names of controls; absent: all"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/release_control/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
  teacher: speaks "foxglove.websocket.v1"
  teacher: serverInfo {"op": "serverInfo", "name": "drawbard BUILD", "capabilities": ["time", "parameters", "parametersSubscribe", "services", "clientPublish"], "supportedEncodings": ["json"], "metadata": {"scene": "yard"}, "sessionId": "3@NOW"}
  teacher: advertise
    op "advertise"
    channels
      0 {"id": 7, "topic": "/poses", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Frame", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      1 {"id": 8, "topic": "/telemetry", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Telemetry", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      2 {"id": 9, "topic": "/events", "encoding": "flatbuffer", "schemaName": "drawbar.stream.Event", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      3 {"id": 10, "topic": "/tf", "encoding": "flatbuffer", "schemaName": "foxglove.FrameTransforms", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
      4 {"id": 11, "topic": "/scene", "encoding": "flatbuffer", "schemaName": "foxglove.SceneUpdate", "schemaEncoding": "flatbuffer", "schema": "BFBS"}
  teacher: advertiseServices
    op "advertiseServices"
    services
      0 {"id": 1, "name": "/drawbar/freeze", "type": "drawbar/freeze", "request": {"encoding": "json", "schemaName": "drawbar/freeze/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/freeze/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      1 {"id": 2, "name": "/drawbar/run", "type": "drawbar/run", "request": {"encoding": "json", "schemaName": "drawbar/run/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/run/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      2 {"id": 3, "name": "/drawbar/step", "type": "drawbar/step", "request": {"encoding": "json", "schemaName": "drawbar/step/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"frames": {"type": "integer", "minimum": 1, "description": "how many; 1"}, "fast": {"type": "boolean", "description": "as fast as they compute"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/step/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      3 {"id": 4, "name": "/drawbar/speed", "type": "drawbar/speed", "request": {"encoding": "json", "schemaName": "drawbar/speed/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"factor": {"type": "number", "description": "simulation seconds per second"}}, "required": ["factor"], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/speed/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      4 {"id": 5, "name": "/drawbar/rewind", "type": "drawbar/rewind", "request": {"encoding": "json", "schemaName": "drawbar/rewind/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"frame": {"type": "integer", "minimum": 0, "description": "simulation frame; this or time"}, "time": {"type": "number", "description": "s of simulation; this or frame"}, "branch": {"type": "integer", "minimum": 0, "description": "absent: the present one"}, "wait": {"type": "boolean", "description": "time stands until the levers are where the controls are"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/rewind/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      5 {"id": 6, "name": "/drawbar/seek", "type": "drawbar/seek", "request": {"encoding": "json", "schemaName": "drawbar/seek/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"frame": {"type": "integer", "minimum": 0, "description": "simulation frame; this or time"}, "time": {"type": "number", "description": "s of simulation; this or frame"}, "branch": {"type": "integer", "minimum": 0, "description": "absent: the present one"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/seek/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      6 {"id": 7, "name": "/drawbar/save", "type": "drawbar/save", "request": {"encoding": "json", "schemaName": "drawbar/save/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"name": {"type": "string", "description": "of the state"}}, "required": ["name"], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/save/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      7 {"id": 8, "name": "/drawbar/restore", "type": "drawbar/restore", "request": {"encoding": "json", "schemaName": "drawbar/restore/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"name": {"type": "string", "description": "of the state"}, "wait": {"type": "boolean", "description": "time stands until the levers are where the controls are"}}, "required": ["name"], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/restore/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      8 {"id": 9, "name": "/drawbar/delete_state", "type": "drawbar/delete_state", "request": {"encoding": "json", "schemaName": "drawbar/delete_state/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"name": {"type": "string", "description": "of the state"}}, "required": ["name"], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/delete_state/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      9 {"id": 10, "name": "/drawbar/list_effects", "type": "drawbar/list_effects", "request": {"encoding": "json", "schemaName": "drawbar/list_effects/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/list_effects/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"types": {"type": "array", "items": {"type": "object"}}, "active": {"type": "array", "items": {"type": "object"}}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      10 {"id": 11, "name": "/drawbar/begin_effect", "type": "drawbar/begin_effect", "request": {"encoding": "json", "schemaName": "drawbar/begin_effect/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"target": {"type": "string", "description": "a name in the scene"}, "type": {"type": "string", "description": "as list_effects says"}, "parameters": {"type": "object", "additionalProperties": {"type": "number"}, "description": "by name, as list_effects says"}, "strength": {"type": "number", "description": "0 to 1; 1"}, "ramp": {"type": "number", "description": "s in which it comes; 0"}, "duration": {"type": "number", "description": "s after which it goes; 0: when it is cleared"}, "effect": {"type": "integer", "minimum": 0, "description": "number of one that it replaces"}}, "required": ["target", "type"], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/begin_effect/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      11 {"id": 12, "name": "/drawbar/clear_effect", "type": "drawbar/clear_effect", "request": {"encoding": "json", "schemaName": "drawbar/clear_effect/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"effect": {"type": "integer", "minimum": 0, "description": "its number; absent: all of them"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/clear_effect/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      12 {"id": 13, "name": "/drawbar/take_control", "type": "drawbar/take_control", "request": {"encoding": "json", "schemaName": "drawbar/take_control/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"controls": {"type": "array", "items": {"type": "string"}, "description": "names of controls; absent: all"}, "force": {"type": "boolean", "description": "from their holder; instructors only"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/take_control/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
      13 {"id": 14, "name": "/drawbar/release_control", "type": "drawbar/release_control", "request": {"encoding": "json", "schemaName": "drawbar/release_control/request", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"controls": {"type": "array", "items": {"type": "string"}, "description": "names of controls; absent: all"}}, "required": [], "additionalProperties": false}}, "response": {"encoding": "json", "schemaName": "drawbar/release_control/response", "schemaEncoding": "jsonschema", "schema": {"type": "object", "properties": {"tick": {"type": "integer"}, "branch": {"type": "integer"}, "frame": {"type": "integer"}, "time": {"type": "number"}, "frozen": {"type": "boolean"}}}}, "requestSchema": "the same", "responseSchema": "the same"}
  king: refused "server rejected WebSocket connection: HTTP 400"
  nobody: refused "server rejected WebSocket connection: HTTP 404"
  elsewhere: refused "server rejected WebSocket connection: HTTP 404"

Every topic, after three frames.

  $ foxglove <<'END'
  > teacher join /?role=instructor&name=teacher
  > viewer join /
  > teacher subscribe /events
  > anna join /?role=operator&name=anna
  > teacher hear /events
  > viewer subscribe /scene
  > viewer hear /scene time
  > anna advertise 5
  > anna publish 5 {"throttle": 0.75, "steer": -0.25}
  > anna publish 5 {"pedal": 2}
  > teacher hear /events /events /events
  > viewer subscribe /telemetry /poses
  > teacher call step {"frames": 3, "fast": true}
  > teacher hear /events
  > viewer until /telemetry 3
  > viewer until /poses 3
  > viewer subscribe /tf
  > viewer hear /tf
  > anna say {"op": "unadvertise", "channelIds": [5]}
  > teacher hear /events
  > anna leave
  > teacher hear /events
  > END
  teacher: /events {"stamp": {"tick": "TICK", "frame": 0, "time": 0.0, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "Joined", "session": 6, "name": "anna", "text": "anna joined", "value": 0.0, "recorded": false, "brief": false}
  viewer: /scene
    deletions [{"timestamp": "NOW", "type": "ALL"}]
    entities
      0
        timestamp "NOW", frame_id "ground", id "ground", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows []
        cubes
          0 {"pose": {"position": {"x": 0.9999, "y": 2.00005, "z": -0.504999}, "orientation": {"x": 0.004999, "y": 0.009998, "z": 0.0, "w": 0.999938}}, "size": {"x": 200.0, "y": 200.0, "z": 0.01}, "color": {"r": 0.290196, "g": 0.305882, "b": 0.321569, "a": 1.0}}
          1 {"pose": {"position": {"x": 5.0, "y": 6.0, "z": 1000.0}, "orientation": {"x": 1.0, "y": 0.0, "z": 0.0, "w": 0.0}}, "size": {"x": 200.0, "y": 200.0, "z": 0.01}, "color": {"r": 0.670588, "g": 0.803922, "b": 0.937255, "a": 1.0}}
        spheres [], cylinders [], lines [], triangles [], texts [], models []
      1
        timestamp "NOW", frame_id "hill", id "hill", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [], spheres [], cylinders [], lines []
        triangles
          0 {"pose": {"position": {"x": 1.0, "y": 2.0, "z": 3.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.258819, "w": 0.965926}}, "points": [{"x": -2.5, "y": -1.25, "z": 0.0}, {"x": 0.0, "y": -1.25, "z": 1.0}, {"x": 2.5, "y": -1.25, "z": 2.0}, {"x": -2.5, "y": 1.25, "z": 3.0}, {"x": 0.0, "y": 1.25, "z": 5.0}, {"x": 2.5, "y": 1.25, "z": 8.0}], "color": {"r": 0.12549, "g": 0.25098, "b": 0.376471, "a": 1.0}, "colors": [], "indices": [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]}
          1 {"pose": {"position": {"x": 30.0, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "points": [{"x": -2.0, "y": -2.0, "z": -1.0}, {"x": 2.0, "y": -2.0, "z": 0.999969}, {"x": -2.0, "y": 2.0, "z": 3.0}, {"x": 2.0, "y": 2.0, "z": 1.5e-05}], "color": {"r": 0.7, "g": 0.7, "b": 0.7, "a": 1.0}, "colors": [], "indices": [0, 1, 3, 0, 3, 2]}
        texts [], models []
      2
        timestamp "NOW", frame_id "pieces", id "pieces", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [{"pose": {"position": {"x": 0.1, "y": 0.2, "z": 0.3}, "orientation": {"x": 0.038135, "y": 0.189308, "z": 0.239298, "w": 0.951549}}, "size": {"x": 1.0, "y": 2.0, "z": 3.0}, "color": {"r": 1.0, "g": 0.501961, "b": 0.0, "a": 1.0}}]
        spheres
          0 {"pose": {"position": {"x": 1.0, "y": -2.0, "z": 3.0}, "orientation": {"x": 0.6, "y": 0.0, "z": 0.0, "w": 0.8}}, "size": {"x": 1.4, "y": 1.4, "z": 1.4}, "color": {"r": 0.290196, "g": 0.305882, "b": 0.321569, "a": 1.0}}
          1 {"pose": {"position": {"x": 4.63756, "y": 5.14011, "z": 6.3693}, "orientation": {"x": 0.069881, "y": 0.498914, "z": 0.300647, "w": 0.809823}}, "size": {"x": 0.8, "y": 0.8, "z": 0.8}, "color": {"r": 0.7, "g": 0.7, "b": 0.7, "a": 1.0}}
          2 {"pose": {"position": {"x": 3.36244, "y": 4.85989, "z": 5.6307}, "orientation": {"x": 0.069881, "y": 0.498914, "z": 0.300647, "w": 0.809823}}, "size": {"x": 0.8, "y": 0.8, "z": 0.8}, "color": {"r": 0.7, "g": 0.7, "b": 0.7, "a": 1.0}}
        cylinders
          0 {"pose": {"position": {"x": 4.0, "y": 5.0, "z": 6.0}, "orientation": {"x": 0.069881, "y": 0.498914, "z": 0.300647, "w": 0.809823}}, "size": {"x": 0.8, "y": 0.8, "z": 1.5}, "bottom_scale": 1.0, "top_scale": 1.0, "color": {"r": 0.7, "g": 0.7, "b": 0.7, "a": 1.0}}
          1 {"pose": {"position": {"x": 7.0, "y": 8.0, "z": 9.0}, "orientation": {"x": -0.057006, "y": 0.242976, "z": -0.264123, "w": 0.93164}}, "size": {"x": 1.2, "y": 1.2, "z": 2.5}, "bottom_scale": 1.0, "top_scale": 1.0, "color": {"r": 0.039216, "g": 0.078431, "b": 0.117647, "a": 1.0}}
        lines [], triangles [], texts [], models []
      3
        timestamp "NOW", frame_id "solids", id "solids", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [{"pose": {"position": {"x": -0.5, "y": 3.86603, "z": 4.23205}, "orientation": {"x": -0.183013, "y": 0.183013, "z": 0.683013, "w": 0.683013}}, "size": {"x": 2.0, "y": 3.0, "z": 4.0}, "color": {"r": 0.752941, "g": 1.0, "b": 0.933333, "a": 1.0}}], spheres []
        cylinders [], lines []
        triangles
          0 {"pose": {"position": {"x": -1.0, "y": 2.0, "z": -3.0}, "orientation": {"x": 0.564863, "y": 0.099601, "z": 0.142244, "w": 0.806707}}, "points": [{"x": 0.0, "y": 0.0, "z": 0.0}, {"x": 1.0, "y": 0.0, "z": 0.5}, {"x": 0.0, "y": 2.0, "z": 0.0}, {"x": 1.0, "y": 3.0, "z": 1.0}], "color": {"r": 0.070588, "g": 0.203922, "b": 0.337255, "a": 1.0}, "colors": [], "indices": [0, 1, 2, 1, 3, 2]}
        texts [], models []
      4
        timestamp "NOW", frame_id "gate", id "gate", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [{"pose": {"position": {"x": 0.0, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "size": {"x": 1.0, "y": 4.0, "z": 2.0}, "color": {"r": 0.0, "g": 1.0, "b": 0.0, "a": 0.25}}], spheres [], cylinders [], lines [], triangles [], texts []
        models []
      5
        timestamp "NOW", frame_id "cart", id "cart", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [{"pose": {"position": {"x": -0.35, "y": 0.02, "z": -0.33}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "size": {"x": 0.8, "y": 0.6, "z": 0.3}, "color": {"r": 0.501961, "g": 0.25098, "b": 0.12549, "a": 1.0}}], spheres [], cylinders [], lines []
        triangles [], texts [], models []
      6
        timestamp "NOW", frame_id "wheel", id "wheel", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [], spheres []
        cylinders [{"pose": {"position": {"x": 0.0, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.707107, "y": 0.0, "z": 0.0, "w": 0.707107}}, "size": {"x": 0.6, "y": 0.6, "z": 0.15}, "bottom_scale": 1.0, "top_scale": 1.0, "color": {"r": 0.7, "g": 0.7, "b": 0.7, "a": 1.0}}], lines [], triangles [], texts [], models []
      7
        timestamp "NOW", frame_id "trailer", id "trailer", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [], spheres [{"pose": {"position": {"x": -0.2, "y": 0.05, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "size": {"x": 0.5, "y": 0.5, "z": 0.5}, "color": {"r": 0.501961, "g": 0.501961, "b": 1.0, "a": 1.0}}], cylinders [], lines []
        triangles [], texts [], models []
      8
        timestamp "NOW", frame_id "crate", id "crate", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [{"pose": {"position": {"x": 0.0, "y": 0.05, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "size": {"x": 0.4, "y": 0.5, "z": 0.6}, "color": {"r": 0.878431, "g": 0.752941, "b": 0.501961, "a": 1.0}}], spheres [], cylinders [], lines []
        triangles [], texts [], models []
  viewer: time "NOW"
  teacher: /events {"stamp": {"tick": "TICK", "frame": 0, "time": 0.0, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "TookControl", "session": 6, "name": "anna", "text": "anna took control of throttle, steer", "ids": [0, 2], "value": 0.0, "recorded": false, "brief": false}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 0, "time": 0.0, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "TookControl", "session": 6, "name": "anna", "text": "anna took control of pedal", "ids": [1], "value": 0.0, "recorded": false, "brief": false}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 0, "time": 0.0, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "ControlClamped", "session": 6, "name": "anna", "text": "pedal was out of its range and clamped; said once", "ids": [1], "value": 2.0, "recorded": false, "brief": false}
  teacher: step answer {"serviceId": 3, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 3, "time": 0.12, "frozen": true}}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 1, "time": 0.04, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "Stepped", "session": 4, "name": "teacher", "text": "teacher stepped 3", "value": 3.0, "recorded": false, "brief": false}
  viewer: /telemetry
    stamp {"tick": "TICK", "frame": 3, "time": 0.12, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, joint_positions [-0.108239, 0.09809, -0.19618, 0.001086, -0.028123, 0.008587], joint_velocities [-0.132129, 0.29155, -0.5831, 0.366414, 0.093245, 0.27126], joint_errors [0.0, 0.0, 0.0, 0.0], joint_angle_errors [0.0, 0.0, 0.0, 0.0], joint_broken [false, false, false, false]
    drives [{"current": 36.2332, "voltage": 18.0, "torque": 7.25826, "temperature": 28.9606, "fault": 0}], controls [0.75, 1.0, -0.25, 0.0], control_sequences [1, 2, 1, 0], holders [6, 6, 6, 0], contact_count 5, energy_kinetic 4.40364, energy_potential 28.8026, substeps 8, speed 1.0, compute_ns "N", lateness_ns "N", misses "N", slips "N", clients "N"
    wheels [{"load": 394.383, "longitudinal_force": -133.284, "lateral_force": 67.2571, "slip": -0.463441, "slip_angle": -0.938212}], overlaps [{"sensor_body": 4, "sensor_shape": 0, "body": 7}], brake_torques [30.0], coupling_forces [-5.63007], steering_angles [-0.109083], hitches_closed [true]
    gyroscopes [{"rates": {"x": 0.001745, "y": -0.117053, "z": -0.103332}, "roll": 0.016116, "pitch": 0.009766, "heading": 0.345127, "body": 5}], image_delay 0.0
  viewer: /poses
    stamp {"tick": "TICK", "frame": 3, "time": 0.12, "monotonic_ns": "NOW", "branch": 0, "flags": 1}
    bodies
      0 {"position": {"x": 0.0, "y": 0.0, "z": 0.0}, "orientation": {"w": 1.0, "x": 0.0, "y": 0.0, "z": 0.0}, "linear_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "angular_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "id": 0, "flags": 0}
      1 {"position": {"x": 20.0, "y": 5.0, "z": 1.0}, "orientation": {"w": 1.0, "x": 0.0, "y": 0.0, "z": 0.0}, "linear_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "angular_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "id": 1, "flags": 0}
      2 {"position": {"x": -20.0, "y": 3.0, "z": 2.0}, "orientation": {"w": 1.0, "x": 0.0, "y": 0.0, "z": 0.0}, "linear_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "angular_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "id": 2, "flags": 0}
      3 {"position": {"x": -40.0, "y": 1.0, "z": 2.0}, "orientation": {"w": 0.987228, "x": 0.031716, "y": 0.092, "z": 0.126137}, "linear_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "angular_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "id": 3, "flags": 0}
      4 {"position": {"x": 3.0, "y": 0.0, "z": 0.0}, "orientation": {"w": 1.0, "x": 0.0, "y": 0.0, "z": 0.0}, "linear_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "angular_velocity": {"x": 0.0, "y": 0.0, "z": 0.0}, "id": 4, "flags": 0}
      5 {"position": {"x": 2.04358, "y": 0.509831, "z": -0.051421}, "orientation": {"w": 0.985111, "x": 0.0071, "y": 0.006194, "z": 0.171662}, "linear_velocity": {"x": 0.086444, "y": -0.060263, "z": 0.085811}, "angular_velocity": {"x": 0.039707, "y": -0.108327, "z": -0.105217}, "id": 5, "flags": 0}
      6 {"position": {"x": 2.60525, "y": 0.715183, "z": -0.257245}, "orientation": {"w": 0.992954, "x": 0.006754, "y": 0.006569, "z": 0.118123}, "linear_velocity": {"x": 0.130347, "y": -0.111187, "z": 0.154808}, "angular_velocity": {"x": 0.037773, "y": -0.106759, "z": -0.237322}, "id": 6, "flags": 0}
      7 {"position": {"x": 2.60525, "y": 0.715183, "z": -0.257245}, "orientation": {"w": 0.991438, "x": 0.000955, "y": 0.055241, "z": 0.118312}, "linear_velocity": {"x": 0.130347, "y": -0.111187, "z": 0.154808}, "angular_velocity": {"x": -0.030593, "y": 0.176628, "z": -0.232959}, "id": 7, "flags": 0}
      8 {"position": {"x": 1.85978, "y": 0.438613, "z": 0.250479}, "orientation": {"w": 0.980982, "x": 0.023877, "y": -0.09031, "z": 0.170141}, "linear_velocity": {"x": 0.046247, "y": -0.052911, "z": 0.063072}, "angular_velocity": {"x": 0.236868, "y": -0.657003, "z": -0.114614}, "id": 8, "flags": 0}
      9 {"position": {"x": 0.730511, "y": 0.03539, "z": -0.25747}, "orientation": {"w": 0.984352, "x": 0.010015, "y": -0.007608, "z": 0.175762}, "linear_velocity": {"x": 0.079041, "y": -0.024054, "z": -0.014416}, "angular_velocity": {"x": 0.349864, "y": 0.097296, "z": 0.163982}, "id": 9, "flags": 0}
      10 {"position": {"x": -3.0, "y": 4.0, "z": 1.92937}, "orientation": {"w": 0.87009, "x": 0.020534, "y": 0.310937, "z": 0.381889}, "linear_velocity": {"x": 0.0, "y": 0.0, "z": -1.1772}, "angular_velocity": {"x": 0.476274, "y": 1.01035, "z": -0.250977}, "id": 10, "flags": 0}
    part 0, parts 1
  viewer: /tf
    transforms
      0 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "ground", "translation": {"x": 0.0, "y": 0.0, "z": 0.0}, "rotation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}
      1 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "hill", "translation": {"x": 20.0, "y": 5.0, "z": 1.0}, "rotation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}
      2 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "pieces", "translation": {"x": -20.0, "y": 3.0, "z": 2.0}, "rotation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}
      3 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "solids", "translation": {"x": -40.0, "y": 1.0, "z": 2.0}, "rotation": {"x": 0.031716, "y": 0.092, "z": 0.126137, "w": 0.987228}}
      4 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "gate", "translation": {"x": 3.0, "y": 0.0, "z": 0.0}, "rotation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}
      5 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "cart", "translation": {"x": 2.04358, "y": 0.509831, "z": -0.051421}, "rotation": {"x": 0.0071, "y": 0.006194, "z": 0.171662, "w": 0.985111}}
      6 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "knuckle", "translation": {"x": 2.60525, "y": 0.715183, "z": -0.257245}, "rotation": {"x": 0.006754, "y": 0.006569, "z": 0.118123, "w": 0.992954}}
      7 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "wheel", "translation": {"x": 2.60525, "y": 0.715183, "z": -0.257245}, "rotation": {"x": 0.000955, "y": 0.055241, "z": 0.118312, "w": 0.991438}}
      8 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "shaft", "translation": {"x": 1.85978, "y": 0.438613, "z": 0.250479}, "rotation": {"x": 0.023877, "y": -0.09031, "z": 0.170141, "w": 0.980982}}
      9 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "trailer", "translation": {"x": 0.730511, "y": 0.03539, "z": -0.25747}, "rotation": {"x": 0.010015, "y": -0.007608, "z": 0.175762, "w": 0.984352}}
      10 {"timestamp": "NOW", "parent_frame_id": "world", "child_frame_id": "crate", "translation": {"x": -3.0, "y": 4.0, "z": 1.92937}, "rotation": {"x": 0.020534, "y": 0.310937, "z": 0.381889, "w": 0.87009}}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 1, "time": 0.04, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "SensorEntered", "session": 0, "text": "cart entered gate", "ids": [4, 0, 5], "value": 0.0, "recorded": false, "brief": false}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 3, "time": 0.12, "monotonic_ns": "NOW", "branch": 0, "flags": 1}, "kind": "ReleasedControl", "session": 6, "name": "anna", "text": "control of throttle, pedal, steer released", "ids": [0, 1, 2], "value": 0.0, "recorded": false, "brief": false}

What is no longer subscribed does not come, what is subscribed again does, and nothing twice.

  $ foxglove <<'END'
  > viewer join /
  > viewer subscribe /telemetry /scene
  > viewer subscribe /scene
  > viewer say {"op": "subscribe", "subscriptions": [{"id": 108, "channelId": 7}, {"id": 7, "channelId": 99}]}
  > viewer unsubscribe /scene
  > viewer unsubscribe /scene
  > viewer say {"op": "unsubscribe", "subscriptionIds": [4294967295, 0]}
  > viewer subscribe /scene
  > viewer count /scene
  > viewer unsubscribe /telemetry
  > viewer count /telemetry
  > END
  viewer: status {"level": 2, "message": "channel 11: subscribed already, or its number 111 is in use"}
  viewer: status {"level": 2, "message": "channel 7: subscribed already, or its number 108 is in use"}
  viewer: status {"level": 2, "message": "channel 99 was not advertised"}
  viewer: status {"level": 2, "message": "there is no subscription 111"}
  viewer: status {"level": 2, "message": "there is no subscription 4294967295"}
  viewer: status {"level": 2, "message": "there is no subscription 0"}
  viewer: count of /scene 2
  viewer: count of /telemetry 0

Whose message is none is told so, once for each.

  $ foxglove <<'END'
  > viewer join /
  > viewer say {
  > viewer say [1]
  > viewer say {}
  > viewer say {"op": 5}
  > viewer say {"op": "dance"}
  > viewer say {"op": "subscribe"}
  > viewer say {"op": "subscribe", "subscriptions": {}}
  > viewer say {"op": "subscribe", "subscriptions": [5]}
  > viewer say {"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 7}, {"id": -1, "channelId": 8}]}
  > viewer say {"op": "subscribe", "subscriptions": [{"id": 2, "channelId": "7"}]}
  > viewer say {"op": "subscribe", "subscriptions": [{"id": 4294967296, "channelId": 7}]}
  > viewer say {"op": "subscribe", "subscriptions": [{"id": 2, "channelId": 1.5}]}
  > viewer say {"op": "unsubscribe", "subscriptionIds": ["one"]}
  > viewer say {"op": "advertise", "channels": [{"id": 1, "topic": "/cmd_vel", "encoding": "cdr"}]}
  > viewer say {"op": "advertise", "channels": [{"id": 1, "encoding": "json"}]}
  > viewer say {"op": "advertise", "channels": [{"id": 1, "topic": "/drawbar/controls"}]}
  > viewer say {"op": "unadvertise", "channelIds": [6]}
  > other join /
  > other say {"op": "unadvertise", "channelIds": null}
  > other say {"op": "advertise", "channels": [{"id": 1, "topic": "/drawbar/controls", "encoding": "cdr"}]}
  > other say {"op": "getParameters", "parameterNames": [1]}
  > other say {"op": "getParameters", "parameterNames": [], "id": 1}
  > other say {"op": "setParameters", "parameters": [{"name": "speed"}]}
  > other say {"op": "setParameters", "parameters": [{"value": 1}]}
  > other say {"op": "subscribeParameterUpdates"}
  > other say {"op": "unsubscribeParameterUpdates", "parameterNames": "all"}
  > other say {"op": "subscribeConnectionGraph"}
  > other bytes
  > other bytes 09
  > other bytes 01 05 00 00
  > other bytes 02 01 00 00 00 01 00 00 00 04 00 00
  > other bytes 02 01 00 00 00 01 00 00 00 05 00 00 00 6a 73 6f 6e
  > other bytes 01 01 00 00 00 7b 7d
  > END
  viewer: status {"level": 2, "message": "the text message is not JSON: incomplete JSON"}
  viewer: status {"level": 2, "message": "the text message: one JSON object is needed"}
  viewer: status {"level": 2, "message": "op: a string is needed"}
  viewer: status {"level": 2, "message": "op: a string is needed"}
  viewer: status {"level": 2, "message": "op 'dance' is not served; served are subscribe, unsubscribe, advertise, unadvertise, getParameters, setParameters, subscribeParameterUpdates, unsubscribeParameterUpdates"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions: a list is needed"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions: a list is needed"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions[0]: an object is needed"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions[1].id: an integer from 0 to 4294967295 is needed"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions[0].channelId: an integer from 0 to 4294967295 is needed"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions[0].id: an integer from 0 to 4294967295 is needed"}
  viewer: status {"level": 2, "message": "subscribe.subscriptions[0].channelId: an integer from 0 to 4294967295 is needed"}
  viewer: status {"level": 2, "message": "unsubscribe.subscriptionIds[0]: an integer from 0 to 4294967295 is needed"}
  viewer: status {"level": 2, "message": "'/cmd_vel' (cdr) is not taken; taken is /drawbar/controls (json): { \"CONTROL\": NUMBER, ... }"}
  viewer: status {"level": 2, "message": "advertise.channels[0].topic: a string is needed"}
  viewer: status {"level": 2, "message": "advertise.channels[0].encoding: a string is needed"}
  viewer: status {"level": 2, "message": "channel 6 was not advertised"}
  other: status {"level": 2, "message": "unadvertise.channelIds: a list is needed"}
  other: status {"level": 2, "message": "'/drawbar/controls' (cdr) is not taken; taken is /drawbar/controls (json): { \"CONTROL\": NUMBER, ... }"}
  other: status {"level": 2, "message": "getParameters.parameterNames[0]: a string is needed"}
  other: status {"level": 2, "message": "getParameters.id: a string is needed"}
  other: status {"level": 2, "message": "setParameters.parameters[0].value: a value is needed; parameters cannot be deleted"}
  other: status {"level": 2, "message": "setParameters.parameters[0].name: a string is needed"}
  other: status {"level": 2, "message": "subscribeParameterUpdates.parameterNames: a list is needed"}
  other: status {"level": 2, "message": "unsubscribeParameterUpdates.parameterNames: a list is needed"}
  other: status {"level": 2, "message": "op 'subscribeConnectionGraph' is not served; served are subscribe, unsubscribe, advertise, unadvertise, getParameters, setParameters, subscribeParameterUpdates, unsubscribeParameterUpdates"}
  other: status {"level": 2, "message": "a binary message is empty; its first byte is its opcode"}
  other: status {"level": 2, "message": "binary opcode 9 is not served; served are 1 (message) and 2 (service call)"}
  other: status {"level": 2, "message": "a message of a channel has at least 5 bytes, this one has 4"}
  other: status {"level": 2, "message": "a service call has at least 13 bytes, this one has 12"}
  other: status {"level": 2, "message": "a service call's encoding has 5 bytes, and 4 follow"}
  other: status {"level": 2, "message": "channel 1 was not advertised by this client"}

Parameters: all, some, those that there are not; watched and set.

  $ foxglove <<'END'
  > teacher join /?role=instructor&name=teacher
  > viewer join /
  > teacher get []
  > viewer get ["role", "nothing", "controls.steer", "role"]
  > viewer say {"op": "subscribeParameterUpdates", "parameterNames": ["speed", "states", "controls.steer", "nothing"]}
  > teacher set [{"name": "speed", "value": 0.5}]
  > viewer hear parameterValues
  > teacher call save {"name": "here"}
  > viewer hear parameterValues
  > teacher set [{"name": "controls.steer", "value": 0.375}]
  > teacher call step
  > viewer hear parameterValues
  > viewer say {"op": "unsubscribeParameterUpdates", "parameterNames": ["speed"]}
  > teacher set [{"name": "speed", "value": 2}, {"name": "frozen", "value": true}, {"name": "role", "value": "Viewer"}, {"name": "nothing", "value": 1}]
  > teacher set [{"name": "speed", "value": 0}, {"name": "frozen", "value": 1}, {"name": "speed", "value": true}, {"name": "controls.steer", "value": "left"}]
  > teacher set [{"name": "controls.steer", "value": -7}]
  > teacher call step
  > viewer hear parameterValues
  > viewer say {"op": "unsubscribeParameterUpdates", "parameterNames": []}
  > teacher call delete_state {"name": "here"}
  > viewer set [{"name": "frozen", "value": false}, {"name": "controls.steer", "value": 0}]
  > viewer leave
  > teacher leave
  > END
  teacher: parameters [{"name": "branch", "value": 0}, {"name": "controls.couple", "value": 0.0, "type": "float64"}, {"name": "controls.pedal", "value": 1.0, "type": "float64"}, {"name": "controls.steer", "value": -0.25, "type": "float64"}, {"name": "controls.throttle", "value": 0.75, "type": "float64"}, {"name": "frozen", "value": true}, {"name": "period", "value": 0.04, "type": "float64"}, {"name": "replay", "value": false}, {"name": "role", "value": "Instructor"}, {"name": "scene", "value": "yard"}, {"name": "session", "value": 10}, {"name": "speed", "value": 1.0, "type": "float64"}, {"name": "states", "value": []}, {"name": "substeps", "value": 8}]
  viewer: parameters [{"name": "controls.steer", "value": -0.25, "type": "float64"}, {"name": "role", "value": "Viewer"}]
  teacher: parameters [{"name": "speed", "value": 0.5, "type": "float64"}]
  viewer: parameterValues {"op": "parameterValues", "parameters": [{"name": "speed", "value": 0.5, "type": "float64"}]}
  teacher: save answer {"serviceId": 7, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 3, "time": 0.12, "frozen": true}}
  viewer: parameterValues {"op": "parameterValues", "parameters": [{"name": "states", "value": ["here"]}]}
  teacher: parameters [{"name": "controls.steer", "value": -0.25, "type": "float64"}]
  teacher: step answer {"serviceId": 3, "callId": 2, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 4, "time": 0.16, "frozen": true}}
  viewer: parameterValues {"op": "parameterValues", "parameters": [{"name": "controls.steer", "value": 0.375, "type": "float64"}]}
  teacher: status {"level": 2, "message": "parameter 'role' is read only; set can be frozen, speed and controls.NAME"}
  teacher: status {"level": 2, "message": "parameter 'nothing' is not known"}
  teacher: parameters [{"name": "frozen", "value": true}, {"name": "role", "value": "Instructor"}, {"name": "speed", "value": 2.0, "type": "float64"}]
  teacher: status {"level": 2, "message": "factor must be a finite number above 0 (Speed.factor)"}
  teacher: status {"level": 2, "message": "parameter 'frozen' must be true or false"}
  teacher: status {"level": 2, "message": "parameter 'speed' must be a number"}
  teacher: status {"level": 2, "message": "parameter 'controls.steer' must be a number"}
  teacher: parameters [{"name": "controls.steer", "value": 0.375, "type": "float64"}, {"name": "frozen", "value": true}, {"name": "speed", "value": 2.0, "type": "float64"}]
  teacher: parameters [{"name": "controls.steer", "value": 0.375, "type": "float64"}]
  teacher: step answer {"serviceId": 3, "callId": 3, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 5, "time": 0.2, "frozen": true}}
  viewer: parameterValues {"op": "parameterValues", "parameters": [{"name": "controls.steer", "value": -0.5, "type": "float64"}]}
  teacher: delete_state answer {"serviceId": 9, "callId": 4, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 5, "time": 0.2, "frozen": true}}
  viewer: status {"level": 2, "message": "Run is for instructors; join as one"}
  viewer: status {"level": 2, "message": "TakeControl is for operators; join as one"}
  viewer: parameters [{"name": "controls.steer", "value": -0.5, "type": "float64"}, {"name": "frozen", "value": true}]

Services: what they do, and why they do not.

  $ foxglove <<'END'
  > teacher join /?role=instructor&name=teacher
  > teacher call speed {"factor": 1}
  > teacher call speed {"factor": -1}
  > teacher call speed {"factor": "fast"}
  > teacher call speed
  > teacher call step {"frames": -1}
  > teacher call step {"frames": 1.5}
  > teacher call step {"frames": 0}
  > teacher call step {"frame": 5}
  > teacher call step [1]
  > teacher call step {
  > teacher call save {"name": 5}
  > teacher call save {"name": "there"}
  > viewer join /
  > viewer get ["states"]
  > teacher call step {"frames": 2}
  > teacher call restore {"name": "nowhere"}
  > teacher call restore {"name": "there", "wait": 1}
  > teacher call restore {"name": "there"}
  > teacher call rewind {}
  > teacher call rewind {"frame": 2, "time": 0.08}
  > teacher call rewind {"time": 0.08, "branch": 0}
  > teacher call rewind {"frame": 1}
  > teacher call rewind {"frame": 100, "branch": 7}
  > teacher call seek {"frame": 2}
  > teacher call delete_state {"name": "there"}
  > teacher call delete_state {"name": "there"}
  > teacher call freeze {}
  > teacher call freeze {"now": true}
  > teacher call take_control {"controls": ["pedal", "couple"]}
  > teacher call take_control {"controls": ["clutch"]}
  > teacher call take_control {"controls": "pedal"}
  > teacher call release_control {"controls": ["couple"]}
  > teacher call release_control
  > teacher bytes 02 63 00 00 00 07 00 00 00 04 00 00 00 6a 73 6f 6e
  > teacher hear serviceCallFailure
  > teacher bytes 02 01 00 00 00 08 00 00 00 03 00 00 00 63 64 72
  > teacher hear serviceCallFailure
  > teacher bytes 02 01 00 00 00 09 00 00 00 04 00 00 00 6a 73 6f 6e
  > teacher hear answer
  > teacher call run
  > teacher set [{"name": "frozen", "value": true}]
  > teacher call rewind {"frame": 1, "branch": 0}
  > END
  teacher: speed answer {"serviceId": 4, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 5, "time": 0.2, "frozen": true}}
  teacher: speed serviceCallFailure {"serviceId": 4, "callId": 2, "message": "factor must be a finite number above 0 (Speed.factor)"}
  teacher: speed serviceCallFailure {"serviceId": 4, "callId": 3, "message": "/drawbar/speed: factor must be a number"}
  teacher: speed serviceCallFailure {"serviceId": 4, "callId": 4, "message": "/drawbar/speed: factor is missing; a number is needed"}
  teacher: step serviceCallFailure {"serviceId": 3, "callId": 5, "message": "/drawbar/step: frames must be an integer from 1 on"}
  teacher: step serviceCallFailure {"serviceId": 3, "callId": 6, "message": "/drawbar/step: frames must be an integer from 1 on"}
  teacher: step serviceCallFailure {"serviceId": 3, "callId": 7, "message": "/drawbar/step: frames must be an integer from 1 on"}
  teacher: step serviceCallFailure {"serviceId": 3, "callId": 8, "message": "/drawbar/step: no member 'frame'; members: frames, fast"}
  teacher: step serviceCallFailure {"serviceId": 3, "callId": 9, "message": "/drawbar/step: one JSON object is needed"}
  teacher: step serviceCallFailure {"serviceId": 3, "callId": 10, "message": "/drawbar/step is not JSON: incomplete JSON"}
  teacher: save serviceCallFailure {"serviceId": 7, "callId": 11, "message": "/drawbar/save: name must be a string"}
  teacher: save answer {"serviceId": 7, "callId": 12, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 5, "time": 0.2, "frozen": true}}
  viewer: parameters [{"name": "states", "value": ["there"]}]
  teacher: step answer {"serviceId": 3, "callId": 13, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 7, "time": 0.28, "frozen": true}}
  teacher: restore serviceCallFailure {"serviceId": 8, "callId": 14, "message": "no state was saved as nowhere (Restore.name)"}
  teacher: restore serviceCallFailure {"serviceId": 8, "callId": 15, "message": "/drawbar/restore: wait must be true or false"}
  teacher: restore answer {"serviceId": 8, "callId": 16, "encoding": "json", "answer": {"tick": "TICK", "branch": 1, "frame": 5, "time": 0.2, "frozen": true}}
  teacher: rewind serviceCallFailure {"serviceId": 5, "callId": 17, "message": "needs exactly one of frame and time (Rewind.frame)"}
  teacher: rewind serviceCallFailure {"serviceId": 5, "callId": 18, "message": "needs exactly one of frame and time (Rewind.frame)"}
  teacher: rewind answer {"serviceId": 5, "callId": 19, "encoding": "json", "answer": {"tick": "TICK", "branch": 2, "frame": 2, "time": 0.08, "frozen": true}}
  teacher: rewind answer {"serviceId": 5, "callId": 20, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: rewind serviceCallFailure {"serviceId": 5, "callId": 21, "message": "branch 7 is not kept; of this scene there are 0 to 3 (Rewind.frame)"}
  teacher: seek serviceCallFailure {"serviceId": 6, "callId": 22, "message": "Seek is possible in a replay only"}
  teacher: delete_state answer {"serviceId": 9, "callId": 23, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: delete_state serviceCallFailure {"serviceId": 9, "callId": 24, "message": "no state was saved as there (DeleteState.name)"}
  teacher: freeze answer {"serviceId": 1, "callId": 25, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: freeze serviceCallFailure {"serviceId": 1, "callId": 26, "message": "/drawbar/freeze: no member 'now'; members: none"}
  teacher: take_control answer {"serviceId": 13, "callId": 27, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: take_control serviceCallFailure {"serviceId": 13, "callId": 28, "message": "no control is called 'clutch'; the scene's controls: throttle, pedal, steer, couple"}
  teacher: take_control serviceCallFailure {"serviceId": 13, "callId": 29, "message": "/drawbar/take_control: controls must be a list of strings"}
  teacher: release_control answer {"serviceId": 14, "callId": 30, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: release_control answer {"serviceId": 14, "callId": 31, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: serviceCallFailure {"op": "serviceCallFailure", "serviceId": 99, "callId": 7, "message": "there is no service 99"}
  teacher: serviceCallFailure {"op": "serviceCallFailure", "serviceId": 1, "callId": 8, "message": "/drawbar/freeze: encoding 'cdr' is not served; json is"}
  teacher: answer {"serviceId": 1, "callId": 9, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: run answer {"serviceId": 2, "callId": 32, "encoding": "json", "answer": {"tick": "TICK", "branch": 3, "frame": 2, "time": 0.08, "frozen": false}}
  teacher: parameters [{"name": "frozen", "value": true}]
  teacher: rewind answer {"serviceId": 5, "callId": 33, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 1, "time": 0.04, "frozen": true}}

Malfunctions, and bodies that go and come back.

  $ foxglove <<'END'
  > teacher join /?role=instructor&name=teacher
  > viewer join /
  > teacher subscribe /scene /events
  > teacher skip /scene
  > teacher call begin_effect {"target": "crate", "type": "absent"}
  > teacher call step
  > teacher hear /events /events /scene
  > viewer subscribe /scene
  > viewer skip /scene
  > viewer hear /scene
  > teacher call begin_effect {"target": "motor.current", "type": "bias", "parameters": {"value": 3}, "strength": 0.5, "ramp": 0.1, "duration": 9}
  > teacher call begin_effect {"target": "motor", "type": "off"}
  > teacher call begin_effect {"target": "motor"}
  > teacher call begin_effect {"target": "engine", "type": "off"}
  > teacher call begin_effect {"target": "cart", "type": "force", "parameters": {"w": 3}}
  > teacher call begin_effect {"target": "cart", "type": "force", "parameters": {"x": "3"}}
  > teacher call begin_effect {"target": "cart", "type": "force", "strength": 2}
  > teacher call step
  > teacher call list_effects
  > teacher subscribe /telemetry
  > viewer subscribe /telemetry
  > teacher hear /telemetry
  > viewer hear /telemetry
  > teacher call clear_effect {"effect": 1}
  > teacher call clear_effect {"effect": 77}
  > teacher call step
  > viewer hear /scene
  > teacher call clear_effect
  > END
  teacher: begin_effect answer {"serviceId": 11, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 1, "time": 0.04, "frozen": true}}
  teacher: step answer {"serviceId": 3, "callId": 2, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 2, "time": 0.08, "frozen": true}}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 1, "time": 0.04, "monotonic_ns": "NOW", "branch": 4, "flags": 1}, "kind": "EffectBegan", "session": 14, "name": "teacher", "text": "crate absent (1)", "ids": [1], "value": 1.0, "recorded": false, "brief": false}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 2, "time": 0.08, "monotonic_ns": "NOW", "branch": 4, "flags": 1}, "kind": "Stepped", "session": 14, "name": "teacher", "text": "teacher stepped 1", "value": 1.0, "recorded": false, "brief": false}
  teacher: /scene {"deletions": [{"timestamp": "NOW", "type": "MATCHING_ID", "id": "crate"}], "entities": []}
  viewer: /scene {"deletions": [{"timestamp": "NOW", "type": "MATCHING_ID", "id": "crate"}], "entities": []}
  teacher: begin_effect answer {"serviceId": 11, "callId": 3, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 2, "time": 0.08, "frozen": true}}
  teacher: begin_effect answer {"serviceId": 11, "callId": 4, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 2, "time": 0.08, "frozen": true}}
  teacher: begin_effect serviceCallFailure {"serviceId": 11, "callId": 5, "message": "/drawbar/begin_effect: type is missing; a string is needed"}
  teacher: begin_effect serviceCallFailure {"serviceId": 11, "callId": 6, "message": "engine is not in the scene; off acts on: motor (BeginEffect.target)"}
  teacher: begin_effect serviceCallFailure {"serviceId": 11, "callId": 7, "message": "force has no parameter w; allowed: x, y, z, at_x, at_y, at_z, body_axes, strength, ramp, duration (BeginEffect.parameters[0])"}
  teacher: begin_effect serviceCallFailure {"serviceId": 11, "callId": 8, "message": "/drawbar/begin_effect: parameters must be an object of numbers"}
  teacher: begin_effect serviceCallFailure {"serviceId": 11, "callId": 9, "message": "strength 2: allowed are 0 to 1 (BeginEffect.strength)"}
  teacher: step answer {"serviceId": 3, "callId": 10, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 3, "time": 0.12, "frozen": true}}
  teacher: list_effects answer
    serviceId 10, callId 11, encoding "json"
    answer
      types [{"name": "force", "meaning": "pushes a body", "at_once": false, "parameters": [{"name": "x", "unit": "N", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along x", "preset": 0.0}, {"name": "y", "unit": "N", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along y", "preset": 0.0}, {"name": "z", "unit": "N", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along z", "preset": 0.0}, {"name": "at_x", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "point that it acts at, from the body frame's origin, body axes", "preset": 0.0}, {"name": "at_y", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "point that it acts at, from the body frame's origin, body axes", "preset": 0.0}, {"name": "at_z", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "point that it acts at, from the body frame's origin, body axes", "preset": 0.0}, {"name": "body_axes", "unit": "", "minimum": 0.0, "maximum": 1.0, "meaning": "0: x, y, z are the world's; above 0: the body's", "preset": 0.0}], "targets": ["cart", "knuckle", "wheel", "shaft", "trailer", "crate"]}, {"name": "torque", "meaning": "turns a body", "at_once": false, "parameters": [{"name": "x", "unit": "N m", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along x", "preset": 0.0}, {"name": "y", "unit": "N m", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along y", "preset": 0.0}, {"name": "z", "unit": "N m", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along z", "preset": 0.0}, {"name": "body_axes", "unit": "", "minimum": 0.0, "maximum": 1.0, "meaning": "0: x, y, z are the world's; above 0: the body's", "preset": 0.0}], "targets": ["cart", "knuckle", "wheel", "shaft", "trailer", "crate"]}, {"name": "impulse", "meaning": "strikes a body, at once", "at_once": true, "parameters": [{"name": "x", "unit": "N s", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along x", "preset": 0.0}, {"name": "y", "unit": "N s", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along y", "preset": 0.0}, {"name": "z", "unit": "N s", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "along z", "preset": 0.0}, {"name": "at_x", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "point that it acts at, from the body frame's origin, body axes", "preset": 0.0}, {"name": "at_y", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "point that it acts at, from the body frame's origin, body axes", "preset": 0.0}, {"name": "at_z", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "point that it acts at, from the body frame's origin, body axes", "preset": 0.0}, {"name": "body_axes", "unit": "", "minimum": 0.0, "maximum": 1.0, "meaning": "0: x, y, z are the world's; above 0: the body's", "preset": 0.0}], "targets": ["cart", "knuckle", "wheel", "shaft", "trailer", "crate"]}, {"name": "place", "meaning": "puts a body, and all that is joined to it, elsewhere, at rest, at once", "at_once": true, "parameters": [{"name": "x", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "place of the body frame's origin"}, {"name": "y", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "place of the body frame's origin"}, {"name": "z", "unit": "m", "minimum": -1000000.0, "maximum": 1000000.0, "meaning": "place of the body frame's origin"}, {"name": "roll", "unit": "deg", "minimum": -36000.0, "maximum": 36000.0, "meaning": "about the world's x", "preset": 0.0}, {"name": "pitch", "unit": "deg", "minimum": -36000.0, "maximum": 36000.0, "meaning": "then about the world's y", "preset": 0.0}, {"name": "yaw", "unit": "deg", "minimum": -36000.0, "maximum": 36000.0, "meaning": "then about the world's z", "preset": 0.0}], "targets": ["cart", "knuckle", "wheel", "shaft", "trailer", "crate"]}, {"name": "off", "meaning": "no current flows in the motor", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "burnout", "meaning": "the motor's winding burns: it stays open, at once", "at_once": true, "parameters": [], "targets": ["motor"]}, {"name": "torque_loss", "meaning": "the motor loses this part of its torque per current, and of what it induces", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "phase_loss", "meaning": "one of the motor's three phases is open: twice the resistance, half the current limit", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "short_circuit", "meaning": "the motor's terminals are joined: it brakes itself", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "supply_sag", "meaning": "the motor's supply loses this part of its voltage", "at_once": false, "parameters": [], "targets": ["motor"]}, {"name": "brake_fade", "meaning": "the brake loses this part of its torque", "at_once": false, "parameters": [], "targets": ["brake"]}, {"name": "brake_lock", "meaning": "the brake holds with this part of its torque, whatever is asked", "at_once": false, "parameters": [], "targets": ["brake"]}, {"name": "jam", "meaning": "a joint's axes resist with dry friction besides their own", "at_once": false, "parameters": [{"name": "friction", "unit": "N or N m", "minimum": 0.0, "maximum": 1000000000.0, "meaning": "that it resists with"}], "targets": ["kingpin", "hub", "bearing"]}, {"name": "break", "meaning": "a joint is no more, at once", "at_once": true, "parameters": [], "targets": ["kingpin", "hub", "bearing", "ball"]}, {"name": "spring_loss", "meaning": "a spring, or those of a joint, lose this part of their force", "at_once": false, "parameters": [], "targets": ["kingpin"]}, {"name": "damper_loss", "meaning": "they lose this part of their damping", "at_once": false, "parameters": [], "targets": ["kingpin"]}, {"name": "puncture", "meaning": "a tyre loses this part of its pressure", "at_once": false, "parameters": [], "targets": ["front"]}, {"name": "uncouple", "meaning": "a hitch opens, and cannot be closed", "at_once": false, "parameters": [], "targets": ["hitch"]}, {"name": "friction", "meaning": "a material has another friction against all others", "at_once": false, "parameters": [{"name": "factor", "unit": "", "minimum": 0.0, "maximum": 10.0, "meaning": "times its friction"}], "targets": ["tar", "clay"]}, {"name": "dead", "meaning": "a reading is 0; a control is felt as 0", "at_once": false, "parameters": [], "targets": ["throttle", "pedal", "steer", "couple", "kingpin.position[0]", "hub.position[0]", "bearing.position[0]", "ball.position[0]", "ball.position[1]", "ball.position[2]", "kingpin.velocity[0]", "hub.velocity[0]", "bearing.velocity[0]", "ball.velocity[0]", "ball.velocity[1]", "ball.velocity[2]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "front.load", "front.longitudinal_force", "front.lateral_force", "front.slip", "front.slip_angle", "cart.rate_x", "cart.rate_y", "cart.rate_z", "cart.roll", "cart.pitch", "cart.heading", "brake.torque", "belt.force", "steering.angle", "hitch.closed"]}, {"name": "stuck", "meaning": "a reading or a control stays as it is", "at_once": false, "parameters": [], "targets": ["throttle", "pedal", "steer", "couple", "kingpin.position[0]", "hub.position[0]", "bearing.position[0]", "ball.position[0]", "ball.position[1]", "ball.position[2]", "kingpin.velocity[0]", "hub.velocity[0]", "bearing.velocity[0]", "ball.velocity[0]", "ball.velocity[1]", "ball.velocity[2]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "front.load", "front.longitudinal_force", "front.lateral_force", "front.slip", "front.slip_angle", "cart.rate_x", "cart.rate_y", "cart.rate_z", "cart.roll", "cart.pitch", "cart.heading", "brake.torque", "belt.force", "steering.angle", "hitch.closed"]}, {"name": "bias", "meaning": "a reading or a control is off by this", "at_once": false, "parameters": [{"name": "value", "unit": "of the channel", "minimum": -1000000000.0, "maximum": 1000000000.0, "meaning": "that is added"}], "targets": ["throttle", "pedal", "steer", "couple", "kingpin.position[0]", "hub.position[0]", "bearing.position[0]", "ball.position[0]", "ball.position[1]", "ball.position[2]", "kingpin.velocity[0]", "hub.velocity[0]", "bearing.velocity[0]", "ball.velocity[0]", "ball.velocity[1]", "ball.velocity[2]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "front.load", "front.longitudinal_force", "front.lateral_force", "front.slip", "front.slip_angle", "cart.rate_x", "cart.rate_y", "cart.rate_z", "cart.roll", "cart.pitch", "cart.heading", "brake.torque", "belt.force", "steering.angle", "hitch.closed"]}, {"name": "noise", "meaning": "a reading or a control has a normally distributed error, a new one in each frame", "at_once": false, "parameters": [{"name": "deviation", "unit": "of the channel", "minimum": 0.0, "maximum": 1000000000.0, "meaning": "standard deviation"}, {"name": "seed", "unit": "", "minimum": 0.0, "maximum": 4294967295.0, "meaning": "of what is drawn by lot: the same gives the same", "preset": 1.0}], "targets": ["throttle", "pedal", "steer", "couple", "kingpin.position[0]", "hub.position[0]", "bearing.position[0]", "ball.position[0]", "ball.position[1]", "ball.position[2]", "kingpin.velocity[0]", "hub.velocity[0]", "bearing.velocity[0]", "ball.velocity[0]", "ball.velocity[1]", "ball.velocity[2]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "front.load", "front.longitudinal_force", "front.lateral_force", "front.slip", "front.slip_angle", "cart.rate_x", "cart.rate_y", "cart.rate_z", "cart.roll", "cart.pitch", "cart.heading", "brake.torque", "belt.force", "steering.angle", "hitch.closed"]}, {"name": "delay", "meaning": "a reading or a control comes late, at most 63 frames", "at_once": false, "parameters": [{"name": "time", "unit": "s", "minimum": 0.0, "maximum": 10.0, "meaning": "by which it is late"}], "targets": ["throttle", "pedal", "steer", "couple", "kingpin.position[0]", "hub.position[0]", "bearing.position[0]", "ball.position[0]", "ball.position[1]", "ball.position[2]", "kingpin.velocity[0]", "hub.velocity[0]", "bearing.velocity[0]", "ball.velocity[0]", "ball.velocity[1]", "ball.velocity[2]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "front.load", "front.longitudinal_force", "front.lateral_force", "front.slip", "front.slip_angle", "cart.rate_x", "cart.rate_y", "cart.rate_z", "cart.roll", "cart.pitch", "cart.heading", "brake.torque", "belt.force", "steering.angle", "hitch.closed"]}, {"name": "intermittent", "meaning": "a reading or a control is 0 by turns", "at_once": false, "parameters": [{"name": "turn", "unit": "s", "minimum": 0.01, "maximum": 3600.0, "meaning": "of one turn", "preset": 0.2}, {"name": "part", "unit": "", "minimum": 0.0, "maximum": 1.0, "meaning": "of the turns that are lost", "preset": 0.5}, {"name": "seed", "unit": "", "minimum": 0.0, "maximum": 4294967295.0, "meaning": "of what is drawn by lot: the same gives the same", "preset": 1.0}], "targets": ["throttle", "pedal", "steer", "couple", "kingpin.position[0]", "hub.position[0]", "bearing.position[0]", "ball.position[0]", "ball.position[1]", "ball.position[2]", "kingpin.velocity[0]", "hub.velocity[0]", "bearing.velocity[0]", "ball.velocity[0]", "ball.velocity[1]", "ball.velocity[2]", "motor.current", "motor.voltage", "motor.torque", "motor.temperature", "front.load", "front.longitudinal_force", "front.lateral_force", "front.slip", "front.slip_angle", "cart.rate_x", "cart.rate_y", "cart.rate_z", "cart.roll", "cart.pitch", "cart.heading", "brake.torque", "belt.force", "steering.angle", "hitch.closed"]}, {"name": "absent", "meaning": "a body, and all that is joined to it, is not there; it comes back at rest, where it was or was placed", "at_once": false, "parameters": [], "targets": ["ground", "hill", "pieces", "solids", "gate", "cart", "knuckle", "wheel", "shaft", "trailer", "crate"]}, {"name": "play", "meaning": "the gears of a joint's drives have free way, or, where nothing drives it, its stops are worn", "at_once": false, "parameters": [{"name": "way", "unit": "m or rad", "minimum": 0.0, "maximum": 10.0, "meaning": "to either side"}], "targets": ["bearing"]}]
      active [{"effect": 1, "target": "crate", "type": "absent", "parameters": {}, "strength": 1.0, "ramp": 0.0, "duration": 0.0, "age": 0.08}, {"effect": 2, "target": "motor.current", "type": "bias", "parameters": {"value": 3.0}, "strength": 0.5, "ramp": 0.1, "duration": 9.0, "age": 0.04}, {"effect": 3, "target": "motor", "type": "off", "parameters": {}, "strength": 1.0, "ramp": 0.0, "duration": 0.0, "age": 0.04}]
  teacher: /telemetry
    stamp {"tick": "TICK", "frame": 3, "time": 0.12, "monotonic_ns": "NOW", "branch": 4, "flags": 1}, joint_positions [-0.002085, 0.12931, -0.258619, 0.000556, -0.026464, 0.008329], joint_velocities [0.033389, 0.742102, -1.4842, 0.373956, 0.107445, 0.22454], joint_errors [0.0, 0.0, 0.0, 0.0], joint_angle_errors [0.0, 0.0, 0.0, 0.0], joint_broken [false, false, false, false]
    drives [{"current": 0.0, "voltage": -0.296841, "torque": 0.0, "temperature": 26.2468, "fault": 1}], controls [0.0, 0.25, 0.0, 0.0], control_sequences [0, 0, 0, 0], holders [0, 0, 0, 0], contact_count 5, energy_kinetic 1.77868, energy_potential -65.1921, substeps 8, speed 1.0, compute_ns "N", lateness_ns "N", misses "N", slips "N", clients "N"
    wheels [{"load": 328.813, "longitudinal_force": -23.5753, "lateral_force": 58.0771, "slip": -0.131456, "slip_angle": -0.457967}], overlaps [{"sensor_body": 4, "sensor_shape": 0, "body": 7}], faulted [{"value": 0.9, "kind": 12, "index": 0, "part": 0, "reserved": 0}], brake_torques [7.5], coupling_forces [0.213238], steering_angles [0.0], hitches_closed [true]
    gyroscopes [{"rates": {"x": -0.000356, "y": -0.13178, "z": -0.067721}, "roll": 0.016099, "pitch": 0.008039, "heading": 0.345703, "body": 5}], image_delay 0.0
  viewer: /telemetry
    stamp {"tick": "TICK", "frame": 3, "time": 0.12, "monotonic_ns": "NOW", "branch": 4, "flags": 1}, joint_positions [-0.002085, 0.12931, -0.258619, 0.000556, -0.026464, 0.008329], joint_velocities [0.033389, 0.742102, -1.4842, 0.373956, 0.107445, 0.22454], joint_errors [0.0, 0.0, 0.0, 0.0], joint_angle_errors [0.0, 0.0, 0.0, 0.0], joint_broken [false, false, false, false]
    drives [{"current": 0.9, "voltage": -0.296841, "torque": 0.0, "temperature": 26.2468, "fault": 0}], controls [0.0, 0.25, 0.0, 0.0], control_sequences [0, 0, 0, 0], holders [0, 0, 0, 0], contact_count 5, energy_kinetic 1.77868, energy_potential -65.1921, substeps 8, speed 1.0, compute_ns "N", lateness_ns "N", misses "N", slips "N", clients "N"
    wheels [{"load": 328.813, "longitudinal_force": -23.5753, "lateral_force": 58.0771, "slip": -0.131456, "slip_angle": -0.457967}], overlaps [{"sensor_body": 4, "sensor_shape": 0, "body": 7}], brake_torques [7.5], coupling_forces [0.213238], steering_angles [0.0], hitches_closed [true]
    gyroscopes [{"rates": {"x": -0.000356, "y": -0.13178, "z": -0.067721}, "roll": 0.016099, "pitch": 0.008039, "heading": 0.345703, "body": 5}], image_delay 0.0
  teacher: clear_effect answer {"serviceId": 12, "callId": 12, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 3, "time": 0.12, "frozen": true}}
  teacher: clear_effect serviceCallFailure {"serviceId": 12, "callId": 13, "message": "no effect 77 acts; 0 clears all there are (ClearEffect.effect)"}
  teacher: step answer {"serviceId": 3, "callId": 14, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 4, "time": 0.16, "frozen": true}}
  viewer: /scene
    deletions []
    entities
      0
        timestamp "NOW", frame_id "crate", id "crate", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [{"pose": {"position": {"x": 0.0, "y": 0.05, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "size": {"x": 0.4, "y": 0.5, "z": 0.6}, "color": {"r": 0.878431, "g": 0.752941, "b": 0.501961, "a": 1.0}}], spheres [], cylinders [], lines []
        triangles [], texts [], models []
  teacher: clear_effect answer {"serviceId": 12, "callId": 15, "encoding": "json", "answer": {"tick": "TICK", "branch": 4, "frame": 4, "time": 0.16, "frozen": true}}
  $ until get /metrics | grep -q 'foxglove_clients 0$'; do sleep 0.1; done
  $ get /metrics | grep foxglove
  # HELP drawbar_foxglove_clients Foxglove clients connected.
  # TYPE drawbar_foxglove_clients gauge
  drawbar_foxglove_clients 0
  # HELP drawbar_foxglove_connections_total Foxglove clients so far.
  # TYPE drawbar_foxglove_connections_total counter
  drawbar_foxglove_connections_total 15
  # HELP drawbar_foxglove_bad_messages_total Messages of theirs that could not be read.
  # TYPE drawbar_foxglove_bad_messages_total counter
  drawbar_foxglove_bad_messages_total 60
  # HELP drawbar_foxglove_calls_total Calls of services.
  # TYPE drawbar_foxglove_calls_total counter
  drawbar_foxglove_calls_total 56
  # HELP drawbar_foxglove_published_total Messages with controls.
  # TYPE drawbar_foxglove_published_total counter
  drawbar_foxglove_published_total 2

Controls, and who may not; another scene; the end.

  $ cat > bench.json <<'END'
  > { "name": "bench",
  >   "bodies": [ { "name": "lift", "mass": 2, "position": [1, 2, 3], "shapes": [ { "type": "sphere", "radius": 0.25, "color": "#336699" } ] } ],
  >   "controls": [ { "name": "hoist", "range": [0, 3], "neutral": 0.5, "timeout_ms": 1e8 } ] }
  > END
  $ foxglove <<END
  > viewer join /
  > anna join /?role=operator&name=anna
  > ben join /?role=operator&name=ben
  > teacher join /?role=instructor&name=teacher
  > anna advertise 5
  > anna publish 5 {"throttle": 0.5}
  > anna publish 6 {"throttle": 0.5}
  > anna publish 5 {"throttle": "full"}
  > anna publish 5 {"clutch": 1}
  > anna publish 5 throttle
  > ben advertise 1
  > ben publish 1 {"throttle": -0.5, "pedal": 1}
  > ben call take_control {"controls": ["throttle"]}
  > ben call take_control {"controls": ["throttle"], "force": true}
  > ben call freeze
  > ben set [{"name": "speed", "value": 2}, {"name": "controls.throttle", "value": 1}]
  > viewer call list_effects
  > viewer call take_control
  > viewer advertise 2
  > viewer publish 2 {"pedal": 1}
  > viewer publish 2 {}
  > viewer subscribe /scene
  > viewer skip /scene
  > viewer say {"op": "subscribeParameterUpdates", "parameterNames": ["scene", "controls.throttle"]}
  > teacher run drawbar instructor --connect 127.0.0.1:$port exercise load bench.json
  > viewer hear /scene parameterValues
  > viewer get []
  > viewer say {"op": "subscribeParameterUpdates", "parameterNames": ["controls.hoist"]}
  > anna publish 5 {"throttle": 0.5}
  > anna publish 5 {"hoist": 2.5}
  > teacher call step
  > viewer hear parameterValues
  > teacher call take_control {"controls": ["hoist"], "force": true}
  > anna publish 5 {"hoist": 1.5}
  > ben say {"op": "advertise", "channels": [$(seq 66 | sed 's/.*/{"id": &, "topic": "\/drawbar\/controls", "encoding": "json"}/' | paste -sd,)]}
  > ben say {"op": "setParameters", "parameters": [$(seq 257 | sed 's/.*/{"name": "speed", "value": &}/' | paste -sd,)]}
  > ben say $(printf %070000d 0)
  > teacher run kill -TERM $daemon
  > viewer closed
  > teacher closed
  > END
  anna: status {"level": 2, "message": "channel 6 was not advertised by this client"}
  anna: status {"level": 2, "message": "the control throttle must be a number"}
  anna: status {"level": 2, "message": "no control is called 'clutch'; the scene's controls: throttle, pedal, steer, couple"}
  anna: status {"level": 2, "message": "/drawbar/controls is not JSON: syntax error"}
  ben: status {"level": 2, "message": "throttle is held by session 17 (anna), which has been told of the request (TakeControl.channels[0])"}
  ben: take_control serviceCallFailure {"serviceId": 13, "callId": 1, "message": "throttle is held by session 17 (anna), which has been told of the request (TakeControl.channels[0])"}
  ben: take_control serviceCallFailure {"serviceId": 13, "callId": 2, "message": "only an instructor takes a channel by force (TakeControl.force)"}
  ben: freeze serviceCallFailure {"serviceId": 1, "callId": 3, "message": "Freeze is for instructors; join as one"}
  ben: status {"level": 2, "message": "Speed is for instructors; join as one"}
  ben: status {"level": 2, "message": "throttle is held by session 17 (anna), which has been told of the request (TakeControl.channels[0])"}
  ben: parameters [{"name": "controls.throttle", "value": 0.0, "type": "float64"}, {"name": "speed", "value": 1.0, "type": "float64"}]
  viewer: list_effects serviceCallFailure {"serviceId": 10, "callId": 1, "message": "ListEffects is for instructors; join as one"}
  viewer: take_control serviceCallFailure {"serviceId": 13, "callId": 2, "message": "TakeControl is for operators; join as one"}
  viewer: status {"level": 2, "message": "TakeControl is for operators; join as one"}
  viewer: status {"level": 2, "message": "Control is for operators; join as one"}
  viewer: /scene
    deletions [{"timestamp": "NOW", "type": "ALL"}]
    entities
      0
        timestamp "NOW", frame_id "lift", id "lift", lifetime {"sec": 0, "nsec": 0}, frame_locked true, metadata [], arrows [], cubes [], spheres [{"pose": {"position": {"x": 0.0, "y": 0.0, "z": 0.0}, "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, "size": {"x": 0.5, "y": 0.5, "z": 0.5}, "color": {"r": 0.2, "g": 0.4, "b": 0.6, "a": 1.0}}], cylinders [], lines [], triangles [], texts []
        models []
  viewer: parameterValues {"op": "parameterValues", "parameters": [{"name": "scene", "value": "bench"}]}
  viewer: parameters [{"name": "branch", "value": 5}, {"name": "controls.hoist", "value": 0.5, "type": "float64"}, {"name": "frozen", "value": true}, {"name": "period", "value": 0.04, "type": "float64"}, {"name": "replay", "value": false}, {"name": "role", "value": "Viewer"}, {"name": "scene", "value": "bench"}, {"name": "session", "value": 16}, {"name": "speed", "value": 1.0, "type": "float64"}, {"name": "states", "value": []}, {"name": "substeps", "value": 8}]
  anna: status {"level": 2, "message": "no control is called 'throttle'; the scene's controls: hoist"}
  teacher: step answer {"serviceId": 3, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 5, "frame": 1, "time": 0.04, "frozen": true}}
  viewer: parameterValues {"op": "parameterValues", "parameters": [{"name": "controls.hoist", "value": 2.5, "type": "float64"}]}
  teacher: take_control answer {"serviceId": 13, "callId": 2, "encoding": "json", "answer": {"tick": "TICK", "branch": 5, "frame": 1, "time": 0.04, "frozen": true}}
  anna: status {"level": 2, "message": "hoist is held by session 19 (teacher), which has been told of the request (TakeControl.channels[0])"}
  ben: status {"level": 2, "message": "too many channels: 64 are allowed"}
  ben: status {"level": 2, "message": "too many channels: 64 are allowed"}
  ben: status {"level": 2, "message": "too many parameters at once"}
  ben: status {"level": 2, "message": "a message longer than the 65536 bytes that are allowed"}
  ben: closed [1000, ""]
  viewer: status {"level": 0, "message": "the server is shutting down"}
  viewer: closed [1000, ""]
  teacher: status {"level": 0, "message": "the server is shutting down"}
  teacher: closed [1000, ""]
  $ wait "$daemon"; daemon=

Tokens.

  $ cat > tokens <<'END'
  > viewer looking-only
  > instructor teaching-all
  > END
  $ chmod 600 tokens
  $ serve scene.json --foxglove --token-file tokens --record r.mcap
  $ foxglove <<'END'
  > a open /
  > b open /?token=looking-some
  > c open /?token=looking-only&role=operator
  > d join /?token=looking-only
  > d get ["role"]
  > teacher join /?token=teaching-all&role=instructor&name=teacher
  > teacher call save {"name": "kept"}
  > teacher call step {"frames": 4}
  > END
  a: speaks "foxglove.websocket.v1"
  a: status {"level": 2, "message": "a token is needed, and none was given (Hello.token)"}
  a: closed [1000, ""]
  b: speaks "foxglove.websocket.v1"
  b: status {"level": 2, "message": "no such token is known here (Hello.token)"}
  b: closed [1000, ""]
  c: speaks "foxglove.websocket.v1"
  c: status {"level": 2, "message": "the token allows no role above Viewer, asked for was Operator (Hello.role)"}
  c: closed [1000, ""]
  d: parameters [{"name": "role", "value": "Viewer"}]
  teacher: save answer {"serviceId": 7, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 0, "time": 0.0, "frozen": true}}
  teacher: step answer {"serviceId": 3, "callId": 2, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 4, "time": 0.16, "frozen": true}}
  $ end_daemon

A replay.

  $ serve --replay r.mcap --foxglove
  $ foxglove <<'END'
  > teacher join /?role=instructor&name=teacher
  > teacher get []
  > teacher subscribe /events /telemetry
  > teacher call seek {"frame": 2}
  > teacher hear /events /telemetry
  > teacher call seek {"time": 99}
  > teacher call rewind {"frame": 1}
  > teacher call take_control
  > teacher set [{"name": "controls.pedal", "value": 1}]
  > END
  teacher: parameters [{"name": "branch", "value": 0}, {"name": "controls.couple", "value": 0.0, "type": "float64"}, {"name": "controls.pedal", "value": 0.25, "type": "float64"}, {"name": "controls.steer", "value": 0.0, "type": "float64"}, {"name": "controls.throttle", "value": 0.0, "type": "float64"}, {"name": "frozen", "value": true}, {"name": "period", "value": 0.04, "type": "float64"}, {"name": "replay", "value": true}, {"name": "role", "value": "Instructor"}, {"name": "scene", "value": "yard"}, {"name": "session", "value": 1}, {"name": "speed", "value": 1.0, "type": "float64"}, {"name": "states", "value": []}, {"name": "substeps", "value": 8}]
  teacher: seek answer {"serviceId": 6, "callId": 1, "encoding": "json", "answer": {"tick": "TICK", "branch": 0, "frame": 2, "time": 0.08, "frozen": true}}
  teacher: /events {"stamp": {"tick": "TICK", "frame": 2, "time": 0.08, "monotonic_ns": "NOW", "branch": 0, "flags": 3}, "kind": "Sought", "session": 1, "name": "teacher", "text": "teacher went to another moment", "value": 2.0, "recorded": false, "brief": false}
  teacher: /telemetry
    stamp {"tick": "TICK", "frame": 2, "time": 0.08, "monotonic_ns": "NOW", "branch": 0, "flags": 3}, joint_positions [0.000259, 0.136072, -0.272143, -0.011733, -0.029929, 0.000919], joint_velocities [0.016871, 1.21472, -2.42944, 0.288652, 0.03354, 0.134083], joint_errors [0.0, 0.0, 0.0, 0.0], joint_angle_errors [0.0, 0.0, 0.0, 0.0], joint_broken [false, false, false, false]
    drives [{"current": 0.971775, "voltage": 0.0, "torque": 0.211336, "temperature": 25.0045, "fault": 0}], controls [0.0, 0.25, 0.0, 0.0], control_sequences [0, 0, 0, 0], holders [0, 0, 0, 0], contact_count 4, energy_kinetic 7.15956, energy_potential 29.6568, substeps 8, speed 1.0, compute_ns "N", lateness_ns "N", misses "N", slips "N", clients "N"
    wheels [{"load": 493.893, "longitudinal_force": 8.73508, "lateral_force": -47.0135, "slip": -0.148466, "slip_angle": -0.238984}], overlaps [{"sensor_body": 4, "sensor_shape": 0, "body": 7}], brake_torques [7.5], coupling_forces [3.30502], steering_angles [0.0], hitches_closed [true]
    gyroscopes [{"rates": {"x": -0.040038, "y": -0.038298, "z": -0.052858}, "roll": 0.014979, "pitch": 0.012587, "heading": 0.348877, "body": 5}], image_delay 0.0
  teacher: seek serviceCallFailure {"serviceId": 6, "callId": 2, "message": "Seek: not in the recording; allowed on branch 0: 0 to 0.16 s (frames 1 to 4) (Seek.time)"}
  teacher: rewind serviceCallFailure {"serviceId": 5, "callId": 3, "message": "Rewind is not possible in a replay"}
  teacher: take_control serviceCallFailure {"serviceId": 13, "callId": 4, "message": "TakeControl is not possible in a replay"}
  teacher: status {"level": 2, "message": "TakeControl is not possible in a replay"}
  teacher: parameters [{"name": "controls.pedal", "value": 0.25, "type": "float64"}]
  $ end_daemon
  $ serve scene.json
  $ foxglove <<'END'
  > nobody open /
  > END
  nobody: refused "server rejected WebSocket connection: HTTP 404"
