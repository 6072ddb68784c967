"""The examples of docs/engines.md, to be run on any engine in any folder."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

PAGE = (Path(__file__).parent.parent / "docs" / "engines.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python ?([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
"""What an example runs on ("" where that is nothing but scrub), and its code."""
ROWS = 300
_NOTES = [
    "Velankar was seen by Dr. Ekwueme on 3/12/2023.",
    None,
    "Okonjo called from (416) 555-0137; BP 120/80.",
    "",
    "Next visit 4/2.",
]
_SECRETS = ("Velankar", "Okonjo", "Ekwueme")
_FILE = re.compile(r"""(?<=["'])(?=(?:notes|masked)\.parquet|stream-|checkpoint)""")


class Page:
    """The page at work in a folder: what its first example defines, and what its notes must become.

    Examples name their files without a folder. Here they get one, since a Java machine that runs already has its own
    idea of where it is.
    """

    def __init__(self, folder: Path, key_file: Path) -> None:
        self.folder = folder
        pq.write_table(_table(), folder / "notes.parquet", row_group_size=50)
        (folder / "stream-in").mkdir()
        pq.write_table(_table(), folder / "stream-in" / "notes.parquet")
        kind, code = BLOCKS[0]
        assert not kind
        self.names: dict[str, Any] = {}
        said = self.run(code.replace("/run/secrets/scrub-key", str(key_file)), self.names)
        assert said.startswith(f"{ROWS} 0 {{")
        self.expected = texts(self.names["masked"])
        assert not any(name in str(self.expected) for name in _SECRETS)
        assert not any(text in _NOTES for text in self.expected.values() if text)

    @property
    def expected_of_sql(self) -> dict[str, str | None]:
        """The same where nobody says which column holds surnames."""
        scrubber = self.names["scrubber"]
        loop = ((row, scrubber.note(patient=row["mrn"], place="batch")) for row in _table().to_pylist())
        return {row["note_id"]: row["note_text"] and note.scrub(row["note_text"]) for row, note in loop}

    def run(self, code: str, names: dict[str, Any]) -> str:
        """Run an example; what it prints."""
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(_FILE.sub(f"{self.folder}/", code), "engines.md", "exec"), names)
        return out.getvalue()


def texts(masked: Any) -> dict[str, str | None]:
    """Ids and notes of what an engine made, whatever it calls a table."""
    if hasattr(masked, "toPandas"):
        masked = [row.asDict() for row in masked.collect()]
    if hasattr(masked, "to_dicts"):
        masked = masked.to_dicts()
    elif hasattr(masked, "iterrows"):
        masked = pa.Table.from_pandas(masked, preserve_index=False).to_pylist()
    elif hasattr(masked, "to_pylist"):
        masked = masked.to_pylist()
    rows = [row if isinstance(row, dict) else dict(zip(("note_id", "note_text"), row, strict=True)) for row in masked]
    return {row["note_id"]: row["note_text"] for row in rows}


def _table() -> pa.Table:
    return pa.table(
        {
            "note_id": [f"n{at}" for at in range(ROWS)],
            "mrn": [f"44719{at % 7}" for at in range(ROWS)],
            "surname": ["Velankar", "Okonjo", None] * (ROWS // 3),
            "note_text": [_NOTES[at % 5] for at in range(ROWS)],
        }
    )
