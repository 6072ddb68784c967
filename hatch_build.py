"""The build step: compiles the lists and patterns (see scrubber/compiled_data.py), and adds the pages of docs/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface[Any]):
    """Runs for wheels, the editable kind included."""

    def dependencies(self) -> list[str]:
        """What it needs beside the standard library: rules and lists are read as scrub reads them."""
        return [need for need in self.metadata.core.dependencies if need.startswith(("regex", "numpy"))]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before anything is packed; a checkout that is installed in place reads its pages where they lie."""
        sys.path.insert(0, self.root)
        from scrubber import compiled_data

        compiled_data.write(Path(self.root))
        if version != "editable":
            for page in sorted((Path(self.root) / "docs").glob("*.md")):
                build_data["force_include"][str(page)] = f"scrubber/data/docs/{page.name}"
