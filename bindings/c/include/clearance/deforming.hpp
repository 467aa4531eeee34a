// Deforming features and meshes in C++17: their points move on straight lines. Included by clearance.hpp.
#ifndef CLEARANCE_DEFORMING_HPP
#define CLEARANCE_DEFORMING_HPP

#include "pairs.hpp"

namespace clearance {

using FeatureContact = clearance_feature_contact;
using MeshContact = clearance_mesh_contact;

namespace detail {

template <class Ask>
std::vector<FeatureContact> feature_contacts(Ask ask, Span<const double> points, double distance) {
    if (points.size() % 24 != 0) throw std::invalid_argument("points must be 24 numbers for each pair of features");
    std::vector<FeatureContact> found(points.size() / 24);
    check(ask(points.data(), found.size(), distance, found.data()));
    return found;
}

}  // namespace detail

// The first contacts of vertices and triangles: 24 numbers for each, the vertex and the three corners at 0, then at 1.
inline std::vector<FeatureContact> vertex_face(Span<const double> points, double distance = 0) {
    return detail::feature_contacts(clearance_vertex_face, points, distance);
}

// The first contacts of two edges: the ends of the one and of the other at 0, then at 1.
inline std::vector<FeatureContact> edge_edge(Span<const double> points, double distance = 0) {
    return detail::feature_contacts(clearance_edge_edge, points, distance);
}

// A mesh whose vertices move on straight lines in each step. Questions without another mesh are about the mesh and
// itself.
class DeformingMesh {
public:
    // At rest: three numbers for each vertex, three vertices for each triangle.
    DeformingMesh(Span<const double> vertices, Span<const uint32_t> triangles) : numbers_(vertices.size()) {
        if (vertices.size() % 3 != 0) throw std::invalid_argument("vertices must be three numbers each");
        if (triangles.size() % 3 != 0) throw std::invalid_argument("triangles must be three vertices each");
        clearance_deforming_mesh* made = nullptr;
        detail::check(clearance_deforming_mesh_new(vertices.data(), vertices.size() / 3, triangles.data(), triangles.size() / 3, &made));
        mesh_.reset(made);
    }
    clearance_deforming_mesh* get() const noexcept { return mesh_.get(); }

    void set_step(Span<const double> start, Span<const double> end) {
        if (start.size() != numbers_ || end.size() != numbers_) throw std::invalid_argument("start and end must have a position for each vertex");
        detail::check(clearance_deforming_mesh_set_step(get(), start.data(), end.data()));
    }
    std::vector<std::array<uint32_t, 2>> edges() const {
        std::size_t count = 0;
        detail::check(clearance_deforming_mesh_edges(get(), nullptr, 0, &count));
        std::vector<std::array<uint32_t, 2>> found(count);
        detail::check(clearance_deforming_mesh_edges(get(), found.empty() ? nullptr : found[0].data(), count, &count));
        return found;
    }
    std::optional<MeshContact> first_contact(const DeformingMesh* other = nullptr, double distance = 0) const {
        MeshContact first;
        int32_t found = 0;
        detail::check(clearance_deforming_mesh_first_contact(get(), of(other), distance, &first, &found));
        return found != 0 ? std::optional<MeshContact>(first) : std::nullopt;
    }
    std::vector<MeshContact> contacts(const DeformingMesh* other = nullptr, double distance = 0) const {
        std::size_t count = 0;
        std::vector<MeshContact> found(64);
        detail::check(clearance_deforming_mesh_contacts(get(), of(other), distance, found.data(), found.size(), &count));
        if (count > found.size()) {
            found.resize(count);
            detail::check(clearance_deforming_mesh_contacts(get(), of(other), distance, found.data(), found.size(), &count));
        }
        found.resize(count);
        return found;
    }
    // The largest fraction of the step before which there is no contact.
    double max_step(const DeformingMesh* other = nullptr, double distance = 0) const {
        double found = 0;
        detail::check(clearance_deforming_mesh_max_step(get(), of(other), distance, &found));
        return found;
    }

private:
    static clearance_deforming_mesh* of(const DeformingMesh* mesh) { return mesh == nullptr ? nullptr : mesh->get(); }
    std::size_t numbers_;
    detail::Handle<clearance_deforming_mesh, clearance_deforming_mesh_free> mesh_;
};

}  // namespace clearance

#endif
