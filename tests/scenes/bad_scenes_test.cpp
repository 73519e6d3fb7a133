// Every kind of bad scene gets an error that says where, what is wrong and what is allowed.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "scenes/loader/text/json.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

struct Spoiled {
  const char* what;
  const char* piece;
  const char* by;
  const char* where;  ///< must be in the message
  const char* wrong;  ///< must be in the message
};

constexpr const char* kBall =
    R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []] })";

const Spoiled kSpoiled[] = {
    {"UnknownField", R"("mass": 2,)", R"("mas": 2,)", "scene.json:8: bodies[0]", R"(did you mean "mass"?)"},
    {"UnknownTopLevelField", R"("gravity")", R"("gravty")", "scene.json:4", "unknown field"},
    {"FieldOfAnotherType", R"("type": "plane")", R"("type": "plane", "radius": 1)",
     "bodies[2].shapes[0].radius", "not used by type plane"},
    {"DuplicateField", R"("mass": 2,)", R"("mass": 2, "mass": 3,)", "scene.json:8", "duplicate field"},
    {"StringForNumber", R"("mass": 2,)", R"("mass": "2",)", "bodies[0].mass", "found the string"},
    {"NumberForString", R"("material": "steel", "color")", R"("material": 7, "color")",
     "bodies[0].shapes[0].material", "found 7"},
    {"ZeroMass", R"("mass": 2,)", R"("mass": 0,)", "scene.json:8: bodies[0].mass", "above 0 (kg)"},
    {"NegativeMass", R"("mass": 2,)", R"("mass": -1,)", "bodies[0].mass", "above 0"},
    {"TinyMass", R"("mass": 2,)", R"("mass": 1e-300,)", "bodies[0].mass", "magnitudes"},
    {"HugeNumber", R"("position": [0.5, 0, 2])", R"("position": [1e300, 0, 2])", "bodies[0].position[0]",
     "magnitudes"},
    {"NotANumber", R"("mass": 2,)", R"("mass": nan,)", "scene.json:8", "finite"},
    {"Infinity", R"("mass": 2,)", R"("mass": Infinity,)", "scene.json:8", "finite"},
    {"MinusInfinity", R"("mass": 2,)", R"("mass": -inf,)", "scene.json:8", "not a number"},
    {"Overflow", R"("mass": 2,)", R"("mass": 1e999,)", "scene.json:8", "too large"},
    {"Null", R"("mass": 2,)", R"("mass": null,)", "scene.json:8", "null"},
    {"SpringTableThatFalls", R"("stiffness": 500)", R"("table": [[0, 0], [1, 5], [2, 4]])",
     "springs[0].table[2]", "does not go on from the point before it"},
    {"SpringTableBesideStiffness", R"("stiffness": 500)", R"("stiffness": 500, "table": [[0, 0], [1, 5]])",
     "springs[0].stiffness", "given beside a table"},
    {"SpringDamperWithForceAtRest", R"("stiffness": 500)", R"("damper_table": [[-1, 0], [1, 5]])",
     "springs[0].damper_table", "has no point [0, 0]"},
    {"BumpStopsWithoutStiffness", R"("stiffness": 500)", R"("limits": [0.5, 1.5])", "springs[0].limits",
     "no stiffness"},
    {"BumpStopsWithoutLimits", R"("stiffness": 500)", R"("stop": { "stiffness": 1e5 })", "springs[0].stop",
     "given without limits"},
    {"BumpStopsTheWrongWayRound", R"("stiffness": 500)",
     R"("limits": [1.5, 0.5], "stop": { "stiffness": 1e5 })", "springs[0].limits", "lower <= upper"},
    {"Formula", R"("rest_deg": 10)", R"("rest_deg": rad(180))", "scene.json:15", "formula"},
    {"NoMassNoDensity", R"("mass": 2,)", "", "bodies[0]", "density"},
    {"NoMassNoShapes",
     R"("static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1], "material": "steel" } ])",
     R"("position": [0, 0, 0])", "bodies[2]", "without mass"},
    {"InertiaOfNoBody", "[0.17, 0.17, 0.002]", "[1, 1, 5]", "bodies[0].inertia", "at most the sum"},
    {"InertiaZero", "[0.17, 0.17, 0.002]", "[0.17, 0.17, 0]", "bodies[0].inertia", "above 0"},
    {"InertiaIndefinite", "[0.17, 0.17, 0.002]", "[1, 1, 1, 3, 0, 0]", "bodies[0].inertia", "above 0"},
    {"InertiaOfFour", "[0.17, 0.17, 0.002]", "[1, 1, 1, 1]", "bodies[0].inertia", "[ixx, iyy, izz]"},
    {"PositionOfTwo", R"("position": [0.5, 0, 2])", R"("position": [0.5, 2])", "bodies[0].position",
     "[x, y, z]"},
    {"NotUnitQuaternion", R"("rotation_deg": [0, 90, 0])", R"("orientation": [1, 1, 0, 0])",
     "bodies[0].orientation", "unit quaternion"},
    {"TwoOrientations", R"("rotation_deg": [0, 90, 0])",
     R"("rotation_deg": [0, 90, 0], "orientation": [1, 0, 0, 0])", "bodies[0].orientation", "one of the two"},
    {"DuplicateName", R"("name": "block")", R"("name": "rod")", "bodies[1].name", "duplicate name"},
    {"DuplicateNameAcrossKinds", R"("name": "throttle" })", R"("name": "rod" })", "controls[0].name",
     "also bodies[0].name"},
    {"ReservedName", R"("name": "block")", R"("name": "world")", "bodies[1].name", "reserved"},
    {"EmptyName", R"("name": "block")", R"("name": "")", "bodies[1].name", "empty"},
    {"CommaInName", R"("name": "block")", R"("name": "a,b")", "bodies[1].name", "comma"},
    {"MissingName", R"("name": "block",)", "", "bodies[1]", "missing"},
    {"NoSuchBody", R"("child": "rod")", R"("child": "nobody")", "joints[0].child",
     "allowed: world, block, floor, rod"},
    {"JointToItself", R"("parent": "world", "child": "rod")", R"("parent": "rod", "child": "rod")",
     "joints[0].child", "other end"},
    {"JointThatNothingMoves", R"("parent": "world", "child": "rod")",
     R"("parent": "world", "child": "floor")", "joints[0].child", "ever moves"},
    {"AxisWithoutLength", R"("axis": [0, 1, 0])", R"("axis": [0, 0, 0])", "joints[0].axis", "no length"},
    {"AxesNotAtRightAngles", R"("position": [1, 0, 2],
      "limits_deg")",
     R"("position": [1, 0, 2], "axis": [1, 0, 0], "axis2": [1, 1, 0], "limits_deg")", "joints[1].axis2",
     "right angle"},
    {"LimitUpsideDown", "[[-90, 90]]", "[[90, -90]]", "joints[0].limits_deg[0]", "lower <= upper"},
    {"MetresForATurningAxis", R"("limits_deg": [[-90, 90]])", R"("limits": [[-1, 1]])", "joints[0].limits",
     "not used by type revolute"},
    {"TwoLimitsForThreeAxes", "[[-18, 18], [-15, 15], []]", "[[-18, 18], [-15, 15]]", "joints[1].limits_deg",
     "1, or one for each of its 3"},
    {"NegativeStiffness", R"("stiffness": 40)", R"("stiffness": -40)", "joints[0].spring[0].stiffness",
     "at least 0"},
    {"MetresOfATorsionSpring", R"("rest_deg": 10)", R"("rest": 0.1)", "joints[0].spring[0].rest", "rest_deg"},
    {"StopWithoutLimits", R"("limits_deg": [[-90, 90]])", R"("stop": { "restitution": 0.5 })",
     "joints[0].stop", "limits_deg"},
    {"ThreeStopsOfACone", R"("limits_deg": [[-18, 18], [-15, 15], []])",
     R"("cone": { "swing_deg": 20 }, "stop": [{}, {}, {}])", "joints[1].stop",
     "2, of the cone's swing and twist"},
    {"ReboundOfAConeThatGivesWay", R"("limits_deg": [[-18, 18], [-15, 15], []])",
     R"("cone": { "swing_deg": 20 }, "stop": { "stiffness": 100, "restitution": 0.5 })",
     "joints[1].stop[0].restitution", "of a hard stop"},
    {"NegativeArmature", R"("limits_deg": [[-90, 90]])", R"("armature": -1)",
     "scene.json:15: joints[0].armature[0]", "at least 0"},
    {"TwoArmaturesForOneAxis", R"("limits_deg": [[-90, 90]])", R"("armature": [1, 2])", "joints[0].armature",
     "has 2 entries"},
    {"ArmatureOfABallJoint", R"("limits_deg": [[-18, 18], [-15, 15], []])", R"("armature": 1)",
     "joints[1].armature", "not used by type spherical"},
    {"NoneOfAnInclude", R"("gravity")",
     R"("includes": [ { "file": "a.json", "name": "a", "count": 0 } ], "gravity")",
     "scene.json:4: includes[0].count", "from 1 to 1000"},
    {"TooManyOfAnInclude", R"("gravity")",
     R"("includes": [ { "file": "a.json", "name": "a", "count": "=10^6" } ], "gravity")", "includes[0].count",
     "from 1 to 1000"},
    {"HalfAnInclude", R"("gravity")",
     R"("includes": [ { "file": "a.json", "name": "a", "count": 1.5 } ], "gravity")", "includes[0].count",
     "whole"},
    {"WindingThatBurnsBeforeItRuns", R"("supply_voltage": 24)",
     R"("supply_voltage": 24, "thermal": { "resistance": 2, "time_constant": 30, "ambient": 80, "limit": 80 })",
     "drives[0].thermal.limit", "above 80"},
    {"GearRatioZero", R"("ratio": 43)", R"("ratio": 0)", "drives[0].gear.ratio", "above 0"},
    {"NoSuchControl", R"("control": "throttle")", R"("control": "trottle")", "drives[0].control",
     "allowed: throttle"},
    {"NoControl", R"("control": "throttle", )", "", "drives[0]", R"("control" is missing)"},
    {"NoSuchJoint", R"("joint": "pivot")", R"("joint": "pivto")", "drives[0].joint", "allowed: ball, pivot"},
    {"AxisBeyondTheJoint", R"("joint": "pivot")", R"("joint": "pivot", "axis": 1)", "drives[0].axis",
     "can be driven"},
    {"SpeedModeWithoutLimit", R"("supply_voltage": 24)", R"("mode": "speed", "supply_voltage": 24)",
     "drives[0]", "speed_limit"},
    {"PositionModeWithoutLimits", R"("joint": "pivot", "control": "throttle")",
     R"("joint": "ball", "axis": 2, "control": "throttle", "mode": "position")", "drives[0].mode", "limits"},
    {"UnknownMaterial", R"("material": "oak")", R"("material": "oka")", "bodies[1].shapes[0].material",
     "allowed: oak, steel"},
    {"SoilWithoutModulus", R"("friction": 0.4)", R"("soil": { "exponent": 1 })", "materials[0].soil",
     "frictional_modulus"},
    {"SoilOfNoExponent", R"("friction": 0.4)", R"("soil": { "frictional_modulus": 1e6, "exponent": 0 })",
     "materials[0].soil.exponent", "above 0"},
    {"NegativeFriction", R"("friction": 0.4)", R"("friction": -0.4)", "materials[0].friction", "at least 0"},
    {"RestitutionAboveOne", R"("friction": 0.4)", R"("restitution": 1.5)", "materials[0].restitution",
     "from 0 to 1"},
    {"BadColor", "#c0c0c0", "silver", "bodies[0].shapes[0].color", "#rrggbb"},
    {"BadColorOfAMaterial", R"("friction": 0.4)", R"("color": "silver")", "materials[0].color", "#rrggbb"},
    {"PlaneOnAMovingBody", R"("static": true, "shapes")", R"("mass": 1, "inertia": [1, 1, 1], "shapes")",
     "bodies[2].shapes[0].type", "static"},
    {"BoxWithoutSize", R"("size": [1, 2, 3], )", "", "bodies[1].shapes[0]", "size"},
    {"BoxWithoutHeight", "[1, 2, 3]", "[1, 2, 0]", "bodies[1].shapes[0].size[2]", "above 0"},
    {"UnknownShape", R"("type": "box")", R"("type": "bx")", "bodies[1].shapes[0].type",
     R"(did you mean "box"?)"},
    {"UnknownJointType", R"("type": "revolute")", R"("type": "hinge")", "joints[0].type", "revolute"},
    {"PathOutside", R"({ "type": "box", "size": [1, 2, 3], "material": "oak" })",
     R"({ "type": "convex", "file": "../secret.obj" })", "bodies[1].shapes[0].file", "outside"},
    {"AbsolutePath", R"({ "type": "box", "size": [1, 2, 3], "material": "oak" })",
     R"({ "type": "convex", "file": "/etc/passwd" })", "bodies[1].shapes[0].file", "relative"},
    {"FlatHull", R"({ "type": "box", "size": [1, 2, 3], "material": "oak" })",
     R"({ "type": "convex", "points": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]] })", "bodies[1]", "volume"},
    {"NeedleTriangle", R"({ "type": "plane", "normal": [0, 0, 1], "material": "steel" })",
     R"({ "type": "mesh", "vertices": [[0,0,0],[1,0,0],[0.5,1e-9,0]], "triangles": [[0,1,2]] })",
     "bodies[2].shapes[0].triangles[0]", "a needle"},
    {"TriangleInALine", R"({ "type": "plane", "normal": [0, 0, 1], "material": "steel" })",
     R"({ "type": "mesh", "vertices": [[0,0,0],[1,0,0],[2,0,0]], "triangles": [[0,1,2]] })",
     "bodies[2].shapes[0].triangles[0]", "without area"},
    {"HeightfieldOfTheWrongSize", R"({ "type": "plane", "normal": [0, 0, 1], "material": "steel" })",
     R"({ "type": "heightfield", "columns": 3, "rows": 3, "spacing": 1, "heights": [0,0,0,0,0] })",
     "bodies[2].shapes[0]", "columns x rows, 9"},
    {"SubstepsZero", R"("substeps": 8)", R"("substeps": 0)", "frame.substeps", "from 1"},
    {"SubstepsOfAFraction", R"("substeps": 8)", R"("substeps": 8.5)", "frame.substeps", "whole number"},
    {"MinSubstepsAbove", R"("substeps": 8)", R"("substeps": 8, "min_substeps": 9)", "frame.min_substeps",
     "at most substeps"},
    {"PeriodZero", R"("period_ms": 40)", R"("period_ms": 0)", "frame.period_ms", "above 0"},
    {"NeutralOutside", R"("name": "throttle" })", R"("name": "throttle", "range": [0.5, 1] })",
     "controls[0].neutral", "within the range"},
    {"RangeUpsideDown", R"("name": "throttle" })", R"("name": "throttle", "range": [1, -1] })",
     "controls[0].range", "lower < upper"},
    {"FormulationThatCannotTreatIt", R"("name": "test")",
     R"("name": "test", "formulation": "composite_body")", "formulation",
     "formulation composite_body cannot treat"},
    {"BeltOnASensor", R"("size": [1, 2, 3], )",
     R"("size": [1, 2, 3], "sensor": true, "belt": { "axis": [0, 1, 0], "speed": 1 }, )",
     "bodies[1].shapes[0].belt", "sensor"},
    {"BeltWithoutAxis", R"("size": [1, 2, 3], )", R"("size": [1, 2, 3], "belt": { "axis": [0, 0, 0] }, )",
     "bodies[1].shapes[0].belt.axis", "no length"},
    {"BeltOfNoJoint", R"("size": [1, 2, 3], )",
     R"("size": [1, 2, 3], "belt": { "axis": [0, 1, 0], "joint": "pivto", "radius": 1 }, )",
     "bodies[1].shapes[0].belt.joint", "allowed: ball, pivot"},
    {"BeltOfABall", R"("size": [1, 2, 3], )",
     R"("size": [1, 2, 3], "belt": { "axis": [0, 1, 0], "joint": "ball", "radius": 1 }, )",
     "bodies[1].shapes[0].belt.joint", "a revolute joint"},
    {"BeltRadiusWithoutJoint", R"("size": [1, 2, 3], )",
     R"("size": [1, 2, 3], "belt": { "axis": [0, 1, 0], "radius": 1 }, )", "bodies[1].shapes[0].belt",
     "both or neither"},
    {"CigiUnknownBody", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rood" } ] }, "controls": [)", "cigi.entities[0].body",
     "allowed: rod"},
    {"CigiNumberTakenTwice", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod", "id": 7 }, { "body": "block", "id": 7 } ] }, "controls": [)",
     "cigi.entities[1].id", "cigi.entities[0]"},
    {"CigiNumberOfTheWorld", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod", "id": 1 } ] }, "controls": [)", "cigi.entities[0].id",
     "cigi.world_id"},
    {"CigiNumberOutOfRange", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod", "id": 70000 } ] }, "controls": [)", "cigi.entities[0].id",
     "65535"},
    {"CigiBodyTwice", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod" }, { "body": "rod", "id": 9 } ] }, "controls": [)",
     "cigi.entities[1].body", "an entity already"},
    {"CigiPartOfNoJoint", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod", "parts": [ { "joint": "pivott", "part": 1, "degree": "roll" } ] } ] },
        "controls": [)",
     "cigi.entities[0].parts[0].joint", "allowed: pivot"},
    {"CigiPartOfNoAxis", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod", "parts": [ { "joint": "pivot", "axis": 1, "part": 1, "degree": "x" } ] } ] },
        "controls": [)",
     "cigi.entities[0].parts[0].axis", "1 free axes"},
    {"CigiPartWithoutDegree", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod", "parts": [ { "joint": "pivot", "part": 1 } ] } ] }, "controls": [)",
     "cigi.entities[0].parts[0]", "degree"},
    {"CigiComponentOfNothing", R"("controls": [)",
     R"("cigi": { "components": [ { "component": 1, "body": "rod" } ] }, "controls": [)",
     "cigi.components[0]", "either a quantity or a malfunction"},
    {"CigiComponentOfNoEntity", R"("controls": [)",
     R"("cigi": { "entities": [ { "body": "rod" } ], "components": [ { "component": 1, "body": "block", "quantity": "rod.x" } ] },
        "controls": [)",
     "cigi.components[0]", "no body among the entities"},
    {"CigiUnknownQuantity", R"("controls": [)",
     R"("cigi": { "components": [ { "component": 1, "body": "rod", "quantity": "rod.q" } ] }, "controls": [)",
     "cigi.components[0].quantity", "rod.x"},
    {"CigiUnknownMalfunction", R"("controls": [)",
     R"("cigi": { "components": [ { "component": 1, "body": "rod", "malfunction": "rod rust" } ] }, "controls": [)",
     "cigi.components[0].malfunction", "rust"},
    {"CigiMalfunctionThatIsOver", R"("controls": [)",
     R"("cigi": { "components": [ { "component": 1, "body": "rod", "malfunction": "rod impulse" } ] }, "controls": [)",
     "cigi.components[0].malfunction", "acts at once"},
    {"CigiLatitudeBeyondThePole", R"("controls": [)",
     R"("cigi": { "origin": { "latitude_deg": 91, "longitude_deg": 0 } }, "controls": [)",
     "cigi.origin.latitude_deg", "from -90 to 90"},
    {"LeverOfNoControl", R"("controls": [)",
     R"("console": { "levers": [ { "control": "throtle" } ] }, "controls": [)", "console.levers[0].control",
     "throttle"},
    {"TwoLeversOfOneControl", R"("controls": [)",
     R"("console": { "levers": [ { "control": "throttle" }, { "control": "throttle" } ] }, "controls": [)",
     "console.levers[1].control", "one for each control"},
    {"KeyThatTakesControl", R"("controls": [)",
     R"("console": { "levers": [ { "control": "throttle", "raise_keys": ["w", "c"] } ] }, "controls": [)",
     "console.levers[0].raise_keys[1]", "no key of a lever"},
    {"AxisOfNoGamepad", R"("controls": [)",
     R"("console": { "levers": [ { "control": "throttle", "axis": "-left_z" } ] }, "controls": [)",
     "console.levers[0].axis", "left_x"},
    {"LeverOfNoGroup", R"("controls": [)",
     R"("console": { "levers": [ { "control": "throttle", "group": "cab" } ] }, "controls": [)",
     "console.levers[0].group", "console.groups"},
    {"InstrumentOfNoBody", R"("controls": [)",
     R"("console": { "instruments": [ { "type": "speed", "body": "rood" } ] }, "controls": [)",
     "console.instruments[0].body", "rod"},
    {"InstrumentOfNoDrive", R"("controls": [)",
     R"("console": { "instruments": [ { "type": "current", "drive": "moter" } ] }, "controls": [)",
     "console.instruments[0].drive", "moter"},
    {"InstrumentOfNoAxis", R"("controls": [)",
     R"("console": { "instruments": [ { "type": "joint", "joint": "pivot", "axis": 3 } ] }, "controls": [)",
     "console.instruments[0].axis", "can be driven"},
    {"InstrumentWithoutItsBody", R"("controls": [)",
     R"("console": { "instruments": [ { "type": "heading" } ] }, "controls": [)", "console.instruments[0]",
     "body"},
    {"CameraThatLooksNowhere", R"("controls": [)",
     R"("console": { "cameras": [ { "label": "cab", "position": [1, 0, 2], "target": [1, 0, 2] } ] }, "controls": [)",
     "console.cameras[0].target", "where the eye is"},
    {"TrackOnTheWorld", R"("controls": [)",
     R"("tracks": [ { "name": "t", "sprocket": "pivot", "sprocket_radius": 0.1, "width": 0.1,
        "wheels": [ { "position": [1, 0, 2], "radius": 0.1 } ] } ], "controls": [)",
     "tracks[0].sprocket", "a body"},
    {"TrackOfABall", R"("controls": [)",
     R"("tracks": [ { "name": "t", "sprocket": "ball", "sprocket_radius": 0.1, "width": 0.1,
        "wheels": [ { "position": [1, 0, 2], "radius": 0.1 } ] } ], "controls": [)",
     "tracks[0].sprocket", "a revolute joint"},
    {"GuideWithoutACurve", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": {} })",
     "joints[1].guide", "needs one of table_deg and links"},
    {"GuideNotThroughZero", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "table_deg": [[-0.1, 0, 0, 0, 0, 0], [0.1, 0, 0, 0, 1, 0]] } })",
     "joints[1].guide.table_deg", "has no point of travel 0"},
    {"GuideTurnedAtZero", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "table_deg": [[0, 0, 0, 0, 1, 0], [0.1, 0, 0, 0, 2, 0]] } })",
     "joints[1].guide.table_deg[0]", "is not 0 at travel 0"},
    {"GuideThatGoesBack", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "table_deg": [[0, 0, 0, 0, 0, 0], [-0.1, 0, 0, 0, 2, 0]] } })",
     "joints[1].guide.table_deg[1]", "increasing travel"},
    {"GuideOfOnePoint", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "table_deg": [[0, 0, 0, 0, 0, 0]] } })",
     "joints[1].guide.table_deg", "has one point"},
    {"GuideOnFourLinks", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "travel": [-0.1, 0.1], "links": [{ "from": [0, 0, 2], "to": [1, 0, 2] }, { "from": [0, 0, 2], "to": [1, 0, 2] }, { "from": [0, 0, 2], "to": [1, 0, 2] }, { "from": [0, 0, 2], "to": [1, 0, 2] }] } })",
     "joints[1].guide.links", "allowed: 5"},
    {"GuideOnLinksThatDoNotReach", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "travel": [-0.1, 3], "links": [{ "from": [0.1, -1, 1.8], "to": [1, 0, 1.8] }, { "from": [1.9, -1, 1.8], "to": [1, 0, 1.8] }, { "from": [0.1, -1, 2.2], "to": [1, 0, 2.2] }, { "from": [1.9, -1, 2.2], "to": [1, 0, 2.2] }, { "from": [0.8, -1, 2], "to": [0.8, 0, 2] }] } })",
     "joints[1].guide.links", "do not lead to travel"},
    {"GuideOnLinksAlongTheTravel", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": { "travel": [-0.1, 0.1], "links": [{ "from": [0, 0, 1], "to": [0, 0, 2] }, { "from": [1, 0, 1], "to": [1, 0, 2] }, { "from": [2, 0, 1], "to": [2, 0, 2] }, { "from": [3, 0, 1], "to": [3, 0, 2] }, { "from": [4, 0, 1], "to": [4, 0, 2] }] } })",
     "joints[1].guide.links", "do not lead to travel"},
    {"GuideWithoutAxis2", kBall,
     R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2], "axis": [0, 0, 1], "guide": { "table_deg": [[0, 0, 0, 0, 0, 0], [0.1, 0, 0, 0, 2, 0]] } })",
     "joints[1]", "\"axis2\" is missing"},
    {"GuideOfAHinge", R"("axis": [0, 1, 0],)", R"("axis": [0, 1, 0], "guide": {},)", "joints[0].guide",
     "not used by type revolute"},
    {"MotionOfAStaticBody", R"("static": true,)", R"("static": true, "motion": { "type": "outside" },)",
     "bodies[2].motion", R"(beside "static": true)"},
    {"MotionOfAnUnknownType", R"("static": true,)", R"("motion": { "type": "pth" },)",
     "bodies[2].motion.type", R"(did you mean "path"?)"},
    {"MotionBesideAVelocity", R"("static": true,)",
     R"("linear_velocity": [1, 0, 0], "motion": { "type": "outside" },)", "bodies[2]", "the motion alone"},
    {"PathThatBeginsLate", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 1 } ] },)", "bodies[2].motion.points[0]",
     "the first at 0"},
    {"PathBackInTime", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 0 }, { "time": 2 }, { "time": 1 } ] },)",
     "bodies[2].motion.points[2]", "later than the point before, 2"},
    {"PathOfTwoPointsAtOneTime", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 0 }, { "time": 2 }, { "time": 2 } ] },)",
     "bodies[2].motion.points[2]", "later than the point before, 2"},
    {"PathOfNoPoints", R"("static": true,)", R"("motion": { "type": "path", "points": [] },)",
     "bodies[2].motion.points", "at least one point"},
    {"PathThatBeginsElsewhere", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 0, "position": [1, 0, 0] } ] },)",
     "bodies[2].motion.points[0]", "where the body is"},
    {"PathOfHalfATurn", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 0 }, { "time": 1, "rotation_deg": [0, 0, 180] } ] },)",
     "bodies[2].motion.points[1]", "may be either way"},
    {"PathThatDoesNotReturn", R"("static": true,)",
     R"("motion": { "type": "path", "repeat": true, "points": [ { "time": 0 }, { "time": 1, "position": [1, 0, 0] } ] },)",
     "bodies[2].motion.repeat", "does not end where it begins"},
    {"PathFasterThanAnything", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 0 }, { "time": 1e-6, "position": [1, 0, 0] } ] },)",
     "bodies[2].motion.points[0]", "at most 10000"},
    {"PathOfNoUnitQuaternion", R"("static": true,)",
     R"("motion": { "type": "path", "points": [ { "time": 0 }, { "time": 1, "orientation": [1, 1, 0, 0] } ] },)",
     "bodies[2].motion.points[1].orientation", "norm 1"},
    {"TurnWithoutAxis", R"("static": true,)",
     R"("motion": { "type": "turn", "table_deg": [[0, 0], [1, 90]] },)", "bodies[2].motion",
     R"(the field "axis" is missing)"},
    {"SlideAlongNothing", R"("static": true,)",
     R"("motion": { "type": "slide", "axis": [0, 0, 0], "table": [[0, 0], [1, 1]] },)",
     "bodies[2].motion.axis", "no length"},
    {"SlideByNothing", R"("static": true,)", R"("motion": { "type": "slide", "axis": [0, 0, 1] },)",
     "bodies[2].motion", "neither a table nor a control"},
    {"SlideByBoth", R"("static": true,)",
     R"("motion": { "type": "slide", "axis": [0, 0, 1], "table": [[0, 0]], "control": "throttle", "range": [0, 1], "speed": 1, "acceleration": 1 },)",
     "bodies[2].motion", "a table given beside control"},
    {"SlideInDegrees", R"("static": true,)",
     R"("motion": { "type": "slide", "axis": [0, 0, 1], "table_deg": [[0, 0]] },)",
     "bodies[2].motion.table_deg", "not used by type slide"},
    {"TableThatBeginsElsewhere", R"("static": true,)",
     R"("motion": { "type": "turn", "axis": [0, 0, 1], "table_deg": [[0, 5]] },)",
     "bodies[2].motion.table_deg[0]", "allowed: 0, where the body is"},
    {"FollowerOfNoControl", R"("static": true,)",
     R"("motion": { "type": "slide", "axis": [0, 0, 1], "control": "throtle", "range": [0, 1], "speed": 1, "acceleration": 1 },)",
     "bodies[2].motion.control", "allowed: throttle"},
    {"FollowerWithoutSpeed", R"("static": true,)",
     R"("motion": { "type": "slide", "axis": [0, 0, 1], "control": "throttle", "range": [0, 1], "acceleration": 1 },)",
     "bodies[2].motion", R"(the field "speed" is missing)"},
    {"FollowerThatRepeats", R"("static": true,)",
     R"("motion": { "type": "slide", "axis": [0, 0, 1], "control": "throttle", "range": [0, 1], "speed": 1, "acceleration": 1, "repeat": true },)",
     "bodies[2].motion.repeat", "with: a table"},
    {"DragOfWhatStands", R"("static": true,)", R"("static": true, "drag_area": 1,)", "bodies[2].drag_area",
     "no force moves"},
    {"DragCenterWithoutArea", R"("mass": 2,)", R"("mass": 2, "drag_center": [0, 0, 1],)",
     "bodies[0].drag_center", "with: drag_area"},
    {"EffectOfNoType", R"("controls": [)",
     R"("effects": [ { "at": 1, "effect": "rod forse x=1" } ], "controls": [)", "effects[0].effect",
     "there is no effect forse"},
    {"EffectOnNothing", R"("controls": [)",
     R"("effects": [ { "at": 1, "effect": "rood force x=1" } ], "controls": [)", "effects[0].effect",
     "rood is not in the scene; force acts on: rod, block"},
    {"EffectBeyondItsRange", R"("controls": [)",
     R"("effects": [ { "effect": "rod force x=1 strength=2" } ], "controls": [)", "effects[0].effect",
     "strength 2: allowed are 0 to 1"},
    {"EffectOfOneWord", R"("controls": [)", R"("effects": [ { "effect": "rod" } ], "controls": [)",
     "effects[0].effect", "expected TARGET TYPE"},
    {"WindThatPushesNothing", R"("controls": [)",
     R"("effects": [ { "effect": "world wind x=5" } ], "controls": [)", "effects[0].effect",
     "nothing in this scene allows wind"},
    {"MoveOfABodyThatForcesMove", R"("controls": [)",
     R"("effects": [ { "effect": "rod move x=1 y=0 z=0 time=1" } ], "controls": [)", "effects[0].effect",
     "nothing in this scene allows move"},
    {"AbsenceOfWhatIsJoinedToTheWorld", R"("controls": [)",
     R"("effects": [ { "effect": "rod absent" } ], "controls": [)", "effects[0].effect",
     "rod does not allow this; absent acts on: "},
    {"PassesThroughNobody", R"("name": "block",)", R"("name": "block", "passes_through": ["ghosts"],)",
     "bodies[1].passes_through[0]", "a group of some body"},
    {"DampingWithoutStiffness", R"("friction": 0.4)", R"("friction": 0.4, "damping": 5)",
     "materials[0].damping", "with: stiffness"},
    {"NumberForSleep", R"("gravity": [0, 0, -9.81])", R"("gravity": [0, 0, -9.81], "sleep": 0)",
     "scene.json:4: sleep", "true or false"},
    {"TrailingComma", R"("gravity": [0, 0, -9.81])", R"("gravity": [0, 0, -9.81,])", "scene.json:4", "comma"},
    {"MissingComma", R"("mass": 2,)", R"("mass": 2)", "scene.json:8", "comma"},
    {"Unclosed", R"("controls": [ { "name": "throttle" } ])", R"("controls": [ { "name": "throttle" } )",
     "scene.json", "comma or ]"},
    {"UnclosedComment", "// a comment", "/* a comment", "scene.json:2", "comment"},
    {"UnclosedString", R"("name": "test")", R"("name": "test)", "scene.json:3", "closing quote"},
    {"SingleQuotes", R"("name": "test")", R"('name': "test")", "scene.json:3", "double quotes"},
    {"LeadingZero", R"("mass": 2,)", R"("mass": 02,)", "scene.json:8", "not a number"},
    {"Hexadecimal", R"("mass": 2,)", R"("mass": 0x2,)", "scene.json:8", "not a number"},
};

