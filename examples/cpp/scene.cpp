// A conveyor of boxes that moves a little at a time: what touches what, and what does a ray see?
#include <clearance.hpp>
#include <cstdio>
#include <vector>

int main() {
    const clearance::Shape box = clearance::box({0.25, 0.25, 0.25}), gripper = clearance::sphere(0.2);
    clearance::Scene scene;
    clearance::Watch watch;  // remembers what is known from step to step
    std::vector<clearance::Scene::Body> boxes;
    std::vector<clearance::Pose> poses;
    for (int i = 0; i < 100; ++i) {
        poses.push_back({{0.75 * i, 0, 0}, {1, 0, 0, 0}});
        boxes.push_back(scene.add(box, poses.back()));
    }
    const clearance::Scene::Body hand = scene.add(gripper, {{-1, 0, 0}, {1, 0, 0, 0}});

    for (int step = 0; step < 12; ++step) {
        for (clearance::Pose& pose : poses) pose.translation[0] -= 0.05;
        scene.move(boxes, poses);
        const clearance::Near nearest = scene.between(boxes[0], hand, &watch);
        if (step % 4 == 3)
            std::printf("step %d: %.2f m from the hand, %zu contacts\n", step, nearest.proximity.signed_distance,
                        scene.contacts(&watch).size());
    }
    const auto seen = scene.cast_ray({19.6, 0, 5}, {0, 0, -10});
    if (seen)
        std::printf("a ray from above meets box %llu at %.3f of its way\n", static_cast<unsigned long long>(seen->body) - 1,
                    seen->impact.time);
}

// Output:
// step 3: 0.35 m from the hand, 0 contacts
// step 7: 0.15 m from the hand, 0 contacts
// step 11: -0.05 m from the hand, 1 contacts
// a ray from above meets box 27 at 0.475 of its way
