"""A Parquet column: as text for masking, and back as a column of the type that it has or gets."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa
from pyarrow import types

from scrubber.errors import NoteError
from scrubber.formats.columns import Column, Plan, column_names
from scrubber.formats.context import FileContext, Mark, applied
from scrubber.formats.csv.header import tells
from scrubber.formats.settings import DROP, KEEP, TEXT
from scrubber.policy import phi_types

WAY_ON = "say --column-action COL=keep or drop"
_PROBES = {"DATE": "2020-01-31", "AGE": "95"}


@dataclass(frozen=True)
class Masked:
    """One column of the file."""

    at: int
    column: Column
    type: Any
    """As it is in the file, and"""
    after: Any
    """as it will be."""
    known: bool
    """Its values say whose row it is."""

    @property
    def kept(self) -> bool:
        """Whether it will be there."""
        return self.column.action != DROP

    @property
    def nested(self) -> bool:
        """Whether its values hold others, which are masked one by one."""
        return bool(types.is_nested(self.type))

    def texts(self, array: Any) -> list[str | None]:
        """Its values as the rows' code takes them; None for what is not to be looked at."""
        if self.nested or not self._looked_at:
            return [None] * len(array)
        try:
            return [None if value is None else as_text(value) for value in array.to_pylist()]
        except UnicodeDecodeError:
            raise NoteError(f"column {self.at + 1} is binary: {WAY_ON}") from None
        except (ValueError, OverflowError):
            raise NoteError(f"column {self.at + 1} holds times that no calendar has: {WAY_ON}") from None

    @property
    def _looked_at(self) -> bool:
        if _is_binary(self.type):
            return self.column.action not in (KEEP, DROP)
        return _is_text(self.type) or self.column.action not in (TEXT, KEEP) or self.known

    def rebuilt(self, array: Any, texts: Sequence[str | None], marks: Sequence[Sequence[Mark]]) -> Any:
        """The column with its marks replaced."""
        if self.type == self.after and not any(marks):
            return array
        values = [None if t is None else applied(t, m) for t, m in zip(texts, marks, strict=True)]
        if _may_be_text(self.after):
            return pa.array([None if v is None else v.encode() for v in values], self.after)
        new = pa.array(values, pa.large_string() if types.is_large_string(self.after) else pa.string())
        return new if new.type == self.after else new.cast(self.after)


def masked_columns(schema: Any, plan: Plan, context: FileContext) -> list[Masked]:
    """The columns of a file, with what they become.

    Raises:
        NoteError: one is binary and nobody says what is to become of it.
    """
    result = []
    for at, field in enumerate(schema):
        column = plan.columns[at]
        if column.action not in (KEEP, DROP) and _is_binary(field.type) and not _may_be_text(field.type):
            raise NoteError(f"column {at + 1} is binary: {WAY_ON}")
        after = _type_after(field.type, column, context) if column.action not in (KEEP, DROP) else field.type
        result.append(Masked(at, column, field.type, after, at in (plan.patient, plan.id)))
    return result


def column_name(column: Column, at: int, context: FileContext) -> str:
    """What a column is called afterwards: its number, where its name tells something and is not known to be a name."""
    return f"column {at + 1}" if not column.named and tells(column.name, context) else column.name


def dates_as_such(schema: Any, plan: Plan) -> Plan:
    """The plan, in which columns of dates that would be text are masked as dates."""
    columns = list(plan.columns)
    for at, field in enumerate(schema):
        if columns[at].action == TEXT and _is_date(field.type):
            columns[at] = replace(columns[at], action="DATE", type=columns[at].type or "DATE")
    return replace(plan, columns=tuple(columns))


def as_text(value: Any) -> str:
    """A value as people write it. Bytes are text that an old writer did not call so.

    Raises:
        UnicodeDecodeError: bytes are no text.
    """
    if isinstance(value, bytes):
        text = value.decode()
        if "\0" in text:
            raise UnicodeDecodeError("utf-8", value, 0, 1, "a zero byte")
        return text
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def _type_after(type_: Any, column: Column, context: FileContext) -> Any:
    """What a column that is masked becomes: itself if it holds text, text if its values may be replaced."""

    def below(part: Any) -> Any:
        return _type_after(part, column, context)

    if types.is_list(type_):
        return pa.list_(type_.value_field.with_type(below(type_.value_type)))
    if types.is_large_list(type_):
        return pa.large_list(type_.value_field.with_type(below(type_.value_type)))
    if types.is_map(type_):
        return pa.map_(below(type_.key_type), below(type_.item_type))
    if types.is_struct(type_):
        return pa.struct([_field_after(field, column, context) for field in type_])
    if _is_binary(type_) and not _may_be_text(type_):
        raise NoteError(f"a nested value is binary: {WAY_ON}")
    if _is_text(type_) or _may_be_text(type_) or types.is_null(type_) or types.is_boolean(type_):
        return type_
    action = "DATE" if column.action == TEXT and _is_date(type_) else column.action
    return type_ if action == TEXT or stays(action, context.masks) else pa.string()


def stays(action: str, masks: Callable[[str, str], bool]) -> bool:
    """Whether the policy (``masks``) keeps values of a PHI type, so that a column of numbers or days stays one."""
    return action in phi_types() and not masks(action, _PROBES.get(action, "x1"))


def _field_after(field: Any, column: Column, context: FileContext) -> Any:
    if tells(field.name, context):
        raise NoteError(f"a member of a struct has a name that tells something: {WAY_ON}")
    return field.with_type(_type_after(field.type, below_column(column, field.name), context))


def below_column(column: Column, name: str) -> Column:
    """A struct's member, which is masked by its own name where the column is but text."""
    if column.action != TEXT:
        return column
    type_ = column_names(column.maps).type_of(name)
    return replace(column, name=name, action=type_ or TEXT, type=type_)


def _is_text(type_: Any) -> bool:
    if types.is_dictionary(type_):
        return _is_text(type_.value_type)
    kinds = (types.is_string, types.is_large_string, types.is_string_view)
    return any(is_kind(type_) for is_kind in kinds)


def _is_date(type_: Any) -> bool:
    return any(is_kind(type_) for is_kind in (types.is_date, types.is_timestamp))


def _is_binary(type_: Any) -> bool:
    if types.is_dictionary(type_):
        return _is_binary(type_.value_type)
    kinds = (types.is_binary, types.is_large_binary, types.is_fixed_size_binary, types.is_binary_view)
    return any(is_kind(type_) for is_kind in kinds)


def _may_be_text(type_: Any) -> bool:
    """Whether values are bytes of any length, as writers have it that do not mark text."""
    return bool(types.is_binary(type_) or types.is_large_binary(type_))
