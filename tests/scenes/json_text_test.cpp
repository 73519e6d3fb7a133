// The text of scenes: what is read to which value, what is refused in which words and where, and how numbers,
// strings and files beside it are read.
#include "scenes/loader/text/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "scenes/loader/files/mesh_file.h"
#include "scenes/loader/schema/nearest_word.h"
#include "scenes/loader/text/uri.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

/// What is wrong with a text; empty: nothing.
std::string wrong_with(const std::string& text) {
  Diagnostics errors("f");
  json::parse(text, errors);
  return errors.empty() ? std::string() : errors.error().text;
}

/// The value of "a" in { "a": VALUE }.
json::Node value_of(const std::string& value) {
  Diagnostics errors("f");
  json::Node root = json::parse("{\"a\": " + value + "}", errors);
  EXPECT_TRUE(errors.empty()) << value << ": " << errors.error().text;
  return root.children.empty() ? json::Node() : root.children[0];
}

TEST(JsonText, NumbersAreReadAsTheyStand) {
  for (const auto& [text, number] : std::vector<std::pair<std::string, double>>{{"0", 0},
                                                                                {"-12", -12},
                                                                                {"0.5", 0.5},
                                                                                {"10.25", 10.25},
                                                                                {"1.5e-3", 0.0015},
                                                                                {"1E+2", 100},
                                                                                {"-2e2", -200},
                                                                                {"1e308", 1e308},
                                                                                {"5e-324", 5e-324},
                                                                                {"0.1", 0.1}}) {
    const json::Node node = value_of(text);
    EXPECT_EQ(node.kind, json::Kind::number);
    EXPECT_EQ(node.number, number) << text;
  }
  EXPECT_TRUE(std::signbit(value_of("-0").number));
  for (const char* wrong :
       {"01", "-01", "00", "1.", "-", "1e", "1e+", "1.5.2", "1x", "0x2", "1e5e5", "-.5"}) {
    EXPECT_EQ(wrong_with("{\"a\": " + std::string(wrong) + "}"),
              "f:1: '" + std::string(wrong) + "' is not a number; allowed: such as -12, 0.5, 1.5e-3");
  }
  for (const char* wrong : {"1e999", "-1e999", "1e-999"}) {
    EXPECT_EQ(wrong_with("{\"a\": " + std::string(wrong) + "}"),
              "f:1: " + std::string(wrong) +
                  " is too large or too small; allowed: a number that a double can hold");
  }
}

