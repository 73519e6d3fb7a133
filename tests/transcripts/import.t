Foreign models: the scenes that they give, and what is left out.

  $ models=$SOURCE/tests/import/models
  $ drawbar import "$models/arm.urdf" --output arm.json
  SOURCE/tests/import/models/arm.urdf:5: the root link post is fixed to the world; --base free lets it move
  SOURCE/tests/import/models/arm.urdf:26: link tool has no mass and is fixed to lower: it becomes a part of that
  arm.json: bodies 5, joints 4, driven 3; warnings 2
  $ cat arm.json
  // Imported from URDF arm by drawbar import
  {
    "name": "arm",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "post", "static": true, "mass": 10, "center_of_mass": [0, 0, 0.2], "inertia": [0.2, 0.2, 0.05, 0, 0, 0],
        "position": [0, 0, 0], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "cylinder", "radius": 0.08, "length": 0.4, "position": [0, 0, 0.2], "material": "surface1" } ] },
      { "name": "upper", "mass": 3, "center_of_mass": [0, 0, 0.25],
        "inertia": [0.06670320675897541, 0.06564342876979172, 0.012653364471232883, 0.0033298214277866986, -0.01149627203050744, 0.00489953427848254],
        "position": [0, 0, 0.4], "orientation": [0.9689124217106448, 0, 0, 0.24740395925452296], "group": "links",
        "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.08, 0.08, 0.5], "position": [0, 0, 0.25], "material": "surface1", "color": "#cc331a" } ] },
      { "name": "lower", "mass": 2, "center_of_mass": [0, 0, 0.2], "inertia": [0.03, 0.03, 0.004, 0, 0, 0],
        "position": [0, 0, 0.9], "orientation": [0.9689124217106448, 0, 0, 0.24740395925452296], "group": "links",
        "passes_through": ["links"],
        "shapes": [
          { "type": "cylinder", "radius": 0.03, "length": 0.4, "position": [0, 0, 0.2], "material": "surface1" } ] },
      { "name": "finger_left", "mass": 0.2, "center_of_mass": [0, 0, 0], "inertia": [2e-04, 2e-04, 1e-04, 0, 0, 0],
        "position": [-0.014382766158126092, 0.02632747685671118, 1.34],
        "orientation": [0.9689124217106448, 0, 0, 0.24740395925452296], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.02, 0.02, 0.08], "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "finger_right", "mass": 0.2, "center_of_mass": [0, 0, 0], "inertia": [2e-04, 2e-04, 1e-04, 0, 0, 0],
        "position": [0.016779893851147108, -0.030715389666163044, 1.34],
        "orientation": [0.9689124217106448, 0, 0, 0.24740395925452296], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.02, 0.02, 0.08], "position": [0, 0, 0], "material": "surface1" } ] }
    ],
    "joints": [
      { "name": "shoulder", "type": "revolute", "parent": "post", "child": "upper", "position": [0, 0, 0.4],
        "axis": [-0.4794255386042031, 0.8775825618903726, 0], "limits_deg": [[-114.59155902616465, 85.94366926962348]],
        "friction": { "coulomb": 0.5, "viscous": 3 } },
      { "name": "elbow", "type": "revolute", "parent": "upper", "child": "lower", "position": [0, 0, 0.9],
        "axis": [-0.3835404308833625, 0.7020660495122982, 0.6], "friction": { "viscous": 1 } },
      { "name": "grip", "type": "prismatic", "parent": "lower", "child": "finger_left",
        "position": [-0.014382766158126092, 0.02632747685671118, 1.34],
        "axis": [-0.4794255386042031, 0.8775825618903726, 0], "limits": [[-0.02, 0.03]], "friction": { "viscous": 20 } },
      { "name": "grip_mimic", "type": "prismatic", "parent": "lower", "child": "finger_right",
        "position": [0.014382766158126092, -0.02632747685671118, 1.34],
        "axis": [0.4794255386042031, -0.8775825618903726, 0], "limits": [[-0.025, 0.024999999999999998]] }
    ],
    "couplings": [
      { "name": "grip_mimic_mimic", "type": "gear", "joints": ["grip_mimic", "grip"], "ratio": -1 }
    ],
    "drives": [
      { "name": "shoulder_motor", "type": "dc_motor", "joint": "shoulder", "control": "shoulder_command", "mode": "position",
        "supply_voltage": 48, "resistance": 3.6, "torque_constant": 0.12, "current_limit": 6.66667, "gear": { "ratio": 100 },
        "speed_limit": 2, "controller": { "speed_proportional": 9.7019, "speed_integral": 194.038 } },
      { "name": "elbow_motor", "type": "dc_motor", "joint": "elbow", "control": "elbow_command", "mode": "speed",
        "supply_voltage": 48, "resistance": 4.8, "torque_constant": 0.12, "current_limit": 5, "gear": { "ratio": 66.6667 },
        "speed_limit": 3, "controller": { "speed_proportional": 4, "speed_integral": 80 } },
      { "name": "grip_motor", "type": "dc_motor", "joint": "grip", "control": "grip_command", "mode": "position",
        "supply_voltage": 48, "resistance": 288, "torque_constant": 0.12, "current_limit": 0.0833333,
        "gear": { "ratio": 2000 }, "speed_limit": 0.1, "controller": { "speed_proportional": 120, "speed_integral": 2400 } }
    ],
    "controls": [
      { "name": "shoulder_command", "neutral": 0.14285714285714285, "on_silence": "hold" },
      { "name": "elbow_command" },
      { "name": "grip_command", "neutral": -0.19999999999999996, "on_silence": "hold" }
    ],
    "camera": { "position": [1.61109, -2.01456, 1.87742], "target": [0.00119856, -0.00219396, 0.67] }
  }
  $ drawbar import "$models/arm.urdf" --output free.json --base free --passive --start shoulder=0.5
  SOURCE/tests/import/models/arm.urdf:26: link tool has no mass and is fixed to lower: it becomes a part of that
  free.json: bodies 5, joints 4, driven 0; warnings 1
  $ cat free.json
  // Imported from URDF arm by drawbar import
  {
    "name": "arm",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "post", "mass": 10, "center_of_mass": [0, 0, 0.2], "inertia": [0.2, 0.2, 0.05, 0, 0, 0], "position": [0, 0, 0],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "cylinder", "radius": 0.08, "length": 0.4, "position": [0, 0, 0.2], "material": "surface1" } ] },
      { "name": "upper", "mass": 3, "center_of_mass": [0, 0, 0.25],
        "inertia": [0.06670320675897541, 0.06564342876979172, 0.012653364471232883, 0.0033298214277866986, -0.01149627203050744, 0.00489953427848254],
        "position": [0, 0, 0.4],
        "orientation": [0.9387912809451864, -0.06120871905481368, 0.2397127693021015, 0.23971276930210153],
        "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.08, 0.08, 0.5], "position": [0, 0, 0.25], "material": "surface1", "color": "#cc331a" } ] },
      { "name": "lower", "mass": 2, "center_of_mass": [0, 0, 0.2], "inertia": [0.03, 0.03, 0.004, 0, 0, 0],
        "position": [0.2103677462019741, 0.11492442353296513, 0.8387912809451863],
        "orientation": [0.9387912809451864, -0.06120871905481368, 0.2397127693021015, 0.23971276930210153],
        "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "cylinder", "radius": 0.03, "length": 0.4, "position": [0, 0, 0.2], "material": "surface1" } ] },
      { "name": "finger_left", "mass": 0.2, "center_of_mass": [0, 0, 0], "inertia": [2e-04, 2e-04, 1e-04, 0, 0, 0],
        "position": [0.38110859670158526, 0.24238539309868562, 1.2249276081769505],
        "orientation": [0.9387912809451864, -0.06120871905481368, 0.2397127693021015, 0.23971276930210153],
        "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.02, 0.02, 0.08], "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "finger_right", "mass": 0.2, "center_of_mass": [0, 0, 0], "inertia": [2e-04, 2e-04, 1e-04, 0, 0, 0],
        "position": [0.4122712567108584, 0.18534252657581143, 1.2249276081769505],
        "orientation": [0.9387912809451864, -0.06120871905481368, 0.2397127693021015, 0.23971276930210153],
        "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.02, 0.02, 0.08], "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "ground", "static": true, "group": "ground",
        "shapes": [{ "type": "plane", "normal": [0, 0, 1], "position": [0, 0, 0], "material": "surface1" }] }
    ],
    "joints": [
      { "name": "shoulder", "type": "revolute", "parent": "post", "child": "upper", "position": [0, 0, 0.4],
        "axis": [-0.4794255386042031, 0.8775825618903726, 0], "limits_deg": [[-143.2394487827058, 57.29577951308232]],
        "friction": { "coulomb": 0.5, "viscous": 3 } },
      { "name": "elbow", "type": "revolute", "parent": "upper", "child": "lower",
        "position": [0.2103677462019741, 0.11492442353296513, 0.8387912809451863],
        "axis": [-0.13109913544099355, 0.8399753577518564, 0.5265495371342236], "friction": { "viscous": 1 } },
      { "name": "grip", "type": "prismatic", "parent": "lower", "child": "finger_left",
        "position": [0.38110859670158526, 0.24238539309868562, 1.2249276081769505],
        "axis": [-0.4794255386042031, 0.8775825618903726, -2.689272198571193e-17], "limits": [[-0.02, 0.03]],
        "friction": { "viscous": 20 } },
      { "name": "grip_mimic", "type": "prismatic", "parent": "lower", "child": "finger_right",
        "position": [0.4098741290178374, 0.1897304393852633, 1.2249276081769505],
        "axis": [0.4794255386042031, -0.8775825618903726, 2.689272198571193e-17],
        "limits": [[-0.025, 0.024999999999999998]] }
    ],
    "couplings": [
      { "name": "grip_mimic_mimic", "type": "gear", "joints": ["grip_mimic", "grip"], "ratio": -1 }
    ],
    "camera": { "position": [1.78411, -1.85127, 1.79594], "target": [0.206136, 0.121193, 0.612464] }
  }
  $ drawbar import "$models/cart.sdf" --output cart.json
  SOURCE/tests/import/models/cart.sdf:31: plugin diff-drive is not run; joints that it names get motors
  SOURCE/tests/import/models/cart.sdf:28: joint cart/left_axle: the file gives no effort; its motor gets 0.658 N m, chosen by what it moves (2 times)
  SOURCE/tests/import/models/cart.sdf:28: joint cart/left_axle: the file gives no speed; its motor gets 10 rad/s (2 times)
  cart.json: bodies 5, joints 3, driven 2; warnings 3
  $ cat cart.json
  // Imported from SDFormat cart by drawbar import
  {
    "name": "yard",
    "gravity": [0, 0, -9.8],
    "materials": [
      { "name": "surface1", "friction": 1 },
      { "name": "surface2", "friction": 0.8 }
    ],
    "bodies": [
      { "name": "ground/plane", "static": true, "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [1, 1, 1, 0, 0, 0],
        "position": [0, 0, 0], "orientation": [1, 0, 0, 0], "group": "links",
        "shapes": [
          { "type": "plane", "normal": [0, 0, 1], "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "cart/frame", "mass": 5, "center_of_mass": [0, 0, 0.02], "inertia": [0.05, 0.08, 0.1, 0, 0, 0],
        "position": [1, 2, 0.1], "orientation": [0.9689124217106448, 0, 0, 0.24740395925452296], "group": "links2",
        "passes_through": ["links2"],
        "shapes": [
          { "type": "box", "size": [0.4, 0.3, 0.05], "position": [0, 0, 0], "material": "surface1", "color": "#1a4dcc" } ] },
      { "name": "cart/left", "mass": 0.5, "center_of_mass": [0, 0, 0], "inertia": [0.0015, 0.0015, 0.0025, 0, 0, 0],
        "position": [0.8163566360901221, 2.127573958517654, 0.1],
        "orientation": [0.6851245437674769, -0.6851245437674768, -0.17494101728127348, 0.1749410172812735],
        "group": "links2", "passes_through": ["links2"],
        "shapes": [
          { "type": "cylinder", "radius": 0.1, "length": 0.04, "position": [0, 0, 0], "material": "surface2" } ] },
      { "name": "cart/right", "mass": 0.5, "center_of_mass": [0, 0, 0], "inertia": [0.0015, 0.0015, 0.0025, 0, 0, 0],
        "position": [1.0081268515318034, 1.7765409337615052, 0.1],
        "orientation": [0.6851245437674769, -0.6851245437674768, -0.17494101728127348, 0.1749410172812735],
        "group": "links2", "passes_through": ["links2"],
        "shapes": [
          { "type": "cylinder", "radius": 0.1, "length": 0.04, "position": [0, 0, 0], "material": "surface2" } ] },
      { "name": "cart/caster", "mass": 0.2, "center_of_mass": [0, 0, 0], "inertia": [2e-04, 2e-04, 2e-04, 0, 0, 0],
        "position": [1.1316373842835559, 2.0719138307906304, 0.05],
        "orientation": [0.9689124217106448, 0, 0, 0.24740395925452296], "group": "links2", "passes_through": ["links2"],
        "shapes": [
          { "type": "sphere", "radius": 0.05, "position": [0, 0, 0], "material": "surface1" } ] }
    ],
    "joints": [
      { "name": "cart/left_axle", "type": "revolute", "parent": "cart/frame", "child": "cart/left",
        "position": [0.8163566360901221, 2.127573958517654, 0.1],
        "axis": [-0.4794255386042031, 0.8775825618903726, 2.220446049250313e-16] },
      { "name": "cart/right_axle", "type": "revolute", "parent": "cart/frame", "child": "cart/right",
        "position": [1.0081268515318034, 1.7765409337615052, 0.1],
        "axis": [-0.4794255386042031, 0.8775825618903726, 2.220446049250313e-16] },
      { "name": "cart/caster_ball", "type": "spherical", "parent": "cart/frame", "child": "cart/caster",
        "position": [1.1316373842835559, 2.0719138307906304, 0.05] }
    ],
    "drives": [
      { "name": "cart/left_axle_motor", "type": "dc_motor", "joint": "cart/left_axle", "control": "cart/left_axle_command",
        "mode": "speed", "supply_voltage": 48, "resistance": 87.5912, "torque_constant": 0.12, "current_limit": 0.274,
        "gear": { "ratio": 20 }, "speed_limit": 10,
        "controller": { "speed_proportional": 1.82482, "speed_integral": 36.4964 } },
      { "name": "cart/right_axle_motor", "type": "dc_motor", "joint": "cart/right_axle",
        "control": "cart/right_axle_command", "mode": "speed", "supply_voltage": 48, "resistance": 87.5912,
        "torque_constant": 0.12, "current_limit": 0.274, "gear": { "ratio": 20 }, "speed_limit": 10,
        "controller": { "speed_proportional": 1.82482, "speed_integral": 36.4964 } }
    ],
    "controls": [
      { "name": "cart/left_axle_command" },
      { "name": "cart/right_axle_command" }
    ],
    "camera": { "position": [3.46008, -2.55404, 2.22069], "target": [0.565819, 1.06379, 0.05] }
  }
  $ drawbar import "$models/pendulum.xml" --output pendulum.json
  SOURCE/tests/import/models/pendulum.xml:10: body swing has more than one joint: bodies with 1e-06 of its mass stand between them
  SOURCE/tests/import/models/pendulum.xml:23: joint knee: the file gives no speed; its motor gets 2 rad/s
  pendulum.json: bodies 5, joints 4, driven 2; warnings 2
  $ cat pendulum.json
  // Imported from MJCF pendulum by drawbar import
  {
    "name": "pendulum",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "ground", "static": true, "position": [0, 0, 0], "orientation": [1, 0, 0, 0], "group": "links",
        "passes_through": ["links"],
        "shapes": [
          { "type": "plane", "normal": [0, 0, 1], "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "swing", "mass": 0.4413080442999191, "center_of_mass": [0.05, 0, -0.2],
        "inertia": [0.006725195142174507, 0.007140070508649943, 0.0005020646450429927, 0, 0.0016595014659017372, 0],
        "position": [0, 0, 1.5], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "capsule", "radius": 0.02, "length": 0.4123105625617661, "position": [0.05, 0, -0.2], "orientation": [0.992507556682903, 0, -0.12218326369570447, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "swing_between1", "mass": 4.413080442999191e-07, "center_of_mass": [0.05, 0, -0.2],
        "inertia": [6.725195142174507e-09, 7.1400705086499425e-09, 5.020646450429927e-10, 0, 1.6595014659017372e-09, 0],
        "position": [0, 0, 1.5], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "tip", "mass": 0.9047786842338603, "center_of_mass": [0, 0, 0],
        "inertia": [0.0013028813052967587, 0.0013028813052967587, 0.0013028813052967587, 0, 0, 0],
        "position": [0.1, 0, 1.1], "orientation": [1, 0, 0, 0], "group": "links2", "passes_through": ["links2"],
        "shapes": [
          { "type": "sphere", "radius": 0.06, "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "weight", "mass": 0.48, "center_of_mass": [0, 0, 0],
        "inertia": [0.000656, 0.000544, 0.00039999999999999996, 0, 0, 0], "position": [0.1, 0, 0.9000000000000001],
        "orientation": [1, 0, 0, 0], "group": "links2", "passes_through": ["links2"],
        "shapes": [
          { "type": "box", "size": [0.06, 0.08, 0.1], "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] }
    ],
    "joints": [
      { "name": "pitch", "type": "revolute", "parent": "ground", "child": "swing_between1", "position": [0, 0, 1.5],
        "axis": [0, 1, 0], "limits_deg": [[-119.99999999999999, 119.99999999999999]], "friction": { "viscous": 0.4 } },
      { "name": "roll", "type": "revolute", "parent": "swing_between1", "child": "swing", "position": [0, 0, 1.5],
        "axis": [1, 0, 0], "limits_deg": [[-59.99999999999999, 59.99999999999999]], "friction": { "viscous": 0.4 } },
      { "name": "knee", "type": "revolute", "parent": "swing", "child": "tip", "position": [0.1, 0, 1.1], "axis": [0, 1, 0],
        "limits_deg": [[-90, 90]], "friction": { "viscous": 0.4 }, "spring": { "stiffness": 2, "rest_deg": -10 } },
      { "name": "weight_weld", "type": "fixed", "parent": "tip", "child": "weight", "position": [0.1, 0, 0.9000000000000001] }
    ],
    "drives": [
      { "name": "pitch_motor", "type": "dc_motor", "joint": "pitch", "control": "push_command", "mode": "current",
        "supply_voltage": 48, "resistance": 11.52, "torque_constant": 0.12, "current_limit": 2.08333, "gear": { "ratio": 20 } },
      { "name": "knee_motor", "type": "dc_motor", "joint": "knee", "control": "bend_command", "mode": "position",
        "supply_voltage": 48, "resistance": 36, "torque_constant": 0.12, "current_limit": 0.666667, "gear": { "ratio": 100 },
        "speed_limit": 2, "controller": { "speed_proportional": 6, "speed_integral": 120 } }
    ],
    "controls": [
      { "name": "push_command" },
      { "name": "bend_command", "on_silence": "hold" }
    ],
    "camera": { "position": [1.854, -2.25499, 2.103], "target": [0.05, 0, 0.75] }
  }
  $ drawbar import "$models/tetrahedron.gltf" --output tetrahedron.json
  SOURCE/tests/import/models/tetrahedron.gltf: link stone has no moments of inertia: they become those of its shapes of its mass, [0.225, 0.225, 0.225] kg m^2 on the diagonal
  tetrahedron.json: bodies 1, joints 0, driven 0; warnings 1
  $ cat tetrahedron.json
  // Imported from glTF tetrahedron by drawbar import
  {
    "name": "tetrahedron",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "stone", "mass": 3, "center_of_mass": [0, 0, 0],
        "inertia": [0.22500000000000003, 0.22500000000000003, 0.22500000000000003, -0.0375, 0.0375, -0.0375],
        "position": [0, 0, 2], "orientation": [1, 0, 0, 0],
        "shapes": [
          { "type": "convex", "points": [[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0]], "position": [0, 0, 0], "material": "surface1", "color": "#ff0000", "visual": "tetrahedron_files/stone.glb" } ] }
    ],
    "camera": { "position": [0.6, -0.75, 2.45], "target": [0, 0, 2] }
  }
  $ ls
  arm.json
  cart.json
  free.json
  pendulum.json
  tetrahedron.json
  tetrahedron_files
  $ for scene in *.json; do drawbar check $scene; drawbar simulate $scene --duration 1 --columns bodies | tail -1; done
  arm.json: good
  1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0.4,0.9689124217106447,0,0,0.247403959254523,0,0,0,0,0,0,0,9.4039548065783e-38,0.8999999999999999,0.9689124217106447,7.646765871329682e-22,-2.994716196527147e-21,0.247403959254523,-2.256949153578792e-36,-7.52316384526264e-37,0,-1.832046306827557e-20,3.353538270256486e-20,2.866002370505804e-20,-0.014382766158126092,0.02632747685671118,1.34,0.9689124217106447,7.646765871329682e-22,-2.994716196527147e-21,0.247403959254523,-6.6982128846289525e-18,1.2294273935432332e-17,-7.662635043254617e-52,-1.832046306827557e-20,3.353538270256486e-20,2.866002370505804e-20,0.016779893851147108,-0.030715389666163044,1.34,0.9689124217106447,7.646765871329682e-22,-2.994716196527147e-21,0.247403959254523,6.727849778981398e-18,-1.2278083225992656e-17,-9.403954806578224e-38,-1.832046306827557e-20,3.353538270256486e-20,2.866002370505804e-20
  cart.json: good
  1,0,0,0,1,0,0,0,0,0,0,0,0,0,1.0000043371351643,2.0000023688970754,0.09999900075306047,0.9689124221141535,-1.749279342616871e-10,6.21590071994454e-10,0.24740395767425483,-2.8747736845043796e-06,-1.5068455830728647e-06,-2.147773817926076e-12,-4.741522983507395e-10,1.946752479592923e-10,5.586859668862831e-07,0.8163609736414252,2.1275763280137636,0.09999900087588688,0.6851212066388761,-0.6851278812173968,-0.1749279462929597,0.17495408597108653,-2.946047465202974e-06,-1.609444553168555e-06,-2.6886442418584957e-11,1.604896617247566e-05,-2.937810900737615e-05,5.586859679378366e-07,1.0081311879380577,1.7765433026320692,0.09999900088845168,0.6851212077913894,-0.6851278800650558,-0.1749279508062334,0.17495408145785613,-2.7499302400085823e-06,-1.5023052255742454e-06,1.0222375934375538e-10,1.4970321447756954e-05,-2.740366306738087e-05,5.586859678671642e-07,1.1316417215974008,2.0719161992259836,0.049999000559397204,0.9689124215489511,-4.510074616337196e-06,1.7698538266613375e-05,0.24740395921360797,-2.914960666096617e-06,-1.4333253312712079e-06,-6.18724222124816e-11,2.866673672240788e-05,-5.829926325254055e-05,2.80579663777987e-20
  free.json: good
  1,0.004114585997591971,0.005177539948294958,0.021385295001668247,0.9900715556144759,-0.09621708023379381,0.09454961505272734,-0.03950896768831958,-0.0008619863241719041,0.001885393915948351,0.002387037538360505,-0.08817868724282063,-0.04031629418473252,7.148277662182693e-07,0.0820444435754509,0.07839852924253751,0.406827410013187,0.6303845696357938,-0.1919689071040662,0.7450015473293907,0.1036143211490528,-0.01640163636455802,0.035873229332186375,-0.000927650112343156,-0.08817868724282063,-0.04031629418473252,7.148277662182693e-07,0.5317911953746419,0.2766055957120694,0.3149480431940952,0.3973561944480792,-0.07065562278127732,0.8994406328912529,0.16769730351831197,-0.012697542466287137,0.027771748872843244,-0.0002731666817129025,-0.08817913664254869,-0.040318388522878675,1.1076235275147831e-06,0.8332710770123338,0.44338341567103917,0.041095820749890676,0.39735619444807924,-0.07065562278127699,0.8994406328912528,0.16769730351831205,-0.0016564468909651565,0.003624030256280067,-0.0028243078571213442,-0.08817913664254869,-0.040318388522878675,1.1076235275147831e-06,0.8397803820334999,0.42003914580282686,0.034957904778538725,0.39735619444807924,-0.07065562278127699,0.8994406328912528,0.16769730351831205,-0.0014089551827612193,0.003082819371584825,-0.0005033808633699869,-0.08817913664254869,-0.040318388522878675,1.1076235275147831e-06,0,0,0,1,0,0,0,0,0,0,0,0,0
  pendulum.json: good
  1,0,0,0,1,0,0,0,0,0,0,0,0,0,-7.35825116116029e-12,0,1.5000000000065083,0.9918506296769856,0,0.12740615530407948,0,-1.3877787807814457e-17,0,-2.710505431213761e-17,0,-0.5469303596429528,0,-7.358200854179486e-12,0,1.5000000000065083,0.9918506296769856,0,0.12740615530407973,0,-2.7755575615628914e-17,0,2.168404344971009e-19,0,-0.5469303596429528,0,-0.004340765979656358,0,1.0877122876676188,0.9918993325527864,0,0.12702643064077954,0,0.2254926667858791,0,-0.002374096694354922,0,-0.5489031538313219,0,-0.05473973868570498,0,0.8941665733057659,0.9918993325527864,0,0.12702643064077954,0,0.33173051980963636,0,-0.030038251762563726,0,-0.5489031538313219,0
  tetrahedron.json: good
  1,0,0,-2.9050000000000975,1,0,0,0,0,0,-9.810000000000278,0,0,0
  $ drawbar import "$models/arm.urdf" --output again.json --start elbow_joint_that_is_not=1
  --start elbow_joint_that_is_not: the model has no joint of this name with one axis
  [2]
  $ drawbar import "$models/arm.urdf" --output again.json --start grip_mimic=0.01
  --start grip_mimic: the joint follows grip by a mimic or an equality; allowed: --start of that one
  [2]
  $ drawbar import "$models/arm.urdf" --output arm.json
  arm.json: exists; allowed: another name, or --force to overwrite it
  [3]
  $ drawbar import "$models/arm.urdf" --output arm.json --force
  SOURCE/tests/import/models/arm.urdf:5: the root link post is fixed to the world; --base free lets it move
  SOURCE/tests/import/models/arm.urdf:26: link tool has no mass and is fixed to lower: it becomes a part of that
  arm.json: bodies 5, joints 4, driven 3; warnings 2
  $ drawbar import nosuch.urdf --output x.json
  nosuch.urdf: is not a file
  [1]
  $ drawbar import arm.json --output x.json
  arm.json:1: is not well-formed XML (XML_ERROR_PARSING_TEXT); allowed: an XML file
  [1]
  $ printf '<robot name="r"><link name="a"/></robot>' > massless.urdf; drawbar import massless.urdf --output x.json
  massless.urdf:1: the root link a is fixed to the world; --base free lets it move
  x.json: bodies 1, joints 0, driven 0; warnings 1
  $ printf '<robot name="r"><link name="a">' > cut.urdf; drawbar import cut.urdf --output x.json
  cut.urdf:1: is not well-formed XML (XML_ERROR_MISMATCHED_ELEMENT); allowed: an XML file
  [1]
  $ cp "$(command -v drawbar)" lone; ./lone import "$models/arm.urdf" --output x.json 2>error; echo "[$?]"; sed 's,^.*/libexec/,PREFIX/libexec/,' error
  [3]
  PREFIX/libexec/drawbar/drawbar-import, which drawbar import needs: No such file or directory
  $ for wrong in '--package arm' '--package =parts' '--start elbow' '--start elbow=fast' '--start =1' '--start elbow=1m' '--base loose'; do drawbar import "$models/arm.urdf" --output x.json $wrong; echo "[$?]"; done
  --package arm: allowed: NAME=DIR
  [2]
  --package =parts: allowed: NAME=DIR
  [2]
  --start elbow: allowed: JOINT=NUMBER (rad or m)
  [2]
  --start elbow=fast: allowed: JOINT=NUMBER (rad or m)
  [2]
  --start =1: allowed: JOINT=NUMBER (rad or m)
  [2]
  --start elbow=1m: allowed: JOINT=NUMBER (rad or m)
  [2]
  --base: loose not in {fixed,free}
  Run with --help for more information.
  [2]
