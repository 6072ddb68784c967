"""Which detectors a type listens to, how loudly, and how the words of the CRF and the network are put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scrubber.errors import UsageError
from scrubber.known.table import SOURCE as KNOWN
from scrubber.reading import Spans
from scrubber.stages import CRF, MEAN, MODELS, NEURAL, SHIPPED
from scrubber.text.span import Span

UNION, VOTE = "union", "vote"
COMBINATIONS = (MEAN, UNION, VOTE)
"""The mean of both where the CRF is in doubt; whatever either finds; what two of rules, CRF and network find."""
DEFAULT = "default"
_COUNTS = 50


@dataclass(frozen=True)
class Listening:
    """A site's say on whom its types listen to. Small and picklable."""

    detectors: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By type: the detectors that it listens to, and the per cent by which each one's word counts. Other types listen
    to all that scrub brings along,"""
    beside: tuple[str, ...] = ()
    """and to these."""
    combine: Mapping[str, str] = field(default_factory=dict)
    """By type or :data:`DEFAULT`: how CRF and network are put together where a type listens to both."""

    @property
    def names(self) -> frozenset[str]:
        """Every detector that is named."""
        return frozenset([*self.beside, *(name for heard in self.detectors.values() for name in heard)])

    def hears(self, type_: str, detector: str) -> bool:
        """Whether a type listens to a detector."""
        heard = self.detectors.get(type_)
        return detector in (self.beside if heard is None else heard) or (heard is None and detector in SHIPPED)

    def combination(self, type_: str) -> str:
        """How CRF and network are put together for a type; as a union where it listens to one alone."""
        if not (self.hears(type_, NEURAL) and self.hears(type_, CRF)):
            return UNION
        return self.combine.get(type_) or self.combine.get(DEFAULT, MEAN)

    def heard(self, detector: str, found: Spans) -> Spans:
        """What a detector found, of the types that listen to it, with the weights that its word has there.

        Known identifiers are always listened to.
        """
        if detector == KNOWN or (not self.detectors and detector in _NEVER_LESS):
            return found
        shares = {type_: self.per_cent(detector, type_) for type_ in {one.type for spans in found for one in spans}}
        return [[_weighed(one, shares[one.type]) for one in spans if shares[one.type]] for spans in found]

    def per_cent(self, detector: str, type_: str) -> int:
        """By how much a detector's word counts for a type; 0 where it is not listened to."""
        if detector in (*MODELS, MEAN) and (detector == MEAN) != (self.combination(type_) == MEAN):
            return 0
        if detector == MEAN:
            return 100
        return self.detectors.get(type_, {}).get(detector, 100) if self.hears(type_, detector) else 0

    def with_network(self) -> Listening:
        """The same where the types that do not say whom they listen to listen to the network as well."""
        return replace(self, beside=tuple(dict.fromkeys((*self.beside, NEURAL))))

    def apart(self) -> Listening:
        """The same without the CRF: the network finds by itself."""
        return replace(
            self, combine={DEFAULT: UNION, **{name: how for name, how in self.combine.items() if how != MEAN}}
        )

    def without_network(self) -> Listening:
        """The same in a language that has no network: the CRF speaks in its place."""
        heard = {
            type_: {CRF if name == NEURAL else name: share for name, share in names.items()}
            for type_, names in self.detectors.items()
        }
        return Listening(heard, tuple(name for name in self.beside if name != NEURAL))

    def refuse_idle(self) -> None:
        """Refuse a combination for a type that does not listen to both.

        Raises:
            UsageError: there is one.
        """
        for type_ in self.combine:
            if NEURAL not in self.beside if type_ == DEFAULT else not self.hears(type_, NEURAL):
                where = "combine" if type_ == DEFAULT else f"types.{type_}.combine"
                raise UsageError(f"{where} would do nothing: no network is listened to there")


def _weighed(span: Span, per_cent: int) -> Span:
    return span if per_cent == 100 else span.weighing(span.weight * per_cent // 100)


_NEVER_LESS = SHIPPED.difference(MODELS)
"""Detectors that every type listens to that does not say otherwise."""
