// libccd of Debian, in double precision. It has no shapes: the support functions are the obvious ones, hulls are scanned. Variants:
// `gjk` and `mpr`. EPA's tolerance is 1e-6 instead of the default 1e-4, which is unclean everywhere, and iterations are limited to
// 100: without a limit, the default, it does not return from some pairs of boxes. The rest is default.
#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include "../cpp/engine.hpp"

using bench::Answer;
using bench::Can;
using bench::Kind;

struct Body {
  const bench::Solid* solid;
  std::array<double, 9> turn;
  ccd_vec3_t origin;
};

static void local_support(const bench::Solid& solid, const double d[3], double out[3]) {
  const std::vector<double>& x = solid.numbers;
  const double across = std::hypot(d[0], d[1]), length = std::hypot(across, d[2]);
  const double unit_x = across > 0 ? d[0] / across : 0, unit_y = across > 0 ? d[1] / across : 0;
  switch (solid.kind) {
    case Kind::box:
      for (int i = 0; i < 3; i++) out[i] = std::copysign(x[i], d[i]);
      return;
    case Kind::ball:
      for (int i = 0; i < 3; i++) out[i] = x[0] * d[i] / length;
      return;
    case Kind::capsule:
      for (int i = 0; i < 3; i++) out[i] = x[0] * d[i] / length;
      out[2] += std::copysign(x[1], d[2]);
      return;
    case Kind::cylinder:
      out[0] = x[0] * unit_x, out[1] = x[0] * unit_y, out[2] = std::copysign(x[1], d[2]);
      return;
    case Kind::cone: {
      const bool apex = 2 * x[1] * d[2] > x[0] * across;
      out[0] = apex ? 0 : x[0] * unit_x, out[1] = apex ? 0 : x[0] * unit_y, out[2] = apex ? x[1] : -x[1];
      return;
    }
    case Kind::ellipsoid: {
      const double stretched = std::sqrt(x[0] * x[0] * d[0] * d[0] + x[1] * x[1] * d[1] * d[1] + x[2] * x[2] * d[2] * d[2]);
      for (int i = 0; i < 3; i++) out[i] = x[i] * x[i] * d[i] / stretched;
      return;
    }
    case Kind::hull: break;
  }
  size_t best = 0;
  double height = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < x.size(); i += 3) {
    const double h = x[i] * d[0] + x[i + 1] * d[1] + x[i + 2] * d[2];
    if (h > height) height = h, best = i;
  }
  std::memcpy(out, &x[best], 3 * sizeof(double));
}

static void support(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* point) {
  const Body& body = *static_cast<const Body*>(object);
  const auto& m = body.turn;
  double local[3], p[3];
  for (int i = 0; i < 3; i++) local[i] = m[i] * dir->v[0] + m[3 + i] * dir->v[1] + m[6 + i] * dir->v[2];
  local_support(*body.solid, local, p);
  for (int i = 0; i < 3; i++)
    point->v[i] = m[3 * i] * p[0] + m[3 * i + 1] * p[1] + m[3 * i + 2] * p[2] + body.origin.v[i];
}

static void center(const void* object, ccd_vec3_t* point) { *point = static_cast<const Body*>(object)->origin; }

class Ccd {
  std::vector<std::array<Body, 2>> bodies;
  ccd_t ccd;

 public:
  explicit Ccd(const bench::Cell& cell) {
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = center;
    ccd.epa_tolerance = 1e-6;
    ccd.max_iterations = 100;
    for (const bench::Pair& pair : cell.pairs) {
      std::array<Body, 2> both;
      for (int side = 0; side < 2; side++) {
        both[side].solid = &cell.shapes[pair.shapes[side]];
        both[side].turn = pair.places[side].matrix();
        std::memcpy(both[side].origin.v, pair.places[side].translation, sizeof both[side].origin.v);
      }
      bodies.push_back(both);
    }
  }

  std::vector<Can> can() const {
    return {{"gjk", "bool", "world"}, {"mpr", "bool", "world"}, {"gjk", "pen", "world"}, {"mpr", "pen", "world"}};
  }

  void pass(const std::string& variant, const std::string& query, bench::Timer& time) {
    const bool mpr = variant == "mpr";
    const auto meets = mpr ? ccdMPRIntersect : ccdGJKIntersect;
    const auto depth_of = mpr ? ccdMPRPenetration : ccdGJKPenetration;
    if (query == "bool") {
      time([&](size_t i) { return Answer::meet(meets(&bodies[i][0], &bodies[i][1], &ccd)); });
      return;
    }
    time([&](size_t i) {
      ccd_real_t depth;
      ccd_vec3_t normal, position;
      if (depth_of(&bodies[i][0], &bodies[i][1], &ccd, &depth, &normal, &position) != 0) return Answer::failure();
      return Answer{-depth, {normal.v[0], normal.v[1], normal.v[2]}};
    });
  }
};

int main(int count, char** words) { return bench::serve<Ccd>(count, words); }
