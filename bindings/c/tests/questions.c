/* Gradients, exact certificates, questions in JSON, and scenes that move or hold bodies of one's own. */
#include "check.h"

/* A ball as a body of one's own. */
static void ball_support(const void *user, const double d[3], double p[3]) {
    const double radius = *(const double *)user;
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int i = 0; i < 3; ++i) p[i] = radius * d[i] / length;
}

static void check_gradient(const clearance_shape *box, const clearance_shape *ball) {
    const clearance_pose beside = at_xyz(4, 0.5, 0), on = at_xyz(0, 0, 2.5);
    clearance_pose_gradient found;
    clearance_generator rows[8];
    clearance_shape *plane = NULL;
    const double up[3] = {0, 0, 1};
    size_t count = 0;
    /* The ball is 1 from the face x = 1, at y = 0.5: turning it about z moves its nearest point (2, 0.5) along x by -0.5. */
    CHECK(clearance_gradient(box, ball, &beside, NULL, &found, rows, 8, &count) == CLEARANCE_OK && count == 1);
    CHECK(found.proximity.signed_distance == 1 && found.differentiable == 1 && found.complete == 1);
    CHECK(found.linear[0] == 1 && found.linear[1] == 0 && fabs(found.angular[2] + 0.5) < 1e-15 && found.angular[1] == 0);
    CHECK(memcmp(rows[0].linear, found.linear, sizeof found.linear) == 0 && rows[0].branch == 0);
    /* Two faces of boxes: the corners of what they have in common, of which the deepest one counts when one of them turns. */
    CHECK(clearance_gradient(box, box, &on, NULL, &found, rows, 8, &count) == CLEARANCE_OK && count == 4);
    CHECK(found.differentiable == 0 && found.complete == 1);
    for (size_t i = 0; i < count; ++i) CHECK(rows[i].linear[2] == 1 && fabs(rows[i].angular[0]) == 1 && fabs(rows[i].angular[1]) == 1);
    CHECK(clearance_gradient(box, box, &on, NULL, &found, rows, 1, &count) == CLEARANCE_OK && count == 4);
    count = 77;
    CHECK(clearance_gradient(box, box, &on, NULL, NULL, rows, 8, &count) == CLEARANCE_NULL && count == 77);
    CHECK(clearance_gradient(box, box, &on, NULL, &found, NULL, 8, &count) == CLEARANCE_NULL && count == 77);
    CHECK(clearance_halfspace_new(up, 0, &plane) == CLEARANCE_OK);
    CHECK(clearance_gradient(plane, plane, &on, NULL, &found, rows, 8, &count) == CLEARANCE_INVALID);
    clearance_shape_free(plane);
}

/* A ready pose gives the bits of the pose that it was made of. */
static void check_ready(const clearance_shape *box, const clearance_shape *ball) {
    const clearance_pose first = {{3, 1, 2}, {0.8, 0, 0.6, 0}}, bad = {{0, 0, 0}, {2, 0, 0, 0}}, turned = {{-3, 1.5, 2}, {0, 0.6, 0, 0.8}};
    clearance_ready_pose *ready = NULL, *none = NULL;
    clearance_proximity found, same;
    CHECK(clearance_ready_pose_new(&first, &ready) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(box, ball, &first, NULL, &same) == CLEARANCE_OK);
    CHECK(clearance_signed_distance_ready(box, ball, ready, NULL, &found) == CLEARANCE_OK && memcmp(&found, &same, sizeof same) == 0);
    CHECK(clearance_ready_pose_set(ready, &bad) == CLEARANCE_INVALID);
    CHECK(clearance_signed_distance_ready(box, ball, ready, NULL, &found) == CLEARANCE_OK && memcmp(&found, &same, sizeof same) == 0);
    CHECK(clearance_ready_pose_set(ready, &turned) == CLEARANCE_OK);
    CHECK(clearance_signed_distance(box, ball, &turned, NULL, &same) == CLEARANCE_OK);
    CHECK(clearance_signed_distance_ready(box, ball, ready, NULL, &found) == CLEARANCE_OK && memcmp(&found, &same, sizeof same) == 0);
    CHECK(clearance_signed_distance_ready(box, ball, NULL, NULL, &found) == CLEARANCE_NULL);
    CHECK(clearance_ready_pose_new(&bad, &none) == CLEARANCE_INVALID && none == NULL && clearance_ready_pose_new(&first, NULL) == CLEARANCE_NULL);
    clearance_ready_pose_free(ready);
    clearance_ready_pose_free(NULL);
}

