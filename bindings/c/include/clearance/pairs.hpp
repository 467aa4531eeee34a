// Shapes and pairs of them in C++17: shapes that free themselves, answers by value, refusals as exceptions. Included by
// clearance.hpp.
#ifndef CLEARANCE_PAIRS_HPP
#define CLEARANCE_PAIRS_HPP

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../clearance.h"

namespace clearance {

using Vector = std::array<double, 3>;
using Matrix = std::array<double, 9>;  // by rows
using Pose = clearance_pose;
using Proximity = clearance_proximity;
using PointDistance = clearance_point_distance;
using Options = clearance_options;
using ContactPoint = clearance_contact_point;
using Motion = clearance_motion;
using Impact = clearance_impact;
using Approach = clearance_approach;
using PoseGradient = clearance_pose_gradient;
using Generator = clearance_generator;

enum class Axis : int32_t { x = CLEARANCE_AXIS_X, y = CLEARANCE_AXIS_Y, z = CLEARANCE_AXIS_Z };

// The error of a refused call: its status, its text, and the row of a batch if there is one.
class Error : public std::runtime_error {
public:
    Error(int32_t status, std::optional<std::size_t> row)
        : std::runtime_error(clearance_last_error()), status_(static_cast<clearance_status>(status)), row_(row) {}
    clearance_status status() const noexcept { return status_; }
    std::optional<std::size_t> row() const noexcept { return row_; }

private:
    clearance_status status_;
    std::optional<std::size_t> row_;
};

// A view of consecutive values, as std::span of C++20. From arrays, vectors, and anything with data() and size().
template <class T>
class Span {
public:
    constexpr Span() noexcept = default;
    constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class C, class = decltype(static_cast<T*>(std::declval<C&>().data()))>
    constexpr Span(C& values) noexcept : data_(values.data()), size_(values.size()) {}
    // Of values that are read, also those that end with the call.
    template <class C, class = decltype(static_cast<T*>(std::declval<const C&>().data()))>
    constexpr Span(const C& values) noexcept : data_(values.data()), size_(values.size()) {}
    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr T* begin() const noexcept { return data_; }
    constexpr T* end() const noexcept { return data_ + size_; }
    constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

inline void check(int32_t status, std::optional<std::size_t> row = std::nullopt) {
    if (status != CLEARANCE_OK) throw Error(status, row);
}

struct Free {
    void operator()(const clearance_shape* shape) const noexcept {
        clearance_shape_free(const_cast<clearance_shape*>(shape));
    }
};

// A text that the library hands over by the last argument of a call.
class Text {
public:
    Text() = default;
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;
    ~Text() { clearance_text_free(text_); }
    char** out() noexcept { return &text_; }
    std::string string() const { return text_ == nullptr ? std::string() : std::string(text_); }
    explicit operator bool() const noexcept { return text_ != nullptr; }

private:
    char* text_ = nullptr;
};

// A handle of the library that frees itself.
template <class T, void (*release)(T*)>
struct Release {
    void operator()(T* handle) const noexcept { release(handle); }
};
template <class T, void (*release)(T*)>
using Handle = std::unique_ptr<T, Release<T, release>>;

}  // namespace detail

// A convex body in its own frame. Copies share it; threads may too.
class Shape {
public:
    const clearance_shape* get() const noexcept { return shape_.get(); }

    // Whether it is a mesh that is not closed and oriented: nothing is inside of it.
    bool is_surface() const {
        int32_t found = 0;
        detail::check(clearance_shape_is_surface(get(), &found));
        return found != 0;
    }

