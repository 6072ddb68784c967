"""The build step: compiles the lists and patterns, which the wheel carries (see scrubber/compiled_data.py)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface[Any]):
    """Runs for wheels, the editable kind included."""

    def dependencies(self) -> list[str]:
        """What it needs beside the standard library: rules are read as scrub reads them."""
        return [need for need in self.metadata.core.dependencies if need.startswith("regex")]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is packed."""
        sys.path.insert(0, self.root)
        from scrubber import compiled_data

        compiled_data.write(Path(self.root))
