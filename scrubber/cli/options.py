"""The options that commands share, as annotated types. Light: imports nothing that loads lexicons or ``regex``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

READ = "What is read"
"""The panel of options on the input."""


class Color(StrEnum):
    """When to colour output."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def complete_profiles() -> list[str]:
    """Completes profile names, without loading what they mean."""
    from scrubber.data import data_folder
    from scrubber.toml_file import read_toml

    return list(read_toml(data_folder("patterns") / "profiles.toml"))


def complete_types() -> list[str]:
    """PHI types."""
    from scrubber.policy import phi_types

    return list(phi_types())


def complete_rules() -> list[str]:
    """The ids of the shipped rules, read without what they need to run."""
    from scrubber.data import data_folder
    from scrubber.toml_file import read_toml

    files = sorted(path for folder in data_folder("patterns").iterdir() for path in folder.glob("*.toml"))
    return sorted({rule["id"] for path in files for rule in read_toml(path).get("rule", ()) if "id" in rule})


def complete_names() -> list[str]:
    """Types, categories and rules."""
    from scrubber.policy import phi_types

    return sorted({*phi_types(), *(info.category for info in phi_types().values())}) + complete_rules()


def complete_thresholds() -> list[str]:
    """Types, for options of the form TYPE=P."""
    return [f"{type_}=" for type_ in complete_types()]


def complete_schemes() -> list[str]:
    """Annotation schemes."""
    from scrubber.evaluate.schemes import scheme_names

    return list(scheme_names())


def complete_languages() -> list[str]:
    """Languages with a pack."""
    from scrubber.languages.names import AUTO, languages

    return [AUTO, *languages()]


def complete_unknown() -> list[str]:
    """What may become of notes in languages without a pack."""
    from scrubber.languages.names import UNKNOWN

    return list(UNKNOWN)


Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATHS", help="Files and folders; none or - for standard input.", show_default=False),
]
Profile = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        show_default=False,
        help="Which types are masked, and how: safe-harbor (the default), limited, strict, surrogates, generalised, "
        "meddocan, or a file of your own (.toml).",
        autocompletion=complete_profiles,
    ),
]
Lexicons = Annotated[
    list[str] | None,
    typer.Option(
        "--lexicon",
        metavar="DIR",
        help="A folder of your own lists, on top of ours. Repeatable.",
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="DIR",
        help="A folder of your own rule files, on top of ours. Repeatable.",
    ),
]
Known = Annotated[
    str | None,
    typer.Option(
        "--known",
        metavar="FILE",
        show_default=False,
        help="Names, birth dates, numbers known per patient or note (CSV or JSON); found however they are written.",
    ),
]
Enable = Annotated[
    list[str] | None,
    typer.Option(
        "--enable",
        metavar="TYPE",
        show_default=False,
        help="Mask this type as well, such as RELIGION or CLINICAL_CODE. Repeatable.",
        autocompletion=complete_types,
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        show_default=False,
        help="The language of the notes: en, es, or auto (the default), which tells it note by note.",
        autocompletion=complete_languages,
    ),
]
UnknownLanguage = Annotated[
    str | None,
    typer.Option(
        "--unknown-language",
        metavar="WHAT",
        show_default=False,
        help="Notes in other languages: error, not written (the default), or mask, all but their names. Exit 2.",
        autocompletion=complete_unknown,
    ),
]
NoCrf = Annotated[bool, typer.Option("--no-crf", help="Leave out the statistical model.")]
CrfThreshold = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[TYPE=]P",
        show_default=False,
        autocompletion=complete_thresholds,
        help="The probability from which the model's word counts, for every type or for one; a lower one leaks less "
        "and masks more. Repeatable.",
    ),
]
RunKey = Annotated[
    str | None,
    typer.Option(
        "--key-file",
        metavar="FILE",
        show_default=False,
        help="The run's key; else SCRUB_KEY holds it, or the configuration's key-file.",
    ),
]
DetectorName = Annotated[
    list[str] | None,
    typer.Option(
        "--detector",
        metavar="NAME",
        show_default=False,
        help="One of an installed package, or neural: the network without the CRF, or beside your own. Repeatable.",
    ),
]
MinWeight = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=100,
        metavar="N",
        show_default=False,
        help="Heed what is found with at least this weight. Default: 50.",
    ),
]
Include = Annotated[
    list[str] | None,
    typer.Option(
        metavar="GLOB",
        rich_help_panel=READ,
        help="Which files of a folder are notes, by name. Repeatable. "
        "Default: *.txt *.text *.md *.note *.log, text without suffix, and files of known formats.",
    ),
]
AllowEmpty = Annotated[
    bool,
    typer.Option("--allow-empty", help="Exit 0 even if there is nothing to read, which is else an error."),
]
EncodingName = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Read and write in this encoding. Default: found out.",
    ),
]
NoteBoundary = Annotated[
    str | None,
    typer.Option(
        metavar="RULE",
        help="What separates notes within an input: a number of blank lines, formfeed (the default), "
        "regex:PATTERN found in a note's first line, or jsonl (a JSON document a line).",
    ),
]
StdinFilename = Annotated[
    str | None,
    typer.Option(metavar="NAME", rich_help_panel=READ, help="What messages and findings call standard input."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j",
        "--jobs",
        min=0,
        metavar="N",
        show_default=False,
        help="Use up to N processes; 0 for every core. Default: 2 for many files, else 1.",
    ),
]
Quiet = Annotated[
    int,
    typer.Option(
        "-q",
        "--quiet",
        count=True,
        show_default=False,
        help="Errors only; -qq not even these.",
    ),
]
Verbose = Annotated[
    int,
    typer.Option(
        "-v",
        "--verbose",
        count=True,
        show_default=False,
        help="Say what happens to every file.",
    ),
]
ColorWhen = Annotated[Color, typer.Option("--color", help="Colour the output.")]
Exclude = Annotated[
    list[str] | None,
    typer.Option(
        metavar="GLOB",
        show_default=False,
        help="Leave out files and folders: a name (*.png) or a path (drafts/*). Repeatable.",
    ),
]
ConfigOption = Annotated[
    list[str] | None,
    typer.Option(
        "--config",
        metavar="FILE|KEY=VALUE",
        show_default=False,
        help="A configuration file instead of the nearest .scrub.toml, or one setting. Repeatable.",
    ),
]
Isolated = Annotated[bool, typer.Option("--isolated", help="Read no configuration file.")]
