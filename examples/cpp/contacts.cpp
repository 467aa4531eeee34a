// Where does a brick rest on a table, and how deep?
#include <clearance.hpp>
#include <cstdio>

int main() {
    const clearance::Shape table = clearance::box({1, 1, 0.5}), brick = clearance::box({0.25, 0.125, 0.0625});
    const clearance::Contact contact = clearance::contact(table, brick, {{0.5, 0, 0.5615}, {1, 0, 0, 0}});
    std::printf("%.4f deep along (%g, %g, %g)\n", -contact.proximity.signed_distance, contact.proximity.normal[0],
                contact.proximity.normal[1], contact.proximity.normal[2]);
    for (const clearance::ContactPoint& point : contact.points)
        std::printf("point (%.3f, %.3f), %.4f deep\n", point.witness_a[0], point.witness_a[1], -point.signed_distance);
}

// Output:
// 0.0010 deep along (0, 0, 1)
// point (0.750, 0.125), 0.0010 deep
// point (0.250, 0.125), 0.0010 deep
// point (0.250, -0.125), 0.0010 deep
// point (0.750, -0.125), 0.0010 deep
