"""What a robot takes hold of and lets go of, and which pairs are checked; robots share all that does not change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Optional

from ..hints import hinted
from .model import Configuration, Model

if TYPE_CHECKING:
    from typing_extensions import Self


@hinted
class HandQueries(Model):
    """Robots that hold a body of the world, or let it go."""

    __slots__ = ()

    def attach(self, body: str, link: str, q: Configuration, *, touch: Sequence[str] = ()) -> Self:
        """The robot whose link holds a body of the world, where both are in a configuration.

        The body is a link of its own from now on, checked against the robot and the world. It shares links, meshes and
        world with this robot, which does not change: no file is read again.

        Parameters
        ----------
        body, link : str
            The body of the world, and the link that holds it.
        q : Configuration
            Where the link is; the pose of the body in its frame is rounded, and these numbers say where it is held.
        touch : sequence of names
            Links and bodies of the world that the body may touch beside the link: pairs that are not checked.

        Raises
        ------
        ValueError
            Names what is no body, no link, or what cannot be held: halfspaces, clouds, voxels, octrees.

        Examples
        --------
        >>> import clearance as cl, json, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row, row]}))
        >>> at = lambda name, *xyz: {"name": name, "shape": ball, "pose": {"translation": xyz}}
        >>> arm = cl.Robot.from_dh(file, scene={"bodies": [at("cup", 2, 0, 0), at("post", 0, 3, 0)]})
        >>> held = arm.attach("cup", "link2", [0, 0])
        >>> round(held.clearance([1.5707963267948966, 0]).signed_distance, 9)  # the cup at (0, 2), the post at (0, 3)
        0.5
        >>> held.detach("cup", [0, 0]).links == arm.links
        True
        """
        return self._changed("_with_held", (body, link, self._configuration(q, None), [str(name) for name in touch]))

    def detach(self, body: str, q: Configuration) -> Self:
        """The robot that lets go of a body: it stands in the world where the link has it in a configuration.

        All links that a joint moves are checked against it again: :meth:`allow` those of the gripper around it.
        """
        return self._changed("_without_held", (body, self._configuration(q, None)))

    def allow(self, a: str, b: str, *, depth: Optional[float] = None) -> Self:
        """The robot of which two links, or a link and a body of the world, are not checked against one another.

        With a depth a link and a body are checked, but may overlap by less than it, metres: a cup that stands on a
        table. All answers and proofs keep their signed distance above minus the depth.
        """
        return self._changed("_with_allowed", (a, b, depth))

    def forbid(self, a: str, b: str) -> Self:
        """The robot of which two links, or a link and a body of the world, are checked against one another again.

        Also where a row of the SRDF or a rule of the scene says otherwise. Neighbours are not, without an SRDF.
        """
        return self._changed("_with_forbidden", (a, b))

    def _changed(self, method: str, arguments: tuple[Any, ...]) -> Self:
        raise NotImplementedError
