"""Lengths with units, as people and drawings write them."""

from __future__ import annotations

import math
from typing import Union

UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "um": 1e-6, "µm": 1e-6, "in": 0.0254}
"""The units of lengths, in metres."""


def metres(name: str, given: Union[float, str]) -> float:
    """A length in metres, of a number of metres or of a text such as ``"0.01mm"``.

    Examples
    --------
    >>> metres("tolerance", "2.5mm"), metres("tolerance", 0.0025)
    (0.0025, 0.0025)

    Raises
    ------
    ValueError
        If it is neither, or not positive; names the argument.
    """
    number, unit = given, "m"
    if isinstance(given, str):
        text = given.strip()
        unit = next((unit for unit in sorted(UNITS, key=len, reverse=True) if text.endswith(unit)), "")
        try:
            number = float(text[: len(text) - len(unit)])
        except ValueError:
            raise ValueError(f"{name} must be a length such as 0.01mm ({', '.join(UNITS)}), got {given!r}") from None
    length = float(number) * UNITS.get(unit, 1.0)
    if not (length > 0 and math.isfinite(length)):
        raise ValueError(f"{name} must be positive, got {given!r}")
    return length
