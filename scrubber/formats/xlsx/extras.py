"""What a sheet holds beside its cells: headers and footers, rules, filters, tables, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scrubber.formats.context import FileContext, FileNote
from scrubber.formats.pictures import KEEP, WARNING
from scrubber.formats.xlsx.formulas import masked_source

_PAGES = ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter")
_PROMPTS = ("prompt", "promptTitle", "error", "errorTitle")


class Extras:
    """What stands beside the cells of one sheet; what cannot be masked (criteria of filters, copies of data) goes."""

    def __init__(
        self, sheet: Any, note: FileNote, context: FileContext, where: str, renamed: Mapping[str, str]
    ) -> None:
        self._sheet = sheet
        self._note = note
        self._context = context
        self._where = where
        self._renamed = renamed

    def scrub(self) -> None:
        """Mask all of it; what goes is told of."""
        self._pages()
        self._validations()
        self._conditions()
        self._tables()
        self._filters(self._sheet.auto_filter)
        if self._sheet.scenarios is not None and self._sheet.scenarios.scenario:
            self._context.warn("scenarios are left out")
            self._sheet.scenarios.scenario = []
        self._drawings()

    def _text(self, text: str, what: str) -> str:
        return self._note.text(text, f"{self._where}, {what}")

    def _formula(self, formula: Any, what: str) -> Any:
        if not isinstance(formula, str) or not formula:
            return formula
        return masked_source(formula, lambda text: self._text(text, what), self._renamed)

    def _pages(self) -> None:
        for page in _PAGES:
            for side in ("left", "center", "right"):
                part = getattr(getattr(self._sheet, page), side)
                if part.text:
                    part.text = self._text(part.text, "header or footer")

    def _validations(self) -> None:
        for rule in self._sheet.data_validations.dataValidation:
            rule.formula1 = self._formula(rule.formula1, "validation")
            rule.formula2 = self._formula(rule.formula2, "validation")
            for name in _PROMPTS:
                if value := getattr(rule, name):
                    setattr(rule, name, self._text(value, "validation"))

    def _conditions(self) -> None:
        for ranges in self._sheet.conditional_formatting:
            for rule in ranges.rules:
                rule.formula = [self._formula(formula, "conditional format") for formula in rule.formula]
                if rule.text:
                    rule.text = self._text(rule.text, "conditional format")

    def _tables(self) -> None:
        for table in self._sheet.tables.values():
            self._filters(table.autoFilter)
            first, *_ = self._sheet[table.ref]
            for column, cell in zip(table.tableColumns, first, strict=False):
                if table.headerRowCount != 0 and cell.value is not None:
                    column.name = str(cell.value)  # the two have to agree
                if column.totalsRowLabel:
                    column.totalsRowLabel = self._text(column.totalsRowLabel, "table")
                for formula in (column.calculatedColumnFormula, column.totalsRowFormula):
                    if formula is not None and formula.attr_text:
                        formula.attr_text = self._formula(formula.attr_text, "table")
            if table.comment:
                table.comment = self._text(table.comment, "table")

    def _filters(self, filter_: Any) -> None:
        if filter_ is not None and filter_.filterColumn:
            self._context.warn("criteria of filters are left out")
            filter_.filterColumn = []

    def _drawings(self) -> None:
        self._sheet._charts = []
        self._sheet._pivots = []
        if self._sheet._images:
            keep = self._context.settings.pictures == KEEP
            self._context.warn(WARNING[KEEP] if keep else "pictures are left out (--pictures keep leaves them in)")
            if not keep:
                self._sheet._images = []
