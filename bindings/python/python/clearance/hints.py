"""Errors of calls that name what was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

# What other libraries call things, and what it is here.
_SYNONYMS = {
    "size": "half_extents",
    "extents": "half_extents",
    "height": "half_length",
    "length": "half_length",
    "pose": "b_in_a",
    "transform": "b_in_a",
    "points": "vertices",
    "tolerance": "options",
    "accuracy": "options",
    "velocity": "linear",
    "rotation": "quaternion_wxyz",
    "quaternion": "quaternion_wxyz",
    "position": "translation",
    "euler": "rpy",
    "obstacles": "scene",
    "n_threads": "threads",
}

Hinted = TypeVar("Hinted")


def hinted(item: Hinted) -> Hinted:
    """A function, or a class whose public functions and constructor are, with errors that name the argument, what it must be, and what it is."""
    if isinstance(item, type):
        for name, value in list(vars(item).items()):
            if name in ("__new__", "__init__") or not name.startswith("_"):
                setattr(item, name, _of_class(value))
        return item
    return _calling(item)  # type: ignore[arg-type, return-value]


def _of_class(value: Any) -> Any:
    if isinstance(value, (classmethod, staticmethod)):
        return type(value)(_calling(value.__func__))
    return _calling(value) if isinstance(value, FunctionType) else value


def _calling(function: Callable[..., Any]) -> Callable[..., Any]:
    assert isinstance(function, FunctionType)
    explained = _explained

    def call(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except (TypeError, AttributeError) as error:
            better = explained(function, args, keywords, error)
            if better is None:
                raise
            raise better from error.__cause__

    # In the module of the function: doctest passes over functions of other modules.
    copy = FunctionType(call.__code__, function.__globals__, function.__name__, None, call.__closure__)
    return wraps(function)(copy)


def _explained(function: FunctionType, args: tuple[Any, ...], keywords: dict[str, Any], error: Exception) -> TypeError | None:
    """The error of arguments that do not fit the parameters of a function; None if they do, or if the error is about one of them already."""
    from inspect import Parameter, signature

    from .arguments import misfit

    parameters = signature(function).parameters
    known = [name for name in parameters if name not in ("self", "cls")]
    if not any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters.values()):
        name = next((name for name in keywords if name not in known), None)
        if name is not None:
            return unexpected(_called(function, args), name, known)
    if any(str(error).startswith((f"{name} ", f"{name}[")) for name in known):
        return None
    return misfit(function, _called(function, args), args, keywords)


def _called(function: FunctionType, args: tuple[Any, ...]) -> str:
    """The name by which a user calls a function: that of the public class for one of a part of it, and for a constructor."""
    if "." not in function.__qualname__ or not args:
        return function.__qualname__
    kind = args[0] if isinstance(args[0], type) else type(args[0])
    constructs = function.__name__ in ("__new__", "__init__")
    return kind.__name__ if constructs else f"{kind.__name__}.{function.__name__}"


def unexpected(function: str, name: str, known: Sequence[str]) -> TypeError:
    """The error of a keyword that a function does not have, with the one that was probably meant, or all there are."""
    from difflib import get_close_matches

    synonym = _SYNONYMS.get(name.lower())
    meant = synonym if synonym in known else next(iter(get_close_matches(name, known, 1)), None)
    hint = f"did you mean {meant!r}?" if meant else f"expected some of {', '.join(known)}" if known else "expected none"
    return TypeError(f"{function}() got an unexpected keyword argument {name!r}, {hint}")


def no_such(what: str, name: str, known: Sequence[str]) -> str:
    """The text of an error about a name that nothing has, with the one that was probably meant."""
    from difflib import get_close_matches

    # All names of a crowd would take seconds.
    meant = next(iter(get_close_matches(name, known[:10_000], 1)), None)
    if meant:
        return f"there is no {what} {name!r}, did you mean {meant!r}?"
    all_names = ", ".join(sorted(known)) if len(known) <= 8 else str(len(known))
    hint = f", there are {all_names}" if known else ""
    return f"there is no {what} {name!r}{hint}"


def shown(value: object) -> str:
    """A value as errors show it, cut if it is long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # whatever its class does, the error is about the argument
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."
