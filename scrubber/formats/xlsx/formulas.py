"""Formulas: the texts in them are masked, and the names of sheets that were renamed; all else stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from openpyxl.formula.tokenizer import Token, Tokenizer, TokenizerError
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from scrubber.errors import NoteError

_OTHER_BOOK = re.compile(r"\[\d+\]|\[[^\[\]]+\.\w{3,4}\][^\[\]!]*!")
"""By its number, as Excel writes it, or by its file's name, as other programs do."""
Mask = Callable[[str], str]


def links_out(value: Any) -> bool:
    """Whether a formula refers to another workbook."""
    return _OTHER_BOOK.search(_source(value)) is not None


def masked_formula(value: Any, mask: Mask, renamed: Mapping[str, str]) -> Any:
    """A cell's formula, masked.

    Args:
        renamed: sheets and defined names that have got other names.
    """
    if isinstance(value, DataTableFormula):
        return value
    if isinstance(value, ArrayFormula):
        value.text = masked_source(value.text, mask, renamed)
        return value
    return masked_source(value, mask, renamed)


def masked_source(formula: str, mask: Mask, renamed: Mapping[str, str]) -> str:
    """A formula's text, with or without its ``=``.

    Raises:
        NoteError: it does not read as a formula.
    """
    bare = not formula.startswith("=")
    try:
        tokens = Tokenizer(f"={formula}" if bare else formula).items
    except TokenizerError as error:
        raise NoteError("a formula cannot be read") from error
    new = "".join(_token(token, mask, renamed) for token in tokens)
    return new if bare else f"={new}"


def _source(value: Any) -> str:
    if isinstance(value, ArrayFormula):
        return value.text or ""
    return value if isinstance(value, str) else ""


def _token(token: Token, mask: Mask, renamed: Mapping[str, str]) -> str:
    value: str = token.value
    if token.type == Token.OPERAND and token.subtype == Token.TEXT:
        text = value[1:-1].replace('""', '"')
        new = mask(text)
        return value if new == text else '"' + new.replace('"', '""') + '"'
    if token.type == Token.OPERAND and token.subtype == Token.RANGE and renamed:
        sheet, mark, rest = value.rpartition("!")
        if mark:
            name = sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet
            return f"{renamed[name]}!{rest}" if name in renamed else value
        name, bracket, rest = value.partition("[")  # of a table and its columns
        return f"{renamed.get(name, name)}{bracket}{rest}"
    return value
