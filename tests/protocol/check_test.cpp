// Every rule of client messages as a table: both sides of every bound, the field and the words.
#include "protocol/check.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocol/decode.h"
#include "protocol/encode.h"

namespace drawbar::protocol {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

struct Ruled {
  std::string what;
  Bytes message;
  std::string field;  ///< empty: no rule is broken
  std::string text;   ///< a part of it
};

/// A message with one of its members set.
template <class Body, class Change>
Bytes with(const Change& change) {
  Body body;
  change(body);
  return encode_client(std::move(body));
}

void expect_ruled(const std::vector<Ruled>& rows) {
  for (const Ruled& row : rows) {
    SCOPED_TRACE(row.what);
    const auto decoded = decode_client_message(row.message);
    ASSERT_TRUE(decoded) << decoded.error().text;
    const auto refusal = check(**decoded);
    if (row.field.empty()) {
      EXPECT_EQ(refusal, std::nullopt) << refusal->field << ": " << refusal->text;
      continue;
    }
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->code, stream::ErrorCode::BadValue);
    EXPECT_EQ(refusal->field, row.field);
    EXPECT_NE(refusal->text.find(row.text), std::string::npos) << refusal->text;
  }
}

Bytes ray_message(control::Point from, control::Point to, double radius = 0) {
  return with<control::CastRaysT>([&](auto& m) {
    auto& good = *m.rays.emplace_back(std::make_unique<control::RayT>());
    good.from = std::make_unique<control::Point>(0, 0, 1);
    good.to = std::make_unique<control::Point>(0, 0, 0);
    auto& ray = *m.rays.emplace_back(std::make_unique<control::RayT>());
    ray.from = std::make_unique<control::Point>(from);
    ray.to = std::make_unique<control::Point>(to);
    ray.radius = radius;
  });
}

Bytes many_rays(std::size_t count) {
  return with<control::CastRaysT>([&](auto& m) {
    for (; count > 0; --count) {
      auto& ray = *m.rays.emplace_back(std::make_unique<control::RayT>());
      ray.from = std::make_unique<control::Point>(0, 0, 1);
      ray.to = std::make_unique<control::Point>(0, 0, 0);
    }
  });
}