    // From a constructor of clearance.h and its arguments but the last.
    template <class Constructor, class... Arguments>
    static Shape make(Constructor constructor, Arguments... arguments) {
        clearance_shape* made = nullptr;
        detail::check(constructor(arguments..., &made));
        return Shape(made);
    }

private:
    explicit Shape(clearance_shape* shape) : shape_(shape, detail::Free{}) {}
    std::shared_ptr<const clearance_shape> shape_;
};

inline Shape point() { return Shape::make(clearance_point_new); }
inline Shape segment(const Vector& a, const Vector& b) { return Shape::make(clearance_segment_new, a.data(), b.data()); }
inline Shape triangle(const std::array<double, 9>& vertices) {
    return Shape::make(clearance_triangle_new, vertices.data());
}
inline Shape sphere(double radius) { return Shape::make(clearance_sphere_new, radius); }
inline Shape box(const Vector& half_extents) { return Shape::make(clearance_box_new, half_extents.data()); }
inline Shape ellipsoid(const Vector& radii) { return Shape::make(clearance_ellipsoid_new, radii.data()); }
inline Shape capsule(double radius, double half_length, Axis axis = Axis::z) {
    return Shape::make(clearance_capsule_new, radius, half_length, static_cast<int32_t>(axis));
}
inline Shape cylinder(double radius, double half_length, Axis axis = Axis::z) {
    return Shape::make(clearance_cylinder_new, radius, half_length, static_cast<int32_t>(axis));
}
inline Shape cone(double radius, double half_length, Axis axis = Axis::z) {
    return Shape::make(clearance_cone_new, radius, half_length, static_cast<int32_t>(axis));
}
inline Shape halfspace(const Vector& normal, double offset) {
    return Shape::make(clearance_halfspace_new, normal.data(), offset);
}
// Three numbers a point.
inline Shape hull(Span<const double> points) {
    if (points.size() % 3 != 0) throw std::invalid_argument("points must be three numbers each");
    return Shape::make(clearance_hull_new, points.data(), points.size() / 3);
}
inline Shape rounded(const Shape& shape, double radius) {
    return Shape::make(clearance_rounded_new, shape.get(), radius);
}
inline Shape affine(const Shape& shape, const Matrix& matrix, const Vector& translation) {
    return Shape::make(clearance_affine_new, shape.get(), matrix.data(), translation.data());
}
inline Shape sum(const Shape& a, const Shape& b) { return Shape::make(clearance_sum_new, a.get(), b.get()); }
// A surface of triangles as it is: three numbers a vertex, three vertices a triangle.
inline Shape triangles(Span<const double> vertices, Span<const uint32_t> corners) {
    if (vertices.size() % 3 != 0) throw std::invalid_argument("vertices must be three numbers each");
    if (corners.size() % 3 != 0) throw std::invalid_argument("triangles must be three vertices each");
    return Shape::make(clearance_triangles_new, vertices.data(), vertices.size() / 3, corners.data(), corners.size() / 3);
}
// The balls of one radius about points, three numbers each.
inline Shape points(Span<const double> centers, double radius) {
    if (centers.size() % 3 != 0) throw std::invalid_argument("points must be three numbers each");
    return Shape::make(clearance_points_new, centers.data(), centers.size() / 3, radius);
}
// The solid that cells of a grid fill, three numbers each.
inline Shape voxels(Span<const int32_t> cells, double size, const Vector& origin) {
    if (cells.size() % 3 != 0) throw std::invalid_argument("cells must be three numbers each");
    return Shape::make(clearance_voxels_new, cells.data(), cells.size() / 3, size, origin.data());
}
// The mesh of a file as it is; and the hull of its vertices.
inline Shape mesh(const std::string& path) { return Shape::make(clearance_mesh_new, path.c_str()); }
inline Shape mesh_hull(const std::string& path) { return Shape::make(clearance_mesh_hull_new, path.c_str()); }
inline Shape from_json(const std::string& text) { return Shape::make(clearance_json_new, text.c_str()); }
// One's own body: `body` has `Vector support(const Vector& direction) const`, and stays as long as the shape and its
// copies.
template <class Body>
Shape custom(const Body& body, double reach, double error) {
    clearance_support_fn support = [](const void* user, const double direction[3], double point[3]) {
        const Vector p = static_cast<const Body*>(user)->support({direction[0], direction[1], direction[2]});
        for (int i = 0; i < 3; ++i) point[i] = p[static_cast<std::size_t>(i)];
    };
    return Shape::make(clearance_custom_new, support, static_cast<const void*>(&body), reach, error);
}

inline Options default_options() {
    Options options;
    clearance_options_init(&options);
    return options;
}

inline Proximity signed_distance(const Shape& a, const Shape& b, const Pose& b_in_a, const Options* options = nullptr) {
    Proximity found;
    detail::check(clearance_signed_distance(a.get(), b.get(), &b_in_a, options, &found));
    return found;
}

// A pose as queries read it, for pairs that are queried often at the same pose. Moves, but is not copied.
class ReadyPose {
public:
    explicit ReadyPose(const Pose& pose) {
        clearance_ready_pose* made = nullptr;
        detail::check(clearance_ready_pose_new(&pose, &made));
        ready_.reset(made);
    }
    void set(const Pose& pose) { detail::check(clearance_ready_pose_set(ready_.get(), &pose)); }
    const clearance_ready_pose* get() const noexcept { return ready_.get(); }

private:
    detail::Handle<clearance_ready_pose, clearance_ready_pose_free> ready_;
};

inline Proximity signed_distance(const Shape& a, const Shape& b, const ReadyPose& b_in_a, const Options* options = nullptr) {
    Proximity found;
    detail::check(clearance_signed_distance_ready(a.get(), b.get(), b_in_a.get(), options, &found));
    return found;
}

inline Proximity distance(const Shape& a, const Shape& b, const Pose& b_in_a, const Options* options = nullptr) {
    Proximity found;
    detail::check(clearance_distance(a.get(), b.get(), &b_in_a, options, &found));
    return found;
}

inline bool intersects(const Shape& a, const Shape& b, const Pose& b_in_a) {
    int32_t found = 0;
    detail::check(clearance_intersects(a.get(), b.get(), &b_in_a, &found));
    return found != 0;
}

// Nothing if the bodies are proven to be farther apart than `max_distance`.
inline std::optional<Proximity> distance_within(const Shape& a, const Shape& b, const Pose& b_in_a, double max_distance,
                                                const Options* options = nullptr) {
    Proximity found;
    int32_t beyond = 0;
    detail::check(clearance_distance_within(a.get(), b.get(), &b_in_a, max_distance, options, &found, &beyond));
    return beyond != 0 ? std::nullopt : std::optional<Proximity>(found);
}

inline Proximity signed_distance_in_world(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          const Options* options = nullptr) {
    Proximity found;
    detail::check(clearance_signed_distance_in_world(a.get(), &pose_a, b.get(), &pose_b, options, &found));
    return found;
}

struct Contact {
    Proximity proximity;
    std::vector<ContactPoint> points;
};

// At most `max_points` corners of the contact polygon.
inline Contact contact(const Shape& a, const Shape& b, const Pose& b_in_a, std::size_t max_points = 4,
                       const Options* options = nullptr) {
    Contact found;
    found.points.resize(max_points);
    std::size_t count = 0;
    detail::check(clearance_contact(a.get(), b.get(), &b_in_a, options, &found.proximity, found.points.data(), max_points, &count));
    found.points.resize(count);
    return found;
}

inline Impact time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                             double target_distance = 0, const Options* options = nullptr,
                             int32_t initial_overlap = CLEARANCE_OVERLAP_COUNTS) {
    Impact found;
    detail::check(clearance_time_of_impact(a.get(), &motion_a, b.get(), &motion_b, target_distance, initial_overlap,
                                           options, &found));
    return found;
}