static void check_certificates(const clearance_shape *box, const clearance_shape *ball, const clearance_shape *own) {
    const clearance_pose touching = at_xyz(2, 0.5, 0), inside = at_xyz(1, 0, 0), apart = at_xyz(3, 0, 0);
    int32_t status = 7;
    char *text = NULL;
    CHECK(clearance_certify(box, box, &apart, &status, &text) == CLEARANCE_OK && status == CLEARANCE_SEPARATED);
    /* Some direction along x: its numbers are whole ones times powers of two. */
    CHECK(strncmp(text, "{\"status\":\"separated\",\"direction\":[\"0x", 38) == 0 && strstr(text, "p") != NULL);
    clearance_text_free(text);
    CHECK(clearance_certify(box, box, &touching, &status, &text) == CLEARANCE_OK && status == CLEARANCE_TOUCHING);
    CHECK(strstr(text, "\"pairs\":[{\"a\":[\"") != NULL && strstr(text, "\"weight\":\"0x") != NULL);
    clearance_text_free(text);
    CHECK(clearance_certify(box, box, &inside, &status, &text) == CLEARANCE_OK && status == CLEARANCE_OVERLAPPING);
    clearance_text_free(text);
    CHECK(clearance_certify(box, ball, &apart, &status, &text) == CLEARANCE_OK && text != NULL);
    clearance_text_free(text);
    CHECK(clearance_certify(box, own, &apart, &status, &text) == CLEARANCE_OK && status == CLEARANCE_UNDECIDED && text == NULL);
    status = 7;
    CHECK(clearance_certify(box, box, &apart, &status, NULL) == CLEARANCE_NULL && status == 7);
    clearance_text_free(NULL);
}

static void check_json(void) {
    const char *pair = "{\"id\": \"x\", \"a\": {\"shape\": {\"kind\": \"sphere\", \"radius\": 1}}, \"b\": {\"shape\": {\"kind\": \"box\", "
                       "\"half_extents\": [1, 1, 1]}, \"pose\": {\"translation\": [3, 0, 0]}}}";
    const char *scene = "{\"bodies\": [{\"name\": \"a\", \"shape\": {\"kind\": \"sphere\", \"radius\": 1}}, {\"name\": \"b\", \"shape\": {\"kind\": "
                        "\"sphere\", \"radius\": 1}, \"pose\": {\"translation\": [1.5, 0, 0]}}]}";
    char *out = NULL;
    CHECK(clearance_ask_json(pair, NULL, &out) == CLEARANCE_OK);
    CHECK(strstr(out, "{\"id\":\"x\"") == out && strstr(out, "\"signed_distance\":1.0") != NULL);
    clearance_text_free(out);
    CHECK(clearance_ask_scene_json(scene, "{\"question\": \"contacts\"}", NULL, &out) == CLEARANCE_OK);
    CHECK(strstr(out, "\"a\":\"a\",\"b\":\"b\"") != NULL && out[strlen(out) - 1] == '\n');
    clearance_text_free(out);
    CHECK(clearance_ask_scene_json(scene, "{\"question\": \"within\", \"max_distance\": -1}", NULL, &out) == CLEARANCE_OK && out[0] == 0);
    clearance_text_free(out);
    out = NULL;
    CHECK(clearance_ask_scene_json(scene, "{\"question\": \"nearest\"}", NULL, &out) == CLEARANCE_INVALID && out == NULL);
    CHECK(clearance_ask_json("{", NULL, &out) == CLEARANCE_INVALID && clearance_ask_json(NULL, NULL, &out) == CLEARANCE_NULL);
    CHECK(clearance_ask_json(pair, NULL, NULL) == CLEARANCE_NULL && out == NULL);
}

