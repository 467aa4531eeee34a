/* Robots in C99: an arm of one joint whose hand, a ball of 0.25, turns about z at 2, and a cup, a ball of 0.5. Truth is by trigonometry. */
#include "check.h"

static const char *ARM =
    "<robot name='arm'><link name='base'/><link name='hand'><collision><origin xyz='2 0 0'/><geometry><sphere radius='0.25'/></geometry>"
    "</collision></link><joint name='turn' type='revolute'><parent link='base'/><child link='hand'/><axis xyz='0 0 1'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";
static const char *SRDF = "<robot name='arm'><group_state name='up' group='all'><joint name='turn' value='1.5'/></group_state></robot>";
static const char *CUP =
    "{\"dim\": 3, \"bodies\": [{\"name\": \"cup\", \"shape\": {\"kind\": \"sphere\", \"radius\": 0.5}, \"pose\": {\"translation\": [0, 2.5, 0]}}]}";

/* The hand and a cup at (0, height): |(2 cos q, 2 sin q) - (0, height)| - 0.75. */
static double truth(double q, double height) { return sqrt(4 + height * height - 4 * height * sin(q)) - 0.75; }

static clearance_robot *arm(void) {
    clearance_robot *robot = NULL;
    CHECK(clearance_robot_from_text(ARM, NULL, NULL, &robot) == CLEARANCE_OK);
    return robot;
}

static void check_layout(void) {
    CHECK(sizeof(clearance_robot_options) == 32 && offsetof(clearance_robot_options, packages) == 16);
    CHECK(sizeof(clearance_joint) == 32 && sizeof(clearance_verified) == 24);
    CHECK(sizeof(clearance_robot_distance) == 168 && offsetof(clearance_robot_distance, proximity) == 56);
    CHECK(sizeof(clearance_robot_gradient) == 176 && sizeof(clearance_edge_options) == 24);
    CHECK(sizeof(clearance_edge) == 144 && offsetof(clearance_edge, proximity) == 40);
    CHECK(sizeof(clearance_plan_options) == 32 && sizeof(clearance_plan) == 80);
    CHECK(offsetof(clearance_plan, certificate) == 48 && offsetof(clearance_plan, iterations) == 64);
}

/* The arm on a cart: a quarter turn of the cart at (1, 2) and none of the arm puts the hand at (1, 4); a plan needs limits. */
static void base(clearance_robot_options *options) {
    static const char *on_wheels = "<robot name='arm'><virtual_joint name='wheels' type='planar' parent_frame='floor' child_link='base'/></robot>";
    const double quarter = acos(0), there[4] = {1, 2, quarter, 0}, back[4] = {-1, -2, 0, 0.5};
    clearance_robot *robot = NULL;
    clearance_checker *checker = NULL;
    clearance_plan *plan = NULL;
    clearance_robot_distance found;
    clearance_joint joint;
    size_t count = 0;
    options->base = CLEARANCE_BASE_PLANAR;
    CHECK(clearance_robot_from_text(ARM, NULL, options, &robot) == CLEARANCE_OK);
    CHECK(clearance_robot_dof(robot, &count) == CLEARANCE_OK && count == 4);
    CHECK(clearance_robot_joint(robot, 2, &joint) == CLEARANCE_OK && strcmp(joint.name, "base/theta") == 0 && joint.turns == 1);
    CHECK(clearance_robot_set_srdf(robot, on_wheels) == CLEARANCE_OK);
    CHECK(clearance_robot_joint(robot, 0, &joint) == CLEARANCE_OK && strcmp(joint.name, "wheels/x") == 0 && joint.upper == INFINITY);
    CHECK(clearance_robot_add_scene(robot, CUP, NULL) == CLEARANCE_OK && clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    CHECK(clearance_checker_clearance(checker, there, 4, &found) == CLEARANCE_OK && fabs(found.lower - (sqrt(1 + 1.5 * 1.5) - 0.75)) < 1e-12);
    CHECK(clearance_checker_plan(checker, there, back, 1, 4, NULL, &plan) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "\"wheels/x\" slides without limits") != NULL);
    clearance_checker_free(checker);
    CHECK(clearance_robot_set_limits(robot, "x", -3, 3) == CLEARANCE_OK && clearance_robot_set_limits(robot, "wheels/y", -3, 3) == CLEARANCE_OK);
    CHECK(clearance_robot_set_limits(robot, "z", 0, 1) == CLEARANCE_INVALID && clearance_robot_set_limits(robot, "x", 1, 0) == CLEARANCE_INVALID);
    CHECK(clearance_robot_joint(robot, 0, &joint) == CLEARANCE_OK && joint.lower == -3 && joint.upper == 3);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    CHECK(clearance_checker_plan(checker, there, back, 1, 4, NULL, &plan) == CLEARANCE_OK);
    clearance_plan_free(plan);
    clearance_checker_free(checker);
    clearance_robot_free(robot);
}

