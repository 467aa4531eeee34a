// clearance.hpp in C++17: the header's functions by their answers, exceptions, spans, shapes that are shared.
#include "clearance.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>

namespace cl = clearance;

static int failures = 0;
#define CHECK(claim) ((claim) ? void() : (std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #claim), void(++failures)))

static cl::Pose at_x(double x) { return {{x, 0, 0}, {1, 0, 0, 0}}; }

struct Ball {
    double radius;
    cl::Vector support(const cl::Vector& d) const {
        const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        return {radius * d[0] / length, radius * d[1] / length, radius * d[2] / length};
    }
};

int main() {
    const cl::Shape box = cl::box({1, 1, 1});
    const std::vector<double> corners = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::vector<cl::Shape> shapes = {
        cl::point(), cl::segment({0, 0, 0}, {1, 0, 0}), cl::triangle({0, 0, 0, 1, 0, 0, 0, 1, 0}), cl::sphere(1),
        cl::ellipsoid({1, 2, 3}), cl::capsule(1, 1), cl::cylinder(1, 1, cl::Axis::x), cl::cone(1, 1),
        cl::halfspace({1, 0, 0}, 0), cl::hull(corners), cl::rounded(box, 0.5),
        cl::affine(box, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}), cl::sum(box, box), cl::from_json("{\"kind\": \"point\"}"),
        cl::mesh(MESH)};
    for (const cl::Shape& shape : shapes) {
        const cl::Proximity found = cl::signed_distance(box, shape, at_x(50));
        CHECK(found.lower <= found.signed_distance && found.signed_distance <= found.upper);
    }
    CHECK(cl::distance(box, box, at_x(1)).signed_distance == 0 && cl::intersects(box, box, at_x(2)));
    CHECK(!cl::distance_within(box, box, at_x(9), 1).has_value() && cl::distance_within(box, box, at_x(2.5), 1).has_value());
    CHECK(cl::signed_distance_in_world(box, at_x(5), box, at_x(8)).signed_distance == 1);
    cl::Options options = cl::default_options();
    options.accuracy = CLEARANCE_EXACT;
    CHECK(cl::signed_distance(box, box, at_x(2.5), &options).signed_distance == 0.5);
    const Ball own{2};
    CHECK(std::abs(cl::signed_distance(box, cl::custom(own, 2, 1e-15), at_x(4)).signed_distance - 1) < 1e-9);

    const cl::Contact resting = cl::contact(box, box, {{0, 0, 2}, {1, 0, 0, 0}});
    CHECK(resting.proximity.status == CLEARANCE_TOUCHING && resting.points.size() == 4);
    const cl::Motion still = {at_x(0), {0, 0, 0}, {0, 0, 0}}, coming = {at_x(5), {-8, 0, 0}, {0, 0, 0}};
    const cl::Impact impact = cl::time_of_impact(box, still, cl::sphere(2), coming);
    CHECK(impact.outcome == CLEARANCE_HIT && std::abs(impact.time - 0.25) < 1e-13);
    const cl::Motion passing = {at_x(5), {-1, 0, 0}, {0, 0, 0}};
    CHECK(std::abs(cl::closest_approach(box, still, cl::sphere(2), passing).upper - 1) < 1e-13);

    std::vector<cl::Pose> poses;
    for (int i = 0; i < 3000; ++i) poses.push_back(at_x(-4 + 8.0 * i / 3000));
    const std::vector<cl::Proximity> one = cl::signed_distances(box, shapes[3], poses, 1);
    std::vector<cl::Proximity> two(poses.size());
    std::thread([copy = box, &shapes, &poses, &two] { cl::signed_distances(copy, shapes[3], poses, two, 2); }).join();
    CHECK(std::memcmp(one.data(), two.data(), one.size() * sizeof one[0]) == 0);

    const std::vector<double> spots = {3, 0, 0, 0, 0, 0.5};
    const std::vector<cl::PointDistance> near = cl::point_distances(box, spots);
    CHECK(near.size() == 2 && near[0].signed_distance == 2 && near[0].inside == 0 && near[1].inside == 1);
    const std::vector<int32_t> cells = {0, 0, 0};
    CHECK(cl::point_distances(cl::voxels(cells, 1, {2, 0, 0}), spots)[0].inside == 1);
    CHECK(cl::point_distances(cl::points(spots, 1), spots)[1].part == 1);

    bool caught = false;
    try {
        poses[7].quaternion_wxyz[0] = 0.5;
        cl::signed_distances(box, box, poses);
    } catch (const cl::Error& error) {
        caught = error.status() == CLEARANCE_INVALID && error.row() == std::size_t{7} && std::strstr(error.what(), "poses[7]");
    }
    CHECK(caught);
    try {
        cl::sphere(-1);
        CHECK(false);
    } catch (const cl::Error& error) {
        CHECK(std::string(error.what()) == "ball radius must not be negative, got -1" && !error.row());
    }
    cl::Scene scene;
    const cl::Watch watch;
    std::vector<cl::Scene::Body> bodies;
    std::vector<cl::Pose> places;
    for (int i = 0; i < 40; ++i) places.push_back(at_x(2.5 * i));
    for (const cl::Pose& pose : places) bodies.push_back(scene.add(box, pose));
    CHECK(scene.size() == 40 && scene.contacts(&watch).empty());
    CHECK(scene.within(0.625, &watch).near.size() == 39 && scene.within().near.empty());
    for (int i = 0; i < 40; ++i) places[static_cast<std::size_t>(i)] = at_x(1.5 * i);
    scene.move(bodies, places);
    CHECK(scene.contacts(&watch).size() == 39 && scene.closest(3, &watch).size() == 3);
    CHECK(scene.between(bodies[0], bodies[39]).proximity.signed_distance == 56.5);
    CHECK(scene.cast_ray({-5, 0, 0}, {10, 0, 0})->body == bodies[0] && !scene.cast_ray({-5, 0, 0}, {0, 1, 0}));
    scene.remove(bodies[0]);
    try {
        scene.move(bodies, places);
        CHECK(false);
    } catch (const cl::Error& error) {
        CHECK(error.row() == 0 && std::strstr(error.what(), "there is no body 1") != nullptr);
    }
    const std::vector<double> floor_at{0, 0, 0, 4, 0, 0, 0, 4, 0}, above{0, 0, 3, 4, 0, 3, 0, 4, 3}, below{0, 0, -1, 4, 0, -1, 0, 4, -1};
    const std::vector<uint32_t> one_face{0, 1, 2};
    const cl::DeformingMesh ground(floor_at, one_face);
    cl::DeformingMesh sheet(above, one_face);
    CHECK(!sheet.first_contact(&ground) && sheet.max_step() == 1);
    sheet.set_step(above, below);
    CHECK(sheet.max_step(&ground) == 0.75 && sheet.first_contact(&ground)->contact.time_upper == 0.75);
    CHECK(sheet.contacts(&ground).size() == 15 && sheet.edges()[0] == (std::array<uint32_t, 2>{0, 1}));
    const std::vector<double> falls{1, 1, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 0, 0, 0, 4, 0, 0, 0, 4, 0};
    CHECK(cl::vertex_face(falls)[0].weights[1] == 0.5 && cl::edge_edge(falls)[0].outcome == CLEARANCE_MISS);
    const cl::Scene moved = std::move(scene);
    CHECK(moved.size() == 39);
    return failures != 0;
}
