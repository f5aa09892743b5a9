"""What a config field accepts, in words a person can act on.

Reads the types and bounds of the models, so that the comments of config.yaml and the error
messages of `load` say the same thing and cannot drift from what is checked.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

_SCALARS: dict[Any, str] = {
    int: "integer",
    float: "number",
    str: "text",
    bool: "true or false",
    type(None): "null",
}


def unwrap(annotation: Any) -> tuple[Any, list[Any]]:
    """Split `Annotated[T, ...]` into T and its metadata, through any nesting."""
    metadata: list[Any] = []
    while get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        metadata += more
    return annotation, metadata


def options(annotation: Any) -> list[Any]:
    """The members of a union; a list of one for any other type."""
    plain, _ = unwrap(annotation)
    if get_origin(plain) in (Union, types.UnionType):
        return [member for option in get_args(plain) for member in options(option)]
    return [annotation]


def allowed(annotation: Any, metadata: Iterable[Any] = ()) -> str:
    """Describe the accepted values, such as `integer 1 to 16`."""
    plain, own = unwrap(annotation)
    metadata = [*own, *metadata]
    if len(members := options(plain)) > 1:
        texts = [allowed(member, metadata) for member in members]
        return ", or ".join(dict.fromkeys(texts))
    origin, arguments = get_origin(plain), get_args(plain)
    if origin is Literal:
        return "one of " + ", ".join(_literal(value) for value in arguments)
    if isinstance(plain, type) and issubclass(plain, BaseModel):
        return "the keys " + ", ".join(plain.model_fields)
    if plain is type(None):
        return "null"
    if origin in (tuple, list):
        return _sequence(arguments, metadata)
    if origin in (dict, Mapping):
        return f"a section of entries by name{_length(metadata, ', ')}"
    return _SCALARS.get(plain, getattr(plain, "__name__", str(plain))) + _range(metadata)


def field_allowed(field: FieldInfo) -> str:
    """Describe the accepted values of one model field."""
    return allowed(field.annotation, field.metadata)


def resolve(annotation: Any, path: Iterable[Any]) -> tuple[list[str], str, Any]:
    """Follow a pydantic error location from a model to the value that it means.

    Returns the path without the names of union members, what is allowed there, and the
    annotation at its end (None when the path leaves the models: an unknown key).
    """
    names: list[str] = []
    candidates = [annotation]
    text = allowed(annotation)
    for step in path:
        found = list(_children(candidates, step))
        if found:
            names.append(str(step))
            candidates = [child for child, _ in found]
            text = ", or ".join(dict.fromkeys(word for _, word in found))
        elif not _is_member_tag(candidates, step):
            return [*names, str(step)], text, None
    return names, text, candidates[0]


def _children(candidates: Iterable[Any], step: Any) -> Iterator[tuple[Any, str]]:
    for candidate in candidates:
        for member in options(candidate):
            plain, _ = unwrap(member)
            origin, arguments = get_origin(plain), get_args(plain)
            if isinstance(plain, type) and issubclass(plain, BaseModel):
                if step in plain.model_fields:
                    field = plain.model_fields[step]
                    yield field.annotation, field_allowed(field)
            elif origin in (dict, Mapping) and isinstance(step, str):
                yield arguments[1], allowed(arguments[1])
            elif origin in (tuple, list) and isinstance(step, int):
                item = arguments[min(step, len(arguments) - 1)]
                item = arguments[0] if item is Ellipsis else item
                yield item, allowed(item)


def _is_member_tag(candidates: Iterable[Any], step: Any) -> bool:
    """Pydantic puts the tried union member, or `[key]`, into a location; both are no keys."""
    if step == "[key]":
        return True
    return any(len(options(candidate)) > 1 for candidate in candidates)


def _literal(value: Any) -> str:
    return "null" if value is None else str(value)


def _sequence(arguments: tuple[Any, ...], metadata: list[Any]) -> str:
    if len(arguments) == 1 or arguments[1] is Ellipsis:
        return f"a list{_length(metadata, ' of ')}: {allowed(arguments[0])}"
    items = [allowed(item) for item in arguments]
    inner = items[0] if len(set(items)) == 1 else "; ".join(items)
    return f"a list of {len(items)}: {inner}"


def _rules(metadata: Iterable[Any]) -> Iterator[Any]:
    """Take pydantic's groups of rules apart."""
    for rule in metadata:
        if isinstance(rule, FieldInfo):
            yield from _rules(rule.metadata)
        elif isinstance(rule, annotated_types.GroupedMetadata) and not isinstance(
            rule, StringConstraints
        ):
            yield from _rules(rule)
        else:
            yield rule


def _values(metadata: Iterable[Any], name: str) -> list[Any]:
    found = [getattr(rule, name, None) for rule in _rules(metadata)]
    return [value for value in found if value is not None]


def _range(metadata: list[Any]) -> str:
    """The bounds of a number, and the form of a text; empty when there are none."""
    parts = [f" of the form {pattern}" for pattern in _values(metadata, "pattern")]
    ge, gt = _values(metadata, "ge"), _values(metadata, "gt")
    le, lt = _values(metadata, "le"), _values(metadata, "lt")
    if ge and le and not gt and not lt:
        return f" {max(ge)} to {min(le)}"
    parts += [f" at least {max(ge)}"] if ge else []
    parts += [f" above {max(gt)}"] if gt else []
    parts += [f" at most {min(le)}"] if le else []
    parts += [f" below {min(lt)}"] if lt else []
    return ",".join(parts)


def _length(metadata: list[Any], joint: str) -> str:
    """How many items a list or a section may have; empty when any number."""
    least, most = _values(metadata, "min_length"), _values(metadata, "max_length")
    if least and most:
        return f"{joint}{max(least)} to {min(most)}"
    if least:
        return f"{joint}at least {max(least)}"
    return f"{joint}at most {min(most)}" if most else ""
