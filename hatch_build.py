"""The build step: compiles the lists and patterns, which the wheel carries (see scrubber/compiled_data.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface[Any]):
    """Runs for wheels, the editable kind included; needs nothing but the standard library."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is packed."""
        sys.path.insert(0, self.root)
        from scrubber import compiled_data

        compiled_data.write(Path(self.root))
