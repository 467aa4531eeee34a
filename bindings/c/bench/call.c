/* What a call from C costs: `call SHAPE SHAPE COUNT` prints, for every line that it is given, nanoseconds of processor time a pair with its pose read by the
 * call, with poses ready, and the sum of the distances. call.rs does the same without the border. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "clearance.h"

static uint64_t state = 1;

/* From -1 to 1, by the congruence of D. E. Knuth (MMIX). */
static double number(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-52 - 1;
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

int main(int count_of_arguments, char **arguments) {
    clearance_shape *a, *b;
    char line[16];
    if (count_of_arguments != 4 || clearance_json_new(arguments[1], &a) != CLEARANCE_OK || clearance_json_new(arguments[2], &b) != CLEARANCE_OK) {
        fprintf(stderr, "expected two shapes and a count\n");
        return 2;
    }
    const size_t count = strtoul(arguments[3], NULL, 10);
    clearance_pose *poses = malloc(count * sizeof *poses);
    clearance_ready_pose **ready = malloc(count * sizeof *ready);
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) poses[i].translation[k] = 3 * number();
        double *q = poses[i].quaternion_wxyz;
        for (int k = 0; k < 4; ++k) q[k] = number();
        const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int k = 0; k < 4; ++k) q[k] /= length;
        if (clearance_ready_pose_new(&poses[i], &ready[i]) != CLEARANCE_OK) return 1;
    }
    while (fgets(line, sizeof line, stdin)) {
        double sum = 0;
        const double begin = now();
        for (size_t i = 0; i < count; ++i) {
            clearance_proximity found;
            if (clearance_signed_distance(a, b, &poses[i], NULL, &found) != CLEARANCE_OK) return 1;
            sum += found.signed_distance;
        }
        const double read = (now() - begin) / (double)count, begin_ready = now();
        double sum_ready = 0;
        for (size_t i = 0; i < count; ++i) {
            clearance_proximity found;
            if (clearance_signed_distance_ready(a, b, ready[i], NULL, &found) != CLEARANCE_OK) return 1;
            sum_ready += found.signed_distance;
        }
        if (sum != sum_ready) return 1;
        printf("%.3f %.3f %.17g\n", read, (now() - begin_ready) / (double)count, sum);
        fflush(stdout);
    }
    for (size_t i = 0; i < count; ++i) clearance_ready_pose_free(ready[i]);
    free(ready);
    free(poses);
    clearance_shape_free(a);
    clearance_shape_free(b);
    return 0;
}
