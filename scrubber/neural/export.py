"""Export: a network as an ONNX graph or as weights by name, and these back. Needs PyTorch and onnx.

What is computed is float32: what comes out of a window must not depend on the windows beside it, as it would if the
outcome of layers were rounded by their largest number.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from scrubber.neural.convolutions import DILATIONS
from scrubber.neural.encoding import LONGEST
from scrubber.neural.file import NetworkFile
from scrubber.neural.networks import Network

_OPSET = 17


def exported(network: Network, size: int) -> bytes:
    """The network as an ONNX model; ``size``: numbers of a token's vector."""
    given = {"tokens": torch.ones((2, 4, size)), "there": torch.ones((2, 4, 1))}
    axes = {name: {0: "windows", 1: "places"} for name in ("tokens", "there", "words", "scores")}
    if network.spelling is not None:
        given |= {
            "letters": torch.ones((3, LONGEST), dtype=torch.int64),
            "words": torch.ones((2, 4), dtype=torch.int64),
        }
        axes["letters"] = {0: "words"}
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's other exporter takes LSTMs apart
        torch.onnx.export(
            network.cpu().eval(),
            tuple(given.values()),
            file,
            input_names=list(given),
            output_names=["scores"],
            dynamic_axes=axes,
            opset_version=_OPSET,
            do_constant_folding=False,  # so that weights keep their names; onnxruntime does it when it loads them
            dynamo=False,
        )
    return file.getvalue()


def weights(network: Network, dilations: Sequence[int]) -> dict[str, NDArray[Any]]:
    """What :class:`~scrubber.neural.convolutions.Convolutions` takes."""
    return {name: one.cpu().numpy() for name, one in network.state_dict().items()} | {DILATIONS: np.array(dilations)}


def weights_of(file: NetworkFile) -> dict[str, torch.Tensor]:
    """The weights of an exported network by their names."""
    stored = file.layers
    if file.graph:
        stored = {one.name: numpy_helper.to_array(one) for one in onnx.load_from_string(file.graph).graph.initializer}
    return {name: torch.tensor(one) for name, one in stored.items() if name != DILATIONS}
