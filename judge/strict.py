"""Numbers, JSON and XML, read strictly: what is not understood is refused."""

import json
import re


class Unknown(Exception):
    """What is wrong with the files, or what they have and this program does not know."""


def number(value) -> float:
    if type(value) in (int, float) and abs(float(value)) < float("inf"):
        return float(value)
    raise Unknown(f"expected a finite number, got {value!r}")


def numbers(values, count: int | None) -> list:
    if not isinstance(values, list) or len(values) != (len(values) if count is None else count):
        raise Unknown(f"expected {count} numbers, got {values!r}")
    return [number(value) for value in values]


def written(text: str, count: int | None = 1) -> list:
    """The numbers of a text, as XML and mesh files have them."""
    if not all(re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", word) for word in text.split()):
        raise Unknown(f"expected numbers, got {text!r}")
    return numbers([float(word) for word in text.split()], count)


def strict(text: str):
    """JSON without keys that are given twice, and without NaN."""

    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise Unknown(f"a key is given twice among {[key for key, _ in pairs]}")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=once, parse_constant=number)


def known(given, names: str) -> dict:
    """An object or an element that has no other keys or attributes than these: another one may change what is meant."""
    strange = set(given if isinstance(given, dict) else given.keys()) - set(names.split())
    if strange:
        raise Unknown(f"the judge does not know {sorted(strange)} of {given if isinstance(given, dict) else given.tag}")
    return given
