"""The picture of a run: throughput, stages, density, length, hostile input, memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def draw(result: dict[str, Any], place: Path) -> bool:
    """Write the picture (its format by the name's ending). False: matplotlib is not installed."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, 3, figsize=(15, 8.5), constrained_layout=True)
    speed = result["throughput"]["development notes"]["MB/s"] | {
        name: peer["MB/s"] for name, peer in result.get("peers", {}).items() if peer
    }
    _bars(axes[0][0], speed, "MB/s on the development notes (log)", log=True)
    _bars(axes[0][1], result["stages"], "share of time by stage")
    _bars(axes[0][2], result["hostile"], "time per character against ordinary text")
    axes[0][2].axvline(4, linestyle=":", color="grey")
    _line(axes[1][0], result["density"], "MB/s by PHI spans per KB")
    _line(axes[1][1], result["length"], "MB/s by KB of one note", log=True)
    _line(axes[1][2], {k: v["peak MB"] for k, v in result["memory"].items()}, "peak MB by MB of input", log=True)
    figure.savefig(place, dpi=110)
    pyplot.close(figure)
    return True


def _bars(axes: Any, values: dict[str, float], title: str, *, log: bool = False) -> None:
    names = sorted(values, key=lambda name: values[name])
    axes.barh(names, [values[name] for name in names], color="#4477aa")
    axes.set_title(title)
    if log:
        axes.set_xscale("log")


def _line(axes: Any, values: dict[str, float], title: str, *, log: bool = False) -> None:
    axes.plot([float(name) for name in values], list(values.values()), marker="o", color="#4477aa")
    axes.set_title(title)
    axes.set_ylim(bottom=0)
    if log:
        axes.set_xscale("log")
