#include "tools/import/xml_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "scenes/loader/files/folder.h"

namespace drawbar::import {
namespace {

bool is_listed(std::string_view list, std::string_view name) {
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == name) return true;
    at = end + 1;
  }
  return false;
}

const Word* find(std::span<const Word> words, std::string_view element) {
  for (const Word& word : words) {
    if (word.element == element) return &word;
  }
  return nullptr;
}

void check_element(const XmlFile& file, const tinyxml2::XMLElement& element, std::span<const Word> words,
                   Warnings& warnings) {
  const Word* word = find(words, element.Name());
  if (word == nullptr) return;
  const std::string name = element.Name();
  const bool any_attribute = word->attributes == "*";
  for (const auto* a = any_attribute ? nullptr : element.FirstAttribute(); a != nullptr; a = a->Next()) {
    if (is_listed(word->attributes, a->Name()) || std::string_view(a->Name()).starts_with("xmlns")) continue;
    const std::string text = "attribute " + std::string(a->Name()) + " of <" + name + ">";
    warnings.add_kind(file.place(element), text, text + " has no counterpart in a scene and is left out");
  }
  for (const auto* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (is_listed(word->children, child->Name())) {
      check_element(file, *child, words, warnings);
      continue;
    }
    const std::string text = "<" + std::string(child->Name()) + "> in <" + name + ">";
    warnings.add_kind(file.place(*child), text, text + " has no counterpart in a scene and is left out");
  }
}

/// Whether the tree is within the bounds; the parser has its own, larger, bound of nesting.
bool is_bounded(const tinyxml2::XMLElement& element, int depth, std::size_t& count) {
  if (depth > kMostXmlDepth || ++count > kMostXmlElements) return false;
  for (const auto* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (!is_bounded(*child, depth + 1, count)) return false;
  }
  return true;
}

/// Prints every element on the line where it was read, so that errors of who reads the text name lines of the
/// file.
class LinedPrinter : public tinyxml2::XMLPrinter {
 public:
  LinedPrinter() : XMLPrinter(nullptr, true) {}

  bool VisitEnter(const tinyxml2::XMLElement& element, const tinyxml2::XMLAttribute* first) override {
    SealElementIfJustOpened();
    for (; line_ < element.GetLineNum(); ++line_) Putc('\n');
    for (const auto* a = first; a != nullptr; a = a->Next()) count(a->Value());
    return XMLPrinter::VisitEnter(element, first);
  }
  bool Visit(const tinyxml2::XMLText& text) override {
    count(text.Value());
    return XMLPrinter::Visit(text);
  }
  bool Visit(const tinyxml2::XMLComment&) override { return true; }
  bool Visit(const tinyxml2::XMLDeclaration&) override { return true; }
  bool Visit(const tinyxml2::XMLUnknown&) override { return true; }

 private:
  void count(std::string_view text) { line_ += static_cast<int>(std::count(text.begin(), text.end(), '\n')); }
  int line_ = 1;
};

}  // namespace

std::string XmlFile::text() const {
  LinedPrinter printer;
  document->Accept(&printer);
  return printer.CStr();
}

Result<XmlFile> parse_xml(std::string_view text, const std::string& name) {
  const std::string too_deep = ": is nested deeper than " + std::to_string(kMostXmlDepth) +
                               " elements, or has more than " + std::to_string(kMostXmlElements);
  XmlFile file{name, std::make_unique<tinyxml2::XMLDocument>()};
  if (text.size() > kMostXmlBytes) {
    return fail(ErrorKind::wrong, name + ": has " + std::to_string(text.size()) +
                                      " bytes; allowed: at most " + std::to_string(kMostXmlBytes));
  }
  const tinyxml2::XMLError parsed = file.document->Parse(text.data(), text.size());
  if (parsed == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED) return fail(ErrorKind::wrong, name + too_deep);
  if (parsed != tinyxml2::XML_SUCCESS) {
    const Place place{name, file.document->ErrorLineNum()};
    return fail(ErrorKind::wrong,
                located(place, std::string("is not well-formed XML (") +
                                   tinyxml2::XMLDocument::ErrorIDToName(file.document->ErrorID()) +
                                   "); allowed: an XML file"));
  }
  if (file.document->RootElement() == nullptr)
    return fail(ErrorKind::wrong, name + ": has no element; allowed: an XML file");
  std::size_t count = 0;
  if (!is_bounded(file.root(), 1, count)) return fail(ErrorKind::wrong, name + too_deep);
  return file;
}

Result<XmlFile> read_xml(const std::filesystem::path& file) {
  const auto bytes = scenes::read_file(file, kMostXmlBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  return parse_xml({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string());
}

void check_words(const XmlFile& file, std::span<const Word> words, Warnings& warnings) {
  check_element(file, file.root(), words, warnings);
}

std::optional<std::vector<double>> numbers_of(std::string_view text, std::size_t count) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<double> out;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
      return std::nullopt;
    if (out.size() == count) return std::nullopt;
    out.push_back(value);
  }
  if (out.size() != count) return std::nullopt;
  return out;
}

std::string_view attribute(const tinyxml2::XMLElement& element, const char* name) {
  const char* text = element.Attribute(name);
  return text == nullptr ? std::string_view{} : text;
}

}  // namespace drawbar::import
