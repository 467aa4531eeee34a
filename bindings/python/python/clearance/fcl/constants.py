"""The numbers that python-fcl has for kinds of objects, nodes, motions and solvers."""

from __future__ import annotations


class OBJECT_TYPE:
    """What a collision object is made of."""

    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:
    """Kinds of geometries; bounding volumes come first."""

    (
        BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24,
        GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX,
        GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT,
    ) = range(21)  # fmt: skip


class CCDMotionType:
    """The kind of motion from one pose to another."""

    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    """Solvers of FCL; there is one here, whichever is named."""

    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    """Solvers of FCL; queries here choose theirs by the shapes, whichever is named."""

    GST_LIBCCD, GST_INDEP = range(2)
