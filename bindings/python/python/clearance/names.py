"""Public names, the file of each, and where they are looked up."""

from __future__ import annotations

from typing import Any

# A file is imported when one of its names is first asked for: all of them take 20 ms, the package alone 1.
FILES = {
    "assemblies": ("Assembly", "assembly"),
    "clouds": ("PointCloud",),
    "combined": ("Affine", "Compound", "Hull", "HullOf", "Rounded", "Sum", "swept"),
    "configurations": ("Clearances", "EdgeChecks"),
    "decompositions": ("Decomposition",),
    "deforming": ("DeformingMesh", "FeatureContacts", "MeshContact", "MeshContacts", "edge_edge", "vertex_face"),
    "heightfields": ("HeightField",),
    "impacts": ("IMPACT_COLUMNS", "Impacts", "times_of_impact"),
    "many": ("COLUMNS", "Proximities", "signed_distances"),
    "meshes": ("Mesh", "load_mesh"),
    "monitors": ("Monitor", "Reading", "Separation", "Watched"),
    "pages": ("play",),
    "points": ("DistanceGrid", "PointDistances"),
    "polyhedra": ("MeshReport", "Polyhedron"),
    "poses": ("Motion", "PoseLike"),
    "questions": (
        *("answer_case", "cast", "cast_ray", "certify", "closest_approach", "contact", "contacts"),
        *("gradient", "time_of_impact", "times_below"),
    ),
    "rays": ("RayHits",),
    "requirements": ("Required", "check_requirements"),
    "roadmaps": ("Roadmap", "Route"),
    "robot.approaches": ("ClosestApproach",),
    "robot.clearances": ("Clearance", "ClearanceGradient"),
    "robot.constraints": ("ConstraintValue",),
    "robot.follow": ("Followed", "FollowedStep"),
    "robot.model": ("Joint",),
    "robot.paths": ("PathCheck", "Verification"),
    "robot.plans": ("Plan",),
    "robot.proposals": ("PairProposal",),
    "robot.ranges": ("Range", "Region", "RegionCheck"),
    "robot.robot": ("Robot",),
    "robot.task": ("TaskPlan",),
    "robot.trajectories": ("TimedPath",),
    "scene_answers": ("Arrival", "Closest", "Depth", "Meeting", "Near", "Struck", "Within"),
    "scene_walks": ("PushOut", "Walk", "WalkHit"),
    "scenes": ("Scene",),
    "shape": ("Shape",),
    "simple": (
        *("Box", "Capsule", "Cone", "Cylinder", "Ellipsoid", "Halfspace", "Point", "Segment", "Sphere", "Triangle"),
    ),
    "sweeps": ("sweep",),
    "tolerances": ("RANGE_COLUMNS", "DistanceRange", "DistanceRanges", "signed_distance_range", "signed_distance_ranges"),
    "trajectories": ("LimitBreach", "Trajectory", "TrajectoryCheck"),
    "values": (
        *("Approach", "Beyond", "Branch", "Certificate", "ContactPoint", "Feature", "Gradient"),
        *("Impact", "Manifold", "Options", "PoseGradient", "Status", "TimesBelow"),
    ),
    "voxels": ("Octree", "Voxels"),
    "walls": ("Thickness",),
    "watches": ("Watch",),
}
FILE_OF = {name: file for file, names in FILES.items() for name in names}
MODULES = ("cad", "derivatives", "fcl", "jax", "ompl", "recordings", "table", "torch", "trimesh")
"""The modules of the package that users import; some need a library of their own."""

# What Rust and other libraries call things.
SYNONYMS = {
    "ball": "Sphere",
    "cuboid": "Box",
    "cube": "Box",
    "polytope": "Hull",
    "convex": "Hull",
    "convexhull": "Hull",
    "inflated": "Rounded",
    "plane": "Halfspace",
    "minkowskisum": "Sum",
    "trimesh": "Mesh",
    "trianglemesh": "Mesh",
    "transform": "Pose",
    "isometry": "Pose",
    "world": "Scene",
    "collide": "intersects",
    "collides": "intersects",
    "penetration_depth": "signed_distance",
    "closest_points": "signed_distance",
    "raycast": "cast_ray",
    "sdf": "signed_distance",
}


def named(name: str) -> Any:
    """What has a public name; its file is imported if it was not yet.

    A file that needs a class of a later one asks here: shapes are read from JSON by the classes of their kinds, which are made from shapes.
    """
    from importlib import import_module

    return getattr(import_module(f".{FILE_OF[name]}", __package__), name)


def unknown(name: str, public: list[str]) -> AttributeError:
    """The error of a name that the package does not have, with the one that was probably meant."""
    from difflib import get_close_matches

    meant = SYNONYMS.get(name.lower()) or next(iter(get_close_matches(name, public, 1)), None)
    hint = f", did you mean {meant!r}?" if meant else ""
    return AttributeError(f"module {__package__!r} has no attribute {name!r}{hint}")
