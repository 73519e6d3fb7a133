// A picture as CIGI messages to one image generator: what is due of it, in as many datagrams as it takes.
#pragma once

#include <cstdint>
#include <vector>

#include "protocol/bytes.h"
#include "protocol/cigi/packets.h"
#include "server/cigi/picture.h"

namespace drawbar::server {

/// An image generator keeps what it was told until it is told otherwise. So a thing is told when it changes,
/// five times more in case that is lost, and then once a second.
class CigiMessageWriter {
 public:
  /// `mapping` outlives this object or the next begin_scene().
  explicit CigiMessageWriter(const scenes::CigiMapping& mapping) { begin_scene(mapping); }

  /// Another scene: the entities of the one before are destroyed first.
  void begin_scene(const scenes::CigiMapping& mapping);
  /// Everything is told anew: it looks at entities from now on only.
  void begin_anew();

  /// The messages that tell `picture`, at least one. `control` is copied into each, with rising frame numbers
  /// from control.frame on. `told`: it looks at entities; else only `control` goes. The list is valid until
  /// the next call.
  const std::vector<protocol::Bytes>& write(const Picture& picture, cigi::IgControl control, bool told);
  /// The messages that destroy every entity. The list is valid until the next call.
  const std::vector<protocol::Bytes>& farewell(cigi::IgControl control);

 private:
  /// Of what one or two packets tell together.
  struct Told {
    protocol::Bytes bytes;
    int repetitions = 0;  ///< left since it changed
  };
  void write_due(const Picture& picture);
  /// Begins the next packets.
  protocol::Bytes& next();
  /// Ends them: they are sent if they are due.
  void offer();
  void append(const protocol::Bytes& packets);
  void begin_message();
  void write_destroyed(const std::vector<std::uint16_t>& entities);

  const scenes::CigiMapping* mapping_ = nullptr;
  std::vector<Told> told_;  ///< in the order in which write_due() comes by
  std::size_t at_ = 0;
  protocol::Bytes packets_;
  std::vector<std::uint16_t> departing_;  ///< entities of the scene before that were made
  int farewells_ = 0;                     ///< messages that still say so
  std::uint64_t frames_ = 0;
  cigi::IgControl control_;
  std::vector<protocol::Bytes> messages_;
};

}  // namespace drawbar::server
