An exercise by a controls file, recorded, and all that is made of the recording.

  $ cp -r "$scenes" . && cd scenes/exercises
  $ drawbar simulate egg_drift.json --duration 20 --controls egg_drift.bad.csv --record bad.mcap --score bad.json --output bad.csv
  $ steady bad.json
  {"exercise": "egg_drift", "scene": "six_axis_arm", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 20, "score": 50, "passed": false, "criteria": [{"name": "egg", "figure": 0, "unit": "", "lost": 0, "moments": []}, {"name": "place", "figure": 607.7204620923768, "unit": "mm", "lost": 50, "moments": [[20, 20]]}, {"name": "grip", "figure": 1.9979333735245033, "unit": "mm", "lost": 0, "moments": []}, {"name": "gentleness", "figure": 0.48586243141344204, "unit": "m/s^3", "lost": 0, "moments": []}, {"name": "time", "figure": 20, "unit": "s", "lost": 0, "moments": []}]}
  $ head -1 bad.csv | tr , '\n' | sed 's/[.].*//' | uniq -c; sed -n 100p bad.csv
        1 time
       13 floor
       13 pedestal
       13 tables
       13 column
       13 upper_arm
       13 forearm
       13 forearm_roll
       13 wrist
       13 hand
       13 jaw_left
       13 jaw_right
       13 pad
       13 egg
       13 egg_half
       13 nest
        4 axis_1
        4 axis_2
        4 axis_3
        4 axis_4
        4 axis_5
        4 axis_6
        4 guide_left
        4 guide_right
        4 finger_spring
        2 egg_shell
        3 motor_1
        3 motor_2
        3 motor_3
        3 motor_4
        3 motor_5
        3 motor_6
        3 motor_jaws
        2 energy
  3.92,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0.21,0.9999944317588028,0,0,-0.003337132210317794,0,0,0,0,0,-0.0024788244216535625,0.026912994082845587,-0.00017962743949220805,0.4981808731524809,0.9977179446498681,0.00022504787106345623,0.06743712977472896,-0.003329535229558374,-4.4526488381238293e-07,-6.671258699237546e-05,0,0,0,-0.0024788244216535625,0.13108636781503635,-0.0008749196960570621,0.675611617962335,0.9914016250959437,0.0004365381189214862,0.1308116252698232,-0.0033084567187540805,-2.168772309571958e-06,-0.00032494008988577365,0,0,0,-0.0024788244216535625,0.3145797694822312,-0.0020996236366045964,0.6263300631485965,0.9914016250959437,0.0004365381189214865,0.1308116252698232,-0.0033084567187540805,-5.204598346696539e-06,-0.0007797880151507026,0,0,0,-0.0024788244216535625,0.42062100939960884,-0.0028073827342472726,0.5627991621387511,0.9999906784778995,9.143126886517788e-06,0.002739800343274651,-0.003337119685053454,-3.45922116711129e-05,-0.0010424611959771921,1.514248377775282e-07,5.269632917680122e-06,0.0007895319330566165,-0.0024788244216535625,0.4203470349703632,-0.002805554125915541,0.512799912797703,0.9999906784778995,9.143126886517786e-06,0.002739800343274651,-0.003337119685053454,-7.406368285574005e-05,-0.0010415185837808825,3.6774603460260074e-07,5.269632917680122e-06,0.0007895319330566165,-0.0024788244216535625,0.4203526775520021,0.04319543278972156,0.45780073852255004,0.9999906784778995,9.143126886517786e-06,0.002739800343274651,-0.003337119685053454,-3.4589174510721053e-06,-0.0010412427452908448,6.056993511101713e-07,5.269632917680122e-06,0.0007895319330566165,-0.0024788244216535625,0.41959181564473585,-0.07080202809936173,0.45780073852255,0.9999906784778995,9.143126886517788e-06,0.002739800343274651,-0.003337119685053454,-0.00028603860751123724,-0.001039356702484588,6.056993511101974e-07,5.269632917680122e-06,0.0007895319330566165,-0.0024788244216535625,0.41961430930852806,-0.04280156084568125,0.427801188917921,0.9999906784778995,9.143126886517786e-06,0.0027398003432746515,-0.003337119685053454,-0.0002403177659878921,-0.0010395237820660023,7.354920692052349e-07,5.269632917680122e-06,0.0007895319330566165,-0.0024788244216535625,0.42000001796193914,2.3692545182696367e-09,0.2719999258931301,0.9999999999999152,-5.3889169056986925e-08,4.0823989749816173e-07,-2.076935999058524e-12,5.4600684403164914e-11,5.1946795729742637e-11,2.5410449960548016e-14,-2.351657765392458e-09,2.4733593078214448e-09,-2.363066543595556e-11,0.4200000179619393,2.3692545200043602e-09,0.27199992589313055,0.9999999999999152,-5.3889169056986925e-08,4.0823989749816173e-07,-2.076935999058524e-12,5.460068440316599e-11,5.194679572974366e-11,2.5410449960115038e-14,-2.351657765392458e-09,2.4733593078214448e-09,-2.363066543595556e-11,0,0,0,1,0,0,0,0,0,0,0,0,0,-0.006674276808634549,-0.0024788244216535625,0,0,0.13497745149901075,0,5.594315770774142e-17,8.741117365843378e-19,0.12739920871690216,0,1.1443928552055932e-16,1.7557716067391705e-18,0,0,2.237726045655905e-16,1.1103098421077631e-16,-0.25689702216187527,0.0007895495186162832,1.5700924586837752e-16,1.77794293853634e-18,8.673617379884037e-19,0,1.2412670766236366e-16,1.7347234767846007e-18,-0.009999999999999995,-6.931842968425947e-20,1.1894447277911104e-16,1.73474210874365e-18,-0.010000000000000016,-2.7098685966992643e-13,1.1852208406721605e-16,1.939492841764916e-18,6.270180433540719e-09,2.6941435302560474e-07,7.850376952916617e-17,1.9395051223479713e-18,6.49762208195833e-16,0,-0.6092034160907307,-0.1902441090031948,0.001333513785689161,-6.061788431050454,-1.812497432696452,-15.269627744525069,-3.861711714070967,-1.1546662512057075,-11.136861146025293,-8.928877693963152e-13,-2.068468018753165e-12,-0.02451491966343577,0.1626339005151628,0.37916055958336936,0.006239387217894509,2.2199626289483066e-10,5.127673556473396e-10,0.00013360912620734915,-0.13547260268927078,-0.3142964415163032,-5.805812020883649,2.0672586464349665e-06,70.46339218580017
  $ drawbar info bad.mcap | steady
  recording bad.mcap: N MB, N s of wall time, complete
    made by drawbar BUILD, started TIME
    numerics NUMERICS
  scene six_axis_arm (egg_drift.json), from branch 0, 40 ms in 20 substeps
  exercise egg_drift.json, from branch 0
  branches: 1
    0: start; 500 frames, 0 to 500
  inputs of the server: 48
  poses 500, telemetry 501, snapshots 20, events 1
    1.04 s  drift: axis_1.position[0] bias value=0.15 ramp=60
  $ drawbar info bad.mcap --hashes hashes.csv > info.txt; head -3 hashes.csv; tail -2 hashes.csv
  frame,hash
  0,abebb610781a1a32
  1,1643d24c740b8ab6
  499,063b526345360027
  500,1fdbdace42e627e9
  $ drawbar verify bad.mcap | steady
  bad.mcap: 500 frames on 1 branch of six_axis_arm, exercise egg_drift, 48 inputs, 20 snapshots: every frame the same to the last bit
  20.0 s of simulation in N s
  $ drawbar verify --json bad.mcap
  {"recording": "bad.mcap", "scene": "six_axis_arm", "frames": 500, "branches": 1, "inputs": 48, "snapshots": 20, "simulated": 20, "complete": true}
  $ drawbar score bad.mcap
  bad.mcap: egg_drift in six_axis_arm, branch 0, attempt 1
    egg                                 0           0.00 lost
    place                          607.72 mm       50.00 lost  at 20.00-20.00
    grip                          1.99793 mm        0.00 lost
    gentleness                   0.485862 m/s^3     0.00 lost
    time                               20 s         0.00 lost
    score 50.00, not passed, broken off after 20.00 s
  $ sed 's/"egg_drift"/"harder"/' egg_drift.json > harder.json; drawbar score --exercise harder.json bad.mcap | head -1
  bad.mcap: harder in six_axis_arm, branch 0, attempt 1
  $ drawbar simulate ../six_axis_arm.json --duration 0.4 --record plain.mcap > plain.csv; drawbar score plain.mcap; drawbar score --exercise harder.json plain.mcap | head -1
  plain.mcap: the recording holds no exercise; allowed: one that does; `drawbar score --exercise FILE` judges others
  plain.mcap: branch 0 of scene six_axis_arm not judged: harder.json: in the recorded scene: triggers[4].when.of[0].zone: no body is called "nest"; allowed: floor, pedestal, tables, column, upper_arm, forearm, forearm_roll, wrist, hand, jaw_left, jaw_right, pad, ...
  $ drawbar score --json bad.mcap | steady
  {"recording": "bad.mcap", "exercise": "egg_drift", "scene": "six_axis_arm", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 20, "score": 50, "passed": false, "criteria": [{"name": "egg", "figure": 0, "unit": "", "lost": 0, "moments": []}, {"name": "place", "figure": 607.7204620923768, "unit": "mm", "lost": 50, "moments": [[20, 20]]}, {"name": "grip", "figure": 1.9979333735245033, "unit": "mm", "lost": 0, "moments": []}, {"name": "gentleness", "figure": 0.48586243141344204, "unit": "m/s^3", "lost": 0, "moments": []}, {"name": "time", "figure": 20, "unit": "s", "lost": 0, "moments": []}]}
  $ drawbar export bad.mcap --columns 'axis_1*' | head -4
  time,axis_1.position[0],axis_1.velocity[0],axis_1.error,axis_1.angle_error,axis_1.reaction.x,axis_1.reaction.y,axis_1.reaction.z,axis_1.reaction_torque.x,axis_1.reaction_torque.y,axis_1.reaction_torque.z
  0,0,0,0,0,0,0,0,0,0,0
  0.04,0,0,0,0,2.427990946638482,-3.7334139748005515e-13,158.9290340650483,-0.02415985192690429,-10.125569047557967,0.0006285296279009329
  0.08,0,0,0,0,-1.6430977465205174,-2.0494155045878827e-13,160.92240806312802,-0.02575410812109368,-13.089088815996458,-0.00011446228297458325
  $ drawbar export bad.mcap --columns 'axis_1*' --as-recorded | head -4
  time,axis_1.position[0],axis_1.velocity[0],axis_1.error,axis_1.angle_error
  0.04,0,0,0,0
  0.08,0,0,0,0
  0.12,0,0,0,0
  $ drawbar simulate egg_drift.json --duration 20 --controls egg_drift.bad.csv --record bad.mcap
  --record bad.mcap: exists already; --force overwrites it
  [3]
  $ drawbar simulate egg_drift.json --duration 20 --controls egg_drift.good.csv --record good.mcap --output good.csv
  $ drawbar score good.mcap
  good.mcap: egg_drift in six_axis_arm, branch 0, attempt 1
    egg                                 0           0.00 lost
    place                          594.72 mm       50.00 lost  at 20.00-20.00
    grip                          1.99793 mm        0.00 lost
    gentleness                   0.369087 m/s^3     0.00 lost
    time                               20 s         0.00 lost
    score 50.00, not passed, broken off after 20.00 s

