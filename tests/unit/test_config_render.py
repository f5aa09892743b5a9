"""config.yaml and its schema are generated, say everything, and load back to the same run."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from feltprint import config
from feltprint.config import RunConfig, SolverConfig
from feltprint.config.defaults import default_run
from feltprint.config.fields import allowed, field_allowed, options, unwrap
from feltprint.config.render import config_text, schema_text


def models(annotation: object) -> Iterator[type[BaseModel]]:
    """Every model below a type."""
    for member in options(annotation):
        plain, _ = unwrap(member)
        if isinstance(plain, type) and issubclass(plain, BaseModel):
            yield plain
            for field in plain.model_fields.values():
                yield from models(field.annotation)
        else:
            for argument in getattr(plain, "__args__", ()):
                yield from models(argument)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.yaml", config_text(default_run())),
        ("workflow/schemas/config.schema.json", schema_text()),
    ],
)
def test_generated_file_is_in_step_with_the_models(root: Path, name: str, text: str) -> None:
    diff = difflib.unified_diff(
        (root / name).read_text().splitlines(), text.splitlines(), name, "generated", lineterm=""
    )
    assert not list(diff), "regenerate with: python -m feltprint.config.render"


def test_every_field_has_a_description() -> None:
    bare = [
        f"{model.__name__}.{name}"
        for model in set(models(RunConfig))
        for name, field in model.model_fields.items()
        if not (field.description or "").endswith((".", ")"))
    ]
    assert not bare


def test_every_key_of_the_default_config_is_explained_once() -> None:
    text = config_text(default_run())
    flat = " ".join(line.strip().removeprefix("# ") for line in text.splitlines())
    for name, field in SolverConfig.model_fields.items():
        is_section = isinstance(getattr(SolverConfig(), name), BaseModel)
        allowed = "" if is_section else f" Allowed: {field_allowed(field)}."
        assert flat.count(f"{field.description}{allowed}") == 1, name


def test_rendered_config_loads_to_the_same_run() -> None:
    run = RunConfig.model_validate(
        {
            "blueprints": {
                "yes": {
                    "game": {"preset": "push-fold"},
                    "stack_classes": {"1": [2.5, 1e-7], "on": 1e3},
                    "solver": {"seed": 4294967295, "iterations": 10**12},
                }
            }
        }
    )
    assert config.load(yaml.safe_load(config_text(run))) == run


def test_schema_refuses_unknown_keys() -> None:
    schema = json.loads(schema_text())
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (int | None, "integer, or null"),
        (tuple[int, int, int], "a list of 3: integer"),
        (tuple[float, ...], "a list: number"),
        (dict[str, int], "a section of entries by name"),
        (bool, "true or false"),
    ],
)
def test_allowed_values_are_described_in_words(annotation: object, text: str) -> None:
    assert allowed(annotation) == text
