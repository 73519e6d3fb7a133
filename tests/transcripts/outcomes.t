How exercises end, and what is said of it.

  $ cat > scene.json <<'END'
  > { "name": "fall", "bodies": [ { "name": "stone", "mass": 1, "inertia": [1, 1, 1], "position": [0, 0, 10] } ] }
  > END
  $ exercise() {
  >   cat > $1.json <<END
  > { "name": "$1", "scene": "scene.json", "title": { "en": "T", "ru": "Т" }, "briefing": { "en": "B", "ru": "Б" }, "pass_mark": 50,
  >   "triggers": [ { "name": "low", "when": { "type": "quantity", "quantity": "stone.z", "below": 9 },
  >     "actions": [ { "type": "mark", "criterion": "stone", "points": 30 }, { "type": "bookmark", "text": { "en": "low now", "ru": "низко" } } $2 ] } ],
  >   "criteria": [ { "name": "stone", "type": "marks" }, { "name": "speed", "type": "peak", "quantity": "stone.speed", "unit": "km/h", "tolerance": 2, "penalty": 1, "weight": 15 $3 } ] $4 }
  > END
  >   drawbar simulate $1.json --duration 1 --record $1.mcap --score $1.score --output $1.csv && drawbar score $1.mcap && drawbar info $1.mcap | sed '1,/^poses/d'
  > }
  $ exercise completed ', { "type": "end", "outcome": "completed" }'
  completed.mcap: completed in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                         16.9517 km/h     14.95 lost  at 0.04-0.48
    score 55.05, passed, completed after 0.48 s
    0.52 s  low now
    0.52 s  the exercise is completed
  $ exercise failed ', { "type": "end", "outcome": "failed" }'
  failed.mcap: failed in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                         16.9517 km/h     14.95 lost  at 0.04-0.48
    score 55.05, not passed, failed after 0.48 s
    0.52 s  low now
    0.52 s  the exercise is failed
  $ exercise aborted '' ', "abort_above": 20'
  aborted.mcap: aborted in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                         21.1896 km/h     15.00 lost  at 0.04-0.60
    score 55.00, not passed, aborted after 0.60 s
    0.52 s  low now
    0.64 s  the exercise is aborted: a limit was passed
  $ exercise out_of_time '' '' ', "time_limit": 0.6'
  out_of_time.mcap: out_of_time in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                         21.1896 km/h     15.00 lost  at 0.04-0.60
    score 55.00, passed, out of time after 0.60 s
    0.52 s  low now
    0.64 s  the exercise is out of time
  $ exercise broken_off
  broken_off.mcap: broken_off in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                          35.316 km/h     15.00 lost  at 0.04-1.00
    score 55.00, not passed, broken off after 1.00 s
    0.52 s  low now
  $ exercise cleared ', { "type": "malfunction", "effect": "stone force z=5" }, { "type": "clear", "trigger": "low" }'
  cleared.mcap: cleared in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                          25.956 km/h     15.00 lost  at 0.04-1.00
    score 55.00, not passed, broken off after 1.00 s
    0.52 s  low: a malfunction ends
    0.52 s  low: stone force z=5
    0.52 s  low now
  $ drawbar score completed.mcap --exercise failed.json
  completed.mcap: failed in fall, branch 0, attempt 1
    stone                              30          30.00 lost  at 0.48-0.48
    speed                         16.9517 km/h     14.95 lost  at 0.04-0.48
    score 55.05, not passed, failed after 0.48 s
  $ for name in completed failed aborted out_of_time broken_off; do drawbar report $name.mcap --output $name.html && page $name.html | sed -n '5,30p'; done
   55.0 / 100 — passed зачтено 
   B Б 
   Outcome Итог completed выполнено , 0.48 s 
   Pass mark Проходной балл 50 
   Exercise, scene Упражнение, сцена completed, fall 
   Attempt, branch Попытка, ветвь 1, 0 
   Recording Запись completed.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   stone stone 30 30.0 0.48 
   speed speed 16.95 km/h 15.0 0.04–0.48 
   Timeline Ход упражнения 
   0.52 s low now низко 
   0.52 s the exercise is completed упражнение выполнено 
   Path over the map (m) Путь на карте (м) 
   -1 -0.5 0 0.5 1 -1 -0.8 -0.6 -0.4 -0.2 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 m &#9473; stone 
   Speed Скорость 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   55.0 / 100 — not passed не зачтено 
   B Б 
   Outcome Итог failed не выполнено , 0.48 s 
   Pass mark Проходной балл 50 
   Exercise, scene Упражнение, сцена failed, fall 
   Attempt, branch Попытка, ветвь 1, 0 
   Recording Запись failed.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   stone stone 30 30.0 0.48 
   speed speed 16.95 km/h 15.0 0.04–0.48 
   Timeline Ход упражнения 
   0.52 s low now низко 
   0.52 s the exercise is failed упражнение не выполнено 
   Path over the map (m) Путь на карте (м) 
   -1 -0.5 0 0.5 1 -1 -0.8 -0.6 -0.4 -0.2 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 m &#9473; stone 
   Speed Скорость 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   55.0 / 100 — not passed не зачтено 
   B Б 
   Outcome Итог aborted прервано , 0.60 s 
   Pass mark Проходной балл 50 
   Exercise, scene Упражнение, сцена aborted, fall 
   Attempt, branch Попытка, ветвь 1, 0 
   Recording Запись aborted.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   stone stone 30 30.0 0.48 
   speed speed 21.19 km/h 15.0 0.04–0.60 
   Timeline Ход упражнения 
   0.52 s low now низко 
   0.64 s the exercise is aborted: a limit was passed упражнение прервано: предел превышен 
   Path over the map (m) Путь на карте (м) 
   -1 -0.5 0 0.5 1 -1 -0.8 -0.6 -0.4 -0.2 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 m &#9473; stone 
   Speed Скорость 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   55.0 / 100 — passed зачтено 
   B Б 
   Outcome Итог out of time время вышло , 0.60 s 
   Pass mark Проходной балл 50 
   Exercise, scene Упражнение, сцена out_of_time, fall 
   Attempt, branch Попытка, ветвь 1, 0 
   Recording Запись out_of_time.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   stone stone 30 30.0 0.48 
   speed speed 21.19 km/h 15.0 0.04–0.60 
   Timeline Ход упражнения 
   0.52 s low now низко 
   0.64 s the exercise is out of time время упражнения вышло 
   Path over the map (m) Путь на карте (м) 
   -1 -0.5 0 0.5 1 -1 -0.8 -0.6 -0.4 -0.2 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 m &#9473; stone 
   Speed Скорость 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   55.0 / 100 — not passed не зачтено 
   B Б 
   Outcome Итог broken off не закончено , 1.00 s 
   Pass mark Проходной балл 50 
   Exercise, scene Упражнение, сцена broken_off, fall 
   Attempt, branch Попытка, ветвь 1, 0 
   Recording Запись broken_off.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) 
   stone stone 30 30.0 0.48 
   speed speed 35.32 km/h 15.0 0.04–1.00 
   Timeline Ход упражнения 
   0.52 s low now низко 
   Path over the map (m) Путь на карте (м) 
   -1 -0.5 0 0.5 1 -1 -0.8 -0.6 -0.4 -0.2 0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 m &#9473; stone 
   Speed Скорость 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 2 4 6 8 10 0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 m/s &#9473; stone.speed 

