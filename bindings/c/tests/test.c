/* Shapes, pairs, points and scenes, in C99. Prints nothing if all is right; `leak` as an argument forgets shapes, for the leak check. */
#include <stddef.h>

#include "check.h"

static clearance_pose at_x(double x) { return at_xyz(x, 0, 0); }

/* A ball of radius 2 as a body of one's own. */
static void ball_support(const void *user, const double d[3], double p[3]) {
    const double radius = *(const double *)user;
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int i = 0; i < 3; ++i) p[i] = radius * d[i] / length;
}

static void check_layout(void) {
    CHECK(sizeof(clearance_pose) == 56 && offsetof(clearance_pose, quaternion_wxyz) == 24);
    CHECK(sizeof(clearance_options) == 40 && offsetof(clearance_options, relative) == 8);
    CHECK(offsetof(clearance_options, max_iterations) == 24 && offsetof(clearance_options, max_expansions) == 32);
    CHECK(sizeof(clearance_proximity) == 104 && offsetof(clearance_proximity, normal) == 24);
    CHECK(offsetof(clearance_proximity, witness_b) == 72 && offsetof(clearance_proximity, proven) == 100);
    CHECK(sizeof(clearance_contact_point) == 96 && offsetof(clearance_contact_point, witness_b) == 32 &&
          offsetof(clearance_contact_point, id) == 56);
    CHECK(sizeof(clearance_motion) == 104 && offsetof(clearance_motion, angular) == 80);
    CHECK(sizeof(clearance_impact) == 136 && offsetof(clearance_impact, proximity) == 24);
    CHECK(sizeof(clearance_feature_contact) == 80 && offsetof(clearance_feature_contact, outcome) == 72);
    CHECK(sizeof(clearance_mesh_contact) == 96 && offsetof(clearance_mesh_contact, contact) == 16);
    CHECK(offsetof(clearance_impact, outcome) == 128 && offsetof(clearance_impact, initial) == 132);
}

