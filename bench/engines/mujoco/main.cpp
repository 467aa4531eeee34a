// MuJoCo, the PyPI wheel's library: mj_geomDistance with its default tolerance 1e-6. Variants: `geom` with at most 100 iterations,
// `default` with the default of 35, at which some pairs end early, and `cut` for booleans, which asks for distances below zero only. It has no cone. Poses are written to the arrays that
// MuJoCo's own kinematics would have filled.
#include <mujoco/mujoco.h>

#include "../cpp/engine.hpp"

using bench::Answer;
using bench::Can;
using bench::Kind;

class Mujoco {
  const bench::Cell& cell;
  mjModel* model = nullptr;
  mjData* data = nullptr;
  struct Pose {
    double position[3], matrix[9];
  };
  std::vector<std::array<Pose, 2>> poses;

  static void describe(mjSpec* spec, mjsGeom* geom, const bench::Solid& solid, size_t number) {
    const std::vector<double>& x = solid.numbers;
    for (size_t i = 0; i < 3 && i < x.size(); i++) geom->size[i] = x[i];
    switch (solid.kind) {
      case Kind::box: geom->type = mjGEOM_BOX; return;
      case Kind::ball: geom->type = mjGEOM_SPHERE; return;
      case Kind::capsule: geom->type = mjGEOM_CAPSULE; return;
      case Kind::cylinder: geom->type = mjGEOM_CYLINDER; return;
      case Kind::ellipsoid: geom->type = mjGEOM_ELLIPSOID; return;
      case Kind::cone: throw std::runtime_error("MuJoCo has no cone");
      case Kind::hull: break;
    }
    const std::vector<float> vertices(x.begin(), x.end());
    const std::string name = "hull" + std::to_string(number);
    mjsMesh* mesh = mjs_addMesh(spec, nullptr);
    mjs_setName(mesh->element, name.c_str());
    mjs_setFloat(mesh->uservert, vertices.data(), int(vertices.size()));
    geom->type = mjGEOM_MESH;
    mjs_setString(geom->meshname, name.c_str());
  }

  // The place of a shape, and in it the frame that MuJoCo chose for a mesh.
  Pose pose(const bench::Place& place, int geom) const {
    Pose pose;
    double position[3], rotation[4];
    mju_mulPose(position, rotation, place.translation, place.rotation, model->geom_pos + 3 * geom,
                model->geom_quat + 4 * geom);
    mju_copy3(pose.position, position);
    mju_quat2Mat(pose.matrix, rotation);
    return pose;
  }

 public:
  explicit Mujoco(const bench::Cell& cell) : cell(cell) {
    if (cell.has(Kind::cone)) return;
    mjSpec* spec = mj_makeSpec();
    mjsBody* world = mjs_findBody(spec, "world");
    for (size_t i = 0; i < cell.shapes.size(); i++)
      describe(spec, mjs_addGeom(world, nullptr), cell.shapes[i], i);
    model = mj_compile(spec, nullptr);
    if (!model) throw std::runtime_error(mjs_getError(spec));
    mj_deleteSpec(spec);
    data = mj_makeData(model);
    for (const bench::Pair& pair : cell.pairs)
      poses.push_back({pose(pair.places[0], int(pair.shapes[0])), pose(pair.places[1], int(pair.shapes[1]))});
  }

  std::vector<Can> can() const {
    if (!model) return {};
    return {{"geom", "bool", "world"}, {"geom", "dist", "world"},    {"geom", "pen", "world"},
            {"cut", "bool", "world"},  {"default", "dist", "world"}, {"default", "pen", "world"}};
  }

  void pass(const std::string& variant, const std::string& query, bench::Timer& time) {
    model->opt.ccd_iterations = variant == "default" ? 35 : 100;
    const double most = variant == "cut" ? 0.0 : 1e6;
    if (query == "bool") {
      time([&](size_t i) { return Answer::meet(near(i, most, nullptr) < 0); });
      return;
    }
    time([&](size_t i) {
      double ends[6];
      const double distance = near(i, most, ends);
      Answer answer = Answer::of(distance);
      for (int k = 0; k < 3; k++) answer.normal[k] = (ends[k + 3] - ends[k]) / distance;
      return answer;
    });
  }

 private:
  double near(size_t i, double most, double* ends) {
    int geoms[2];
    for (int side = 0; side < 2; side++) {
      const int geom = geoms[side] = int(cell.chosen[i][side]);
      std::memcpy(data->geom_xpos + 3 * geom, poses[i][side].position, sizeof poses[i][side].position);
      std::memcpy(data->geom_xmat + 9 * geom, poses[i][side].matrix, sizeof poses[i][side].matrix);
    }
    return mj_geomDistance(model, data, geoms[0], geoms[1], most, ends);
  }
};

int main(int count, char** words) { return bench::serve<Mujoco>(count, words); }