static void check_robot(void) {
    clearance_robot *robot = arm(), *none = NULL;
    clearance_robot_options options;
    clearance_joint joint;
    clearance_pose poses[2];
    const char *name = NULL;
    const double quarter = acos(0);
    double q = 0;
    size_t count = 0;
    char *notes = NULL;
    CHECK(clearance_robot_dof(robot, &count) == CLEARANCE_OK && count == 1);
    CHECK(clearance_robot_joint(robot, 0, &joint) == CLEARANCE_OK && strcmp(joint.name, "turn") == 0);
    CHECK(joint.lower == -3 && joint.upper == 3 && joint.turns == 1);
    CHECK(clearance_robot_joint(robot, 1, &joint) == CLEARANCE_OUT_OF_RANGE);
    CHECK(clearance_robot_link_count(robot, &count) == CLEARANCE_OK && count == 2);
    CHECK(clearance_robot_link(robot, 1, &name) == CLEARANCE_OK && strcmp(name, "hand") == 0);
    CHECK(clearance_robot_link(robot, 2, &name) == CLEARANCE_OUT_OF_RANGE);
    CHECK(clearance_robot_link_poses(robot, &quarter, 1, poses, 2, &count) == CLEARANCE_OK && count == 2);
    CHECK(fabs(poses[1].quaternion_wxyz[3] - sqrt(0.5)) < 1e-15);
    CHECK(clearance_robot_notes(robot, &notes) == CLEARANCE_OK && notes[0] == 0);
    clearance_text_free(notes);
    CHECK(clearance_robot_set_srdf(robot, SRDF) == CLEARANCE_OK);
    CHECK(clearance_robot_configuration(robot, "up", NULL, &q, 1) == CLEARANCE_OK && q == 1.5);
    CHECK(clearance_robot_configuration(robot, "{\"turn\": -0.5}", NULL, &q, 1) == CLEARANCE_OK && q == -0.5);
    CHECK(clearance_robot_configuration(robot, "{}", "up", &q, 1) == CLEARANCE_OK && q == 1.5);
    CHECK(clearance_robot_configuration(robot, "down", NULL, &q, 1) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "there are \"up\"") != NULL && q == 1.5);
    q = 3 + 1e-9;
    CHECK(clearance_robot_clamp(robot, &q, 1, 1e-6, &count) == CLEARANCE_OK && count == 1 && q == 3);
    CHECK(clearance_robot_pad(robot, "hnd", 0.1) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "did you mean \"hand\"?") != NULL);
    clearance_robot_free(robot);

    clearance_robot_options_init(&options);
    CHECK(options.size == sizeof options && options.meshes == CLEARANCE_LINKS_ADAPTIVE);
    CHECK(options.base == CLEARANCE_BASE_OF_FILE);
    base(&options);
    options.base = 4;
    CHECK(clearance_robot_from_text(ARM, NULL, &options, &none) == CLEARANCE_OUT_OF_RANGE && none == NULL);
    options.base = CLEARANCE_BASE_OF_FILE;
    options.meshes = 4;
    CHECK(clearance_robot_from_text(ARM, NULL, &options, &none) == CLEARANCE_OUT_OF_RANGE && none == NULL);
    const char *const packages[1] = {"nothing"};
    options.meshes = CLEARANCE_LINKS_HULL;
    options.packages = packages;
    options.package_count = 1;
    CHECK(clearance_robot_from_text(ARM, NULL, &options, &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(clearance_robot_from_text("<urdf/>", NULL, NULL, &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(clearance_robot_from_file("missing.urdf", NULL, &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(clearance_robot_from_text(NULL, NULL, NULL, &none) == CLEARANCE_NULL && clearance_robot_from_text(ARM, NULL, NULL, NULL) == CLEARANCE_NULL);
    /* The other formats, by their root elements. */
    CHECK(clearance_robot_from_text("<mujoco><worldbody><body name='b'><joint name='j'/><geom type='sphere' size='1'/></body></worldbody></mujoco>",
                                    NULL, NULL, &robot) == CLEARANCE_OK);
    clearance_robot_free(robot);
    CHECK(clearance_robot_from_text("<sdf version='1.7'><model name='m'><link name='l'/></model></sdf>", NULL, NULL, &robot) == CLEARANCE_OK);
    clearance_robot_free(robot);
    clearance_robot_free(NULL);
}

/* Two hands beside one another: one of them plans, and the other stands where the start says. */
static void check_groups(void) {
    static const char *TWO =
        "<robot name='two'><link name='base'/><link name='left'><collision><geometry><sphere radius='0.25'/></geometry></collision></link>"
        "<link name='right'><collision><geometry><sphere radius='0.25'/></geometry></collision></link>"
        "<joint name='left_slide' type='prismatic'><parent link='base'/><child link='left'/><axis xyz='1 0 0'/>"
        "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint>"
        "<joint name='right_slide' type='prismatic'><parent link='base'/><child link='right'/><origin xyz='0 1 0'/><axis xyz='1 0 0'/>"
        "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";
    clearance_robot *robot = NULL;
    clearance_checker *checker = NULL;
    clearance_plan *plan = NULL;
    double start[2] = {0, 0.3}, goal[2] = {0, 0};
    CHECK(clearance_robot_from_text(TWO, NULL, NULL, &robot) == CLEARANCE_OK);
    CHECK(clearance_robot_set_group(robot, "both") == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "neither a group nor a joint is named \"both\"") != NULL);
    CHECK(clearance_robot_set_group(robot, "left_slide,left_slide") == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "\"left_slide\", which is in the group already") != NULL);
    CHECK(clearance_robot_set_group(robot, "left_slide") == CLEARANCE_OK);
    CHECK(clearance_robot_configuration(robot, "[1.5]", "{\"right_slide\": 0.3}", goal, 2) == CLEARANCE_OK);
    CHECK(goal[0] == 1.5 && goal[1] == 0.3);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    CHECK(clearance_checker_plan(checker, start, goal, 1, 2, NULL, &plan) == CLEARANCE_OK && plan->rows >= 2);
    for (size_t row = 0; row < plan->rows; ++row) CHECK(plan->points[2 * row + 1] == 0.3);
    clearance_plan_free(plan);
    goal[1] = 0.4;
    plan = NULL;
    CHECK(clearance_checker_plan(checker, start, goal, 1, 2, NULL, &plan) == CLEARANCE_INVALID && plan == NULL);
    CHECK(strstr(clearance_last_error(), "joint \"right_slide\" stands at 0.3") != NULL);
    CHECK(clearance_robot_set_group(robot, NULL) == CLEARANCE_OK);
    /* The right hand takes a ball from the world, and puts it down a metre farther. */
    const clearance_pose place = at_xyz(0.4, 2, 0);
    const char *const touch[1] = {"left"};
    double there[2] = {0, 1.3};
    clearance_shape *ball = NULL;
    size_t count = 0;
    CHECK(clearance_sphere_new(0.25, &ball) == CLEARANCE_OK && clearance_robot_add_body(robot, "ball", ball, &place, 0) == CLEARANCE_OK);
    CHECK(clearance_robot_hold(robot, "bal", "right", start, 2, NULL, 0) == CLEARANCE_INVALID);
    CHECK(clearance_robot_hold(robot, "ball", "right", start, 2, touch, 1) == CLEARANCE_OK);
    CHECK(clearance_robot_link_count(robot, &count) == CLEARANCE_OK && count == 4);
    CHECK(clearance_robot_let_go(robot, "ball", there, 2) == CLEARANCE_OK);
    CHECK(clearance_robot_link_count(robot, &count) == CLEARANCE_OK && count == 3);
    CHECK(clearance_robot_forbid(robot, "left", "ball") == CLEARANCE_OK);
    clearance_checker_free(checker);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    clearance_robot_distance found;
    double q[2] = {1.4, -2};
    /* The left hand is at (1.4, 0), the ball at (1.4, 2). */
    CHECK(clearance_checker_clearance(checker, q, 2, &found) == CLEARANCE_OK && fabs(found.lower - 1.5) < 1e-12);
    clearance_shape_free(ball);
    clearance_checker_free(checker);
    clearance_robot_free(robot);
}

/* The hand at 2 m, (2 cos q, 2 sin q), stays within 1 m of the x axis: until q is a sixth of pi. */
static void check_constraints(void) {
    clearance_robot *robot = arm();
    clearance_checker *checker = NULL;
    clearance_edge edge;
    const char *within = "{\"name\": \"near\", \"link\": \"hand\", \"point\": [2, 0, 0], \"box\": {\"half\": [null, 1, null]}}";
    double out[2] = {0, 1}, in[2] = {0, 0.25};
    CHECK(clearance_robot_keep(robot, "{\"name\": \"near\"}") == CLEARANCE_INVALID);
    CHECK(clearance_robot_keep(robot, within) == CLEARANCE_OK);
    CHECK(clearance_robot_keep(robot, within) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "another one has the name already") != NULL);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    CHECK(clearance_checker_path(checker, in, 2, 1, NULL, &edge, NULL) == CLEARANCE_OK && edge.outcome == CLEARANCE_FREE);
    CHECK(clearance_checker_path(checker, out, 2, 1, NULL, &edge, NULL) == CLEARANCE_OK);
    CHECK(edge.outcome == CLEARANCE_VIOLATED && strcmp(edge.a, "near") == 0 && edge.b == NULL);
    CHECK(fabs(edge.time_upper - 0.5235987755982989) < 1e-9);
    clearance_checker_free(checker);
    CHECK(clearance_robot_relax(robot, "nearer") == CLEARANCE_INVALID);
    CHECK(clearance_robot_relax(robot, "near") == CLEARANCE_OK);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    CHECK(clearance_checker_path(checker, out, 2, 1, NULL, &edge, NULL) == CLEARANCE_OK && edge.outcome != CLEARANCE_VIOLATED);
    clearance_checker_free(checker);
    clearance_robot_free(robot);
}

/* Distances, gradients and contacts of configurations, with what is held, padded and allowed. */
static void check_configurations(void) {
    clearance_robot *robot = arm();
    clearance_checker *checker = NULL, *changed = NULL;
    clearance_robot_distance found, again;
    clearance_robot_gradient gradient;
    clearance_shape *ball = NULL, *half = NULL;
    const clearance_pose cup = at_xyz(0, 2.5, 0), tip = at_xyz(3, 0, 0);
    const double up[3] = {0, 0, 1};
    double q = 0, rate = 0, rows[4];
    int32_t collides = 7;
    size_t count = 0;
    CHECK(clearance_sphere_new(0.5, &ball) == CLEARANCE_OK && clearance_halfspace_new(up, -4, &half) == CLEARANCE_OK);
    CHECK(clearance_robot_add_body(robot, "cup", ball, &cup, 0) == CLEARANCE_OK);
    CHECK(clearance_robot_add_body(robot, "cup", ball, &cup, 0) == CLEARANCE_INVALID);
    CHECK(clearance_robot_add_body(robot, "floor", half, &cup, -1) == CLEARANCE_INVALID);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK);
    for (int i = 0; i < 100; ++i) {
        q = -2.9 + 0.058 * i;
        CHECK(clearance_checker_clearance(checker, &q, 1, &found) == CLEARANCE_OK);
        CHECK(found.lower <= truth(q, 2.5) + 1e-14 && truth(q, 2.5) - 1e-14 <= found.upper && found.upper - found.lower < 1e-12);
        CHECK(clearance_checker_collides(checker, &q, 1, &collides) == CLEARANCE_OK && collides == (truth(q, 2.5) <= 0));
    }
    q = 0;
    CHECK(clearance_checker_clearance(checker, &q, 1, &found) == CLEARANCE_OK && strcmp(found.a, "hand") == 0);
    CHECK(strcmp(found.b, "cup") == 0 && found.collides == 0 && found.margin == 0 && found.proximity.normal[1] > 0);
    CHECK(clearance_checker_clearance(checker, &q, 1, &again) == CLEARANCE_OK && memcmp(&found, &again, sizeof found) == 0);
    CHECK(clearance_checker_gradient(checker, &q, 1, &gradient, &rate, rows, 4, &count) == CLEARANCE_OK);
    CHECK(fabs(rate + 5 / sqrt(10.25)) < 1e-14 && count == 1 && rows[0] == rate && gradient.differentiable == 1);
    count = 77;
    rate = 7;
    CHECK(clearance_checker_gradient(checker, &q, 1, NULL, &rate, rows, 4, &count) == CLEARANCE_NULL && count == 77 && rate == 7);
    CHECK(clearance_checker_gradient(checker, &q, 2, &gradient, &rate, rows, 2, &count) == CLEARANCE_INVALID);
    q = NAN;
    CHECK(clearance_checker_clearance(checker, &q, 1, &found) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "\"turn\"") != NULL);

    /* A longer hand: the held ball is at 3, and the floor below it is 4 - 0.5 away. */
    CHECK(clearance_robot_attach(robot, "tool", ball, "hand", &tip, NULL, 0) == CLEARANCE_OK);
    CHECK(clearance_robot_attach(robot, "tool", ball, "hand", &tip, NULL, 0) == CLEARANCE_INVALID);
    CHECK(clearance_robot_pad(robot, "hand", 0.125) == CLEARANCE_OK && clearance_robot_allow(robot, "tool", "cup") == CLEARANCE_OK);
    CHECK(clearance_robot_add_body(robot, "floor", half, &tip, 0) == CLEARANCE_OK);
    CHECK(clearance_checker_new(robot, &changed) == CLEARANCE_OK);
    q = 0;
    CHECK(clearance_checker_clearance(changed, &q, 1, &found) == CLEARANCE_OK && found.padding == 0.125);
    CHECK(fabs(found.lower - (truth(0, 2.5) - 0.125)) < 1e-12 && strcmp(found.b, "cup") == 0);
    CHECK(found.hull_error == 0);
    CHECK(clearance_checker_clearance(checker, &q, 1, &again) == CLEARANCE_OK && again.padding == 0);
    clearance_shape_free(ball);
    clearance_shape_free(half);
    clearance_robot_free(robot);
    CHECK(strcmp(again.a, "hand") == 0);
    clearance_checker_free(checker);
    clearance_checker_free(changed);
    clearance_checker_free(NULL);
}