TEST(ClientRules, OfNumbersHoldOnBothSidesOfEveryBound) {
  using control::Point;
  const auto subscribe = [](auto change) { return with<control::SubscribeT>(change); };
  const auto point = [](double x, double y, double z) { return std::make_unique<Point>(x, y, z); };
  const std::string both = "needs exactly one of around_body and around_point";
  expect_ruled({
      {"a role above the last", with<control::HelloT>([](auto& m) {
         m.name = "a";
         m.role = static_cast<control::Role>(3);
       }),
       "Hello.role", "role 3 is unknown, allowed are 0 (viewer), 1 (operator), 2 (instructor)"},
      {"the last role", with<control::HelloT>([](auto& m) {
         m.name = "a";
         m.role = control::Role::Instructor;
       }),
       "", ""},
      {"no values", encode_client(control::ControlT{}), "", ""},
      {"an infinite value", with<control::ControlT>([](auto& m) {
         m.values = {{0, kInfinite}};
       }),
       "Control.values[0].value", "value is not a finite number"},
      {"the greatest value", with<control::ControlT>([](auto& m) {
         m.values = {{0, std::numeric_limits<double>::max()}, {1, -1}};
       }),
       "", ""},
      {"an encoding above the last",
       subscribe([](auto& m) { m.encoding = static_cast<control::PoseEncoding>(3); }), "Subscribe.encoding",
       "encoding 3 is unknown, allowed are 0 (none), 1 (plain), 2 (compact)"},
      {"the last encoding", subscribe([](auto& m) { m.encoding = control::PoseEncoding::Compact; }), "", ""},
      {"no frame", subscribe([](auto& m) { m.every_nth = 0; }), "Subscribe.every_nth",
       "0 is not allowed, 1 is every frame"},
      {"no telemetry", subscribe([](auto& m) { m.telemetry_every_nth = 0; }), "", ""},
      {"an infinite distance", subscribe([](auto& m) {
         m.distance = kInfinite;
         m.around_body = 0;
       }),
       "Subscribe.distance", "distance must be a finite number of metres, 0 for no limit"},
      {"around a body and a point", subscribe([&](auto& m) {
         m.distance = 1;
         m.around_body = 0;
         m.around_point = point(0, 0, 0);
       }),
       "Subscribe.distance", both},
      {"around a point", subscribe([&](auto& m) {
         m.distance = 1;
         m.around_point = point(0, 0, 0);
       }),
       "", ""},
      {"around nothing", subscribe([](auto& m) { m.distance = 1; }), "Subscribe.distance", both},
      {"a point that is not used", subscribe([&](auto& m) { m.around_point = point(0, 0, 0); }), "", ""},
      {"a point without x", subscribe([&](auto& m) { m.around_point = point(kNoNumber, 0, 0); }),
       "Subscribe.around_point", "coordinates must be finite numbers"},
      {"a point without y", subscribe([&](auto& m) { m.around_point = point(0, kInfinite, 0); }),
       "Subscribe.around_point", "coordinates must be finite numbers"},
      {"a point without z", subscribe([&](auto& m) { m.around_point = point(0, 0, -kInfinite); }),
       "Subscribe.around_point", "coordinates must be finite numbers"},
      {"no step", with<control::StepT>([](auto& m) { m.frames = 0; }), "Step.frames",
       "0 is not allowed, at least 1"},
      {"one step", with<control::StepT>([](auto& m) { m.frames = 1; }), "", ""},
      {"a speed that is none", with<control::SpeedT>([](auto& m) { m.factor = kNoNumber; }), "Speed.factor",
       "factor must be a finite number above 0"},
      {"a fault above the last",
       with<control::DriveFaultT>([](auto& m) { m.kind = static_cast<control::FaultKind>(2); }),
       "DriveFault.kind", "kind 2 is unknown, allowed are 0 (works), 1 (off)"},
      {"the last fault", with<control::DriveFaultT>([](auto& m) { m.kind = control::FaultKind::Off; }), "",
       ""},
      {"no ray", many_rays(0), "CastRays.rays", "0 rays, allowed are 1 to 256"},
      {"one ray", many_rays(1), "", ""},
      {"as many rays as may be", many_rays(256), "", ""},
      {"one ray more", many_rays(257), "CastRays.rays", "257 rays, allowed are 1 to 256"},
      {"a ray from nowhere", ray_message({0, kNoNumber, 0}, {0, 0, 0}), "CastRays.rays[1].from",
       "coordinates must be finite numbers"},
      {"a ray to nowhere", ray_message({0, 0, 0}, {0, 0, kInfinite}), "CastRays.rays[1].to",
       "coordinates must be finite numbers"},
      {"a ray of no length", ray_message({1, 2, 3}, {1, 2, 3}), "CastRays.rays[1].to",
       "must lie above 0 and up to 1e6 m from `from`"},
      {"along x alone", ray_message({1, 2, 3}, {2, 2, 3}), "", ""},
      {"along y alone", ray_message({1, 2, 3}, {1, 3, 3}), "", ""},
      {"along z alone", ray_message({1, 2, 3}, {1, 2, 4}), "", ""},
      {"the longest ray", ray_message({0, 0, 0}, {1e6, 0, 0}), "", ""},
      {"too long along x", ray_message({-1, 0, 0}, {1e6, 0, 0}), "CastRays.rays[1].to", "up to 1e6 m"},
      {"too long along y", ray_message({0, -1, 0}, {0, 1e6, 0}), "CastRays.rays[1].to", "up to 1e6 m"},
      {"too long along z", ray_message({0, 0, -1}, {0, 0, 1e6}), "CastRays.rays[1].to", "up to 1e6 m"},
      {"the thickest ray", ray_message({0, 0, 0}, {1, 0, 0}, 1e6), "", ""},
      {"too thick", ray_message({0, 0, 0}, {1, 0, 0}, 1e6 + 1), "CastRays.rays[1].radius",
       "radius must be 0 to 1e6 m"},
      {"of no thickness", ray_message({0, 0, 0}, {1, 0, 0}, kNoNumber), "CastRays.rays[1].radius",
       "radius must be 0 to 1e6 m"},
      {"no parameter", with<control::BeginEffectT>([](auto& m) {
         m.target = "bob";
         m.type = "force";
       }),
       "", ""},
      {"a parameter that is no number", with<control::BeginEffectT>([](auto& m) {
         m.target = "bob";
         m.type = "force";
         for (const double value : {1.0, kInfinite}) {
           auto& one = *m.parameters.emplace_back(std::make_unique<control::EffectParameterT>());
           one.name = "x";
           one.value = value;
         }
       }),
       "BeginEffect.parameters[1].value", "value is not a finite number"},
      {"a parameter without a name", with<control::BeginEffectT>([](auto& m) {
         m.target = "bob";
         m.type = "force";
         m.parameters.emplace_back(std::make_unique<control::EffectParameterT>());
       }),
       "BeginEffect.parameters[0].name", "name is missing"},
  });
}

