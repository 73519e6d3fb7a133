// Batches on engines: which commands they take, the lines that shells run, the manifest for Kubernetes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tools/batch/engine/engine_command.h"
#include "tools/batch/engine/kubernetes.h"

namespace drawbar::tools {
namespace {

using Words = std::vector<std::string>;

std::string refusal_of(const Words& words) {
  const auto command = EngineCommand::parse(words);
  return command ? "" : command.error().text;
}

TEST(EngineCommands, AreThoseOverManyInputsWithAFolderThatAllMachinesShare) {
  for (const char* name : {"verify", "score", "report", "simulate", "study"}) {
    EXPECT_EQ(refusal_of({name, "a.mcap", "--results", "out"}), "") << name;
    EXPECT_EQ(refusal_of({"--", name, "a.mcap", "--results=out"}), "") << name;
  }
  EXPECT_EQ(refusal_of({}),
            "no command; allowed: verify, score, report, simulate or study with their arguments");
  EXPECT_EQ(refusal_of({"--"}),
            "no command; allowed: verify, score, report, simulate or study with their arguments");
  EXPECT_EQ(
      refusal_of({"export", "--results", "out"}),
      "export: is no command over many inputs; allowed: verify, score, report, simulate or study with their "
      "arguments");
  const std::string from_input = "a list from standard input; allowed: from a file that all machines read";
  EXPECT_EQ(refusal_of({"verify", "@-", "--results", "out"}), from_input);
  EXPECT_EQ(refusal_of({"verify", "-", "--results", "out"}), from_input);
  const std::string nowhere = "verify without --results; allowed: with a folder that all machines share";
  EXPECT_EQ(refusal_of({"verify", "a.mcap"}), nowhere);
  EXPECT_EQ(refusal_of({"verify", "a.mcap", "--results"}), nowhere);
  EXPECT_EQ(refusal_of({"verify", "a.mcap", "--results="}), nowhere);
}

TEST(EngineCommands, NameTheirResultsAsGivenAndAbsolute) {
  const auto command = EngineCommand::parse({"verify", "a.mcap", "--results", "/shared/x/../out"});
  ASSERT_TRUE(command);
  EXPECT_EQ(command->name(), "verify");
  EXPECT_EQ(command->results(), "/shared/out");
  EXPECT_EQ(command->results_as_given(), "/shared/x/../out");
  const auto relative = EngineCommand::parse({"verify", "--results=out"});
  ASSERT_TRUE(relative);
  EXPECT_EQ(relative->results_as_given(), "out");
  EXPECT_TRUE(relative->results().starts_with('/'));
  EXPECT_TRUE(relative->results().ends_with("/out"));
}

TEST(EngineCommands, OfAPartAreOneLineThatAShellReadsBack) {
  const auto command = EngineCommand::parse({"score", "it's a drive.mcap", "--results", "out"});
  ASSERT_TRUE(command);
  EXPECT_EQ(command->part_line("drawbar", "$N", 8, 3),
            R"('drawbar' 'score' 'it'\''s a drive.mcap' '--results' 'out' --part "$N/8" --jobs 3)");
}

Result<std::string> manifest(const KubernetesOptions& options, const std::string& results = "out") {
  const auto command = EngineCommand::parse({"verify", "a.mcap", "--results", results});
  EXPECT_TRUE(command);
  return kubernetes_manifest(*command, options);
}

template <class Change>
std::string refused(const Change& change) {
  KubernetesOptions options;
  change(options);
  const auto made = manifest(options);
  return made ? "" : made.error().text;
}

TEST(KubernetesManifests, RefuseWhatKubernetesWould) {
  using Options = KubernetesOptions;
  const std::string label =
      "; allowed: small letters, digits and -, at most 63, with a letter or digit at both ends";
  for (const std::string name : {"", "A", "a_b", "-a", "a-", "a.b"}) {
    EXPECT_EQ(refused([&](Options& o) { o.name = name; }), "--name " + name + label);
    EXPECT_EQ(refused([&](Options& o) { o.claim = name; }), "--claim " + name + label);
  }
  EXPECT_NE(refused([](Options& o) { o.name = std::string(64, 'a'); }), "");
  EXPECT_EQ(refused([](Options& o) { o.name = std::string(63, 'a'); }), "");
  EXPECT_EQ(refused([](Options& o) { o.name = "a-9"; }), "");
  EXPECT_EQ(refused([](Options& o) { o.image = ""; }), "--image ''; allowed: the name of an image");
  for (const std::string mount : {"", "data", "/"})
    EXPECT_EQ(refused([&](Options& o) { o.mount = mount; }),
              "--mount " + mount + "; allowed: an absolute path, not /");
  for (const std::string memory : {"", "Mi", ".5Gi", "5 Gi", "5GB", "5mi", "-5Mi", "1.2.3Gi", "1..2Gi"}) {
    EXPECT_EQ(refused([&](Options& o) { o.memory = memory; }),
              "--memory " + memory + "; allowed: such as 512Mi or 2Gi");
  }
  for (const char* memory : {"512Mi", "2Gi", "1.5Gi", "1000000", "10Ti", "4k", "4Ki", "4M", "4G", "4T"})
    EXPECT_EQ(refused([&](Options& o) { o.memory = memory; }), "") << memory;
}

TEST(KubernetesManifests, KeepResultsOnTheVolume) {
  const KubernetesOptions options;
  for (const char* inside : {"out", "/data/out", "a/../out", "/data"})
    EXPECT_TRUE(manifest(options, inside)) << inside;
  for (const char* outside : {"/tmp/out", "../out", "a/../../out", "/database"}) {
    const auto made = manifest(options, outside);
    ASSERT_FALSE(made) << outside;
    EXPECT_EQ(made.error().text,
              std::string("--results ") + outside +
                  " is not on the volume; allowed: a folder in /data, which relative paths count from");
    EXPECT_EQ(made.error().kind, ErrorKind::usage);
  }
}

TEST(KubernetesManifests, HaveEachOptionWhereItBelongs) {
  KubernetesOptions options{"job-1", "registry/drawbar:2", "claim-1", "/vol", 6, 9, 3, "700Mi"};
  const auto made = manifest(options);
  ASSERT_TRUE(made) << made.error().text;
  for (
      const char* part :
      {R"("name": "job-1")", R"("image": "registry/drawbar:2")", R"("claimName": "claim-1")",
       R"("workingDir": "/vol")", R"("mountPath": "/vol")", R"("completions": 6,)", R"("parallelism": 6,)",
       R"("backoffLimit": 12,)", R"("requests": { "cpu": "3", "memory": "700Mi" })",
       R"("limits": { "memory": "700Mi" })",
       // Kubernetes makes one $ of two; parts count from 1.
       R"(--part \"$$((JOB_COMPLETION_INDEX + 1))/6\" --jobs 3; code=$$?; [ \"$$code\" -eq 1 ] && exit 0; exit \"$$code\")"}) {
    EXPECT_NE(made->find(part), std::string::npos) << part << "\nin\n" << *made;
  }
  options.parallelism = 2;
  EXPECT_NE(manifest(options)->find(R"("parallelism": 2,)"), std::string::npos);
}

}  // namespace
}  // namespace drawbar::tools
