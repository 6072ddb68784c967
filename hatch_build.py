"""The build step: compiles each language's lists, which the wheel carries (see scrubber/compiled_lexicon.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileLexicons(BuildHookInterface[Any]):
    """Runs for wheels, the editable kind included; needs nothing but the standard library."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is packed."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from scrubber import compiled_lexicon

        off = compiled_lexicon.optional_types(root / "patterns")
        for folder in sorted({path.parent.parent for path in root.glob("lexicons/*/*/manifest.toml")}):
            compiled_lexicon.write(folder, off)