static void check_shapes(void) {
    const double half[3] = {1, 1, 1}, a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, bad[3] = {1, -1, 1};
    const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double matrix[9] = {2, 0, 0, 0, 1, 0, 0, 0, 1};
    clearance_shape *shapes[16], *none = NULL;
    CHECK(clearance_point_new(&shapes[0]) == CLEARANCE_OK);
    CHECK(clearance_segment_new(a, b, &shapes[1]) == CLEARANCE_OK);
    CHECK(clearance_triangle_new(corners, &shapes[2]) == CLEARANCE_OK);
    CHECK(clearance_sphere_new(1, &shapes[3]) == CLEARANCE_OK);
    CHECK(clearance_box_new(half, &shapes[4]) == CLEARANCE_OK);
    CHECK(clearance_ellipsoid_new(half, &shapes[5]) == CLEARANCE_OK);
    CHECK(clearance_capsule_new(1, 1, CLEARANCE_AXIS_X, &shapes[6]) == CLEARANCE_OK);
    CHECK(clearance_cylinder_new(1, 1, CLEARANCE_AXIS_Y, &shapes[7]) == CLEARANCE_OK);
    CHECK(clearance_cone_new(1, 1, CLEARANCE_AXIS_Z, &shapes[8]) == CLEARANCE_OK);
    CHECK(clearance_halfspace_new(b, 0, &shapes[9]) == CLEARANCE_OK);
    CHECK(clearance_hull_new(corners, 4, &shapes[10]) == CLEARANCE_OK);
    CHECK(clearance_rounded_new(shapes[10], 0.5, &shapes[11]) == CLEARANCE_OK);
    CHECK(clearance_affine_new(shapes[3], matrix, a, &shapes[12]) == CLEARANCE_OK);
    CHECK(clearance_sum_new(shapes[4], shapes[3], &shapes[13]) == CLEARANCE_OK);
    CHECK(clearance_json_new("{\"kind\": \"sphere\", \"radius\": 1}", &shapes[14]) == CLEARANCE_OK);
    CHECK(clearance_mesh_new(MESH, &shapes[15]) == CLEARANCE_OK);
    const clearance_pose far = at_x(100);
    for (int i = 0; i < 16; ++i) {
        clearance_proximity found;
        CHECK(clearance_signed_distance(shapes[4], shapes[i], &far, NULL, &found) == CLEARANCE_OK);
        CHECK(found.lower <= found.signed_distance && found.signed_distance <= found.upper);
    }
    CHECK(clearance_box_new(bad, &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(strstr(clearance_last_error(), "must not be negative, got -1") != NULL);
    CHECK(clearance_sphere_new(NAN, &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(clearance_capsule_new(1, 1, 3, &none) == CLEARANCE_OUT_OF_RANGE && none == NULL);
    CHECK(clearance_box_new(NULL, &none) == CLEARANCE_NULL && none == NULL);
    CHECK(clearance_box_new(half, NULL) == CLEARANCE_NULL);
    CHECK(clearance_hull_new(NULL, 4, &none) == CLEARANCE_NULL && clearance_hull_new(NULL, 0, &none) == CLEARANCE_INVALID);
    CHECK(clearance_hull_new(corners, SIZE_MAX, &none) == CLEARANCE_OUT_OF_RANGE && none == NULL);
    CHECK(clearance_json_new("{", &none) == CLEARANCE_INVALID && clearance_json_new(NULL, &none) == CLEARANCE_NULL);
    CHECK(clearance_mesh_new("missing.stl", &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(clearance_rounded_new(shapes[9], 1, &none) == CLEARANCE_INVALID && none == NULL);
    for (int i = 0; i < 16; ++i) clearance_shape_free(shapes[i]);
    clearance_shape_free(NULL);
}

static void check_questions(const clearance_shape *box, const clearance_shape *ball) {
    clearance_proximity found, same;
    clearance_options options;
    int32_t answer = -7, beyond = -7;
    const clearance_pose near = at_x(3.5), far = at_x(10), bad = {{0, 0, 0}, {0.5, 0, 0, 0}};
    CHECK(clearance_signed_distance(box, ball, &near, NULL, &found) == CLEARANCE_OK);
    CHECK(found.signed_distance == 0.5 && found.lower <= 0.5 && 0.5 <= found.upper && found.upper - found.lower < 1e-12);
    CHECK(found.status == CLEARANCE_SEPARATED && found.proven == 1 && found.normal[0] == 1);
    CHECK(found.witness_a[0] == 1 && found.witness_b[0] == 1.5);
    clearance_options_init(&options);
    CHECK(options.size == sizeof options && options.relative > 0 && options.max_iterations > 0);
    CHECK(clearance_signed_distance(box, ball, &near, &options, &same) == CLEARANCE_OK);
    CHECK(memcmp(&found, &same, sizeof found) == 0);
    CHECK(clearance_distance(box, ball, &near, NULL, &same) == CLEARANCE_OK && same.signed_distance == 0.5);
    CHECK(clearance_intersects(box, ball, &near, &answer) == CLEARANCE_OK && answer == 0);
    CHECK(clearance_distance_within(box, ball, &far, 1, NULL, &same, &beyond) == CLEARANCE_OK);
    CHECK(beyond == 1 && same.lower > 1 && isnan(same.signed_distance));
    CHECK(clearance_distance_within(box, ball, &near, 1, NULL, &same, &beyond) == CLEARANCE_OK && beyond == 0);
    CHECK(clearance_signed_distance_in_world(box, &far, ball, &near, NULL, &same) == CLEARANCE_OK);
    CHECK(same.signed_distance == 3.5 && same.witness_a[0] == 9);
    /* Nothing is written on a refusal. */
    memset(&found, 0x5a, sizeof found);
    same = found;
    CHECK(clearance_signed_distance(box, ball, &bad, NULL, &found) == CLEARANCE_INVALID);
    CHECK(clearance_signed_distance(NULL, ball, &near, NULL, &found) == CLEARANCE_NULL);
    CHECK(clearance_signed_distance(box, ball, NULL, NULL, &found) == CLEARANCE_NULL);
    CHECK(clearance_signed_distance(box, ball, &near, NULL, NULL) == CLEARANCE_NULL);
    options.size = 8;
    CHECK(clearance_signed_distance(box, ball, &near, &options, &found) == CLEARANCE_INVALID);
    clearance_options_init(&options);
    options.accuracy = 9;
    CHECK(clearance_signed_distance(box, ball, &near, &options, &found) == CLEARANCE_OUT_OF_RANGE);
    CHECK(clearance_distance_within(box, ball, &near, NAN, NULL, &found, &beyond) == CLEARANCE_INVALID);
    beyond = -7;
    CHECK(clearance_distance_within(box, ball, &near, 1, NULL, NULL, &beyond) == CLEARANCE_NULL && beyond == -7);
    CHECK(memcmp(&found, &same, sizeof found) == 0);
}

static void check_batch(const clearance_shape *box, const clearance_shape *ball) {
    enum { N = 5000 };
    clearance_pose *poses = malloc(N * sizeof *poses);
    clearance_proximity *one = malloc(N * sizeof *one), *two = malloc(N * sizeof *two), single;
    size_t row = 77;
    for (int i = 0; i < N; ++i) {
        poses[i] = at_x(-4 + 8.0 * i / N);
        poses[i].quaternion_wxyz[0] = 0.8;
        poses[i].quaternion_wxyz[2] = 0.6;
    }
    CHECK(clearance_signed_distances(box, ball, poses, N, 1, one, NULL) == CLEARANCE_OK);
    CHECK(clearance_signed_distances(box, ball, poses, N, 3, two, &row) == CLEARANCE_OK && row == 77);
    CHECK(memcmp(one, two, N * sizeof *one) == 0);
    for (int i = 0; i < N; i += 97) {
        CHECK(clearance_signed_distance(box, ball, &poses[i], NULL, &single) == CLEARANCE_OK);
        CHECK(memcmp(&single, &one[i], sizeof single) == 0);
    }
    CHECK(clearance_signed_distances(box, ball, NULL, 0, 0, NULL, NULL) == CLEARANCE_OK);
    CHECK(clearance_signed_distances(box, ball, NULL, 1, 0, one, NULL) == CLEARANCE_NULL);
    CHECK(clearance_signed_distances(box, ball, poses, SIZE_MAX, 0, one, NULL) == CLEARANCE_OUT_OF_RANGE);
    poses[4321].quaternion_wxyz[0] = 0;
    memset(two, 0x5a, N * sizeof *two);
    memset(one, 0x5a, N * sizeof *one);
    CHECK(clearance_signed_distances(box, ball, poses, N, 0, two, &row) == CLEARANCE_INVALID && row == 4321);
    CHECK(strcmp(clearance_last_error(), "poses[4321]: quaternion must be of unit length within 1e-6, got norm 0.6") == 0);
    CHECK(memcmp(one, two, N * sizeof *one) == 0);
    free(poses);
    free(one);
    free(two);
}

/* A box on a box, half of which sticks out: the corners of the common face are x in [0, 1], y in [-1, 1]. */
static void check_contact(const clearance_shape *box, const clearance_shape *ball) {
    const clearance_pose above = {{1, 0, 1.75}, {1, 0, 0, 0}}, later = {{1.0625, 0, 1.625}, {1, 0, 0, 0}}, far = at_x(10);
    clearance_contact_point points[8], after[8], single;
    clearance_proximity found, same;
    size_t count = 77;
    double low = 1, high = 0;
    CHECK(clearance_contact(box, box, &above, NULL, &found, points, 8, &count) == CLEARANCE_OK);
    CHECK(found.signed_distance == -0.25 && found.normal[2] == 1 && count == 4);
    for (size_t i = 0; i < count && i < 8; ++i) {
        CHECK(points[i].signed_distance == -0.25 && points[i].witness_a[2] == 1 && points[i].witness_b[2] == 0.75);
        CHECK(fabs(points[i].witness_a[1]) == 1);
        low = fmin(low, points[i].witness_a[0]);
        high = fmax(high, points[i].witness_a[0]);
    }
    CHECK(low == 0 && high == 1);
    /* A step later each point is found again by its id. */
    CHECK(clearance_contact(box, box, &later, NULL, &same, after, 8, &count) == CLEARANCE_OK && count == 4);
    for (size_t i = 0; i < 4; ++i) {
        size_t found_again = 0;
        for (size_t j = 0; j < 4; ++j) {
            if (memcmp(points[i].id, after[j].id, sizeof points[i].id) == 0) {
                ++found_again;
                CHECK(fabs(points[i].witness_a[0] - after[j].witness_a[0]) < 0.125 && points[i].witness_a[1] == after[j].witness_a[1]);
            }
        }
        CHECK(found_again == 1);
    }
    CHECK(clearance_contact(box, box, &above, NULL, &same, &single, 1, &count) == CLEARANCE_OK && count == 1);
    CHECK(memcmp(&found, &same, sizeof found) == 0 && single.signed_distance == -0.25);
    CHECK(clearance_contact(box, ball, &far, NULL, &found, points, 8, &count) == CLEARANCE_OK && found.signed_distance == 7);
    CHECK(count == 1 && points[0].signed_distance == 7 && points[0].witness_a[0] == 1);
    memset(points, 0x5a, sizeof points);
    count = 77;
    CHECK(clearance_contact(box, box, &above, NULL, NULL, points, 8, &count) == CLEARANCE_NULL && count == 77);
    CHECK(clearance_contact(box, box, &above, NULL, &found, NULL, 8, &count) == CLEARANCE_NULL && count == 77);
    CHECK(clearance_contact(box, box, &above, NULL, &found, points, 8, NULL) == CLEARANCE_NULL);
    CHECK(clearance_contact(box, box, &above, NULL, &found, points, 0, &count) == CLEARANCE_INVALID && count == 77);
    CHECK(((unsigned char *)points)[0] == 0x5a);
}

/* A ball of radius 2 whose gap to the box is 2 at the start, and which comes nearer by 8: at 0.25, or at 0.125 for a target of 1. */
static void check_motion(const clearance_shape *box, const clearance_shape *ball) {
    const double up[3] = {1, 0, 0};
    clearance_motion still = {{{0, 0, 0}, {1, 0, 0, 0}}, {0, 0, 0}, {0, 0, 0}}, moving = still, turning;
    clearance_options options;
    clearance_shape *half = NULL;
    clearance_impact found, same;
    clearance_approach near;
    moving.start.translation[0] = 5;
    moving.linear[0] = -8;
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_HIT && found.initial == 0 && fabs(found.time - 0.25) < 1e-13);
    CHECK(found.time_lower <= 0.25 && 0.25 <= found.time_upper && found.proximity.normal[0] == 1);
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 1, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_HIT && fabs(found.time - 0.125) < 1e-13);
    turning = moving;
    turning.angular[1] = 5;
    clearance_options_init(&options);
    CHECK(clearance_time_of_impact(box, &still, ball, &turning, 0, CLEARANCE_OVERLAP_COUNTS, &options, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_HIT && fabs(found.time - 0.25) < 1e-12);
    moving.linear[0] = -1;
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_MISS && isnan(found.time) && found.proximity.lower > 0 && found.proximity.lower <= 1);
    CHECK(clearance_time_of_impact(box, &still, ball, &still, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_HIT && found.initial == 1 && found.time == 0);
    CHECK(found.proximity.status == CLEARANCE_OVERLAPPING);
    /* Within the target distance at time 0: a contact, of bodies that are separated. */
    moving.linear[0] = 1;
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 3, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_HIT && found.initial == 1 && found.time == 0 && found.time_upper == 0);
    CHECK(found.proximity.status == CLEARANCE_SEPARATED && fabs(found.proximity.signed_distance - 2) < 1e-14);
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 1.5, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK);
    CHECK(found.outcome == CLEARANCE_MISS && found.proximity.lower > 1.5);
    /* The ball reaches the plane x = 1 as it does the box. */
    moving.linear[0] = -8;
    CHECK(clearance_halfspace_new(up, 1, &half) == CLEARANCE_OK);
    CHECK(clearance_time_of_impact(half, &still, ball, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK && fabs(found.time - 0.25) < 1e-13);
    CHECK(clearance_time_of_impact(ball, &moving, half, &still, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_OK && fabs(found.time - 0.25) < 1e-13);
    /* The ball of radius 2 comes from 5 to 4 of the box of half length 1: 1 apart at the end. */
    moving.linear[0] = -1;
    CHECK(clearance_closest_approach(box, &still, ball, &moving, 1e-9, NULL, &near) == CLEARANCE_OK && near.complete == 1);
    CHECK(near.lower <= 1 && 1 - 1e-14 <= near.upper && near.upper - near.lower <= 1e-9 && near.time == 1 && near.time_upper == 1);
    CHECK(clearance_closest_approach(half, &still, ball, &moving, 0, NULL, &near) == CLEARANCE_OK && fabs(near.proximity.signed_distance - 1) < 1e-14);
    CHECK(clearance_closest_approach(box, &still, ball, &moving, -1, NULL, &near) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "within must not be negative, got -1") == 0);
    CHECK(clearance_closest_approach(box, &still, ball, NULL, 0, NULL, &near) == CLEARANCE_NULL);
    CHECK(sizeof near == 160);
    moving.linear[0] = -8;
    memset(&found, 0x5a, sizeof found);
    same = found;
    CHECK(clearance_time_of_impact(half, &still, half, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "two halfspaces have no distance, expected at most one") == 0);
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, -1, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_INVALID);
    CHECK(clearance_time_of_impact(box, &still, ball, NULL, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_NULL);
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, NULL) == CLEARANCE_NULL);
    moving.linear[2] = INFINITY;
    CHECK(clearance_time_of_impact(box, &still, ball, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &found) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "motion_b: linear displacement must be finite, got inf") == 0);
    CHECK(memcmp(&found, &same, sizeof found) == 0);
    clearance_shape_free(half);
}

static void check_custom(const clearance_shape *box) {
    const double radius = 2;
    const clearance_pose near = at_x(4);
    clearance_proximity found;
    clearance_shape *own = NULL;
    CHECK(clearance_custom_new(ball_support, &radius, 2, 1e-15, &own) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(box, own, &near, NULL, &found) == CLEARANCE_OK);
    CHECK(found.lower <= 1 && 1 <= found.upper && fabs(found.signed_distance - 1) < 1e-9);
    clearance_shape_free(own);
    CHECK(clearance_custom_new(NULL, &radius, 2, 0, &own) == CLEARANCE_NULL);
    CHECK(clearance_custom_new(ball_support, &radius, -2, 0, &own) == CLEARANCE_INVALID);
}

/* Bodies that are not convex, in the calls that take shapes. */
static void check_bodies(const clearance_shape *box, const clearance_shape *ball) {
    const double corners[12] = {0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, wrong[3] = {0, 1, 4};
    const clearance_pose posts[2] = {at_x(-4), at_x(4)}, middle = at_x(0), right = at_x(0.5), left = at_x(-3);
    const clearance_shape *parts[2] = {box, box};
    clearance_pose near[2] = {at_x(-2.5), at_x(-3)};
    clearance_motion still = {at_x(0), {0, 0, 0}, {0, 0, 0}}, moving = {at_x(0), {4, 0, 0}, {0, 0, 0}};
    clearance_proximity found, rows[2];
    clearance_contact_point point;
    clearance_impact impact;
    clearance_shape *mesh = NULL, *open = NULL, *gate = NULL, *round = NULL;
    size_t points = 0;
    CHECK(clearance_triangles_new(corners, 4, faces, 4, &mesh) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(mesh, ball, &near[0], NULL, &found) == CLEARANCE_OK);
    CHECK(found.status == CLEARANCE_SEPARATED && found.proven && fabs(found.signed_distance - 0.5) < 1e-14);
    /* Closed and convex: as deep as the body that it is. */
    CHECK(clearance_signed_distance(mesh, ball, &middle, NULL, &found) == CLEARANCE_OK);
    CHECK(found.status == CLEARANCE_OVERLAPPING && fabs(found.signed_distance + 2) < 1e-14);
    CHECK(clearance_triangles_new(corners, 4, faces, 3, &open) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(open, ball, &middle, NULL, &found) == CLEARANCE_OK);
    CHECK(found.status == CLEARANCE_OVERLAPPING && isnan(found.signed_distance) && found.lower <= found.upper && found.upper < 0);
    int32_t is_surface = 2;
    CHECK(clearance_shape_is_surface(open, &is_surface) == CLEARANCE_OK && is_surface == 1);
    CHECK(clearance_shape_is_surface(mesh, &is_surface) == CLEARANCE_OK && is_surface == 0);
    CHECK(clearance_shape_is_surface(NULL, &is_surface) == CLEARANCE_NULL);
    CHECK(clearance_triangles_new(corners, 4, wrong, 1, &round) == CLEARANCE_INVALID);
    CHECK(clearance_rounded_new(mesh, 1, &round) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "a mesh is not convex: it cannot be part of another shape") == 0);

    CHECK(clearance_compound_new(parts, posts, 2, &gate) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(gate, ball, &right, NULL, &found) == CLEARANCE_OK);
    CHECK(found.status == CLEARANCE_SEPARATED && fabs(found.signed_distance - 0.5) < 1e-14 && found.normal[0] < -0.999);
    CHECK(clearance_contact(gate, ball, &left, NULL, &found, &point, 1, &points) == CLEARANCE_OK);
    CHECK(points == 1 && isnan(found.signed_distance) && point.signed_distance < 0);
    CHECK(clearance_time_of_impact(gate, &still, ball, &moving, 0, CLEARANCE_OVERLAP_COUNTS, NULL, &impact) == CLEARANCE_OK);
    CHECK(impact.outcome == CLEARANCE_HIT && fabs(impact.time - 0.25) < 1e-13);
    near[0] = middle;
    CHECK(clearance_signed_distances(gate, ball, near, 2, 1, rows, NULL) == CLEARANCE_OK);
    CHECK(fabs(rows[0].signed_distance - 1) < 1e-14 && rows[1].status == CLEARANCE_OVERLAPPING);
    CHECK(clearance_compound_new(parts, posts, 0, &round) == CLEARANCE_INVALID);
    CHECK(clearance_compound_new(NULL, posts, 2, &round) == CLEARANCE_NULL);
    clearance_shape_free(mesh);
    clearance_shape_free(open);
    clearance_shape_free(gate);
}

/* Many bodies: moved, watched, asked, struck. */
static void check_scene(const clearance_shape *box, const clearance_shape *ball) {
    const double from[3] = {-10, 0, 0}, along[3] = {40, 0, 0}, up[3] = {0, 0, 9};
    clearance_scene *scene = NULL;
    clearance_watch *watch = NULL;
    clearance_body_options options;
    clearance_near near[4], again[4];
    clearance_meeting meetings[4];
    clearance_struck struck;
    clearance_pose pose = at_x(0), moved[2];
    uint64_t boxes[3] = {0, 0, 0}, round = 0, none = 0, asked = 0, wrong[2];
    size_t count = 0, proven = 0, row = 9;
    CHECK(sizeof(clearance_body_options) == 32 && offsetof(clearance_body_options, margin) == 24);
    CHECK(sizeof(clearance_near) == 136 && offsetof(clearance_near, proximity) == 32);
    CHECK(sizeof(clearance_meeting) == 24 && sizeof(clearance_struck) == 152 && offsetof(clearance_struck, impact) == 16);
    CHECK(clearance_scene_new(&scene) == CLEARANCE_OK && clearance_watch_new(&watch) == CLEARANCE_OK);
    CHECK(clearance_scene_closest(scene, NULL, INFINITY, near, 4, &count) == CLEARANCE_OK && count == 0);
    for (int i = 0; i < 3; ++i) {
        pose = at_x(5.0 * i);
        CHECK(clearance_scene_add(scene, box, &pose, NULL, &boxes[i]) == CLEARANCE_OK && boxes[i] != 0);
    }
    pose = at_x(20);
    clearance_body_options_init(&options);
    options.margin = 6;
    CHECK(clearance_scene_add(scene, ball, &pose, &options, &round) == CLEARANCE_OK);
    CHECK(clearance_scene_count(scene, &count) == CLEARANCE_OK && count == 4);

    /* 20 - 2 - 11 = 7 to the last box, 3 between the others. */
    CHECK(clearance_scene_closest(scene, watch, INFINITY, near, 4, &count) == CLEARANCE_OK && count == 4);
    CHECK(near[0].a == boxes[0] && near[0].b == boxes[1] && near[1].a == boxes[1] && near[1].b == boxes[2]);
    CHECK(near[0].proximity.signed_distance == 3 && near[2].proximity.signed_distance == 7 && near[2].b == round);
    CHECK(clearance_scene_closest(scene, watch, 5, near, 4, &count) == CLEARANCE_OK && count == 2);
    CHECK(clearance_scene_within(scene, NULL, 7.5, near, 1, &count, &proven) == CLEARANCE_OK && count == 3 && proven == 3);
    CHECK(clearance_scene_within(scene, watch, NAN, near, 4, &count, &proven) == CLEARANCE_OK && count == 0);
    CHECK(clearance_scene_contacts(scene, watch, NULL, 0, &count) == CLEARANCE_OK && count == 0);

    /* The last box reaches from 15.5 to 17.5: half a unit before the ball; then the ball reaches to it. */
    moved[0] = at_x(16.5);
    CHECK(clearance_scene_move(scene, &boxes[2], moved, 1, NULL) == CLEARANCE_OK);
    CHECK(clearance_scene_within(scene, watch, NAN, near, 4, &count, &proven) == CLEARANCE_OK && count == 1 && proven == 1);
    CHECK(near[0].margin == 6 && fabs(near[0].proximity.signed_distance - 0.5) < 1e-14);
    moved[1] = at_x(19.5);
    wrong[0] = boxes[2];
    wrong[1] = round;
    CHECK(clearance_scene_move(scene, wrong, moved, 2, NULL) == CLEARANCE_OK);
    CHECK(clearance_scene_contacts(scene, watch, meetings, 4, &count) == CLEARANCE_OK && count == 1);
    CHECK(meetings[0].a == boxes[2] && meetings[0].b == round && meetings[0].proven);
    CHECK(clearance_scene_closest(scene, watch, INFINITY, near, 4, &count) == CLEARANCE_OK && count == 4);
    CHECK(clearance_scene_closest(scene, NULL, INFINITY, again, 4, &count) == CLEARANCE_OK && count == 4);
    CHECK(memcmp(near, again, sizeof(near)) == 0);
    CHECK(clearance_scene_between(scene, watch, boxes[0], boxes[1], &near[0]) == CLEARANCE_OK && near[0].proximity.signed_distance == 3);
    CHECK(clearance_watch_asked(watch, &asked) == CLEARANCE_OK && asked >= 4);

    CHECK(clearance_scene_cast_ray(scene, from, along, &struck) == CLEARANCE_OK && struck.body == boxes[0]);
    CHECK(struck.impact.outcome == CLEARANCE_HIT && fabs(struck.impact.time - 9.0 / 40) < 1e-13 && struck.ties == 0);
    CHECK(clearance_scene_cast_ray(scene, from, up, &struck) == CLEARANCE_OK && struck.body == 0);
    CHECK(struck.impact.outcome == CLEARANCE_MISS && isnan(struck.impact.time));
    pose = at_x(-10);
    CHECK(clearance_scene_cast(scene, ball, &pose, along, 0, CLEARANCE_OVERLAP_COUNTS, &struck) == CLEARANCE_OK && struck.body == boxes[0]);
    CHECK(fabs(struck.impact.time - 7.0 / 40) < 1e-6 && struck.impact.time_lower <= 7.0 / 40);
    /* A quarter before it, as near as the skin: there it slides up, and does not go on. */
    CHECK(clearance_scene_cast(scene, ball, &pose, along, 0.25, CLEARANCE_OVERLAP_ONLY_APPROACHING, &struck) == CLEARANCE_OK);
    CHECK(struck.body == boxes[0] && fabs(struck.impact.time - 6.75 / 40) < 1e-6);
    pose = at_x(-3.25);
    CHECK(clearance_scene_cast(scene, ball, &pose, up, 0.25, CLEARANCE_OVERLAP_COUNTS, &struck) == CLEARANCE_OK && struck.body == boxes[0]);
    CHECK(clearance_scene_cast(scene, ball, &pose, up, 0.25, CLEARANCE_OVERLAP_ONLY_APPROACHING, &struck) == CLEARANCE_OK && struck.body == 0);
    CHECK(clearance_scene_cast(scene, ball, &pose, along, 0.25, CLEARANCE_OVERLAP_ONLY_APPROACHING, &struck) == CLEARANCE_OK && struck.impact.time == 0);
    CHECK(clearance_scene_cast(scene, ball, &pose, along, 0.25, 3, &struck) == CLEARANCE_INVALID);
    CHECK(clearance_scene_cast(scene, ball, &pose, along, -0.25, CLEARANCE_OVERLAP_COUNTS, &struck) == CLEARANCE_INVALID);

    CHECK(clearance_scene_ignore(scene, boxes[2], round, 1) == CLEARANCE_OK);
    CHECK(clearance_scene_contacts(scene, watch, NULL, 0, &count) == CLEARANCE_OK && count == 0);
    CHECK(clearance_scene_ignore(scene, boxes[2], round, 0) == CLEARANCE_OK);
    CHECK(clearance_scene_contacts(scene, watch, meetings, 0, &count) == CLEARANCE_OK && count == 1);
    CHECK(clearance_scene_set_margin(scene, boxes[0], boxes[1], 4) == CLEARANCE_OK);
    CHECK(clearance_scene_within(scene, NULL, NAN, near, 4, &count, &proven) == CLEARANCE_OK && count == 2);

    /* What is refused changes nothing. */
    moved[0] = at_x(100);
    moved[1].quaternion_wxyz[0] = 0.5;
    CHECK(clearance_scene_move(scene, wrong, moved, 2, &row) == CLEARANCE_INVALID && row == 1);
    CHECK(strcmp(clearance_last_error(), "row 1: quaternion must be of unit length within 1e-6, got norm 0.5") == 0);
    CHECK(clearance_scene_closest(scene, NULL, INFINITY, again, 4, &count) == CLEARANCE_OK && again[0].b == round);
    CHECK(clearance_scene_remove(scene, boxes[1]) == CLEARANCE_OK && clearance_scene_remove(scene, boxes[1]) == CLEARANCE_INVALID);
    CHECK(clearance_scene_between(scene, watch, boxes[0], boxes[1], &near[0]) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "b: there is no body 2") != NULL);
    CHECK(clearance_scene_between(scene, watch, round, round, &near[0]) == CLEARANCE_INVALID);
    options.margin = -1;
    CHECK(clearance_scene_add(scene, box, &pose, &options, &none) == CLEARANCE_INVALID && none == 0);
    options.size = 3;
    CHECK(clearance_scene_add(scene, box, &pose, &options, &none) == CLEARANCE_INVALID && none == 0);
    CHECK(clearance_scene_add(NULL, box, &pose, NULL, &none) == CLEARANCE_NULL && clearance_scene_new(NULL) == CLEARANCE_NULL);
    CHECK(clearance_scene_closest(scene, NULL, NAN, near, 4, &count) == CLEARANCE_INVALID);
    CHECK(clearance_scene_closest(scene, NULL, INFINITY, near, 0, &count) == CLEARANCE_INVALID);
    CHECK(clearance_scene_contacts(scene, NULL, NULL, 1, &count) == CLEARANCE_NULL);
    CHECK(clearance_scene_cast_ray(scene, NULL, along, &struck) == CLEARANCE_NULL);
    CHECK(clearance_scene_add(scene, box, &pose, NULL, &none) == CLEARANCE_OK && none > round);
    clearance_scene_free(scene);
    clearance_scene_free(NULL);
    clearance_watch_free(watch);
    clearance_watch_free(NULL);
}

