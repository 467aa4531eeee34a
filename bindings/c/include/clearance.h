/* clearance: how far apart two bodies are, where, and how deep they overlap, with proven bounds on every answer.
 *
 * Every function returns a status, and what it answers by its last arguments, which are written on CLEARANCE_OK and on
 * nothing else. Nothing throws and nothing aborts. Shapes and checkers never change: threads may share them. Lengths
 * are in any unit (of robots in metres), angles in radians, coordinates right-handed; numbers that are not finite are
 * refused. The library keeps no pointer that it was given, but for the `user` of clearance_custom_new. Texts are UTF-8;
 * those that are handed over (`char **`) are freed by clearance_text_free.
 *
 *     clearance_shape *box, *ball;
 *     double half[3] = {1, 1, 0.5};
 *     clearance_pose ball_in_box = {{0.5, 0, 1}, {1, 0, 0, 0}};
 *     clearance_proximity found;
 *     clearance_box_new(half, &box);
 *     clearance_sphere_new(0.25, &ball);
 *     if (clearance_signed_distance(box, ball, &ball_in_box, NULL, &found) == CLEARANCE_OK)
 *         printf("%g\n", found.signed_distance);   // 0.25
 */
#ifndef CLEARANCE_H
#define CLEARANCE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLEARANCE_VERSION_MAJOR 0
#define CLEARANCE_VERSION_MINOR 1

/* The result of functions; the text of the last refusal of a thread is clearance_last_error(). */
typedef enum clearance_status {
    CLEARANCE_OK = 0,           /* answered */
    CLEARANCE_NULL = 1,         /* a pointer that must not be null is */
    CLEARANCE_INVALID = 2,      /* a value breaks a rule */
    CLEARANCE_OUT_OF_RANGE = 3, /* a number or a count is beyond what can be answered */
    CLEARANCE_PANIC = 4         /* a defect of the library; the process continues */
} clearance_status;

/* The relation of two bodies, as closed sets. */
#define CLEARANCE_SEPARATED 1
#define CLEARANCE_TOUCHING 0
#define CLEARANCE_OVERLAPPING (-1)
#define CLEARANCE_UNDECIDED (-2) /* closer to touching than rounding can decide */

/* Axes of round shapes. */
#define CLEARANCE_AXIS_X 0
#define CLEARANCE_AXIS_Y 1
#define CLEARANCE_AXIS_Z 2

/* clearance_options.accuracy */
#define CLEARANCE_ROUNDED 0u
#define CLEARANCE_TIGHT 1u
#define CLEARANCE_EXACT 2u

/* A convex body in its own frame. Made by clearance_*_new, freed by clearance_shape_free. */
typedef struct clearance_shape clearance_shape;

/* A rigid pose: rotate by the quaternion w x y z, of length 1 within 1e-6, then translate. */
typedef struct clearance_pose {
    double translation[3];
    double quaternion_wxyz[4];
} clearance_pose;

/* A pose as queries read it, for pairs that are queried often at the same pose: its rotation is computed once. */
typedef struct clearance_ready_pose clearance_ready_pose;

/* When a query may stop; it widens the bounds and makes no answer wrong. Begin with clearance_options_init. */
typedef struct clearance_options {
    uint32_t size;           /* sizeof(clearance_options): it may grow */
    double relative;         /* stop once upper - lower <= relative * |distance| */
    double absolute;         /* or <= absolute, a length */
    uint32_t max_iterations; /* support evaluations of a distance, at most; 0 for the default */
    uint32_t accuracy;       /* CLEARANCE_ROUNDED, CLEARANCE_TIGHT or CLEARANCE_EXACT */
    uint32_t max_expansions; /* of a depth, at most; 0 for the default */
} clearance_options;

/* The signed distance of two bodies: the distance, or minus the penetration depth. Of bodies that are not convex and
 * not proven to be apart the signed distance is NaN: the bounds are what is known, and the vectors are those of the
 * deepest parts. */
typedef struct clearance_proximity {
    double signed_distance;
    double lower;        /* lower <= true signed distance <= upper, proven */
    double upper;
    double normal[3];    /* unit, from a towards b */
    double witness_a[3];
    double witness_b[3]; /* witness_a + signed_distance * normal */
    int32_t status;      /* CLEARANCE_SEPARATED, _TOUCHING, _OVERLAPPING or _UNDECIDED */
    int32_t proven;      /* whether the status is proven */
} clearance_proximity;

/* The signed distance of a point from a body, and the nearest point of the body. */
typedef struct clearance_point_distance {
    /* negative inside; NaN deep in bodies of parts that overlap, where the bounds are what is known */
    double signed_distance;
    double lower;           /* lower <= true signed distance <= upper, proven */
    double upper;
    double nearest[3];      /* of the body's border */
    double normal[3];       /* the gradient of the signed distance, of length 1 */
    uint32_t part;          /* the nearest triangle of a mesh, or part; 0 for others */
    int32_t inside;         /* 1 or 0; -1 for a surface, which has no inside, and where rounding leaves it open */
    int32_t unique;         /* whether no other point of the border may be as near in another direction */
    int32_t surface;        /* whether the body is a mesh that is not closed */
} clearance_point_distance;

/* A corner of a contact polygon. */
typedef struct clearance_contact_point {
    double signed_distance;
    double witness_a[3];
    double witness_b[3];
    /* The features of the point, to match it in the next step: the same numbers (compare all, as by memcmp) as long as
     * it is the same features of the same parts, wherever on these it stands; no two points of a contact have the same.
     * Of either body: the part (0 of convex ones), 0 for a vertex, 1 for an edge, 2 for a face, 3 for a smooth surface,
     * and the numbers of the vertex or of the ends of the edge; then a number that counts points of the same features,
     * among which the nearest is the same one; then 0. */
    uint32_t id[10];
} clearance_contact_point;

/* A motion over times from 0 to 1, at constant rates. */
typedef struct clearance_motion {
    clearance_pose start;
    double linear[3];  /* the displacement of the body's origin */
    /* a rotation vector about axes of the world through the body's origin; its length is the angle */
    double angular[3];
} clearance_motion;

/* Outcomes of motions. */
#define CLEARANCE_MISS 0 /* proven; CLEARANCE_UNDECIDED neither a hit nor a miss */
#define CLEARANCE_HIT 1  /* proven */

/* What it means that bodies are in contact at the start, or within the target distance. */
#define CLEARANCE_OVERLAP_COUNTS 0  /* a contact at time 0 */
#define CLEARANCE_OVERLAP_IGNORED 1 /* nothing: the first contact after they have parted */
/* a contact at time 0 only if they come nearer from there: the velocity of B's point against A's along the normal from
 * A to B is negative. What recedes or slides is no hit, and no part that is not nearer along that normal is. */
