// Writes a sample recording for readers that are not ours: write_sample FILE plain|zstd FRAMES
// [cut|marked|cut-marked]
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "tests/protocol/sample_session.h"

int main(int argc, char** argv) {
  using namespace drawbar::protocol;
  if (argc < 4) {
    return 2;
  }
  auto sink = create_file(argv[1], true);
  if (!sink) {
    std::fprintf(stderr, "%s\n", sink.error().text.c_str());
    return 3;
  }
  const std::string_view end = argc < 5 ? "" : argv[4];
  record_sample_session(std::move(*sink), std::strtoull(argv[3], nullptr, 10), !end.starts_with("cut"),
                        std::string_view(argv[2]) == "zstd");
  if (!end.ends_with("marked")) return 0;
  // A note made later, while the recording was replayed.
  auto recorder = SessionRecorder::append(argv[1]);
  drawbar::stream::EventT note;
  note.kind = drawbar::stream::EventKind::Bookmark;
  note.text = "too fast";
  note.stamp = std::make_unique<drawbar::stream::FrameStamp>(10, 10, 0.4, 0, 0, 0);
  const bool written =
      recorder && recorder->record_event_at(note, 1'700'000'000'400'000'000) && recorder->close();
  return written ? 0 : 3;
}