/* Points beside a body, one by one or on threads, and bodies made of many parts. */
static void check_points(const clearance_shape *ball) {
    const double corners[12] = {0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9}, points[9] = {1, 2, 0.5, 1, 2, -0.5, 0, 3, 3};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const double wrong[6] = {0, 0, 0, NAN, 0, 0}, origin[3] = {0, 0, 0}, size[2] = {4, 4}, flat[4] = {0, 0, 0, 0};
    const int32_t cells[6] = {0, 0, 0, 1, 0, 0};
    const clearance_pose above = at_x(5);
    clearance_point_distance found[3], again[3];
    clearance_proximity near;
    clearance_shape *mesh = NULL, *many = NULL;
    size_t failed = 0;
    CHECK(clearance_triangles_new(corners, 4, faces, 4, &mesh) == CLEARANCE_OK);
    CHECK(clearance_point_distances(mesh, points, 3, 1, found, NULL) == CLEARANCE_OK);
    CHECK(found[0].signed_distance == -0.5 && found[0].inside == 1 && found[0].unique == 1 && found[0].surface == 0);
    CHECK(found[1].signed_distance == 0.5 && found[1].inside == 0 && found[1].normal[2] == -1);
    CHECK(found[2].signed_distance == 0 && found[2].inside == 1 && found[2].lower == 0 && found[2].upper == 0);
    CHECK(clearance_point_distances(mesh, points, 3, 0, again, NULL) == CLEARANCE_OK);
    CHECK(memcmp(found, again, sizeof found) == 0);
    CHECK(clearance_point_distances(mesh, wrong, 2, 1, found, &failed) == CLEARANCE_INVALID && failed == 1);
    CHECK(clearance_point_distances(mesh, NULL, 2, 1, found, NULL) == CLEARANCE_NULL);
    CHECK(clearance_point_distances(ball, points, 1, 1, found, NULL) == CLEARANCE_OK && found[0].signed_distance > 0.2);

    CHECK(clearance_points_new(points, 3, 0.25, &many) == CLEARANCE_OK);
    CHECK(clearance_point_distances(many, points, 3, 1, found, NULL) == CLEARANCE_OK && found[2].part == 2);
    CHECK(found[1].upper <= -0.25 + 1e-12 && found[1].inside == 1);
    clearance_shape_free(many);
    CHECK(clearance_voxels_new(cells, 2, 1, origin, &many) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(many, ball, &above, NULL, &near) == CLEARANCE_OK);
    CHECK(fabs(near.signed_distance - 1) < 1e-14);
    clearance_shape_free(many);
    CHECK(clearance_height_field_new(flat, 2, 2, size, 1, &many) == CLEARANCE_OK);
    CHECK(clearance_point_distances(many, points, 1, 1, found, NULL) == CLEARANCE_OK);
    CHECK(fabs(found[0].signed_distance - 0.5) < 1e-14);
    clearance_shape_free(many);
    CHECK(clearance_height_field_new(flat, 1, 4, size, 1, &many) == CLEARANCE_INVALID);
    clearance_shape_free(mesh);
}