/// Rules of a frame and a time, of which a message names one.
template <class Moment>
std::vector<Ruled> moments(const std::string& name, bool needed) {
  const std::string one = "needs exactly one of frame and time";
  const std::string late = "time must be a finite number of seconds, at least 0";
  return {
      {name + " of neither", encode_client(Moment{}), needed ? name + ".frame" : "", one},
      {name + " of both", with<Moment>([](auto& m) {
         m.frame = 1;
         m.time = 1;
       }),
       name + ".frame", one},
      {name + " of frame 0", with<Moment>([](auto& m) { m.frame = 0; }), "", ""},
      {name + " of time 0", with<Moment>([](auto& m) { m.time = 0; }), "", ""},
      {name + " before the begin", with<Moment>([](auto& m) { m.time = -1e-9; }), name + ".time", late},
      {name + " of an endless time", with<Moment>([](auto& m) { m.time = kInfinite; }), name + ".time", late},
      {name + " of no time", with<Moment>([](auto& m) { m.time = kNoNumber; }), name + ".time", late},
  };
}

TEST(ClientRules, OfMomentsHoldForEveryMessageThatNamesOne) {
  expect_ruled(moments<control::RewindT>("Rewind", true));
  expect_ruled(moments<control::SeekT>("Seek", true));
  expect_ruled(moments<control::TakeOverT>("TakeOver", false));
  const auto repeat = [](flatbuffers::Optional<double> from, flatbuffers::Optional<double> to) {
    return with<control::RepeatT>([&](auto& m) {
      m.from = from;
      m.to = to;
    });
  };
  const std::string from = "from must be a finite number of seconds, at least 0";
  const std::string to = "to must be a finite number of seconds, later than from";
  const std::string both = "needs both from and to, or none";
  expect_ruled({
      {"no range", encode_client(control::RepeatT{}), "", ""},
      {"from alone", repeat(1.0, flatbuffers::nullopt), "Repeat.to", both},
      {"to alone", repeat(flatbuffers::nullopt, 1.0), "Repeat.to", both},
      {"from the begin", repeat(0.0, 1.0), "", ""},
      {"from before the begin", repeat(-1.0, 1.0), "Repeat.from", from},
      {"from nowhere", repeat(kNoNumber, 1.0), "Repeat.from", from},
      {"to no end", repeat(0.0, kInfinite), "Repeat.to", to},
      {"to its begin", repeat(1.0, 1.0), "Repeat.to", to},
  });
}

/// Rules of a name, of every message that has one.
std::vector<Ruled> names(const std::string& field,
                         const std::function<Bytes(const std::string&)>& message_with,
                         const std::string& ending = "", std::size_t most = kNameLimit,
                         const std::string& called = "name") {
  const std::string shortest = "a" + ending;
  const std::string longest = std::string(most - ending.size(), 'a') + ending;
  return {
      {field + " of nothing", message_with(""), field, called + " is missing"},
      {field + " of one letter", message_with(shortest), "", ""},
      {field + " of the most bytes", message_with(longest), "", ""},
      {field + " of a byte more", message_with("a" + longest), field,
       called + " has " + std::to_string(most + 1) + " bytes, allowed are 1 to " + std::to_string(most)},
      {field + " of two lines", message_with("a\n" + shortest), field, called + " is not printable UTF-8"},
      {field + " with a deletion", message_with("a\x7F" + shortest), field,
       called + " is not printable UTF-8"},
      {field + " with the last control character", message_with("a\x1F" + shortest), field,
       called + " is not printable UTF-8"},
      {field + " with a blank", message_with("a " + shortest), "", ""},
  };
}

/// The same where it may be absent: an empty text is not sent.
std::vector<Ruled> or_none(std::vector<Ruled> rows) {
  rows.front().field = "";
  return rows;
}

/// Besides those of a name.
std::vector<Ruled> file_names(const std::string& field,
                              const std::function<Bytes(const std::string&)>& message_with,
                              const std::string& ending, const std::string& what) {
  std::vector<Ruled> rows = names(field, message_with, ending);
  for (const std::string& name : {"." + ending, ".a" + ending, "b/a" + ending, "../a" + ending, "/a" + ending,
                                  std::string("a"), "a" + ending + "x", "a" + ending.substr(1)}) {
    rows.push_back({field + " of " + name, message_with(name), field, what});
  }
  rows.push_back({field + " with a dot", message_with("a.b" + ending), "", ""});
  return rows;
}

