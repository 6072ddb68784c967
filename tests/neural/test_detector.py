"""The network: beside the CRF, alone, of a site's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from neural.conftest import Train

from scrubber import Scrubber
from scrubber.errors import DataError, UsageError
from scrubber.evaluate.ways import way
from scrubber.languages.pack import LanguagePack
from scrubber.neural.convolutions import DILATIONS, Convolutions
from scrubber.neural.file import NetworkFile
from scrubber.neural.tagger import _session
from scrubber.refine.listening import Listening
from scrubber.refine.site import Site
from scrubber.text.document import Document
from scrubber.text.vocabulary import NEWLINE

NOTE = "Seen by Dr. Wexthorp in clinic today.\nNo fever, sats fine, 4 mg.\nBorn 3/9/1950."
MASKED = "Seen by Dr. [DOCTOR-1] in clinic today.\nNo fever, sats fine, 4 mg.\nBorn [DATE-1]."


@pytest.mark.neural
@pytest.mark.parametrize("name", ["neural", "mean", "union", "vote"])
def test_it_finds_alone_and_with_the_crf(network: Path, name: str) -> None:
    assert Scrubber(network=network, site=Site(listening=way(name))).scrub(NOTE) == MASKED


@pytest.mark.neural
def test_where_the_crf_is_off_the_network_speaks_alone(network: Path) -> None:
    scrubber = Scrubber(network=network, crf=False, site=Site(listening=Listening(beside=("neural",))))
    assert "neural-DOCTOR" in {
        span.source for span in scrubber.detection.candidates([scrubber.note().document(NOTE)])[0]
    }


@pytest.mark.neural
def test_notes_in_a_language_without_a_network_go_by_the_crf(network: Path) -> None:
    text = "Remitido por: Dr. Garrido Abad. La paciente, de 45 años, vive en Valencia desde marzo de 2012."
    scrubber = Scrubber(network=network, site=Site(listening=Listening(beside=("neural",))))
    assert scrubber.scrub(text) == Scrubber().scrub(text) != text


@pytest.mark.neural
def test_what_is_found_in_a_note_does_not_depend_on_the_notes_beside_it(network: Path) -> None:
    scrubber = Scrubber(network=network, site=Site(listening=way("neural")))
    texts = [NOTE, "", "Dr. Osei", NOTE * 40, "Born 4/1/1960. " * 300, *(f"Seen by Dr. Q{'x' * n}." for n in range(40))]
    one_by_one = [scrubber.detection.candidates([scrubber.note().document(text)])[0] for text in texts]
    assert one_by_one == scrubber.detection.candidates([scrubber.note().document(text) for text in texts])


@pytest.mark.neural
def test_the_command_line_and_the_configuration_choose_it(real_scrub, network: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "scrub.toml").write_text(f'network = "{network}"\ncombine = "union"\n')
    assert real_scrub("--detector", "neural", input=NOTE.encode(), cwd=tmp_path).stdout.decode() == MASKED
    assert real_scrub(input=NOTE.encode(), cwd=tmp_path).stdout.decode() == MASKED
    done = real_scrub("--no-crf", input=NOTE.encode(), cwd=tmp_path)
    assert done.returncode == 2
    assert b"network would do nothing: 'neural' is not among the detectors" in done.stderr


@pytest.mark.neural
def test_nothing_is_fetched(network: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from scrubber import Scrubber; from scrubber.evaluate.ways import way; from scrubber.refine.site import Site\n"
        "events = []; sys.addaudithook(lambda event, _: events.append(event))\n"
        "scrubber = Scrubber(network=Path(sys.argv[1]), site=Site(listening=way('neural')))\n"
        "print('Wexthorp' in scrubber.scrub('Seen by Dr. Wexthorp in clinic today.'))\n"
        "print([event for event in events if event.startswith(('socket', 'urllib', 'subprocess'))])"
    )
    done = subprocess.run([sys.executable, "-c", code, network], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n[]\n"


@pytest.mark.neural
def test_onnxruntime_has_one_core(train: Train) -> None:
    assert _session(train("lstm").graph).get_session_options().intra_op_num_threads == 1


def test_what_ships_needs_nothing_that_is_not_installed_with_scrub() -> None:
    code = (
        "import sys; from scrubber import Scrubber; Scrubber().scrub('Seen by Dr. Wexthorp.');"
        "print([name for name in sys.modules if name.startswith(('onnx', 'torch'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    heard = Site(listening=Listening(beside=("neural",)))
    broken = tmp_path / "broken.network"
    broken.write_bytes(b"no zip")
    with pytest.raises(DataError, match=r"broken\.network: not a network \(BadZipFile\)"):
        Scrubber(network=broken, site=heard)
    with pytest.raises(UsageError, match="network would do nothing: 'neural' is not among the detectors"):
        Scrubber(network=broken, crf=False)
    with pytest.raises(UsageError, match=r"^combine would do nothing: no network is listened to there"):
        Scrubber(crf=False, site=Site(listening=Listening(combine={"default": "union"})))
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(UsageError, match=r"needs onnxruntime: pip install 'scrub-phi\[neural\]'"):
        _session(b"")


def test_convolutions_that_lack_a_layer_are_none() -> None:
    with pytest.raises(DataError, match=r"convolutions without 'layers\.first\.weight'"):
        Convolutions({DILATIONS: np.array([1])}, 4, 3)


SHIPPED = NetworkFile.read(Path(__file__).parents[2] / "patterns" / "en" / "model.network")


@pytest.mark.parametrize(
    "broken",
    [
        {DILATIONS: np.array([1, 2, 16])},
        {"out.weight": np.zeros((3, 96), np.float32)},
        {"layers.first.weight": np.zeros((96, 32), np.float32)},
        {"layers.mixes.1.weight": np.zeros((96, 96, 5), np.float32)},
        {"layers.norms.1.bias": np.zeros(95, np.float32)},
    ],
    ids=lambda broken: next(iter(broken)),
)
def test_convolutions_whose_sizes_do_not_fit_are_none(broken: dict[str, np.ndarray]) -> None:
    with pytest.raises(DataError, match="sizes that do not fit"):
        Convolutions({**SHIPPED.layers, **broken}, 64, len(SHIPPED.labels))


def test_a_window_is_scored_as_if_it_were_alone() -> None:
    convolutions, luck = Convolutions(SHIPPED.layers, 64, len(SHIPPED.labels)), np.random.default_rng(1)
    there = np.ones((40, 32, 1), np.float32)
    there[:, 20:] = 0
    tokens = luck.normal(size=(40, 32, 64)).astype(np.float32) * there
    together = convolutions.scores(tokens, there)
    np.testing.assert_array_equal(together[7:8], convolutions.scores(tokens[7:8], there[7:8]))
    tokens[:, 20:] = 9
    np.testing.assert_array_equal(together[:, :20], convolutions.scores(tokens, there)[:, :20], "behind the last token")


def test_some_tokens_are_scored_as_if_all_were_asked_about() -> None:
    pack = LanguagePack("en")
    texts = [NOTE, "", "\n\n", "jory wants her pills, says wexthorp\n" * 90, "Born 4/1/1960. " * 300, NOTE * 3]
    columns = pack.read([Document(text) for text in texts]).columns
    every = np.flatnonzero(columns.batch.ids != NEWLINE)
    some = every[np.random.default_rng(1).random(len(every)) < 0.03]
    assert pack.network is not None
    whole, part = (pack.network.scored(columns, tokens).scores for tokens in (every, some))
    np.testing.assert_allclose(part, whole[np.isin(every, some)], rtol=1e-4, atol=1e-4)
    assert pack.network.scored(columns, every[:0]).scores.shape == (0, len(SHIPPED.labels))
