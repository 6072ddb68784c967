"""XML read without entities, document types or anything from outside, and written as it was."""

from __future__ import annotations

from lxml import etree

from scrubber.errors import NoteError

XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"


def parse_xml(data: bytes) -> etree._ElementTree:
    """The tree of a document.

    Raises:
        NoteError: it is not well-formed, or declares a document type (and with it entities).
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise NoteError("broken: a part is no well-formed XML, or too deep") from error
    tree = root.getroottree()
    if tree.docinfo.internalDTD is not None or tree.docinfo.doctype:
        raise NoteError("holds a document type declaration, which may define entities: refused")
    return tree


def xml_bytes(tree: etree._ElementTree) -> bytes:
    """A tree as bytes, in the encoding that it came in."""
    standalone = tree.docinfo.standalone
    data: bytes = etree.tostring(
        tree, xml_declaration=True, encoding=tree.docinfo.encoding or "UTF-8", standalone=standalone
    )
    return data


def is_element(node: etree._Element) -> bool:
    """Whether a node is an element, and no comment or processing instruction."""
    return isinstance(node.tag, str)


def local(node: etree._Element) -> str:
    """An element's name without its namespace."""
    return str(node.tag).rpartition("}")[2]
