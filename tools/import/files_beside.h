// Where the files lie that a model names: package:// and model:// names, file:// and plain paths.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drawbar::import {

class FilesBeside {
 public:
  /// `packages` are folders by name; `model` is the file that is read.
  FilesBeside(std::map<std::string, std::filesystem::path> packages, const std::filesystem::path& model);

  /// The file that `uri` names, if it is there. A package that is not listed is looked for among the folders
  /// that hold the model, and in them. Names without a scheme count from the model's folder.
  std::optional<std::filesystem::path> find(std::string_view uri);

  /// The folder of the file that `uri` names, such as model://NAME/model.sdf.
  std::optional<std::filesystem::path> find_folder(std::string_view uri) {
    const auto file = find(uri);
    return file ? std::optional(file->parent_path()) : std::nullopt;
  }

  const std::filesystem::path& folder() const { return folder_; }
  /// All that find() has found.
  const std::vector<std::filesystem::path>& found() const { return found_; }

 private:
  std::optional<std::filesystem::path> search(std::string_view uri) const;

  std::map<std::string, std::filesystem::path> packages_;
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> found_;
};

}  // namespace drawbar::import
