Recordings that are damaged, altered or cut off, and what each command says of them.

  $ cp "$scenes/slider_crank.json" . && drawbar simulate slider_crank.json --controls "$scenes/slider_crank.csv" --duration 4 --record r.mcap --output r.csv --hashes hashes.csv
  $ mcap r.mcap | grep -c '^Chunk '
  6
  $ wc -l < hashes.csv; tail -1 hashes.csv
  102
  100,49337d6bbc96d331

A byte in the middle of the file is another.

  $ where() { steady | sed -E 's/byte [1-9][0-9]+/byte N/'; }
  $ flip() { /usr/bin/python3 -c 'import sys; d = bytearray(open("r.mcap", "rb").read()); at = int(len(d) * float(sys.argv[1])); d[at] ^= 1; open("flipped.mcap", "wb").write(d)' $1; }
  $ flip 0.515; drawbar verify flipped.mcap 2>&1 | where; drawbar info flipped.mcap 2>&1 | where | head -12
  flipped.mcap: 74 frames on 1 branch of slider_crank, 1 inputs, 2 snapshots: every frame that is whole the same to the last bit
  3.0 s of simulation in N s
  flipped.mcap: damaged, and so not checked:
    flipped.mcap: byte N: checksum of the chunk differs: 1.0 s are missing; frames 50 to 75 of branch 0
  recording flipped.mcap: N MB, N s of wall time, damaged
    damaged: flipped.mcap: byte N: checksum of the chunk differs; 1.0 s are missing from N s of wall time on
    made by drawbar BUILD, started TIME
    numerics NUMERICS
  scene slider_crank (slider_crank.json), from branch 0, 40 ms in 40 substeps
  branches: 1
    0: start; 75 frames, 0 to 100
  inputs of the server: 1
  poses 75, telemetry 76, snapshots 3, events 0
  $ drawbar export flipped.mcap --columns flywheel.qy 2>&1 | where | tail -2
  3.96,0.5807177893261296
  4,0.6954144608564331
  $ drawbar score flipped.mcap
  flipped.mcap: the recording holds no exercise; allowed: one that does; `drawbar score --exercise FILE` judges others
  [1]

Its first part alone.

  $ head -c $(($(wc -c < r.mcap) * 515 / 1000)) r.mcap > cut.mcap; drawbar verify cut.mcap 2>&1 | where
  cut.mcap: byte N: recording has no end: it was cut off
  cut.mcap: 49 frames on 1 branch of slider_crank, 1 inputs, 1 snapshots: every frame the same to the last bit
  2.0 s of simulation in N s
  $ drawbar info cut.mcap 2>&1 | where | head -3
  recording cut.mcap: N MB, N s of wall time, not complete
    cut.mcap: byte N: recording has no end: it was cut off
    made by drawbar BUILD, started TIME
  $ drawbar export cut.mcap --columns flywheel.qy 2> said | tail -1 | cut -d, -f1; where < said
  1.96
  cut.mcap: byte N: recording has no end: it was cut off

Nothing of a recording.

  $ head -c 100 r.mcap > stub.mcap; drawbar verify stub.mcap 2>&1 | where
  stub.mcap: byte N: recording has no end: it was cut off
  stub.mcap: the recording holds no initial state
  $ drawbar info stub.mcap 2>&1 | where
  recording stub.mcap: N MB, N s of wall time, not complete
    stub.mcap: byte N: recording has no end: it was cut off
    what made it cannot be read
  branches: 0
  poses 0, telemetry 0, snapshots 0, events 0
  $ : > empty.mcap; drawbar verify empty.mcap; drawbar info empty.mcap; drawbar export empty.mcap; drawbar score empty.mcap; drawbar report empty.mcap --output x.html
  empty.mcap: byte 0: is not an MCAP file
  empty.mcap: byte 0: is not an MCAP file
  empty.mcap: byte 0: is not an MCAP file
  empty.mcap: byte 0: is not an MCAP file
  empty.mcap: byte 0: is not an MCAP file
  [1]

