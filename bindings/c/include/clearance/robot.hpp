// Robots in C++17: what is read and put together, and checkers that answer for it. Included by clearance.hpp.
//
//     clearance::Robot robot("panda.urdf");
//     robot.set_srdf_file("panda.srdf");
//     robot.add_scene_file("boxes.json");
//     clearance::Checker checker(robot);
//     clearance::Edge edge = checker.edge(from, to);   // edge.outcome == CLEARANCE_FREE
#ifndef CLEARANCE_ROBOT_HPP
#define CLEARANCE_ROBOT_HPP

#include <limits>

#include "pairs.hpp"

namespace clearance {

using RobotOptions = clearance_robot_options;
using Joint = clearance_joint;
using RobotDistance = clearance_robot_distance;
using EdgeOptions = clearance_edge_options;
using Edge = clearance_edge;
using PlanOptions = clearance_plan_options;
// The values of all joints that move and mimic none.
using Configuration = std::vector<double>;

inline RobotOptions default_robot_options() {
    RobotOptions options;
    clearance_robot_options_init(&options);
    return options;
}
inline EdgeOptions default_edge_options() {
    EdgeOptions options;
    clearance_edge_options_init(&options);
    return options;
}
inline PlanOptions default_plan_options() {
    PlanOptions options;
    clearance_plan_options_init(&options);
    return options;
}

// A robot and the bodies of its world, while they are put together. Moves, but is not copied.
class Robot {
public:
    // A URDF, MJCF or SDF file, or JSON.
    explicit Robot(const std::string& path, const RobotOptions* options = nullptr) {
        clearance_robot* made = nullptr;
        detail::check(clearance_robot_from_file(path.c_str(), options, &made));
        robot_.reset(made);
    }
    // The text of such a file; its meshes are named relative to a folder.
    static Robot from_text(const std::string& text, const std::string& folder = "", const RobotOptions* options = nullptr) {
        clearance_robot* made = nullptr;
        detail::check(clearance_robot_from_text(text.c_str(), folder.c_str(), options, &made));
        return Robot(made);
    }
    clearance_robot* get() const noexcept { return robot_.get(); }

    void set_srdf_file(const std::string& path) { detail::check(clearance_robot_set_srdf_file(get(), path.c_str())); }
    // The joints that plans move: groups of the SRDF, joints or places of values, with commas between them; empty for
    // all.
    void set_group(const std::string& names) {
        detail::check(clearance_robot_set_group(get(), names.empty() ? nullptr : names.c_str()));
    }
    void set_srdf(const std::string& text) { detail::check(clearance_robot_set_srdf(get(), text.c_str())); }
    // The least and the greatest value of a joint; "x" is "base/x" if no other joint has an x.
    void set_limits(const std::string& joint, double lower, double upper) {
        detail::check(clearance_robot_set_limits(get(), joint.c_str(), lower, upper));
    }
    void allow(const std::string& a, const std::string& b) { detail::check(clearance_robot_allow(get(), a.c_str(), b.c_str())); }
    void pad(const std::string& link, double padding) { detail::check(clearance_robot_pad(get(), link.c_str(), padding)); }
    // A link holds a convex body, which may touch some other links.
    void attach(const std::string& name, const Shape& shape, const std::string& link, const Pose& pose,
                const std::vector<std::string>& touch = {}) {
        std::vector<const char*> names;
        for (const std::string& other : touch) names.push_back(other.c_str());
        detail::check(clearance_robot_attach(get(), name.c_str(), shape.get(), link.c_str(), &pose, names.data(), names.size()));
    }
    // A link holds a body of the world, where both are in a configuration.
    void hold(const std::string& body, const std::string& link, const std::vector<double>& q,
              const std::vector<std::string>& touch = {}) {
        std::vector<const char*> names;
        for (const std::string& other : touch) names.push_back(other.c_str());
        detail::check(clearance_robot_hold(get(), body.c_str(), link.c_str(), q.data(), q.size(), names.data(), names.size()));
    }
    // A body that is held stands in the world, where it is in a configuration.
    void let_go(const std::string& body, const std::vector<double>& q) {
        detail::check(clearance_robot_let_go(get(), body.c_str(), q.data(), q.size()));
    }
    void forbid(const std::string& a, const std::string& b) { detail::check(clearance_robot_forbid(get(), a.c_str(), b.c_str())); }
    // A constraint in JSON, as docs/reference/formats.md has them.
    void keep(const std::string& constraint) { detail::check(clearance_robot_keep(get(), constraint.c_str())); }
    void relax(const std::string& name) { detail::check(clearance_robot_relax(get(), name.c_str())); }
    void add_body(const std::string& name, const Shape& shape, const Pose& pose, double margin = 0) {
        detail::check(clearance_robot_add_body(get(), name.c_str(), shape.get(), &pose, margin));
    }
    void add_scene_file(const std::string& path) { detail::check(clearance_robot_add_scene_file(get(), path.c_str())); }
    void add_scene(const std::string& json, const std::string& folder = "") {
        detail::check(clearance_robot_add_scene(get(), json.c_str(), folder.c_str()));
    }

