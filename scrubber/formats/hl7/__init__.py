"""HL7 v2 messages (pipe and hat), one after another, in batches or MLLP frames: only what is masked changes."""
