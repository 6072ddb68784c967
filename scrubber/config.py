"""Configuration: ``.scrub.toml``, ``scrub.toml`` or ``[tool.scrub]`` in ``pyproject.toml``, one for a whole run.

The nearest of them counts, walking up from the working folder to the first that holds ``.git``, or to the home folder;
outside of both, the working folder's alone. One that belongs to somebody else is refused, unless it is named.
The command line overrides the environment, which overrides the file. Nothing in a file is ever run or imported, and
keys stand in a file of their own or in the environment, never here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scrubber.config_schema import PATHS, validated
from scrubber.errors import UsageError
from scrubber.formats.settings import FormatSettings
from scrubber.policy import OperatorChoice
from scrubber.refine.listening import DEFAULT, Listening
from scrubber.refine.site import Allow, Mask, Site

CONFIG_VARIABLE = "SCRUB_CONFIG"
_NAMES = (".scrub.toml", "scrub.toml", "pyproject.toml")
_APPENDED = frozenset({"allow", "mask"})
_MAX_EXTENDS = 16
_BARE = re.compile(r"[A-Za-z/~.][\w./~-]*")
"""A value of TOML that needs quotes, and that a user of a shell may write without: a name, a path."""


class TypeSettings(NamedTuple):
    """What a site wants of one PHI type."""

    enabled: bool | None = None
    """Switch the type on or off; ``None``: as the profile says."""
    weight: int = 100
    """Per cent by which the weight of what is found counts; 0 is off."""
    operator: str | None = None
    """How it is masked (``scrub --help``); ``None``: as the profile says."""
    options: Mapping[str, Any] = {}
    """Settings of the operator."""
    detectors: Mapping[str, int] = {}
    """Which detectors the type listens to, with the per cent by which each one's word counts; empty: all, in full."""
    combine: str | None = None
    """How CRF and network are put together: ``mean``, ``union`` or ``vote``."""


class RuleSettings(NamedTuple):
    """Which rules run, and how much their word counts."""

    select: tuple[str, ...] = ()
    """Rules or types; empty: all."""
    ignore: tuple[str, ...] = ()
    weights: Mapping[str, int] = {}
    """Weight 0 (off) to 100 by rule id."""


class CheckSettings(NamedTuple):
    """What only ``scrub check`` reads."""

    format: str | None = None
    baseline: Path | None = None
    inline_allow: bool = True
    """Whether ``scrub:allow[RULE]`` in a line counts."""
    per_file_ignores: Mapping[str, tuple[str, ...]] = {}
    """Rules or types not reported, by file pattern."""


class Config(NamedTuple):
    """Everything that a configuration can say; what it does not say has its default."""

    profile: str | None = None
    min_weight: int | None = None
    crf: bool | None = None
    crf_threshold: Mapping[str, float] = {}
    """Probabilities from which the CRF's word is PHI, by type or ``default``."""
    lexicon_folders: tuple[Path, ...] = ()
    rule_folders: tuple[Path, ...] = ()
    known: Path | None = None
    """Identifiers known per patient or note."""
    key_file: Path | None = None
    language: str | None = None
    """Of the notes; ``auto``: told note by note."""
    unknown_language: str | None = None
    """What becomes of notes in a language without a pack."""
    joining_words: tuple[str, ...] | None = None
    """Words that join neighbouring parts of a place ("Health Center of Washington"); ``None``: the built-in ones."""
    model: Path | None = None
    """A CRF that ``scrub train`` made, instead of the shipped one."""
    network: Path | None = None
    """A network that it made."""
    detectors: tuple[str, ...] = ()
    """Detectors that types listen to besides those that scrub brings along, but for types that say which."""
    combine: str | None = None
    """How CRF and network are put together, but for types that say how."""
    exclude: tuple[str, ...] = ()
    """Patterns of files that folders are searched without."""
    allow: tuple[Allow, ...] = ()
    mask: tuple[Mask, ...] = ()
    types: Mapping[str, TypeSettings] = {}
    rules: RuleSettings = RuleSettings()
    check: CheckSettings = CheckSettings()
    formats: FormatSettings = FormatSettings()
    """How tables, messages and documents are treated."""
    sources: tuple[Path, ...] = ()
    """The files it was read from, the base first."""
    root: Path = Path()
    """The folder that file patterns count from."""

    def operators(self) -> dict[str, OperatorChoice]:
        """What replaces a type's text, where it says so."""
        chosen = {name: entry for name, entry in self.types.items() if entry.operator}
        return {name: OperatorChoice(entry.operator or "", entry.options) for name, entry in chosen.items()}

    def site(self) -> Site:
        """What it says of detection."""
        return Site(
            allow=self.allow,
            mask=self.mask,
            select=self.rules.select,
            ignore=self.rules.ignore,
            rule_weights=self.rules.weights,
            type_weights={name: entry.weight for name, entry in self.types.items() if entry.weight != 100},
            on=tuple(name for name, entry in self.types.items() if entry.enabled is True),
            off=tuple(name for name, entry in self.types.items() if entry.enabled is False),
            listening=Listening(
                {name: entry.detectors for name, entry in self.types.items() if entry.detectors},
                self.detectors,
                ({} if self.combine is None else {DEFAULT: self.combine})
                | {name: entry.combine for name, entry in self.types.items() if entry.combine},
            ),
        )


