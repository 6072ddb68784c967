"""Which formats there are, and which one a file has: by what the user says, by its extension, by its first bytes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from os import SEEK_END
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from scrubber.budget import file_budget
from scrubber.errors import BudgetExceeded, NoteError, UsageError
from scrubber.formats import signatures

if TYPE_CHECKING:
    from scrubber.formats.context import FileContext, Writable

HEAD_BYTES = 4096
JSON_BYTES = 32 * 1024 * 1024
"""Bytes of the first object of a JSON file, which says whether it is FHIR: the longest that is handled as such."""
TEXT = "text"
PLAIN_SUFFIXES = (".txt", ".text", ".md", ".note", ".log")


class Format(NamedTuple):
    """One format. ``rewrite`` of its module does the work."""

    name: str
    module: str
    """Below ``scrubber.formats``."""
    suffixes: tuple[str, ...]
    needs: tuple[str, ...] = ()
    """Importable names of the libraries, all part of ``scrub-phi[formats]``."""
    signature: Callable[[bytes], bool] | None = None
    """Whether the first :data:`HEAD_BYTES` bytes are such a file's, for files whose extension says nothing."""

    is_text: bool = False
    """A file that is not as it should be could be read as plain text all the same, if that is what the user wants."""
    is_pasted: bool = False
    """A note may begin so without being such a file: in one that is named like plain text somebody pasted it."""

    def rewrite(self, source: BinaryIO, target: Writable, context: FileContext) -> None:
        """Copy ``source`` (seekable, at its start) to ``target`` with all PHI masked.

        Raises:
            NoteError: the file is broken, encrypted or holds what cannot be handled, takes more than its budget, or the
                extra is not installed; nothing may be written then.
        """
        missing = next((name for name in self.needs if find_spec(name) is None), None)
        if missing:
            raise NoteError(f"{self.name} files need {missing}: pip install 'scrub-phi[formats]'")
        size = source.seek(0, SEEK_END)
        source.seek(0)
        try:
            with file_budget(size):
                import_module(f"scrubber.formats.{self.module}").rewrite(source, target, context)
        except BudgetExceeded:
            raise
        except NoteError as error:
            if not self.is_text:
                raise
            raise NoteError(f"{error} (--input-format text reads it as plain text)") from None


_TABLES = (".csv", ".psv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson")
_OTHERS = (".hl7", ".xml", ".html", ".eml", ".mbox", ".rtf", ".dcm")
_PACKED = tuple(f"{suffix}.gz" for suffix in (*_TABLES, *_OTHERS, *PLAIN_SUFFIXES))
"""Of files that are often packed one by one."""
FORMATS: tuple[Format, ...] = (
    Format("csv", "csv.file", (".csv", ".psv"), is_text=True),
    Format("tsv", "csv.file", (".tsv", ".tab"), is_text=True),
    Format("jsonl", "json.lines", (".jsonl", ".ndjson"), is_text=True),
    Format("json", "json.file", (".json",), is_text=True),
    Format("parquet", "parquet.file", (".parquet", ".pq"), needs=("pyarrow",), signature=signatures.is_parquet),
    Format("hl7", "hl7.file", (".hl7", ".mllp"), signature=signatures.is_hl7, is_pasted=True),
    Format(
        "fhir", "fhir.file", (".fhir.json", ".json", ".ndjson", ".jsonl"), signature=signatures.is_fhir, is_pasted=True
    ),
    Format("xml", "xml.file", (".xml", ".cda", ".ccda"), signature=signatures.is_xml, is_pasted=True),
    Format("dicom", "dicom.file", (".dcm", ".dicom"), needs=("pydicom",), signature=signatures.is_dicom),
    Format("vcf", "vcf.file", (".vcf", ".vcf.gz", ".vcf.bgz"), signature=signatures.is_variants),
    Format("vcard", "vcard.file", (".vcf", ".vcard", ".ics"), signature=signatures.is_vcard, is_pasted=True),
    Format(
        "xlsx", "xlsx.file", (".xlsx", ".xlsm", ".xltx", ".xltm"), needs=("openpyxl",), signature=signatures.is_xlsx
    ),
    Format("docx", "docx.file", (".docx", ".dotx", ".docm", ".dotm"), needs=("lxml",), signature=signatures.is_docx),
    Format("html", "html.file", (".html", ".htm", ".xhtml"), signature=signatures.is_html, is_pasted=True),
    Format("eml", "eml.file", (".eml", ".mht", ".mhtml"), signature=signatures.is_mail, is_pasted=True),
    Format("mbox", "eml.mbox", (".mbox", ".mbx", ".eml"), signature=signatures.is_mailbox),
    Format("rtf", "rtf.file", (".rtf",), signature=signatures.is_rtf),
    Format("pdf", "pdf.file", (".pdf",), needs=("pdfminer", "reportlab"), signature=signatures.is_pdf),
    Format("doc", "old_office.file", (".doc", ".dot"), needs=("olefile", "lxml")),
    Format("xls", "old_office.file", (".xls", ".xlt"), needs=("olefile", "openpyxl")),
    Format("gzip", "archive.gz", _PACKED, signature=signatures.is_gzip),
    Format("zip", "archive.zip", (".zip",)),
)
"""In the order in which signatures are tried. Packed ones come last: variants are packed too."""
_JSON = ("json", "jsonl")