#define CLEARANCE_OVERLAP_ONLY_APPROACHING 2

/* When two moving bodies first come into contact: as near as target_distance, from the start or on the way. The outcome
 * says whether they do; the status of the proximity is the bodies' own, SEPARATED where they are only within
 * target_distance. */
typedef struct clearance_impact {
    double time;       /* NaN for a miss; undecided: time_lower */
    double time_lower; /* before it the bodies are proven to be apart */
    double time_upper; /* of a hit: they are proven to be in contact at it */
    clearance_proximity proximity; /* at time_lower, in the world; of a miss `lower` alone, at all times */
    int32_t outcome;               /* CLEARANCE_HIT, _MISS or _UNDECIDED */
    int32_t initial;               /* whether they are in contact at time 0 */
} clearance_impact;

/* How near two moving bodies come. */
typedef struct clearance_approach {
    /* no signed distance at any time is below it; of bodies in contact that are not convex, that of their hulls */
    double lower;
    double upper; /* attained at `time` */
    double time;
    double time_lower; /* the least signed distance is attained from time_lower to time_upper, and at no other time */
    double time_upper;
    clearance_proximity proximity; /* at `time`, in the world */
    uint32_t part_a;               /* the closest parts then */
    uint32_t part_b;
    int32_t complete; /* whether the bounds are as near as was asked */
    int32_t reserved;
} clearance_approach;

/* The signed distance, and its derivative by small rigid motions of b, in the frame of a: a displacement, and a
 * rotation about the origin of that frame by a rotation vector. That by motions of a is the opposite. */
typedef struct clearance_pose_gradient {
    clearance_proximity proximity;
    double linear[3];
    double angular[3];      /* per radian */
    int32_t differentiable; /* whether the derivative is unique; else it is one of the generators */
    int32_t complete;       /* whether the generators are all there are */
} clearance_pose_gradient;

/* Generators of the one-sided rates: to first order the distance changes by the largest over the branches of the least
 * over the generators of each. */
typedef struct clearance_generator {
    double linear[3];
    double angular[3];
    uint32_t branch; /* counted from 0 */
    uint32_t reserved;
} clearance_generator;

/* A point of one's own body farthest along a direction, which is not zero. Called from the thread of the query; it must
 * not throw. */
typedef void (*clearance_support_fn)(const void *user, const double direction[3], double point[3]);

/* Shapes. Lengths and radii may be zero. Points of a hull are three numbers each, in any position. */
int32_t clearance_point_new(clearance_shape **out);
int32_t clearance_segment_new(const double a[3], const double b[3], clearance_shape **out);
int32_t clearance_triangle_new(const double vertices[9], clearance_shape **out);
int32_t clearance_sphere_new(double radius, clearance_shape **out);
int32_t clearance_box_new(const double half_extents[3], clearance_shape **out);
int32_t clearance_ellipsoid_new(const double radii[3], clearance_shape **out);
int32_t clearance_capsule_new(double radius, double half_length, int32_t axis, clearance_shape **out);
int32_t clearance_cylinder_new(double radius, double half_length, int32_t axis, clearance_shape **out);
int32_t clearance_cone_new(double radius, double half_length, int32_t axis, clearance_shape **out);
int32_t clearance_halfspace_new(const double normal[3], double offset, clearance_shape **out);
int32_t clearance_hull_new(const double *points, size_t count, clearance_shape **out);
int32_t clearance_rounded_new(const clearance_shape *shape, double radius, clearance_shape **out);
int32_t clearance_affine_new(const clearance_shape *shape, const double matrix[9], const double translation[3],
                             clearance_shape **out); /* the matrix by rows */
int32_t clearance_sum_new(const clearance_shape *a, const clearance_shape *b, clearance_shape **out);
/* The mesh of a file as it is: solid if it is closed, else a surface, as `clearance_shape_is_surface` says; part of no
 * other shape unless it is convex. The second is the hull of its vertices. */
int32_t clearance_mesh_new(const char *path, clearance_shape **out);
int32_t clearance_mesh_hull_new(const char *path, clearance_shape **out);
/* A surface of triangles as it is, solid if it is closed: `vertices` are `vertex_count` points, `triangles` are `count`
 * times three of their numbers. Not convex unless it is closed and bounds a convex body, so it is part of no other
 * shape. */
int32_t clearance_triangles_new(const double *vertices, size_t vertex_count, const uint32_t *triangles, size_t count,
                                clearance_shape **out);
/* Bodies made of many parts, each part of no other shape: the balls of one radius about `count` points of three
 * numbers; the solid that the cells origin + size * [i, i + 1] of a grid fill, three numbers a cell; the solid at most
 * `thickness` below the surface of rows times columns heights, a row for each place along x, about the origin. */
int32_t clearance_points_new(const double *points, size_t count, double radius, clearance_shape **out);
int32_t clearance_voxels_new(const int32_t *cells, size_t count, double size, const double origin[3],
                             clearance_shape **out);
int32_t clearance_height_field_new(const double *heights, size_t rows, size_t columns, const double size[2],
                                   double thickness, clearance_shape **out);
/* The union of `count` convex shapes, each at its pose; part of no other shape. The parts may be freed. */
int32_t clearance_compound_new(const clearance_shape *const *parts, const clearance_pose *poses, size_t count,
                               clearance_shape **out);
/* docs/reference/formats.md, meshes and compounds included */
int32_t clearance_json_new(const char *text, clearance_shape **out);
/* One's own body within `reach` of its frame's origin, whose support points are wrong by at most `error`. `user` must
 * stay, and must bear calls from many threads if the shape is used by many. */
int32_t clearance_custom_new(clearance_support_fn support, const void *user, double reach, double error,
                             clearance_shape **out);
/* 1 for a mesh that is not closed and oriented: nothing is inside of it, and a body in its middle is separated from it;
 * else 0. */
int32_t clearance_shape_is_surface(const clearance_shape *shape, int32_t *out);
void clearance_shape_free(clearance_shape *shape); /* null is allowed */

/* Questions. `b_in_a` is the pose of b in the frame of a, in which the answer is too. Null options are the defaults. */
void clearance_options_init(clearance_options *options);
int32_t clearance_signed_distance(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                                  const clearance_options *options, clearance_proximity *out);
int32_t clearance_ready_pose_new(const clearance_pose *pose, clearance_ready_pose **out);
/* another pose in its place */
int32_t clearance_ready_pose_set(clearance_ready_pose *ready, const clearance_pose *pose);
void clearance_ready_pose_free(clearance_ready_pose *ready);                               /* null is allowed */
int32_t clearance_signed_distance_ready(const clearance_shape *a, const clearance_shape *b,
                                        const clearance_ready_pose *b_in_a, const clearance_options *options,
                                        clearance_proximity *out);
