"""Dates that shift: every form of the annotation guide, and the arithmetic behind them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubber.mask.book import Book
from scrubber.mask.dates.shift import DateContext, full_date, order_shown, shift_date
from scrubber.text.span import Span

MARCH = DateContext(anchor=date(2021, 3, 14))


@pytest.mark.parametrize(
    ("text", "days", "shifted"),
    [
        ("3/14/2021", 20, "4/3/2021"),
        ("03/14/2021", 20, "04/03/2021"),
        ("3/14/21", -14, "2/28/21"),
        ("03-14-2021", 20, "04-03-2021"),
        ("14-Mar-2021", 20, "03-Apr-2021"),
        ("14-MAR-2021", 20, "03-APR-2021"),
        ("2021-03-14", 300, "2022-01-08"),
        ("14.03.2021", 20, "03.04.2021"),
        ("12.25.1929", 10, "01.04.1930"),
        ("20210314", 20, "20210403"),
        ("022624", 10, "030724"),
        ("81/09/12", 30, "81/10/12"),
        ("March 14th", 8, "March 22nd"),
        ("march 14th", 17, "march 31st"),
        ("the 29th", 2, "the 31st"),
        ("14th", -12, "2nd"),
        ("14th of March", 18, "1st of April"),
        ("Mar 2019", 31, "Apr 2019"),
        ("MAY OF 2016", -30, "APRIL OF 2016"),
        ("Oct 3, 2022", 100, "Jan 11, 2023"),
        ("January '98", -40, "December '97"),
        ("aug '21", 40, "sep '21"),
        ("Jun2018", 40, "Jul2018"),
        ("10Feb", 30, "12Mar"),
        ("1MAR20", 30, "31MAR20"),
        ("3/14", 20, "4/3"),
        ("6.14", 20, "7.4"),
        ("2/29", 1, "3/1"),
        ("12/30", 5, "01/04"),
        ("1/30", -40, "12/21"),
        ("'08", 400, "'09"),
        ("98", 300, "99"),
        ("2015", 100, "2015"),
        ("2015", 360, "2016"),
        ("1960s", 3652, "1970s"),
        ("Q3 2022", 92, "Q4 2022"),
        ("3Q 2015", 92, "4Q 2015"),
        ("2015 Q3", 92, "2015 Q4"),
        ("winter of 2016", 90, "spring of 2016"),
        ("fall", -90, "summer"),
        ("Tuesday", 3, "Friday"),
        ("TUES", -1, "MON"),
        ("Sundays", 1, "Mondays"),
        ("Tuesday, November 19, 2019", 4, "Saturday, November 23, 2019"),
        ("Fri 3/19", 3, "Mon 3/22"),
        ("Wed, 28 Feb 2024", 2, "Fri, 1 Mar 2024"),
        ("Monday the 12th", 3, "Thursday the 15th"),
        ("MWF", 1, "TThSa"),
        ("M/W/F", 1, "T/Th/Sa"),
        ("Christmas 2018", 20, "January 2019"),
        ("Ramadan 2015", 20, "July 2015"),
        ("Eid al-Fitr 2000", 20, "January 2000"),
        ("Valentine's Day", 20, "March"),
        ("EASTER", 30, "MAY"),
        ("Thanksgiving 2017", 30, "December 2017"),
        ("Thanksgiving Thursday 2021", 30, "December 2021"),
        ("Labor Day Saturday", 30, "October"),
        ("march third nineteen forty one", 20, "march 23rd 1941"),
        ("february eleventh twenty twenty two", 20, "march 3rd 2022"),
        ("TWO THOUSAND ELEVEN", 20, "2011"),
        ("seven nineteen fifty five", 20, "8 1955"),
        ("the twenty second", 5, "the 27th"),
        ("eighties", 20, "80s"),
        ("3/14-3/17", 20, "4/3-4/6"),
        ("3/14-17", 3, "3/17-20"),
        ("Jan 8-9, 2020", -341, "Feb 1-2, 2019"),
        ("January 30-31, 2020", 1, "January 31-February 1, 2020"),
        ("Dec 30 - 31, 2019", 1, "Dec 31, 2019 - Jan 1, 2020"),
        ("Jan 3 to Jan 5", 10, "Jan 13 to Jan 15"),
        ("2020-2021", 400, "2021-2022"),
        ("2021-03-14T08:15:00", 1, "2021-03-15T08:15:00"),
        ("30 janvier 1960", 2, "1 février 1960"),
        ("3 mars 2020", -10, "22 février 2020"),
        ("14 de marzo de 2021", 20, "3 de abril de 2021"),
        ("7/l8/97", 1, "7/19/97"),
        ("Ju1y 9,  1997", 1, "July 10,  1997"),
    ],
)
def test_forms(text: str, days: int, shifted: str) -> None:
    assert shift_date(text, days, MARCH) == shifted


@pytest.mark.parametrize(
    "text",
    ["", "day", "13/32/2021", "02/30/2021", "4 mg", "Lohri", "sometime", "1/2/3/4/5", "9999-12-31", "Q5 2022", "0/5"],
)
def test_what_is_no_date_is_not_guessed(text: str) -> None:
    assert shift_date(text, 5, MARCH) is None


def test_order_of_day_and_month_is_learned() -> None:
    assert order_shown("14/09/1951") == "dmy"
    assert order_shown("09/14/1951") == "mdy"
    assert order_shown("09/08/1951") == ""
    assert shift_date("03/04/2021", 1, DateContext(day_first=True)) == "04/04/2021"
    assert shift_date("03/04/2021", 1, DateContext()) == "03/05/2021"


_FORMATS = (
    "%m/%d/%Y",
    "%Y-%m-%d",
    "%d-%b-%Y",
    "%d %B %Y",
    "%B %d, %Y",
    "%b %d %Y",
    "%Y%m%d",
    "%d.%m.%Y",
    "%A, %B %d, %Y",
    "%Y-%b-%d",
)
_DAYS = st.dates(date(1910, 1, 1), date(2059, 12, 31))
_SHIFTS = st.integers(-3650, 3650).filter(bool)


@given(_DAYS, _SHIFTS, st.sampled_from(_FORMATS))
def test_full_dates_move_by_exactly_the_days(day: date, days: int, form: str) -> None:
    context = DateContext(day_first=form.startswith("%d."))
    text = day.strftime(form)
    shifted = shift_date(text, days, context)
    assert shifted is not None
    assert full_date(shifted, context) == day + timedelta(days)
    assert full_date(shift_date(shifted, -days, context) or "", context) == day


@given(_DAYS, _DAYS, _SHIFTS, st.sampled_from(_FORMATS), st.sampled_from(_FORMATS))
def test_intervals_stay(first: date, second: date, days: int, form: str, other: str) -> None:
    day_first = DateContext(day_first=True)
    moved = []
    for day, f in ((first, form), (second, other)):
        context = day_first if f.startswith("%d.") else DateContext()
        shifted = full_date(shift_date(day.strftime(f), days, context) or "", context)
        assert shifted is not None
        moved.append(shifted)
    assert moved[1] - moved[0] == second - first


@given(st.text(max_size=40), _SHIFTS)
def test_anything_may_come(text: str, days: int) -> None:
    shifted = shift_date(text, days)
    assert shifted is None or isinstance(shifted, str)


@pytest.mark.parametrize(
    ("text", "anchor", "moved"),
    [
        ("Thurs 1/2", date(2019, 12, 31), "Sun 5/31"),
        ("12/20", date(2020, 1, 4), "05/18"),
        ("2/29", date(2019, 12, 31), "7/28"),
    ],
)
def test_a_day_without_a_year_is_the_nearest(text: str, anchor: date, moved: str) -> None:
    assert shift_date(text, 150, DateContext(anchor=anchor)) == moved


def test_a_birth_date_is_no_anchor() -> None:
    book = Book()
    dates = book.dates
    for text, before in (("3/14/1956", "DOB: "), ("6/1/2021", "Seen "), ("5/2/1999", "hip ")):
        book.learn(before + text, [Span(len(before), len(before + text), "DATE", "test", 100)])
    assert dates.context().anchor == date(2021, 6, 1)
    dates.saw(date(1956, 3, 14))
    dates.saw(date(1999, 5, 2))
    assert dates.context().anchor == date(2021, 6, 1)
    dates.saw(date(2020, 12, 1))
    assert dates.context().anchor == date(2020, 12, 1)