def suffixes() -> tuple[str, ...]:
    """What the names of files of all formats end in, in lower case."""
    return tuple(suffix for format_ in FORMATS for suffix in format_.suffixes)


def has_signature(head: bytes) -> bool:
    """Whether a file that begins with these bytes is of a format, whatever its name."""
    return any(f.signature and f.signature(head) for f in FORMATS)


def format_names() -> list[str]:
    """Names for ``--input-format``."""
    return [TEXT, *(f.name for f in FORMATS)]


def named(name: str) -> Format | None:
    """The format of a name; None for plain text.

    Raises:
        UsageError: there is none.
    """
    if name == TEXT:
        return None
    for format_ in FORMATS:
        if format_.name == name:
            return format_
    raise UsageError(f"--input-format: no '{name}'; there are {', '.join(format_names())}")


def recognise(name: str, head: bytes, asked: str = "") -> Format | None:
    """The format of a file by its name and first bytes; None for plain text.

    Raises:
        UsageError: ``asked`` names no format. NoteError: the extension and the signature contradict each other.
    """
    if asked:
        return named(asked)
    by_suffix = _suited([f for f in FORMATS if name.lower().endswith(f.suffixes)], head)
    plain = name.lower().endswith(PLAIN_SUFFIXES)
    by_head = next((f for f in FORMATS if f.signature and f.signature(head) and not (plain and f.is_pasted)), None)
    if by_suffix and by_suffix.signature and not by_suffix.signature(head) and by_head:
        raise NoteError(f"named like {by_suffix.name} but begins like {by_head.name} (see --input-format)")
    return by_suffix or by_head


def format_of(file: BinaryIO, name: str, asked: str = "") -> Format | None:
    """The format of an open file (at its start, and left there); None for plain text. As :func:`recognise`."""
    head = file.read(HEAD_BYTES) if file.seekable() else b""
    found = recognise(name, head, asked)
    plain = asked or name.lower().endswith(PLAIN_SUFFIXES) or (found and found.name not in _JSON)
    if not plain and signatures.says_fhir(head) is None and signatures.says_fhir(head + file.read(JSON_BYTES)):
        found = named("fhir")
    if head:
        file.seek(0)
    return found


def refuse_formats(file: BinaryIO, name: str, what: str) -> None:
    """Raises a NoteError if an open file (at its start) is no plain text, so that ``what`` cannot show it."""
    if format_ := format_of(file, name):
        raise NoteError(f"{what} can only show plain text, and this is a {format_.name} file")


def _suited(candidates: list[Format], head: bytes) -> Format | None:
    """Of formats with one suffix that whose signature fits, else the first without a signature, else the first."""
    fits = [f for f in candidates if f.signature and f.signature(head)]
    plain = [f for f in candidates if not f.signature]
    return next(iter([*fits, *plain, *candidates]), None)