int32_t clearance_distance(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                           const clearance_options *options, clearance_proximity *out);
int32_t clearance_intersects(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                             int32_t *out);
/* The signed distance if it is at most max_distance: beyond = 0. Else beyond = 1, and of `out` only `lower`, `status`
 * and `proven` say something: the bodies are proven to be farther apart. */
int32_t clearance_distance_within(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                                  double max_distance, const clearance_options *options, clearance_proximity *out,
                                  int32_t *beyond);
/* The same with two world poses; the answer is in the world. */
int32_t clearance_signed_distance_in_world(const clearance_shape *a, const clearance_pose *pose_a,
                                           const clearance_shape *b, const clearance_pose *pose_b,
                                           const clearance_options *options, clearance_proximity *out);
/* The signed distance, and at most `capacity` corners of the contact polygon: the deepest point, and those that span
 * the largest area with it; four do for a face. Of bodies that are apart their distances are positive. */
int32_t clearance_contact(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                          const clearance_options *options, clearance_proximity *out, clearance_contact_point *points,
                          size_t capacity, size_t *count);
/* When two bodies that move in the world first come as near as target_distance, 0 for contact; bodies that are so at
 * the start do at time 0, or as initial_overlap has it: CLEARANCE_OVERLAP_COUNTS, _IGNORED or _ONLY_APPROACHING. No
 * contact is passed. Options are of the distances on the way. */
int32_t clearance_time_of_impact(const clearance_shape *a, const clearance_motion *motion_a, const clearance_shape *b,
                                 const clearance_motion *motion_b, double target_distance, int32_t initial_overlap,
                                 const clearance_options *options, clearance_impact *out);
/* The least signed distance of two bodies that move in the world, and when. `within` is the largest distance of the
 * bounds; 0 for 1e-6 of the bodies' size. */
int32_t clearance_closest_approach(const clearance_shape *a, const clearance_motion *motion_a, const clearance_shape *b,
                                   const clearance_motion *motion_b, double within, const clearance_options *options,
                                   clearance_approach *out);
/* Two shapes in many poses, on `threads` threads (0: all processors). The answers do not depend on their number, and
 * have the bits of clearance_signed_distance. On CLEARANCE_INVALID `failed_row`, unless it is null, is the first pose
 * that was refused. */
int32_t clearance_signed_distances(const clearance_shape *a, const clearance_shape *b, const clearance_pose *poses,
                                   size_t count, size_t threads, clearance_proximity *out, size_t *failed_row);

/* The derivative of the signed distance, and as many generators as there is room for; `count` is how many there are.
 * Refuses bodies that are not convex and not apart, whose depth may jump. */
int32_t clearance_gradient(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                           const clearance_options *options, clearance_pose_gradient *out,
                           clearance_generator *generators, size_t capacity, size_t *count);
/* The status with a proof in exact numbers, as JSON (docs/reference/formats.md), for others to check; UNDECIDED and a
 * null text if a body has no exact answers. */
int32_t clearance_certify(const clearance_shape *a, const clearance_shape *b, const clearance_pose *b_in_a,
                          int32_t *status, char **certificate);
/* A line of `clearance pairs` in, its result line out. Mesh files are named relative to a folder; null is the working
 * directory. */
int32_t clearance_ask_json(const char *line, const char *folder, char **out);
/* A scene file's text, and {"question": "closest"|"within"|"contacts"|"toi"|"closest_approach", "k", "max_distance",
 * "within", "below", "body"}; out come the rows of `clearance scene --json`, one a line. */
int32_t clearance_ask_scene_json(const char *scene, const char *question, const char *folder, char **out);
void clearance_text_free(char *text); /* null is allowed */

/* Deforming features and meshes: points that move on straight lines over times from 0 to 1. Contacts are decided
 * exactly. */

/* The first contact of two features: a common point, or the distance to keep. */
typedef struct clearance_feature_contact {
    double time_lower; /* before it there is no contact; adjacent floats, or the time itself; NaN for a miss */
    double time_upper; /* with a distance to keep: the features are that near at a time between both */
    double weights[4]; /* of the four points; those of each feature have the sum 1 */
    double normal[3];  /* unit, from the first feature to the second just before the contact */
    int32_t outcome;   /* CLEARANCE_HIT or _MISS */
    int32_t reserved;
} clearance_feature_contact;

/* The first contacts of vertices and triangles. `points` has 24 numbers a row: the vertex and the three corners at 0,
 * then at 1. `distance` counts as contact, and must not be negative. */
int32_t clearance_vertex_face(const double *points, size_t count, double distance, clearance_feature_contact *out);
/* The first contacts of two edges: the ends of the one and of the other at 0, then at 1. */
int32_t clearance_edge_edge(const double *points, size_t count, double distance, clearance_feature_contact *out);

/* Kinds of contacts of meshes. */
#define CLEARANCE_VERTEX_FACE 0 /* a vertex of the mesh, a triangle of the other */
#define CLEARANCE_FACE_VERTEX 1 /* a triangle of the mesh, a vertex of the other, which the contact has first */
#define CLEARANCE_EDGE_EDGE 2

/* A contact of two meshes, or of a mesh with itself. */
typedef struct clearance_mesh_contact {
    int32_t kind;
    uint32_t a; /* the feature of the mesh */
    uint32_t b; /* the feature of the other */
    uint32_t reserved;
    clearance_feature_contact contact;
} clearance_mesh_contact;

/* A mesh whose vertices move on straight lines in each step. Made at rest; freed by clearance_deforming_mesh_free. */
typedef struct clearance_deforming_mesh clearance_deforming_mesh;
int32_t clearance_deforming_mesh_new(const double *vertices, size_t vertex_count, const uint32_t *triangles, size_t count,
                                     clearance_deforming_mesh **out);
/* The next step, in time linear in the mesh: as many positions as it has vertices, at 0 and at 1. */
int32_t clearance_deforming_mesh_set_step(clearance_deforming_mesh *mesh, const double *start, const double *end);
/* The edges of the triangles, each once, as vertices. `count` is their number, even if there is no room for them. */
int32_t clearance_deforming_mesh_edges(const clearance_deforming_mesh *mesh, uint32_t *out, size_t capacity, size_t *count);
/* Questions about a mesh and another one, or, where `other` is null, about features of the mesh that share no vertex.
 * `distance` counts as contact. `found` is 0 if they stay farther apart in all of the step, proven. */
int32_t clearance_deforming_mesh_first_contact(const clearance_deforming_mesh *mesh, const clearance_deforming_mesh *other,
                                               double distance, clearance_mesh_contact *out, int32_t *found);
