#include "scenes/loader/files/tyre_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "physics/math/elementary.h"
#include "physics/model/magic_formula.h"

namespace drawbar::scenes {
namespace {

constexpr std::string_view kBlank = " \t\r";
constexpr double kVersions[] = {6, 21, 52, 60, 61, 62};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

bool is_coefficient(std::string_view name) {
  return std::any_of(std::begin(physics::kMagicFormulaFields), std::end(physics::kMagicFormulaFields),
                     [&](const physics::MagicFormulaField& field) { return field.name == name; });
}

/// What the file's units must be, for every section: it says them once.
struct Unit {
  std::string_view name;
  std::vector<std::string_view> allowed;
};
const std::vector<Unit>& units() {
  static const std::vector<Unit> all = {{"LENGTH", {"METER", "METERS", "M"}},
                                        {"FORCE", {"NEWTON", "NEWTONS", "N"}},
                                        {"ANGLE", {"RADIANS", "RADIAN", "RAD"}},
                                        {"MASS", {"KG", "KILOGRAM"}},
                                        {"TIME", {"SECOND", "SECONDS", "SEC", "S"}}};
  return all;
}

/// Reads line by line.
class Reader {
 public:
  std::optional<std::string> read(std::string_view line) {
    line = trimmed(line.substr(0, line.find_first_of("$!")));
    if (line.empty()) return std::nullopt;
    if (line.front() == '[') {
      if (line.back() != ']') return "a section without \"]\"";
      section_ = upper(trimmed(line.substr(1, line.size() - 2)));
      return std::nullopt;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      // Tables, such as of a shape or a curve.
      if (!section_.empty() && tables_.insert(section_).second) file_.unused.push_back("[" + section_ + "]");
      return std::nullopt;
    }
    return read_entry(upper(trimmed(line.substr(0, equals))), trimmed(line.substr(equals + 1)));
  }

  Result<TyreFile> finish() {
    const auto version = numbers_.find("FITTYP");
    if (version == numbers_.end()) {
      return fail(ErrorKind::wrong,
                  "has no FITTYP; allowed: a Magic Formula of version 5.2 or later (6, 21, 52, 60 to 62)");
    }
    if (std::find(std::begin(kVersions), std::end(kVersions), version->second) == std::end(kVersions)) {
      return fail(ErrorKind::wrong, "has FITTYP " + std::to_string(std::llround(version->second)) +
                                        "; allowed: 6, 21, 52, 60, 61, 62 (Magic Formula 5.2 or later)");
    }
    take_radius();
    return std::move(file_);
  }

 private:
  std::optional<std::string> read_entry(const std::string& name, std::string_view text) {
    if (name.empty()) return "a value without a name";
    if (section_ == "UNITS") return read_unit(name, text);
    const bool quoted = text.size() >= 2 && text.front() == '\'' && text.back() == '\'';
    const auto value = number_of(text);
    if (!value) {
      const bool needed = is_coefficient(name) || name == "FITTYP";
      if (needed) return name + " is no number";
      if (!quoted && text.empty()) return name + " has no value";
      return std::nullopt;  // names, dates, remarks
    }
    if (!numbers_.emplace(name, *value).second) return name + " is given twice";
    if (name == "FITTYP" || is_coefficient(name)) {
      file_.coefficients.push_back({name, *value});
    } else if (name == "VERTICAL_STIFFNESS") {
      file_.vertical_stiffness = *value;
    } else if (name == "VERTICAL_DAMPING") {
      file_.vertical_damping = *value;
    } else if (name == "QSY1") {
      file_.rolling_resistance = *value;
    } else if (name != "BREFF" && name != "DREFF" && name != "FREFF" && *value != 0) {
      file_.unused.push_back(name);
    }
    return std::nullopt;
  }

  std::optional<std::string> read_unit(const std::string& name, std::string_view text) {
    if (text.size() >= 2 && text.front() == '\'') text = trimmed(text.substr(1, text.size() - 2));
    for (const Unit& unit : units()) {
      if (unit.name != name) continue;
      const std::string found = upper(text);
      if (std::find(unit.allowed.begin(), unit.allowed.end(), found) != unit.allowed.end())
        return std::nullopt;
      return name + " is in " + std::string(text) + "; allowed: SI units and radians";
    }
    return std::nullopt;
  }

  // R_e = R_0 - F/C (D atan(B d/d_0) + F d/d_0), of which the deflection's part at d = d_0.
  void take_radius() {
    const auto b = numbers_.find("BREFF"), d = numbers_.find("DREFF"), f = numbers_.find("FREFF");
    if (b == numbers_.end() || d == numbers_.end() || f == numbers_.end()) return;
    const double part = d->second * physics::arc_tangent(b->second, 1) + f->second;
    if (part >= 0 && part <= 1) file_.rolling_deflection = part;
  }

  TyreFile file_;
  std::string section_;
  std::map<std::string, double> numbers_;
  std::set<std::string> tables_;
};

}  // namespace

Result<TyreFile> read_tyre(std::string_view name, std::span<const std::byte> bytes) {
  if (!upper(name).ends_with(".TIR")) {
    return fail(ErrorKind::wrong, "is of a kind that is not supported; allowed: .tir (tyre property file)");
  }
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  Reader reader;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (const auto wrong = reader.read(line)) {
      return fail(ErrorKind::wrong, "line " + std::to_string(number) + ": " + *wrong);
    }
  }
  return reader.finish();
}

}  // namespace drawbar::scenes