Side by side with the better one.

  $ drawbar report bad.mcap --output bad.html --json bad.report.json --reference good.mcap
  $ steady bad.report.json
  {"attempt": {"recording": "bad.mcap", "outcome": "broken_off", "time": 20, "score": {"exercise": "egg_drift", "scene": "six_axis_arm", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 20, "score": 50, "passed": false, "criteria": [{"name": "egg", "figure": 0, "unit": "", "lost": 0, "moments": []}, {"name": "place", "figure": 607.7204620923768, "unit": "mm", "lost": 50, "moments": [[20, 20]]}, {"name": "grip", "figure": 1.9979333735245033, "unit": "mm", "lost": 0, "moments": []}, {"name": "gentleness", "figure": 0.48586243141344204, "unit": "m/s^3", "lost": 0, "moments": []}, {"name": "time", "figure": 20, "unit": "s", "lost": 0, "moments": []}]}, "gained": null, "events": [{"time": 1.04, "text": "drift: axis_1.position[0] bias value=0.15 ramp=60", "text_ru": ""}]}, "attempts": [{"recording": "bad.mcap", "outcome": "broken_off", "time": 20, "score": {"exercise": "egg_drift", "scene": "six_axis_arm", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 20, "score": 50, "passed": false, "criteria": [{"name": "egg", "figure": 0, "unit": "", "lost": 0, "moments": []}, {"name": "place", "figure": 607.7204620923768, "unit": "mm", "lost": 50, "moments": [[20, 20]]}, {"name": "grip", "figure": 1.9979333735245033, "unit": "mm", "lost": 0, "moments": []}, {"name": "gentleness", "figure": 0.48586243141344204, "unit": "m/s^3", "lost": 0, "moments": []}, {"name": "time", "figure": 20, "unit": "s", "lost": 0, "moments": []}]}, "gained": null, "events": [{"time": 1.04, "text": "drift: axis_1.position[0] bias value=0.15 ramp=60", "text_ru": ""}]}], "reference": {"recording": "good.mcap", "outcome": "broken_off", "time": 20, "score": {"exercise": "egg_drift", "scene": "six_axis_arm", "branch": 0, "attempt": 1, "trainee": "", "build": "BUILD", "variant": "", "outcome": "broken_off", "time": 20, "score": 50, "passed": false, "criteria": [{"name": "egg", "figure": 0, "unit": "", "lost": 0, "moments": []}, {"name": "place", "figure": 594.7198812594439, "unit": "mm", "lost": 50, "moments": [[20, 20]]}, {"name": "grip", "figure": 1.9979337729987625, "unit": "mm", "lost": 0, "moments": []}, {"name": "gentleness", "figure": 0.36908665080792025, "unit": "m/s^3", "lost": 0, "moments": []}, {"name": "time", "figure": 20, "unit": "s", "lost": 0, "moments": []}]}, "gained": null, "events": [{"time": 1.04, "text": "drift: axis_1.position[0] bias value=0.15 ramp=60", "text_ru": ""}]}}
  $ page bad.html
   The egg and a drifting encoder 
   English Русский 
   The egg and a drifting encoder Яйцо и уходящий датчик угла 
   Attempt 1 Попытка 1 : The egg and a drifting encoder Яйцо и уходящий датчик угла 
   50.0 / 100 — not passed не зачтено 
   Pick up the egg, carry it to the middle of the nest on the other table and set it down whole. Do not trust the angles shown: look where the hand is. Возьмите яйцо, перенесите его на середину гнезда на другом столе и поставьте целым. Не доверяйте показанным углам: смотрите, где кисть на самом деле. 
   Outcome Итог broken off не закончено , 20.00 s 
   Pass mark Проходной балл 70 
   Exercise, scene Упражнение, сцена egg_drift, six_axis_arm 
   Attempt, branch Попытка, ветвь 1, 0 
   Recording Запись bad.mcap 
   Score Оценка 
   Criterion Критерий Figure Показатель Points lost Снято баллов When (s) Когда (с) Reference Эталон 
   Egg lost Потеря яйца 0 0.0 0 (0.0) 
   Egg off the middle of the nest Яйцо не в середине гнезда 607.7 mm 50.0 20.00 594.7 mm (50.0) 
   Finger&#39;s spring pressed Сжатие пружины пальца 1.998 mm 0.0 1.998 mm (0.0) 
   Jerk of the egg Рывки яйца 0.4859 m/s^3 0.0 0.3691 m/s^3 (0.0) 
   Time needed Затраченное время 20 s 0.0 20 s (0.0) 
   Score Балл 50.0 50.0 
   Timeline Ход упражнения 
   1.04 s drift: axis_1.position[0] bias value=0.15 ramp=60 drift: axis_1.position[0] bias value=0.15 ramp=60 
   Path over the map (m) Путь на карте (м) 
   -0.02 -0.015 -0.01 -0.005 0 0.42 0.425 0.43 0.435 0.44 0.445 0.45 m &#9473; egg &#9476; egg 
   Speed Скорость 
   0 0.005 0.01 0.015 0.02 0 2 4 6 8 10 12 14 16 18 20 m/s &#9473; egg.speed &#9476; egg.speed 
   Levers Рычаги 
   -40 -30 -20 -10 0 10 20 0 2 4 6 8 10 12 14 16 18 20 &#9473; j1.value &#9476; j1.value &#9473; j2.value &#9476; j2.value &#9473; j3.value &#9476; j3.value &#9473; j4.value &#9476; j4.value &#9473; j5.value &#9476; j5.value &#9473; j6.value &#9476; j6.value +2 
   What was judged, and hitch angles Оценённые величины и углы сцепки 
   0 0.1 0.2 0.3 0.4 0.5 0.6 0 2 4 6 8 10 12 14 16 18 20 m &#9473; from_nest &#9476; from_nest &#9473; finger_spring.position[0] &#9476; finger_spring.position[0] 
   Currents Токи 
   -8 -6 -4 -2 0 0 2 4 6 8 10 12 14 16 18 20 A &#9473; motor_1.current &#9476; motor_1.current &#9473; motor_2.current &#9476; motor_2.current &#9473; motor_3.current &#9476; motor_3.current &#9473; motor_4.current &#9476; motor_4.current &#9473; motor_5.current &#9476; motor_5.current &#9473; motor_6.current &#9476; motor_6.current +2 
  $ grep -o '<svg.*</svg>' bad.html | sha256sum
  90a85e74a0b51ba80267d2fc307e615d6bc5181753295a92b857683ef01d9e6c  -