/* All contacts by their times. */
int32_t clearance_deforming_mesh_contacts(const clearance_deforming_mesh *mesh, const clearance_deforming_mesh *other,
                                          double distance, clearance_mesh_contact *out, size_t capacity, size_t *count);
/* The largest fraction of the step before which there is no contact: 1 if there is none in all of it. */
int32_t clearance_deforming_mesh_max_step(const clearance_deforming_mesh *mesh, const clearance_deforming_mesh *other,
                                          double distance, double *out);
void clearance_deforming_mesh_free(clearance_deforming_mesh *mesh); /* null is allowed */

/* Scenes: many bodies, of shapes of any kind, and questions about all of them. What is not reported is proven to be
 * farther apart.
 *
 *     clearance_scene *scene;
 *     uint64_t floor, ball, bodies[1];
 *     clearance_scene_new(&scene);
 *     clearance_scene_add(scene, box, &at_rest, NULL, &floor);
 *     clearance_scene_add(scene, sphere, &above, NULL, &ball);
 *     clearance_scene_closest(scene, NULL, INFINITY, &found, 1, &count);   // found.proximity.signed_distance
 *
 * Threads may ask one scene together while none changes it, each with a watch of its own. */
typedef struct clearance_scene clearance_scene;

/* Remembers the answers about one scene, and asks only what may have changed since: for scenes that move a little at a
 * time. Answers have the bits that they have without. A null watch asks again from the start. */
typedef struct clearance_watch clearance_watch;

/* Bodies are numbers of the scene, never 0 and never used again. */

/* Begin with clearance_body_options_init. Two bodies are a pair if each is in a group that the other one names, and not
 * both are fixed. */
typedef struct clearance_body_options {
    uint32_t size;          /* sizeof(clearance_body_options): it may grow */
    int32_t fixed;          /* whether it makes no pair with other fixed bodies */
    uint64_t groups;        /* a bit each; the first */
    uint64_t collides_with; /* a bit each; all */
    double margin;          /* how far others should keep away; distances stay geometric */
} clearance_body_options;

/* Two bodies, the one that was added first first, and what is between them in the world. */
typedef struct clearance_near {
    uint64_t a;
    uint64_t b;
    uint32_t part_a; /* the closest or deepest part of a compound, or triangle of a mesh; 0 for others */
    uint32_t part_b;
    double margin; /* how far the two should keep apart */
    clearance_proximity proximity;
} clearance_near;

/* Two bodies with a common point; not proven if rounding cannot decide whether they touch. */
typedef struct clearance_meeting {
    uint64_t a;
    uint64_t b;
    int32_t proven;
    int32_t reserved;
} clearance_meeting;

/* The first hit of a cast. */
typedef struct clearance_struck {
    uint64_t body; /* 0 proves that the way is free */
    uint32_t part;
    uint32_t ties;           /* how many other bodies may be the first */
    clearance_impact impact; /* its normal leads from the body to what strikes it; before time_lower nothing is met */
} clearance_struck;

/* The first contact of bodies that move. */
typedef struct clearance_arrival {
    uint64_t a; /* 0 proves that no pair meets */
    uint64_t b;
    uint32_t part_a; /* the parts that meet first */
    uint32_t part_b;
    uint32_t ties; /* how many other pairs may be the first */
    uint32_t reserved;
    clearance_impact impact; /* before time_lower no pair meets */
} clearance_arrival;

/* How near bodies that move come to others. */
typedef struct clearance_scene_approach {
    uint64_t a; /* the nearest pair */
    uint64_t b;
    uint32_t ties; /* how many other pairs may come as near */
    uint32_t reserved;
    clearance_approach approach; /* `lower` and the times are those of all pairs */
} clearance_scene_approach;

int32_t clearance_scene_new(clearance_scene **out);
void clearance_scene_free(clearance_scene *scene); /* null is allowed */
int32_t clearance_watch_new(clearance_watch **out);
void clearance_watch_free(clearance_watch *watch); /* null is allowed */
int32_t clearance_watch_asked(const clearance_watch *watch, uint64_t *out); /* pairs asked for their signed distance */
void clearance_body_options_init(clearance_body_options *options);
/* The shape may be freed. Null options are the defaults. */
int32_t clearance_scene_add(clearance_scene *scene, const clearance_shape *shape, const clearance_pose *pose,
                            const clearance_body_options *options, uint64_t *out);
int32_t clearance_scene_remove(clearance_scene *scene, uint64_t body);
/* `count` bodies to their poses in the world: all, or none, and `failed_row`, unless it is null, is the first that was
 * refused. */
int32_t clearance_scene_move(clearance_scene *scene, const uint64_t *bodies, const clearance_pose *poses, size_t count,
                             size_t *failed_row);
/* Leaves a pair out of all questions but clearance_scene_between (ignored = 1), or takes it back in (0). */
int32_t clearance_scene_ignore(clearance_scene *scene, uint64_t a, uint64_t b, int32_t ignored);
/* A margin of the pair's own, in place of the sum of its bodies'. */
int32_t clearance_scene_set_margin(clearance_scene *scene, uint64_t a, uint64_t b, double margin);
int32_t clearance_scene_count(const clearance_scene *scene, size_t *out);
/* The `capacity` pairs with the least signed distances, the closest or the deepest, of those that may be at most
 * max_distance (INFINITY: all). */
int32_t clearance_scene_closest(const clearance_scene *scene, clearance_watch *watch, double max_distance,
                                clearance_near *out, size_t capacity, size_t *count);
/* All pairs at most max_distance apart, or nearer than their margins if it is NAN: first the `proven` ones, then those
 * for which rounding leaves it open. `count` is how many there are, of which as many are written as there is room
 * for. */
int32_t clearance_scene_within(const clearance_scene *scene, clearance_watch *watch, double max_distance,
                               clearance_near *out, size_t capacity, size_t *count, size_t *proven);
/* All pairs with a common point, touching included; `count` as above. */
int32_t clearance_scene_contacts(const clearance_scene *scene, clearance_watch *watch, clearance_meeting *out,
                                 size_t capacity, size_t *count);
int32_t clearance_scene_between(const clearance_scene *scene, clearance_watch *watch, uint64_t a, uint64_t b,
                                clearance_near *out);
/* The first body on the segment from origin to origin + displacement; one that begins in a body meets it at time 0. */
int32_t clearance_scene_cast_ray(const clearance_scene *scene, const double origin[3], const double displacement[3],
                                 clearance_struck *out);
/* The first body that a convex shape meets, or comes as near as target_distance, on its way from a pose along a
 * straight line, without turning; initial_overlap as of clearance_time_of_impact. */
int32_t clearance_scene_cast(const clearance_scene *scene, const clearance_shape *shape, const clearance_pose *pose,
                             const double displacement[3], double target_distance, int32_t initial_overlap,
                             clearance_struck *out);