    // Notes of the reader, a line each.
    std::string notes() const {
        detail::Text text;
        detail::check(clearance_robot_notes(get(), text.out()));
        return text.string();
    }
    // The number of values of a configuration.
    std::size_t dof() const {
        std::size_t count = 0;
        detail::check(clearance_robot_dof(get(), &count));
        return count;
    }
    Joint joint(std::size_t variable) const {
        Joint found;
        detail::check(clearance_robot_joint(get(), variable, &found));
        return found;
    }
    std::vector<std::string> links() const {
        std::size_t count = 0;
        detail::check(clearance_robot_link_count(get(), &count));
        std::vector<std::string> names;
        for (std::size_t i = 0; i < count; ++i) {
            const char* name = nullptr;
            detail::check(clearance_robot_link(get(), i, &name));
            names.emplace_back(name);
        }
        return names;
    }
    // A group state of the SRDF, a list "[..]", or joints by name "{..}" on the rest that another such text gives.
    Configuration configuration(const std::string& text, const std::optional<std::string>& rest = std::nullopt) const {
        Configuration q(dof());
        detail::check(clearance_robot_configuration(get(), text.c_str(), rest ? rest->c_str() : nullptr, q.data(), q.size()));
        return q;
    }
    // The poses of all links in the world, in the order of links().
    std::vector<Pose> link_poses(Span<const double> q) const {
        std::size_t count = 0;
        detail::check(clearance_robot_link_count(get(), &count));
        std::vector<Pose> poses(count);
        detail::check(clearance_robot_link_poses(get(), q.data(), q.size(), poses.data(), poses.size(), &count));
        return poses;
    }

private:
    explicit Robot(clearance_robot* robot) : robot_(robot) {}
    detail::Handle<clearance_robot, clearance_robot_free> robot_;
};

// A robot among its bodies, as both were when it was made. Copies share it; threads may too.
class Checker {
public:
    explicit Checker(const Robot& robot) : dof_(robot.dof()) {
        clearance_checker* made = nullptr;
        detail::check(clearance_checker_new(robot.get(), &made));
        checker_.reset(made, clearance_checker_free);
    }
    const clearance_checker* get() const noexcept { return checker_.get(); }
    std::size_t dof() const noexcept { return dof_; }

    // The least of all signed distances, minus their margins.
    RobotDistance clearance(Span<const double> q) const {
        RobotDistance found;
        detail::check(clearance_checker_clearance(get(), q.data(), q.size(), &found));
        return found;
    }
    // Nothing where rounding leaves it open.
    std::optional<bool> collides(Span<const double> q) const {
        int32_t found = 0;
        detail::check(clearance_checker_collides(get(), q.data(), q.size(), &found));
        return found < 0 ? std::nullopt : std::optional<bool>(found != 0);
    }

