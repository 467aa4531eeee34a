/* Monitors in C99: a hand, a ball of 0.25, that slides along x, and an arm, a ball of 0.125, that comes from x = 2. Truth is by hand. */
#include "check.h"

/* How often the library takes memory; counted where it is linked with --wrap. */
static size_t taken_memory = 0;
#ifdef COUNTED
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
int __real_posix_memalign(void **out, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __wrap_posix_memalign(void **out, size_t alignment, size_t size);
void *__wrap_malloc(size_t size) { return ++taken_memory, __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return ++taken_memory, __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return ++taken_memory, __real_realloc(old, size); }
int __wrap_posix_memalign(void **out, size_t alignment, size_t size) { return ++taken_memory, __real_posix_memalign(out, alignment, size); }
#endif

static const char *SLIDE =
    "<robot name='slide'><link name='base'/><link name='hand'><collision><geometry><sphere radius='0.25'/></geometry></collision></link>"
    "<joint name='x' type='prismatic'><parent link='base'/><child link='hand'/><axis xyz='1 0 0'/>"
    "<limit lower='-3' upper='3' effort='1' velocity='1'/></joint></robot>";
static const char *SETUP =
    "{\"horizon\": 0.25, \"accelerations\": 8, \"max_age\": 0.5,"
    " \"watched\": [{\"name\": \"arm\", \"shape\": {\"kind\": \"sphere\", \"radius\": 0.125}, \"speed\": 1.5}]}";

int main(void) {
    clearance_robot *robot = NULL;
    clearance_monitor *monitor = NULL;
    const char *name = NULL;
    double q = 0, velocity = 1, taken = 7;
    clearance_pose pose = at_xyz(2, 0, 0);
    size_t count = 0;
    clearance_monitor_sample sample;
    clearance_reading reading;
    memset(&sample, 0, sizeof sample);
    CHECK(sizeof(clearance_monitor_sample) == 88 && sizeof(clearance_separation) == 32 && sizeof(clearance_reading) == 128);
    CHECK(clearance_robot_from_text(SLIDE, NULL, NULL, &robot) == CLEARANCE_OK);
    CHECK(clearance_monitor_new(robot, "{}", NULL, &monitor) == CLEARANCE_INVALID && monitor == NULL);
    CHECK(strstr(clearance_last_error(), "expected one of \"horizon\"") != NULL);
    CHECK(clearance_monitor_new(robot, SETUP, NULL, &monitor) == CLEARANCE_OK);
    clearance_robot_free(robot);
    CHECK(clearance_monitor_watched(monitor, 0, &name) == CLEARANCE_OK && strcmp(name, "arm") == 0);
    CHECK(clearance_monitor_watched(monitor, 1, &name) == CLEARANCE_OUT_OF_RANGE);
    CHECK(clearance_monitor_watched_count(monitor, &count) == CLEARANCE_OK && count == 1);

    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_INVALID); /* of another size */
    CHECK(strstr(clearance_last_error(), "sample size must be at least 88, got 0") != NULL);
    sample.size = (uint32_t)sizeof sample;
    sample.now = sample.taken = 7;
    sample.q = &q;
    sample.velocity = &velocity;
    sample.dof = 1;
    sample.poses = &pose;
    sample.poses_taken = &taken;
    sample.pose_count = 1;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK);
    /* 2 - 0.25 - 0.125, less 1 · 0.25 + 8 · 0.25² / 2 of the hand and 1.5 · 0.25 of the arm. */
    CHECK(reading.verdict == CLEARANCE_READING_FREE && reading.fault == 0 && reading.complete == 1 && reading.horizon == 0.25);
    CHECK(reading.watched.lower <= 0.75 && reading.watched.lower > 0.75 - 1e-9 && reading.watched.upper >= reading.watched.lower);
    CHECK(strcmp(reading.watched.a, "hand") == 0 && strcmp(reading.watched.b, "arm") == 0);
    CHECK(isinf(reading.own.lower) && reading.own.a == NULL && isinf(reading.world.lower));

    pose.translation[0] = 1.2;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.verdict == CLEARANCE_READING_CLOSE);
    taken = 6;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.verdict == CLEARANCE_READING_FAULT);
    CHECK(reading.fault == CLEARANCE_FAULT_STALE_BODY && reading.body == 0 && reading.watched.lower == -INFINITY && reading.watched.a == NULL);
    taken = 7;
    pose.translation[0] = NAN;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.fault == CLEARANCE_FAULT_POSE && reading.body == 0);
    pose.translation[0] = 2;
    pose.quaternion_wxyz[0] = 2;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.fault == CLEARANCE_FAULT_POSE);
    pose.quaternion_wxyz[0] = 1;
    velocity = INFINITY;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.fault == CLEARANCE_FAULT_NOT_FINITE);
    velocity = 1;
    sample.taken = 8;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.fault == CLEARANCE_FAULT_STALE_JOINTS);
    CHECK(reading.body == UINT32_MAX);
    sample.taken = 7;
    sample.stop_q = &q; /* a stop where none is expected */
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.fault == CLEARANCE_FAULT_COUNT);
    sample.stop_q = NULL;
    CHECK(clearance_monitor_tick(monitor, NULL, &reading) == CLEARANCE_NULL && clearance_monitor_tick(monitor, &sample, NULL) == CLEARANCE_NULL);
    sample.pose_count = 0;
    CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK && reading.fault == CLEARANCE_FAULT_COUNT);
    sample.pose_count = 1;

#ifdef COUNTED
    CHECK(taken_memory > 0); /* by what was set up */
#endif
    {
        size_t before = taken_memory, verdicts[3] = {0, 0, 0};
        int i;
        for (i = 0; i < 3000; ++i) { /* the arm comes and goes; some samples are faults */
            pose.translation[0] = i % 50 == 49 ? NAN : 1 + 0.001 * (i % 1000);
            taken = i % 70 == 69 ? 6 : 7;
            CHECK(clearance_monitor_tick(monitor, &sample, &reading) == CLEARANCE_OK);
            ++verdicts[reading.verdict];
        }
        CHECK(taken_memory == before && verdicts[0] > 500 && verdicts[1] > 500 && verdicts[2] > 60);
    }
    clearance_monitor_free(monitor);
    clearance_monitor_free(NULL);
    return failures != 0;
}