/* `count` casts of one shape, each from a pose by three numbers of displacements, on all processors; each has the bits
 * of one alone. On CLEARANCE_INVALID of a row `failed_row`, unless it is null, is that, and nothing is written. */
int32_t clearance_scene_casts(const clearance_scene *scene, const clearance_shape *shape, const clearance_pose *poses,
                              const double (*displacements)[3], size_t count, double target_distance,
                              int32_t initial_overlap, clearance_struck *out, size_t *failed_row);

/* How a character walks. Lengths are those of the scene; the defaults are a person's, in metres. Begin with
 * clearance_walk_options_init. */
typedef struct clearance_walk_options {
    uint32_t size;       /* sizeof(clearance_walk_options): it may grow */
    uint32_t max_slides; /* strides and steps, at most; 8 */
    double up[3];        /* away from the ground, of any length but zero; 0 0 1 */
    double skin;         /* how far the body keeps away from everything; 0.01 */
    double max_slope;    /* the steepest floor, as an angle from the level in radians; 45 degrees */
    double step_height;  /* the highest step that is taken up, onto floors only; 0.3, 0 for none */
    double snap;         /* how far below a floor keeps one that stood on it; 0.3, 0 for none */
    uint64_t own;        /* the body of the scene that walks, which is not in its own way; 0 for none */
} clearance_walk_options;

/* What a surface is to who walks. */
#define CLEARANCE_FLOOR 0   /* at most as steep as max_slope: it carries */
#define CLEARANCE_LEDGE 1   /* the edge of a floor, no higher above the body's lowest point than a step: it carries */
#define CLEARANCE_WALL 2    /* steeper */
#define CLEARANCE_CEILING 3 /* a floor upside down */

typedef struct clearance_walk_hit {
    uint64_t body; /* 0 for nothing */
    uint32_t part;
    int32_t ground;         /* CLEARANCE_FLOOR, _LEDGE, _WALL or _CEILING; -1 for nothing */
    double normal[3];       /* from the surface to who walks */
    double point[3];        /* on the surface, in the world */
    double floor_normal[3]; /* of the floor behind a ledge, else the normal */
    double fraction;        /* how much of the displacement was done when it was met */
} clearance_walk_hit;

typedef struct clearance_walk {
    clearance_pose pose;
    double translation[3];    /* from the start to there */
    double remaining[3];      /* of the displacement, where the way was blocked; else zero */
    double clearance;         /* proven: no signed distance on the path is below this; above 0 nothing was passed */
    clearance_walk_hit floor; /* what the body stands on at the end, within the skin */
} clearance_walk;

/* A translation that frees a body: it ends at least the skin from everything, proven. */
typedef struct clearance_push_out {
    clearance_pose pose;
    double translation[3];
    double lower; /* no shorter translation frees the body */
    double upper; /* the length of this one */
} clearance_push_out;

void clearance_walk_options_init(clearance_walk_options *options);
/* Moves a convex shape from a pose by a displacement as far as it gets: along what it meets, up steps, and down to the
 * floor that it stood on. The scene is not changed. On a floor the part of the displacement along up is left out unless
 * it leads up, so that gravity may be in it. What stopped or turned it is written to `hits`, as much as there is room
 * for; `count` is how much there is, and may be null without room. Null options are the defaults. */
int32_t clearance_scene_move_and_slide(const clearance_scene *scene, const clearance_shape *shape,
                                       const clearance_pose *pose, const double displacement[3],
                                       const clearance_walk_options *options, clearance_walk *out,
                                       clearance_walk_hit *hits, size_t capacity, size_t *count);
/* A short translation of a convex shape, no longer than max_length, that frees it; found: 0 if there was none. Of the
 * options up, skin and own matter. */
int32_t clearance_scene_push_out(const clearance_scene *scene, const clearance_shape *shape, const clearance_pose *pose,
                                 double max_length, const clearance_walk_options *options, clearance_push_out *out,
                                 int32_t *found);
/* The first contact of `count` bodies that move, with one another and with those that do not; target_distance as of
 * clearance_time_of_impact. */
int32_t clearance_scene_first_contact(const clearance_scene *scene, const uint64_t *bodies,
                                      const clearance_motion *motions, size_t count, double target_distance,
                                      clearance_arrival *out, size_t *failed_row);
/* The closest approach of `count` bodies that move, with one another and with those that do not; `within` as of
 * clearance_closest_approach. found: 0 without a pair. */
int32_t clearance_scene_closest_approach(const clearance_scene *scene, const uint64_t *bodies,
                                         const clearance_motion *motions, size_t count, double within,
                                         clearance_scene_approach *out, int32_t *found, size_t *failed_row);
/* At most `capacity` corners of the contact polygon of two bodies, in the world. */
int32_t clearance_scene_contact_points(const clearance_scene *scene, uint64_t a, uint64_t b,
                                       clearance_contact_point *out, size_t capacity, size_t *count);

/* A contact of two bodies along one normal. */
typedef struct clearance_normal_contact {
    clearance_proximity proximity; /* of its deepest parts */
    uint32_t part_a;
    uint32_t part_b;
    uint32_t first; /* its points in the list of all, at most four */
    uint32_t count;
} clearance_normal_contact;

/* The contacts of two bodies along all normals, the deepest first, of parts at most `within` apart: of a body in a
 * corner one with the floor and one with the wall. The counts are how many there are, of which as many are written as
 * there is room for. */
int32_t clearance_scene_contacts_of(const clearance_scene *scene, uint64_t a, uint64_t b, double within,
                                    clearance_normal_contact *out, size_t capacity, size_t *count,
                                    clearance_contact_point *points, size_t point_capacity, size_t *point_count);

/* The signed distances of a body from `count` points of three numbers in its frame, on `threads` threads (0: all
 * processors). The answers do not depend on their number. On CLEARANCE_INVALID `failed_row`, unless it is null, is the
 * first point that is not finite. */
int32_t clearance_point_distances(const clearance_shape *shape, const double *points, size_t count, size_t threads,
                                  clearance_point_distance *out, size_t *failed_row);

/* Robots. A clearance_robot is put together, and a clearance_checker answers for it as it was then.
 *
 *     clearance_robot *robot;
 *     clearance_checker *checker;
 *     clearance_edge edge;
 *     clearance_robot_from_file("panda.urdf", NULL, &robot);
 *     clearance_robot_set_srdf_file(robot, "panda.srdf");
 *     clearance_robot_add_scene_file(robot, "boxes.json");
 *     clearance_checker_new(robot, &checker);
 *     clearance_checker_path(checker, rows, 2, dof, NULL, &edge, NULL);   // edge.outcome == CLEARANCE_FREE
 *
 * Configurations are `dof` numbers, radians or metres, in the order of the joints of the file that move and mimic
 * none. */
