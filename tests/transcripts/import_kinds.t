Foreign models: every kind of joint, shape and motor, and what has no counterpart.

URDF.

  $ cat > kinds.urdf <<'END'
  > <robot name="kinds">
  >   <material name="wood"><color rgba="0.6 0.4 0.2 1"/><texture filename="oak.png"/></material>
  >   <link name="base"><inertial><mass value="10"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  >     <visual><geometry><box size="1 1 0.2"/></geometry><material name="wood"/></visual>
  >     <collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  >   <link name="puck"><inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
  >     <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  >   <link name="wheel"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.02"/></inertial>
  >     <collision><geometry><cylinder radius="0.2" length="0.05"/></geometry></collision></link>
  >   <link name="kite"><inertial><mass value="0.5"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
  >   <link name="slave"><inertial><mass value="0.5"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
  >   <joint name="table" type="planar"><parent link="base"/><child link="puck"/><origin xyz="0 0 0.2"/><axis xyz="0 0 1"/></joint>
  >   <joint name="spin" type="continuous"><parent link="base"/><child link="wheel"/><origin xyz="1 0 0" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
  >     <limit effort="5" velocity="10"/></joint>
  >   <joint name="fly" type="floating"><parent link="base"/><child link="kite"/><origin xyz="0 0 3"/></joint>
  >   <joint name="follow" type="revolute"><parent link="base"/><child link="slave"/><origin xyz="0 1 0"/><axis xyz="1 0 0"/>
  >     <limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="table"/></joint>
  > </robot>
  > END
  $ drawbar import kinds.urdf --output urdf.json
  kinds.urdf:2: <texture> in <material> has no counterpart in a scene and is left out
  kinds.urdf:3: texture oak.png is left out: the colour is taken
  kinds.urdf:3: the root link base is fixed to the world; --base free lets it move
  kinds.urdf:16: joint follow: its <mimic> of table is left out: both must be different joints with one axis, and the multiplier not 0
  urdf.json: bodies 5, joints 3, driven 2; warnings 4
  $ cat urdf.json
  // Imported from URDF kinds by drawbar import
  {
    "name": "kinds",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "base", "static": true, "mass": 10, "center_of_mass": [0, 0, 0], "inertia": [1, 1, 1, 0, 0, 0],
        "position": [0, 0, 0], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [1, 1, 0.2], "position": [0, 0, 0], "material": "surface1", "color": "#996633" } ] },
      { "name": "kite", "mass": 0.5, "center_of_mass": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
        "position": [0, 0, 3], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "slave", "mass": 0.5, "center_of_mass": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
        "position": [0, 1, 0], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "wheel", "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [0.01, 0.01, 0.02, 0, 0, 0], "position": [1, 0, 0],
        "orientation": [0.7071067811865476, 0.7071067811865475, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "cylinder", "radius": 0.2, "length": 0.05, "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "puck", "mass": 2, "center_of_mass": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "position": [0, 0, 0.2],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "sphere", "radius": 0.1, "position": [0, 0, 0], "material": "surface1" } ] }
    ],
    "joints": [
      { "name": "follow", "type": "revolute", "parent": "base", "child": "slave", "position": [0, 1, 0], "axis": [1, 0, 0],
        "limits_deg": [[-57.29577951308232, 57.29577951308232]] },
      { "name": "spin", "type": "revolute", "parent": "base", "child": "wheel", "position": [1, 0, 0],
        "axis": [0, -1, 2.220446049250313e-16] },
      { "name": "table", "type": "planar", "parent": "base", "child": "puck", "position": [0, 0, 0.2], "axis": [0, -1, 0],
        "axis2": [1, 0, -0] }
    ],
    "drives": [
      { "name": "follow_motor", "type": "dc_motor", "joint": "follow", "control": "follow_command", "mode": "position",
        "supply_voltage": 48, "resistance": 576, "torque_constant": 0.12, "current_limit": 0.0416667, "gear": { "ratio": 200 },
        "speed_limit": 1, "controller": { "speed_proportional": 12, "speed_integral": 240 } },
      { "name": "spin_motor", "type": "dc_motor", "joint": "spin", "control": "spin_command", "mode": "speed",
        "supply_voltage": 48, "resistance": 11.52, "torque_constant": 0.12, "current_limit": 2.08333, "gear": { "ratio": 20 },
        "speed_limit": 10, "controller": { "speed_proportional": 1.92, "speed_integral": 38.4 } }
    ],
    "controls": [
      { "name": "follow_command", "on_silence": "hold" },
      { "name": "spin_command" }
    ],
    "camera": { "position": [4.47995, -4.47494, 4.48496], "target": [0.5, 0.5, 1.5] }
  }
  $ sed 's/<axis xyz="1 0 0"\/>/<axis xyz="0 0 0"\/>/' kinds.urdf > axis.urdf; drawbar import axis.urdf --output x.json
  axis.urdf:16: joint follow has an axis without length
  [1]
  $ sed 's/mass value="2"/mass value="-2"/' kinds.urdf > mass.urdf; drawbar import mass.urdf --output x.json
  mass.urdf:6: <mass value="-2"> is negative; allowed: 0 or more
  [1]
  $ sed 's/<sphere radius="0.1"\/>/<mesh filename="package:\/\/shop\/puck.stl"\/>/' kinds.urdf > mesh.urdf; drawbar import mesh.urdf --output x.json
  mesh.urdf:2: <texture> in <material> has no counterpart in a scene and is left out
  mesh.urdf:3: texture oak.png is left out: the colour is taken
  mesh.urdf:7: mesh file package://shop/puck.stl is not there; its shape is left out (--package NAME=DIR says where it lies)
  mesh.urdf:3: the root link base is fixed to the world; --base free lets it move
  mesh.urdf:16: joint follow: its <mimic> of table is left out: both must be different joints with one axis, and the multiplier not 0
  x.json: bodies 5, joints 3, driven 2; warnings 5

