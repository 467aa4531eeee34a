"""How far triangles are from surfaces without a closed distance: B-splines, Bezier patches and extruded curves.

The triangles of a face have parameters at their corners, and the map to compare with is linear in these. Its distance
from the surface is bounded by what the corners are off, and by the second derivatives, which the control points of the
derivatives bound (the hull of a B-spline's control points has the surface). Where the bound is wide, the triangle is
cut into smaller ones, at whose corners the distance is computed.

Beside an edge the parameters end at chords of the edge's curve in the plane of parameters. A point that is moved from a
chord to this curve moves on the surface by at most the distance in parameters, times the first derivatives.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import deviation
from .deviation import Array
from .edges import derived, supports
from .occ import edges_of, module, numbers

CUTS = (1, 2, 4, 8)
"""Into how many pieces the edges of triangles are cut, at most."""


class Net:
    """The control points of a surface of B-splines without weights, its knots and degrees along both parameters."""

    def __init__(self, poles: Array, knots: tuple[Array, Array], degrees: tuple[int, int]) -> None:
        self.poles, self.knots, self.degrees = poles, knots, degrees

    def along(self, axis: int) -> Net:
        """The net of the derivative by a parameter."""
        poles, inner = derived(np.swapaxes(self.poles, 0, axis), self.knots[axis], self.degrees[axis])
        knots, degrees = list(self.knots), list(self.degrees)
        knots[axis], degrees[axis] = inner, max(degrees[axis] - 1, 0)
        return Net(np.swapaxes(poles, 0, axis), (knots[0], knots[1]), (degrees[0], degrees[1]))

    def most(self, lower: Array, upper: Array) -> Array:
        """For boxes of parameters, ``(n, 2)``, no point of the surface is farther from the origin."""
        lengths = np.linalg.norm(self.poles, axis=2)
        near = []
        for axis in (0, 1):
            first, last = supports(self.knots[axis], lengths.shape[axis], self.degrees[axis])
            near.append((first <= upper[:, axis, None]) & (last >= lower[:, axis, None]))
        return np.array([lengths[np.ix_(u, v)].max(initial=0.0) for u, v in zip(*near)])


def net_of(surface: Any) -> Optional[Net]:
    """The net of a surface that has one without weights."""
    kind = str(surface.GetType()).rpartition("_")[2]
    if kind == "SurfaceOfExtrusion":
        return _extruded(surface)
    if kind == "BezierSurface":
        spline = module("GeomConvert").GeomConvert.SurfaceToBSplineSurface_s(surface.Bezier())
    elif kind == "BSplineSurface":
        spline = surface.BSpline()
    else:
        return None
    if spline.IsURational() or spline.IsVRational():
        return None
    if spline.IsUPeriodic() or spline.IsVPeriodic():
        spline = spline.Copy()
        spline.SetUNotPeriodic()
        spline.SetVNotPeriodic()
    poles = [
        [numbers(spline.Pole(i, j)) for j in range(1, spline.NbVPoles() + 1)] for i in range(1, spline.NbUPoles() + 1)
    ]
    u = np.repeat(
        [spline.UKnot(i) for i in range(1, spline.NbUKnots() + 1)],
        [spline.UMultiplicity(i) for i in range(1, spline.NbUKnots() + 1)],
    )
    v = np.repeat(
        [spline.VKnot(i) for i in range(1, spline.NbVKnots() + 1)],
        [spline.VMultiplicity(i) for i in range(1, spline.NbVKnots() + 1)],
    )
    return Net(np.array(poles), (u, v), (spline.UDegree(), spline.VDegree()))


def _extruded(surface: Any) -> Optional[Net]:
    """A curve moved along a line is of degree 1 along it."""
    curve = surface.BasisCurve()
    if str(curve.GetType()).rpartition("_")[2] != "BSplineCurve":
        return None
    spline = curve.BSpline()
    if spline.IsRational():
        return None
    if spline.IsPeriodic():
        spline = spline.Copy()
        spline.SetNotPeriodic()
    poles = np.array([numbers(spline.Pole(i)) for i in range(1, spline.NbPoles() + 1)])
    u = np.repeat(
        [spline.Knot(i) for i in range(1, spline.NbKnots() + 1)],
        [spline.Multiplicity(i) for i in range(1, spline.NbKnots() + 1)],
    )
    least, most = surface.FirstVParameter(), surface.LastVParameter()
    way = np.array(numbers(surface.Direction()))
    moved = np.stack([poles + least * way, poles + most * way], 1)
    return Net(moved, (u, np.array([least, least, most, most])), (spline.Degree(), 1))


def error_of(face: Any, nodes: Array, parameters: Array, triangles: npt.NDArray[np.int64], tolerance: float) -> float:
    """A bound of how far points of the triangles are from those of the face; infinite where there is no proof."""
    surface = module("BRepAdaptor").BRepAdaptor_Surface(face)
    net = net_of(surface)
    if net is None:
        return float("inf")
    on_surface = np.array([numbers(surface.Value(u, v)) for u, v in parameters])
    off = np.linalg.norm(nodes - on_surface, axis=1)
    rounded = deviation.ROUNDING * float(np.abs(nodes).max() + np.abs(net.poles).max())
    corners = parameters[triangles]
    second = _second(net, corners)
    widths = np.ptp(corners, axis=1)
    bounds = np.full(len(triangles), np.inf)
    for cuts in CUTS:
        between = deviation.of_map(second, widths) / cuts**2
        todo = np.flatnonzero(~(bounds <= tolerance)) if cuts > 1 else np.arange(len(triangles))
        if cuts > 1:
            todo = todo[between[todo] * cuts**2 > tolerance / 4]
        found = (
            off[triangles[todo]].max(1)
            if cuts == 1
            else _at_corners(surface, nodes[triangles[todo]], corners[todo], cuts)
        )
        bounds[todo] = np.minimum(bounds[todo], found + between[todo])
    first = [float(net.along(axis).most(corners.min((0, 1))[None], corners.max((0, 1))[None])[0]) for axis in (0, 1)]
    return float(bounds.max()) + rounded + _beside(face, first)


def _second(net: Net, corners: Array) -> Array:
    """Bounds of ``S_uu``, ``S_uv`` and ``S_vv`` over the boxes of triangles."""
    lower, upper = corners.min(1), corners.max(1)
    u, v = net.along(0), net.along(1)
    return np.stack([part.most(lower, upper) for part in (u.along(0), u.along(1), v.along(1))], 1)


def _at_corners(surface: Any, points: Array, parameters: Array, cuts: int) -> Array:
    """The largest distance from the surface at the corners of the pieces of triangles."""
    steps = [(i, j, cuts - i - j) for i in range(cuts + 1) for j in range(cuts + 1 - i)]
    weights = np.array(steps) / cuts
    flat, uv = np.einsum("wc,tck->twk", weights, points), np.einsum("wc,tck->twk", weights, parameters)
    there = np.array([[numbers(surface.Value(u, v)) for u, v in row] for row in uv]).reshape(flat.shape)
    return np.asarray(np.linalg.norm(flat - there, axis=2).max(1, initial=0.0))


def _beside(face: Any, first: list[float]) -> float:
    """How far points are moved on the surface from the chords of the parameters to the edges."""
    brep, place = module("BRep").BRep_Tool, module("TopLoc").TopLoc_Location()
    down = getattr(module("TopoDS").TopoDS, "Edge_s", None) or module("TopoDS").TopoDS.Edge
    made = brep.Triangulation_s(face, place)
    worst = 0.0
    for edge in edges_of(face):
        polygon = brep.PolygonOnTriangulation_s(edge, made, place)
        if brep.Degenerated_s(edge):
            continue
        if polygon is None or not polygon.HasParameters():
            return float("inf")
        times = [polygon.Parameter(i) for i in range(1, polygon.NbNodes() + 1)]
        ends = np.array([_uv(made.UVNode(polygon.Node(i))) for i in range(1, polygon.NbNodes() + 1)])
        # Of a seam the orientation chooses one of two curves, by the orientation of the face as well.
        curves = [module("BRepAdaptor").BRepAdaptor_Curve2d(way, face) for way in (edge, down(edge.Reversed()))]
        wide = min((_chords(curve, np.array(times), ends) for curve in curves), key=max)
        worst = max(worst, float(wide[0] * first[0] + wide[1] * first[1]))
    return worst


def _chords(curve: Any, times: Array, ends: Array) -> Array:
    """How far the chords of a curve of parameters are from it, along each parameter."""
    off = np.abs(ends - np.array([_uv(curve.Value(t)) for t in times])).max(0)
    kind = str(curve.GetType()).rpartition("_")[2]
    steps = np.abs(np.diff(times)).max()
    if kind == "Line":
        return np.asarray(off)
    if kind == "Circle":
        return np.asarray(off + curve.Circle().Radius() * steps**2 / 8)
    if kind == "Ellipse":
        return np.asarray(off + curve.Ellipse().MajorRadius() * steps**2 / 8)
    if kind != "BSplineCurve" or curve.BSpline().IsRational():
        return np.full(2, np.inf)
    spline = curve.BSpline()
    if spline.IsPeriodic():
        spline = spline.Copy()
        spline.SetNotPeriodic()
    poles = np.array([_uv(spline.Pole(i)) for i in range(1, spline.NbPoles() + 1)])
    knots = np.repeat(
        [spline.Knot(i) for i in range(1, spline.NbKnots() + 1)],
        [spline.Multiplicity(i) for i in range(1, spline.NbKnots() + 1)],
    )
    second, _ = derived(*derived(poles, knots, spline.Degree()), spline.Degree() - 1)
    return np.asarray(off + np.abs(second).max(0) * steps**2 / 8)


def _uv(point: Any) -> tuple[float, float]:
    return point.X(), point.Y()
