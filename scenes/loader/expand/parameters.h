// The parameters of one scene file and the expressions that use them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/loader/expand/explanation.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/diagnostics.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// Values that somebody else gives the parameters of a file, and where.
struct GivenParameter {
  double value = 0;
  Place place;       ///< of the value, where a file gives it
  std::string path;  ///< likewise; of an error in its name
};
using GivenParameters = std::map<std::string, GivenParameter, std::less<>>;

/// How an error's place goes on, and who is told the values of expressions.
struct ExpressionContext {
  Diagnostics& errors;
  std::vector<Explained>* explained = nullptr;  ///< may be absent
};

class Parameters {
 public:
  /// Of the object `parameters` of a file (nothing: the file has none). All are worked out, in whatever order
  /// they refer to each other; `given` ones take the place of the file's.
  Parameters(const json::Node* parameters, const GivenParameters& given, ExpressionContext context);

  /// The number of a placed file, in the expressions of its include; nothing elsewhere.
  void set_number(std::optional<double> number) { number_ = number; }

  /// Every string that begins with "=" where `object` has a number becomes that number; its text stays beside
  /// it. `path` is that of `node`.
  void apply(json::Node& node, const ObjectRule& object, const Schema& schema, const std::string& path);

 private:
  enum class Progress : unsigned char { none, waits, known, failed };
  struct Parameter {
    std::string_view name;
    json::Node* node = nullptr;
    Progress progress = Progress::none;
    double value = 0;
  };

  Result<double> value_of(std::string_view name);
  Result<double> value_of_expression(const std::string& text);
  Result<double> own_value(const Parameter& parameter);
  void work_out(Parameter& first);
  void take_given(const GivenParameters& given);
  std::string no_such(std::string_view name) const;
  void apply_to_field(json::Node& node, const FieldRule& rule, const Schema& schema, const std::string& path);
  void apply_to_value(json::Node& node, const FieldRule& rule, const Schema& schema, const std::string& path);
  void apply_to_number(json::Node& node, const std::string& path);

  ExpressionContext context_;
  json::Node node_;
  std::map<std::string, Parameter, std::less<>> parameters_;
  Parameter* wanted_ = nullptr;  ///< without a value yet: what an expression stopped at
  std::optional<double> number_;
};

/// Whether a string that begins with "=" is anywhere in it.
bool has_expression(const json::Node& node);

}  // namespace drawbar::scenes