TEST(JsonText, StringsHaveTheirEscapesAndAllOfUtf8) {
  for (const auto& [text, read] : std::vector<std::pair<std::string, std::string>>{
           {R"("")", ""},
           {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
           {R"("\u0041\u00e9\u00FF")", "A\xC3\xA9\xC3\xBF"},
           {R"("\u07ff\u0800\uFFFF")", "\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF"},
           {R"("\ud83d\uDE00\ud800\udc00\udbff\udfff")", "\xF0\x9F\x98\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"},
           {R"("\u001f")", "\x1F"},
           {"\"\x7F\"", "\x7F"},
       }) {
    const json::Node node = value_of(text);
    EXPECT_EQ(node.kind, json::Kind::string);
    EXPECT_EQ(node.text, read) << text;
  }
  for (const char* good : {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(value_of("\"" + std::string(good) + "\"").text, good);
  }
  for (const auto& [bytes, first] :
       std::vector<std::pair<std::string, std::string>>{{"\x80", "80"},
                                                        {"\xBF", "bf"},
                                                        {"\xC0\x80", "c0"},
                                                        {"\xC1\xBF", "c1"},
                                                        {"\xC3(", "c3"},
                                                        {"\xE0\x9F\xBF", "e0"},
                                                        {"\xE2\x82(", "e2"},
                                                        {"\xED\xA0\x80", "ed"},
                                                        {"\xF0\x8F\xBF\xBF", "f0"},
                                                        {"\xF0\x9F\x98(", "f0"},
                                                        {"\xF4\x90\x80\x80", "f4"},
                                                        {"\xF5\x80\x80\x80", "f5"},
                                                        {"\xFF", "ff"},
                                                        {"\x1F", "1f"},
                                                        {"\t", "09"}}) {
    EXPECT_EQ(wrong_with("{\"a\": \"x" + bytes + "\"}"),
              "f:1: a string holds byte 0x" + first + "; allowed: UTF-8 text without control characters");
  }
  for (const char* wrong : {R"("\x41")", R"("\u12")", R"("\u12g4")", R"("\U0041")", R"("\ )"}) {
    EXPECT_EQ(wrong_with("{\"a\": " + std::string(wrong) + "}"),
              R"(f:1: an unknown escape in a string; allowed: \" \\ \/ \b \f \n \r \t \uXXXX)")
        << wrong;
  }
  for (const char* half : {R"("\ud83d")", R"("\ud83dx")", R"("\ud83d\u0041")", R"("\ud83d\ud83d")",
                           R"("\ude00")", R"("\udfff")", R"("\ud800\ue000")"}) {
    EXPECT_EQ(wrong_with("{\"a\": " + std::string(half) + "}"),
              "f:1: half of a surrogate pair in a string; allowed: both halves")
        << half;
  }
}

TEST(JsonText, WhatIsWrongIsSaidWithItsLine) {
  const std::string scene = "; a scene is one JSON object and starts with {";
  const std::string value = "; allowed: a value (number, string, true, false, [ ] or { })";
  const std::string bare = "; allowed: a value (strings need double quotes)";
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {"{}", ""},
           {"\xEF\xBB\xBF{}", ""},
           {" \t\r\n{ // one\n/* two\n */ \"a\" /**/ : /* */ [ ] , \"b\": { } } // three", ""},
           {"", "f:1: the file holds no scene; allowed: one JSON object { ... }"},
           {"\n// x\n", "f:3: the file holds no scene; allowed: one JSON object { ... }"},
           {"[]", "f:1: found '['" + scene},
           {"\n\nscene_1", "f:3: found 'scene_1'" + scene},
           {"\xC3\xA9", "f:1: found byte 0xc3" + scene},
           {"{}\n{}", "f:2: found '{' after the end of the scene; allowed: nothing more"},
           {"{", "f:1: found the end of the file; allowed: a field name in double quotes"},
           {"{\na: 1}", "f:2: found 'a'; allowed: a field name in double quotes"},
           {"{\"a\"\n1}", "f:2: found '1' after the field name \"a\"; allowed: a colon"},
           {"{\"a\"}", "f:1: found '}' after the field name \"a\"; allowed: a colon"},
           {"{\"a\": 1\n\"b\": 2}", "f:2: found '\"'; allowed: a comma or }"},
           {"{\"a\": [1\n2]}", "f:2: found '2'; allowed: a comma or ]"},
           {"{\"a\": [1", "f:1: found the end of the file; allowed: a comma or ]"},
           {"{\"a\": 1,\n}", "f:2: a comma before }; allowed: no comma after the last entry"},
           {"{\"a\": [1,\n\n]}", "f:3: a comma before ]; allowed: no comma after the last entry"},
           {"{\"a\": }", "f:1: found '}'" + value},
           {"{\"a\":\n:}", "f:2: found ':'" + value},
           {"{\"a\": +1}", "f:1: found '+'; a number starts with a digit or a minus sign"},
           {"{\"a\": .5}", "f:1: found '.'; a number starts with a digit or a minus sign"},
           {"{\"a\": tru}", "f:1: found 'tru'" + bare},
           {"{\"a\": TRUE}", "f:1: found 'TRUE'" + bare},
           {"{\"a\": rad(1)}", "f:1: 'rad(' is a formula; allowed: a plain number or value"},
           {"{\"a\": null}", "f:1: null is not a value; allowed: leave the field out"},
           {"{\"a\": nan,\n\"b\": NaN,\n\"c\": inf,\n\"d\": Infinity,\n\"e\": infinity}",
            "f:1: 'nan' is not a number; allowed: a finite number\n"
            "f:2: 'NaN' is not a number; allowed: a finite number\n"
            "f:3: 'inf' is not a number; allowed: a finite number\n"
            "f:4: 'Infinity' is not a number; allowed: a finite number\n"
            "f:5: 'infinity' is not a number; allowed: a finite number"},
           {"{\"a\": \"x\n\"}", "f:1: a string without its closing quote"},
           {"{\"a\": \"x", "f:1: a string without its closing quote"},
           {"{\n/* x", "f:2: this comment has no end; allowed: /* ... */"},
           {"{ /", "f:1: found '/'; allowed: a field name in double quotes"},
           {"{\"a\": 1,\n\"b\": 2,\n\"a\": 3}",
            "f:3: duplicate field \"a\", first given in line 1; allowed: once"},
           {"{\"a\": {\"b\": 1}, \"b\": {\"a\": 1}}", ""},
       }) {
    EXPECT_EQ(wrong_with(text), said) << text;
  }
}