    struct Gradient {
        RobotDistance distance;
        Configuration gradient;                 // metres per radian, or per metre
        std::vector<Configuration> generators;  // of the one-sided rates
        bool differentiable;                    // whether the derivative is unique
        bool complete;                          // whether the generators are all there are
    };
    Gradient gradient(Span<const double> q) const {
        clearance_robot_gradient known;
        Configuration rates(dof_);
        std::size_t count = 0;
        std::vector<double> rows(8 * dof_);
        const auto ask = [&](std::size_t capacity) {
            detail::check(clearance_checker_gradient(get(), q.data(), q.size(), &known, rates.data(), rows.data(), capacity, &count));
        };
        ask(8);
        if (count > 8) {
            rows.resize(count * dof_);
            ask(count);
        }
        std::vector<Configuration> generators;
        for (std::size_t i = 0; i < count; ++i) {
            const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i * dof_);
            generators.emplace_back(row, row + static_cast<std::ptrdiff_t>(dof_));
        }
        return {known.distance, rates, generators, known.differentiable != 0, known.complete != 0};
    }

    // True if the straight segment is proven free by more than a margin.
    bool is_free(Span<const double> from, Span<const double> to, double margin = 0) const {
        if (from.size() != to.size()) throw std::invalid_argument("both configurations must have as many values");
        int32_t found = 0;
        detail::check(clearance_checker_is_free(get(), from.data(), to.data(), from.size(), margin, &found));
        return found != 0;
    }
    // The result for the straight segment; a certificate, on request, becomes a line of JSON, empty if the segment is
    // not free.
    Edge edge(Span<const double> from, Span<const double> to, std::string* certificate = nullptr,
              const EdgeOptions* options = nullptr) const {
        return path({{from.begin(), from.end()}, {to.begin(), to.end()}}, certificate, options);
    }
    Edge path(const std::vector<Configuration>& points, std::string* certificate = nullptr,
              const EdgeOptions* options = nullptr) const {
        Edge found;
        detail::Text line;
        const std::vector<double> rows = flat(points);
        detail::check(clearance_checker_path(get(), rows.data(), points.size(), dof_, options, &found,
                                             certificate != nullptr ? line.out() : nullptr));
        if (certificate != nullptr) *certificate = line.string();
        return found;
    }
    // The same of a trajectory in JSON.
    Edge trajectory(const std::string& json, std::string* certificate = nullptr, const EdgeOptions* options = nullptr,
                    const std::optional<std::string>& rest = std::nullopt) const {
        Edge found;
        detail::Text line;
        detail::check(clearance_checker_trajectory(get(), json.c_str(), rest ? rest->c_str() : nullptr, options, &found,
                                                   certificate != nullptr ? line.out() : nullptr));
        if (certificate != nullptr) *certificate = line.string();
        return found;
    }

    struct Timed {
        Edge executed;            // the result for the trajectory as it is executed
        std::string trajectory;   // JSON
        std::string certificate;  // empty if it is not free
    };
    // The fastest trajectory along the straight segments between configurations, within limits of all joints; without
    // velocities those of the robot's file, without jerks accelerations jump. The path is rounded at its waypoints by
    // at most the deviation.
    Timed times(const std::vector<Configuration>& points, Span<const double> accelerations, double deviation = 0.1,
                const std::optional<Configuration>& velocities = std::nullopt,
                const std::optional<Configuration>& jerks = std::nullopt) const {
        Timed found;
        detail::Text trajectory, certificate;
        const std::vector<double> rows = flat(points);
        if (accelerations.size() != dof_ || (velocities && velocities->size() != dof_) ||
            (jerks && jerks->size() != dof_)) {
            throw std::invalid_argument("expected a limit for each of " + std::to_string(dof_) + " joints");
        }
        detail::check(clearance_checker_times(get(), rows.data(), points.size(), dof_,
                                              velocities ? velocities->data() : nullptr, accelerations.begin(),
                                              jerks ? jerks->data() : nullptr, deviation, &found.executed, trajectory.out(), certificate.out()));
        found.trajectory = trajectory.string();
        found.certificate = certificate.string();
        return found;
    }

