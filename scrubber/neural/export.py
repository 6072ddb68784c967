"""Export: a network as an ONNX graph whose large weights are int8, and back. Needs PyTorch and onnx.

What is computed stays float32: what comes out of a window must not depend on the windows beside it, as it would if
the outcome of layers were rounded by their largest number.
"""

from __future__ import annotations

import io
import warnings

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from scrubber.neural.encoding import LONGEST
from scrubber.neural.networks import Network

_LARGE = 1024
"""Numbers of a weight from which it is rounded."""
_OPSET = 17
_SMALL, _UNITS = ".int8", ".units"


def exported(network: Network, columns: int) -> bytes:
    """The network as an ONNX model; ``columns``: of a token."""
    network = network.cpu().eval()
    given = {"rows": torch.ones((2, 4, columns), dtype=torch.int64)}
    if network.spelling is not None:
        given["characters"] = torch.ones((2, 4, LONGEST), dtype=torch.int64)
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's other exporter takes LSTMs apart
        torch.onnx.export(
            network,
            tuple(given.values()),
            file,
            input_names=list(given),
            output_names=["scores"],
            dynamic_axes={name: {0: "windows", 1: "tokens"} for name in (*given, "scores")},
            opset_version=_OPSET,
            do_constant_folding=False,  # so that weights keep their names; onnxruntime does it when it loads them
            dynamo=False,
        )
    return _rounded(file.getvalue())


def weights_of(model: bytes) -> dict[str, torch.Tensor]:
    """The weights of an exported network by their names."""
    found = {one.name: numpy_helper.to_array(one) for one in onnx.load_from_string(model).graph.initializer}
    for name in [name for name in found if name.endswith(_SMALL)]:
        whole = name.removesuffix(_SMALL)
        small, units = found.pop(name), found.pop(whole + _UNITS)
        found[whole] = small * units.reshape(-1, *[1] * (small.ndim - 1))
    return {name: torch.from_numpy(np.array(numbers)) for name, numbers in found.items()}


def _rounded(model: bytes) -> bytes:
    """The model with its large weights as int8, each row in units of its own."""
    whole = onnx.load_from_string(model)
    graph = whole.graph
    for weight in list(graph.initializer):
        numbers = numpy_helper.to_array(weight)
        if numbers.dtype == np.float32 and numbers.ndim > 1 and numbers.size >= _LARGE:
            units, small = _in_units(numbers)
            names = [weight.name + _SMALL, weight.name + _UNITS]
            graph.initializer.remove(weight)
            graph.initializer.extend(map(numpy_helper.from_array, (small, units), names))
            graph.node.insert(0, helper.make_node("DequantizeLinear", names, [weight.name], axis=0))
    return bytes(whole.SerializeToString(deterministic=True))


def _in_units(numbers: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """The unit of each row, and the numbers in units."""
    rows = numbers.reshape(len(numbers), -1)
    units = np.maximum(np.abs(rows).max(axis=1), 1e-12).astype(np.float32) / 127
    return units, np.rint(rows / units[:, None]).astype(np.int8).reshape(numbers.shape)