TEST(JsonText, GoesThirtyTwoLevelsDeep) {
  const auto nested = [](int lists) {
    return "{\"a\": " + std::string(lists, '[') + std::string(lists, ']') + "}";
  };
  EXPECT_EQ(wrong_with(nested(31)), "");
  EXPECT_EQ(wrong_with(nested(32)), "f:1: nested deeper than 32 levels");
  std::string fields;
  for (int i = 0; i < 256; ++i) fields += (i > 0 ? "," : "") + ("\"a" + std::to_string(i)) + "\":1";
  EXPECT_EQ(wrong_with("{" + fields + "}"), "");
  EXPECT_EQ(wrong_with("{" + fields + ",\n\"b\":1}"), "f:2: an object of more than 256 fields");
}

TEST(JsonText, EveryValueKnowsItsLineAndIsFoundByItsPath) {
  Diagnostics errors("f");
  const json::Node root = json::parse("{\n\"a\": [\n1,\n{ \"b\": /*\n*/ true } ],\n\"c\": \"x\" }", errors);
  ASSERT_TRUE(errors.empty());
  EXPECT_EQ(root.line, 1);
  const auto at = [&](const char* path) -> const json::Node& { return json::deepest_at(root, path); };
  EXPECT_EQ(at("a").line, 2);
  EXPECT_EQ(at("a[0]").line, 3);
  EXPECT_EQ(at("a[1]").line, 4);
  EXPECT_EQ(at("a[1].b").line, 5);
  EXPECT_TRUE(at("a[1].b").boolean);
  EXPECT_EQ(at("c").text, "x");
  EXPECT_EQ(&at(""), &root);
  EXPECT_EQ(&at("d.e"), &root) << "the deepest that there is";
  EXPECT_EQ(&at("a[2].b"), &at("a"));
  EXPECT_EQ(&at("a[1].d"), &at("a[1]"));
  EXPECT_EQ(&at("a[1"), &at("a"));
  EXPECT_EQ(&at("c[0]"), &at("c"));
  EXPECT_EQ(root.find("b"), nullptr);
  EXPECT_EQ(at("a").find("b"), nullptr) << "a list has no members";
  EXPECT_EQ(json::member_text(root, "c"), "x");
  EXPECT_EQ(json::member_text(root, "a"), "");
  EXPECT_EQ(json::member_text(root, "d"), "");
  EXPECT_EQ(json::write(root), R"({"a":[1,{"b":true}],"c":"x"})");
}

TEST(JsonText, AStringIsWrittenSoThatItIsReadAgain) {
  EXPECT_EQ(json::in_quotes("a\"b\\c\x1F\n\x7F\xC3\xA9"), "\"a\\\"b\\\\c\\u001f\\u000a\x7F\xC3\xA9\"");
  std::string all;
  for (int c = 1; c < 128; ++c) all += static_cast<char>(c);
  EXPECT_EQ(value_of(json::in_quotes(all)).text, all);
}

TEST(PercentCode, IsReadWhereItIsWhole) {
  for (const auto& [text, read] : std::vector<std::pair<std::string, std::string>>{{"a%2Fb", "a/b"},
                                                                                   {"%41%4a%4B", "AJK"},
                                                                                   {"%zz", "%zz"},
                                                                                   {"%2g", "%2g"},
                                                                                   {"%g2", "%g2"},
                                                                                   {"%4", "%4"},
                                                                                   {"%", "%"},
                                                                                   {"100%25", "100%"},
                                                                                   {"%2541", "%41"},
                                                                                   {"+", "+"},
                                                                                   {"%C3%A9", "\xC3\xA9"}}) {
    EXPECT_EQ(percent_decoded(text), read) << text;
  }
}

TEST(NearestWord, IsOneOfAtMostTwoEditsAndTheFirstOfEquals) {
  const std::vector<std::string> words{"mass", "position", "pose", "inertia"};
  const auto meant = [](const char* word) { return "; did you mean \"" + std::string(word) + "\"?"; };
  EXPECT_EQ(nearest_word("mas", words), meant("mass"));
  EXPECT_EQ(nearest_word("masses", words), meant("mass"));
  EXPECT_EQ(nearest_word("ma", words), meant("mass"));
  EXPECT_EQ(nearest_word("m", words), "");
  EXPECT_EQ(nearest_word("positoin", words), meant("position"));
  EXPECT_EQ(nearest_word("poss", words), meant("pose")) << "one edit before two";
  EXPECT_EQ(nearest_word("iertai", words), "");
  EXPECT_EQ(nearest_word("ab", {"abc", "abd", "ab1"}), meant("abc"));
  EXPECT_EQ(nearest_word("", {"ab"}), meant("ab"));
  EXPECT_EQ(nearest_word(std::string(40, 'a'), {std::string(41, 'a')}), meant(std::string(41, 'a').c_str()));
  EXPECT_EQ(nearest_word(std::string(41, 'a'), {std::string(41, 'a')}), "");
}

