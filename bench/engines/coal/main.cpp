// Coal, the PyPI wheel's library. Variants: `default` and `nesterov` (with its own convergence criterion left at default),
// `warm` with the last step's guess. Tolerances are the defaults, 1e-6.
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <memory>

#include "../cpp/engine.hpp"

using bench::Answer;
using bench::Can;
using bench::Kind;
using coal::Transform3s;
using coal::Vec3s;

class Coal {
  const bench::Cell& cell;
  std::vector<std::shared_ptr<coal::CollisionGeometry>> shapes;
  std::vector<std::array<Transform3s, 2>> poses;

  static std::shared_ptr<coal::CollisionGeometry> shape(const bench::Solid& solid) {
    const std::vector<double>& x = solid.numbers;
    switch (solid.kind) {
      case Kind::box: return std::make_shared<coal::Box>(2 * x[0], 2 * x[1], 2 * x[2]);
      case Kind::ball: return std::make_shared<coal::Sphere>(x[0]);
      case Kind::capsule: return std::make_shared<coal::Capsule>(x[0], 2 * x[1]);
      case Kind::cylinder: return std::make_shared<coal::Cylinder>(x[0], 2 * x[1]);
      case Kind::cone: return std::make_shared<coal::Cone>(x[0], 2 * x[1]);
      case Kind::ellipsoid: return std::make_shared<coal::Ellipsoid>(x[0], x[1], x[2]);
      case Kind::hull: {
        auto points = std::make_shared<std::vector<Vec3s>>();
        for (size_t i = 0; i < x.size(); i += 3) points->push_back(Vec3s(x[i], x[i + 1], x[i + 2]));
        return std::shared_ptr<coal::CollisionGeometry>(coal::ConvexBase::convexHull(points, points->size(), false, nullptr));
      }
    }
    throw std::runtime_error("unknown shape");
  }

  static Answer told(double value, const Vec3s& normal) { return {value, {normal[0], normal[1], normal[2]}}; }

  template <class Request>
  static Request request(const std::string& variant) {
    Request request;
    if (variant == "nesterov") request.gjk_variant = coal::GJKVariant::NesterovAcceleration;
    if (variant == "warm") request.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    return request;
  }

 public:
  explicit Coal(const bench::Cell& cell) : cell(cell) {
    for (const bench::Solid& solid : cell.shapes) shapes.push_back(shape(solid));
    for (const bench::Pair& pair : cell.pairs) {
      std::array<Transform3s, 2> both;
      for (int side = 0; side < 2; side++) {
        const std::array<double, 9> m = pair.places[side].matrix();
        coal::Matrix3s rotation;
        rotation << m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8];
        const double* t = pair.places[side].translation;
        both[side] = Transform3s(rotation, Vec3s(t[0], t[1], t[2]));
      }
      poses.push_back(both);
    }
  }

  std::vector<Can> can() const {
    std::vector<Can> can;
    for (const char* variant : {"default", "nesterov"})
      for (const char* query : {"bool", "dist", "pen"}) can.push_back({variant, query, "world"});
    if (cell.steps > 1) can.push_back({"warm", "dist", "world"});
    return can;
  }

  void pass(const std::string& variant, const std::string& query, bench::Timer& time) {
    if (query == "bool") {
      coal::CollisionRequest asked = request<coal::CollisionRequest>(variant);
      asked.enable_contact = false;
      asked.distance_upper_bound = 0;
      time([&](size_t i) {
        const auto& [a, b] = cell.chosen[i];
        coal::CollisionResult result;
        coal::collide(shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], asked, result);
        return Answer::meet(result.isCollision());
      });
    } else {
      coal::DistanceRequest asked = request<coal::DistanceRequest>(variant);
      asked.enable_signed_distance = query == "pen";
      time([&](size_t i) {
        const auto& [a, b] = cell.chosen[i];
        if (i % cell.steps == 0) {
          asked.cached_gjk_guess = Vec3s(1, 0, 0);
          asked.cached_support_func_guess.setZero();
        }
        coal::DistanceResult result;
        coal::distance(shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], asked, result);
        asked.updateGuess(result);
        return told(result.min_distance, result.normal);
      });
    }
  }
};

int main(int count, char** words) { return bench::serve<Coal>(count, words); }