Many at once, of which some are damaged.

  $ mkdir all && cp r.mcap flipped.mcap cut.mcap all; drawbar verify all --jobs 1 --results done 2>&1 | where
  all/cut.mcap: 49 frames on 1 branch of slider_crank, 1 inputs, 1 snapshots: every frame the same to the last bit
  all/r.mcap: 100 frames on 1 branch of slider_crank, 1 inputs, 4 snapshots: every frame the same to the last bit
  1 of 3 not good:
  all/flipped.mcap: damaged, and so not checked:
    all/flipped.mcap: byte N: checksum of the chunk differs: 1.0 s are missing; frames 50 to 75 of branch 0
  $ cut -d, -f1,2 done/table.csv
  recording,status
  all/cut.mcap,good
  all/flipped.mcap,wrong
  all/r.mcap,good
  $ drawbar verify all --jobs 1 --json 2>&1 | where | cut -c1-300
  {"recording": "all/cut.mcap", "scene": "slider_crank", "frames": 49, "branches": 1, "inputs": 1, "snapshots": 1, "simulated": 1.96, "complete": false}
  {"recording": "all/flipped.mcap", "status": "wrong", "error": "damaged, and so not checked: all/flipped.mcap: byte N: checksum of the chunk differs: 1.0 s are missing; frames 50 to 75 of branch 0"}
  {"recording": "all/r.mcap", "scene": "slider_crank", "frames": 100, "branches": 1, "inputs": 1, "snapshots": 4, "simulated": 4, "complete": true}
  1 of 3 not good:
  all/flipped.mcap: damaged, and so not checked:
    all/flipped.mcap: byte N: checksum of the chunk differs: 1.0 s are missing; frames 50 to 75 of branch 0

For Kubernetes.

  $ drawbar batch kubernetes --image registry/drawbar:1 --name night --tasks 2 --cpus 2 --memory 2Gi score recordings --results scores
  {
    "apiVersion": "batch/v1",
    "kind": "Job",
    "metadata": { "name": "night", "labels": { "app.kubernetes.io/name": "drawbar", "app.kubernetes.io/component": "batch" } },
    "spec": {
      "completionMode": "Indexed",
      "completions": 2,
      "parallelism": 2,
      "backoffLimit": 4,
      "template": {
        "metadata": { "labels": { "app.kubernetes.io/name": "drawbar", "app.kubernetes.io/component": "batch" } },
        "spec": {
          "restartPolicy": "OnFailure",
          "automountServiceAccountToken": false,
          "securityContext": { "runAsNonRoot": true, "runAsUser": 1000, "runAsGroup": 1000, "fsGroup": 1000, "seccompProfile": { "type": "RuntimeDefault" } },
          "containers": [
            {
              "name": "part",
              "image": "registry/drawbar:1",
              "workingDir": "/data",
              "command": ["/bin/sh", "-c", "'drawbar' 'score' 'recordings' '--results' 'scores' --part \"$$((JOB_COMPLETION_INDEX + 1))/2\" --jobs 2; code=$$?; [ \"$$code\" -eq 1 ] && exit 0; exit \"$$code\""],
              "resources": { "requests": { "cpu": "2", "memory": "2Gi" }, "limits": { "memory": "2Gi" } },
              "securityContext": { "allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true, "capabilities": { "drop": ["ALL"] } },
              "volumeMounts": [ { "name": "data", "mountPath": "/data" }, { "name": "tmp", "mountPath": "/tmp" } ]
            }
          ],
          "volumes": [
            { "name": "data", "persistentVolumeClaim": { "claimName": "drawbar-data" } },
            { "name": "tmp", "emptyDir": {} }
          ]
        }
      }
    }
  }
  $ drawbar batch kubernetes score recordings
  score without --results; allowed: with a folder that all machines share
  [2]
  $ drawbar batch kubernetes --cpus 0 score recordings --results scores
  --cpus: Value 0 not in range 1 to 1024
  Run with --help for more information.
  [2]
