// Writes the golden hashes anew and prints which courses changed and from where on. Called by renew.sh.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/golden/shown.h"
#include "tests/golden/trace.h"

int main(int count, char** arguments) {
  using namespace drawbar::golden;
  const std::set<std::string> wanted(arguments + 1, arguments + count);
  std::set<std::string> unknown = wanted;
  int changed = 0, refused = 0;
  std::map<std::string, std::string> shown = read_shown();
  std::vector<CourseMaker> makers = shipped_scenes();
  for (CourseMaker& maker : mechanisms()) makers.push_back(std::move(maker));
  for (const CourseMaker& maker : makers) {
    const std::string& name = maker.name;
    unknown.erase(name);
    if (!wanted.empty() && wanted.count(name) == 0) continue;
    const Course course = maker.make();
    const Trace now = trace(course, Advance::by_frame);
    const Trace by_substep = trace(course, Advance::by_substep);
    const bool agrees = !difference(now.lines, by_substep) && now.shown == by_substep.shown;
    if (!agrees) std::fprintf(stderr, "%s moves otherwise by substep() than by step_frame()\n", name.c_str());
    const bool reaches = !course.reaches || now.reached > 0;
    if (!reaches) std::fprintf(stderr, "%s no longer does what it is here for\n", name.c_str());
    if (!agrees || !reaches) {
      ++refused;
      continue;
    }
    const auto golden = read_golden(name);
    std::string found = golden.empty() ? std::string("new") : difference(golden, now).value_or("");
    const std::string readings = shown_difference(shown[name], now.shown);
    if (found.empty() && !readings.empty()) found = "shows something else of its " + readings;
    if (found.empty()) continue;
    std::printf("%s: %s\n", name.c_str(), found.c_str());
    write_golden(name, now);
    shown[name] = now.shown;
    ++changed;
  }
  write_shown(shown);
  for (const std::string& other : unknown) std::fprintf(stderr, "no world is called %s\n", other.c_str());
  if (changed == 0) std::puts("nothing changed");
  if (refused > 0) std::fprintf(stderr, "%d not written\n", refused);
  return !unknown.empty() ? 2 : refused > 0 ? 1 : 0;
}
