#include "scenes/loader/files/terrain_file.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <string>

#include "scenes/loader/convert/limits.h"

namespace drawbar::scenes {
namespace {

constexpr std::uint32_t kMostSamplesPerSide = 16384;

std::string size_text(TerrainSize size) {
  return std::to_string(size.columns) + " x " + std::to_string(size.rows);
}

/// What libpng's callbacks see.
struct PngSource {
  std::span<const std::byte> bytes;
  std::size_t position = 0;
  std::array<char, 128> message{};
};

void read_bytes(png_structp png, png_bytep out, png_size_t count) {
  auto& source = *static_cast<PngSource*>(png_get_io_ptr(png));
  if (count > source.bytes.size() - source.position) png_error(png, "the file ends too early");
  std::memcpy(out, source.bytes.data() + source.position, count);
  source.position += count;
}

void keep_message(png_structp png, png_const_charp message) {
  auto& source = *static_cast<PngSource*>(png_get_error_ptr(png));
  std::strncpy(source.message.data(), message, source.message.size() - 1);
  longjmp(png_jmpbuf(png), 1);
}

void ignore_warning(png_structp, png_const_charp) {}

/// libpng's two structures, freed whatever happens.
struct PngReader {
  explicit PngReader(PngSource& source)
      : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, keep_message, ignore_warning)),
        info(png != nullptr ? png_create_info_struct(png) : nullptr) {
    if (info != nullptr) png_set_read_fn(png, &source, read_bytes);
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  png_structp png;
  png_infop info;
};

// The two functions below hold no object with a destructor: libpng leaves them by longjmp.

bool read_header(PngReader& reader) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_user_limits(reader.png, kMostSamplesPerSide, kMostSamplesPerSide);
  png_read_info(reader.png, reader.info);
  return true;
}

bool read_rows(PngReader& reader, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reader.png)) != 0) return false;
  png_set_swap(reader.png);
  png_read_image(reader.png, rows);
  return true;
}

/// A greyscale image of `Sample`s, its last row first.
template <class Sample>
struct Image {
  TerrainSize size;
  std::vector<Sample> samples;
};

/// `what` it should be, for the error.
template <class Sample>
Result<Image<Sample>> read_png(std::span<const std::byte> bytes, const char* what) {
  PngSource source{bytes};
  PngReader reader(source);
  if (reader.info == nullptr) return fail(ErrorKind::environment, "cannot be decoded: libpng does not start");
  const auto broken = [&] {
    return fail(ErrorKind::wrong, std::string("is not a readable PNG: ") + source.message.data());
  };
  if (!read_header(reader)) return broken();
  const TerrainSize size{png_get_image_width(reader.png, reader.info),
                         png_get_image_height(reader.png, reader.info)};
  constexpr int kBits = 8 * sizeof(Sample);
  if (png_get_bit_depth(reader.png, reader.info) != kBits ||
      png_get_color_type(reader.png, reader.info) != PNG_COLOR_TYPE_GRAY) {
    return fail(ErrorKind::wrong, std::string("is not ") + what + "; allowed: " + std::to_string(kBits) +
                                      "-bit greyscale without alpha");
  }
  if (std::uint64_t{size.columns} * size.rows > kMostTerrainSamples) {
    return fail(ErrorKind::wrong, "has " + size_text(size) + " samples; allowed: at most " +
                                      std::to_string(kMostTerrainSamples));
  }
  Image<Sample> image{size, std::vector<Sample>(std::size_t{size.columns} * size.rows)};
  // The image's first row is north, the largest y.
  std::vector<png_bytep> rows(size.rows);
  for (std::size_t r = 0; r < size.rows; ++r) {
    rows[r] = reinterpret_cast<png_bytep>(image.samples.data() + (size.rows - 1 - r) * size.columns);
  }
  if (!read_rows(reader, rows.data())) return broken();
  return image;
}

Result<Terrain> read_raw(std::span<const std::byte> bytes, std::optional<TerrainSize> wanted) {
  if (!wanted)
    return fail(ErrorKind::wrong,
                "does not tell its size; allowed: give columns and rows beside a .raw file");
  const std::uint64_t count = std::uint64_t{wanted->columns} * wanted->rows;
  if (count > kMostTerrainSamples) {
    return fail(ErrorKind::wrong, "has " + size_text(*wanted) + " samples; allowed: at most " +
                                      std::to_string(kMostTerrainSamples));
  }
  if (bytes.size() != 2 * count) {
    return fail(ErrorKind::wrong, "is " + std::to_string(bytes.size()) +
                                      " bytes long; allowed: " + std::to_string(2 * count) + " (" +
                                      size_text(*wanted) + " samples of 2 bytes)");
  }
  Terrain terrain{*wanted, std::vector<std::uint16_t>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    terrain.samples[i] = static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[2 * i]) |
                                                    (std::to_integer<unsigned>(bytes[2 * i + 1]) << 8));
  }
  return terrain;
}

}  // namespace

Result<Terrain> read_terrain(std::string_view name, std::span<const std::byte> bytes,
                             std::optional<TerrainSize> wanted) {
  if (name.ends_with(".raw")) return read_raw(bytes, wanted);
  if (!name.ends_with(".png")) return fail(ErrorKind::wrong, "is of an unknown kind; allowed: .png or .raw");
  auto image = read_png<std::uint16_t>(bytes, "a height map");
  if (!image) return tl::unexpected(image.error());
  if (wanted && (wanted->columns != image->size.columns || wanted->rows != image->size.rows)) {
    return fail(ErrorKind::wrong, "is " + size_text(image->size) + " samples, but columns and rows say " +
                                      size_text(*wanted) + "; allowed: the same, or neither field");
  }
  return Terrain{image->size, std::move(image->samples)};
}

Result<MaterialMap> read_material_map(std::string_view name, std::span<const std::byte> bytes) {
  if (!name.ends_with(".png")) return fail(ErrorKind::wrong, "is of an unknown kind; allowed: .png");
  auto image = read_png<std::uint8_t>(bytes, "a map of materials");
  if (!image) return tl::unexpected(image.error());
  return MaterialMap{image->size, std::move(image->samples)};
}

}  // namespace drawbar::scenes
