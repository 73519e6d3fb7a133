// An XML file read within bounds and with its lines, and what in it nobody here has a counterpart for.
#pragma once

#include <tinyxml2.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// Bounds of one file: bytes, elements, nesting.
inline constexpr std::size_t kMostXmlBytes = 32u << 20;
inline constexpr std::size_t kMostXmlElements = 500'000;
inline constexpr int kMostXmlDepth = 90;

struct XmlFile {
  std::string name;  ///< for messages
  std::unique_ptr<tinyxml2::XMLDocument> document;

  tinyxml2::XMLElement& root() const { return *document->RootElement(); }
  Place place(const tinyxml2::XMLNode& node) const { return {name, node.GetLineNum()}; }
  /// The document as text, as it stands now.
  std::string text() const;
};

/// From a text. Entities of a document type are not expanded; no other file is read.
Result<XmlFile> parse_xml(std::string_view text, const std::string& name);

/// From a file.
Result<XmlFile> read_xml(const std::filesystem::path& file);

/// An element that is understood: its attributes ("*": any) and the elements in it, with blanks between.
struct Word {
  std::string_view element;
  std::string_view attributes;
  std::string_view children;
};

/// Warns, once for each kind, of every element and attribute that is not listed.
void check_words(const XmlFile& file, std::span<const Word> words, Warnings& warnings);

/// `count` finite numbers with blanks between, and nothing else.
std::optional<std::vector<double>> numbers_of(std::string_view text, std::size_t count);

/// Calls `visit` with every element of the file, outer ones first.
template <class Visit>
void for_each_element(tinyxml2::XMLElement& element, const Visit& visit) {
  visit(element);
  for (auto* child = element.FirstChildElement(); child != nullptr; child = child->NextSiblingElement())
    for_each_element(*child, visit);
}

/// The attribute, or an empty text.
std::string_view attribute(const tinyxml2::XMLElement& element, const char* name);

}  // namespace drawbar::import
