"""Queries of bodies about points. NumPy and the answers are imported by the first query."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Optional, Union

from .hints import hinted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .points import DistanceGrid, PointDistances

Progress = Callable[[float], object]
"""A function that is called with the completed fraction of the work."""


@hinted
class PointQueries:
    """Queries about points in a body's own frame, for all shapes, halfspaces, compounds and meshes.

    Points are an array of shape ``(n, 3)``, or one of shape ``(3,)``: answers have a row for each, or are one. Rows are answered on all processors, with
    the same bits as one by one.
    """

    __slots__ = ()

    def point_distances(self, points: npt.ArrayLike, *, progress: Optional[Progress] = None) -> PointDistances:
        """Signed distances with bounds, nearest points, normals and ties.

        Parameters
        ----------
        points : array of shape (n, 3)
            In the body's frame. A point that is not finite does not affect the others: see ``errors``.
        progress : callable, optional
            Called with the completed fraction, from 0 to 1, about twenty times a second; an exception in it ends the work.

        Other Python threads run meanwhile, and Ctrl-C ends the work.

        Examples
        --------
        >>> import clearance as cl
        >>> found = cl.Box((3, 2, 1)).point_distances([(2.5, 0.5, 0.25), (5, 0, 0)])
        >>> found.signed_distance, found.inside, found.normal[0]
        (array([-0.5,  2. ]), array([1, 0], dtype=int8), array([1., 0., 0.]))
        """
        from . import points as answers

        return answers.distances(self, points, progress)  # type: ignore[arg-type]

    def signed_distance(self, points: npt.ArrayLike) -> Union[float, npt.NDArray[np.float64]]:
        """The distance from the border: negative inside, and that of the surface for a mesh that is not closed.

        Raises
        ------
        ValueError
            If a point is not finite.

        Examples
        --------
        >>> import clearance as cl
        >>> cl.Sphere(1).signed_distance((0, 3, 4))
        4.0
        >>> cl.Sphere(1).signed_distance([(0, 3, 4), (0, 0, 0)])
        array([ 4., -1.])
        """
        from . import points as answers

        return answers.column(self, points, "signed_distance")  # type: ignore[arg-type, no-any-return]

    def nearest(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The nearest point of the border, for points inside as well: ``(n, 3)`` or ``(3,)``.

        Examples
        --------
        >>> import clearance as cl
        >>> cl.Box((3, 2, 1)).nearest((5, 0.5, 0.25))
        array([3.  , 0.5 , 0.25])
        """
        from . import points as answers

        return answers.column(self, points, "nearest")  # type: ignore[arg-type, no-any-return]

    def contains(self, points: npt.ArrayLike) -> Union[bool, npt.NDArray[np.bool_]]:
        """Whether the body, as a closed set, contains each point; for a mesh, decided by exact signs.

        A point that rounding cannot distinguish from one of the border counts.

        Raises
        ------
        ValueError
            If a point is not finite, and for a mesh that is not closed: it has no inside.

        Examples
        --------
        >>> import clearance as cl
        >>> cl.Cylinder(1, 2).contains([(0.5, 0.5, 1.5), (1, 1, 0)])
        array([ True, False])
        """
        from . import points as answers

        return answers.contains(self, points)  # type: ignore[arg-type]

    def sdf_grid(self, bounds: npt.ArrayLike, spacing: float, *, progress: Optional[Progress] = None) -> DistanceGrid:
        """Signed distances on a grid of points, a signed distance field.

        Parameters
        ----------
        bounds : array of shape (2, 3)
            The first point, and the corner that the grid does not exceed.
        spacing : float
            The distance of neighbours.
        progress : callable, optional
            Called with the completed fraction, as in :meth:`point_distances`.

        Other Python threads run meanwhile, and Ctrl-C ends the work.

        Examples
        --------
        >>> import clearance as cl
        >>> field = cl.Sphere(1).sdf_grid([(-2, 0, 0), (2, 0, 0.5)], 0.5)
        >>> field.values.shape, field.values[0, 0, 0], field.values[4, 0, 0]
        ((9, 1, 2), np.float64(1.0), np.float64(-1.0))
        """
        from . import points as answers

        return answers.grid(self, bounds, spacing, progress)  # type: ignore[arg-type]
