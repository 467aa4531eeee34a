// How near do the convex hulls of two mesh files come? mesh_distance A.stl B.stl
#include <clearance.hpp>
#include <cstdio>

int main(int count, char** words) {
    try {
        const bool given = count == 3;
        // Without files: a table and a bowl.
        const clearance::Shape a = given ? clearance::mesh(words[1]) : clearance::box({0.5, 0.5, 0.02});
        const clearance::Shape b = given ? clearance::mesh(words[2]) : clearance::ellipsoid({0.1, 0.1, 0.05});
        const clearance::Pose b_in_a = {{0.2, 0.1, 0.09}, {1, 0, 0, 0}};  // translation; quaternion w x y z
        const clearance::Proximity found = clearance::signed_distance(a, b, b_in_a);
        std::printf("%.6f apart, proven between %.6f and %.6f\n", found.signed_distance, found.lower, found.upper);
        std::printf("closest points (%.3f, %.3f, %.3f) and (%.3f, %.3f, %.3f)\n", found.witness_a[0], found.witness_a[1],
                    found.witness_a[2], found.witness_b[0], found.witness_b[1], found.witness_b[2]);
    } catch (const clearance::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());  // names the file, the line, and what was expected
        return 1;
    }
}

// Output:
// 0.020000 apart, proven between 0.020000 and 0.020000
// closest points (0.200, 0.100, 0.020) and (0.200, 0.100, 0.040)
