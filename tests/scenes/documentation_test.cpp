// The README's table of defaults and the editors' schema know every field of the format.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "scenes/loader/schema/json_schema.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/json.h"
#include "tests/support/paths.h"

namespace drawbar::scenes {
namespace {

std::string readme() {
  std::ifstream file(tests::source_folder() / "scenes/README.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Documentation, TableOfDefaultsHasEveryOptionalField) {
  const std::string text = readme();
  const std::string table = text.substr(text.find("## Defaults"));
  for (const ObjectRule& object : scene_schema().objects) {
    if (!object.text_form.empty()) continue;
    for (const FieldRule& field : object.fields) {
      if (field.needed) continue;
      EXPECT_NE(table.find("`" + field.name + "`"), std::string::npos) << object.name << "." << field.name;
    }
  }
}

TEST(Documentation, EditorsSchemaIsJsonWithEveryField) {
  const std::string text = json_schema(scene_schema(), "drawbar scene");
  Diagnostics errors("schema");
  const json::Node root = json::parse(text, errors);
  ASSERT_TRUE(errors.empty()) << errors.error().text;
  const json::Node* definitions = root.find("definitions");
  ASSERT_NE(definitions, nullptr);
  for (const ObjectRule& object : scene_schema().objects) {
    const json::Node* definition = definitions->find(object.name);
    ASSERT_NE(definition, nullptr) << object.name;
    if (!object.text_form.empty()) continue;
    for (const FieldRule& field : object.fields) {
      EXPECT_NE(definition->find("properties")->find(field.name), nullptr)
          << object.name << "." << field.name;
    }
  }
}

}  // namespace
}  // namespace drawbar::scenes