    // The lines that `clearance robot task --json` prints for a task in JSON; a certificate, on request, becomes a line
    // that proves all steps, empty if one failed.
    std::string task(const std::string& json, std::string* certificate = nullptr, const PlanOptions* options = nullptr,
                     const std::optional<std::string>& rest = std::nullopt) const {
        detail::Text answer, line;
        detail::check(clearance_checker_task(get(), json.c_str(), rest ? rest->c_str() : nullptr, options, answer.out(),
                                             certificate != nullptr ? line.out() : nullptr));
        if (certificate != nullptr) *certificate = line.string();
        return answer.string();
    }

    // A task whose motions are trajectories from rest to rest, within limits of each joint: a line of JSON for each in
    // `trajectories`.
    std::string task_times(const std::string& json, const std::vector<double>& accelerations, std::string& trajectories,
                           std::string* certificate = nullptr, const std::vector<double>* velocities = nullptr,
                           double deviation = 0.1, const PlanOptions* options = nullptr,
                           const std::optional<std::string>& rest = std::nullopt,
                           const std::vector<double>* jerks = nullptr) const {
        if (accelerations.size() != dof_ || (velocities && velocities->size() != dof_) ||
            (jerks && jerks->size() != dof_)) {
            throw std::invalid_argument("expected a limit for each of " + std::to_string(dof_) + " joints");
        }
        detail::Text answer, lines, line;
        detail::check(clearance_checker_task_times(
            get(), json.c_str(), rest ? rest->c_str() : nullptr, options, velocities ? velocities->data() : nullptr,
            accelerations.data(), jerks ? jerks->data() : nullptr, dof_, deviation, answer.out(), lines.out(),
            certificate != nullptr ? line.out() : nullptr));
        trajectories = lines.string();
        if (certificate != nullptr) *certificate = line.string();
        return answer.string();
    }

    // The line that the command prints for a line of JSON: {"id", "q"}, {"id", "from", "to"} or {"id", "path"}.
    std::string ask_json(const std::string& line, const std::optional<std::string>& rest = std::nullopt,
                         const EdgeOptions* options = nullptr) const {
        detail::Text text;
        detail::check(clearance_ask_robot_json(get(), line.c_str(), rest ? rest->c_str() : nullptr, options, text.out()));
        return text.string();
    }

    struct Verified {
        bool valid;
        double lower;        // of all signed distances
        std::size_t pairs;   // how many it is about
        std::string reason;  // why it is refused
    };
    // The statement that a certificate proves; if a path is given, the certificate must be about that path.
    Verified verify(const std::string& certificate, const std::vector<Configuration>* points = nullptr) const {
        clearance_verified found;
        detail::Text reason;
        const std::vector<double> rows = points != nullptr ? flat(*points) : std::vector<double>();
        detail::check(clearance_checker_verify(get(), certificate.c_str(), points != nullptr ? rows.data() : nullptr,
                                               points != nullptr ? points->size() : 0, dof_, &found, reason.out()));
        return {found.valid != 0, found.lower, found.pairs, reason.string()};
    }
    Verified verify_trajectory(const std::string& certificate, const std::optional<std::string>& trajectory = std::nullopt) const {
        clearance_verified found;
        detail::Text reason;
        detail::check(clearance_checker_verify_trajectory(get(), certificate.c_str(), trajectory ? trajectory->c_str() : nullptr, &found, reason.out()));
        return {found.valid != 0, found.lower, found.pairs, reason.string()};
    }

