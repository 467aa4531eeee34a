// FCL of Debian, in double precision. Variants are its two solvers: `libccd` (the default) and `indep`. Tolerances are the
// defaults, 1e-6. Depths come from `collide` with contacts; pairs without a formula of their own get them from `indep` with the other
// sign and with normals in A's frame.
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <memory>

#include "../cpp/engine.hpp"

using bench::Answer;
using bench::Can;
using bench::Kind;
using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

class Fcl {
  const bench::Cell& cell;
  std::vector<Geometry> shapes;
  std::vector<std::array<fcl::Transform3d, 2>> poses;

  static Geometry shape(const bench::Solid& solid) {
    const std::vector<double>& x = solid.numbers;
    switch (solid.kind) {
      case Kind::box: return std::make_shared<fcl::Boxd>(2 * x[0], 2 * x[1], 2 * x[2]);
      case Kind::ball: return std::make_shared<fcl::Sphered>(x[0]);
      case Kind::capsule: return std::make_shared<fcl::Capsuled>(x[0], 2 * x[1]);
      case Kind::cylinder: return std::make_shared<fcl::Cylinderd>(x[0], 2 * x[1]);
      case Kind::cone: return std::make_shared<fcl::Coned>(x[0], 2 * x[1]);
      case Kind::ellipsoid: return std::make_shared<fcl::Ellipsoidd>(x[0], x[1], x[2]);
      case Kind::hull: break;
    }
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (size_t i = 0; i < x.size(); i += 3) vertices->push_back({x[i], x[i + 1], x[i + 2]});
    auto faces = std::make_shared<std::vector<int>>();
    for (size_t i = 0; i < solid.corners.size(); i += 3)
      for (uint32_t word : {3u, solid.corners[i], solid.corners[i + 1], solid.corners[i + 2]}) faces->push_back(int(word));
    return std::make_shared<fcl::Convexd>(vertices, int(solid.corners.size() / 3), faces);
  }

 public:
  explicit Fcl(const bench::Cell& cell) : cell(cell) {
    for (const bench::Solid& solid : cell.shapes) shapes.push_back(shape(solid));
    for (const Geometry& shape : shapes) shape->computeLocalAABB();
    for (const bench::Pair& pair : cell.pairs) {
      std::array<fcl::Transform3d, 2> both;
      for (int side = 0; side < 2; side++) {
        const std::array<double, 9> m = pair.places[side].matrix();
        const double* t = pair.places[side].translation;
        both[side].linear() << m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8];
        both[side].translation() << t[0], t[1], t[2];
        both[side].makeAffine();
      }
      poses.push_back(both);
    }
  }

  std::vector<Can> can() const {
    std::vector<Can> can;
    for (const char* variant : {"libccd", "indep"})
      for (const char* query : {"bool", "dist"}) can.push_back({variant, query, "world"});
    const bool formula = cell.has(Kind::box) && !cell.has(Kind::cone) && !cell.has(Kind::hull);
    can.push_back({"libccd", "pen", "world"});
    can.push_back({"indep", "pen", formula ? "world" : "a"});
    return can;
  }

  void pass(const std::string& variant, const std::string& query, bench::Timer& time) {
    const fcl::GJKSolverType solver = variant == "libccd" ? fcl::GST_LIBCCD : fcl::GST_INDEP;
    time([&](size_t i) {
      try {
        return query == "dist" ? apart(i, solver) : meeting(i, solver, query == "pen");
      } catch (const std::exception&) {
        return Answer::failure();
      }
    });
  }

 private:
  Answer apart(size_t i, fcl::GJKSolverType solver) const {
    const auto& [a, b] = cell.chosen[i];
    fcl::DistanceRequestd request(true);
    request.gjk_solver_type = solver;
    fcl::DistanceResultd result;
    fcl::distance(shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], request, result);
    const fcl::Vector3d normal = (result.nearest_points[1] - result.nearest_points[0]) / result.min_distance;
    return {result.min_distance, {normal[0], normal[1], normal[2]}};
  }

  Answer meeting(size_t i, fcl::GJKSolverType solver, bool with_contact) const {
    const auto& [a, b] = cell.chosen[i];
    fcl::CollisionRequestd request(1, with_contact);
    request.gjk_solver_type = solver;
    fcl::CollisionResultd result;
    fcl::collide(shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], request, result);
    if (!with_contact) return Answer::meet(result.isCollision());
    if (!result.isCollision()) return Answer::failure();
    const fcl::Contactd& contact = result.getContact(0);
    return {-std::abs(contact.penetration_depth), {contact.normal[0], contact.normal[1], contact.normal[2]}};
  }
};

int main(int count, char** words) { return bench::serve<Fcl>(count, words); }