/* Own bodies in scenes, and the first contact: balls of 2 and 1 at 0 and 10, the latter comes by 14: 7 of 14. */
static void check_scenes(const clearance_shape *own) {
    clearance_scene *scene = NULL;
    clearance_shape *ball = NULL;
    clearance_near near;
    clearance_arrival arrival, same;
    clearance_scene_approach approach;
    int32_t is_any = 0;
    clearance_struck struck;
    clearance_contact_point points[4];
    uint64_t a = 0, b = 0, unknown = 99;
    size_t count = 0, row = 77;
    const clearance_pose origin = at_xyz(0, 0, 0), far = at_xyz(10, 0, 0), onto = at_xyz(2.75, 0, 0);
    clearance_motion coming = {at_xyz(10, 0, 0), {-14, 0, 0}, {0, 0, 0}};
    const double from[3] = {0, 0, 9}, down[3] = {0, 0, -14};
    CHECK(clearance_scene_new(&scene) == CLEARANCE_OK && clearance_sphere_new(1, &ball) == CLEARANCE_OK);
    CHECK(clearance_scene_add(scene, own, &origin, NULL, &a) == CLEARANCE_OK && clearance_scene_add(scene, ball, &far, NULL, &b) == CLEARANCE_OK);
    CHECK(clearance_scene_closest(scene, NULL, INFINITY, &near, 1, &count) == CLEARANCE_OK && fabs(near.proximity.signed_distance - 7) < 1e-9);
    CHECK(clearance_scene_cast_ray(scene, from, down, &struck) == CLEARANCE_OK && struck.body == a && fabs(struck.impact.time - 0.5) < 1e-9);
    CHECK(clearance_scene_first_contact(scene, &b, &coming, 1, 0, &arrival, &row) == CLEARANCE_OK && row == 77);
    CHECK(arrival.a == a && arrival.b == b && fabs(arrival.impact.time - 0.5) < 1e-9 && arrival.impact.outcome == CLEARANCE_HIT);
    CHECK(clearance_scene_first_contact(scene, &b, &coming, 1, 3.5, &arrival, NULL) == CLEARANCE_OK && fabs(arrival.impact.time - 0.25) < 1e-9);
    same = arrival;
    CHECK(clearance_scene_first_contact(scene, &unknown, &coming, 1, 0, &arrival, &row) == CLEARANCE_INVALID && row == 0);
    CHECK(clearance_scene_first_contact(scene, &b, &coming, 1, -1, &arrival, &row) == CLEARANCE_INVALID);
    CHECK(memcmp(&arrival, &same, sizeof same) == 0);
    coming.linear[0] = 14;
    CHECK(clearance_scene_first_contact(scene, &b, &coming, 1, 0, &arrival, NULL) == CLEARANCE_OK && arrival.a == 0);
    CHECK(arrival.impact.outcome == CLEARANCE_MISS);
    coming.linear[0] = -4;
    CHECK(clearance_scene_closest_approach(scene, &b, &coming, 1, 0, &approach, &is_any, NULL) == CLEARANCE_OK && is_any == 1);
    CHECK(approach.a == a && approach.b == b && fabs(approach.approach.upper - 3) < 1e-9 && approach.approach.time == 1);
    CHECK(clearance_scene_closest_approach(scene, &unknown, &coming, 1, 0, &approach, &is_any, &row) == CLEARANCE_INVALID && row == 0);
    CHECK(clearance_scene_move(scene, &b, &onto, 1, NULL) == CLEARANCE_OK);
    CHECK(clearance_scene_contact_points(scene, a, b, points, 4, &count) == CLEARANCE_OK && count == 1);
    CHECK(fabs(points[0].signed_distance + 0.25) < 1e-9 && fabs(points[0].witness_a[0] - 2) < 1e-9);
    CHECK(clearance_scene_contact_points(scene, a, unknown, points, 4, &count) == CLEARANCE_INVALID);
    CHECK(clearance_scene_contact_points(scene, a, b, points, 0, &count) == CLEARANCE_INVALID);
    clearance_shape_free(ball);
    clearance_scene_free(scene);
}