    struct Plan {
        std::vector<Configuration> path;  // empty if there is no plan
        std::string certificate;
        std::string reason;  // why there is none
        double length, lower;
        std::size_t goal;
        explicit operator bool() const noexcept { return !path.empty(); }
    };
    // A proven path to one of some goals.
    Plan plan(Span<const double> start, const std::vector<Configuration>& goals, const PlanOptions* options = nullptr) const {
        clearance_plan* made = nullptr;
        const std::vector<double> rows = flat(goals);
        detail::check(clearance_checker_plan(get(), start.data(), rows.data(), goals.size(), start.size(), options, &made));
        return read(made);
    }
    // A proven path to where the origin of a link shall be, and how its axes shall lie unless `oriented` is false.
    Plan plan(Span<const double> start, const std::string& link, const Pose& pose, bool oriented = true,
              const PlanOptions* options = nullptr) const {
        clearance_plan* made = nullptr;
        detail::check(clearance_checker_plan_to_pose(get(), start.data(), start.size(), link.c_str(), nullptr, &pose, oriented ? 1 : 0, options, &made));
        return read(made);
    }

private:
    std::vector<double> flat(const std::vector<Configuration>& points) const {
        std::vector<double> rows;
        for (const Configuration& q : points) {
            if (q.size() != dof_) {
                throw std::invalid_argument("expected " + std::to_string(dof_) + " joint values, got " + std::to_string(q.size()));
            }
            rows.insert(rows.end(), q.begin(), q.end());
        }
        return rows;
    }
    Plan read(clearance_plan* made) const {
        const detail::Handle<clearance_plan, clearance_plan_free> plan(made);
        const auto text = [](const char* given) { return given == nullptr ? std::string() : std::string(given); };
        Plan found{{}, text(plan->certificate), text(plan->reason), plan->length, plan->lower, plan->goal};
        for (std::size_t i = 0; i < plan->rows; ++i) {
            const double* row = plan->points + i * dof_;
            found.path.emplace_back(row, row + dof_);
        }
        return found;
    }

    std::size_t dof_;
    std::shared_ptr<const clearance_checker> checker_;
};

using Reading = clearance_reading;
using Separation = clearance_separation;

// Proven bounds of how near a robot may come to watched bodies, to itself and to its world within its stopping time.
// Moves, but is not copied; one thread at a time.
class Monitor {
public:
    // The robot among its bodies as they are now, and a set-up in JSON whose meshes are named relative to a folder.
    Monitor(const Robot& robot, const std::string& setup, const std::string& folder = "") {
        clearance_monitor* made = nullptr;
        detail::check(clearance_monitor_new(robot.get(), setup.c_str(), folder.c_str(), &made));
        monitor_.reset(made);
    }
    clearance_monitor* get() const noexcept { return monitor_.get(); }

    // The bodies that are watched, in the order in which samples have them.
    std::vector<std::string> watched() const {
        std::size_t count = 0;
        detail::check(clearance_monitor_watched_count(get(), &count));
        std::vector<std::string> names;
        for (std::size_t i = 0; i < count; ++i) {
            const char* name = nullptr;
            detail::check(clearance_monitor_watched(get(), i, &name));
            names.emplace_back(name);
        }
        return names;
    }

    // A sample; times are in seconds of one clock.
    struct Sample {
        double now;
        double taken;  // when the joints had these values and rates
        Span<const double> q, velocity;
        Span<const Pose> poses;           // of the bodies that are watched
        Span<const double> poses_taken;   // when each was seen
        Span<const double> stop_q = {};   // of a monitor with "given": where the joints come to rest
        double stop_time = 0;             // and how long that takes
    };
    // Takes no memory, and does not throw for what is wrong with the numbers of a sample: that is a fault of the
    // reading. Lists of different lengths are too.
    Reading tick(const Sample& sample) {
        const auto same = sample.q.size() == sample.velocity.size() && sample.poses.size() == sample.poses_taken.size();
        const auto is_stop = sample.stop_q.data() != nullptr;
        const auto fits = same && (!is_stop || sample.stop_q.size() == sample.q.size());
        clearance_monitor_sample given = {};
        given.size = sizeof given;
        given.now = sample.now;
        given.taken = sample.taken;
        given.q = sample.q.data();
        given.velocity = sample.velocity.data();
        given.dof = fits ? sample.q.size() : 0;
        given.poses = sample.poses.data();
        given.poses_taken = sample.poses_taken.data();
        given.pose_count = fits ? sample.poses.size() : 0;
        given.stop_q = sample.stop_q.data();
        given.stop_time = sample.stop_time;
        Reading found;
        detail::check(clearance_monitor_tick(get(), &given, &found));
        return found;
    }

private:
    detail::Handle<clearance_monitor, clearance_monitor_free> monitor_;
};

}  // namespace clearance

#endif
