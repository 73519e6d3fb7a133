// Which files a command line means: files, folders and lists become one list in a fixed order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::tools {

/// The files of `arguments`, each once, in their order. "@FILE" stands for the paths in it, one a line (of
/// the working directory; empty lines and those that begin with # are passed over; "@-" reads standard
/// input); a folder for all files below it whose name ends in `suffix`, by their paths' bytes, hidden ones
/// left out. What does not exist stays in the list, to be named by whoever opens it. An error of usage for a
/// folder or a list that gives no file; `environment` where one cannot be read.
Result<std::vector<std::string>> expanded_inputs(const std::vector<std::string>& arguments,
                                                 std::string_view suffix);

/// The lines of a list; "-" is standard input. Errors as above.
Result<std::vector<std::string>> lines_in(const std::string& list);

/// The file in `folder` for each input: its path below the folder that all inputs share, with `suffix` in the
/// place of its own. An error of usage where two inputs would have the same.
Result<std::vector<std::string>> files_named_after(const std::vector<std::string>& inputs,
                                                   const std::string& folder, std::string_view suffix);

}  // namespace drawbar::tools
