// Scenes of many bodies in C++17. Included by clearance.hpp.
#ifndef CLEARANCE_SCENE_HPP
#define CLEARANCE_SCENE_HPP

#include <limits>

#include "pairs.hpp"

namespace clearance {

using BodyOptions = clearance_body_options;
using Near = clearance_near;
using Meeting = clearance_meeting;
using Struck = clearance_struck;
using WalkOptions = clearance_walk_options;
using WalkHit = clearance_walk_hit;
using Walk = clearance_walk;
using PushOut = clearance_push_out;
using Arrival = clearance_arrival;
using SceneApproach = clearance_scene_approach;

inline BodyOptions default_body_options() {
    BodyOptions options;
    clearance_body_options_init(&options);
    return options;
}

// Remembers the answers about one scene: for scenes that move a little at a time. Pass it to the questions of that
// scene.
class Watch {
public:
    Watch() {
        clearance_watch* made = nullptr;
        detail::check(clearance_watch_new(&made));
        watch_.reset(made);
    }
    clearance_watch* get() const noexcept { return watch_.get(); }

private:
    struct Free {
        void operator()(clearance_watch* watch) const noexcept { clearance_watch_free(watch); }
    };
    std::unique_ptr<clearance_watch, Free> watch_;
};

// Many bodies, by numbers of the scene, and questions about all of them. Moves, but is not copied.
class Scene {
public:
    using Body = uint64_t;

    Scene() {
        clearance_scene* made = nullptr;
        detail::check(clearance_scene_new(&made));
        scene_.reset(made);
    }
    clearance_scene* get() const noexcept { return scene_.get(); }

    Body add(const Shape& shape, const Pose& pose, const BodyOptions* options = nullptr) {
        Body body = 0;
        detail::check(clearance_scene_add(get(), shape.get(), &pose, options, &body));
        return body;
    }
    void remove(Body body) { detail::check(clearance_scene_remove(get(), body)); }
    void move(Body body, const Pose& pose) { detail::check(clearance_scene_move(get(), &body, &pose, 1, nullptr)); }
    // All, or none if one is refused.
    void move(Span<const Body> bodies, Span<const Pose> poses) {
        if (bodies.size() != poses.size()) throw std::invalid_argument("poses must be as many as bodies");
        std::size_t row = bodies.size();
        const int32_t status = clearance_scene_move(get(), bodies.data(), poses.data(), bodies.size(), &row);
        detail::check(status, row < bodies.size() ? std::optional<std::size_t>(row) : std::nullopt);
    }
    void ignore(Body a, Body b, bool ignored = true) { detail::check(clearance_scene_ignore(get(), a, b, ignored ? 1 : 0)); }
    void set_margin(Body a, Body b, double margin) { detail::check(clearance_scene_set_margin(get(), a, b, margin)); }
    std::size_t size() const {
        std::size_t count = 0;
        detail::check(clearance_scene_count(get(), &count));
        return count;
    }

    std::vector<Near> closest(std::size_t k = 1, const Watch* watch = nullptr,
                              double max_distance = std::numeric_limits<double>::infinity()) const {
        std::vector<Near> found(k);
        std::size_t count = 0;
        detail::check(clearance_scene_closest(get(), of(watch), max_distance, found.data(), k, &count));
        found.resize(count);
        return found;
    }

    struct Within {
        std::vector<Near> near;       // proven
        std::vector<Near> undecided;  // rounding leaves it open
    };
    // All pairs at most `max_distance` apart; without it those nearer than their margins.
    Within within(std::optional<double> max_distance = std::nullopt, const Watch* watch = nullptr) const {
        const double max = max_distance.value_or(std::numeric_limits<double>::quiet_NaN());
        std::size_t count = 0, proven = 0;
        std::vector<Near> found(16);
        detail::check(clearance_scene_within(get(), of(watch), max, found.data(), found.size(), &count, &proven));
        if (count > found.size()) {
            found.resize(count);
            detail::check(clearance_scene_within(get(), of(watch), max, found.data(), found.size(), &count, &proven));
        }
        found.resize(count);
        const auto middle = found.begin() + static_cast<std::ptrdiff_t>(proven);
        return {{found.begin(), middle}, {middle, found.end()}};
    }

    std::vector<Meeting> contacts(const Watch* watch = nullptr) const {
        std::size_t count = 0;
        std::vector<Meeting> found(16);
        detail::check(clearance_scene_contacts(get(), of(watch), found.data(), found.size(), &count));
        if (count > found.size()) {
            found.resize(count);
            detail::check(clearance_scene_contacts(get(), of(watch), found.data(), found.size(), &count));
        }
        found.resize(count);
        return found;
    }

    Near between(Body a, Body b, const Watch* watch = nullptr) const {
        Near found;
        detail::check(clearance_scene_between(get(), of(watch), a, b, &found));
        return found;
    }

