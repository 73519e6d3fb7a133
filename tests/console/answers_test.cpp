// What a command makes of a server's answers: which of them is its own, what is refused and why, what the
// score says.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/server_by_hand.h"
#include "tools/client/connection.h"
#include "tools/client/live_score.h"
#include "tools/client/refusals.h"

namespace drawbar::tools {
namespace {

using stream::ErrorCode;

/// A connection to a server that says what the test wants.
class Answers : public testing::Test {
 protected:
  /// Opens with this as the server's first message.
  template <class Body>
  Result<Connection> opened(Body first) {
    ConnectionOptions options;
    options.endpoint.port = server_->port();
    auto opening = std::async(std::launch::async, [options] { return Connection::open(options); });
    server_->say(std::move(first));
    return opening.get();
  }
  void open(stream::WelcomeT welcome = tests::whole_welcome()) {
    auto done = opened(std::move(welcome));
    ASSERT_TRUE(done) << done.error().text;
    connection_.emplace(std::move(*done));
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(server_->port()); }

  Result<protocol::ServerMessage> ask(const std::function<void(const stream::ServerMessage&)>& take = {}) {
    control::ClientBodyUnion body;
    body.Set(control::FreezeT{});
    return connection_->request(std::move(body), take);
  }

  std::unique_ptr<tests::ServerByHand> server_ = std::make_unique<tests::ServerByHand>();
  std::optional<Connection> connection_;
};

stream::ErrorT error_of(std::uint32_t request, ErrorCode code, const std::string& text,
                        const std::string& field = "") {
  stream::ErrorT error;
  error.request = request;
  error.code = code;
  error.text = text;
  error.field = field;
  return error;
}

TEST(Refusals, AreOfWhatWasAskedOfHowOrOfTheSurroundings) {
  std::string wrong, usage, environment;
  for (const ErrorCode code : stream::EnumValuesErrorCode()) {
    std::string& list = kind_of(code) == ErrorKind::wrong   ? wrong
                        : kind_of(code) == ErrorKind::usage ? usage
                                                            : environment;
    list += std::string(stream::EnumNameErrorCode(code)) + " ";
  }
  EXPECT_EQ(wrong, "NoSuchId NotHeld Held NoSuchName NoSuchMoment Unsupported SceneInvalid ");
  EXPECT_EQ(usage, "BadValue ");
  EXPECT_EQ(environment,
            "Unknown Version BadMessage TooLarge Token NotAllowed Busy TooSlow HelloTimeout ResumeExpired "
            "TakenOver "
            "Cancelled ");
  EXPECT_EQ(kind_of(static_cast<ErrorCode>(999)), ErrorKind::environment) << "of a newer server";
}

TEST_F(Answers, ARequestTakesThatOfItsNumberAndHandsOnTheRest) {
  open();
  for (std::uint32_t number = 1; number <= 5; ++number) {
    stream::ReplyT before;
    before.request = number + 1;
    server_->say(std::move(before));
    server_->say(error_of(number + 7, ErrorCode::Busy, "another's"));
    if (number == 1) {
      stream::ReplyT own;
      own.request = number;
      server_->say(std::move(own));
    } else if (number == 2) {
      stream::EffectsT own;
      own.request = number;
      server_->say(std::move(own));
    } else if (number == 3) {
      stream::ScenesT own;
      own.request = number;
      server_->say(std::move(own));
    } else if (number == 4) {
      stream::SceneDescriptionT own;
      own.request = number;
      server_->say(std::move(own));
    } else {
      stream::RayHitsT own;
      own.request = number;
      server_->say(std::move(own));
    }
    int others = 0;
    const auto answer = ask([&](const stream::ServerMessage&) { ++others; });
    ASSERT_TRUE(answer) << number << ": " << answer.error().text;
    EXPECT_EQ(others, 2) << number;
    const stream::ServerBody kinds[] = {stream::ServerBody::Reply, stream::ServerBody::Effects,
                                        stream::ServerBody::Scenes, stream::ServerBody::SceneDescription,
                                        stream::ServerBody::RayHits};
    EXPECT_EQ((**answer).body_type(), kinds[number - 1]);
  }
}

TEST_F(Answers, ARefusalHasTheServersWordsAndItsKind) {
  open();
  struct Row {
    std::uint32_t request;
    ErrorCode code;
    std::string text, field, says;
    ErrorKind kind;
  };
  const Row rows[] = {
      {1, ErrorCode::Held, "anna has it", "", "the server refused: anna has it", ErrorKind::wrong},
      {2, ErrorCode::BadValue, "is infinite", "Speed.factor",
       "the server refused: is infinite (Speed.factor)", ErrorKind::usage},
      {0, ErrorCode::Busy, "too\x07 many", "a\x1b[b", "the server refused: too? many (a?[b)",
       ErrorKind::environment},
  };
  for (const Row& row : rows) {
    server_->say(error_of(row.request, row.code, row.text, row.field));
    const auto answer = ask();
    ASSERT_FALSE(answer) << row.says;
    EXPECT_EQ(answer.error().text, row.says);
    EXPECT_EQ(answer.error().kind, row.kind);
  }
}

TEST_F(Answers, AServerThatBeginsWithAnErrorOrWithSomethingElseIsTold) {
  const auto refused = opened(error_of(0, ErrorCode::Token, "a token is needed", "Hello.token"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text, "the server refused: a token is needed (Hello.token)");
  EXPECT_EQ(refused.error().kind, ErrorKind::environment);
  server_ = std::make_unique<tests::ServerByHand>();
  const auto other = opened(stream::ReplyT{});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().text, address() + ": the server did not begin with a Welcome");
}

TEST_F(Answers, TheEndOfTheConnectionHasTheLastWordsThatNobodyHadAskedFor) {
  const auto end_after = [&](stream::ErrorT last) {
    open();
    const std::string before = address() + ": the server closed the connection";
    server_->say(std::move(last));
    EXPECT_TRUE(connection_->receive(Connection::kPatience));
    server_.reset();
    const auto message = connection_->receive(Connection::kPatience);
    server_ = std::make_unique<tests::ServerByHand>();
    if (message) return std::string("it goes on");
    EXPECT_EQ(message.error().kind, ErrorKind::environment);
    EXPECT_EQ(message.error().text.find(before), 0u) << message.error().text;
    return message.error().text.substr(std::min(before.size(), message.error().text.size()));
  };
  EXPECT_EQ(end_after(error_of(0, ErrorCode::TooSlow, "did not read")), ": did not read");
  EXPECT_EQ(end_after(error_of(5, ErrorCode::Held, "an answer")), "");
}

// --- the score ---

stream::WelcomeT with_exercise() {
  stream::WelcomeT welcome = tests::whole_welcome();
  welcome.scene->name = "yard";
  welcome.scene->exercise = std::make_unique<stream::ExerciseInfoT>();
  welcome.scene->exercise->name = "slalom";
  welcome.scene->exercise->trainee = "anna";
  welcome.scene->exercise->variant = "wet";
  return welcome;
}

stream::ScoreT whole_score() {
  stream::ScoreT score;
  score.stamp = std::make_unique<stream::FrameStamp>(1, 2, 3.5, 0, 6, 0);
  score.attempt = 4;
  score.outcome = 1;
  score.time = 12.5;
  score.score = 91.5;
  score.passed = true;
  score.build = "r7";
  const auto criterion = [&](const char* name, double figure, const char* unit, double lost,
                             std::vector<double> moments) {
    auto& entry = *score.criteria.emplace_back(std::make_unique<stream::CriterionScoreT>());
    entry.name = name;
    entry.figure = figure;
    entry.unit = unit;
    entry.lost = lost;
    entry.moments = std::move(moments);
  };
  criterion("hits", 3, "N s", 5, {1, 1.5, 4, 4});
  criterion("time", 12.5, "s", 3.5, {});
  const auto trigger = [&](const char* name, std::uint32_t fired, bool armed, bool holds) {
    auto& entry = *score.triggers.emplace_back(std::make_unique<stream::TriggerStateT>());
    entry.name = name;
    entry.fired = fired;
    entry.armed = armed;
    entry.holds = holds;
  };
  trigger("begin", 1, false, true);
  trigger("hit\x07", 3, true, false);
  return score;
}

TEST_F(Answers, TheScoreIsTheLineOfDrawbarScoreAndTriggersAreListed) {
  open(with_exercise());
  const std::vector<std::string> score{"score"}, triggers{"triggers"};
  const auto said = [&](const std::vector<std::string>& words, bool as_json) {
    server_->say(stream::ScoreT{});  // of no frame: not yet one
    server_->say(whole_score());
    const auto text = live_score(words, as_json, *connection_);
    return text ? *text : text.error().text;
  };
  EXPECT_EQ(
      said(score, false),
      R"({"exercise": "slalom", "scene": "yard", "branch": 6, "attempt": 4, "trainee": "anna", "build": "r7", )"
      R"("variant": "wet", "outcome": "completed", "time": 12.5, "score": 91.5, "passed": true, "criteria": [)"
      R"({"name": "hits", "figure": 3, "unit": "N s", "lost": 5, "moments": [[1, 1.5], [4, 4]]}, )"
      R"({"name": "time", "figure": 12.5, "unit": "s", "lost": 3.5, "moments": []}]})"
      "\n");
  EXPECT_EQ(said(triggers, false),
            "begin                           done      fired 1, its condition holds\n"
            "hit?                            armed     fired 3\n");
  EXPECT_EQ(said(triggers, true),
            R"({"branch":6,"time":3.5,"triggers":[{"name":"begin","armed":false,"fired":1,"holds":true},)"
            R"({"name":"hit?","armed":true,"fired":3,"holds":false}]})"
            "\n");
  stream::ScoreT bare = whole_score();
  bare.triggers.clear();
  server_->say(std::move(bare));
  EXPECT_EQ(live_score(triggers, false, *connection_).value(), "the exercise has no triggers\n");
  for (const auto& [words, is_one] :
       std::vector<std::pair<std::vector<std::string>, bool>>{{{"score"}, true},
                                                              {{"triggers"}, true},
                                                              {{"score", "now"}, false},
                                                              {{"scores"}, false},
                                                              {{}, false}})
    EXPECT_EQ(is_live_score_command(words), is_one);
}

TEST_F(Answers, AnExerciseStartsWhileItRunsAndThereIsNoScoreOfASceneOrAReplay) {
  open(with_exercise());
  stream::ScoreT runs = whole_score();
  runs.outcome = 0;
  server_->say(std::move(runs));
  EXPECT_TRUE(check_exercise_can_start(*connection_));
  server_->say(whole_score());
  const auto ended = check_exercise_can_start(*connection_);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().text,
            "the exercise has ended; `drawbar instructor exercise reset` sets it up again");
  EXPECT_EQ(ended.error().kind, ErrorKind::wrong);
  const std::vector<std::string> score{"score"};
  server_ = std::make_unique<tests::ServerByHand>();
  open();
  EXPECT_EQ(live_score(score, false, *connection_).error().text, "no exercise runs, the scene alone does");
  server_ = std::make_unique<tests::ServerByHand>();
  stream::WelcomeT replayed = with_exercise();
  replayed.stamp = std::make_unique<stream::FrameStamp>(1, 2, 3.5, 0, 6, 2);
  open(std::move(replayed));
  EXPECT_EQ(live_score(score, false, *connection_).error().text,
            "in a replay no exercise runs; `drawbar score RECORDING` judges those that it holds");
}

}  // namespace
}  // namespace drawbar::tools