TEST(ClientRules, OfNamesHoldForEveryMessageThatHasOne) {
  expect_ruled(
      names("Hello.name", [](const auto& n) { return with<control::HelloT>([&](auto& m) { m.name = n; }); }));
  expect_ruled(
      names("Save.name", [](const auto& n) { return with<control::SaveT>([&](auto& m) { m.name = n; }); }));
  expect_ruled(names("Restore.name",
                     [](const auto& n) { return with<control::RestoreT>([&](auto& m) { m.name = n; }); }));
  expect_ruled(names("DeleteState.name", [](const auto& n) {
    return with<control::DeleteStateT>([&](auto& m) { m.name = n; });
  }));
  expect_ruled(names("ExportState.name", [](const auto& n) {
    return with<control::ExportStateT>([&](auto& m) { m.name = n; });
  }));
  expect_ruled(names("ImportState.name", [](const auto& n) {
    return with<control::ImportStateT>([&](auto& m) {
      m.name = n;
      m.total = 1;
      m.data = {1};
    });
  }));
  expect_ruled(names("BeginEffect.target", [](const auto& n) {
    return with<control::BeginEffectT>([&](auto& m) {
      m.target = n;
      m.type = "force";
    });
  }));
  expect_ruled(names("BeginEffect.type", [](const auto& n) {
    return with<control::BeginEffectT>([&](auto& m) {
      m.target = "bob";
      m.type = n;
    });
  }));
  expect_ruled(or_none(names("Reload.trainee", [](const auto& n) {
    return with<control::ReloadT>([&](auto& m) { m.trainee = n; });
  })));
  expect_ruled(names(
      "Bookmark.text", [](const auto& n) { return with<control::BookmarkT>([&](auto& m) { m.text = n; }); },
      "", kNoteLimit, "text"));
  expect_ruled(or_none(names("Reload.variant", [](const auto& n) {
    return with<control::ReloadT>([&](auto& m) { m.variant = n; });
  })));
  expect_ruled(or_none(file_names(
      "Reload.scene", [](const auto& n) { return with<control::ReloadT>([&](auto& m) { m.scene = n; }); },
      ".json", "must be the name of a file of the library (ListScenes), such as \"crane.json\"")));
  expect_ruled(file_names(
      "StoreExercise.file",
      [](const auto& n) {
        return with<control::StoreExerciseT>([&](auto& m) {
          m.file = n;
          m.text = "{";
        });
      },
      ".json", "must be the name of a file of the library (ListScenes), such as \"crane.json\""));
  expect_ruled(or_none(file_names(
      "SetGhost.recording",
      [](const auto& n) { return with<control::SetGhostT>([&](auto& m) { m.recording = n; }); }, ".mcap",
      "must be the name of a recording in the library's folder, such as \"good.mcap\"")));
}

TEST(ClientRules, OfWhatMayBeAbsentLetItBeAbsent) {
  const auto store = [](const std::string& text) {
    return with<control::StoreExerciseT>([&](auto& m) {
      m.file = "a.json";
      m.text = text;
    });
  };
  expect_ruled({
      {"the same scene again", encode_client(control::ReloadT{}), "", ""},
      {"no ghost", encode_client(control::SetGhostT{}), "", ""},
      {"every channel", encode_client(control::TakeControlT{}), "", ""},
      {"an exercise of no text", store(""), "StoreExercise.text", "must be the text of an exercise file"},
      {"an exercise", store("{"), "", ""},
  });
}

TEST(ClientRules, OfAStatesPiecesKeepThemWithinTheFile) {
  const auto piece = [](std::size_t offset, std::size_t total, std::size_t size) {
    return with<control::ImportStateT>([&](auto& m) {
      m.name = "a";
      m.offset = static_cast<std::uint32_t>(offset);
      m.total = static_cast<std::uint32_t>(total);
      m.data.assign(size, 7);
    });
  };
  const std::string data = "a piece has 1 to 49152 bytes and lies within the file's total";
  const std::string total = "a state's file has 1 to 16777216 bytes";
  expect_ruled({
      {"of an empty file", piece(0, 0, 1), "ImportState.total", total},
      {"the whole of the shortest file", piece(0, 1, 1), "", ""},
      {"of the longest file", piece(0, 16'777'216, 1), "", ""},
      {"of a longer one", piece(0, 16'777'217, 1), "ImportState.total", total},
      {"an empty piece", piece(0, 10, 0), "ImportState.data", data},
      {"the longest piece", piece(0, 100'000, 49'152), "", ""},
      {"a longer one", piece(0, 100'000, 49'153), "ImportState.data", data},
      {"up to the end", piece(7, 10, 3), "", ""},
      {"beyond the end", piece(8, 10, 3), "ImportState.data", data},
      {"from the end", piece(10, 10, 1), "ImportState.data", data},
      {"from beyond the end", piece(11, 10, 1), "ImportState.data", data},
  });
}

}  // namespace
}  // namespace drawbar::protocol