A shorter one in its place.

  $ drawbar simulate egg_drift.json --duration 1 --controls egg_drift.bad.csv --record bad.mcap --output bad.csv --force
  $ drawbar verify bad.mcap | steady; tail -1 bad.csv | cut -d, -f1
  bad.mcap: 25 frames on 1 branch of six_axis_arm, exercise egg_drift, 4 inputs, 1 snapshots: every frame the same to the last bit
  1.0 s of simulation in N s
  1

Its file by the layout of MCAP alone, every place that it names followed.

  $ mcap bad.mcap | sed -E "/^Metadata /s/', '[^']*'/', 'VALUE'/g; s/of [0-9]+ bytes/of N bytes/"
  Header 'drawbar' library
  Schema 1 drawbar.record.BuildIdentity flatbuffer with data
  Channel 0 schema 1 /drawbar/build flatbuffer []
  Schema 2 drawbar.record.SceneRecord flatbuffer with data
  Channel 1 schema 2 /drawbar/scene flatbuffer []
  Schema 3 drawbar.record.ExerciseRecord flatbuffer with data
  Channel 2 schema 3 /drawbar/exercise flatbuffer []
  Schema 4 drawbar.record.Branch flatbuffer with data
  Channel 3 schema 4 /drawbar/branch flatbuffer []
  Schema 5 drawbar.record.Input flatbuffer with data
  Channel 4 schema 5 /drawbar/input flatbuffer []
  Schema 6 drawbar.record.FrameHash flatbuffer with data
  Channel 5 schema 6 /drawbar/hash flatbuffer []
  Schema 7 drawbar.record.Snapshot flatbuffer with data
  Channel 6 schema 7 /drawbar/snapshot flatbuffer []
  Schema 8 drawbar.stream.Frame flatbuffer with data
  Channel 7 schema 8 /poses flatbuffer []
  Schema 9 drawbar.stream.Telemetry flatbuffer with data
  Channel 8 schema 9 /telemetry flatbuffer []
  Schema 10 drawbar.stream.Event flatbuffer with data
  Channel 9 schema 10 /events flatbuffer []
  Schema 11 foxglove.FrameTransforms flatbuffer with data
  Channel 10 schema 11 /tf flatbuffer []
  Schema 12 foxglove.SceneUpdate flatbuffer with data
  Channel 11 schema 12 /scene flatbuffer []
  Metadata drawbar.build [('compiler', 'VALUE'), ('flags', 'VALUE'), ('numerics', 'VALUE'), ('platform', 'VALUE'), ('program', 'VALUE'), ('revision', 'VALUE'), ('state_layout', 'VALUE')]
  Chunk 0.000000000 to 0.000000000 of N bytes, crc given zstd
  MessageIndex 0 1 messages from 0.000000000 to 0.000000000
  MessageIndex 1 1 messages from 0.000000000 to 0.000000000
  MessageIndex 11 1 messages from 0.000000000 to 0.000000000
  Chunk 0.000000000 to 0.960000000 of N bytes, crc given zstd
  MessageIndex 2 1 messages from 0.000000000 to 0.000000000
  MessageIndex 3 1 messages from 0.040000000 to 0.040000000
  MessageIndex 4 4 messages from 0.680000000 to 0.680000000
  MessageIndex 5 23 messages from 0.080000000 to 0.960000000
  MessageIndex 7 23 messages from 0.080000000 to 0.960000000
  MessageIndex 8 24 messages from 0.040000000 to 0.960000000
  MessageIndex 10 23 messages from 0.080000000 to 0.960000000
  Chunk 1.000000000 to 1.040000000 of N bytes, crc given zstd
  MessageIndex 5 2 messages from 1.000000000 to 1.040000000
  MessageIndex 6 1 messages from 1.040000000 to 1.040000000
  MessageIndex 7 2 messages from 1.000000000 to 1.040000000
  MessageIndex 8 2 messages from 1.000000000 to 1.040000000
  MessageIndex 10 2 messages from 1.000000000 to 1.040000000
  DataEnd crc right
  Schema 1 drawbar.record.BuildIdentity flatbuffer with data
  Schema 2 drawbar.record.SceneRecord flatbuffer with data
  Schema 3 drawbar.record.ExerciseRecord flatbuffer with data
  Schema 4 drawbar.record.Branch flatbuffer with data
  Schema 5 drawbar.record.Input flatbuffer with data
  Schema 6 drawbar.record.FrameHash flatbuffer with data
  Schema 7 drawbar.record.Snapshot flatbuffer with data
  Schema 8 drawbar.stream.Frame flatbuffer with data
  Schema 9 drawbar.stream.Telemetry flatbuffer with data
  Schema 10 drawbar.stream.Event flatbuffer with data
  Schema 11 foxglove.FrameTransforms flatbuffer with data
  Schema 12 foxglove.SceneUpdate flatbuffer with data
  Channel 0 schema 1 /drawbar/build flatbuffer []
  Channel 1 schema 2 /drawbar/scene flatbuffer []
  Channel 2 schema 3 /drawbar/exercise flatbuffer []
  Channel 3 schema 4 /drawbar/branch flatbuffer []
  Channel 4 schema 5 /drawbar/input flatbuffer []
  Channel 5 schema 6 /drawbar/hash flatbuffer []
  Channel 6 schema 7 /drawbar/snapshot flatbuffer []
  Channel 7 schema 8 /poses flatbuffer []
  Channel 8 schema 9 /telemetry flatbuffer []
  Channel 9 schema 10 /events flatbuffer []
  Channel 10 schema 11 /tf flatbuffer []
  Channel 11 schema 12 /scene flatbuffer []
  Statistics ('messages', 111) ('schemas', 12) ('channels', 12) ('attachments', 0) ('metadata', 1) ('chunks', 3) 0.000000000 to 1.040000000 [(0, 1), (1, 1), (2, 1), (3, 1), (4, 4), (5, 25), (6, 1), (7, 25), (8, 26), (10, 25), (11, 1)]
  ChunkIndex 0.000000000 to 0.000000000 chunk right indexes of channels [0, 1, 11] right length right zstd
  ChunkIndex 0.000000000 to 0.960000000 chunk right indexes of channels [2, 3, 4, 5, 7, 8, 10] right length right zstd
  ChunkIndex 1.000000000 to 1.040000000 chunk right indexes of channels [5, 6, 7, 8, 10] right length right zstd
  MetadataIndex right drawbar.build
  SummaryOffset Schema right
  SummaryOffset Channel right
  SummaryOffset Statistics right
  SummaryOffset ChunkIndex right
  SummaryOffset MetadataIndex right
  Footer summary right offsets right crc right
