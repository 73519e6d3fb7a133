#include "tools/import/files_beside.h"

namespace drawbar::import {
namespace {

std::optional<std::filesystem::path> existing(const std::filesystem::path& path) {
  std::error_code none;
  if (std::filesystem::is_regular_file(path, none)) return path;
  return std::nullopt;
}

}  // namespace

FilesBeside::FilesBeside(std::map<std::string, std::filesystem::path> packages,
                         const std::filesystem::path& model)
    : packages_(std::move(packages)) {
  std::error_code none;
  folder_ = std::filesystem::absolute(model, none).lexically_normal().parent_path();
}

std::optional<std::filesystem::path> FilesBeside::find(std::string_view uri) {
  auto file = search(uri);
  if (file) found_.push_back(*file);
  return file;
}

std::optional<std::filesystem::path> FilesBeside::search(std::string_view uri) const {
  if (uri.starts_with("file://")) return existing(folder_ / uri.substr(7));
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string_view rest = uri.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string package(rest.substr(0, slash));
    const std::filesystem::path inside(rest.substr(slash + 1));
    if (inside.is_absolute()) return std::nullopt;
    if (const auto known = packages_.find(package); known != packages_.end())
      return existing(known->second / inside);
    for (std::filesystem::path folder = folder_;; folder = folder.parent_path()) {
      if (folder.filename() == package) {
        if (auto found = existing(folder / inside)) return found;
      }
      if (auto found = existing(folder / package / inside)) return found;
      if (folder == folder.root_path() || folder.empty()) return std::nullopt;
    }
  }
  if (uri.find("://") != std::string_view::npos) return std::nullopt;
  return existing(folder_ / uri);
}

}  // namespace drawbar::import
