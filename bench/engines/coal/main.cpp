// Coal, the PyPI wheel's library. Variants: `default` calls the free functions, `kept` a functor that is kept for each pair of
// shapes, `nesterov` the same functors with Nesterov's acceleration (its convergence criterion left at default), `solver` the
// function of the two types with one solver for all pairs, `warm` the free functions with the last step's guess. Results are
// kept and cleared, but for `default` and `warm`. Tolerances are the defaults, 1e-6.
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/internal/shape_shape_func.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <memory>
#include <unordered_map>

#include "../cpp/engine.hpp"

using bench::Answer;
using bench::Can;
using bench::Kind;
using coal::Transform3s;
using coal::Vec3s;

template <class A, class B>
struct Types {};

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

  static Answer answer_of(const coal::DistanceResult& found) {
    return {found.min_distance, {found.normal[0], found.normal[1], found.normal[2]}};
  }

  static coal::CollisionRequest meeting(const std::string& variant) {
    coal::CollisionRequest asked;
    asked.enable_contact = false;
    asked.distance_upper_bound = 0;
    if (variant == "nesterov") asked.gjk_variant = coal::GJKVariant::NesterovAcceleration;
    return asked;
  }

  static coal::DistanceRequest distance(const std::string& variant, bool depth) {
    coal::DistanceRequest asked;
    asked.enable_signed_distance = depth;
    if (variant == "nesterov") asked.gjk_variant = coal::GJKVariant::NesterovAcceleration;
    if (variant == "warm") asked.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    return asked;
  }

  template <class A, class B, class... Rest>
  static void measure(Types<A, B>, Rest&&... rest) { coal::ShapeShapeDistance<A, B>(rest...); }

  template <class A, class B, class... Rest>
  static void collide(Types<A, B>, Rest&&... rest) { coal::ShapeShapeCollide<A, B>(rest...); }

  // Calls with the types of the cell's two sides.
  template <class Ask>
  void typed(Ask ask) const {
    const auto [a, b] = cell.pairs[0].shapes;
    const auto are = [kinds = std::array{cell.shapes[a].kind, cell.shapes[b].kind}](Kind a, Kind b) {
      return kinds == std::array{a, b};
    };
    if (are(Kind::hull, Kind::hull)) return ask(Types<coal::ConvexBase, coal::ConvexBase>());
    if (are(Kind::box, Kind::box)) return ask(Types<coal::Box, coal::Box>());
    if (are(Kind::ball, Kind::box)) return ask(Types<coal::Sphere, coal::Box>());
    if (are(Kind::capsule, Kind::capsule)) return ask(Types<coal::Capsule, coal::Capsule>());
    if (are(Kind::cylinder, Kind::cylinder)) return ask(Types<coal::Cylinder, coal::Cylinder>());
    if (are(Kind::cone, Kind::box)) return ask(Types<coal::Cone, coal::Box>());
    if (are(Kind::ellipsoid, Kind::ellipsoid)) return ask(Types<coal::Ellipsoid, coal::Ellipsoid>());
    if (are(Kind::box, Kind::hull)) return ask(Types<coal::Box, coal::ConvexBase>());
    throw std::runtime_error("no engine for these kinds");
  }

  // One functor for each pair of shapes, and for each pair of the cell its functor.
  template <class Functor>
  class Functors {
    std::unordered_map<uint64_t, Functor> kept;
    std::vector<const Functor*> chosen;

   public:
    explicit Functors(const Coal& coal) {
      for (const auto& [a, b] : coal.cell.chosen) {
        const uint64_t key = uint64_t(a) << 32 | b;
        chosen.push_back(&kept.try_emplace(key, coal.shapes[a].get(), coal.shapes[b].get()).first->second);
      }
    }
    const Functor& operator[](size_t i) const { return *chosen[i]; }
  };

  // Made when first asked for: each has a solver of its own.
  std::unique_ptr<Functors<coal::ComputeCollision>> colliders;
  std::unique_ptr<Functors<coal::ComputeDistance>> measurers;

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
    for (const char* variant : {"default", "kept", "nesterov", "solver"})
      for (const char* query : {"bool", "dist", "pen"}) can.push_back({variant, query, "world"});
    if (cell.steps > 1) can.push_back({"warm", "dist", "world"});
    return can;
  }

  void pass(const std::string& variant, const std::string& query, bench::Timer& time) {
    const bool kept = variant == "kept" || variant == "nesterov";
    if (query == "bool") {
      const coal::CollisionRequest asked = meeting(variant);
      kept ? meet_kept(asked, time) : variant == "solver" ? meet_typed(asked, time) : meet(asked, time);
    } else {
      const coal::DistanceRequest asked = distance(variant, query == "pen");
      kept ? near_kept(asked, time) : variant == "solver" ? near_typed(asked, time) : near(asked, time);
    }
  }

 private:
  void meet(const coal::CollisionRequest& asked, bench::Timer& time) {
    time([&](size_t i) {
      const auto& [a, b] = cell.chosen[i];
      coal::CollisionResult result;
      coal::collide(shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], asked, result);
      return Answer::meet(result.isCollision());
    });
  }

  void meet_kept(const coal::CollisionRequest& asked, bench::Timer& time) {
    if (!colliders) colliders = std::make_unique<Functors<coal::ComputeCollision>>(*this);
    coal::CollisionResult result;
    time([&](size_t i) {
      result.clear();
      (*colliders)[i](poses[i][0], poses[i][1], asked, result);
      return Answer::meet(result.isCollision());
    });
  }

  void meet_typed(const coal::CollisionRequest& asked, bench::Timer& time) {
    const coal::GJKSolver solver(asked);
    coal::CollisionResult result;
    typed([&](auto types) {
      time([&, types](size_t i) {
        const auto& [a, b] = cell.chosen[i];
        result.clear();
        collide(types, shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], &solver, asked, result);
        return Answer::meet(result.isCollision());
      });
    });
  }

  void near(coal::DistanceRequest asked, bench::Timer& time) {
    time([&](size_t i) {
      const auto& [a, b] = cell.chosen[i];
      if (i % cell.steps == 0) {
        asked.cached_gjk_guess = Vec3s(1, 0, 0);
        asked.cached_support_func_guess.setZero();
      }
      coal::DistanceResult result;
      coal::distance(shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], asked, result);
      asked.updateGuess(result);
      return answer_of(result);
    });
  }

  void near_kept(const coal::DistanceRequest& asked, bench::Timer& time) {
    if (!measurers) measurers = std::make_unique<Functors<coal::ComputeDistance>>(*this);
    coal::DistanceResult result;
    time([&](size_t i) {
      result.clear();
      (*measurers)[i](poses[i][0], poses[i][1], asked, result);
      return answer_of(result);
    });
  }

  void near_typed(const coal::DistanceRequest& asked, bench::Timer& time) {
    const coal::GJKSolver solver(asked);
    coal::DistanceResult result;
    typed([&](auto types) {
      time([&, types](size_t i) {
        const auto& [a, b] = cell.chosen[i];
        result.clear();
        measure(types, shapes[a].get(), poses[i][0], shapes[b].get(), poses[i][1], &solver, asked, result);
        return answer_of(result);
      });
    });
  }
};

int main(int count, char** words) { return bench::serve<Coal>(count, words); }
