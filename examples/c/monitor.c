/* A control loop beside a person: how near a Panda may come to a forearm within the next 0.1 s, proven at every tick. */
#include <clearance.h>
#include <stdio.h>
#include <stdlib.h>

static void need(int32_t status) {
    if (status == CLEARANCE_OK) return;
    fprintf(stderr, "%s\n", clearance_last_error());
    exit(1);
}

static const char *setup =
    "{\"horizon\": 0.1, \"accelerations\": 5, \"max_age\": 0.05, \"watched\": [{\"name\": \"forearm\", \"speed\": 1.6, \"margin\": 0.02,"
    " \"shape\": {\"kind\": \"capsule\", \"radius\": 0.06, \"half_length\": 0.12}}]}";

int main(void) {
    clearance_robot *robot;
    clearance_monitor *monitor;
    need(clearance_robot_from_file(PANDA "/panda.urdf", NULL, &robot));
    need(clearance_robot_set_srdf_file(robot, PANDA "/panda.srdf"));
    need(clearance_robot_add_scene_file(robot, PANDA "/boxes.json"));
    need(clearance_monitor_new(robot, setup, NULL, &monitor)); /* from here on nothing takes memory */
    clearance_robot_free(robot);

    enum { DOF = 8 };
    const double q[DOF] = {0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02}, velocity[DOF] = {0.1};
    clearance_pose forearm = {{1.6, 0, 0.5}, {1, 0, 0, 0}};
    double seen;
    clearance_monitor_sample sample = {0};
    sample.size = sizeof sample;
    sample.q = q;
    sample.velocity = velocity;
    sample.dof = DOF;
    sample.poses = &forearm;
    sample.poses_taken = &seen;
    sample.pose_count = 1;
    for (int tick = 0; tick < 7; ++tick) {
        clearance_reading reading;
        seen = sample.taken = sample.now = 0.001 * tick;
        if (tick == 6) seen -= 1; /* the camera hangs */
        need(clearance_monitor_tick(monitor, &sample, &reading));
        if (reading.verdict == CLEARANCE_READING_FAULT) {
            printf("%.3f s: fault %d, stop\n", sample.now, reading.fault);
        } else {
            printf("%.3f s: %s, %s and %s: %.3f m at least\n", sample.now, reading.verdict == CLEARANCE_READING_FREE ? "free" : "stop",
                   reading.watched.a, reading.watched.b, reading.watched.lower);
        }
        forearm.translation[0] -= 0.2;
    }
    clearance_monitor_free(monitor);
}

// Output:
// 0.000 s: free, panda_link6 and forearm: 0.980 m at least
// 0.001 s: free, panda_link6 and forearm: 0.780 m at least
// 0.002 s: free, panda_link6 and forearm: 0.580 m at least
// 0.003 s: free, panda_link6 and forearm: 0.380 m at least
// 0.004 s: free, panda_link6 and forearm: 0.180 m at least
// 0.005 s: stop, panda_link6 and forearm: -0.020 m at least
// 0.006 s: fault 4, stop
