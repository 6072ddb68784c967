"""What the structured part of a message says about people, gathered as known identifiers for its free text."""

from __future__ import annotations

from scrubber.known.file import no_value
from scrubber.mask.keys import Key

NAMES = frozenset({"PATIENT", "DOCTOR"})
_ADDRESSES = frozenset({"STREET", "ZIP", "EMAIL", "URL", "USERNAME"})
_PLACES = frozenset({"HOSPITAL", "ORGANIZATION"})
_NUMBERS = frozenset(
    {"SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "IDNUM", "PHONE", "FAX"}
)
LEAST = 4
"""Letters and digits of a number or address that is looked for, one more if it is all digits: a shorter one would be
found everywhere ("1200 mL")."""
LIMIT = 1000
"""Values a note: no message needs more, and a hostile one could hold millions."""


class Identifiers:
    """Collects values by PHI type. What would be found everywhere (short numbers, one-word places) is passed over."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, None]] = {}
        self._count = 0

    def add(self, type_: str, value: str) -> None:
        """Note a value of a field, as it reads."""
        value = " ".join(value.split())
        if self._count < LIMIT and _telling(type_, value) and value not in self._found.setdefault(type_, {}):
            self._found[type_][value] = None
            self._count += 1

    def add_birth_date(self, value: str) -> None:
        """Note a date of birth; other dates are not looked for."""
        digits = "".join(filter(str.isdigit, value[:10]))
        if len(digits) >= 8:
            self._found.setdefault("DATE", {})[f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"] = None

    def add_all(self, other: Identifiers) -> None:
        """Note what another collection holds."""
        for type_, values in other.known.items():
            for value in values:
                self.add(type_, value)

    @property
    def known(self) -> dict[str, tuple[str, ...]]:
        """As a note takes them."""
        return {type_: tuple(values) for type_, values in self._found.items() if values}


def hashed(type_: str, value: str, key: Key) -> str:
    """What stands for a value in a column of ids: the same in every file under the same key."""
    return f"[{type_}:{key.digest('column', type_, value).hex()[:16]}]"


def _telling(type_: str, value: str) -> bool:
    size = sum(map(str.isalnum, value))
    if no_value(value) or size < 2:
        return False
    if type_ in NAMES:
        return True
    if type_ in _NUMBERS:
        letters = any(map(str.isalpha, value))
        return size >= (LEAST if letters else LEAST + 1) and any(map(str.isdigit, value))
    if type_ in _PLACES:
        return size >= 2 * LEAST and " " in value
    return type_ in _ADDRESSES and size > LEAST
