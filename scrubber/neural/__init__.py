"""Neural taggers: trained with PyTorch, run by onnxruntime, and loaded by nobody who does not choose them."""
