"""Surrogates of latitude and longitude: near the town that stands in the place of the nearest one."""

from __future__ import annotations

from scrubber.lazy_pattern import lazy_re
from scrubber.mask.keys import Key
from scrubber.mask.surrogate.geography import Geography, Spot

_PAIR = lazy_re(r"([-+]?)(\d{1,2}\.\d+)(°?\s?)([NS]?)(\s?,\s?)([-+]?)(\d{1,3}\.\d+)(°?\s?)([EW]?)")


def coordinates(text: str, key: Key, realm: str, places: Geography) -> str:
    """Another pair of decimal degrees of as many digits; an empty string for what is none, or lies nowhere."""
    found = _PAIR.fullmatch(text)
    if found is None:
        return ""
    north, lat, unit, pole, comma, east, lon, degree, side = found.groups()
    old = Spot(_signed(north, lat, pole), _signed(east, lon, side))
    new = places.moved_spot(old, key, realm)
    if new is None:
        return ""
    number = key.number("coordinates", realm, text)
    latitude, longitude = (degrees + _within(number >> bits) for degrees, bits in zip(new, (0, 64), strict=True))
    return (
        f"{_written(north, lat, latitude, pole and 'NS')}{unit}{pole and 'NS'[latitude < 0]}{comma}"
        f"{_written(east, lon, longitude, side and 'EW')}{degree}{side and 'EW'[longitude < 0]}"
    )


def _within(number: int) -> float:
    """Less than a twentieth of a degree, to which towns are known."""
    return (number % 10**5 - 50_000) / 10**6


def _signed(sign: str, digits: str, side: str) -> float:
    return -float(digits) if sign == "-" or side in ("S", "W") else float(digits)


def _written(sign: str, model: str, value: float, sides: str) -> str:
    """A number of as many decimals as another one, with a sign where no letter tells the side."""
    sign = "" if sides else "-" if value < 0 else sign.replace("-", "")
    return f"{sign}{abs(value):.{len(model.partition('.')[2])}f}"
