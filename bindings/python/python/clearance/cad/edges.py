"""How far the chords of an edge of OpenCASCADE are from its curve."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import deviation
from .deviation import Array
from .occ import module, numbers


def chords_of(edge: Any, parameters: Array, nodes: Array) -> float:
    """No point of the chords between nodes is farther from the point of the curve that it is taken for.

    With the tolerance of the edge, within which the faces beside it end. Infinite where there is no proof.
    """
    curve = module("BRepAdaptor").BRepAdaptor_Curve(edge)
    at = np.array([numbers(curve.Value(t)) for t in parameters])
    ends = float(np.linalg.norm(nodes - at, axis=1).max()) + float(deviation.ROUNDING * np.abs(nodes).max())
    chord = _between(curve, parameters)
    return chord + ends + float(module("BRep").BRep_Tool.Tolerance_s(edge))


def _between(curve: Any, parameters: Array) -> float:
    kind = str(curve.GetType()).rpartition("_")[2]
    steps = np.diff(parameters)
    if kind == "Line":
        return 0.0
    if kind == "Circle":
        return float(deviation.of_arc(curve.Circle().Radius(), np.abs(steps)).max())
    if kind == "Ellipse":
        # Its second derivative is the vector to the center.
        return float((curve.Ellipse().MajorRadius() * steps**2 / 8).max())
    if kind == "BSplineCurve":
        return _of_spline(curve.BSpline(), parameters)
    return float("inf")


PIECES = 8
"""The pieces of a chord that are compared with the curve: the bound between them is a 64th of that of the chord."""


def _of_spline(spline: Any, parameters: Array) -> float:
    """By points of the curve, and between them by the control points of the second derivative, whose hull has it."""
    if spline.IsRational():
        return float("inf")
    if spline.IsPeriodic():
        spline = spline.Copy()
        spline.SetNotPeriodic()
    poles = np.array([numbers(spline.Pole(i)) for i in range(1, spline.NbPoles() + 1)])
    knots: list[float] = []
    for i in range(1, spline.NbKnots() + 1):
        knots += [spline.Knot(i)] * spline.Multiplicity(i)
    degree = spline.Degree()
    second, inner = derived(*derived(poles, np.array(knots), degree), degree - 1)
    lengths = np.linalg.norm(second, axis=1)
    first, last = supports(inner, len(second), max(degree - 2, 0))
    worst = 0.0
    for start, end in zip(parameters[:-1], parameters[1:]):
        near = (first <= max(start, end)) & (last >= min(start, end))
        points = np.array([numbers(spline.Value(t)) for t in np.linspace(start, end, PIECES + 1)])
        chord = points[0] + np.linspace(0, 1, PIECES + 1)[:, None] * (points[-1] - points[0])
        between = float(lengths[near].max(initial=0.0)) * ((end - start) / PIECES) ** 2 / 8
        worst = max(worst, float(np.linalg.norm(points - chord, axis=1).max()) + between)
    return worst


def supports(knots: Array, count: int, degree: int) -> tuple[Array, Array]:
    """The first and the last knot between which each control point counts."""
    return knots[:count], knots[degree + 1 : degree + 1 + count]


def derived(poles: Array, knots: Array, degree: int) -> tuple[Array, Array]:
    """The control points and knots of the derivative of a B-spline; a constant has the derivative zero."""
    if degree < 1:
        return np.zeros_like(poles), knots
    count = len(poles)
    widths: npt.NDArray[np.float64] = knots[degree + 1 : degree + count] - knots[1:count]
    steps = np.diff(poles, axis=0)
    inverse = np.divide(degree, widths, out=np.zeros_like(widths), where=widths > 0)
    return steps * inverse.reshape(-1, *[1] * (poles.ndim - 1)), knots[1:-1]