The same at a daemon, for the course records.

  $ serve completed.json --records records.sqlite --record . --trainee Ada
  $ for name in completed failed aborted out_of_time; do instructor exercise load $name Ada; instructor step 30 fast; instructor score | steady; done
  {"exercise": "completed", "scene": "fall", "branch": 1, "attempt": 2, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "completed", "time": 0.48, "score": 55.04832000000001, "passed": true, "criteria": [{"name": "stone", "figure": 30, "unit": "", "lost": 30, "moments": [[0.48, 0.48]]}, {"name": "speed", "figure": 16.95167999999999, "unit": "km/h", "lost": 14.95167999999999, "moments": [[0.04, 0.48]]}]}
  {"exercise": "failed", "scene": "fall", "branch": 2, "attempt": 1, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "failed", "time": 0.48, "score": 55.04832000000001, "passed": false, "criteria": [{"name": "stone", "figure": 30, "unit": "", "lost": 30, "moments": [[0.48, 0.48]]}, {"name": "speed", "figure": 16.95167999999999, "unit": "km/h", "lost": 14.95167999999999, "moments": [[0.04, 0.48]]}]}
  {"exercise": "aborted", "scene": "fall", "branch": 3, "attempt": 1, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "aborted", "time": 0.6, "score": 55, "passed": false, "criteria": [{"name": "stone", "figure": 30, "unit": "", "lost": 30, "moments": [[0.48, 0.48]]}, {"name": "speed", "figure": 21.189600000000002, "unit": "km/h", "lost": 15, "moments": [[0.04, 0.6]]}]}
  {"exercise": "out_of_time", "scene": "fall", "branch": 4, "attempt": 1, "trainee": "Ada", "build": "BUILD", "variant": "", "outcome": "out_of_time", "time": 0.6, "score": 55, "passed": true, "criteria": [{"name": "stone", "figure": 30, "unit": "", "lost": 30, "moments": [[0.48, 0.48]]}, {"name": "speed", "figure": 21.189600000000002, "unit": "km/h", "lost": 15, "moments": [[0.04, 0.6]]}]}
  $ instructor exercise load broken_off Ada; instructor step 30 fast; instructor exercise end; instructor triggers
  low                             done      fired 1, its condition holds
  $ end_daemon
  $ drawbar records --records records.sqlite | steady
  id     ended (UTC)               station      trainee          exercise                 variant    attempt outcome                   time (s)   score
  1      TIME               Ada              completed                                 2 completed                     0.48   55.05  passed
  2      TIME               Ada              failed                                    1 failed                        0.48   55.05
  3      TIME               Ada              aborted                                   1 aborted                       0.60   55.00
  4      TIME               Ada              out_of_time                               1 out of time                   0.60   55.00  passed
  5      TIME               Ada              broken_off                                1 ended by the instructor       1.20   55.00  passed
  $ drawbar records --records records.sqlite --xapi | steady
  [{"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "Ada"}}, "verb": {"id": "http://adlnet.gov/expapi/verbs/passed", "display": {"en": "passed"}}, "object": {"objectType": "Activity", "id": "urn:drawbar:exercise:completed", "definition": {"name": {"en": "completed"}}}, "result": {"score": {"raw": 55.04832000000001, "min": 0, "max": 100, "scaled": 0.5504832000000001}, "success": true, "completion": true, "duration": "PT0.48S"}, "timestamp": "TIME"},
   {"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "Ada"}}, "verb": {"id": "http://adlnet.gov/expapi/verbs/failed", "display": {"en": "failed"}}, "object": {"objectType": "Activity", "id": "urn:drawbar:exercise:failed", "definition": {"name": {"en": "failed"}}}, "result": {"score": {"raw": 55.04832000000001, "min": 0, "max": 100, "scaled": 0.5504832000000001}, "success": false, "completion": false, "duration": "PT0.48S"}, "timestamp": "TIME"},
   {"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "Ada"}}, "verb": {"id": "http://adlnet.gov/expapi/verbs/failed", "display": {"en": "failed"}}, "object": {"objectType": "Activity", "id": "urn:drawbar:exercise:aborted", "definition": {"name": {"en": "aborted"}}}, "result": {"score": {"raw": 55, "min": 0, "max": 100, "scaled": 0.55}, "success": false, "completion": false, "duration": "PT0.6S"}, "timestamp": "TIME"},
   {"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "Ada"}}, "verb": {"id": "http://adlnet.gov/expapi/verbs/passed", "display": {"en": "passed"}}, "object": {"objectType": "Activity", "id": "urn:drawbar:exercise:out_of_time", "definition": {"name": {"en": "out_of_time"}}}, "result": {"score": {"raw": 55, "min": 0, "max": 100, "scaled": 0.55}, "success": true, "completion": false, "duration": "PT0.6S"}, "timestamp": "TIME"},
   {"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "Ada"}}, "verb": {"id": "http://adlnet.gov/expapi/verbs/passed", "display": {"en": "passed"}}, "object": {"objectType": "Activity", "id": "urn:drawbar:exercise:broken_off", "definition": {"name": {"en": "broken_off"}}}, "result": {"score": {"raw": 55, "min": 0, "max": 100, "scaled": 0.55}, "success": true, "completion": false, "duration": "PT1.2S"}, "timestamp": "TIME"}]

What is wrong with some.

  $ drawbar check completed.json
  completed.json: good
  $ for edit in 's/stone.z/stone.height/' 's/"marks"/"mark"/' 's/"criterion": "stone"/"criterion": "ston"/' 's/km\/h/kg/' 's/"below": 9//' 's/"completed" }/"won" }/' 's/"pass_mark": 50/"pass_mark": 500/' 's/scene.json/nosuch.json/' 's/"type": "peak", "quantity": "stone.speed"/"type": "jerk", "body": "rock"/' 's/"type": "peak", "quantity": "stone.speed"/"type": "reversals", "control": "lever"/' 's/"type": "peak", "quantity": "stone.speed"/"type": "energy", "drives": ["motor"]/'; do sed "$edit" completed.json > wrong.json; drawbar check wrong.json; done
  wrong.json:2: triggers[0].when.quantity: no quantity is called "stone.height"; allowed: stone.x, stone.y, stone.z, stone.qw, stone.qx, stone.qy, stone.qz, stone.vx, stone.vy, stone.vz, stone.wx, stone.wy, stone.wz, stone.speed, stone.heading, stone.tilt
  wrong.json:4: criteria[0].type: unknown value "mark"; did you mean "marks"?; allowed: time, count, peak, final, rms, impulse, jerk, reversals, energy, duration, marks
  wrong.json:3: triggers[0].actions[0].criterion: no criterion of type marks is called "ston"; allowed: stone
  wrong.json:4: criteria[1].unit: "kg" does not measure this; allowed: m/s, km/h
  wrong.json:2: a comma before }; allowed: no comma after the last entry
  wrong.json:3: triggers[0].actions[2].outcome: unknown value "won"; allowed: running, completed, failed, aborted, out_of_time, stopped, broken_off
  wrong.json:1: pass_mark: found 500; allowed: a number from 0 to 100
  wrong.json:1: scene: ./nosuch.json: cannot open: No such file or directory
  wrong.json:4: criteria[1].body: no body is called "rock"; allowed: stone
  wrong.json:4: criteria[1].unit: "km/h" does not measure this; allowed: m/s^3
  wrong.json:4: criteria[1].control: no control is called "lever"; allowed: none, the scene has none
  wrong.json:4: criteria[1].unit: "km/h" does not measure this; allowed: none, %
  wrong.json:4: criteria[1].drives: no drive is called "motor"; allowed: none, the scene has none
  wrong.json:4: criteria[1].unit: "km/h" does not measure this; allowed: J, kJ, Wh, kWh
  [1]

A state of another scene.

  $ printf '{ "name": "other", "bodies": [ { "name": "pebble", "mass": 1, "inertia": [1, 1, 1] } ] }' > other.json
  $ serve other.json; instructor states save begun; instructor states export begun begun.state; end_daemon
  $ sed 's/"pass_mark"/"state": "begun.state", "pass_mark"/' completed.json > begun.json; drawbar check begun.json
  begun.json:1: state: begun.state: is a state of another scene (other), not of fall: its bodies, joints, drives or controls are not the same
  [1]