def load_config(
    given: Sequence[str] = (), *, isolated: bool = False, start: Path | None = None, env: Mapping[str, str] = os.environ
) -> Config:
    """The configuration of this run.

    Args:
        given: values of ``--config``: at most one file, and any number of ``key = value``.
        isolated: read no file.
        start: the folder to search from; the working folder by default.
        env: where :data:`CONFIG_VARIABLE` is looked up.

    Raises:
        UsageError: a file is missing or broken, or says something that nobody knows.
    """
    files, overrides = _split_given(given)
    if isolated and files:
        raise UsageError("--isolated and --config FILE exclude each other")
    path = None if isolated else _chosen_file(files, start or Path.cwd(), env)
    sources: list[Path] = []
    table = _read_with_bases(path, sources) if path else {}
    for text in overrides:
        table = _merged(table, _absolute_paths(_setting(text), Path.cwd()))
    return _config(table, tuple(reversed(sources)), path.parent if path else Path.cwd())


def _split_given(given: Sequence[str]) -> tuple[list[Path], list[str]]:
    files = [Path(value) for value in given if "=" not in value or Path(value).is_file()]
    overrides = [value for value in given if Path(value) not in files]
    if len(files) > 1:
        raise UsageError("--config takes one file")
    return files, overrides


def _chosen_file(files: Sequence[Path], start: Path, env: Mapping[str, str]) -> Path | None:
    named = files[0] if files else Path(env[CONFIG_VARIABLE]) if env.get(CONFIG_VARIABLE) else None
    if named is None:
        return discover(start, env)
    if not named.is_file():
        raise UsageError(f"no such configuration file: {named}")
    return named.resolve()


def discover(start: Path, env: Mapping[str, str] = os.environ) -> Path | None:
    """The nearest configuration file, if any; a ``pyproject.toml`` without ``[tool.scrub]`` is passed over.

    Raises:
        UsageError: it belongs to somebody else.
    """
    return nearest_file(start, _NAMES, env)


def nearest_file(start: Path, names: Sequence[str], env: Mapping[str, str] = os.environ) -> Path | None:
    """The first file of one of these names, from a folder upwards as far as configurations are searched for.

    Raises:
        UsageError: it belongs to somebody else.
    """
    for folder in _upwards(start.resolve()):
        for name in names:
            path = folder / name
            if path.is_file() and (name != "pyproject.toml" or _tool_table(path) is not None):
                _refuse_foreign(path, env)
                return path
    return None


def _upwards(start: Path) -> Sequence[Path]:
    # Not past the repository or the home folder: what lies above may be anybody's, and could switch masking off.
    home = _home()
    folders = (start, *start.parents)
    for at, folder in enumerate(folders):
        if (folder / ".git").exists() or folder == home:
            return folders[: at + 1]
    return folders[:1]


def _home() -> Path | None:
    """The home folder; none where it is the root, as in some containers: everything lies below that."""
    try:
        home = Path.home().resolve()
    except RuntimeError:
        return None
    return None if home == Path(home.anchor) else home


