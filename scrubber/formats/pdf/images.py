"""Pictures of a page, for who has looked at them: as dots alone, without what else a picture's file says."""

from __future__ import annotations

from io import BytesIO
from typing import Any, NamedTuple

from pdfminer.pdftypes import PDFStream, list_value, resolve1
from PIL import Image

_MOST = 50_000_000
"""Dots."""
_MODES = {
    "DeviceGray": "L",
    "CalGray": "L",
    "G": "L",
    "DeviceRGB": "RGB",
    "CalRGB": "RGB",
    "RGB": "RGB",
    1: "L",
    3: "RGB",
}
"""By colour space, or by the number of its colours."""
_FILES = ("DCTDecode", "DCT", "JPXDecode")
"""Filters of pictures that are files by themselves."""


class Picture(NamedTuple):
    """A picture where it stands."""

    image: Image.Image
    matrix: tuple[float, ...]
    """What makes a square of one point the place where it stands."""


def image_of(stream: PDFStream) -> Image.Image | None:
    """A picture's dots; None for one that is broken or of a kind that is not read, and for a mask."""
    try:
        return _read(stream)
    except (OSError, ValueError, TypeError, LookupError, Image.DecompressionBombError):
        return None


def _read(stream: PDFStream) -> Image.Image | None:
    wide, high = (int(resolve1(stream.get_any((long, short), 0))) for long, short in (("Width", "W"), ("Height", "H")))
    if not 0 < wide * high <= _MOST or resolve1(stream.get_any(("ImageMask", "IM"), False)):
        return None
    filters = [getattr(name, "name", "") for name, _ in stream.get_filters()]
    if filters and filters[-1] in _FILES:
        with Image.open(BytesIO(stream.get_data())) as file:
            return file.convert("RGB") if file.size == (wide, high) else None
    bits = int(resolve1(stream.get_any(("BitsPerComponent", "BPC"), 1)))
    space = resolve1(stream.get_any(("ColorSpace", "CS"), None))
    mode, colours = _mode(space)
    if (bits, mode) == (1, "L"):
        mode = "1"
    elif bits != 8 or not mode:
        return None
    image = Image.frombytes(mode, (wide, high), stream.get_data())
    if colours:
        image.putpalette(colours)
    return image.convert("RGB")


def _mode(space: Any) -> tuple[str, bytes]:
    """How PIL calls a colour space, and the colours of a palette."""
    name, *more = list_value(space) if isinstance(space, list) else [space]
    kind = getattr(resolve1(name), "name", "")
    if kind == "ICCBased":
        return _MODES.get(int(resolve1(resolve1(more[0]).get("N", 0))), ""), b""
    if kind in ("Indexed", "I") and _mode(resolve1(more[0]))[0] == "RGB":
        table = resolve1(more[2])
        return "P", table.get_data() if isinstance(table, PDFStream) else bytes(table)
    return _MODES.get(kind, ""), b""
