"""Compiles whatever start-up reads of the shipped data: ``python -m scrubber.compiled_data`` in a checkout.

The wheel is built with it (``hatch_build.py``). It needs the standard library and ``regex``.
"""

from __future__ import annotations

from pathlib import Path

from scrubber import compiled, toml_file
from scrubber.gazetteers import loading as lists
from scrubber.rules import compiled as rules
from scrubber.rules.loading import load_rules
from scrubber.toml_file import read_toml


def write(root: Path) -> None:
    """Compile the lists and patterns below the folders ``lexicons`` and ``patterns`` in ``root``."""
    patterns, lexicons = root / "patterns", root / "lexicons"
    off = optional_types(patterns)
    for folder in sorted({path.parent.parent for path in lexicons.glob("*/*/manifest.toml")}):
        compiled.write(folder, lists.to_compile(folder, off))
    for folder in sorted({path.parent for path in patterns.rglob("*.toml")}):
        kept = dict(toml_file.to_compile(folder))
        if (pack := folder / "pack.toml").exists():
            trim = read_toml(pack).get("trim", {}).values()
            kept |= rules.to_compile((rule.begins for rule in load_rules([folder])), trim)
        compiled.write(folder, kept)


def optional_types(patterns: Path) -> frozenset[str]:
    """The types that are not looked for unless a site wants them (``patterns/types.toml``): their lists stay apart."""
    types = read_toml(patterns / "types.toml")
    return frozenset(name for name, info in types.items() if isinstance(info, dict) and info.get("default") is False)


if __name__ == "__main__":
    from scrubber.data import data_folder

    write(data_folder("patterns").parent)