// The least signed distance over all times; the bounds are at most `within` apart, 1e-6 of the bodies' size for 0.
inline Approach closest_approach(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                 double within = 0, const Options* options = nullptr) {
    Approach found;
    detail::check(clearance_closest_approach(a.get(), &motion_a, b.get(), &motion_b, within, options, &found));
    return found;
}

// Fills `out`, one for each pose, on `threads` threads; 0 for all processors.
inline void signed_distances(const Shape& a, const Shape& b, Span<const Pose> poses, Span<Proximity> out,
                             std::size_t threads = 0) {
    if (poses.size() != out.size()) throw std::invalid_argument("out must have as many rows as poses");
    std::size_t row = poses.size();
    const int32_t status =
        clearance_signed_distances(a.get(), b.get(), poses.data(), poses.size(), threads, out.data(), &row);
    detail::check(status, row < poses.size() ? std::optional<std::size_t>(row) : std::nullopt);
}

inline std::vector<Proximity> signed_distances(const Shape& a, const Shape& b, Span<const Pose> poses,
                                               std::size_t threads = 0) {
    std::vector<Proximity> out(poses.size());
    signed_distances(a, b, poses, out, threads);
    return out;
}

// The signed distances of a body from points of three numbers, on `threads` threads; 0 for all processors.
inline std::vector<PointDistance> point_distances(const Shape& shape, Span<const double> points,
                                                  std::size_t threads = 0) {
    if (points.size() % 3 != 0) throw std::invalid_argument("points must be three numbers each");
    const std::size_t count = points.size() / 3;
    std::vector<PointDistance> out(count);
    std::size_t row = count;
    const int32_t status =
        clearance_point_distances(shape.get(), points.data(), count, threads, out.data(), &row);
    detail::check(status, row < count ? std::optional<std::size_t>(row) : std::nullopt);
    return out;
}

struct Gradient {
    PoseGradient at;
    std::vector<Generator> generators;
};

// The derivative of the signed distance by motions of b.
inline Gradient gradient(const Shape& a, const Shape& b, const Pose& b_in_a, const Options* options = nullptr) {
    Gradient found;
    std::size_t count = 0;
    found.generators.resize(16);
    const auto ask = [&] {
        detail::check(clearance_gradient(a.get(), b.get(), &b_in_a, options, &found.at, found.generators.data(), found.generators.size(), &count));
    };
    ask();
    if (count > found.generators.size()) {
        found.generators.resize(count);
        ask();
    }
    found.generators.resize(count);
    return found;
}

// A proof of the status in exact numbers, as JSON; nothing if a body has no exact answers.
inline std::optional<std::string> certify(const Shape& a, const Shape& b, const Pose& b_in_a) {
    int32_t status = CLEARANCE_UNDECIDED;
    detail::Text text;
    detail::check(clearance_certify(a.get(), b.get(), &b_in_a, &status, text.out()));
    return text ? std::optional<std::string>(text.string()) : std::nullopt;
}

// A line of `clearance pairs` in, its result line out. Mesh files are named relative to a folder.
inline std::string ask_json(const std::string& line, const std::string& folder = "") {
    detail::Text text;
    detail::check(clearance_ask_json(line.c_str(), folder.c_str(), text.out()));
    return text.string();
}

// Rows of `clearance scene --json` about the text of a scene file; the question as of clearance_ask_scene_json.
inline std::string ask_scene_json(const std::string& scene, const std::string& question, const std::string& folder = "") {
    detail::Text text;
    detail::check(clearance_ask_scene_json(scene.c_str(), question.c_str(), folder.c_str(), text.out()));
    return text.string();
}

}  // namespace clearance

#endif