typedef struct clearance_robot clearance_robot;
typedef struct clearance_checker clearance_checker;

/* clearance_robot_options.meshes: the representation of collision meshes. */
/* their hulls; where those of a pair touch, their convex parts and then their triangles, that pair only */
#define CLEARANCE_LINKS_ADAPTIVE 0u
#define CLEARANCE_LINKS_HULL 1u
#define CLEARANCE_LINKS_PARTS 2u
#define CLEARANCE_LINKS_MESH 3u

/* How the root of a robot moves: as its file and a planar virtual joint of its SRDF say; not at all, and planar,
 * floating and ball joints are held as well; in the plane z = 0, by base/x, base/y and base/theta; freely, by base/x,
 * base/y, base/z, base/roll, base/pitch and base/yaw. */
#define CLEARANCE_BASE_OF_FILE 0u
#define CLEARANCE_BASE_FIXED 1u
#define CLEARANCE_BASE_PLANAR 2u
#define CLEARANCE_BASE_FLOATING 3u

/* Options for reading robot files. Begin with clearance_robot_options_init. */
typedef struct clearance_robot_options {
    uint32_t size; /* sizeof(clearance_robot_options): it may grow */
    uint32_t meshes;
    int32_t ignore_mimic; /* whether joints that mimic others have values of their own */
    uint32_t base;        /* how the root moves in the world */
    /* folders of package://NAME/.., each "NAME=FOLDER"; ROS_PACKAGE_PATH and the folders above the file are searched
     * too */
    const char *const *packages;
    size_t package_count;
} clearance_robot_options;

/* The joint of a value of configurations. */
typedef struct clearance_joint {
    const char *name; /* lives as long as the robot */
    double lower;     /* -INFINITY and INFINITY without limits */
    double upper;
    int32_t turns; /* 1 for radians, 0 for metres */
    int32_t reserved;
} clearance_joint;

/* The least of all signed distances of a robot's pairs, minus their margins. */
typedef struct clearance_robot_distance {
    double lower; /* lower <= least of signed distance - margin <= upper, proven; INFINITY without pairs */
    double upper;
    double margin;  /* of the pair below */
    double padding; /* the part of the margin that links' padding is */
    /* Links that are apart are the hulls of their meshes, which may be farther apart by this; 0 for bodies as they
     * are. */
    double hull_error;
    /* the pair that is nearest: a link, and a link or a body. They live as long as the checker; null without pairs */
    const char *a;
    const char *b;
    clearance_proximity proximity; /* of that pair, in the world */
    /* 1 if any pair is in contact, or as near as its padding; 0 if none is; -1 where rounding leaves it open */
    int32_t collides;
    int32_t reserved;
} clearance_robot_distance;

/* The least distance, whether its derivative by the joints is unique, and whether the generators are all there are. */
typedef struct clearance_robot_gradient {
    clearance_robot_distance distance;
    int32_t differentiable;
    int32_t complete;
} clearance_robot_gradient;

/* Outcomes of motions of robots: CLEARANCE_FREE is proven over all of the motion, CLEARANCE_HIT and CLEARANCE_VIOLATED,
 * of a constraint, are proven too; CLEARANCE_UNDECIDED is nearer to a contact, or to the limit of a constraint, than
 * rounding can decide: take it for one. */
#define CLEARANCE_FREE 0
#define CLEARANCE_VIOLATED 2

/* Options for checking motions. Begin with clearance_edge_options_init. */
typedef struct clearance_edge_options {
    uint32_t size;          /* sizeof(clearance_edge_options): it may grow */
    uint32_t max_intervals; /* then the rest is undecided; 0 for the default */
    double margin;          /* that all pairs keep, in addition to their own */
    double tolerance;       /* of the least clearance of what is free, 1e-3; NAN: the proven bound may be far below */
} clearance_edge_options;

/* The result of checking a motion. Times are in segments from the start of a path, in seconds for a trajectory. */
typedef struct clearance_edge {
    int32_t outcome; /* CLEARANCE_FREE, _HIT, _VIOLATED or _UNDECIDED */
    int32_t off;     /* whether joints or bodies are off there, within the tubes of a trajectory */
    double time_lower; /* before it the motion is proven free; NaN of one that is free */
    double time_upper; /* of a hit: the pair is proven to be in contact at it */
    const char *a;     /* the pair, or the constraint and null; they live as long as the checker */
    const char *b;
    /* of the pair at time_upper, in the world; of what is free its `lower` holds for all pairs at all times */
    clearance_proximity proximity;
} clearance_edge;

/* The statement that a certificate proves. */
typedef struct clearance_verified {
    double lower; /* of all signed distances; NaN if it is refused */
    size_t pairs; /* how many pairs it is about */
    int32_t valid;
    int32_t reserved;
} clearance_verified;

/* When planners give up. Begin with clearance_plan_options_init. */
typedef struct clearance_plan_options {
    uint32_t size;           /* sizeof(clearance_plan_options): it may grow */
    uint32_t max_iterations; /* samples; 0 for the default */
    uint64_t seed;           /* equal seeds give equal plans */
    double time_limit;       /* seconds; NAN for none. Plans that end by it differ by machine */
    const double *weights;   /* of differences of each value in lengths, `dof` of them; null for 1 each */
} clearance_plan_options;

/* A path with the proof of all of its edges, or why there is none. All pointers live as long as the plan. */
typedef struct clearance_plan {
    const double *points; /* `rows` configurations, straight from one to the next; null if there is no plan */
    size_t rows;
    const double *turns; /* whole turns by which each value of the end exceeds the goal's, of joints without end */
    size_t goal;         /* which goal is reached */
    double length;
    double lower;            /* of all signed distances on the path, proven */
    const char *certificate; /* a line of JSON */
    const char *reason;      /* why there is no plan; null if there is one */
    uint32_t iterations;     /* samples, edges that were tested, nodes */
    uint32_t edges;
    uint32_t nodes;
    uint32_t reserved;
} clearance_plan;

void clearance_robot_options_init(clearance_robot_options *options);
/* URDF, MJCF or SDF by the root element, or a DH table, an assembly or several robots in JSON. Null options are the
 * defaults. */
int32_t clearance_robot_from_file(const char *path, const clearance_robot_options *options, clearance_robot **out);
/* Meshes are named relative to a folder; null is the working directory. */
int32_t clearance_robot_from_text(const char *text, const char *folder, const clearance_robot_options *options,
                                  clearance_robot **out);
void clearance_robot_free(clearance_robot *robot); /* null is allowed */
/* Groups, states and disabled pairs; without them adjacent links are disabled. A planar virtual joint to the root
 * is a base: its values come first in configurations from then on. A floating one only names the values of options. */
