"""Tables in memory, as Arrow has them: batches in, masked batches and counts out. Every engine calls this.

Each row is a note of its own, and what becomes of it does not depend on the rows around it, their order, the batch or
the process: an engine may cut, repeat and retry as it likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from scrubber.errors import NoteError, UsageError
from scrubber.faults import describe
from scrubber.formats.columns import Plan, make_plan
from scrubber.formats.context import FileContext
from scrubber.formats.parquet.arrow_table import ArrowTable
from scrubber.formats.settings import HASH, TEXT, FormatSettings, check_action
from scrubber.notices import collected
from scrubber.pipeline import Scrubber
from scrubber.policy import phi_types
from scrubber.settings import ScrubberSettings
from scrubber.text.span import Span

if TYPE_CHECKING:
    Batch = Any
    """A pyarrow.RecordBatch or pyarrow.Table."""

NAME = "batch"


@dataclass
class Counts:
    """What was done to some rows; tells nothing of what stands in them."""

    rows: int = 0
    spans: Counter[str] = field(default_factory=Counter)
    """Masked, by PHI type."""
    quarantined: int = 0
    """Rows whose texts could not be masked, and are not there."""
    warnings: dict[str, None] = field(default_factory=dict)
    """What has to be known of the rows, once each."""

    def add(self, other: Counts) -> None:
        """Count what was done to other rows as well."""
        self.rows += other.rows
        self.spans += other.spans
        self.quarantined += other.quarantined
        self.warnings |= other.warnings


class Scrubbed(NamedTuple):
    """Rows, masked."""

    data: Batch
    counts: Counts


@dataclass(frozen=True)
class BatchScrubber:
    """Masks batches with the same columns. Small, and fit to be sent to any process, with its Scrubber as settings.

    Args:
        settings: what the Scrubber is made from.
        columns: what becomes of columns by their names, ``*`` and ``?`` for any characters: ``text`` for what is to be
            searched, ``keep``, ``drop``, ``hash``, or the PHI type by which a value is masked whole. Of others the name
            says what stands in them, where it can; the rest is kept.
        patient: the column with the patient's id, under which surrogates and shifted dates agree. It is hashed.
        row_id: the column with the row's id, which is hashed too.
        known: columns by PHI type whose values are looked for in the row's texts, besides those whose names say so.
        quarantine: the name of a new column that says why a row could not be masked, its texts left out; empty: such a
            row is an error.

    Raises:
        UsageError: a column, type or action that there is not.
    """

    settings: ScrubberSettings
    columns: Mapping[str, str]
    patient: str = ""
    row_id: str = ""
    known: Mapping[str, Sequence[str]] = field(default_factory=dict)
    quarantine: str = ""

    def __post_init__(self) -> None:
        for name, action in self.columns.items():
            check_action(action, f"columns: {name}")
        if TEXT not in self.columns.values():
            raise UsageError("columns: name one that holds text, such as {'note_text': 'text'}")
        for type_, names in self.known.items():
            if type_ not in phi_types():
                raise UsageError(f"known: there is no type '{type_}'")
            if isinstance(names, str):
                raise UsageError(f"known: {type_} takes a list of columns")

    def schema(self, before: Any) -> Any:
        """The schema of masked batches.

        Raises:
            NoteError: a column that is named is not there, or cannot be masked.
            UsageError: a column is hashed, and there is no key.
        """
        return self._with_reasons(self._table(self._context(), before).after)

    def __call__(self, batch: Batch) -> Batch:
        """A batch or table, masked.

        Raises:
            NoteError: a row cannot be masked, and there is no quarantine. It says which, and quotes nothing.
        """
        return self.counted(batch).data

    def counted(self, batch: Batch) -> Scrubbed:
        """As a call, with what was done."""
        counts = Counts(rows=batch.num_rows)
        parts = batch.to_batches() if isinstance(batch, pa.Table) else [batch]
        done = [part for whole in parts for part in self._masked(whole, counts)]
        table = pa.Table.from_batches(done, self.schema(batch.schema))
        if isinstance(batch, pa.Table):
            return Scrubbed(table, counts)
        merged = table.combine_chunks().to_batches()
        return Scrubbed(merged[0] if merged else pa.RecordBatch.from_pylist([], table.schema), counts)

    def _masked(self, batch: Any, counts: Counts) -> Iterator[Any]:
        """A batch, whole if all goes well, else row by row."""
        with collected() as notices:
            try:
                yield self._with_reason(self._through(batch, counts), "")
            except UsageError:
                raise
            except Exception:  # of a row: it is found out of which, and said without its text
                yield from (self._single(batch, at, counts) for at in range(batch.num_rows))
        counts.warnings |= dict.fromkeys(notices)

    def _through(self, batch: Any, counts: Counts) -> Any:
        spans: Counter[str] = Counter()

        def count(_where: str, _text: str, found: Sequence[Span], _new: Sequence[str]) -> None:
            spans.update(span.type for span in found)

        context = self._context()
        table = self._table(context, batch.schema)
        context.begin(count)
        table.rows.warn()
        masked = table.masked(batch, 1)
        counts.spans += spans
        counts.warnings |= dict.fromkeys(context.warnings)
        return masked

    def _single(self, batch: Any, at: int, counts: Counts) -> Any:
        row = batch.slice(at, 1)
        try:
            return self._with_reason(self._through(row, counts), "")
        except NoteError as error:
            reason = str(error)
        except Exception as error:
            reason = describe(error)
        if not self.quarantine:
            raise NoteError(f"row {at + 1} of a batch cannot be masked: {reason}") from None
        counts.quarantined += 1
        return self._with_reason(self._through(self._without_texts(row), counts), reason)

    def _without_texts(self, row: Any) -> Any:
        texts = set(self._plan(row.schema).of(TEXT))
        arrays = [pa.nulls(1, c.type) if at in texts else c for at, c in enumerate(row.columns)]
        return pa.RecordBatch.from_arrays(arrays, names=row.schema.names)

    def _with_reason(self, batch: Any, reason: str) -> Any:
        if not self.quarantine:
            return batch
        reasons = pa.array([reason or None] * batch.num_rows, pa.string())
        return pa.RecordBatch.from_arrays([*batch.columns, reasons], schema=self._with_reasons(batch.schema))

    def _with_reasons(self, schema: Any) -> Any:
        """The schema with the column that says why a row's texts are not there, which all may then be."""
        if not self.quarantine:
            return schema
        fields = [f.with_nullable(True) for f in schema]
        return pa.schema([*fields, pa.field(self.quarantine, pa.string())], schema.metadata)

    def _context(self) -> FileContext:
        return FileContext(Scrubber.from_settings(self.settings), FormatSettings(), name=NAME)

    def _table(self, context: FileContext, schema: Any) -> ArrowTable:
        plan = self._plan(schema)
        if plan.of(HASH) and Scrubber.from_settings(self.settings).masking.key.fresh:
            raise UsageError("columns: an id is hashed with a key: give one, or say 'keep' or 'drop'")
        return ArrowTable(context, schema, plan, by_contents=True)

    def _plan(self, schema: Any) -> Plan:
        if self.quarantine in schema.names:
            raise NoteError("the column of the quarantine is there already")
        looked_for = {name: type_ for type_, names in self.known.items() for name in names}
        if missing := sorted(looked_for.keys() - set(schema.names)):
            raise NoteError(f"has no column '{missing[0]}' (known)")
        others = {n: t for n, t in looked_for.items() if n not in self.columns and n not in (self.patient, self.row_id)}
        actions = {name: action for name, action in self.columns.items() if action != TEXT} | others
        texts = tuple(name for name, action in self.columns.items() if action == TEXT)
        wanted = FormatSettings(
            columns=texts, column_actions=actions, patient_column=self.patient, id_column=self.row_id
        )
        plan = make_plan(schema.names, wanted)
        columns = [
            replace(column, type=looked_for[column.name], looked_for=True) if column.name in looked_for else column
            for column in plan.columns
        ]
        return replace(plan, columns=tuple(columns))


def scrub_batch(
    data: Batch, scrubber: Scrubber | ScrubberSettings | None = None, *, columns: Mapping[str, str], **how: Any
) -> Scrubbed:
    """A record batch or table with its rows masked, and counts.

    Args:
        scrubber: by default one with Safe Harbor's profile. columns, how: see :class:`BatchScrubber`.

    Raises:
        UsageError, NoteError: as there.
    """
    return batch_scrubber(scrubber, columns=columns, **how).counted(data)


def batch_scrubber(
    scrubber: Scrubber | ScrubberSettings | None = None, *, columns: Mapping[str, str], **how: Any
) -> BatchScrubber:
    """A BatchScrubber from a Scrubber or its settings, both fit to be sent away after this.

    Raises:
        UsageError: its key stands nowhere from where others could read it.
    """
    made = scrubber if isinstance(scrubber, Scrubber) else Scrubber.made_from(scrubber or ScrubberSettings())
    return BatchScrubber(made.settings, columns, **how)
