"""Errors of arguments: a wrong number of them, and values that are not what the parameter's annotation says.

They are looked for only after a call has failed with an error of Python's or Rust's own, so that a call that is right pays nothing.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from operator import index
from typing import Any, Literal, Optional, Union, get_args, get_origin

import numpy as np
import numpy.typing as npt

from .hints import shown
from .names import FILE_OF, named

_ARRAY = set(get_args(npt.ArrayLike))
_WORDS: dict[Any, tuple[str, str]] = {
    bool: ("True or False", "True or False"),
    dict: ("a dict", "dicts"),
    float: ("a number", "numbers"),
    int: ("a whole number", "whole numbers"),
    np.ndarray: ("an array", "arrays"),
    os.PathLike: ("a path", "paths"),
    str: ("a string", "strings"),
    type(None): ("None", "None"),
}


class _Public(dict[str, Any]):
    """Public names of the package, for annotations that are imported for type checkers only."""

    def __missing__(self, name: str) -> Any:
        if name not in FILE_OF:
            raise KeyError(name)
        return named(name)


def misfit(function: types.FunctionType, called: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> Optional[TypeError]:
    """The error of the arguments of a call; None if there is nothing wrong with their number and kinds."""
    parameters = signature(function)
    try:
        given = parameters.bind(*args, **keywords)
    except TypeError:
        return _wrong_count(function, parameters, called, args, keywords)
    for name, value in given.arguments.items():
        parameter = parameters.parameters[name]
        if name in ("self", "cls") or parameter.kind is Parameter.VAR_KEYWORD:
            continue
        kind = _kind(function, parameter)
        values = value if parameter.kind is Parameter.VAR_POSITIONAL else (value,)
        wrong = next((one for one in values if not fits(one, kind)), values)
        if wrong is not values:
            return TypeError(f"{name} must be {words(kind)}, got {shown(wrong)}")
    return None


def _wrong_count(
    function: types.FunctionType, parameters: Signature, called: str, args: tuple[Any, ...], keywords: dict[str, Any]
) -> Optional[TypeError]:
    places = [one for one in parameters.parameters.values() if one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    own = bool(places) and places[0].name in ("self", "cls")
    places, values = places[own:], args[own:]
    if len(values) > len(places):
        names = ", ".join(one.name for one in places)
        count = "no value" if not places else f"at most {len(places)} value{'s' * (len(places) > 1)} by position, {names}"
        hint = ""
        if len(places) == 1 and all(isinstance(value, (int, float)) for value in values) and fits(values, _kind(function, places[0])):
            hint = f", did you mean {called}(({', '.join(map(repr, values))}))?"
        return TypeError(f"{called}() takes {count}, got {len(values)}{hint}")
    needed = [one for one in parameters.parameters.values() if one.default is Parameter.empty and one.name not in ("self", "cls")]
    named_only = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.POSITIONAL_ONLY, Parameter.KEYWORD_ONLY)
    taken = {one.name for one in places[: len(values)]}
    twice = next((name for name in keywords if name in taken), None)
    if twice:
        return TypeError(f"{called}() got {twice} twice: by position, and by name")
    missing = [one.name for one in needed if one.kind in named_only and one.name not in taken | keywords.keys()]
    return TypeError(f"{called}() needs {' and '.join(missing)}") if missing else None


def _kind(function: Callable[..., Any], parameter: Parameter) -> Any:
    """What an annotation says, and anything where it cannot be read."""
    if not isinstance(parameter.annotation, str):
        return Any if parameter.annotation is Parameter.empty else parameter.annotation
    try:
        return eval(parameter.annotation, getattr(function, "__globals__", {}), _Public())
    except Exception:  # an annotation of a library that is not there must not hide the error that is being reported
        return Any


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is what an annotation says; True where that cannot be checked."""
    if kind is Any or kind is None:
        return kind is Any or value is None
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        numbers = _ARRAY <= set(inner)
        return numbers and _is_numeric(value) or any(fits(value, one) for one in inner if not (numbers and one in _ARRAY))
    if origin is Literal:
        return value in inner
    if kind in (float, int):
        return _is_number(value, float if kind is float else index)
    if kind is bool:
        return isinstance(value, (bool, np.bool_, int))
    if origin in (Sequence, Iterable, list, tuple):
        return _is_sequence(value, origin, inner)
    if origin is Callable:
        return callable(value)
    checked = origin or kind
    return not isinstance(checked, type) or isinstance(value, checked)


def _is_sequence(value: Any, origin: Any, inner: tuple[Any, ...]) -> bool:
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__iter__" if origin is Iterable else "__len__"):
        return False
    if origin is tuple and inner[-1:] != (...,):
        return len(value) == len(inner) and all(map(fits, value, inner))
    # Errors are about the first items as a rule; a million are not looked through.
    few = value[:16] if hasattr(value, "__getitem__") else []
    return not inner or all(fits(one, inner[0]) for one in few)


def _is_number(value: Any, read: Callable[[Any], object]) -> bool:
    try:
        read(value)
    except (TypeError, ValueError):
        return False
    return not isinstance(value, (str, bytes))


def _is_numeric(value: Any) -> bool:
    try:
        return np.asarray(value).dtype.kind in "fiub"
    except ValueError:  # rows of different lengths
        return False


def words(kind: Any, many: bool = False) -> str:
    """An annotation in words: ``a Scene, a path or None``."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        rest, groups = list(inner), list[str]()
        poses = (set(get_args(named("PoseLike"))), ("a pose", "poses"))
        for group, names in (poses, (_ARRAY, ("an array of numbers", "arrays of numbers"))):
            if group <= set(rest):
                rest, groups = [one for one in rest if one not in group], [*groups, names[many]]
        each = list(dict.fromkeys([*(words(one, many) for one in rest), *groups]))
        return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} or {each[-1]}"
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin in (Sequence, Iterable, list) and inner:
        return f"{'sequences' if many else 'a sequence'} of {words(inner[0], True)}"
    if origin is tuple and inner[-1:] != (...,):
        return f"{'groups' if many else 'a group'} of {len(inner)}: {', '.join(words(one) for one in inner)}"
    if origin is Callable:
        return "callables" if many else "a callable"
    if origin is not None and issubclass(origin, Mapping):
        return "dicts" if many else "a dict"
    checked = origin or kind
    name = getattr(checked, "__name__", str(checked))
    one = f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
    return _WORDS.get(checked, (one, f"{name}s"))[many]
