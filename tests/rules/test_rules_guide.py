"""docs/rules.md: whoever follows it gets what it promises."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from conftest import Run

GUIDE = Path(__file__).parents[2] / "docs" / "rules.md"
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_following_the_guide(real_scrub: Run, tmp_path: Path) -> None:
    output = {}
    (tmp_path / "notes" / "P17").mkdir(parents=True)
    (tmp_path / "notes" / "P17" / "intake.txt").write_text("ZORVATH, born 14 March 1950, called 613 5550119.\n")
    for kind, name, body in _BLOCK.findall(GUIDE.read_text("utf-8")):
        if name:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(body, "utf-8")
        elif kind == "sh":
            for line in body.splitlines():
                done = real_scrub(*shlex.split(line)[1:], cwd=tmp_path)
                assert done.returncode == 0, (line, done.stderr)
                output[line] = done.stdout.decode()
    assert "our-chart" in output["scrub rules our-chart"]
    assert "Chart numbers of St. Vartan" in output["scrub rules our-chart --rules our-rules"]
    found = output["scrub find note.txt"]
    assert found == output["scrub find note.txt --rules our-rules"]
    assert re.search(r"note.txt:1:32 MEDICALRECORD ", found)
    explained = output["scrub explain note.txt:1 --rules our-rules"]
    assert re.search(r"note.txt:1:32 MEDICALRECORD our-chart 90 ", explained)
    assert "QR410" not in explained
    masked = (tmp_path / "out" / "P17" / "intake.txt").read_text()
    assert not {"ZORVATH", "1950", "0119"} & {*re.findall(r"\w+", masked)}


def test_every_toml_block_is_a_configuration_or_a_rule(tmp_path: Path) -> None:
    from scrubber.config import load_config
    from scrubber.rules.loading import load_rules

    for number, (kind, name, body) in enumerate(_BLOCK.findall(GUIDE.read_text("utf-8"))):
        if kind == "toml" and not name:
            path = tmp_path / f"{number}.toml"
            path.write_text(body, "utf-8")
            config = load_config([str(path)])
            shipped = {rule.id for rule in load_rules([GUIDE.parent.parent / "patterns" / "en"])}
            assert {*config.rules.ignore, *config.rules.weights} - {"our-chart"} <= shipped
