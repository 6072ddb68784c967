"""The command line's choices over those of the configuration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.cli.console import Console
    from scrubber.cli.groups import Configuring, Detecting, Messages
    from scrubber.config import Config
    from scrubber.mask.keys import Key
    from scrubber.pipeline import Scrubber
    from scrubber.refine.site import Site
    from scrubber.rules.rule import Rule
    from scrubber.settings import ScrubberSettings

DEFAULT_PROFILE = "safe-harbor"
DEFAULT_MIN_WEIGHT = 50


def configuration(asked: Configuring) -> Config:
    """The configuration that ``--config`` and ``--isolated`` ask for.

    Raises:
        UsageError: it is missing or broken.
    """
    from scrubber.config import load_config

    return load_config(asked.config or (), isolated=asked.isolated)


def settings(config: Config, asked: Detecting, default_profile: str = DEFAULT_PROFILE) -> ScrubberSettings:
    """What the Scrubber is made from: the command line over the configuration.

    Raises:
        UsageError: there is no such profile, folder, file or type.
    """
    from dataclasses import replace

    from scrubber.cli import build
    from scrubber.languages.names import AUTO, UNKNOWN_DEFAULT, refuse_unknown_language

    made_of = build.settings(
        asked.profile or config.profile or default_profile,
        next(w for w in (asked.min_weight, config.min_weight, DEFAULT_MIN_WEIGHT) if w is not None),
        [*map(str, config.lexicon_folders), *(asked.lexicon or ())],
        [*map(str, config.rule_folders), *(asked.rules or ())],
        asked.no_crf or config.crf is False,
    )
    more: dict[str, object] = {}
    if site := _site(config, asked.enable or (), asked.detector or ()):
        more["site"] = site
    if config.joining_words is not None:
        more["joining_words"] = config.joining_words
    if asked.known is not None or config.known is not None:
        more["known"] = _file("--known", asked.known) if asked.known is not None else _file("known", config.known)
    for name in ("model", "network"):
        if (path := getattr(config, name)) is not None:
            more[name] = _file(name, path)
    language = next((w for w in (asked.language, config.language) if w is not None), AUTO)
    unknown = next((w for w in (asked.unknown_language, config.unknown_language) if w is not None), UNKNOWN_DEFAULT)
    refuse_unknown_language(language, unknown)
    more |= {"language": language, "unknown_language": unknown}
    if asked.no_crf and asked.crf_threshold:
        raise UsageError("--no-crf and --crf-threshold exclude each other")
    if thresholds := {**config.crf_threshold, **crf_thresholds(asked.crf_threshold or ())}:
        more["crf_threshold"] = thresholds
    if operators := config.operators():
        more["operators"] = operators
    return replace(made_of, options={**made_of.options, **more})


def crf_thresholds(given: Sequence[str]) -> dict[str, float]:
    """The probabilities that ``--crf-threshold`` names, by type or ``default``.

    Raises:
        UsageError: one is none, or of no type.
    """
    from scrubber.config_schema import thresholds

    found: dict[str, float] = {}
    for one in given:
        name, sign, number = one.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            raise UsageError(f"--crf-threshold takes P or TYPE=P, not '{one}'") from None
        found.update(thresholds({name if sign else "default": value}, "--crf-threshold"))
    return found


def _site(config: Config, enable: Sequence[str], detectors: Sequence[str]) -> Site:
    """What the configuration says of detection, with the types and detectors that the command line switches on."""
    from dataclasses import replace

    from scrubber.nearest import nearest
    from scrubber.policy import phi_types

    site = config.site()
    if detectors:
        beside = tuple(dict.fromkeys((*site.listening.beside, *detectors)))
        site = replace(site, listening=replace(site.listening, beside=beside))
    for type_ in enable:
        if type_ not in phi_types():
            raise UsageError(f"--enable: no type '{type_}'{nearest(type_, phi_types())}")
    if not enable:
        return site
    on = tuple(dict.fromkeys((*site.on, *enable)))
    return replace(site, on=on, off=tuple(type_ for type_ in site.off if type_ not in enable))


def console(messages: Messages, config: Config, made_of: ScrubberSettings) -> Console:
    """What tells of a run, the configuration in use and what of that changes nothing among it."""
    made = messages.console()
    made.configuration = config.sources
    _warn_of_idle_ignores(config, made_of, made)
    return made


def _warn_of_idle_ignores(config: Config, made_of: ScrubberSettings, console: Console) -> None:
    """Say which names of ``rules.ignore`` change nothing, since what their rules find is masked all the same."""
    from fnmatch import fnmatchcase

    from scrubber.check.known_rules import known_rules
    from scrubber.pipeline import Scrubber
    from scrubber.rules.rule import example

    if not config.rules.ignore or console.level < 0:
        return
    rules = known_rules(made_of.options.get("rules", ()))
    scrubber = Scrubber.made_from(made_of)
    named = {name: [rule for rule in rules if fnmatchcase(rule.id, name)] for name in config.rules.ignore}
    scrubber.read_ahead(example(marked)[0] for own in named.values() for rule in own for marked in rule.hit)
    for name, own in named.items():
        if own and all(_is_masked_anyway(scrubber, rule) for rule in own):
            console.warning(
                f"rules.ignore: '{name}' changes nothing: the model masks its examples all the same; "
                f"[[allow]] with rules = ['{name}'] lets through what it finds"
            )


def _is_masked_anyway(scrubber: Scrubber, rule: Rule) -> bool:
    """Whether everything that a rule's examples mark is masked without it."""
    from scrubber.languages.names import languages
    from scrubber.rules.rule import example

    own = rule.file.parent.name
    for marked in rule.hit:
        text, wanted = example(marked)
        found = scrubber.note(language=own if own in languages() else "").find(text)
        covered = {at for span in found for at in range(span.start, span.end)}
        if any(not covered.issuperset(range(start, end)) for start, end in wanted):
            return False
    return True


def _file(option: str, name: str | Path | None) -> Path:
    path = Path(name or "")
    if not path.is_file():
        raise UsageError(f"{option}: no such file: '{name}'")
    return path


def key(given: str | None, config: Config) -> Key | None:
    """The key from ``--key-file``, else from the environment, else from the configuration's file, else none.

    Raises:
        UsageError: the file cannot be read, others may read it, or it holds no key.
    """
    from scrubber.mask.keys import find_key

    return find_key(None if given is None else Path(given), config.key_file)
