"""``scrub rules [ID]``: list the rules, or tell what one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scrubber.cli import groups as g
from scrubber.cli import options as o
from scrubber.errors import DataError, UsageError

if TYPE_CHECKING:
    from scrubber.refine.site import Site
    from scrubber.rules.rule import Rule
    from scrubber.settings import ScrubberSettings

_SOURCES = {
    "crf": "The CRF, a small statistical model, on {type}: it adds up what words, lists, rules and neighbours say. "
    "In doubt it asks a small network, where one speaks beside it.",
    "neural": "The network, on {type}, where it does not speak beside the CRF (combine, detectors).",
    "context": "Lists, and what stands around a word, on {type}: what is asked where no CRF is wanted (--no-crf).",
    "repeat": "A word of {type} that the note has established elsewhere.",
    "list": "The lists of {type}, looked for only where the type is switched on.",
}
_KNOWN = "What the file of known identifiers (--known) says about the note's patient, however it is written."
_MASK = "What [[mask]] in the configuration says, wherever it stands, with a reason."
_VETO = "What it covers is no PHI, unless something heavier says so."
_SAID = {"known": _KNOWN, "mask": _MASK}
"""What a user says, and no rule."""
_NOTES = {
    "crf": "'scrub explain FILE' shows what spoke for and against each span; --no-crf leaves the CRF out.",
    "neural": "'scrub eval GOLD --detectors crf,neural,mean' tells what it is worth.",
    "context": "'scrub explain FILE --no-crf' shows what it found.",
    "repeat": "'scrub explain FILE' shows where.",
    "list": "'scrub rules --enable {type}' shows the rules that go with them.",
}


def command(
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help="A rule, a pattern of several (date-*), or known, mask, crf-TYPE, repeat-TYPE.",
            show_default=False,
            autocompletion=lambda: ["new", *o.complete_rules()],
        ),
    ] = None,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Print what configuration and options come to, and its hash.")
    ] = False,
    *,
    detecting: g.Detecting,
    configuring: g.Configuring,
) -> None:
    """List the rules that find PHI, or tell what one is and why.

    scrub rules                   id, type, weight and file of each

    scrub rules 'date-*'          those of a family

    scrub rules mrn-label         what it is for, what it finds and what it leaves

    scrub rules --show-settings   what a run with these options and this configuration is made from
    """
    from scrubber.cli import configured
    from scrubber.cli.stdio import write_stdout

    if show_settings and rule is not None:
        raise UsageError("--show-settings and a rule exclude each other")
    for option, given in (
        ("--crf-threshold", detecting.crf_threshold),
        ("--unknown-language", detecting.unknown_language),
    ):
        if given and not show_settings:
            raise UsageError(f"{option} needs --show-settings")
    chosen = configured.configuration(configuring)
    made_of = configured.settings(chosen, detecting)
    if show_settings:
        lines = _settings(made_of, chosen.sources)
    elif rule is None or any(sign in rule for sign in "*?["):
        lines = _listing(made_of, rule or "*")
    else:
        lines = _one(rule, made_of)
    for line in lines:
        write_stdout(f"{line}\n".encode("utf-8", "backslashreplace"))


def _site(made_of: ScrubberSettings) -> Site:
    from scrubber.refine.site import Site

    site = made_of.options.get("site", Site())
    assert isinstance(site, Site)
    return site


def _rules(made_of: ScrubberSettings, *, tried: bool = True) -> list[Rule]:
    from scrubber.check.known_rules import known_rules
    from scrubber.languages.names import AUTO

    options = made_of.options
    found = known_rules(options.get("rules", ()), options.get("language", AUTO), tried=tried)
    return sorted(found, key=lambda r: r.id)


def _weight(rule: Rule, made_of: ScrubberSettings) -> str:
    """The weight as it counts in this run."""
    from scrubber.policy import load_policy
    from scrubber.rules.rule import NOT_PHI

    site = _site(made_of)
    if rule.type != NOT_PHI and rule.type not in site.policy(load_policy(made_of.profile)).masked:
        return "off (type)"
    if not site.runs(rule):
        return "off"
    return str(site.rule_weights.get(rule.id, rule.weight) * site.type_weights.get(rule.type, 100) // 100)


def _listing(made_of: ScrubberSettings, pattern: str) -> Iterator[str]:
    """The rules whose ids fit a pattern, one a line."""
    rows = [(rule.id, rule.type, _weight(rule, made_of), rule.file.name) for rule in _rules(made_of)]
    rows.append(("known", "any", "100", "--known FILE" if "known" not in made_of.options else "given"))
    rows.append(("mask", "any", "100", "[[mask]]" if not _site(made_of).mask else "given"))
    rows = [row for row in rows if fnmatchcase(row[0], pattern)]
    if not rows:
        raise UsageError(f"no rule fits '{pattern}'")
    rows.insert(0, ("RULE", "TYPE", "WEIGHT", "FILE"))
    widths = [max(len(row[n]) for row in rows) for n in range(3)]
    for row in rows:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]])


def _one(name: str, made_of: ScrubberSettings) -> Iterator[str]:
    from scrubber.nearest import nearest
    from scrubber.policy import phi_types

    rules = {rule.id: rule for rule in _rules(made_of, tried=False)}  # it shows which examples are wrong
    kind, _, type_ = name.partition("-")
    if name in rules:
        yield from _rule(rules[name], made_of)
    elif name in _SAID:
        yield from (name, f"  {_SAID[name]}", "  weight    100: it wins over everything else")
    elif kind in _SOURCES and type_ in phi_types():
        yield name
        yield f"  {_SOURCES[kind].format(type=type_)}"
        yield f"  type      {type_}: {phi_types()[type_].about}"
        yield f"  {_NOTES[kind].format(type=type_)}"
    else:
        raise UsageError(f"no rule '{name}'{nearest(name, [*rules, *_SAID])}")


def _rule(rule: Rule, made_of: ScrubberSettings) -> Iterator[str]:
    from scrubber.policy import phi_types
    from scrubber.rules.examples import count_of_wrong, holds
    from scrubber.rules.rule import NOT_PHI, is_over_lines

    yield rule.id
    yield f"  {rule.why}"
    about = phi_types().get(rule.type)
    unknown = _VETO if rule.type == NOT_PHI else "unknown"
    yield f"  type      {rule.type}: {about.about if about else unknown}"
    here = _weight(rule, made_of)
    yield f"  weight    {rule.weight}" + ("" if here == str(rule.weight) else f", here {here}")
    yield f"  begins at {', '.join(rule.keywords)}"
    if rule.validator:
        yield f"  checked by {rule.validator}"
    yield f"  file      {rule.file}"
    wrong = 0
    for word, examples in (("finds", rule.hit), ("leaves", rule.miss)):
        for marked in examples:
            right = holds(rule, marked)
            wrong += not right
            yield f"  {word.ljust(9)} {_line(marked)}{'' if right else '    <- does not'}"
    lines = rule.pattern.strip("\n").split("\n") if is_over_lines(rule.pattern) else [rule.pattern]
    for number, line in enumerate(lines):
        yield f"  {'' if number else 'pattern':9} {_line(line)}"
    if wrong:
        raise DataError(f"{rule.file}: rule {rule.id}: {count_of_wrong(wrong)}")


def _line(text: str) -> str:
    return text.replace("\n", "\\n").replace("\t", "\\t")


def _settings(made_of: ScrubberSettings, sources: Sequence[Path]) -> Iterator[str]:
    import json

    yield from (f"# from {path}" for path in sources)
    yield from (
        f"{name} = {json.dumps(value, default=str, ensure_ascii=False)}" for name, value in made_of.table.items()
    )
    yield f"hash = {made_of.digest}"
