// When does a spinning box hit a wall? Rotation is followed exactly, and no contact is skipped.
#include <clearance.hpp>
#include <cmath>
#include <cstdio>

int main() {
    const double pi = std::acos(-1.0), face = (1 + std::sqrt(3.0)) / 2;  // where its corner is after 30 degrees
    const clearance::Shape cube = clearance::box({1, 1, 1}), wall = clearance::box({0.5, 5, 5});
    const clearance::Pose origin = {{0, 0, 0}, {1, 0, 0, 0}};
    const clearance::Motion quarter_turn = {origin, {0, 0, 0}, {0, 0, pi / 2}};
    const clearance::Motion still = {{{face + 0.5, 0, 0}, {1, 0, 0, 0}}, {0, 0, 0}, {0, 0, 0}};
    const clearance::Impact impact = clearance::time_of_impact(cube, quarter_turn, wall, still);
    if (impact.outcome == CLEARANCE_HIT) std::printf("hit after %.6f degrees\n", 90 * impact.time);

    // A ray is a point that moves.
    const clearance::Motion ray = {{{-5, 0.6, 0}, {1, 0, 0, 0}}, {10, 0, 0}, {0, 0, 0}}, ball_rests = {origin, {0, 0, 0}, {0, 0, 0}};
    const clearance::Impact hit = clearance::time_of_impact(clearance::sphere(1), ball_rests, clearance::point(), ray);
    std::printf("ray: hit after %.6f of its length\n", hit.time);
}

// Output:
// hit after 30.000000 degrees
// ray: hit after 0.420000 of its length
