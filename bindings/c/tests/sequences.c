/* Random sequences of calls, right and wrong ones: `sequences [CALLS [SEED]]`. A wrong call is refused with a text and
 * writes nothing; an answer holds by itself; nothing crashes, and all that was made is freed. Prints how many calls of
 * each kind were answered and refused. */
#include <stdint.h>

#include "check.h"

enum { SLOTS = 8, ROOM = 6 };

/* Kinds of calls. */
enum {
    SHAPE, DISTANCE, CONTACT, WITHIN, IMPACT, POINTS, GRADIENT, SCENE, REMOVE, MOVE,
    RULE, ADD, CLOSEST, ALL_WITHIN, CONTACTS, BETWEEN, CAST, ROBOT, CHECKER, ASK_ROBOT, KINDS
};

static uint64_t state;
static clearance_shape *shapes[SLOTS];
static clearance_scene *scenes[2];
static clearance_watch *watches[2];
static clearance_robot *robots[2];
static clearance_checker *checkers[2];
static uint64_t bodies[2][SLOTS];
static unsigned long answered[KINDS], refused[KINDS];

static uint32_t below(uint32_t count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % count);
}

/* A number near 1, one that is often wrong, or one of the ends of the range. */
static double number(void) {
    static const double odd[] = {0, -1, NAN, INFINITY, -INFINITY, 1e300, -1e300, 5e-324, 1e-160, -0.0};
    if (below(12) == 0)
        return odd[below(sizeof odd / sizeof *odd)];
    return (below(2001) - 900.0) / 500.0;
}

static void numbers(double *out, size_t count) {
    for (size_t i = 0; i < count; ++i)
        out[i] = number();
}

static clearance_pose pose(void) {
    clearance_pose made = at_xyz(number(), number(), number());
    if (below(3) == 0) {
        double angle = number();
        made.quaternion_wxyz[0] = cos(angle);
        made.quaternion_wxyz[1 + below(3)] = sin(angle);
    }
    if (below(20) == 0)
        made.quaternion_wxyz[below(4)] = number();
    return made;
}

/* A shape that was made, or null. */
static const clearance_shape *shape(void) {
    return shapes[below(SLOTS)];
}

static uint64_t body(int of) {
    return below(10) == 0 ? (uint64_t)below(50) : bodies[of][below(SLOTS)];
}

/* Counts a call; a refusal has a text. */
static int status(int kind, int32_t found) {
    CHECK(found >= CLEARANCE_OK && found < CLEARANCE_PANIC);
    if (found == CLEARANCE_OK) {
        ++answered[kind];
        return 1;
    }
    CHECK(clearance_last_error() != NULL && *clearance_last_error() != 0);
    ++refused[kind];
    return 0;
}

static void holds(const clearance_proximity *found) {
    CHECK(found->lower <= found->upper);
    CHECK(isnan(found->signed_distance) ||
          (found->lower <= found->signed_distance && found->signed_distance <= found->upper));
    CHECK(found->status >= CLEARANCE_UNDECIDED && found->status <= CLEARANCE_SEPARATED);
}

/* What a refused call must leave as it is. */
static clearance_proximity marked(void) {
    clearance_proximity mark;
    memset(&mark, 0x5a, sizeof mark);
    return mark;
}

static void untouched(const clearance_proximity *out) {
    clearance_proximity mark = marked();
    CHECK(memcmp(out, &mark, sizeof mark) == 0);
}

static int32_t new_shape(clearance_shape **out) {
    double v[24];
    uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    clearance_pose poses[2] = {pose(), pose()};
    const clearance_shape *parts[2] = {shape(), shape()};
    int32_t axis = (int32_t)below(4);
    numbers(v, 24);
    if (below(4) == 0)
        triangles[below(12)] = below(6);
    switch (below(16)) {
    case 0: return clearance_point_new(out);
    case 1: return clearance_segment_new(v, v + 3, out);
    case 2: return clearance_triangle_new(v, out);
    case 3: return clearance_sphere_new(v[0], out);
    case 4: return clearance_box_new(v, out);
    case 5: return clearance_ellipsoid_new(v, out);
    case 6: return clearance_capsule_new(v[0], v[1], axis, out);
    case 7: return clearance_cylinder_new(v[0], v[1], axis, out);
    case 8: return clearance_cone_new(v[0], v[1], axis, out);
    case 9: return clearance_halfspace_new(v, v[3], out);
    case 10: return clearance_hull_new(below(30) ? v : NULL, below(9), out);
    case 11: return clearance_rounded_new(shape(), v[0], out);
    case 12: return clearance_affine_new(shape(), v, v + 9, out);
    case 13: return clearance_sum_new(shape(), shape(), out);
    case 14: return clearance_triangles_new(v, 4, triangles, below(5), out);
    default: return clearance_compound_new(parts, poses, below(3), out);
    }
}

