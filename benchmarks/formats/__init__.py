"""What masking makes of a folder of real files, measured by readers that are not scrub's own."""
