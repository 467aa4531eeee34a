/* What the tests in C share. Prints nothing if all is right. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clearance.h"

static int failures = 0;

#define CHECK(claim)                                                                       \
    do {                                                                                   \
        if (!(claim)) {                                                                    \
            fprintf(stderr, "%s:%d: %s [%s]\n", __FILE__, __LINE__, #claim, clearance_last_error()); \
            ++failures;                                                                    \
        }                                                                                  \
    } while (0)

static clearance_pose at_xyz(double x, double y, double z) {
    clearance_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
    pose.translation[0] = x;
    pose.translation[1] = y;
    pose.translation[2] = z;
    return pose;
}

#endif