int32_t clearance_robot_set_srdf_file(clearance_robot *robot, const char *path);
int32_t clearance_robot_set_srdf(clearance_robot *robot, const char *text);
/* The joints that plans and inverse kinematics move; all others stand where the start says, and configurations stay
 * whole. `names` are groups of the SRDF, joints or places of values, with commas between them; null is all joints. A
 * list "[..]" of a configuration may then have the group's values only. */
int32_t clearance_robot_set_group(clearance_robot *robot, const char *names);
/* The least and the greatest value of a joint, by its name; "x" is "base/x" if no other joint has an x. Planners need
 * limits of joints that slide. */
int32_t clearance_robot_set_limits(clearance_robot *robot, const char *joint, double lower, double upper);
/* Leaves out a pair of links, or of a link and a body. */
int32_t clearance_robot_allow(clearance_robot *robot, const char *a, const char *b);
/* A margin of a link, within which it counts as in contact. */
int32_t clearance_robot_pad(clearance_robot *robot, const char *link, double padding);
/* A link holds a convex body, at a pose in its frame, and the body may touch it and some other links. */
int32_t clearance_robot_attach(clearance_robot *robot, const char *name, const clearance_shape *shape, const char *link,
                               const clearance_pose *pose, const char *const *touch, size_t touch_count);
/* A link holds a body of the world, where both are in a configuration; the body may touch the link and those that are
 * named, links or bodies. */
int32_t clearance_robot_hold(clearance_robot *robot, const char *body, const char *link, const double *q, size_t dof,
                             const char *const *touch, size_t touch_count);
/* A body that is held stands in the world from now on, where it is in a configuration; all links that move are checked
 * against it. */
int32_t clearance_robot_let_go(clearance_robot *robot, const char *body, const double *q, size_t dof);
/* Checks two links, or a link and a body, although the SRDF or the scene says otherwise. */
int32_t clearance_robot_forbid(clearance_robot *robot, const char *a, const char *b);
/* A constraint that holds on all of every motion: an axis of a link within an angle, or a point in a box, in JSON as
 * docs/reference/formats.md has them, such as {"name": "up", "link": "cup", "axis": [0, 0, 1], "angle": 0.1}. */
int32_t clearance_robot_keep(clearance_robot *robot, const char *constraint);
/* The constraint of a name need not hold from now on. */
int32_t clearance_robot_relax(clearance_robot *robot, const char *name);
/* A body of the world, of any kind; the shape may be freed. */
int32_t clearance_robot_add_body(clearance_robot *robot, const char *name, const clearance_shape *shape,
                                 const clearance_pose *pose, double margin);
/* The bodies of a scene (docs/reference/formats.md), whose rules may name links. */
int32_t clearance_robot_add_scene_file(clearance_robot *robot, const char *path);
int32_t clearance_robot_add_scene(clearance_robot *robot, const char *json, const char *folder);
/* Notes of the reader, a line each: joints that are held, limits that are missing. */
int32_t clearance_robot_notes(const clearance_robot *robot, char **out);
int32_t clearance_robot_dof(const clearance_robot *robot, size_t *out);
int32_t clearance_robot_joint(const clearance_robot *robot, size_t variable, clearance_joint *out);
int32_t clearance_robot_link_count(const clearance_robot *robot, size_t *out);
/* until a body is attached */
int32_t clearance_robot_link(const clearance_robot *robot, size_t link, const char **out);
/* The configuration of a group state of the SRDF, of a list "[..]", or of joints by name "{..}"; `rest`, unless it is
 * null, is the state or configuration that gives the others. */
int32_t clearance_robot_configuration(const clearance_robot *robot, const char *text, const char *rest, double *out,
                                      size_t dof);
/* The poses of all links in the world, rounded; `count` is how many there are. */
int32_t clearance_robot_link_poses(const clearance_robot *robot, const double *q, size_t dof, clearance_pose *out,
                                   size_t capacity, size_t *count);
/* Moves values that lie beyond a limit by at most a tolerance to it, and reports how many. */
int32_t clearance_robot_clamp(const clearance_robot *robot, double *q, size_t dof, double tolerance, size_t *moved);

/* The robot among its bodies as they are now; the robot may be changed or freed. Threads may ask one checker together,
 * and no answer depends on the questions before it. */
int32_t clearance_checker_new(const clearance_robot *robot, clearance_checker **out);
void clearance_checker_free(clearance_checker *checker); /* null is allowed */
int32_t clearance_checker_clearance(const clearance_checker *checker, const double *q, size_t dof,
                                    clearance_robot_distance *out);
/* 1 or 0, or -1 where rounding leaves it open; cheaper than the distance. */
int32_t clearance_checker_collides(const clearance_checker *checker, const double *q, size_t dof, int32_t *out);
/* The derivative by the `dof` joints, and as many generators of its one-sided rates, `dof` numbers each, as there is
 * room for; `count` is how many there are. */
int32_t clearance_checker_gradient(const clearance_checker *checker, const double *q, size_t dof,
                                   clearance_robot_gradient *out, double *gradient, double *generators,
                                   size_t capacity, size_t *count);
/* `out` is 1 if the straight segment between two configurations is proven free by more than a margin, else 0: the most
 * frequent query of planners. */
int32_t clearance_checker_is_free(const clearance_checker *checker, const double *from, const double *to, size_t dof,
                                  double margin, int32_t *out);
/* The results for the straight segments between `rows` configurations: free, or the first contact. Unless `certificate`
 * is null, it becomes a line of JSON that proves what is free, and null otherwise. */
int32_t clearance_checker_path(const clearance_checker *checker, const double *points, size_t rows, size_t dof,
                               const clearance_edge_options *options, clearance_edge *out, char **certificate);
/* The same of a trajectory in JSON (docs/reference/formats.md), in which bodies may move and joints may be off; `rest`
 * as above. */
int32_t clearance_checker_trajectory(const clearance_checker *checker, const char *trajectory, const char *rest,
                                     const clearance_edge_options *options, clearance_edge *out, char **certificate);
/* The fastest trajectory along the straight segments between `rows` configurations, from rest to rest, within limits of
 * `dof` velocities, accelerations and jerks: NaN for none, and null velocities are those of the robot's file. With null
 * jerks accelerations jump. The path is rounded at its waypoints where that is proven free, by at most `deviation` of
 * any joint; 0 stops at all of them.
 * `out` is the result for the trajectory as it is executed, `trajectory` becomes its JSON, and `certificate` as
 * above. */
int32_t clearance_checker_times(const clearance_checker *checker, const double *points, size_t rows, size_t dof,
                                const double *velocities, const double *accelerations, const double *jerks,
                                double deviation, clearance_edge *out, char **trajectory, char **certificate);
