// Heightfield files: 16-bit greyscale PNG and raw 16-bit samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::scenes {

struct TerrainSize {
  std::uint32_t columns = 0;  ///< samples along x
  std::uint32_t rows = 0;     ///< samples along y
};

struct Terrain {
  TerrainSize size;
  std::vector<std::uint16_t> samples;  ///< row by row from the smallest y, each row from the smallest x
};

/// What every cell of a heightfield is made of, as a place in a list.
struct MaterialMap {
  TerrainSize size;                 ///< cells, one less than the samples each way
  std::vector<std::uint8_t> cells;  ///< in the order of Terrain::samples
};

/// `name` tells the kind by its ending (.png or .raw). `wanted` is what the scene says of the size: needed
/// for raw samples, compared for a PNG. The error's text does not name the file.
Result<Terrain> read_terrain(std::string_view name, std::span<const std::byte> bytes,
                             std::optional<TerrainSize> wanted);

/// An 8-bit greyscale PNG. The error's text does not name the file.
Result<MaterialMap> read_material_map(std::string_view name, std::span<const std::byte> bytes);

}  // namespace drawbar::scenes