/* A person on a floor before a step, in a corner, casts by rows, and contacts along all normals. */
static void check_walks(void) {
    const double floor_half[3] = {9, 9, 0.5}, step_half[3] = {1, 9, 0.125}, wall_half[3] = {0.5, 9, 2}, brick_half[3] = {0.5, 0.5, 0.5};
    const double way[3] = {0.1, 0, -0.02}, against[3] = {0, 0, -5};
    const double ways[2][3] = {{4, 0, 0}, {-4, 0, 0}};
    clearance_scene *scene = NULL;
    clearance_shape *floor = NULL, *step = NULL, *wall = NULL, *person = NULL, *brick = NULL;
    const clearance_pose below = at_xyz(0, 0, -0.5), on = at_xyz(2, 0, 0.125), beside = at_xyz(4.5, 0, 2), corner = at_xyz(3.5, 0, 0.5);
    clearance_pose starts[2] = {at_xyz(0, 0, 0.91), at_xyz(0, 5, 0.91)};
    clearance_pose pose = at_xyz(0, 0, 0.91);
    clearance_walk_options options;
    clearance_walk walk, kept;
    clearance_walk_hit hits[8];
    clearance_push_out push;
    clearance_struck struck[2], single;
    clearance_normal_contact contacts[4];
    clearance_contact_point points[16];
    uint64_t ids[3], room = 0, own = 0;
    int32_t found = 0;
    size_t count = 0, point_count = 0, row = 9;
    CHECK(sizeof(clearance_walk_options) == 72 && sizeof(clearance_walk_hit) == 96 && sizeof(clearance_walk) == 208);
    CHECK(sizeof(clearance_push_out) == 96 && sizeof(clearance_normal_contact) == 120);
    CHECK(clearance_scene_new(&scene) == CLEARANCE_OK && clearance_box_new(floor_half, &floor) == CLEARANCE_OK);
    CHECK(clearance_box_new(step_half, &step) == CLEARANCE_OK && clearance_box_new(wall_half, &wall) == CLEARANCE_OK);
    CHECK(clearance_box_new(brick_half, &brick) == CLEARANCE_OK && clearance_capsule_new(0.3, 0.6, 2, &person) == CLEARANCE_OK);
    CHECK(clearance_scene_add(scene, floor, &below, NULL, &ids[0]) == CLEARANCE_OK);
    CHECK(clearance_scene_add(scene, step, &on, NULL, &ids[1]) == CLEARANCE_OK);
    for (int i = 0; i < 20; ++i) {
        CHECK(clearance_scene_move_and_slide(scene, person, &pose, way, NULL, &walk, NULL, 0, NULL) == CLEARANCE_OK);
        CHECK(walk.clearance > 0.0099 && walk.floor.body != 0 && walk.floor.ground <= CLEARANCE_LEDGE);
        pose = walk.pose;
    }
    CHECK(fabs(pose.translation[0] - 2) < 1e-6 && fabs(pose.translation[2] - 1.16) < 1e-6);
    CHECK(walk.floor.body == ids[1] && walk.floor.ground == CLEARANCE_FLOOR);
    CHECK(clearance_scene_move_and_slide(scene, person, &pose, against, NULL, &walk, hits, 8, &count) == CLEARANCE_OK);
    CHECK(count == 1 && hits[0].body == ids[1] && walk.translation[2] == 0 && walk.remaining[2] == -5);
    kept = walk;
    clearance_walk_options_init(&options);
    options.skin = -1;
    CHECK(clearance_scene_move_and_slide(scene, person, &pose, way, &options, &walk, NULL, 0, NULL) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "skin must be positive and finite, got -1") == 0);
    options.skin = 0.01;
    options.own = 77;
    CHECK(clearance_scene_move_and_slide(scene, person, &pose, way, &options, &walk, NULL, 0, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_scene_move_and_slide(scene, person, &pose, NULL, NULL, &walk, NULL, 0, NULL) == CLEARANCE_NULL);
    CHECK(memcmp(&walk, &kept, sizeof walk) == 0);
    /* Its own body is not in its way. */
    CHECK(clearance_scene_add(scene, person, &pose, NULL, &own) == CLEARANCE_OK);
    options.own = own;
    CHECK(clearance_scene_move_and_slide(scene, person, &pose, way, &options, &walk, NULL, 0, NULL) == CLEARANCE_OK);
    CHECK(fabs(walk.translation[0] - 0.1) < 1e-6);
    CHECK(clearance_scene_remove(scene, own) == CLEARANCE_OK && clearance_scene_remove(scene, ids[1]) == CLEARANCE_OK);
    /* 0.16 into the floor: up by that and the skin. */
    pose = at_xyz(0, 0, 0.74);
    CHECK(clearance_scene_push_out(scene, person, &pose, 0.3, NULL, &push, &found) == CLEARANCE_OK && found == 1);
    CHECK(fabs(push.translation[2] - 0.17) < 1e-6 && fabs(push.upper - 0.17) < 1e-6 && push.lower > 0.1699);
    CHECK(clearance_scene_push_out(scene, person, &pose, 0.1, NULL, &push, &found) == CLEARANCE_OK && found == 0);
    /* From 0 to the wall at 4: a radius less, of 4. */
    CHECK(clearance_scene_add(scene, wall, &beside, NULL, &room) == CLEARANCE_OK);
    CHECK(clearance_scene_casts(scene, person, starts, ways, 2, 0.01, CLEARANCE_OVERLAP_ONLY_APPROACHING, struck, &row) == CLEARANCE_OK);
    CHECK(struck[0].body == room && fabs(struck[0].impact.time - 3.69 / 4) < 1e-9 && struck[1].body == 0 && row == 9);
    CHECK(clearance_scene_cast(scene, person, &starts[0], ways[0], 0.01, CLEARANCE_OVERLAP_ONLY_APPROACHING, &single) == CLEARANCE_OK);
    CHECK(single.impact.time == struck[0].impact.time);
    starts[1].translation[0] = NAN;
    CHECK(clearance_scene_casts(scene, person, starts, ways, 2, 0.01, 0, struck, &row) == CLEARANCE_INVALID && row == 1);
    CHECK(clearance_scene_add(scene, brick, &corner, NULL, &own) == CLEARANCE_OK);
    CHECK(clearance_scene_contacts_of(scene, own, room, 0.001, contacts, 4, &count, points, 16, &point_count) == CLEARANCE_OK);
    CHECK(count == 1 && point_count == 4 && contacts[0].count == 4 && contacts[0].first == 0 && fabs(fabs(contacts[0].proximity.normal[0]) - 1) < 1e-9);
    CHECK(clearance_scene_contacts_of(scene, own, room, NAN, contacts, 4, &count, points, 16, &point_count) == CLEARANCE_INVALID);
    clearance_shape_free(floor);
    clearance_shape_free(step);
    clearance_shape_free(wall);
    clearance_shape_free(person);
    clearance_shape_free(brick);
    clearance_scene_free(scene);
}

int main(void) {
    const double half[3] = {1, 1, 1}, radius = 2;
    clearance_shape *box = NULL, *ball = NULL, *own = NULL;
    CHECK(sizeof(clearance_pose_gradient) == 160 && sizeof(clearance_generator) == 56 && sizeof(clearance_arrival) == 168);
    CHECK(clearance_box_new(half, &box) == CLEARANCE_OK && clearance_sphere_new(2, &ball) == CLEARANCE_OK);
    CHECK(clearance_custom_new(ball_support, &radius, 2, 1e-15, &own) == CLEARANCE_OK);
    check_gradient(box, ball);
    check_ready(box, ball);
    check_certificates(box, ball, own);
    check_json();
    check_scenes(own);
    check_walks();
    clearance_shape_free(box);
    clearance_shape_free(ball);
    clearance_shape_free(own);
    return failures != 0;
}
