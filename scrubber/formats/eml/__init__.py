"""Messages and mailboxes (EML, MHT, MBOX)."""
