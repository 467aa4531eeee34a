"""Whether any geometry or object has changed since it was last looked: scenes are brought up to date only then."""

from __future__ import annotations


class Changes:
    """The last change of any geometry or object, as a value that is equal to no other."""

    last = object()


def changed() -> None:
    """Notes a change."""
    Changes.last = object()
