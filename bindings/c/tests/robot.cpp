// Robots, gradients and questions of clearance.hpp in C++17; the arm of robot.c.
#include "clearance.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>

namespace cl = clearance;

static int failures = 0;
#define CHECK(claim) ((claim) ? void() : (std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #claim), void(++failures)))

static const char* const arm_text =
    "<robot name='arm'><link name='base'/><link name='hand'><collision><origin xyz='2 0 0'/><geometry><sphere radius='0.25'/></geometry>"
    "</collision></link><joint name='turn' type='revolute'><parent link='base'/><child link='hand'/><axis xyz='0 0 1'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";

int main() {
    cl::Robot robot = cl::Robot::from_text(arm_text);
    robot.set_srdf("<robot name='arm'><group_state name='up' group='all'><joint name='turn' value='1.5'/></group_state></robot>");
    robot.add_body("cup", cl::sphere(0.5), {{0, 2.5, 0}, {1, 0, 0, 0}});
    CHECK(robot.dof() == 1 && robot.links().size() == 2 && robot.links()[1] == "hand" && std::strcmp(robot.joint(0).name, "turn") == 0);
    CHECK(robot.configuration("up")[0] == 1.5 && robot.configuration("{}", "up")[0] == 1.5 && robot.notes().empty());
    const cl::Configuration start = {0}, beyond = {3}, other = {-2};
    CHECK(robot.link_poses(start).size() == 2);

    const cl::Checker checker(robot), copy = checker;
    const cl::RobotDistance found = checker.clearance(start);
    CHECK(found.lower <= std::sqrt(10.25) - 0.75 && std::sqrt(10.25) - 0.75 <= found.upper && std::strcmp(found.b, "cup") == 0);
    CHECK(copy.collides(robot.configuration("[1.5]")) == true && copy.collides(other) == false);
    const cl::Checker::Gradient gradient = checker.gradient(start);
    CHECK(std::abs(gradient.gradient[0] + 5 / std::sqrt(10.25)) < 1e-14 && gradient.differentiable && gradient.generators.size() == 1);
    CHECK(checker.is_free(start, other) && !checker.is_free(start, beyond) && !checker.is_free(start, other, 10));

    std::string certificate = "old";
    CHECK(checker.edge(start, beyond, &certificate).outcome == CLEARANCE_HIT && certificate.empty());
    CHECK(checker.edge(start, other, &certificate).outcome == CLEARANCE_FREE && checker.verify(certificate).valid);
    const std::vector<cl::Configuration> path = {start, other}, wrong = {start, beyond};
    CHECK(checker.verify(certificate, &path).pairs == 1 && !checker.verify(certificate, &wrong).valid);
    CHECK(!checker.verify(certificate, &wrong).reason.empty());
    const std::string timed = R"({"joints": ["turn"], "interpolation": "linear", "points": [{"time": 0, "positions": [0]}, {"time": 2, "positions": [-1]}]})";
    CHECK(checker.trajectory(timed, &certificate).outcome == CLEARANCE_FREE && checker.verify_trajectory(certificate, timed).valid);

    cl::PlanOptions options = cl::default_plan_options();
    options.max_iterations = 100;
    const double most = 2;
    const cl::Checker::Timed fast = checker.times({start, other}, {&most, 1});
    CHECK(fast.executed.outcome == CLEARANCE_FREE && checker.verify_trajectory(fast.certificate, fast.trajectory).valid);
    std::string proof;
    const std::string lines = checker.task("{\"start\": [0], \"steps\": [{\"move\": [-1]}]}", &proof);
    CHECK(lines.find("\"solved\":true") != std::string::npos && checker.verify(proof).valid);
    const cl::Checker::Plan plan = checker.plan(start, {beyond, other}, &options);
    CHECK(plan && plan.goal == 1 && plan.path.back() == other && checker.verify(plan.certificate, &plan.path).valid);
    const cl::Checker::Plan none = checker.plan(start, std::vector<cl::Configuration>{cl::Configuration{9}}, &options);
    CHECK(!none && none.reason.find("limits") != std::string::npos);
    // Threads share a checker, and get the same bits.
    std::vector<std::thread> threads;
    std::vector<int> same(4);
    for (std::size_t i = 0; i < same.size(); ++i) {
        threads.emplace_back([&, i] {
            same[i] = 1;
            for (int step = 0; step < 200; ++step) {
                const cl::RobotDistance again = checker.clearance(start);
                same[i] = same[i] && std::memcmp(&again, &found, sizeof found) == 0;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(same == std::vector<int>(4, 1));
    try {
        checker.edge(start, path[0], nullptr), checker.path({{0, 1}, {2, 3}});
        CHECK(false);
    } catch (const std::invalid_argument& error) {
        CHECK(std::strcmp(error.what(), "expected 1 joint values, got 2") == 0);
    }
    try {
        robot.attach("tool", cl::sphere(0.1), "hnd", {{0, 0, 0}, {1, 0, 0, 0}}, {"base"});
        CHECK(false);
    } catch (const cl::Error& error) {
        CHECK(std::strstr(error.what(), "did you mean \"hand\"?") != nullptr);
    }

    CHECK(checker.ask_json(R"({"id": "a", "q": [0]})").rfind(R"({"id":"a","collides":false,"signed_distance":)", 0) == 0);
    CHECK(checker.ask_json(R"({"id": 1, "q": {}})", "up") == checker.ask_json(R"({"id": 1, "q": [1.5]})"));
    CHECK(checker.ask_json(R"({"from": [-2], "to": [-1]})").find(R"("result":"free"})") != std::string::npos);
    CHECK(checker.ask_json(R"({"path": [[0], [3]]})").find(R"("pair":["hand","cup"])") != std::string::npos);
    CHECK(checker.ask_json(R"({"path": [[0], [3]]})").find(R"("edges":[{)") != std::string::npos);
    try {
        checker.ask_json(R"({"q": [0, 1]})");
        CHECK(false);
    } catch (const cl::Error& error) {
        CHECK(std::strstr(error.what(), "/q") != nullptr);
    }
    const char* const setup = R"({"horizon": 0.25, "accelerations": 4, "watched": [{"name": "arm", "shape": {"kind": "sphere", "radius": 0.125}, "speed": 1}]})";
    cl::Monitor monitor(robot, setup);
    CHECK(monitor.watched() == std::vector<std::string>{"arm"});
    const std::vector<cl::Pose> far = {{{9, 0, 0}, {1, 0, 0, 0}}}, near = {{{2.5, 0, 0}, {1, 0, 0, 0}}}, empty;
    const std::vector<double> still = {0}, seen = {0};
    CHECK(monitor.tick({0, 0, start, still, far, seen}).verdict == CLEARANCE_READING_FREE);
    const cl::Reading close = monitor.tick({0, 0, start, still, near, seen});
    CHECK(close.verdict == CLEARANCE_READING_CLOSE && close.watched.lower < 0 && std::strcmp(close.watched.b, "arm") == 0);
    CHECK(std::strcmp(close.world.b, "cup") == 0 && close.world.lower > 0);
    CHECK(monitor.tick({0, 0, start, still, empty, seen}).fault == CLEARANCE_FAULT_COUNT);
    CHECK(monitor.tick({0, 0, start, still, far, seen, start, 0.1}).fault == CLEARANCE_FAULT_COUNT);
    cl::Monitor given(robot, R"({"given": true})");
    CHECK(given.tick({0, 0, start, still, {}, {}, start, 0.1}).verdict == CLEARANCE_READING_FREE && given.watched().empty());

    const cl::Shape box = cl::box({1, 1, 1});
    cl::ReadyPose ready({{4, 0, 0}, {1, 0, 0, 0}});
    CHECK(cl::signed_distance(box, box, ready).signed_distance == 2);
    ready.set({{5, 0, 0}, {1, 0, 0, 0}});
    CHECK(cl::signed_distance(box, box, ready).signed_distance == 3);
    const cl::Gradient rates = cl::gradient(box, box, {{0, 0, 2.5}, {1, 0, 0, 0}});
    CHECK(rates.generators.size() == 4 && rates.at.linear[2] == 1 && rates.at.differentiable == 0);
    CHECK(cl::certify(box, box, {{3, 0, 0}, {1, 0, 0, 0}}).has_value() && !cl::certify(box, cl::ellipsoid({1, 2, 3}), {{9, 0, 0}, {1, 0, 0, 0}}));
    CHECK(cl::ask_json(R"({"a": {"shape": {"kind": "point"}}, "b": {"shape": {"kind": "sphere", "radius": 1}, "pose": {"translation": [3, 0, 0]}}})").find("\"signed_distance\":2.0") != std::string::npos);
    CHECK(cl::ask_scene_json(R"({"bodies": []})", R"({"question": "contacts"})").empty());
    cl::Scene scene;
    const cl::Scene::Body fixed = scene.add(box, {{0, 0, 0}, {1, 0, 0, 0}}), moving = scene.add(box, {{5, 0, 0}, {1, 0, 0, 0}});
    const std::vector<cl::Scene::Body> bodies = {moving};
    std::vector<cl::Motion> motions = {{{{5, 0, 0}, {1, 0, 0, 0}}, {-6, 0, 0}, {0, 0, 0}}};
    CHECK(std::abs(scene.first_contact(bodies, motions)->impact.time - 0.5) < 1e-13 && scene.first_contact(bodies, motions)->a == fixed);
    motions[0].linear[0] = -2;
    CHECK(std::abs(scene.closest_approach(bodies, motions)->approach.upper - 1) < 1e-13);
    motions[0].linear[0] = 1;
    CHECK(!scene.first_contact(bodies, motions) && scene.contact_points(fixed, moving).size() == 4);
    return failures != 0;
}