TEST(ObjFiles, FacesAreFansOfVerticesGivenBefore) {
  const auto read = [](const std::string& text, double scale = 1) {
    return read_mesh("m.obj", std::as_bytes(std::span(text)), scale);
  };
  const std::string corners = "v 0 0 0\nv 1 0 0 0.5\r\n v\t1 1 0\nv 0 1 -2.5e-1\n";
  const auto mesh =
      read("# c\nvn 0 0 1\nvt 0 0\no x\n" + corners + "f 1 2 3 4\nf -1/7 -2//3 -4/1/1\nf 4 3 2\nl 1 2", 2);
  ASSERT_TRUE(mesh.has_value()) << mesh.error().text;
  ASSERT_EQ(mesh->vertices.size(), 4u);
  EXPECT_EQ(mesh->vertices[3], scene::Vec3(0, 2, -0.5));
  std::vector<std::vector<std::uint32_t>> triangles;
  for (const scene::Triangle& t : mesh->triangles) triangles.push_back({t.a(), t.b(), t.c()});
  EXPECT_EQ(triangles, (std::vector<std::vector<std::uint32_t>>{{0, 1, 2}, {0, 2, 3}, {3, 2, 0}, {3, 2, 1}}));
  const std::string face = "a face that is not three or more vertices given before it";
  const std::string vertex = "a vertex that is not three finite numbers";
  for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
           {corners + "f 1 2\n", "line 5: " + face},
           {corners + "f\n", "line 5: " + face},
           {corners + "f 0 1 2\n", "line 5: " + face},
           {corners + "f 1 2 5\n", "line 5: " + face},
           {corners + "f -5 1 2\n", "line 5: " + face},
           {corners + "f 1 2 x\n", "line 5: " + face},
           {corners + "f 1 2 3/\nf 1 2 3x\n", "line 6: " + face},
           {"v 0 0\n", "line 1: " + vertex},
           {"\nv 0 0 x\n", "line 2: " + vertex},
           {"v 0 0 nan\n", "line 1: " + vertex},
           {"v 0 inf 0\n", "line 1: " + vertex},
           {"v 0 0 1e999\n", "line 1: " + vertex},
           {"# none\n", "holds no vertices"},
           {"", "holds no vertices"},
       }) {
    const auto refused = read(text);
    ASSERT_FALSE(refused.has_value()) << text;
    EXPECT_EQ(refused.error().text, said) << text;
  }
  std::string many;
  for (int i = 0; i < 300'000; ++i) many += "v 0 0 0\n";
  EXPECT_TRUE(read(many).has_value());
  EXPECT_EQ(read(many + "v 0 0 0\n").error().text,
            "line 300001: too many vertices or faces; allowed: 300000 of each");
  std::string faces = "v 0 0 0\n";
  for (int i = 0; i < 300'000; ++i) faces += "f 1 1 1\n";
  EXPECT_TRUE(read(faces).has_value());
  EXPECT_EQ(read(faces + "f 1 1 1\n").error().text,
            "line 300002: too many vertices or faces; allowed: 300000 of each");
  EXPECT_EQ(read_mesh("m.stl", {}, 1).error().text,
            "is of a kind that is not supported; allowed: .obj (Wavefront), .glb (binary glTF)");
}

struct WrongField {
  const char* piece;
  std::string by;
  const char* message;
};

TEST(SchemaRules, SayWhatWasFoundAndWhatIsAllowed) {
  const char* const kMass = R"("mass": 2,)";
  const char* const kName = R"("name": "test")";
  for (const WrongField& row : std::vector<WrongField>{
           {kMass, R"("mass": true,)", "bodies[0].mass: found true; allowed: a number above 0 (kg)"},
           {kMass, R"("mass": false,)", "bodies[0].mass: found false; allowed: a number above 0 (kg)"},
           {kMass, R"("mass": [1, 2],)", "bodies[0].mass: found a list of 2; allowed: a number above 0 (kg)"},
           {kMass, R"("mass": {},)", "bodies[0].mass: found an object; allowed: a number above 0 (kg)"},
           {kMass, R"("mass": "two",)",
            "bodies[0].mass: found the string \"two\"; allowed: a number above 0 (kg)"},
           {kMass, R"("mass": 0.9e-18,)",
            "bodies[0].mass: found 9e-19; allowed: magnitudes from 1e-18 to 1e+15"},
           {kMass, R"("mass": 1.1e15,)",
            "bodies[0].mass: found 1.1e+15; allowed: magnitudes from 1e-18 to 1e+15"},
           {R"("position": [0.5, 0, 2])", R"("position": [0.5, -1.1e15, 2])",
            "bodies[0].position[1]: found -1.1e+15; allowed: magnitudes from 1e-18 to 1e+15"},
           {R"("position": [0.5, 0, 2])", R"("position": [0.5, 0, "2"])",
            "bodies[0].position[2]: found the string \"2\"; allowed: a number"},
           {R"("position": [0.5, 0, 2])", R"("position": 3)",
            "bodies[0].position: found 3; allowed: [x, y, z]"},
           {kName, R"("name": 7)", "name: found 7; allowed: a string in double quotes"},
           {R"("name": "block")", R"("name": "")",
            "bodies[1].name: is empty; allowed: at least one character"},
           {R"("gravity")", R"("sleep": "no", "gravity")",
            "sleep: found the string \"no\"; allowed: true or false"},
           {R"("substeps": 8)", R"("substeps": 8.5)",
            "frame.substeps: found 8.5; allowed: a whole number from 1 to "},
           {R"("substeps": 8)", R"("substeps": -1)",
            "frame.substeps: found -1; allowed: a whole number from 1 to "},
           {R"("frame": { "period_ms": 40, "substeps": 8 })", R"("frame": [])",
            "frame: found a list of 0; allowed: an object { ... }"},
           {R"("friction": 0.4)", R"("restitution": 1.01)",
            "materials[0].restitution: found 1.01; allowed: a number from 0 to 1"},
           {R"("friction": 0.4)", R"("restitution": -0.01)",
            "materials[0].restitution: found -0.01; allowed: a number from 0 to 1"},
           {R"("friction": 0.4)", R"("friction": -0.01)",
            "materials[0].friction: found -0.01; allowed: a number of at least 0"},
           {R"("friction": { "coulomb": 0.1 })", R"("friction": 3)",
            "joints[0].friction: found 3; allowed: a list, each an object { ... }; or one for all"},
           {R"("friction": { "coulomb": 0.1 })", R"("armature": "x")",
            "joints[0].armature: found the string \"x\"; allowed: a list, each a number"},
           {R"("controls": [ { "name": "throttle" } ])", R"("controls": { "name": "throttle" })",
            "controls: found an object; allowed: a list, each an object { ... }"},
           {R"("type": "capsule")", R"("type": 3)", "bodies[0].shapes[0].type: found 3; allowed: "},
           {R"("type": "capsule")", R"("type": "capsul")",
            "bodies[0].shapes[0].type: unknown value \"capsul\"; did you mean \"capsule\"?; allowed: "},
           {R"("radius": 0.05,)", "",
            "bodies[0].shapes[0]: the field \"radius\" is missing; allowed: a number above 0 (m)"},
           {R"("radius": 0.05,)", R"("radius": 0.05, "size": [1, 1, 1],)",
            "bodies[0].shapes[0].size: the field is not used by type capsule; allowed with: box"},
           {"[0.17, 0.17, 0.002]", R"({ "ixx": 1, "iyy": 1, "izz": 1 })",
            "bodies[0].inertia: found an object; allowed: "},
           {"[[-90, 90]]", "[[-90]]", "joints[0].limits_deg[0]: found a list of 1; allowed: "},
           {"[[-90, 90]]", "[[1e16, 1e17]]",
            "joints[0].limits_deg[0][0]: found 1e+16; allowed: magnitudes from "},
       }) {
    const std::string errors = errors_of(replaced(good_scene(), row.piece, row.by));
    EXPECT_NE(errors.find(": " + std::string(row.message)), std::string::npos) << row.message << "\nin\n"
                                                                               << errors;
  }
  for (const char* good :
       {R"("mass": 1e15,)", R"("mass": 1e-18,)", R"("mass": 2, "linear_velocity": [-99999, 0, 0],)"})
    EXPECT_TRUE(load(replaced(good_scene(), kMass, good)).has_value()) << good;
  for (const char* good : {R"("position": [1e15, 0, 2])", R"("position": [0.5, -1e15, 2])"})
    EXPECT_TRUE(load(replaced(good_scene(), R"("position": [0.5, 0, 2])", good)).has_value()) << good;
}

}  // namespace
}  // namespace drawbar::scenes::testing
