"""Elements whose mask would be no value of their type: the standard's extension says in its place that it is masked."""

from __future__ import annotations

from scrubber.formats.json.nodes import Array, Object, Scalar
from scrubber.formats.slices import Edit, Slice

REASON = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
_EXTENSION = f'{{"url": "{REASON}", "valueCode": "masked"}}'
_ABSENT = f'{{"extension": [{_EXTENSION}]}}'


def absent_member(holder: Object, at: int, node: Slice | Scalar) -> list[Edit]:
    """What takes a value out of an object, and has the element beside it ("_birthDate") say why.

    An extension says it in the place of its value. Nothing where that would take more: an array with such elements
    beside it, or the last member of an object.

    Args:
        at: the number of the member that is the value, or the array of values in which it is one.
    """
    key, (name, value) = holder.keys[at], holder.members[at]
    beside, more = holder.get(f"_{name}"), isinstance(value, Array) and value.items[0] is not node
    quote = isinstance(node, Slice)
    if beside is None and name.startswith("value") and holder.text("url") and holder.get("extension") is None:
        return [Edit(key.start, key.end, "extension"), Edit(node.start - quote, node.end + quote, f"[{_EXTENSION}]")]
    if beside is None:
        element = Edit(node.start - quote, node.end + quote, _ABSENT)
        return [element] if more else [Edit(key.start, key.start, "_"), element]
    if not isinstance(beside, Object) or isinstance(value, Array) or at + 1 == len(holder.keys):
        return []
    extensions = beside.get("extension")
    if isinstance(extensions, Array):
        said = Edit(extensions.end, extensions.end, (", " if extensions.items else "") + _EXTENSION)
    else:
        said = Edit(beside.start + 1, beside.start + 1, f'"extension": [{_EXTENSION}]' + (", " if beside.keys else ""))
    return [Edit(key.start - 1, holder.keys[at + 1].start - 1, ""), said]
