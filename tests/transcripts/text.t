JSON as people write it: what is read, and what is said of the rest.

  $ try() { printf '%b' "$1" > t.json; drawbar check t.json; }
  $ body='"bodies": [ { "name": "b", "static": true } ]'
  $ try '// of mine\n{ /* two\nlines */ "name": "a", '"$body"', }'
  t.json:3: a comma before }; allowed: no comma after the last entry
  [1]
  $ printf '{ "name": "\\u0041\\u0416\\u20ac\\ud83d\\ude00 \\"x\\" \\\\ \\/ \\t", %s }' "$body" > t.json; drawbar info t.json | head -1
  scene AЖ€😀 "x" \ / 	
  $ printf '{ "name": "\\ud83d", %s }' "$body" > t.json; drawbar check t.json
  t.json:1: half of a surrogate pair in a string; allowed: both halves
  [1]
  $ printf '{ "name": "\\ude00", %s }' "$body" > t.json; drawbar check t.json
  t.json:1: half of a surrogate pair in a string; allowed: both halves
  [1]
  $ printf '{ "name": "\\u00g1", %s }' "$body" > t.json; drawbar check t.json
  t.json:1: an unknown escape in a string; allowed: \" \\ \/ \b \f \n \r \t \uXXXX
  [1]
  $ printf '{ "name": "\\x", %s }' "$body" > t.json; drawbar check t.json
  t.json:1: an unknown escape in a string; allowed: \" \\ \/ \b \f \n \r \t \uXXXX
  [1]
  $ try '{ "name": "a",\n "bodies" [ ] }'
  t.json:2: found '[' after the field name "bodies"; allowed: a colon
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": +1 }'
  t.json:1: found '+'; a number starts with a digit or a minus sign
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": .5 }'
  t.json:1: found '.'; a number starts with a digit or a minus sign
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": 01 }'
  t.json:1: '01' is not a number; allowed: such as -12, 0.5, 1.5e-3
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": 1. }'
  t.json:1: '1.' is not a number; allowed: such as -12, 0.5, 1.5e-3
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": 1e }'
  t.json:1: '1e' is not a number; allowed: such as -12, 0.5, 1.5e-3
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": 1e999 }'
  t.json:1: 1e999 is too large or too small; allowed: a number that a double can hold
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": nan }'
  t.json:1: 'nan' is not a number; allowed: a finite number
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": true }'
  t.json:1: air_density: found true; allowed: a number from 0 to 1000 (kg/m^3)
  [1]
  $ try '{ "name": "a", '"$body"', "air_density": {} }'
  t.json:1: air_density: found an object; allowed: a number from 0 to 1000 (kg/m^3)
  [1]
  $ try '{ "name": a, '"$body"' }'
  t.json:1: found 'a'; allowed: a value (strings need double quotes)
  [1]
  $ try "{ 'name': \"a\" }"
  t.json:1: found '''; allowed: a field name in double quotes
  [1]
  $ try '{ "name": "a", "name": "b", '"$body"' }'
  t.json:1: duplicate field "name", first given in line 1; allowed: once
  [1]
  $ try '{ "name": "a\nb", '"$body"' }'
  t.json:1: a string without its closing quote
  [1]
  $ try '{ "name": "a", '"$body"' } {'
  t.json:1: found '{' after the end of the scene; allowed: nothing more
  [1]
  $ try '[ 1, 2 ]'
  t.json:1: found '['; a scene is one JSON object and starts with {
  [1]
  $ try ''
  t.json:1: the file holds no scene; allowed: one JSON object { ... }
  [1]
  $ try '{ "name": "\\0377", '"$body"' }'
  t.json:1: an unknown escape in a string; allowed: \" \\ \/ \b \f \n \r \t \uXXXX
  [1]
  $ try '/* open'
  t.json:1: this comment has no end; allowed: /* ... */
  [1]
  $ head -c 400 /dev/zero | tr '\0' '[' > deep.json; drawbar check deep.json
  deep.json:1: found '['; a scene is one JSON object and starts with {
  [1]
  $ head -c 5000000 /dev/zero | tr '\0' ' ' > large.json; drawbar check large.json
  large.json: is 5000000 bytes long; allowed: at most 4194304
  [1]

Expressions.

  $ value() { printf '{ "name": "a", "parameters": { "p": 2 }, %s, "air_density": "=%s" }' "$body" "$1" > t.json; drawbar check t.json | grep -v parameters.p; }
  $ value '1 + 2 * 3 ^ 2 / 4 - 5'
  t.json:1: air_density: "=1 + 2 * 3 ^ 2 / 4 - 5" is 0.5
  t.json: good
  $ value '2 ^ 3 ^ 2'
  t.json:1: air_density: "=2 ^ 3 ^ 2" is 512
  t.json: good
  $ value '-p ^ 2'
  t.json:1: air_density: found -4 from "=-p ^ 2"; allowed: a number from 0 to 1000 (kg/m^3)
  [1]
  $ value '(1 + 2) * (p - 3)'
  t.json:1: air_density: found -3 from "=(1 + 2) * (p - 3)"; allowed: a number from 0 to 1000 (kg/m^3)
  [1]
  $ value 'sqrt(2) + sin_deg(30) + cos_deg(60) + tan_deg(45) + abs(-3)'
  t.json:1: air_density: "=sqrt(2) + sin_deg(30) + cos_deg(60) + tan_deg(45) + abs(-3)" is 6.414213562373095
  t.json: good
  $ value 'min(1, 2) + max(3, 4) + floor(2.7) + mod(7, 3) + atan2_deg(1, 2) + asin_deg(0.5) + acos_deg(0.5)'
  t.json:1: air_density: "=min(1, 2) + max(3, 4) + floor(2.7) + mod(7, 3) + atan2_deg(1, 2) + asin_deg(0.5) + acos_deg(0.5)" is 124.56505117707799
  t.json: good
  $ value 'ceil(1.2) + round(2.5) + sign(-3)'
  t.json:1: air_density: "=ceil(1.2) + round(2.5) + sign(-3)": no function is called "ceil"; allowed: abs, acos_deg, asin_deg, atan2_deg, cos_deg, floor, max, min, mod, sin_deg, sqrt, tan_deg
  [1]
  $ value '1 +'
  t.json:1: air_density: "=1 +": ends too early; allowed: a number, a name, a minus sign or (
  [1]
  $ value '(1 + 2'
  t.json:1: air_density: "=(1 + 2": ends too early; allowed: + - * / ^ or )
  [1]
  $ value '1 2'
  t.json:1: air_density: "=1 2": found "2"; allowed: + - * / ^ or the end
  [1]
  $ value 'q + 1'
  t.json:1: air_density: "=q + 1": no parameter is called "q"; did you mean "p"?; allowed: p
  [1]
  $ value 'sqrt(1, 2)'
  t.json:1: air_density: "=sqrt(1, 2)": found ","; allowed: ), sqrt takes 1 value
  [1]
  $ value 'sine(1)'
  t.json:1: air_density: "=sine(1)": no function is called "sine"; allowed: abs, acos_deg, asin_deg, atan2_deg, cos_deg, floor, max, min, mod, sin_deg, sqrt, tan_deg
  [1]
  $ value '1 / 0'
  t.json:1: air_density: "=1 / 0": division by 0
  [1]
  $ value 'sqrt(-1)'
  t.json:1: air_density: "=sqrt(-1)": the square root of -1; allowed: 0 or more
  [1]
  $ value 'asin_deg(2)'
  t.json:1: air_density: "=asin_deg(2)": the arc sine of 2; allowed: -1 to 1
  [1]
  $ value 'mod(1, 0)'
  t.json:1: air_density: "=mod(1, 0)": mod by 0; allowed: any other number
  [1]
  $ value '01'
  t.json:1: air_density: "=01" is 1
  t.json: good
  $ value '1.'
  t.json:1: air_density: "=1." is 1
  t.json: good
  $ value ''
  t.json:1: air_density: "=": ends too early; allowed: a number, a name, a minus sign or (
  [1]

Files in files.

  $ cat > part.json <<'END'
  > { "name": "part", "parameters": { "size": 1 },
  >   "bodies": [ { "name": "block", "mass": "=size", "inertia": [1, 1, 1] } ],
  >   "joints": [ { "name": "hinge", "type": "revolute", "parent": "world", "child": "block", "position": [0, 0, 0], "axis": [0, 0, 1] } ],
  >   "console": { "task": "Turn it." } }
  > END
  $ put() { printf '{ "name": "whole", "includes": [ %s ] }' "$1" > whole.json; drawbar check whole.json; }
  $ put '{ "file": "part.json", "name": "left", "position": [1, 0, 0] }, { "file": "part.json", "name": "right", "parameters": { "size": 3 } }'
  part.json:1: parameters.size: 1 ("left" included in whole.json:1)
  part.json:2: bodies[0].mass: "=size" is 1 to 3 (2 times; each: --all)
  part.json:1: parameters.size: 3 (given in whole.json:1, "right" included in whole.json:1)
  whole.json: good
  $ drawbar info whole.json
  scene whole
    gravity [0, 0, -9.81] m/s^2, frame 40 ms of 8 substeps (at least 4), sequential_impulses
    normalised: 896 bytes
  bodies: 2, 4 kg
    left/block: 1 kg, inertia [1, 1, 1] kg m^2, no shapes
    right/block: 3 kg, inertia [1, 1, 1] kg m^2, no shapes
  joints: 2
    left/hinge: revolute, world to left/block
    right/hinge: revolute, world to right/block
  $ put '{ "file": "part.json" }, { "file": "part.json" }'
  part.json:2: bodies[0].name: duplicate name "block", also bodies[0].name; allowed: everything has a name of its own (included in whole.json:1)
  part.json:3: joints[0].name: duplicate name "hinge", also joints[0].name; allowed: everything has a name of its own (included in whole.json:1)
  [1]
  $ put '{ "file": "nosuch.json" }'
  whole.json:1: includes[0].file: "nosuch.json" does not exist; allowed: a path inside the scene's folder
  [1]
  $ put '{ "file": "whole.json" }'
  whole.json:1: includes[0].file: includes itself: whole.json, whole.json; allowed: no circles (included in whole.json:1)
  [1]
  $ put '{ "file": "../part.json" }'
  whole.json:1: includes[0].file: "../part.json" leads outside the scene's folder; allowed: a path inside the scene's folder
  [1]
  $ put '{ "file": "/etc/passwd" }'
  whole.json:1: includes[0].file: "/etc/passwd" is not a relative path; allowed: a path inside the scene's folder
  [1]
  $ put '{ "file": "part.json", "parameters": { "width": 3 } }'
  whole.json:1: includes[0].parameters.width: no parameter is called "width"; allowed: size (included in whole.json:1)
  [1]
  $ put '{ "file": "part.json", "parameters": { "size": -3 } }'
  part.json:2: bodies[0].mass: found -3 from "=size"; allowed: a number above 0 (kg) (included in whole.json:1)
  [1]
  $ put '{ "file": "part.json", "count": 0 }'
  whole.json:1: includes[0].count: found 0; allowed: a whole number from 1 to 1000
  [1]
  $ put '{ "file": "part.json", "count": 2 }'
  whole.json:1: includes[0].count: given without name; allowed with: name
  [1]
  $ put '{ "file": "part.json", "name": "n", "count": 2, "position": ["=number", 0, 0], "orientation": [0, 0, 0, 0] }'
  whole.json:1: includes[0].orientation: is not a unit quaternion, its norm is 0; allowed: [w, x, y, z] of norm 1
  [1]
  $ put '{ "file": "part.json", "name": "n", "relative_to": "nobody" }'
  whole.json:1: includes[0].relative_to: no body or joint of this file is called "nobody"; allowed: world, n/block, n/hinge
  [1]
  $ put '{ "name": "n" }'
  whole.json:1: includes[0]: the field "file" is missing; allowed: a string in double quotes
  [1]
  $ put '7'
  whole.json:1: includes[0]: found 7; allowed: an object { ... }
  [1]