/* The hand meets the cup at 2.5 where sin q = (4 + 6.25 - 0.5625) / 10. */
static void check_motions(const clearance_checker *checker) {
    const double into[2] = {0, 3}, free_path[3] = {0, -2, 1}, meets = asin(0.96875);
    clearance_edge edge, same;
    clearance_edge_options options;
    clearance_verified verified;
    char *certificate = NULL, *reason = NULL, wrong[64];
    int32_t is_free = 7;
    CHECK(clearance_checker_path(checker, into, 2, 1, NULL, &edge, &certificate) == CLEARANCE_OK);
    CHECK(edge.outcome == CLEARANCE_HIT && certificate == NULL && strcmp(edge.a, "hand") == 0 && strcmp(edge.b, "cup") == 0);
    CHECK(edge.time_lower <= meets / 3 + 1e-15 && meets / 3 - 1e-15 <= edge.time_upper && edge.time_upper - edge.time_lower < 1e-9);
    CHECK(fabs(edge.proximity.signed_distance) < 1e-8);
    CHECK(clearance_checker_is_free(checker, &into[0], &into[1], 1, 0, &is_free) == CLEARANCE_OK && is_free == 0);
    CHECK(clearance_checker_is_free(checker, &free_path[1], &free_path[2], 1, 0, &is_free) == CLEARANCE_OK && is_free == 1);
    CHECK(clearance_checker_path(checker, free_path, 3, 1, NULL, &edge, NULL) == CLEARANCE_OK && edge.outcome == CLEARANCE_FREE);
    CHECK(isnan(edge.time_lower) && edge.a == NULL && edge.proximity.lower > 0 && edge.proximity.lower <= truth(1, 2.5));
    clearance_edge_options_init(&options);
    options.tolerance = 1e-6;
    CHECK(clearance_checker_path(checker, free_path, 3, 1, &options, &edge, &certificate) == CLEARANCE_OK && certificate != NULL);
    CHECK(edge.proximity.lower <= truth(1, 2.5) && truth(1, 2.5) - edge.proximity.lower <= 1e-6);
    options.margin = 1.1 * truth(1, 2.5);
    CHECK(clearance_checker_path(checker, free_path, 3, 1, &options, &edge, NULL) == CLEARANCE_OK && edge.outcome == CLEARANCE_HIT);

    CHECK(clearance_checker_verify(checker, certificate, NULL, 0, 1, &verified, &reason) == CLEARANCE_OK && verified.valid == 1);
    CHECK(reason == NULL && verified.pairs == 1 && verified.lower > 0 && verified.lower <= truth(1, 2.5));
    CHECK(clearance_checker_verify(checker, certificate, free_path, 3, 1, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    CHECK(clearance_checker_verify(checker, certificate, into, 2, 1, &verified, &reason) == CLEARANCE_OK && verified.valid == 0);
    CHECK(reason != NULL && isnan(verified.lower));
    clearance_text_free(reason);
    CHECK(clearance_checker_verify(checker, "{\"version\": 1}", NULL, 0, 1, &verified, &reason) == CLEARANCE_INVALID);
    CHECK(clearance_checker_verify(checker, "no", NULL, 0, 1, &verified, &reason) == CLEARANCE_INVALID);
    clearance_text_free(certificate);
    same = edge;
    CHECK(clearance_checker_path(checker, into, 1, 1, NULL, &edge, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_checker_path(checker, into, 2, 3, NULL, &edge, NULL) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "dof must be 1, got 3") == 0);
    CHECK(clearance_checker_path(checker, NULL, 2, 1, NULL, &edge, NULL) == CLEARANCE_NULL);
    CHECK(clearance_checker_path(checker, into, SIZE_MAX, 1, NULL, &edge, NULL) == CLEARANCE_OUT_OF_RANGE);
    CHECK(memcmp(&edge, &same, sizeof edge) == 0);

    /* From 0 to 3 in 6 s at a constant rate, and back beside the cup. */
    const char *form = "{\"joints\": [\"turn\"], \"interpolation\": \"linear\", \"points\": [{\"time\": 0, \"positions\": [0]}, {\"time\": 6, \"positions\": [%s]}]}";
    char text[256];
    snprintf(text, sizeof text, form, "3");
    CHECK(clearance_checker_trajectory(checker, text, NULL, NULL, &edge, &certificate) == CLEARANCE_OK && edge.outcome == CLEARANCE_HIT);
    CHECK(certificate == NULL && edge.time_lower <= 2 * meets + 1e-14 && 2 * meets - 1e-14 <= edge.time_upper && edge.off == 0);
    snprintf(text, sizeof text, form, "-1");
    CHECK(clearance_checker_trajectory(checker, text, NULL, NULL, &edge, &certificate) == CLEARANCE_OK && edge.outcome == CLEARANCE_FREE);
    CHECK(clearance_checker_verify(checker, certificate, NULL, 0, 1, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    CHECK(clearance_checker_verify_trajectory(checker, certificate, text, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    snprintf(text, sizeof text, form, "-2");
    CHECK(clearance_checker_verify_trajectory(checker, certificate, text, &verified, &reason) == CLEARANCE_OK && verified.valid == 0);
    CHECK(strcmp(reason, "the certificate is about another trajectory") == 0);
    clearance_text_free(reason);
    clearance_text_free(certificate);
    snprintf(wrong, sizeof wrong, "{\"points\": []}");
    CHECK(clearance_checker_trajectory(checker, wrong, NULL, NULL, &edge, NULL) == CLEARANCE_INVALID);
}

static void check_times(const clearance_checker *checker) {
    const double path[2] = {0, -2}, wrong[1] = {0}, velocity = 1, acceleration = 2, none = NAN;
    clearance_edge edge;
    clearance_verified verified;
    char *trajectory = NULL, *certificate = NULL;
    /* Half a second up to 1 rad/s over 0.25 rad, and as much down: 1.5 rad between. */
    CHECK(clearance_checker_times(checker, path, 2, 1, &velocity, &acceleration, NULL, 0.1, &edge, &trajectory, &certificate) == CLEARANCE_OK);
    CHECK(edge.outcome == CLEARANCE_FREE && strstr(trajectory, "\"interpolation\": \"cubic\"") != NULL);
    double last = 0;
    for (const char *at = trajectory; (at = strstr(at, "\"time\":")) != NULL;) last = strtod(at += 7, NULL);
    CHECK(2.5 <= last && last < 2.525);
    CHECK(clearance_checker_verify_trajectory(checker, certificate, trajectory, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    clearance_text_free(trajectory);
    clearance_text_free(certificate);
    /* With 8 rad/s^3 a ramp takes 1/2 + 2/8 s over 0.375 rad, and 1.25 s are left. */
    const double jerk = 8, still = 0;
    CHECK(clearance_checker_times(checker, path, 2, 1, &velocity, &acceleration, &jerk, 0.1, &edge, &trajectory, NULL) == CLEARANCE_OK);
    CHECK(edge.outcome == CLEARANCE_FREE && strstr(trajectory, "\"interpolation\": \"quintic\"") != NULL);
    for (const char *at = trajectory; (at = strstr(at, "\"time\":")) != NULL;) last = strtod(at += 7, NULL);
    CHECK(2.75 - 1e-9 <= last && last < 2.7501);
    clearance_text_free(trajectory);
    CHECK(clearance_checker_times(checker, path, 2, 1, &velocity, &acceleration, &still, 0.1, &edge, &trajectory, NULL) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "joint \"turn\" moves: its limit of jerk must be positive, got 0") == 0);
    CHECK(clearance_checker_times(checker, path, 2, 1, NULL, &none, NULL, 0.1, &edge, &trajectory, NULL) == CLEARANCE_INVALID);
    CHECK(strcmp(clearance_last_error(), "joint \"turn\" moves: its limit of acceleration must be positive, got none") == 0);
    CHECK(clearance_checker_times(checker, wrong, 1, 1, NULL, &acceleration, NULL, 0.1, &edge, &trajectory, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_checker_times(checker, path, 2, 1, NULL, &acceleration, NULL, -1, &edge, &trajectory, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_checker_times(checker, path, 2, 1, NULL, &acceleration, NULL, 0.1, &edge, NULL, NULL) == CLEARANCE_NULL);
}

static void check_tasks(const clearance_checker *checker) {
    const char *task = "{\"start\": [0], \"steps\": [{\"move\": [-1]}, {\"attach\": {\"body\": \"cup\", \"link\": \"hand\"}}, "
                       "{\"plan\": {\"goal\": [0]}}, {\"detach\": \"cup\"}]}";
    char *answer = NULL, *certificate = NULL;
    clearance_verified verified;
    CHECK(clearance_checker_task(checker, task, NULL, NULL, &answer, &certificate) == CLEARANCE_OK);
    CHECK(strstr(answer, "\"solved\":true") != NULL && strstr(answer, "\"step\":\"attach\"") != NULL);
    CHECK(clearance_checker_verify(checker, certificate, NULL, 0, 1, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    clearance_text_free(answer);
    clearance_text_free(certificate);
    /* Into the cup: the answer says which step failed, and nothing is proven. */
    CHECK(clearance_checker_task(checker, "{\"start\": [0], \"steps\": [{\"move\": [1.5]}]}", NULL, NULL, &answer, &certificate) == CLEARANCE_OK);
    CHECK(certificate == NULL && strstr(answer, "\"solved\":false") != NULL && strstr(answer, "hit, hand and cup") != NULL);
    clearance_text_free(answer);
    CHECK(clearance_checker_task(checker, "{\"start\": [0], \"steps\": [{}]}", NULL, NULL, &answer, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_checker_task(checker, "{\"start\": [0], \"steps\": [{\"attach\": {\"link\": \"hand\"}}]}", NULL, NULL, &answer, NULL) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "/steps/0/attach: missing key \"body\"") != NULL);
    /* Contact until a height is a step as any other. */
    CHECK(clearance_checker_task(checker, "{\"start\": [0], \"steps\": [{\"allow\": [\"hand\", \"cup\"], \"until\": 0}]}", NULL, NULL, &answer, NULL) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "a height must be a positive length, got 0") != NULL);
    CHECK(clearance_checker_task(checker, "{\"start\": [0], \"steps\": [{\"allow\": [\"hand\", \"cup\"], \"until\": 0.1}]}", NULL, NULL, &answer, NULL) == CLEARANCE_OK);
    CHECK(strstr(answer, "\"until\":0.1") != NULL);
    clearance_text_free(answer);
    CHECK(clearance_checker_task(checker, NULL, NULL, NULL, &answer, NULL) == CLEARANCE_NULL);
    /* With times the motions are trajectories: two of them, which are those of steps 0 and 2. */
    const double slow = 2, none = NAN, zero = 0;
    char *lines = NULL;
    CHECK(clearance_checker_task_times(checker, task, NULL, NULL, NULL, &slow, NULL, 1, 0.1, &answer, &lines, &certificate) == CLEARANCE_OK);
    CHECK(strstr(answer, "\"duration\":") != NULL && strncmp(lines, "{\"id\":0,", 8) == 0 && strstr(lines, "\n{\"id\":2,") != NULL);
    CHECK(clearance_checker_verify(checker, certificate, NULL, 0, 1, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    clearance_text_free(answer);
    clearance_text_free(lines);
    clearance_text_free(certificate);
    CHECK(clearance_checker_task_times(checker, task, NULL, NULL, NULL, &none, NULL, 1, 0.1, &answer, &lines, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_checker_task_times(checker, task, NULL, NULL, NULL, &zero, NULL, 1, 0.1, &answer, &lines, NULL) == CLEARANCE_INVALID);
    CHECK(strstr(clearance_last_error(), "its limit of acceleration must be positive, got 0") != NULL);
    CHECK(clearance_checker_task_times(checker, task, NULL, NULL, NULL, &slow, NULL, 2, 0.1, &answer, &lines, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_checker_task_times(checker, task, NULL, NULL, NULL, &slow, NULL, 1, 0.1, &answer, NULL, NULL) == CLEARANCE_NULL);
}

static void check_plans(const clearance_checker *checker) {
    const double start = 0, goals[2] = {2.9, -2}, bad = 9;
    clearance_plan *plan = NULL, *none = NULL;
    clearance_plan_options options;
    clearance_verified verified;
    const clearance_pose there = {{0, -2, 0}, {1, 0, 0, 0}};
    const double point[3] = {2, 0, 0};
    clearance_plan_options_init(&options);
    options.seed = 3;
    options.max_iterations = 200;
    CHECK(clearance_checker_plan(checker, &start, goals, 2, 1, &options, &plan) == CLEARANCE_OK && plan->reason == NULL);
    CHECK(plan->rows >= 2 && plan->goal == 1 && plan->points[0] == 0 && plan->points[plan->rows - 1] == -2 && plan->length >= 2);
    CHECK(plan->turns[0] == 0 && plan->lower > 0 && plan->lower <= truth(0, 2.5));
    CHECK(clearance_checker_verify(checker, plan->certificate, plan->points, plan->rows, 1, &verified, NULL) == CLEARANCE_OK && verified.valid == 1);
    clearance_plan_free(plan);
    /* The cup is in between, and the joint has an end. */
    CHECK(clearance_checker_plan(checker, &start, goals, 1, 1, &options, &plan) == CLEARANCE_OK && plan->rows == 0);
    CHECK(plan->points == NULL && plan->certificate == NULL && strstr(plan->reason, "no path found") != NULL && plan->iterations > 0);
    clearance_plan_free(plan);
    CHECK(clearance_checker_plan(checker, &start, &bad, 1, 1, &options, &plan) == CLEARANCE_OK && strstr(plan->reason, "limits -3 and 3") != NULL);
    clearance_plan_free(plan);
    CHECK(clearance_checker_plan_to_pose(checker, &start, 1, "hand", point, &there, 0, &options, &plan) == CLEARANCE_OK);
    CHECK(plan->rows >= 2 && fabs(plan->points[plan->rows - 1] + acos(0)) < 1e-5);
    clearance_plan_free(plan);
    CHECK(clearance_checker_plan(checker, &start, goals, 0, 1, &options, &none) == CLEARANCE_INVALID && none == NULL);
    options.weights = &start;
    CHECK(clearance_checker_plan(checker, &start, goals, 2, 1, &options, &none) == CLEARANCE_INVALID && none == NULL);
    options.time_limit = -1;
    CHECK(clearance_checker_plan(checker, &start, goals, 2, 1, &options, &none) == CLEARANCE_INVALID && none == NULL);
    CHECK(clearance_checker_plan(checker, NULL, goals, 2, 1, NULL, &none) == CLEARANCE_NULL && none == NULL);
    clearance_plan_free(NULL);
}

int main(void) {
    clearance_robot *robot = arm();
    clearance_checker *checker = NULL;
    check_layout();
    check_robot();
    check_groups();
    check_constraints();
    check_configurations();
    CHECK(clearance_robot_add_scene(robot, CUP, NULL) == CLEARANCE_OK);
    CHECK(clearance_robot_add_scene(robot, CUP, NULL) == CLEARANCE_INVALID);
    CHECK(clearance_robot_add_scene_file(robot, "missing.json") == CLEARANCE_INVALID);
    CHECK(clearance_checker_new(robot, &checker) == CLEARANCE_OK && clearance_checker_new(NULL, &checker) == CLEARANCE_NULL);
    check_motions(checker);
    check_plans(checker);
    check_times(checker);
    check_tasks(checker);
    clearance_checker_free(checker);
    clearance_robot_free(robot);
    return failures != 0;
}
