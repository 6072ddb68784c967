"""Ways to find PHI, to be measured side by side: by rules, by one of the models, or by both put together."""

from __future__ import annotations

from collections.abc import Mapping

from scrubber.errors import UsageError
from scrubber.nearest import nearest
from scrubber.policy import phi_types
from scrubber.refine.listening import COMBINATIONS, Listening
from scrubber.stages import CRF, NEURAL

_RULES = "rules"
DETECTORS: Mapping[str, tuple[str, ...]] = {
    _RULES: (_RULES,),
    CRF: (_RULES, CRF),
    NEURAL: (_RULES, NEURAL),
    **dict.fromkeys(COMBINATIONS, (_RULES, CRF, NEURAL)),
}
"""By way, the detectors that are listened to: beside a model, rules stand by themselves where they are sure."""


def way(name: str) -> Listening:
    """All types go one way.

    Raises:
        UsageError: there is no such way.
    """
    if name not in DETECTORS:
        raise UsageError(f"no way '{name}' to find{nearest(name, DETECTORS)}")
    return ways(dict.fromkeys(phi_types(), name))


def ways(types: Mapping[str, str]) -> Listening:
    """Each type goes a way of its own."""
    return Listening(
        {type_: dict.fromkeys(DETECTORS[name], 100) for type_, name in types.items()},
        combine={type_: name for type_, name in types.items() if name in COMBINATIONS},
    )
