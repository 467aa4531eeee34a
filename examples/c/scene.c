/* Boxes that move a little at a time: how near is a gripper, what touches what, and what does a falling ball meet first? */
#include <clearance.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOXES = 100 };

static void need(int32_t status) {
    if (status == CLEARANCE_OK) return;
    fprintf(stderr, "%s\n", clearance_last_error());
    exit(1);
}

int main(void) {
    const double half[3] = {0.25, 0.25, 0.25};
    const clearance_pose hand_pose = {{-1, 0, 0}, {1, 0, 0, 0}};
    clearance_shape *box, *ball;
    clearance_scene *scene;
    clearance_watch *watch; /* remembers what is known from step to step */
    uint64_t boxes[BOXES], hand;
    clearance_pose poses[BOXES];
    need(clearance_box_new(half, &box));
    need(clearance_sphere_new(0.2, &ball));
    need(clearance_scene_new(&scene));
    need(clearance_watch_new(&watch));
    for (int i = 0; i < BOXES; ++i) {
        poses[i] = (clearance_pose){{0.75 * i, 0, 0}, {1, 0, 0, 0}};
        need(clearance_scene_add(scene, box, &poses[i], NULL, &boxes[i]));
    }
    need(clearance_scene_add(scene, ball, &hand_pose, NULL, &hand));

    for (int step = 0; step < 12; ++step) {
        clearance_near nearest;
        clearance_meeting meetings[8];
        size_t count;
        for (int i = 0; i < BOXES; ++i) poses[i].translation[0] -= 0.05;
        need(clearance_scene_move(scene, boxes, poses, BOXES, NULL));
        need(clearance_scene_between(scene, watch, boxes[0], hand, &nearest));
        need(clearance_scene_contacts(scene, watch, meetings, 8, &count));
        if (step % 4 == 3) printf("step %d: %.2f m from the hand, %zu contacts\n", step, nearest.proximity.signed_distance, count);
    }
    const clearance_motion falling = {{{19.6, 0, 5}, {1, 0, 0, 0}}, {0, 0, -10}, {0, 0, 0}};
    clearance_arrival first;
    need(clearance_scene_first_contact(scene, &hand, &falling, 1, 0, &first, NULL));
    printf("a falling ball meets box %d at t = %.4f\n", (int)(first.a - boxes[0]), first.impact.time);
    clearance_watch_free(watch);
    clearance_scene_free(scene);
    clearance_shape_free(ball);
    clearance_shape_free(box);
}

// Output:
// step 3: 0.35 m from the hand, 0 contacts
// step 7: 0.15 m from the hand, 0 contacts
// step 11: -0.05 m from the hand, 1 contacts
// a falling ball meets box 27 at t = 0.4550
