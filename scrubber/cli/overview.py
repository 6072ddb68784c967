"""What ``scrub`` alone prints on a terminal: what to type, and the commands."""

from __future__ import annotations

from typing import Any

_WIDTH = 80
_HEAD = """\
scrub finds protected health information in clinical notes and masks it.

  scrub notes/ -o out/    mask a folder of notes; see the result in out/
  scrub < in > out        mask what comes through a pipe

Commands:
"""
_FOOT = """\
'scrub COMMAND -h' tells a command's options, 'scrub help' more. Nothing is sent anywhere."""


def overview(group: Any, context: Any) -> str:
    """Some twenty lines on the commands of a group."""
    names = group.list_commands(context)
    width = max(map(len, names))
    lines = [
        f"  {name:{width}}  {group.get_command(context, name).get_short_help_str(_WIDTH - width)}" for name in names
    ]
    return _HEAD + "\n".join(lines) + "\n" + _FOOT
