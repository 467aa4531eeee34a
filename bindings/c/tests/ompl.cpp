// clearance/ompl.hpp: RRTConnect plans for a Panda among boxes, every edge is proven again and its certificate verified; a finger that turns without end.
#include <clearance.hpp>
#include <clearance/ompl.hpp>

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace cl = clearance;
namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;

static int failures = 0;
#define CHECK(claim) ((claim) ? void() : (std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #claim), void(++failures)))

static void check_panda() {
    const std::string folder = PANDA;
    cl::Robot robot(folder + "/panda.urdf");
    robot.set_srdf_file(folder + "/panda.srdf");
    robot.add_scene_file(folder + "/boxes.json");
    const cl::Checker checker(robot);
    const auto si = std::make_shared<ob::SpaceInformation>(cl::ompl::state_space(robot));
    cl::ompl::set_up(si, checker);
    si->setup();

    const cl::Configuration start = robot.configuration("[0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02]");
    int planned = 0, edges = 0, bent = 0;
    for (const double turn : {1.4, -1.4, 2.4}) {
        const cl::Configuration goal = {turn, 0.3, 0.2, -1.8, 0.1, 2.0, 0.3, 0.03};
        if (checker.collides(goal) != false) continue;
        const auto problem = std::make_shared<ob::ProblemDefinition>(si);
        ob::ScopedState<> from(si), to(si);
        from = start;
        to = goal;
        problem->setStartAndGoalStates(from, to);
        og::RRTConnect planner(si);
        planner.setProblemDefinition(problem);
        planner.setup();
        CHECK(planner.solve(ob::timedPlannerTerminationCondition(300)) == ob::PlannerStatus::EXACT_SOLUTION);
        const auto* path = problem->getSolutionPath()->as<og::PathGeometric>();
        const std::vector<cl::Configuration> points = cl::ompl::configurations(*si, *path);
        for (std::size_t i = 1; i < points.size(); ++i) {
            CHECK(checker.edge(points[i - 1], points[i]).outcome == CLEARANCE_FREE);
            ++edges;
        }
        bent += points.size() > 2;
        std::string certificate;
        CHECK(checker.path(points, &certificate).outcome == CLEARANCE_FREE && checker.verify(certificate, &points).valid);
        ++planned;
    }
    CHECK(planned >= 2 && edges > planned && bent >= 1);
    CHECK(si->getMotionValidator()->getInvalidMotionCount() > 0 && si->getMotionValidator()->getValidMotionCount() > 0);
}

// A hand at 2 that turns about z without end, and a cup at angle a quarter turn: reached where sin q = 0.96875, see robot.c.
static void check_circle() {
    cl::Robot robot = cl::Robot::from_text(
        "<robot name='arm'><link name='base'/><link name='hand'><collision><origin xyz='2 0 0'/><geometry><sphere radius='0.25'/></geometry>"
        "</collision></link><joint name='turn' type='continuous'><parent link='base'/><child link='hand'/><axis xyz='0 0 1'/></joint></robot>");
    robot.add_body("cup", cl::sphere(0.5), {{0, 2.5, 0}, {1, 0, 0, 0}});
    const cl::Checker checker(robot);
    const auto si = std::make_shared<ob::SpaceInformation>(cl::ompl::state_space(robot));
    cl::ompl::set_up(si, checker);
    si->setup();
    ob::ScopedState<> left(si), right(si), far(si), last(si);
    left = std::vector<double>{-3.0};
    right = std::vector<double>{3.0};
    far = std::vector<double>{0.0};
    // From -3 to 3 the short way, through half a turn: free. In the numbers as they stand it would pass the cup.
    CHECK(si->checkMotion(left.get(), right.get()) && !checker.is_free(cl::Configuration{-3}, cl::Configuration{3}));
    CHECK(!si->checkMotion(far.get(), right.get()));
    std::pair<ob::State*, double> kept(last.get(), -1);
    CHECK(!si->checkMotion(far.get(), right.get(), kept));
    CHECK(kept.second <= std::asin(0.96875) / 3 && kept.second > std::asin(0.96875) / 3 - 1e-6 && si->isValid(last.get()));
    kept = {last.get(), -1};
    CHECK(si->checkMotion(left.get(), right.get(), kept) && kept.second == -1);
    CHECK(std::abs(si->getStateValidityChecker()->clearance(far.get()) - (std::sqrt(10.25) - 0.75)) < 1e-12);
    og::PathGeometric path(si);
    path.append(left.get());
    path.append(right.get());
    const std::vector<cl::Configuration> points = cl::ompl::configurations(*si, path);
    CHECK(std::abs(points[1][0] - (3 - 4 * std::acos(0.0))) < 1e-15 && checker.path(points).outcome == CLEARANCE_FREE);
    // Motions of the plane are no straight segments, and two numbers are not one.
    for (const ob::StateSpacePtr& space : {ob::StateSpacePtr(std::make_shared<ob::SE2StateSpace>()), ob::StateSpacePtr(std::make_shared<ob::RealVectorStateSpace>(2))}) {
        try {
            cl::ompl::MotionValidator(std::make_shared<ob::SpaceInformation>(space), checker);
            CHECK(false);
        } catch (const std::invalid_argument&) {
        }
    }
}

int main() {
    ::ompl::msg::setLogLevel(::ompl::msg::LOG_WARN);
    ::ompl::RNG::setSeed(7);
    check_circle();
    check_panda();
    return failures != 0;
}
