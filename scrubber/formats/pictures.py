"""Pictures inside documents. What they show cannot be read here, so a blank one takes their place.

``--pictures keep`` leaves them, for logos and drawings that somebody has looked at; the run then says so.
"""

from __future__ import annotations

import base64

from scrubber.formats.context import FileContext

KEEP, REMOVE = ("keep", "remove")

SUFFIXES = (
    *(".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".gif", ".bmp", ".dib", ".tif", ".tiff", ".emf", ".wmf", ".emz"),
    *(".wmz", ".svg", ".webp", ".heic", ".ico", ".wdp", ".jxr", ".pct", ".pict"),
)
_PNG = base64.b64decode(b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGM4AwAAzgDN1GaQsAAAAABJRU5ErkJggg==")
_GIF = base64.b64decode(b"R0lGODdhAQABAIEAAMzMzAAAAAAAAAAAACwAAAAAAQABAAAIBAABBAQAOw==")
_JPEG = base64.b64decode(
    b"/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////"
    b"////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8A"
    b"T//Z"
)
_BLANK_LINK = "data:image/gif;base64," + base64.b64encode(_GIF).decode("ascii")
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
WARNING = {
    KEEP: "pictures are kept as they are: what they show, and what their own metadata say, is not looked at",
    REMOVE: "pictures are replaced by blank ones: what they show cannot be looked at (--pictures keep leaves them)",
}
"""What a run says of pictures, by what is done with them."""


def is_picture(name: str) -> bool:
    """Whether a file or part of this name is a picture."""
    return name.lower().endswith(SUFFIXES)


def scrub_picture(context: FileContext, data: bytes) -> bytes:
    """A picture as it may go out, by the settings; the user is told."""
    context.warn(WARNING[context.settings.pictures])
    return data if context.settings.pictures == KEEP else blank(data)


def blank(data: bytes) -> bytes:
    """A picture of one pixel, of the same kind where that is a common one, else a PNG (readers go by the bytes)."""
    if data.startswith(b"\xff\xd8"):
        return _JPEG
    if data.startswith(b"GIF8"):
        return _GIF
    if data.lstrip()[:5] in (b"<?xml", b"<svg ") or b"<svg" in data[:512]:
        return _SVG
    return _PNG


def is_data_link(target: str) -> bool:
    """Whether a link holds bytes itself (``data:image/png;base64,...``)."""
    return target[:5].lower() == "data:"


def scrub_data_link(context: FileContext, target: str) -> str:
    """Bytes within a page: a picture, by the settings, or something that nobody can look at here; the user is told."""
    if not target[:11].lower().startswith("data:image/"):
        context.warn("data within the page that is no picture is taken out")
        return "data:,"
    scrub_picture(context, b"")
    return target if context.settings.pictures == KEEP else _BLANK_LINK
