"""The fault laboratory: what becomes of a run that is killed, loses power, or meets failing calls and damaged files.

``python -m benchmarks.faults`` tries all of it; ``--write`` updates ``docs/reliability.md``; ``--every``: a part.
"""