/* A vertex that falls from 3 to -1 onto a triangle on the floor, and a sheet that does. */
static void check_deforming(void) {
    const double falls[24] = {1, 1, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 0, 0, 0, 4, 0, 0, 0, 4, 0};
    const double crosses[24] = {0, 0, -1, 0, 0, 3, 2, -1, 0, 2, 1, 0, 0, 0, -1, 0, 0, 3, -2, -1, 0, -2, 1, 0};
    const double floor_at[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0}, above[9] = {0, 0, 3, 4, 0, 3, 0, 4, 3};
    const double below[9] = {0, 0, -1, 4, 0, -1, 0, 4, -1};
    const uint32_t triangle[3] = {0, 1, 2};
    double wrong[24] = {0}, step = 0;
    clearance_feature_contact found;
    clearance_mesh_contact first, all[4];
    clearance_deforming_mesh *ground = NULL, *sheet = NULL;
    uint32_t edges[2];
    size_t count = 0;
    int32_t meets = 0;
    CHECK(clearance_vertex_face(falls, 1, 0, &found) == CLEARANCE_OK && found.outcome == CLEARANCE_HIT);
    CHECK(found.time_lower == 0.75 && found.time_upper == 0.75 && found.weights[1] == 0.5 && found.normal[2] == -1);
    CHECK(clearance_edge_edge(crosses, 1, 0, &found) == CLEARANCE_OK && found.time_upper == 0.5 && found.weights[0] == 0.75);
    CHECK(clearance_vertex_face(wrong, 1, 0, &found) == CLEARANCE_OK && found.outcome == CLEARANCE_HIT);
    wrong[5] = NAN;
    CHECK(clearance_vertex_face(wrong, 1, 0, &found) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "points[0]: coordinate of a moving point must be finite") != NULL);
    CHECK(clearance_vertex_face(falls, 1, -1, &found) == CLEARANCE_INVALID);
    CHECK(clearance_vertex_face(NULL, 1, 0, &found) == CLEARANCE_NULL);

    CHECK(clearance_deforming_mesh_new(floor_at, 3, triangle, 1, &ground) == CLEARANCE_OK);
    CHECK(clearance_deforming_mesh_new(above, 3, triangle, 1, &sheet) == CLEARANCE_OK);
    CHECK(clearance_deforming_mesh_first_contact(sheet, ground, 0, &first, &meets) == CLEARANCE_OK && meets == 0);
    CHECK(clearance_deforming_mesh_set_step(sheet, above, below) == CLEARANCE_OK);
    CHECK(clearance_deforming_mesh_max_step(sheet, ground, 0, &step) == CLEARANCE_OK && step == 0.75);
    CHECK(clearance_deforming_mesh_max_step(sheet, NULL, 0, &step) == CLEARANCE_OK && step == 1);
    CHECK(clearance_deforming_mesh_first_contact(sheet, ground, 0, &first, &meets) == CLEARANCE_OK && meets == 1);
    CHECK(first.kind == CLEARANCE_VERTEX_FACE && first.a == 0 && first.b == 0 && first.contact.time_upper == 0.75);
    /* Three corners on the triangle, three the other way round, and nine pairs of edges. */
    CHECK(clearance_deforming_mesh_contacts(sheet, ground, 0, all, 4, &count) == CLEARANCE_OK && count == 15);
    CHECK(clearance_deforming_mesh_edges(sheet, edges, 1, &count) == CLEARANCE_OK && count == 3 && edges[1] == 1);
    clearance_deforming_mesh_free(sheet);
    clearance_deforming_mesh_free(ground);
    clearance_deforming_mesh_free(NULL);
}

int main(int count, char **arguments) {
    const double half[3] = {1, 1, 1};
    clearance_shape *box = NULL, *ball = NULL;
    CHECK(clearance_box_new(half, &box) == CLEARANCE_OK && clearance_sphere_new(2, &ball) == CLEARANCE_OK);
    check_layout();
    check_shapes();
    check_questions(box, ball);
    check_batch(box, ball);
    check_contact(box, ball);
    check_motion(box, ball);
    check_custom(box);
    check_bodies(box, ball);
    check_scene(box, ball);
    check_points(ball);
    check_deforming();
    clearance_shape_free(box);
    if (count > 1 && strcmp(arguments[1], "leak") == 0) {
        /* Many: what is left of the last address on the stack may hide one of them. */
        for (int i = 0; i < 8; ++i) CHECK(clearance_sphere_new(1 + i, &box) == CLEARANCE_OK);
        box = NULL;
    }
    clearance_shape_free(ball);
    return failures != 0;
}
