// Bullet of Debian, single and double precision by the build. Variants: `epa2` (btGjkEpaSolver2) and `pairdet` (btGjkPairDetector with
// the Voronoi simplex and the EPA solver). Margins are zero. It has no ellipsoid.
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "../cpp/engine.hpp"

using bench::Answer;
using bench::Can;
using bench::Kind;

class Bullet {
  const bench::Cell& cell;
  std::vector<std::unique_ptr<btConvexShape>> shapes;
  std::vector<std::array<btTransform, 2>> poses;
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;

  static btVector3 vector(const double* x) { return btVector3(btScalar(x[0]), btScalar(x[1]), btScalar(x[2])); }

  static std::unique_ptr<btConvexShape> sharp(btConvexShape* shape) {
    shape->setMargin(0);
    return std::unique_ptr<btConvexShape>(shape);
  }

  static std::unique_ptr<btConvexShape> shape(const bench::Solid& solid) {
    const std::vector<double>& x = solid.numbers;
    const btScalar radius = btScalar(x[0]), length = btScalar(2 * x.at(x.size() > 1 ? 1 : 0));
    switch (solid.kind) {
      case Kind::box: return sharp(new btBoxShape(vector(x.data())));
      // The margins of balls and capsules are their radii.
      case Kind::ball: return std::make_unique<btSphereShape>(radius);
      case Kind::capsule: return std::make_unique<btCapsuleShapeZ>(radius, length);
      case Kind::cylinder: return sharp(new btCylinderShapeZ(btVector3(radius, radius, length / 2)));
      case Kind::cone: return sharp(new btConeShapeZ(radius, length));
      case Kind::ellipsoid: return nullptr;
      case Kind::hull: break;
    }
    auto hull = new btConvexHullShape();
    for (size_t i = 0; i < x.size(); i += 3) hull->addPoint(vector(&x[i]), false);
    hull->recalcLocalAabb();
    return sharp(hull);
  }

 public:
  explicit Bullet(const bench::Cell& cell) : cell(cell) {
    for (const bench::Solid& solid : cell.shapes) shapes.push_back(shape(solid));
    for (const bench::Pair& pair : cell.pairs) {
      std::array<btTransform, 2> both;
      for (int side = 0; side < 2; side++) {
        const double* q = pair.places[side].rotation;
        const btQuaternion turn{btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0])};
        both[side] = btTransform(turn, vector(pair.places[side].translation));
      }
      poses.push_back(both);
    }
  }

  std::vector<Can> can() const {
    std::vector<Can> can;
    if (cell.has(Kind::ellipsoid)) return can;
    for (const char* query : {"bool", "dist", "pen"}) {
      can.push_back({"epa2", query, "a"});
      can.push_back({"pairdet", query, "world"});
    }
    return can;
  }

  void pass(const std::string& variant, const std::string& query, bench::Timer& time) {
    if (variant == "pairdet")
      time([&](size_t i) { return detected(i, query == "bool"); });
    else if (query == "pen")
      time([&](size_t i) { return penetration(i); });
    else
      time([&](size_t i) { return distance(i, query == "bool"); });
  }

 private:
  const btConvexShape* at(size_t i, int side) const { return shapes[cell.chosen[i][side]].get(); }

  // The solver's normals point from B to A.
  static Answer answer_of(btScalar value, const btVector3& normal) {
    return {double(value), {-double(normal[0]), -double(normal[1]), -double(normal[2])}};
  }

  Answer distance(size_t i, bool only_whether) {
    btGjkEpaSolver2::sResults result;
    const auto& [pose_a, pose_b] = poses[i];
    const btVector3 guess = pose_b.getOrigin() - pose_a.getOrigin();
    const bool apart = btGjkEpaSolver2::Distance(at(i, 0), pose_a, at(i, 1), pose_b, guess, result);
    // The distance is that of the cores.
    const btScalar gap = apart ? result.distance - at(i, 0)->getMargin() - at(i, 1)->getMargin() : 0;
    if (only_whether) return Answer::meet(gap <= 0);
    return apart ? answer_of(gap, result.normal) : Answer::of(0);
  }

  Answer penetration(size_t i) {
    btGjkEpaSolver2::sResults result;
    const auto& [pose_a, pose_b] = poses[i];
    const btVector3 guess = pose_b.getOrigin() - pose_a.getOrigin();
    if (!btGjkEpaSolver2::Penetration(at(i, 0), pose_a, at(i, 1), pose_b, guess, result)) return Answer::failure();
    return answer_of(result.distance, result.normal);
  }

  Answer detected(size_t i, bool only_whether) {
    btGjkPairDetector detector(at(i, 0), at(i, 1), &simplex, &depth);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = poses[i][0];
    input.m_transformB = poses[i][1];
    btPointCollector collector;
    detector.getClosestPoints(input, collector, nullptr);
    if (!collector.m_hasResult) return only_whether ? Answer::meet(false) : Answer::failure();
    if (only_whether) return Answer::meet(collector.m_distance < 0);
    return answer_of(collector.m_distance, collector.m_normalOnBInWorld);
  }
};

int main(int count, char** words) { return bench::serve<Bullet>(count, words); }
