"""What a bundle holds beside its policies."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from feltprint.config.base import Model

AbstractionForm: TypeAlias = Literal["included", "compressed", "referenced"]


class BundleConfig(Model):
    """The form in which a blueprint is handed on; none of it changes what is served."""

    abstraction: AbstractionForm = Field(
        default="included",
        description="The card abstraction in the bundle: included as the file that it is, which is "
        "mapped where it lies; compressed, about a fifteenth of its size, unpacked once into the "
        "cache folder; or referenced by its hash alone, for many bundles of one abstraction.",
    )
