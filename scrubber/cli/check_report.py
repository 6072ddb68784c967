"""How ``scrub check`` reports: which format, and what writes it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from scrubber.errors import UsageError

if TYPE_CHECKING:
    from scrubber.check.gate import Gate
    from scrubber.check.writer import Writer
    from scrubber.cli import options as o
    from scrubber.config import Config
    from scrubber.report.check_report import Report, Style


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    HTML = "html"


FORMAT_VARIABLE = "SCRUB_FORMAT"


def chosen_format(asked: Format | None, site: Config, output_file: str | None) -> Format:
    """The command line's format, else the environment's, the configuration's, GitHub's in its workflows, else text."""
    if output_file == "":
        raise UsageError("--output-file is empty")
    in_workflow = os.environ.get("GITHUB_ACTIONS") == "true" and output_file is None
    name = asked or os.environ.get(FORMAT_VARIABLE) or site.check.format or ("github" if in_workflow else "text")
    if name not in list(Format):
        raise UsageError(f"{FORMAT_VARIABLE}: no format '{name}': choose from {', '.join(Format)}")
    if name == Format.HTML and output_file is None:
        raise UsageError("--format html needs --output-file: the page holds PHI and is written for you alone")
    return Format(name)


def report_style(show_text: bool, color: o.Color, to_screen: bool) -> Style:
    """How findings are written; colours go to a screen alone."""
    from scrubber.cli.console import use_color
    from scrubber.report.check_report import Style

    return Style(show_text, to_screen and use_color(color, sys.stdout))


def report_writer(
    chosen: Format, write: Callable[[str], object], style: Style, statistics: bool, gate: Gate, about: str
) -> Writer:
    """What writes a report of a format, finding by finding or at the end."""
    from scrubber.check.writer import Writer
    from scrubber.report.check_report import as_json

    def whys() -> dict[str, str]:
        from scrubber.check.known_rules import known_rules

        return {rule.id: rule.why for rule in known_rules()}

    def sarif_(report: Report) -> str:
        from scrubber.report.sarif import sarif

        return "".join(sarif(report, whys(), gate.identity))

    def html(report: Report) -> str:
        from scrubber.report.html.review import check_page

        return check_page(writer.kept, f"profile {about}", whys())

    def junit_(report: Report) -> str:
        from scrubber.report.junit import junit

        return "".join(junit(report))

    makers: dict[Format, Callable[[Report], str]] = {
        Format.JSON: lambda report: "".join(as_json(report)),
        Format.SARIF: sarif_,
        Format.JUNIT: junit_,
        Format.HTML: html,
    }
    writer = Writer(chosen, write, style, statistics, makers.get(chosen))
    return writer