TEST(BadScenes, SayWhereWhatIsWrongAndWhatIsAllowed) {
  for (const Spoiled& spoiled : kSpoiled) {
    SCOPED_TRACE(spoiled.what);
    const std::string errors = errors_of(replaced(good_scene(), spoiled.piece, spoiled.by));
    EXPECT_NE(errors.find(spoiled.where), std::string::npos) << errors;
    EXPECT_NE(errors.find(spoiled.wrong), std::string::npos) << errors;
    EXPECT_TRUE(errors.starts_with("scene.json")) << errors;
  }
}

TEST(BadScenes, OneMistakeIsOneError) {
  for (const Spoiled& spoiled : kSpoiled) {
    SCOPED_TRACE(spoiled.what);
    const std::string errors = errors_of(replaced(good_scene(), spoiled.piece, spoiled.by));
    EXPECT_LE(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
  }
}

TEST(BadScenes, AllErrorsAreListedInTheOrderOfTheFile) {
  std::string text = replaced(good_scene(), R"("mass": 2,)", R"("mass": -2,)");
  text = replaced(text, R"("child": "block")", R"("child": "nobody")");
  text = replaced(text, R"("ratio": 43)", R"("ratio": 43, "teeth": 12)");
  text = replaced(text, R"("name": "throttle" })", R"("name": "rod" })");
  const std::string errors = errors_of(text);
  std::size_t last = 0;
  for (const char* piece : {"bodies[0].mass", "joints[1].child", "teeth", "controls[0].name"}) {
    const std::size_t at = errors.find(piece);
    ASSERT_NE(at, std::string::npos) << piece << " in\n" << errors;
    EXPECT_GE(at, last) << errors;
    last = at;
  }
}

TEST(BadScenes, TooFewLimitsAreTheJointsErrorAndNotThatOfItsDrive) {
  const std::string text =
      replaced(replaced(good_scene(), "[-15, 15], []]", "[-15, 15]]"), R"("joint": "pivot")",
               R"("joint": "ball", "axis": 2, "mode": "position")");
  const std::string errors = errors_of(text);
  EXPECT_NE(errors.find("joints[1].limits_deg"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("drives[0]"), std::string::npos) << errors;
}

TEST(BadScenes, MisspeltTypeOfAJointIsNotTheErrorOfItsDrive) {
  const std::string errors =
      errors_of(replaced(good_scene(), R"("type": "revolute")", R"("type": "revolut")"));
  EXPECT_NE(errors.find("joints[0].type"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("drives[0]"), std::string::npos) << errors;
}

TEST(BadScenes, ManyErrorsAreCountedNotListed) {
  std::string bodies;
  for (int i = 0; i < 1000; ++i) bodies += R"({ "nme": 1 },)";
  const std::string errors = errors_of(R"({ "name": "x", "bodies": [)" + bodies + "{}] }");
  EXPECT_LE(std::count(errors.begin(), errors.end(), '\n'), static_cast<long>(kMaxListedErrors));
  EXPECT_NE(errors.find("more errors"), std::string::npos);
}

TEST(BadScenes, WhatFollowsTooManyErrorsIsNotTakenForGood) {
  std::string drives;
  for (std::size_t i = 0; i <= kMaxListedErrors; ++i) {
    drives += R"({ "name": "d)" + std::to_string(i) + R"(", "type": "dc_motor", "joint": "nowhere",)" +
              R"("supply_voltage": 24, "resistance": 1, "torque_constant": 1 },)";
  }
  drives.pop_back();
  const std::string errors = errors_of(
      R"({ "name": "x", "bodies": [ { "name": "b", "mass": 1, "inertia": [1, 1, 1] } ], "drives": [)" +
      drives +
      R"(], "steerings": [ { "name": "s", "joints": ["nowhere", "elsewhere"], "wheelbase": 1, "angle_deg": 30 } ] })");
  EXPECT_NE(errors.find("more errors"), std::string::npos);
}

TEST(BadScenes, TextThatIsNoSceneIsRefused) {
  for (const char* text :
       {"", "   \n", "// only a comment", "[]", "7", "\"scene\"", "null", "{", "{}", "{} {}",
        "\x7F"
        "ELF",
        "{\"name\": \"\xFF\"}"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(errors_of(text).empty());
  }
  EXPECT_FALSE(errors_of(std::string(1000, '\0')).empty());
}

TEST(BadScenes, DeepNestingIsRefusedNotFollowed) {
  EXPECT_NE(errors_of("{\"name\": " + std::string(100000, '[')).find("deeper than"), std::string::npos);
}

TEST(BadScenes, AnObjectOfManyFieldsIsRefusedAtOnce) {
  std::string text = "{";
  for (int i = 0; i < 300000; ++i) text += "\"a" + std::to_string(i) + "\":1,";
  EXPECT_NE(errors_of(text).find("more than 256 fields"), std::string::npos);
}

}  // namespace
}  // namespace drawbar::scenes::testing
