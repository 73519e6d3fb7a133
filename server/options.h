// What the command line and the configuration file may say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "scenes/record/snapshot_interval.h"
#include "server/cigi/pacing.h"
#include "server/loop/realtime.h"
#include "server/loop/start_mode.h"

namespace drawbar::server {

struct Options {
  std::string scene;    ///< path; empty in a replay
  std::string library;  ///< folder of scenes and exercises; empty: that of `scene`
  std::string trainee;
  std::optional<std::string> variant;  ///< of the exercise; nothing: as its file says
  std::string station;
  std::string records;   ///< path of the course records; empty: none
  std::string replay;    ///< path of a recording to serve instead
  std::string ghost;     ///< path of a recording that runs beside; empty: none
  std::string record;    ///< file to record to, or folder of it; empty: no recording
  double keep_days = 0;  ///< recordings and attempts; 0: for ever
  double keep_gib = 0;   ///< of recordings; 0: any
  double drain = 0;      ///< s to wait for operators at SIGTERM
  bool agones = false;   ///< speak to its side-car
  bool force = false;    ///< overwrite an existing recording
  bool check = false;    ///< say what is wrong with the rest, and end
  std::uint16_t port = 4040;
  std::uint16_t web_port = 8040;
  std::string bind = "127.0.0.1";
  std::string token_file;
  std::string tls_certificate;                ///< PEM file; empty: no TLS
  std::string tls_key;                        ///< PEM file
  std::string multicast;                      ///< GROUP:PORT; empty: none
  std::vector<std::string> image_generators;  ///< HOST:PORT each, told over CIGI
  std::uint16_t cigi_port = 8001;             ///< UDP; 0: any free one
  CigiPacing cigi_pacing = CigiPacing::asynchronous;
  bool foxglove = false;  ///< the web port speaks its sub-protocols
  std::vector<std::string> web_hosts;
  std::vector<std::string> web_origins;
  StartMode start = StartMode::running;
  bool governor = true;
  double snapshot_interval = scenes::kSnapshotInterval;  ///< s
  unsigned rewind_memory = 256;                          ///< MiB
  RealtimeOptions realtime;
  int spin_us = 50;
  unsigned most_clients = 256;
  unsigned most_from_an_address = 0;  ///< 0: three quarters of them
  double most_joins = 20;             ///< per second from one address
  double hello_timeout = 2;           ///< s
  double stall_timeout = 5;           ///< s
  double resume_timeout = 30;         ///< s
  std::string log_level = "info";
};

/// Parses the arguments, and the file that --config names: a JSON object with the flags' long names as keys.
/// Nothing: all is said (--help, --version); leave with 0.
Result<std::optional<Options>> parse_options(int count, char** arguments);

}  // namespace drawbar::server
