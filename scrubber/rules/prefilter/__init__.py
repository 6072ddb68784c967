"""The prefilter of rules: see :mod:`scrubber.rules.prefilter.prefilter`."""
