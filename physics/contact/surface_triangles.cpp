#include "physics/contact/surface_triangles.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "physics/contact/heightfield_data.h"
#include "physics/contact/mesh_data.h"

namespace drawbar::physics {
namespace {

/// The two triangles of heightfield cells. "Lower" is (x, y), (x + 1, y), (x + 1, y + 1), "upper" is (x, y),
/// (x + 1, y + 1), (x, y + 1).
class Cells {
 public:
  explicit Cells(const HeightfieldData& data) : data_(data) {}

  Vec3 lower_normal(int column, int row) const {
    if (!exists(column, row)) return Vec3::Zero();
    const Vec3 a = data_.vertex(column, row);
    const Vec3 b = data_.vertex(column + 1, row);
    const Vec3 c = data_.vertex(column + 1, row + 1);
    return slope_normal((b.z() - a.z()), (c.z() - b.z()));
  }
  Vec3 upper_normal(int column, int row) const {
    if (!exists(column, row)) return Vec3::Zero();
    const Vec3 a = data_.vertex(column, row);
    const Vec3 c = data_.vertex(column + 1, row + 1);
    const Vec3 d = data_.vertex(column, row + 1);
    return slope_normal((c.z() - d.z()), (d.z() - a.z()));
  }

  void make_lower(int column, int row, bool with_neighbours, SurfaceTriangle& t) const {
    t.corner = {data_.vertex(column, row), data_.vertex(column + 1, row), data_.vertex(column + 1, row + 1)};
    t.normal = slope_normal(t.corner[1].z() - t.corner[0].z(), t.corner[2].z() - t.corner[1].z());
    if (with_neighbours) {
      t.across = {upper_normal(column, row - 1), upper_normal(column + 1, row), upper_normal(column, row)};
    }
    t.vertex = {id(column, row), id(column + 1, row), id(column + 1, row + 1)};
    t.edge = {3 * t.vertex[0], 3 * t.vertex[1] + 1, 3 * t.vertex[0] + 2};
    t.index = 2 * t.vertex[0];
  }
  void make_upper(int column, int row, bool with_neighbours, SurfaceTriangle& t) const {
    t.corner = {data_.vertex(column, row), data_.vertex(column + 1, row + 1), data_.vertex(column, row + 1)};
    t.normal = slope_normal(t.corner[1].z() - t.corner[2].z(), t.corner[2].z() - t.corner[0].z());
    if (with_neighbours) {
      t.across = {lower_normal(column, row), lower_normal(column, row + 1), lower_normal(column - 1, row)};
    }
    t.vertex = {id(column, row), id(column + 1, row + 1), id(column, row + 1)};
    t.edge = {3 * t.vertex[0] + 2, 3 * t.vertex[2], 3 * t.vertex[0] + 1};
    t.index = 2 * t.vertex[0] + 1;
  }

 private:
  bool exists(int column, int row) const {
    return column >= 0 && row >= 0 && column + 1 < data_.field.columns && row + 1 < data_.field.rows;
  }
  /// Of a triangle that rises by `along_x` and `along_y` (m) over one spacing.
  Vec3 slope_normal(double along_x, double along_y) const {
    return Vec3(-along_x, -along_y, data_.field.spacing).normalized();
  }
  std::uint32_t id(int column, int row) const {
    return static_cast<std::uint32_t>(data_.place_of(column, row));
  }

  const HeightfieldData& data_;
};

/// Cell index of a coordinate, kept to the grid with room for one cell outside.
int cell_of(double coordinate, double first, double spacing, int cells) {
  const double cell = std::floor((coordinate - first) / spacing);
  return static_cast<int>(std::clamp(cell, -1.0, static_cast<double>(cells)));
}

void gather_cells(const HeightfieldData& data, const Aabb& box, bool with_neighbours, TriangleList& out) {
  if (box.lower.z() > data.highest) return;
  const Heightfield& field = data.field;
  const int left = std::max(0, cell_of(box.lower.x(), data.left(), field.spacing, field.columns - 1));
  const int right =
      std::min(field.columns - 2, cell_of(box.upper.x(), data.left(), field.spacing, field.columns - 1));
  const int low = std::max(0, cell_of(box.lower.y(), data.bottom(), field.spacing, field.rows - 1));
  const int high =
      std::min(field.rows - 2, cell_of(box.upper.y(), data.bottom(), field.spacing, field.rows - 1));
  const Cells cells(data);
  for (int row = low; row <= high; ++row) {
    const double* below = field.heights.data() + data.place_of(0, row);
    const double* above = below + field.columns;
    for (int column = left; column <= right; ++column) {
      const double diagonal = std::max(below[column], above[column + 1]);
      if (std::max(diagonal, below[column + 1]) >= box.lower.z()) {
        if (SurfaceTriangle* t = out.add()) cells.make_lower(column, row, with_neighbours, *t);
      }
      if (std::max(diagonal, above[column]) >= box.lower.z()) {
        if (SurfaceTriangle* t = out.add()) cells.make_upper(column, row, with_neighbours, *t);
      }
    }
  }
}

}  // namespace

void gather_triangles(const CollisionShape& surface, const Aabb& box, bool with_neighbours,
                      TriangleList& out) {
  out.clear();
  if (surface.kind == ShapeKind::heightfield) {
    gather_cells(*surface.heightfield, box, with_neighbours, out);
  } else {
    surface.mesh->for_each_near(box, [&](const SurfaceTriangle& t) { out.add(t); });
  }
}

namespace {

/// Of the triangle above or below a point.
struct FacetAt {
  Vec3 from_corner;    ///< to the point, from the lower left corner of the triangle's cell
  double along_x = 0;  ///< rise (m) over one spacing
  double along_y = 0;
};

/// None beyond the border.
std::optional<FacetAt> facet_at(const HeightfieldData& data, const Vec3& point) {
  const Heightfield& field = data.field;
  const int column = cell_of(point.x(), data.left(), field.spacing, field.columns - 1);
  const int row = cell_of(point.y(), data.bottom(), field.spacing, field.rows - 1);
  if (column < 0 || row < 0 || column > field.columns - 2 || row > field.rows - 2) return std::nullopt;
  const double* below = field.heights.data() + data.place_of(column, row);
  const double* above = below + field.columns;
  const Vec3 from_corner = point - data.vertex(column, row);
  const bool in_lower = from_corner.x() >= from_corner.y();
  const double along_x = in_lower ? below[1] - below[0] : above[1] - above[0];
  const double along_y = in_lower ? above[1] - below[1] : above[0] - below[0];
  return FacetAt{from_corner, along_x, along_y};
}

}  // namespace

bool is_below(const HeightfieldData& data, const Vec3& point) {
  const auto facet = facet_at(data, point);
  return facet && data.field.spacing * facet->from_corner.z() <
                      facet->along_x * facet->from_corner.x() + facet->along_y * facet->from_corner.y();
}

std::optional<Vec3> facet_normal(const HeightfieldData& data, const Vec3& point) {
  const auto facet = facet_at(data, point);
  if (!facet) return std::nullopt;
  return Vec3(-facet->along_x, -facet->along_y, data.field.spacing).normalized();
}

}  // namespace drawbar::physics
