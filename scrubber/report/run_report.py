"""The report of a run: what was masked where, by which rule and under which policy; never what it was.

It holds no text of any note. File names may tell who a patient is, so files are numbered in the order of their paths;
their output names stand there only when they are asked for, or were made by ``--rename``.
"""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scrubber.io.atomic import WholeFile
from scrubber.io.walk import printable
from scrubber.policy import Policy
from scrubber.report.changes import FileChanges
from scrubber.report.risk import FEW, Risk
from scrubber.version import __version__

SCHEMA_VERSION = 1


def describe_policy(policy: Policy, key: str) -> dict[str, Any]:
    """The policy of a run, for its report.

    Args:
        key: the key's fingerprint, or an empty string where no operator used one.
    """
    choices = {type_: policy.operator_of(type_) for type_ in sorted(policy.masked)}
    return {
        "profile": policy.name,
        "about": policy.about,
        "masked": {type_: {"operator": c.name, **c.options} for type_, c in choices.items()},
        "kept_when": {type_: test.__name__ for type_, test in sorted(policy.keep_when.items())},
        "align": policy.align,
        "key_fingerprint": key,
    }


class RunReport:
    """Writes a report while the run goes on, so that it needs no memory for the files; JSON, or HTML by its suffix."""

    def __init__(
        self, path: Path, policy: Mapping[str, Any], *, names: bool = False, population: int | None = None
    ) -> None:
        self._risk = Risk(population)
        self._file = WholeFile(path)
        self._names = names
        self._format: _Json | _Html = _Html() if path.suffix.lower() in (".html", ".htm") else _Json()
        self._policy = policy
        self._types: Counter[str] = Counter()
        self._rules: Counter[str] = Counter()
        self._files = self._errors = 0

    def __enter__(self) -> RunReport:
        self._file.__enter__()
        self._write(self._format.head(self._policy))
        return self

    def add(self, name: str, changes: FileChanges | None, error: str = "") -> None:
        """One file is done, or failed; ``error`` must be free of its name and text."""
        self._files += 1
        entry: dict[str, Any] = {"file": self._files}
        if self._names:
            entry["name"] = printable(name)
        if changes is not None:
            types, rules = _counts(changes)
            self._types.update(types)
            self._rules.update(rules)
            self._risk.add(changes.left, complete=len(changes.left) == changes.notes)
            entry |= {"types": types, "rules": rules, "offsets_complete": changes.complete, "spans": changes.offsets}
        if error:
            self._errors += 1
            entry["error"] = error
        self._write(self._format.entry(entry))

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if kind is None:
            totals = {
                "files": self._files,
                "errors": self._errors,
                "spans": sum(self._types.values()),
                "types": dict(sorted(self._types.items())),
                "rules": dict(sorted(self._rules.items())),
                "risk": self._risk.report(),
            }
            self._write(self._format.foot(totals))
        self._file.__exit__(kind, error, trace)

    def _write(self, text: str) -> None:
        self._file.write(text.encode())


def _counts(changes: FileChanges) -> tuple[dict[str, int], dict[str, int]]:
    types: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for (type_, rule), count in changes.counts.items():
        types[type_] += count
        rules[rule] += count
    return dict(sorted(types.items())), dict(sorted(rules.items()))


class _Json:
    """One JSON document; a file's spans are ``[start, end, new start, new end, type, rule]``."""

    def __init__(self) -> None:
        self._comma = ""

    def head(self, policy: Mapping[str, Any]) -> str:
        about = {"schema_version": SCHEMA_VERSION, "scrub": __version__, "policy": policy}
        return json.dumps(about, indent=1)[:-2] + ',\n "files": ['

    def entry(self, entry: Mapping[str, Any]) -> str:
        text = f"{self._comma}\n  {json.dumps(entry)}"
        self._comma = ","
        return text

    def foot(self, totals: Mapping[str, Any]) -> str:
        return f'\n ],\n "totals": {json.dumps(totals)}\n}}\n'


_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;display:flex;"
    "flex-direction:column}table{border-collapse:collapse;margin:.5rem 0}th,td{border:1px solid #ccc;"
    "padding:.2rem .6rem;text-align:left}td.n{text-align:right}.totals{order:-1}.error{color:#b00020}"
)


class _Html:
    """One page without scripts or anything to load; totals stand first."""

    def head(self, policy: Mapping[str, Any]) -> str:
        rows = "".join(
            f"<tr><td>{_text(type_)}<td>{_text(choice['operator'])}" for type_, choice in policy["masked"].items()
        )
        return (
            "<!doctype html><html lang=en><meta charset=utf-8>"
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\">"
            f"<title>scrub: report of a run</title><style>{_STYLE}</style><body>"
            f"<section><h2>Policy: {_text(policy['profile'])}</h2><p>{_text(policy['about'])} scrub {__version__}."
            f"<table><tr><th>type<th>operator{rows}</table></section>"
            "<section><h2>Files</h2><table><tr><th>file<th>spans<th>by type<th>error"
        )

    def entry(self, entry: Mapping[str, Any]) -> str:
        types = entry.get("types", {})
        listed = ", ".join(f"{_text(type_)} {count}" for type_, count in types.items())
        name = _text(entry.get("name", entry["file"]))
        error = _text(entry.get("error", ""))
        return f"<tr><td>{name}<td class=n>{sum(types.values())}<td>{listed}<td class=error>{error}\n"

    def foot(self, totals: Mapping[str, Any]) -> str:
        tables = "".join(
            f"<h2>By {what}</h2><table>"
            + "".join(f"<tr><td>{_text(name)}<td class=n>{count}" for name, count in totals[key].items())
            + "</table>"
            for what, key in (("type", "types"), ("rule", "rules"))
        )
        tables += _risk_table(totals["risk"])
        return (
            f"</table></section><section class=totals><h1>Report of a run</h1><p>{totals['files']} files, "
            f"{totals['spans']} spans masked, {totals['errors']} errors.</p>{tables}</section>\n"
        )


def _risk_table(risk: Mapping[str, Any]) -> str:
    """What is left to be read, by group of patients."""
    rows = "".join(
        f"<tr><td>{_text(', '.join(group['left']) or 'nothing')}<td class=n>{group['patients']}<td class=n>"
        f"{group['least']}<td class=n>{group['alone']}<td class=n>{group['among_few']}"
        for group in [*risk["groups"], {"left": ["all together"], **risk["k"]}]
    )
    told = f"<p>Chance to tell one: {risk['re_identification']}." if "re_identification" in risk else ""
    head = f"<tr><th>left to be read<th>patients<th>least k<th>alone<th>fewer than {FEW} alike"
    return f"<h2>What narrows patients down</h2><table>{head}{rows}</table>{told}"


def _text(value: Any) -> str:
    return html.escape(str(value))
