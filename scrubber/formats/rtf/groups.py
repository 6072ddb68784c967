"""RTF's groups, and what is gathered from them."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrubber.formats.lines import Change, Line, Lines, Part
from scrubber.policy import phi_types

_NOBODY = "Unknown"


@dataclass
class Group:
    """What holds within a group."""

    how: str = "text"
    """What the group is, as the table of destinations says, or a PHI type."""
    line: Line[int] = field(default_factory=Line)
    start: int = 0
    font: int | None = None
    skip: int = 1
    """How many characters follow a Unicode one for readers that do not know it."""
    change: Change = Change.NONE
    star: bool = False
    owns: bool = False
    """Whether the line ends with the group."""


class Gathered:
    """The text of a file by what becomes of it. Keys are places in the reader's output."""

    def __init__(self) -> None:
        self.lines: Lines[int] = Lines()
        self.names: list[tuple[list[int], str, str]] = []
        """Bookmarks and links: the places of their tokens, what they say, and which of the two."""

    def end(self, group: Group) -> None:
        """A group that is a line of its own is whole."""
        line = group.line
        if group.how == "value" and line.text.strip().lstrip("-").isdigit():
            return
        if group.how in ("bookmark", "link"):
            self.names.append(([p.key for p in line.parts if p.key is not None], line.text, group.how))
        elif group.how == "authors":
            self._authors(line)
        elif group.how == "code":
            self.lines.close_code(line)
        elif group.how in phi_types():
            self.lines.close_field(line, group.how)
        else:
            self.lines.close(line, ": " if group.how == "label" else "\n")

    def _authors(self, line: Line[int]) -> None:
        """The table of those who made changes: names that end with a semicolon, the first of them nobody's."""
        entry: Line[int] = Line()
        for part in line.parts:
            entry.parts.append(Part(part.text, part.key))
            if part.text.endswith(";"):
                if entry.text != f"{_NOBODY};":
                    self.lines.close_field(entry, "DOCTOR", entry.text.removesuffix(";"))
                entry = Line()
        self.lines.close_field(entry, "DOCTOR")
