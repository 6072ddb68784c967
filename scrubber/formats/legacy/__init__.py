"""Old Office files, which LibreOffice turns into new ones and back."""
