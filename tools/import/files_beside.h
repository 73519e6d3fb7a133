// Where the files lie that a model names: package:// and model:// names, file:// and plain paths.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace drawbar::import {

class FilesBeside {
 public:
  /// `packages` are folders by name; `model` is the file that is read.
  FilesBeside(std::map<std::string, std::filesystem::path> packages, const std::filesystem::path& model);

  /// The file that `uri` names, if it is there. A package that is not listed is looked for among the folders
  /// that hold the model, and in them. Names without a scheme count from the model's folder.
  std::optional<std::filesystem::path> find(std::string_view uri) const;

  /// The folder of the file that `uri` names, such as model://NAME/model.sdf.
  std::optional<std::filesystem::path> find_folder(std::string_view uri) const {
    const auto file = find(uri);
    return file ? std::optional(file->parent_path()) : std::nullopt;
  }

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::map<std::string, std::filesystem::path> packages_;
  std::filesystem::path folder_;
};

}  // namespace drawbar::import
