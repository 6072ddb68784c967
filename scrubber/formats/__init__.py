"""Files that are not plain text: tables, messages, documents. Each is read and written with its own library.

:mod:`scrubber.formats.registry` says which format a file has; a format's module is imported when such a file comes.
Every one of them has a function ``rewrite(source, target, context)``: it copies the file, and whatever text it meets
goes through the :class:`~scrubber.formats.context.FileContext`.
"""
