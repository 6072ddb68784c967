"""``scrub init``: a commented configuration and a key file to begin with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from scrubber.cli import options as o
from scrubber.errors import UsageError

CONFIG_NAME = ".scrub.toml"
CONFIG = """\
# scrub's configuration. It holds for this folder and all below it; the command line overrides it.
# What is commented out shows the default or an example. 'scrub --help' and docs/policies.md tell more.

# Which types of PHI are masked: safe-harbor, limited, strict, surrogates, generalised, or a file of your own.
profile = "{profile}"

# From this weight (0 to 100) a span is masked. Lower masks more, and more in vain.
# min-weight = 50

# The language of the notes: en, es, or auto, which tells it note by note (docs/languages.md). And what becomes of notes
# in other languages: error (they are not written), or mask what no language is needed for, which leaves names.
# language = "auto"
# unknown-language = "error"

# The key that surrogates, hashes and date shifts derive from. Whoever has it can link and try out names: keep it out of
# the output folder and out of version control. SCRUB_KEY in the environment overrides it.
key-file = "{key_file}"

# How a type is masked: tag, redact, surrogate, shift (dates), generalise, hash, randomise, truncate or keep.
# Further keys are the operator's options.
# [types.DATE]
# operator = "shift"
# days = 365            # at most so many days either way, one number a patient
# whole-weeks = false   # true: weekdays stay what they are
#
# [types.PATIENT]
# operator = "surrogate"
# scope = "corpus"      # the same name, the same surrogate: in the whole corpus, per patient, or per note
#
# [types.AGE]
# operator = "generalise"
# age = "90+"           # or "decade"
#
# [types.PROFESSION]
# enabled = false

# Tables: which columns hold notes, whose rows they are, and what becomes of the others (docs/formats.md).
# [formats]
# columns = ["note_text"]
# patient-column = "mrn"
# column-actions = {{ "enc_*" = "hash", ward = "drop", mother = "PATIENT" }}

# Text that is PHI here and was missed, said once and with a reason: masked wherever it stands.
# [[mask]]
# text = "Blue Heron"
# type = "HOSPITAL"
# reason = "our inpatient house"

# Text that is no PHI here, said once and with a reason.
# [[allow]]
# text = "Mercy"
# types = ["HOSPITAL"]
# reason = "the name of our vital signs monitor"
#
# [[allow]]
# rules = ["date-holiday"]   # whatever this rule finds
# reason = "holidays tell nobody"
"""


def command(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where to write the configuration.")] = ".",
    key_file: Annotated[
        str, typer.Option("--key-file", metavar="FILE", help="The key file to make, counted from FOLDER.")
    ] = "scrub.key",
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", show_default=False, help="The output folder: no key goes there."),
    ] = None,
    profile: Annotated[
        str, typer.Option("--profile", metavar="NAME", help="The profile to set.", autocompletion=o.complete_profiles)
    ] = "safe-harbor",
) -> None:
    """Write a commented .scrub.toml and a new key file (mode 0600).

    Neither is ever overwritten.
    """
    from scrubber.mask.keys import refuse_inside, write_key
    from scrubber.policy import load_policy

    load_policy(profile)
    place = Path(folder)
    if not place.is_dir():
        raise UsageError(f"no such folder: {place}")
    config, key = place / CONFIG_NAME, place / key_file
    out = Path(output) if output else None
    if os.path.lexists(config):
        raise UsageError(f"{config} exists already")
    refuse_inside(config, out, "the configuration")
    write_key(key, outside=out)
    text = CONFIG.format(profile=profile, key_file=Path(key_file).as_posix())
    try:
        with config.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{config}: {error.strerror}") from None
    typer.echo(f"wrote {config} and {key}", err=True)
    if (place / ".git").exists():
        typer.echo(f"keep the key out of version control: echo {key_file} >> .gitignore", err=True)
