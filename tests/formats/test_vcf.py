"""The variant call format: samples and header lines are masked, calls and genotypes stay; plain and gzip'd."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from formats.messages import context, found, masked
from formats.planted import seen

from scrubber.errors import NoteError
from scrubber.formats.registry import recognise
from scrubber.formats.vcf.bgzf import BgzfWriter

NAMES = ("Velankar", "Darius", "4471902", "20210314", "quillon", "lakehurst", "NA00077", "Mar 14")
HEADER = """##fileformat=VCFv4.3
##fileDate=20210314
##reference=file:///home/mquillon/ref/grch38.fa
##contig=<ID=20,length=62435964,assembly=B36,species="Homo sapiens">
##INFO=<ID=DP,Number=1,Type=Integer,Description="Total depth">
##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">
##SAMPLE=<ID=NA00077,Description="Mr. Velankar, MRN 4471902">
##PEDIGREE=<ID=NA00077,Father=NA00078>
##bcftools_viewCommand=view -o /data/Velankar_Darius/out.vcf https://lakehurst.example/x; Date=Mon Mar 14 2021
"""
COLUMNS = "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tNA00077\tVelankar_D\tNORMAL\n"
CALLS = (
    "20\t14370\trs6054257\tG\tA\t29\tPASS\tDP=14;CARRIER=NA00077;NORMAL=1\tGT:GQ\t0|0:48\t1|0:48\t1/1:43\n"
    "20\t17330\t.\tT\tA\t3\tq10\tDP=11\tGT:GQ\t0|0:49\t0|1:3\t0/0:41\n"
)
FILE = (HEADER + COLUMNS + CALLS).encode()


@pytest.mark.parametrize("profile", ["safe-harbor", "strict", "surrogates"])
def test_nothing_planted_is_left(profile: str) -> None:
    assert not seen(masked("vcf", FILE, context(profile)), NAMES)


def test_the_rest_stays() -> None:
    at = context()
    lines = masked("vcf", FILE, at).decode().splitlines(keepends=True)
    old = FILE.decode().splitlines(keepends=True)
    assert [n for n, (a, b) in enumerate(zip(old, lines, strict=True)) if a != b] == [1, 2, 6, 7, 8, 9, 10]
    assert lines[1:3] == ["##fileDate=[DATE-1]\n", "##reference=[URL-1]\n"]
    assert lines[6] == '##SAMPLE=<ID=[IDNUM-1],Description="Mr. [PATIENT-1], MRN [MEDICALRECORD-1]">\n'
    assert lines[9] == COLUMNS.replace("NA00077\tVelankar_D\tNORMAL", "[IDNUM-1]\t[IDNUM-2]\t[IDNUM-3]")
    assert lines[10] == old[10].replace("NA00077", "[IDNUM-1]")
    assert any("genotypes" in warning for warning in at.warnings)


def test_samples_have_names_of_their_own() -> None:
    from scrubber.formats.context import FileContext
    from scrubber.formats.settings import FormatSettings
    from scrubber.pipeline import Scrubber

    at = FileContext(Scrubber(operator="redact", crf=False), FormatSettings(), name="x")
    line = masked("vcf", FILE, at).decode().splitlines()[9]
    assert line.split("\t")[9:] == ["[IDNUM]", "[IDNUM]_2", "[IDNUM]_3"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_without_samples(ending: str) -> None:
    text = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t2\t.\tA\tG\t.\t.\t.\n"
    before = text.replace("\n", ending).encode()
    at = context()
    assert masked("vcf", before, at) == before
    assert not at.warnings


def test_gzip_leaves_as_blocks() -> None:
    blocks = b"".join(gzip.compress(FILE[at : at + 300], mtime=0) for at in range(0, len(FILE), 300))
    after = masked("vcf", blocks)
    assert gzip.decompress(after) == masked("vcf", FILE)
    assert after[:4] == b"\x1f\x8b\x08\x04"
    assert after[12:14] == b"BC"
    assert after.endswith(bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000"))
    assert after == masked("vcf", gzip.compress(FILE, mtime=0))


def test_blocks_of_any_size() -> None:
    data = bytes(range(256)) * 2000

    class Target:
        parts = b""

        def write(self, piece: bytes, /) -> None:
            self.parts += piece

    writer = BgzfWriter(target := Target())
    for at in range(0, len(data), 70_001):
        writer.write(data[at : at + 70_001])
    writer.close()
    assert gzip.decompress(target.parts) == data
    sizes = []
    at = 0
    while at < len(target.parts):
        sizes.append(int.from_bytes(target.parts[at + 16 : at + 18], "little") + 1)
        at += sizes[-1]
    assert at == len(target.parts)
    assert len(sizes) == 9


@pytest.mark.parametrize(
    "data",
    [
        b"",
        HEADER.encode(),
        b"##fileformat=VCFv4.3\nno header\n",
        FILE.replace(b"\tINFO\tFORMAT\t", b"\tFORMAT\t"),
        gzip.compress(FILE, mtime=0)[:-9],
        gzip.compress(FILE, mtime=0)[:40],
        gzip.compress(FILE, mtime=0)[:-8] + b"\0" * 8,
    ],
)
def test_what_cannot_be_handled_is_an_error(data: bytes) -> None:
    with pytest.raises(NoteError) as error:
        masked("vcf", data)
    assert not seen(str(error.value).encode(), NAMES)


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "vcf.toml"
    own.write_text('[headers]\nfileDate = "keep"\nsource = "DEVICE"\n')
    text = HEADER.replace("##reference", "##source=Sequencer 7\n##reference") + COLUMNS + CALLS
    after = masked("vcf", text.encode(), context(maps=(own,))).decode()
    assert "##fileDate=20210314\n" in after
    assert "##source=[DEVICE-1]\n" in after


def test_searching_changes_nothing_and_what_is_masked_is_clean() -> None:
    assert ("IDNUM", "sample") in found("vcf", FILE)
    assert found("vcf", masked("vcf", FILE)) == []


def test_the_two_kinds_of_vcf_are_told_apart() -> None:
    card = b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nEND:VCARD\r\n"
    for name, data, kind in (
        ("a.vcf", FILE, "vcf"),
        ("a.vcf", card, "vcard"),
        ("a.VCF", b"\xef\xbb\xbf" + card, "vcard"),
        ("a.vcf.gz", gzip.compress(FILE, mtime=0), "vcf"),
        ("a.vcard", card, "vcard"),
        ("export", FILE, "vcf"),
        ("export", card, "vcard"),
    ):
        assert (format_ := recognise(name, data)) is not None
        assert format_.name == kind, name


def test_long_lines_without_end_are_read_in_linear_time() -> None:
    text = "##fileformat=VCFv4.3\n##x=" + "a" * 200_000 + "\n" + "##y=" + "/a:" * 20_000 + "\n" + COLUMNS
    after = masked("vcf", text.encode()).decode()
    assert re.search("^##x=[^\n]+\n##y=(/a:){20000}\n", after, re.MULTILINE)


def test_samples_and_paths_in_lines_that_are_kept() -> None:
    lines = [
        "##fileformat=VCFv4.3",
        "##META=<ID=S,Values=[Tumor,Velankar_D1]>",
        "##contig=<ID=1,URL=file:///home/velankar/x.fa>",
        "##contig=<ID=2,URL=https://ftp.example/ref/x.fa>",
        "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tVelankar_D1",
    ]
    after = masked("vcf", "\n".join([*lines, ""]).encode())
    assert seen(after) == []
    assert b"Values=[Tumor,[" in after
    assert lines[3].encode() in after


def test_a_sample_is_one_by_any_name_where_samples_are_told_of() -> None:
    header = HEADER.replace("Father=NA00078", "Father=DVK")
    after = masked("vcf", (header + COLUMNS.replace("NORMAL", "DVK") + CALLS).encode()).decode()
    assert "DVK" not in after
    assert re.search(r"Father=(\[IDNUM-\d\])", after)[1] == after.splitlines()[9].split("\t")[-1]  # type: ignore[index]
