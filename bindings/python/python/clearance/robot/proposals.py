"""Pairs of a robot that need not be checked, and those that are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .. import _clearance
from ..hints import hinted
from .model import Model, count


@dataclass(frozen=True)
class PairProposal:
    """A pair of links that need not be checked, or that the SRDF says so of.

    Attributes
    ----------
    pair
        Two links.
    why
        "adjacent": a joint joins them; "always" or "never" in contact; None for a row of the SRDF that is wrong.
    proof
        "proven" for all configurations within the limits, or only "sampled".
    lower
        Where it is proven that they never meet: no signed distance is below it.
    srdf
        The reason that the SRDF gives, if it lists the pair.
    meets_at
        A configuration in which they meet, if one was found.
    """

    pair: tuple[str, str]
    why: Optional[Literal["adjacent", "always", "never"]]
    proof: Optional[Literal["proven", "sampled"]]
    lower: Optional[float]
    srdf: Optional[str]
    meets_at: Optional[tuple[float, ...]]


@hinted
class PairQueries(Model):
    """The queries of a robot about its pairs of links."""

    __slots__ = ()

    def proposals(self, *, samples: int = 20_000, cells: int = 400_000, seed: int = 1) -> list[PairProposal]:
        """Which pairs of links need not be checked, and how much of that is proven; wrong rows of the SRDF with a configuration.

        Parameters
        ----------
        samples : int
            The number of random configurations to try.
        cells : int
            The largest number of cells of the joints' box for the proof of a pair.
        seed : int
            Of the random configurations.

        Other Python threads run meanwhile, and Ctrl-C ends the work.
        """
        rows = _clearance.robot_proposals(
            self, count("samples", samples), count("cells", cells), count("seed", seed, 64)
        )
        return [
            PairProposal(
                pair,
                why,
                None if why is None else "proven" if proven else "sampled",
                lower,
                srdf,
                None if meets_at is None else tuple(meets_at),
            )
            for pair, why, proven, lower, srdf, meets_at in rows
        ]

    def not_checked(self) -> list[tuple[tuple[str, str], str]]:
        """The pairs of links, and of links and bodies, that no answer is about, each with the rule that says so.

        A rule is ``"rigid"`` (no joint moves one against the other), ``"adjacent"``, ``"allowed"``, ``"SRDF"`` or ``"SRDF: Never"`` with the row's
        reason, or ``"scene"``.
        """
        return _clearance.robot_not_checked(self)
