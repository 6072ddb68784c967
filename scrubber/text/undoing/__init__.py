"""What copying, typesetting, programs and scanners do to a text, and how each of it is undone.

Every undoing looks for stretches and says what is to be read in their place; they are made one after another, from the
outermost to the innermost: what encodes the whole text, its markup, single characters, blanks, what a scanner misread.
"""

from __future__ import annotations

from scrubber.text.undoing.blanks import BLANKS
from scrubber.text.undoing.characters import CHARACTERS
from scrubber.text.undoing.codes import CODES
from scrubber.text.undoing.markup import MARKUP
from scrubber.text.undoing.scans import SCANS

UNDOINGS = (*CODES, *MARKUP, *CHARACTERS, *BLANKS, *SCANS)