def _refuse_foreign(path: Path, env: Mapping[str, str]) -> None:
    """Raises a UsageError for a file that another user owns, as git does for repositories; sudo's user is no other."""
    if not hasattr(os, "geteuid"):
        return
    mine = {os.geteuid()}
    if os.geteuid() == 0 and env.get("SUDO_UID", "").isdecimal():
        mine.add(int(env["SUDO_UID"]))
    if path.stat().st_uid not in mine:
        raise UsageError(
            f"{path} belongs to another user: name it with --config to use it, or pass it over (--isolated)"
        )


def _tool_table(path: Path) -> dict[str, Any] | None:
    table = _read(path).get("tool", {}).get("scrub")
    return table if isinstance(table, dict) else None


def _read(path: Path) -> dict[str, Any]:
    try:
        return _parse(path.read_text("utf-8"), str(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 at byte {error.start}") from None


def _parse(text: str, where: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{where}: {error}") from None


def _setting(text: str) -> dict[str, Any]:
    """What ``--config KEY=VALUE`` says: TOML, but that a shell takes the quotes from a single word's value."""
    key, _, value = text.partition("=")
    if _BARE.fullmatch(value.strip()) and value.strip() not in ("true", "false"):
        text = f'{key} = "{value.strip()}"'
    return _parse(text, "--config")


def _read_with_bases(path: Path, sources: list[Path]) -> dict[str, Any]:
    """The file's table over those of the files that it extends; ``sources`` receives every file, the base last."""
    if path in sources or len(sources) >= _MAX_EXTENDS:
        raise UsageError(f"{path}: 'extend' leads in a circle")
    sources.append(path)
    table = _read(path) if path.name != "pyproject.toml" else _tool_table(path) or {}
    validated(table, str(path))
    table = _absolute_paths(table, path.parent)
    base = table.pop("extend", None)
    if base is None:
        return table
    if not Path(base).is_file():
        raise UsageError(f"{path}: no such file to extend: {base}")
    return _merged(_read_with_bases(Path(base).resolve(), sources), table)


def _absolute_paths(table: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Paths in a file count from that file, so they are made absolute before files are merged."""

    def fix(value: Any) -> Any:
        return [fix(v) for v in value] if isinstance(value, list) else str(folder / Path(value).expanduser())

    result = dict(table)
    if str(table.get("profile", "")).endswith(".toml"):
        result["profile"] = fix(table["profile"])
    for name in PATHS:
        outer, _, inner = name.partition(".")
        if inner and inner in result.get(outer, {}):
            result[outer] = {**result[outer], inner: fix(result[outer][inner])}
        elif not inner and outer in result:
            result[outer] = fix(result[outer])
    return result


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged, lists of texts allowed and masked appended, everything else replaced."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            result[key] = _merged(old, value)
        elif key in _APPENDED and isinstance(old, list):
            result[key] = [*old, *value]
        else:
            result[key] = value
    return result


def _config(table: Mapping[str, Any], sources: tuple[Path, ...], root: Path) -> Config:
    values = validated(table, "--config")
    values.pop("extend", None)
    check = values.pop("check", {})
    formats = values.pop("formats", {})
    if "maps" in formats:
        formats["maps"] = tuple(Path(_existing(path)) for path in formats["maps"])
    if "per_file_ignores" in check:
        check["per_file_ignores"] = {glob: tuple(names) for glob, names in check["per_file_ignores"].items()}
    return Config(
        **values
        | {name: Path(values[name]) for name in ("known", "key_file", "model", "network") if name in values}
        | {name: tuple(map(Path, values[name])) for name in ("lexicon_folders", "rule_folders") if name in values}
        | {"allow": tuple(Allow(**entry) for entry in values.get("allow", ()))}
        | {"mask": tuple(Mask(**entry) for entry in values.get("mask", ()))}
        | {"types": {name: _type_settings(entry) for name, entry in values.get("types", {}).items()}}
        | {"rules": RuleSettings(**values.get("rules", {}))},
        check=CheckSettings(**check | ({"baseline": Path(check["baseline"])} if "baseline" in check else {})),
        formats=FormatSettings(**formats),
        sources=sources,
        root=root,
    )


def _existing(path: str) -> str:
    if not Path(path).is_file():
        raise UsageError(f"formats.maps: no such file: '{path}'")
    return path


def _type_settings(entry: Mapping[str, Any]) -> TypeSettings:
    own = {key: entry[key] for key in ("enabled", "weight", "operator", "detectors", "combine") if key in entry}
    return TypeSettings(**own, options={key: value for key, value in entry.items() if key not in own})
