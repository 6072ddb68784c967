"""The token figures as the project's reference script defines them, in one plain function, to compare ours with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

TOKEN = re.compile(r"[^\W\d_]+|\d+")
IDS = [
    "SSN",
    "MEDICALRECORD",
    "HEALTHPLAN",
    "ACCOUNT",
    "LICENSE",
    "VEHICLE",
    "DEVICE",
    "BIOID",
    "IDNUM",
    "PHONE",
    "FAX",
    "EMAIL",
    "URL",
    "IPADDRESS",
]
HIPAA = {"PATIENT", "ORGANIZATION", "STREET", "CITY", "ZIP", "DATE", *IDS}
DIRECT = {"PATIENT", "STREET", "ZIP", *IDS}

Spans = Sequence[tuple[int, int, str]]


def label(text: str, spans: Spans) -> list[str | None]:
    kind: list[str | None] = [None] * (len(text) + 1)
    for start, end, type_ in spans:
        for i in range(max(start, 0), min(end, len(text))):
            kind[i] = type_
    return [kind[m.start()] for m in TOKEN.finditer(text)]


def figures(notes: Mapping[str, tuple[str, Spans]], predictions: Mapping[str, Spans]) -> dict[str, float]:
    phi = hit = hipaa = hipaa_hit = clear = over = clean = 0
    for name, (text, gold) in notes.items():
        leak = False
        rows = zip(TOKEN.findall(text), label(text, gold), label(text, predictions.get(name, ())), strict=True)
        for word, g, p in rows:
            if g == "IGNORE":
                continue
            if g is None:
                clear += 1
                over += p is not None
                continue
            phi += 1
            hit += p is not None
            named = g in HIPAA or (g == "AGE" and word.isdigit() and int(word) >= 90)
            hipaa += named
            hipaa_hit += named and p is not None
            leak |= g in DIRECT and p is None
        clean += not leak
    return {
        "R_all": hit / phi,
        "R_hipaa": hipaa_hit / hipaa,
        "P": hit / (hit + over),
        "over_1k": 1000 * over / clear,
        "clean": clean / len(notes),
    }
