"""Validators of the rule families, registered by importing their modules: English ones and those of any language."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from scrubber.rules.validators import any as of_any_language
from scrubber.rules.validators import en

__all__ = ["en", "of_any_language", "register"]

_OF_LANGUAGES = ("es",)
"""Those of a language of its own are named after it ("es_dni"), and are imported where its rules are."""


def register(wanted: Iterable[str]) -> None:
    """See to it that the validators of these names are registered, if they exist."""
    beginnings = {name.partition("_")[0] for name in wanted}
    for language in beginnings.intersection(_OF_LANGUAGES):
        import_module(f"{__name__}.{language}")