static void change_shapes(void) {
    uint32_t slot = below(SLOTS);
    clearance_shape *made = NULL;
    if (below(8) == 0) {
        clearance_shape_free(shapes[slot]);
        shapes[slot] = NULL;
        return;
    }
    if (status(SHAPE, new_shape(below(200) ? &made : NULL))) {
        clearance_shape_free(shapes[slot]);
        shapes[slot] = made;
    } else
        CHECK(made == NULL);
}

static void ask_pairs(void) {
    clearance_pose at = pose();
    const clearance_pose *given = below(100) ? &at : NULL;
    const clearance_shape *a = shape(), *b = shape();
    clearance_proximity found = marked();
    clearance_options options;
    clearance_options_init(&options);
    if (below(8) == 0)
        options.accuracy = below(4);
    if (below(8) == 0)
        options.relative = number();
    switch (below(6)) {
    case 0: {
        if (status(DISTANCE, clearance_signed_distance(a, b, given, &options, &found)))
            holds(&found);
        else
            untouched(&found);
        break;
    }
    case 1: {
        clearance_contact_point points[ROOM];
        size_t count = 77;
        if (status(CONTACT, clearance_contact(a, b, given, NULL, &found, points, below(ROOM + 1), &count))) {
            holds(&found);
            CHECK(count <= ROOM);
        } else {
            untouched(&found);
            CHECK(count == 77);
        }
        break;
    }
    case 2: {
        int32_t beyond = 7;
        if (!status(WITHIN, clearance_distance_within(a, b, given, number(), &options, &found, &beyond))) {
            untouched(&found);
            CHECK(beyond == 7);
        } else if (!beyond)
            holds(&found);
        break;
    }
    case 3: {
        clearance_motion from = {pose(), {0, 0, 0}, {0, 0, 0}}, to = from;
        clearance_impact impact;
        numbers(to.linear, 3);
        if (below(3) == 0)
            numbers(to.angular, 3);
        impact.proximity = marked();
        if (!status(IMPACT, clearance_time_of_impact(a, &from, b, &to, below(2) ? 0 : number(), CLEARANCE_OVERLAP_COUNTS, NULL, &impact)))
            untouched(&impact.proximity);
        else
            CHECK(impact.outcome == CLEARANCE_MISS ||
                  (impact.time_lower <= impact.time_upper && impact.time_lower >= 0));
        break;
    }
    case 4: {
        double points[3 * ROOM];
        clearance_point_distance out[ROOM];
        size_t row = 77, count = below(ROOM + 1);
        numbers(points, 3 * ROOM);
        if (status(POINTS, clearance_point_distances(a, points, count, 1, out, &row)))
            for (size_t i = 0; i < count; ++i)
                CHECK(out[i].lower <= out[i].upper);
        break;
    }
    default: {
        clearance_pose_gradient gradient;
        clearance_generator generators[ROOM];
        size_t count = 77;
        gradient.proximity = marked();
        if (status(GRADIENT, clearance_gradient(a, b, given, NULL, &gradient, generators, below(ROOM + 1), &count)))
            holds(&gradient.proximity);
        else
            untouched(&gradient.proximity);
    }
    }
}

static void change_scenes(int of) {
    clearance_pose at = pose();
    uint64_t made = 77;
    uint32_t slot = below(SLOTS);
    size_t row;
    switch (below(8)) {
    case 0:
        if (below(40) == 0) {
            clearance_scene_free(scenes[of]);
            scenes[of] = NULL;
            status(SCENE, clearance_scene_new(&scenes[of]));
        }
        break;
    case 1: status(REMOVE, clearance_scene_remove(scenes[of], body(of))); break;
    case 2: {
        uint64_t moved[2] = {body(of), body(of)};
        clearance_pose poses[2] = {at, pose()};
        status(MOVE, clearance_scene_move(scenes[of], moved, poses, below(3), &row));
        break;
    }
    case 3: status(RULE, clearance_scene_ignore(scenes[of], body(of), body(of), (int32_t)below(2))); break;
    case 4: status(RULE, clearance_scene_set_margin(scenes[of], body(of), body(of), number())); break;
    default:
        if (!status(ADD, clearance_scene_add(scenes[of], shape(), &at, NULL, &made)))
            CHECK(made == 77);
        else {
            clearance_scene_remove(scenes[of], bodies[of][slot]);
            bodies[of][slot] = made;
        }
    }
}

static void ask_scenes(int of) {
    clearance_near near[ROOM];
    clearance_meeting meetings[ROOM];
    size_t count = 77, proven = 77;
    /* A watch is of one scene. */
    clearance_watch *watch = below(2) ? watches[of] : NULL;
    double way[6];
    clearance_struck struck;
    numbers(way, 6);
    switch (below(5)) {
    case 0:
        if (status(CLOSEST, clearance_scene_closest(scenes[of], watch, number(), near, below(ROOM + 1), &count)))
            for (size_t i = 0; i < count && i < ROOM; ++i)
                holds(&near[i].proximity);
        break;
    case 1: status(ALL_WITHIN, clearance_scene_within(scenes[of], watch, number(), near, ROOM, &count, &proven)); break;
    case 2: status(CONTACTS, clearance_scene_contacts(scenes[of], watch, meetings, ROOM, &count)); break;
    case 3:
        if (status(BETWEEN, clearance_scene_between(scenes[of], watch, body(of), body(of), near)))
            holds(&near[0].proximity);
        break;
    default: status(CAST, clearance_scene_cast_ray(scenes[of], way, way + 3, &struck));
    }
}