Shapes that are only drawn, beside others that touch.

  $ cat > drawn.urdf <<'END'
  > <robot name="drawn"><link name="base"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  >   <visual><origin xyz="1 0 0"/><geometry><box size="0.2 0.4 0.6"/></geometry><material name="red"><color rgba="1 0 0 1"/></material></visual>
  >   <visual><geometry><sphere radius="0.5"/></geometry></visual>
  >   <visual><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.25" length="2"/></geometry></visual>
  >   <collision><geometry><box size="3 3 3"/></geometry></collision></link></robot>
  > END
  $ drawbar import drawn.urdf --output drawn.json
  drawn.urdf:1: the root link base is fixed to the world; --base free lets it move
  drawn.json: bodies 1, joints 0, driven 0; warnings 1
  $ sed -n '/shapes/,/}/p' drawn.json; ls drawn_files; for file in drawn_files/*; do glb $file; done
        "shapes": [
          { "type": "box", "size": [3, 3, 3], "position": [0, 0, 0], "material": "surface1", "visual": "drawn_files/base.glb" } ] }
  base.glb
  asset 2.0 scene {'nodes': [0, 1, 2]}
  node {"mesh": 0}
  node {"mesh": 1}
  node {"mesh": 2}
  material {"pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.0, 0.0, 1.0], "metallicFactor": 0.0}}
  material {"pbrMetallicRoughness": {"baseColorFactor": [0.6, 0.6, 0.6, 1.0], "metallicFactor": 0.0}}
  material {"pbrMetallicRoughness": {"baseColorFactor": [0.6, 0.6, 0.6, 1.0], "metallicFactor": 0.0}}
  corners 36 from ['0.9', '-0.2', '-0.3'] to ['1.1', '0.2', '0.3'] told ['0.9', '-0.2', '-0.3', '1.1', '0.2', '0.3']
  material 0
  corners 1584 from ['-0.5', '-0.5', '-0.5'] to ['0.5', '0.5', '0.5'] told ['-0.5', '-0.5', '-0.5', '0.5', '0.5', '0.5']
  material 1
  corners 288 from ['-0.25', '-1', '-0.25'] to ['0.25', '1', '0.25'] told ['-0.25', '-1', '-0.25', '0.25', '1', '0.25']
  material 2

SDFormat.

  $ cat > kinds.sdf <<'END'
  > <?xml version="1.0"?>
  > <sdf version="1.9"><model name="kinds">
  >   <link name="base"><inertial><mass>10</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
  >   <link name="cardan"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
  >   <link name="nut"><pose>0 1 0 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
  >   <link name="skew"><pose>0 0 1 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
  >     <collision name="c"><geometry><ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid></geometry></collision></link>
  >   <link name="sledge"><pose>0 0 -1 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
  >     <collision name="c"><geometry><capsule><radius>0.1</radius><length>0.4</length></capsule></geometry></collision></link>
  >   <link name="tooth"><pose>0 0 -2 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>
  >   <joint name="cross" type="universal"><parent>base</parent><child>cardan</child><axis><xyz>0 1 0</xyz></axis><axis2><xyz>0 0 1</xyz></axis2></joint>
  >   <joint name="thread" type="screw"><parent>base</parent><child>nut</child><axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.01</screw_thread_pitch></joint>
  >   <joint name="two" type="revolute2"><parent>base</parent><child>skew</child><axis><xyz>0 1 0</xyz></axis><axis2><xyz>0 0.6 0.8</xyz></axis2></joint>
  >   <joint name="rail" type="prismatic"><parent>base</parent><child>sledge</child><axis><xyz>0 0 1</xyz>
  >     <limit><lower>-0.5</lower><upper>0.5</upper><effort>100</effort><velocity>1</velocity></limit><dynamics><damping>3</damping><friction>2</friction>
  >     <spring_stiffness>40</spring_stiffness><spring_reference>0.1</spring_reference></dynamics></axis></joint>
  >   <joint name="mesh" type="gearbox"><parent>base</parent><child>tooth</child><axis><xyz>1 0 0</xyz></axis></joint>
  > </model></sdf>
  > END
  $ drawbar import kinds.sdf --output sdf.json
  kinds.sdf:13: joint two: its axes are not at right angles; a body with a millionth of the child's mass stands between them
  kinds.sdf:17: joint mesh is left out: a joint of its type has no counterpart
  sdf.json: bodies 8, joints 6, driven 1; warnings 2
  $ cat sdf.json
  // Imported from SDFormat kinds by drawbar import
  {
    "name": "kinds",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "base", "mass": 10, "center_of_mass": [0, 0, 0], "inertia": [1, 1, 1, 0, 0, 0], "position": [0, 0, 0],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "cardan", "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "position": [1, 0, 0],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "nut", "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "position": [0, 1, 0],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "skew", "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "position": [0, 0, 1],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "convex", "points": [[0, 0, -0.3], [0.0258819, 0, -0.2897777], [0.00669873, 0.05, -0.2897777], [-0.00669873, 0.05, -0.2897777], [-0.0258819, 6.339238e-18, -0.2897777], [-0.02241439, -0.0258819, -0.2897777], [-0.00669873, -0.05, -0.2897777], [0.01830127, -0.03660254, -0.2897777], [0.025, 0.08660254, -0.2598076], [3.061617e-18, 0.1, -0.2598076], [-0.025, 0.08660254, -0.2598076], [-0.04829629, 0.0258819, -0.2598076], [-0.025, -0.08660254, -0.2598076], [-9.184851e-18, -0.1, -0.2598076], [0.025, -0.08660254, -0.2598076], [0.04330127, -0.05, -0.2598076], [0.06123724, 0.07071068, -0.212132], [-0.01830127, 0.1366025, -0.212132], [-0.05, 0.1, -0.212132], [-0.05, -0.1, -0.212132], [-1.298934e-17, -0.1414214, -0.212132], [0.02241439, 0.1673033, -0.15], [5.302876e-18, 0.1732051, -0.15], [-0.08365163, -0.04482877, -0.15], [-0.02241439, -0.1673033, -0.15], [0.02241439, -0.1673033, -0.15], [0.04330127, -0.15, -0.15], [0.04829629, 0.1673033, -0.07764571], [-0.04829629, 0.1673033, -0.07764571], [-1.774377e-17, -0.1931852, -0.07764571], [0.09330127, -0.05, -0.07764571], [0.1, 0, 0], [0.05, 0.1732051, 0], [6.123234e-18, 0.2, 0], [-0.05, 0.1732051, 0], [-0.08660254, 0.1, 0], [-0.1, 2.449294e-17, 0], [-0.05, -0.1732051, 0], [-1.83697e-17, -0.2, 0], [0.0258819, -0.1931852, 0], [0.05, -0.1732051, 0], [0.06830127, 0.1366025, 0.07764571], [0.025, 0.1866025, 0.07764571], [-0.025, 0.1866025, 0.07764571], [-0.025, -0.1866025, 0.07764571], [5.302876e-18, 0.1732051, 0.15], [-0.04330127, 0.15, 0.15], [-0.075, -0.08660254, 0.15], [-0.04330127, -0.15, 0.15], [-1.590863e-17, -0.1732051, 0.15], [0.06123724, -0.1224745, 0.15], [0.06830127, 0.03660254, 0.212132], [0.03535534, 0.1224745, 0.212132], [0.01830127, 0.1366025, 0.212132], [-0.01830127, 0.1366025, 0.212132], [-1.298934e-17, -0.1414214, 0.212132], [0.03535534, -0.1224745, 0.212132], [0.025, 0.08660254, 0.2598076], [3.061617e-18, 0.1, 0.2598076], [-0.01294095, 0.09659258, 0.2598076], [-0.025, 0.08660254, 0.2598076], [-0.05, 1.224647e-17, 0.2598076], [-0.03535534, -0.07071068, 0.2598076], [-0.025, -0.08660254, 0.2598076], [-0.01294095, -0.09659258, 0.2598076], [-9.184851e-18, -0.1, 0.2598076], [0.01294095, -0.09659258, 0.2598076], [0.025, -0.08660254, 0.2598076], [0.04330127, -0.05, 0.2598076], [0.0258819, 0, 0.2897777], [0.02241439, 0.0258819, 0.2897777], [0.00669873, 0.05, 0.2897777], [-0.01294095, 0.04482877, 0.2897777], [-0.01830127, 0.03660254, 0.2897777], [-0.0258819, 6.339238e-18, 0.2897777], [-0.025, -0.01339746, 0.2897777], [-4.754429e-18, -0.05176381, 0.2897777], [0.01830127, -0.03660254, 0.2897777], [0, 0, 0.3]], "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "sledge", "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "position": [0, 0, -1],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "capsule", "radius": 0.1, "length": 0.4, "position": [0, 0, 0], "material": "surface1" } ] },
      { "name": "tooth", "mass": 1, "center_of_mass": [0, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "position": [0, 0, -2],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "thread_between", "mass": 1e-06, "center_of_mass": [0, 0, 0], "inertia": [1e-08, 1e-08, 1e-08, 0, 0, 0],
        "position": [0, 1, 0], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] },
      { "name": "two_between", "mass": 1e-06, "center_of_mass": [0, 0, 0], "inertia": [1e-08, 1e-08, 1e-08, 0, 0, 0],
        "position": [0, 0, 1], "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"] }
    ],
    "joints": [
      { "name": "cross", "type": "universal", "parent": "base", "child": "cardan", "position": [1, 0, 0], "axis": [0, 1, 0],
        "axis2": [0, 0, 1] },
      { "name": "thread_travel", "type": "prismatic", "parent": "base", "child": "thread_between", "position": [0, 1, 0],
        "axis": [0, 0, 1] },
      { "name": "thread", "type": "revolute", "parent": "thread_between", "child": "nut", "position": [0, 1, 0],
        "axis": [0, 0, 1] },
      { "name": "two", "type": "revolute", "parent": "base", "child": "two_between", "position": [0, 0, 1], "axis": [0, 1, 0] },
      { "name": "two_axis2", "type": "revolute", "parent": "two_between", "child": "skew", "position": [0, 0, 1],
        "axis": [0, 0.6, 0.8] },
      { "name": "rail", "type": "prismatic", "parent": "base", "child": "sledge", "position": [0, 0, -1], "axis": [0, 0, 1],
        "limits": [[-0.5, 0.5]], "friction": { "coulomb": 2, "viscous": 3 }, "spring": { "stiffness": 40, "rest": 0.1 } }
    ],
    "couplings": [
      { "name": "thread_thread", "type": "rack_and_pinion", "joints": ["thread_travel", "thread"],
        "radius": 0.0015915494309189536 }
    ],
    "drives": [
      { "name": "rail_motor", "type": "dc_motor", "joint": "rail", "control": "rail_command", "mode": "position",
        "supply_voltage": 48, "resistance": 5.76, "torque_constant": 0.12, "current_limit": 4.16667, "gear": { "ratio": 200 },
        "speed_limit": 1, "controller": { "speed_proportional": 12, "speed_integral": 240 } }
    ],
    "controls": [
      { "name": "rail_command", "on_silence": "hold" }
    ],
    "camera": { "position": [4.47995, -4.47494, 2.48496], "target": [0.5, 0.5, -0.5] }
  }
  $ sed 's/<parent>base<\/parent><child>nut/<parent>bass<\/parent><child>nut/' kinds.sdf > lost.sdf; drawbar import lost.sdf --output x.json 2>&1 | cut -c1-200
  lost.sdf: parent frame with name[bass] specified by joint with name[thread] not found in model with name[kinds].
  $ printf '<sdf version="1.9"></sdf>' > none.sdf; drawbar import none.sdf --output x.json
  none.sdf: has neither a world nor a model
  [1]

MJCF.

  $ cat > kinds.xml <<'END'
  > <mujoco model="kinds">
  >   <asset><hfield name="hill" nrow="2" ncol="3" size="1 1 0.5 0.1" elevation="0 1 0 0 0.5 1"/></asset>
  >   <worldbody>
  >     <geom name="ground" type="hfield" hfield="hill"/>
  >     <body name="hand" mocap="true" pos="0 0 2"><geom type="box" size="0.1 0.1 0.1"/></body>
  >     <body name="egg" pos="2 0 1"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3" mass="1"/></body>
  >     <body name="pill" pos="3 0 1"><joint name="loose" type="free" damping="1"/><geom type="capsule" size="0.1 0.2" mass="1"/></body>
  >     <body name="bob" pos="4 0 1"><joint name="socket" type="ball" stiffness="5" damping="0.1"/><geom type="sphere" size="0.1" mass="1"/></body>
  >     <body name="a" pos="5 0 1"><joint name="ja" axis="0 1 0"/><geom type="cylinder" size="0.1 0.2" mass="1"/></body>
  >     <body name="b" pos="6 0 1"><joint name="jb" axis="0 1 0" range="-60 60" limited="true"/><geom type="box" size="0.1 0.1 0.2" mass="1"/></body>
  >     <body name="c" pos="7 0 1"><joint name="jc" type="slide" axis="0 0 1" range="-0.2 0.4" limited="true"/><geom type="box" size="0.1 0.1 0.2" mass="1"/></body>
  >   </worldbody>
  >   <equality>
  >     <joint name="geared" joint1="ja" joint2="jb" polycoef="0.1 2 0 0 0"/>
  >     <joint name="curved" joint1="ja" joint2="jc" polycoef="0 1 1 0 0"/>
  >     <connect name="pin" body1="egg" body2="pill" anchor="0.5 0 0"/>
  >     <weld name="glue" body1="b" body2="c" active="false"/>
  >     <weld name="bond" body1="a" body2="bob"/>
  >   </equality>
  >   <actuator>
  >     <position name="pa" joint="ja" kp="10"/>
  >     <position name="pb" joint="jb" kp="20"/>
  >     <velocity name="vc" joint="jc" kv="5"/>
  >     <motor name="again" joint="jb" gear="3"/>
  >     <muscle name="flesh" joint="jc"/>
  >   </actuator>
  > </mujoco>
  > END
  $ drawbar import kinds.xml --output mjcf.json
  kinds.xml:2: attribute elevation of <hfield> has no counterpart in a scene and is left out
  kinds.xml:25: <muscle> in <actuator> has no counterpart in a scene and is left out
  kinds.xml:2: attribute elevation of <hfield> is left out: this MuJoCo does not know it
  kinds.xml:4: a height field of 3 x 2 samples is interpolated to 3 x 3: a scene's are as far apart in both directions
  kinds.xml:5: body hand is moved from outside (mocap): it stands still
  kinds.xml:7: damping, friction, armature or stiffness of free joint loose is left out: a free body has none
  kinds.xml:8: joint socket: the spring of a ball joint is left out
  kinds.xml:15: equality curved is left out: couplings of a scene are linear between two joints with one axis
  kinds.xml:17: equality glue is not active and is left out
  kinds.xml:21: actuator pa is left out: a position drive spans its joint's limits, and the joint has none
  kinds.xml:24: actuator again is left out: a joint of a scene has one drive
  kinds.xml:25: actuator flesh is left out: muscles and actuators by user code have no counterpart
  kinds.xml:22: joint jb: the file gives no effort; its motor gets 0.333 N m, chosen by what it moves (2 times)
  kinds.xml:22: joint jb: the file gives no speed; its motor gets 2 rad/s (2 times)
  mjcf.json: bodies 8, joints 6, driven 2; warnings 14
  $ cat mjcf.json
  // Imported from MJCF kinds by drawbar import
  {
    "name": "kinds",
    "gravity": [0, 0, -9.81],
    "materials": [
      { "name": "surface1", "friction": 1 }
    ],
    "bodies": [
      { "name": "ground", "static": true, "position": [0, 0, 0], "orientation": [1, 0, 0, 0], "group": "links",
        "passes_through": ["links"],
        "shapes": [
          { "type": "heightfield", "columns": 3, "rows": 3, "spacing": 1, "heights": [0, 0, 0, 0, 0, 0, 0, 0, 0], "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "hand", "static": true, "mass": 8.000000000000002, "center_of_mass": [0, 0, 0],
        "inertia": [0.05333333333333335, 0.05333333333333335, 0.05333333333333335, 0, 0, 0], "position": [0, 0, 2],
        "orientation": [1, 0, 0, 0], "group": "links", "passes_through": ["links"],
        "shapes": [
          { "type": "box", "size": [0.2, 0.2, 0.2], "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "egg", "mass": 1, "center_of_mass": [0, 0, 0],
        "inertia": [0.026000000000000002, 0.02, 0.010000000000000002, 0, 0, 0], "position": [2, 0, 1],
        "orientation": [1, 0, 0, 0], "group": "links2",
        "shapes": [
          { "type": "convex", "points": [[0, 0, -0.3], [0.0258819, 0, -0.2897777], [0.00669873, 0.05, -0.2897777], [-0.00669873, 0.05, -0.2897777], [-0.0258819, 6.339238e-18, -0.2897777], [-0.02241439, -0.0258819, -0.2897777], [-0.00669873, -0.05, -0.2897777], [0.01830127, -0.03660254, -0.2897777], [0.025, 0.08660254, -0.2598076], [3.061617e-18, 0.1, -0.2598076], [-0.025, 0.08660254, -0.2598076], [-0.04829629, 0.0258819, -0.2598076], [-0.025, -0.08660254, -0.2598076], [-9.184851e-18, -0.1, -0.2598076], [0.025, -0.08660254, -0.2598076], [0.04330127, -0.05, -0.2598076], [0.06123724, 0.07071068, -0.212132], [-0.01830127, 0.1366025, -0.212132], [-0.05, 0.1, -0.212132], [-0.05, -0.1, -0.212132], [-1.298934e-17, -0.1414214, -0.212132], [0.02241439, 0.1673033, -0.15], [5.302876e-18, 0.1732051, -0.15], [-0.08365163, -0.04482877, -0.15], [-0.02241439, -0.1673033, -0.15], [0.02241439, -0.1673033, -0.15], [0.04330127, -0.15, -0.15], [0.04829629, 0.1673033, -0.07764571], [-0.04829629, 0.1673033, -0.07764571], [-1.774377e-17, -0.1931852, -0.07764571], [0.09330127, -0.05, -0.07764571], [0.1, 0, 0], [0.05, 0.1732051, 0], [6.123234e-18, 0.2, 0], [-0.05, 0.1732051, 0], [-0.08660254, 0.1, 0], [-0.1, 2.449294e-17, 0], [-0.05, -0.1732051, 0], [-1.83697e-17, -0.2, 0], [0.0258819, -0.1931852, 0], [0.05, -0.1732051, 0], [0.06830127, 0.1366025, 0.07764571], [0.025, 0.1866025, 0.07764571], [-0.025, 0.1866025, 0.07764571], [-0.025, -0.1866025, 0.07764571], [5.302876e-18, 0.1732051, 0.15], [-0.04330127, 0.15, 0.15], [-0.075, -0.08660254, 0.15], [-0.04330127, -0.15, 0.15], [-1.590863e-17, -0.1732051, 0.15], [0.06123724, -0.1224745, 0.15], [0.06830127, 0.03660254, 0.212132], [0.03535534, 0.1224745, 0.212132], [0.01830127, 0.1366025, 0.212132], [-0.01830127, 0.1366025, 0.212132], [-1.298934e-17, -0.1414214, 0.212132], [0.03535534, -0.1224745, 0.212132], [0.025, 0.08660254, 0.2598076], [3.061617e-18, 0.1, 0.2598076], [-0.01294095, 0.09659258, 0.2598076], [-0.025, 0.08660254, 0.2598076], [-0.05, 1.224647e-17, 0.2598076], [-0.03535534, -0.07071068, 0.2598076], [-0.025, -0.08660254, 0.2598076], [-0.01294095, -0.09659258, 0.2598076], [-9.184851e-18, -0.1, 0.2598076], [0.01294095, -0.09659258, 0.2598076], [0.025, -0.08660254, 0.2598076], [0.04330127, -0.05, 0.2598076], [0.0258819, 0, 0.2897777], [0.02241439, 0.0258819, 0.2897777], [0.00669873, 0.05, 0.2897777], [-0.01294095, 0.04482877, 0.2897777], [-0.01830127, 0.03660254, 0.2897777], [-0.0258819, 6.339238e-18, 0.2897777], [-0.025, -0.01339746, 0.2897777], [-4.754429e-18, -0.05176381, 0.2897777], [0.01830127, -0.03660254, 0.2897777], [0, 0, 0.3]], "position": [0, 0, 0], "material": "surface1", "color": "#808080", "visual": "mjcf_files/egg.glb" } ] },
      { "name": "pill", "mass": 1, "center_of_mass": [0, 0, 0],
        "inertia": [0.026625000000000003, 0.026625000000000003, 0.004750000000000001, 0, 0, 0], "position": [3, 0, 1],
        "orientation": [1, 0, 0, 0], "group": "links2",
        "shapes": [
          { "type": "capsule", "radius": 0.1, "length": 0.4, "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "bob", "mass": 1, "center_of_mass": [0, 0, 0],
        "inertia": [0.004000000000000001, 0.004000000000000001, 0.004000000000000001, 0, 0, 0], "position": [4, 0, 1],
        "orientation": [1, 0, 0, 0], "group": "links2",
        "shapes": [
          { "type": "sphere", "radius": 0.1, "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "a", "mass": 1, "center_of_mass": [0, 0, 0],
        "inertia": [0.015833333333333335, 0.015833333333333335, 0.005000000000000001, 0, 0, 0], "position": [5, 0, 1],
        "orientation": [0.9987502603949663, 0, 0.04997916927067833, 0], "group": "links2",
        "shapes": [
          { "type": "cylinder", "radius": 0.1, "length": 0.4, "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "b", "mass": 1, "center_of_mass": [0, 0, 0],
        "inertia": [0.01666666666666667, 0.01666666666666667, 0.006666666666666668, 0, 0, 0], "position": [6, 0, 1],
        "orientation": [1, 0, 0, 0], "group": "links2",
        "shapes": [
          { "type": "box", "size": [0.2, 0.2, 0.4], "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] },
      { "name": "c", "mass": 1, "center_of_mass": [0, 0, 0],
        "inertia": [0.01666666666666667, 0.01666666666666667, 0.006666666666666668, 0, 0, 0], "position": [7, 0, 1],
        "orientation": [1, 0, 0, 0], "group": "links2",
        "shapes": [
          { "type": "box", "size": [0.2, 0.2, 0.4], "position": [0, 0, 0], "material": "surface1", "color": "#808080" } ] }
    ],
    "joints": [
      { "name": "socket", "type": "spherical", "parent": "ground", "child": "bob", "position": [4, 0, 1], "axis": [1, 0, 0],
        "axis2": [0, 1, 0], "friction": [{ "viscous": 0.1 }, { "viscous": 0.1 }, { "viscous": 0.1 }] },
      { "name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [5, 0, 1], "axis": [0, 1, 0] },
      { "name": "jb", "type": "revolute", "parent": "ground", "child": "b", "position": [6, 0, 1], "axis": [0, 1, 0],
        "limits_deg": [[-59.99999999999999, 59.99999999999999]] },
      { "name": "jc", "type": "prismatic", "parent": "ground", "child": "c", "position": [7, 0, 1], "axis": [0, 0, 1],
        "limits": [[-0.2, 0.4]] },
      { "name": "pin", "type": "spherical", "parent": "pill", "child": "egg", "position": [2.5, 0, 1] },
      { "name": "bond", "type": "fixed", "parent": "bob", "child": "a", "position": [5, 0, 1] }
    ],
    "couplings": [
      { "name": "geared", "type": "gear", "joints": ["ja", "jb"], "ratio": -2 }
    ],
    "drives": [
      { "name": "jb_motor", "type": "dc_motor", "joint": "jb", "control": "pb_command", "mode": "position", "supply_voltage": 48,
        "resistance": 864, "torque_constant": 0.12, "current_limit": 0.0277778, "gear": { "ratio": 100 }, "speed_limit": 2,
        "controller": { "speed_proportional": 24, "speed_integral": 480 } },
      { "name": "jc_motor", "type": "dc_motor", "joint": "jc", "control": "vc_command", "mode": "speed", "supply_voltage": 48,
        "resistance": 39.1437, "torque_constant": 0.12, "current_limit": 0.613125, "gear": { "ratio": 400 },
        "speed_limit": 0.5, "controller": { "speed_proportional": 24, "speed_integral": 480 } }
    ],
    "controls": [
      { "name": "pb_command", "on_silence": "hold" },
      { "name": "vc_command" }
    ],
    "camera": { "position": [12.2361, -10.9202, 7.5521], "target": [3.5, 0, 1] }
  }
  $ for scene in urdf sdf mjcf; do drawbar check $scene.json; drawbar simulate $scene.json --duration 0.4 --columns bodies | tail -1; done
  urdf.json: good
  0.4,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,2.2152000000000047,1,0,0,0,0,0,-3.9239999999999644,0,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0.7071067811865476,0.7071067811865475,0,0,0,0,0,0,0,0,0,0,0.2,1,0,0,0,0,0,0,0,0,0
  sdf.json: good
  0.4,-8.537822897192921e-10,3.968425472324783e-09,-0.7848824519387841,0.9999999999078856,9.371730425939524e-06,-9.818312592053782e-06,-1.713141037101862e-08,8.310882341696766e-15,-8.292092121524141e-15,-3.924000000000029,6.55438480393747e-15,-2.2146298478013885e-13,1.1609671643118288e-13,0.9999999989534186,-3.047842442425704e-08,-0.784862815313923,0.9999999999560854,9.371730593689378e-06,6.244155350867866e-13,5.533009261322991e-18,8.306537555310171e-15,1.0780449558127979e-13,-3.923999999999807,6.554544841002994e-15,4.474633244599128e-12,8.386922858466724e-17,3.322497653276115e-08,1.0000000037927348,-0.7848637068093526,0.9999999999077572,9.371725280213753e-06,-9.818317503725622e-06,5.069631767461235e-07,-1.0778996798058471e-13,-8.292194380354823e-15,-3.924000000000023,6.5581791775437425e-15,-2.2145936299227865e-13,-7.713269583299188e-14,-1.963747928569039e-05,-1.8739492088277097e-05,0.2151175476927587,0.9999999999560854,9.371730593395952e-06,6.256960645419508e-13,-4.692634029960171e-13,-2.1314992630262225e-13,-1.4848756670789337e-14,-3.924000000000029,6.554633576773925e-15,4.474683078356204e-12,-3.3558812626283103e-12,1.9613858316553404e-05,1.8726512258146623e-05,-1.783766506035506,0.9999999999078856,9.371730425939524e-06,-9.818312592053782e-06,-1.713141037101862e-08,2.2952455278538023e-13,-1.742744452788716e-15,-3.924000000000029,6.55438480393747e-15,-2.2146298478013885e-13,1.1609671643118288e-13,0,0,-2.7847999999999993,1,0,0,0,0,0,-3.9239999999999955,0,0,0,3.322497653276115e-08,1.0000000037927348,-0.7848637068093526,0.9999999999078856,9.371730425939524e-06,-9.818312592053782e-06,-1.713141037101862e-08,-1.0778996798058471e-13,-8.292194380354823e-15,-3.924000000000023,6.55438480393747e-15,-2.2146298478013885e-13,1.1609671643118288e-13,-1.963747928569039e-05,-1.8739492088277097e-05,0.2151175476927587,0.999999999956085,9.371730593471618e-06,-1.2778409510137863e-08,-1.7039515547149872e-08,-2.1314992630262225e-13,-1.4848756670789337e-14,-3.924000000000029,6.554633583562811e-15,7.07866749972527e-12,1.1623354614360003e-13
  mjcf.json: good
  0.4,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,2,1,0,0,0,0,0,0,0,0,0,2,0,0.21520000000000583,1,0,-8.64474324470171e-15,0,1.722479576578395e-27,0,-3.9239999999999546,0,-1.2571145744588732e-13,0,3,0,0.21520000000000186,1,0,1.2663928885778107e-14,0,-1.6939862672707945e-27,0,-3.9239999999999844,0,1.8501077344624437e-13,0,4,0,1,1,0,0,0,0,0,0,0,0,0,5,0,1,0.9987502603949663,0,0.04997916927067833,0,0,0,0,0,0,0,6,0,1,1,0,0,0,0,0,0,0,0,0,7,0,0.9843305144582529,1,0,0,0,0,0,-0.007240639561674531,0,0,0
  $ sed 's/joint2="jb"/joint2="jx"/' kinds.xml > lost.xml; drawbar import lost.xml --output x.json
  lost.xml:14: MuJoCo refuses it: Error: unknown element 'jx' in equality constraint 0 Object name = geared, id = 0, line = 14, column = -1
  [1]

glTF with physics.

  $ printf '{ "asset": { "version": "2.0" } }' > empty.gltf; drawbar import empty.gltf --output x.json
  empty.gltf: has no scene; allowed: one or more
  [1]
  $ printf '{ "asset": { "version": "2.0" }, "scenes": [ { "nodes": [3] } ], "nodes": [ { "name": "a" } ] }' > node.gltf; drawbar import node.gltf --output x.json
  node.gltf: names a node that is not there
  [1]
  $ printf '{ "asset": { "version": "2.0" }, "extensionsRequired": [ "EXT_unknown" ], "scenes": [ { "nodes": [0] } ], "nodes": [ { "name": "a" } ] }' > extension.gltf; drawbar import extension.gltf --output x.json
  extension.gltf: has no link; allowed: one or more
  [1]
  $ printf 'glTF' > cut.glb; drawbar import cut.glb --output x.json
  cut.glb: is not a glTF file that tinygltf reads: Too short data size for glTF Binary.
  [1]