/* Takes the steps of a task in JSON (docs/reference/formats.md): plans, straight moves, and what is held and let go
 * between them. `answer` becomes a line of JSON for each step that was taken and one for the task, as
 * `clearance robot task --json` prints them. Unless `certificate` is null, it becomes a line that proves all steps, and
 * null if one failed. Null options are the defaults; `rest` as above. */
int32_t clearance_checker_task(const clearance_checker *checker, const char *task, const char *rest,
                               const clearance_plan_options *options, char **answer, char **certificate);
/* The same with times: each motion is a trajectory from rest to rest, and proven as such. Limits and `deviation` are
 * those of clearance_checker_times; `trajectories` becomes a line of JSON for each motion, with the place of its step
 * as its id. */
int32_t clearance_checker_task_times(const clearance_checker *checker, const char *task, const char *rest,
                                     const clearance_plan_options *options, const double *velocities,
                                     const double *accelerations, const double *jerks, size_t dof, double deviation,
                                     char **answer, char **trajectories, char **certificate);
/* Checks a certificate of a path, a trajectory, a task, a region or a range again, for this robot, these bodies and
 * these margins. One of a path proves its own path only: give the one that is to be driven, or null. Unless `reason` is
 * null, it becomes why the certificate is refused. */
int32_t clearance_checker_verify(const clearance_checker *checker, const char *certificate, const double *points,
                                 size_t rows, size_t dof, clearance_verified *out, char **reason);
int32_t clearance_checker_verify_trajectory(const clearance_checker *checker, const char *certificate,
                                            const char *trajectory, clearance_verified *out, char **reason);
/* A line of JSON about the robot, {"id", "q": configuration}, {"id", "from", "to"} or {"id", "path": [configuration,
 * ..]}; out comes the line that `clearance robot clearance --json` or `clearance robot check --json` prints. Null
 * options are the defaults; `rest` as above. */
int32_t clearance_ask_robot_json(const clearance_checker *checker, const char *line, const char *rest,
                                 const clearance_edge_options *options, char **out);
void clearance_edge_options_init(clearance_edge_options *options);
void clearance_plan_options_init(clearance_plan_options *options);
/* A proven path to one of `goal_count` configurations, or to where a point of a link (null: its origin) shall be, and
 * how its axes shall lie if `oriented`. A problem without a plan is answered too, by its reason. */
int32_t clearance_checker_plan(const clearance_checker *checker, const double *start, const double *goals,
                               size_t goal_count, size_t dof, const clearance_plan_options *options,
                               clearance_plan **out);
int32_t clearance_checker_plan_to_pose(const clearance_checker *checker, const double *start, size_t dof,
                                       const char *link, const double point[3], const clearance_pose *pose,
                                       int32_t oriented, const clearance_plan_options *options, clearance_plan **out);
void clearance_plan_free(clearance_plan *plan); /* null is allowed */

/* Monitors. How near a robot may come to bodies that are watched (people), to itself and to its world within the time
 * that it needs to stop, tick by tick: proven for everything that may happen until then. After clearance_monitor_new a
 * tick takes no memory, and its work is bounded; a monitor is used by one thread at a time. The set-up is the JSON of
 * docs/reference/formats.md#monitors: {"horizon": 0.1, "accelerations": 5, "watched": [{"name", "shape", "speed",
 * "margin"}]}. */
typedef struct clearance_monitor clearance_monitor;

#define CLEARANCE_READING_FREE 0  /* all lower bounds are positive: nothing touches within the horizon, proven */
#define CLEARANCE_READING_CLOSE 1 /* not proven: stop */
#define CLEARANCE_READING_FAULT 2 /* the sample cannot be used: stop */

/* clearance_reading.fault */
/* the wrong number of values or bodies; a stop where none is expected, or none where one is */
#define CLEARANCE_FAULT_COUNT 1
#define CLEARANCE_FAULT_NOT_FINITE 2   /* a value, a rate or a time, or a value that is out of all proportion */
#define CLEARANCE_FAULT_STALE_JOINTS 3 /* older than max_age, or later than now */
#define CLEARANCE_FAULT_STALE_BODY 4   /* of the body `body` */
/* the pose of the body `body` is none: not finite, or its quaternion not of length 1 */
#define CLEARANCE_FAULT_POSE 5

/* A sample. Times are in seconds of one clock. */
typedef struct clearance_monitor_sample {
    uint32_t size; /* sizeof(clearance_monitor_sample): it may grow */
    uint32_t reserved;
    double now;
    double taken; /* when the joints had these values and rates */
    const double *q;
    const double *velocity;
    size_t dof;
    const clearance_pose *poses; /* of the bodies that are watched, in the order of the set-up */
    const double *poses_taken;   /* when each was seen */
    size_t pose_count;
    const double *stop_q; /* of a monitor with "given": where the joints come to rest; else null */
    double stop_time;     /* and how long that takes */
} clearance_monitor_sample;

/* The least separation of pairs of one kind, minus their margins, over everything that may happen within the
 * horizon. */
typedef struct clearance_separation {
    double lower;  /* never above the truth; INFINITY without pairs, -INFINITY of a fault */
    double upper;  /* attained by something within what is allowed; INFINITY if none was looked at */
    const char *a; /* the pair of the lower bound; null without one. They live as long as the monitor */
    const char *b;
} clearance_separation;

typedef struct clearance_reading {
    int32_t verdict; /* CLEARANCE_READING_FREE, .. */
    int32_t fault;   /* 0 unless the verdict is a fault */
    /* 1 if the bounds are as good as they get, 0 if the budget ended before: they are proven either way */
    int32_t complete;
    uint32_t evaluations; /* support evaluations */
    uint32_t body; /* of the fault; UINT32_MAX if it is about no body */
    uint32_t reserved;
    double horizon; /* seconds from now */
    clearance_separation watched;
    clearance_separation own;
    clearance_separation world;
} clearance_reading;

/* The robot among its bodies as they are now; meshes of the set-up are named relative to `folder`, which may be
 * null. */
int32_t clearance_monitor_new(const clearance_robot *robot, const char *setup, const char *folder, clearance_monitor **out);
void clearance_monitor_free(clearance_monitor *monitor); /* null is allowed */
/* The bodies that are watched, in the order in which samples have them; names live as long as the monitor. */
int32_t clearance_monitor_watched_count(const clearance_monitor *monitor, size_t *out);
int32_t clearance_monitor_watched(const clearance_monitor *monitor, size_t index, const char **out);
/* CLEARANCE_OK whenever `out` was written: what is wrong with the numbers of a sample is a fault of the reading. */
int32_t clearance_monitor_tick(clearance_monitor *monitor, const clearance_monitor_sample *sample, clearance_reading *out);

/* The error of the last refused call of this thread; empty if there was none. Valid until the next refusal. */
const char *clearance_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