static const char ARM[] =
    "<robot name='arm'><link name='base'/><link name='hand'><collision><origin xyz='1 0 0'/><geometry>"
    "<sphere radius='0.25'/></geometry></collision></link><joint name='turn' type='continuous'><parent link='base'/>"
    "<child link='hand'/><axis xyz='0 0 1'/></joint></robot>";

static void ask_robots(int of) {
    static const char *const names[] = {"base", "hand", "ball", "turn", "", "x\xff"};
    clearance_pose at = pose();
    double q[4];
    clearance_robot_distance found;
    clearance_edge edge;
    char *text = NULL;
    numbers(q, 4);
    switch (below(8)) {
    case 0:
        if (below(10) == 0) {
            clearance_robot *made = NULL;
            uint32_t cut = below(3) ? (uint32_t)sizeof ARM : below(sizeof ARM);
            char given[sizeof ARM];
            memcpy(given, ARM, sizeof ARM);
            given[cut < sizeof ARM ? cut : sizeof ARM - 1] = 0;
            if (status(ROBOT, clearance_robot_from_text(given, NULL, NULL, &made))) {
                clearance_robot_free(robots[of]);
                robots[of] = made;
            }
        }
        break;
    case 1:
        if (below(5) == 0) {
            clearance_checker *made = NULL;
            if (status(CHECKER, clearance_checker_new(robots[of], &made))) {
                clearance_checker_free(checkers[of]);
                checkers[of] = made;
            }
        }
        break;
    case 2: status(ROBOT, clearance_robot_add_body(robots[of], names[below(6)], shape(), &at, number())); break;
    case 3: status(ROBOT, clearance_robot_pad(robots[of], names[below(6)], number())); break;
    case 4: status(ROBOT, clearance_robot_allow(robots[of], names[below(6)], names[below(6)])); break;
    case 5:
        found.proximity = marked();
        if (status(ASK_ROBOT, clearance_checker_clearance(checkers[of], q, below(20) ? 1 : below(5), &found)))
            CHECK(found.lower <= found.upper);
        else
            untouched(&found.proximity);
        break;
    case 6:
        if (status(ASK_ROBOT, clearance_checker_path(checkers[of], q, below(5), below(20) ? 1 : below(3), NULL, &edge,
                                                     &text)))
            clearance_text_free(text);
        else
            CHECK(text == NULL);
        break;
    default:
        if (status(ASK_ROBOT, clearance_ask_robot_json(checkers[of], below(2) ? "{\"q\": [0.5]}" : "{\"q\": [}", NULL,
                                                       NULL, &text)))
            clearance_text_free(text);
        else
            CHECK(text == NULL);
    }
}

int main(int count, char **given) {
    unsigned long calls = count > 1 ? strtoul(given[1], NULL, 10) : 5000;
    state = count > 2 ? strtoull(given[2], NULL, 10) : 1;
    for (int of = 0; of < 2; ++of) {
        CHECK(clearance_scene_new(&scenes[of]) == CLEARANCE_OK);
        CHECK(clearance_watch_new(&watches[of]) == CLEARANCE_OK);
        CHECK(clearance_robot_from_text(ARM, NULL, NULL, &robots[of]) == CLEARANCE_OK);
        CHECK(clearance_checker_new(robots[of], &checkers[of]) == CLEARANCE_OK);
    }
    for (unsigned long call = 0; call < calls && failures == 0; ++call) {
        int of = (int)below(2);
        switch (below(8)) {
        case 0:
        case 1: change_shapes(); break;
        case 2: change_scenes(of); break;
        case 3: ask_scenes(of); break;
        case 4: ask_robots(of); break;
        default: ask_pairs();
        }
        if (failures > 0)
            fprintf(stderr, "call %lu\n", call);
    }
    for (int slot = 0; slot < SLOTS; ++slot)
        clearance_shape_free(shapes[slot]);
    for (int of = 0; of < 2; ++of) {
        clearance_scene_free(scenes[of]);
        clearance_watch_free(watches[of]);
        clearance_robot_free(robots[of]);
        clearance_checker_free(checkers[of]);
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        /* Every kind is answered, and refused but for those with which nothing is wrong here. */
        int is_right = kind == SCENE || kind == ALL_WITHIN || kind == CONTACTS;
        CHECK(calls < 5000 || (answered[kind] > 0 && (is_right || refused[kind] > 0)));
        if (count > 1)
            printf("%2d: %8lu answered, %8lu refused\n", kind, answered[kind], refused[kind]);
    }
    return failures > 0;
}