    // Nothing proves that the way is free.
    std::optional<Struck> cast_ray(const Vector& origin, const Vector& displacement) const {
        Struck found;
        detail::check(clearance_scene_cast_ray(get(), origin.data(), displacement.data(), &found));
        return found.body == 0 ? std::nullopt : std::optional<Struck>(found);
    }
    std::optional<Struck> cast(const Shape& shape, const Pose& pose, const Vector& displacement,
                               double target_distance = 0, int32_t initial_overlap = CLEARANCE_OVERLAP_COUNTS) const {
        Struck found;
        detail::check(clearance_scene_cast(get(), shape.get(), &pose, displacement.data(), target_distance,
                                           initial_overlap, &found));
        return found.body == 0 ? std::nullopt : std::optional<Struck>(found);
    }
    // Casts of one shape, each from a pose; a body of 0 proves that its way is free.
    std::vector<Struck> casts(const Shape& shape, Span<const Pose> poses, Span<const Vector> displacements,
                              double target_distance = 0, int32_t initial_overlap = CLEARANCE_OVERLAP_COUNTS) const {
        if (poses.size() != displacements.size()) throw std::invalid_argument("displacements must be as many as poses");
        std::vector<Struck> found(poses.size());
        std::size_t row = poses.size();
        const auto* first = reinterpret_cast<const double(*)[3]>(displacements.data());
        const int32_t status = clearance_scene_casts(get(), shape.get(), poses.data(), first, poses.size(), target_distance,
                                                     initial_overlap, found.data(), &row);
        detail::check(status, row < poses.size() ? std::optional<std::size_t>(row) : std::nullopt);
        return found;
    }
    static WalkOptions walk_options() noexcept {
        WalkOptions options;
        clearance_walk_options_init(&options);
        return options;
    }
    // A walk of a convex shape; what stopped or turned it is put in `hits`.
    Walk move_and_slide(const Shape& shape, const Pose& pose, const Vector& displacement,
                        const WalkOptions& options = walk_options(), std::vector<WalkHit>* hits = nullptr) const {
        Walk found;
        WalkHit met[64];
        std::size_t count = 0;
        detail::check(clearance_scene_move_and_slide(get(), shape.get(), &pose, displacement.data(), &options, &found, met, 64, &count));
        if (hits != nullptr) hits->assign(met, met + (count < 64 ? count : 64));
        return found;
    }
    // Nothing if no translation of that length was found.
    std::optional<PushOut> push_out(const Shape& shape, const Pose& pose, double max_length,
                                    const WalkOptions& options = walk_options()) const {
        PushOut push;
        int32_t found = 0;
        detail::check(clearance_scene_push_out(get(), shape.get(), &pose, max_length, &options, &push, &found));
        return found == 0 ? std::nullopt : std::optional<PushOut>(push);
    }

    // The first contact of bodies that move; nothing proves that no pair meets.
    std::optional<Arrival> first_contact(Span<const Body> bodies, Span<const Motion> motions, double target_distance = 0) const {
        if (bodies.size() != motions.size()) throw std::invalid_argument("motions must be as many as bodies");
        Arrival found;
        std::size_t row = bodies.size();
        const int32_t status = clearance_scene_first_contact(get(), bodies.data(), motions.data(), bodies.size(), target_distance, &found, &row);
        detail::check(status, row < bodies.size() ? std::optional<std::size_t>(row) : std::nullopt);
        return found.a == 0 ? std::nullopt : std::optional<Arrival>(found);
    }
    // The closest approach of bodies that move; nothing without a pair.
    std::optional<SceneApproach> closest_approach(Span<const Body> bodies, Span<const Motion> motions, double within = 0) const {
        if (bodies.size() != motions.size()) throw std::invalid_argument("motions must be as many as bodies");
        SceneApproach nearest;
        int32_t found = 0;
        std::size_t row = bodies.size();
        const int32_t status = clearance_scene_closest_approach(get(), bodies.data(), motions.data(), bodies.size(), within, &nearest, &found, &row);
        detail::check(status, row < bodies.size() ? std::optional<std::size_t>(row) : std::nullopt);
        return found == 0 ? std::nullopt : std::optional<SceneApproach>(nearest);
    }
    // At most `max_points` corners of the contact polygon of two bodies.
    std::vector<ContactPoint> contact_points(Body a, Body b, std::size_t max_points = 4) const {
        std::vector<ContactPoint> found(max_points);
        std::size_t count = 0;
        detail::check(clearance_scene_contact_points(get(), a, b, found.data(), max_points, &count));
        found.resize(count);
        return found;
    }

private:
    static clearance_watch* of(const Watch* watch) noexcept { return watch == nullptr ? nullptr : watch->get(); }
    struct Free {
        void operator()(clearance_scene* scene) const noexcept { clearance_scene_free(scene); }
    };
    std::unique_ptr<clearance_scene, Free> scene_;
};

}  // namespace clearance

#endif
