#include "tools/study/sampling.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace drawbar::tools {
namespace {

using Values = std::vector<double>;

/// Steele, Lea and Flood, OOPSLA 2014.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// Below `count`, which is far below 2^64: the bias is below count / 2^64.
  std::size_t below(std::size_t count) { return next() % count; }

 private:
  std::uint64_t state_;
};

/// A stream of its own for each seed and parameter: a parameter more does not change those before it.
SplitMix stream_of(std::uint32_t seed, std::size_t parameter) {
  SplitMix mix((std::uint64_t{seed} << 32) + parameter);
  return SplitMix(mix.next());
}

Values grid_values(const study::ParameterT& parameter) {
  if (parameter.type == study::ParameterType::list) return parameter.values;
  Values values(parameter.steps);
  const double last = parameter.steps - 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double share = static_cast<double>(i) / last;
    values[i] = *parameter.from * (1 - share) + *parameter.to * share;
  }
  return values;
}

/// The value at `share`, in [0, 1), of the parameter's range or list.
double value_at(const study::ParameterT& parameter, double share) {
  if (parameter.type == study::ParameterType::range)
    return *parameter.from + share * (*parameter.to - *parameter.from);
  const auto count = static_cast<double>(parameter.values.size());
  return parameter.values[std::min(static_cast<std::size_t>(share * count), parameter.values.size() - 1)];
}

std::vector<Values> grid(const study::StudyT& study) {
  std::vector<Values> variants{{}};
  for (const auto& parameter : study.parameters) {
    std::vector<Values> longer;
    for (const Values& variant : variants) {
      for (const double value : grid_values(*parameter)) {
        longer.push_back(variant);
        longer.back().push_back(value);
      }
    }
    variants = std::move(longer);
  }
  return variants;
}

/// Shares of one parameter, one for each of `count` variants.
Values shares_of(study::SamplingType type, std::size_t count, SplitMix stream) {
  std::vector<std::size_t> parts(count);
  std::iota(parts.begin(), parts.end(), std::size_t{0});
  const bool in_parts = type == study::SamplingType::latin_hypercube;
  // Fisher and Yates; std::shuffle gives another order in another library.
  for (std::size_t i = count; in_parts && i > 1; --i) std::swap(parts[i - 1], parts[stream.below(i)]);
  Values shares(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double unit = stream.unit();
    shares[i] = in_parts ? (static_cast<double>(parts[i]) + unit) / static_cast<double>(count) : unit;
  }
  return shares;
}

std::vector<std::uint32_t> seeds_of(const study::SamplingT& sampling) {
  return sampling.seeds.empty() ? std::vector<std::uint32_t>{1} : sampling.seeds;
}

}  // namespace

std::size_t variant_count(const study::StudyT& study) {
  const study::SamplingT& sampling = *study.sampling;
  std::size_t count =
      sampling.type == study::SamplingType::grid ? 1 : *sampling.count * seeds_of(sampling).size();
  if (sampling.type != study::SamplingType::grid) return count;
  for (const auto& parameter : study.parameters) {
    count *= parameter->type == study::ParameterType::list ? parameter->values.size() : parameter->steps;
    if (count > kMostVariants) break;
  }
  return count;
}

std::vector<std::vector<double>> variants_of(const study::StudyT& study) {
  const study::SamplingT& sampling = *study.sampling;
  if (sampling.type == study::SamplingType::grid) return grid(study);
  std::vector<Values> variants;
  for (const std::uint32_t seed : seeds_of(sampling)) {
    const std::size_t first = variants.size();
    variants.resize(first + *sampling.count);
    for (std::size_t p = 0; p < study.parameters.size(); ++p) {
      const Values shares = shares_of(sampling.type, *sampling.count, stream_of(seed, p));
      for (std::size_t i = 0; i < shares.size(); ++i)
        variants[first + i].push_back(value_at(*study.parameters[p], shares[i]));
    }
  }
  return variants;
}

}  // namespace drawbar::tools
