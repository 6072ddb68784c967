"""Messages as mail programs keep them: headers, text parts, attachments."""
