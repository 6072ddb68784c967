"""The prefilter of rules: see :mod:`scrubber.matching.prefilter.prefilter`."""
