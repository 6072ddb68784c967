"""The plots are SVG that says what the figures say."""

from __future__ import annotations

from xml.etree import ElementTree

from scrubber.evaluate.plots import recall_plot, weight_plot

SVG = "{http://www.w3.org/2000/svg}"


def test_the_types_stand_in_the_order_of_their_recall() -> None:
    root = ElementTree.fromstring(recall_plot({"AGE": (2, 2), "CITY": (1, 4), "A&B": (0, 0)}))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words == ["Recall by type (tokens)", "A&B", "0.000 of 0", "CITY", "0.250 of 4", "AGE", "1.000 of 2"]
    widths = [float(str(bar.get("width"))) for bar in root.iter(f"{SVG}rect")][1:]
    assert [round(a / b, 2) for a, b in zip(widths[1::2], widths[::2], strict=True)] == [0.0, 0.25, 1.0]


def test_the_weight_in_use_is_marked() -> None:
    figures = {w: {"R_all": 1 - w / 200, "R_hipaa": 0.9, "P": 0.4} for w in (10, 50, 75)}
    root = ElementTree.fromstring(weight_plot(figures, 50))
    lines = [str(line.get("points")) for line in root.iter(f"{SVG}polyline")]
    assert len(lines) == 3
    (mark,) = [line for line in root.iter(f"{SVG}line") if line.get("stroke-dasharray")]
    assert lines[0].split()[1].partition(",")[0] == mark.get("x1")
    assert len({point.partition(",")[2] for point in lines[1].split()}) == 1
    labels = [float(str(t.get("y"))) for t in root.iter(f"{SVG}text") if t.text in ("R_all", "R_hipaa", "P")]
    assert min(abs(a - b) for i, a in enumerate(labels) for b in labels[:i]) >= 16
