"""``scrub check``: does text that is about to leave still hold PHI?"""
