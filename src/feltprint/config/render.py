"""Render config.yaml and its JSON schema from the models.

Both files are generated and never edited by hand; a test compares them with the models.

    python -m feltprint.config.render          writes both files of the repository
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from feltprint.config.defaults import default_run
from feltprint.config.fields import field_allowed, options, unwrap
from feltprint.config.run import RunConfig

WIDTH = 96
CONFIG_PATH = Path("config.yaml")
SCHEMA_PATH = Path("workflow/schemas/config.schema.json")
HEADER = f"""\
# yaml-language-server: $schema={SCHEMA_PATH}
#
# The one file to edit. A key is explained where it first appears, with its unit and what it may
# be. Change a value and run `make`, or `snakemake --cores all`: what the value reaches is built
# again, and nothing else. Another config: snakemake --cores all --configfile configs/<name>.yaml
#
# The default of the repository is rendered by `python -m feltprint.config.render`.
"""


def config_text(run: RunConfig) -> str:
    """Render a run as commented YAML; loading it gives the same run again."""
    return HEADER + "\n" + "\n".join(_model_lines(run, 0, set())) + "\n"


def schema_text() -> str:
    """The JSON schema of the config file, for editors."""
    schema = RunConfig.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


def _model_lines(model: BaseModel, depth: int, explained: set[tuple[type, str]]) -> Iterator[str]:
    """Yield the lines of one section; `explained` remembers which keys have had their comment."""
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        first = (type(model), name) not in explained
        explained.add((type(model), name))
        if first:
            yield from _comment(_explanation(field, value), depth)
        yield from _entry_lines(name, value, depth, explained)
        if first and value is None:
            yield from _section_comments(field, depth, explained)


def _explanation(field: FieldInfo, value: Any) -> str:
    text = " ".join((field.description or "").split())
    if isinstance(value, BaseModel) or (isinstance(value, Mapping) and value):
        return text
    return f"{text} Allowed: {field_allowed(field)}."


def _section_comments(
    field: FieldInfo, depth: int, explained: set[tuple[type, str]]
) -> Iterator[str]:
    """Explain the keys of a section that is null here."""
    for member in options(field.annotation):
        plain, _ = unwrap(member)
        if isinstance(plain, type) and issubclass(plain, BaseModel):
            for name, inner in plain.model_fields.items():
                if (plain, name) in explained:
                    continue
                explained.add((plain, name))
                yield from _comment(f"{name}: {_explanation(inner, None)}", depth, "  ")


def _comment(text: str, depth: int, indent: str = "") -> Iterator[str]:
    pad = "  " * depth
    yield from textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"{pad}# {indent}",
        subsequent_indent=f"{pad}# {indent}{indent}",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _entry_lines(
    key: str, value: Any, depth: int, explained: set[tuple[type, str]]
) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(value, BaseModel):
        yield f"{pad}{_scalar(key)}:"
        yield from _model_lines(value, depth + 1, explained)
    elif isinstance(value, Mapping) and value:
        yield f"{pad}{_scalar(key)}:"
        for name, item in value.items():
            yield from _entry_lines(name, item, depth + 1, explained)
    else:
        yield f"{pad}{_scalar(key)}: {_flow(value)}"


def _flow(value: Any) -> str:
    """Write a scalar or a list on one line; a model inside a list becomes a flow mapping."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items())
        return "{" + inner + "}"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    text: str = yaml.safe_dump(value, default_flow_style=True, width=10_000)
    return text.removesuffix("\n").removesuffix("\n...")


def main() -> int:
    """Write config.yaml and the schema into the repository of the current folder."""
    if not CONFIG_PATH.parent.joinpath("Snakefile").exists():
        print("expected to run in the repository root (the folder of the Snakefile)")
        return 2
    CONFIG_PATH.write_text(config_text(default_run()), encoding="utf-8")
    SCHEMA_PATH.parent.mkdir(parents=True, exist_ok=True)
    SCHEMA_PATH.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {CONFIG_PATH} and {SCHEMA_PATH}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
