from typing import Any

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.small_airline import call, open_airline, refuse


def correct(name: str, passenger: dict[str, str], reservation_id: str = air.ECONOMY) -> Any:
    return {"reservation_id": reservation_id, "name": name, "passenger": passenger}


@pytest.mark.parametrize(
    "change", [{"first": "Benjamin"}, {"last": "Ockri"}, {"birth_date": "2015-03-16"}]
)
def test_one_detail_of_a_passenger_is_corrected_free_of_charge(change: dict[str, str]) -> None:
    row = call(open_airline(), "change_passenger", **correct("Ben Okri", {**air.BEN, **change}))
    assert row["passengers"] == [air.ADA, {**air.BEN, **change}]
    assert len(row["payments"]) == 1


def test_passengers_stay_sorted_by_last_name() -> None:
    corrected = {**air.BEN, "last": "Acri"}
    row = call(open_airline(), "change_passenger", **correct("ben okri", corrected))
    assert row["passengers"] == [corrected, air.ADA]


def test_corrected_name_is_kept_in_one_form() -> None:
    one, other = open_airline(), open_airline()
    call(one, "change_passenger", **correct("Ben Okri", {**air.BEN, "first": "José"}))
    call(other, "change_passenger", **correct("Ben Okri", {**air.BEN, "first": " Jose\u0301 "}))
    assert one.digest() == other.digest()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        pytest.param(correct("Carl Orff", air.BEN), "Nobody", id="not on board"),
        pytest.param(correct("Ben Okri", air.BEN), "already", id="no change"),
        pytest.param(
            correct("Ben Okri", {**air.BEN, "first": "Carl", "last": "Orff"}),
            "another person",
            id="another name",
        ),
        pytest.param(
            correct("Ben Okri", {**air.BEN, "first": "Carl", "birth_date": "1990-01-01"}),
            "another person",
            id="another person",
        ),
        pytest.param(correct("Ben Okri", {**air.BEN, "first": " "}), "first name", id="blank"),
        pytest.param(
            correct("Ben Okri", {**air.BEN, "birth_date": "2015-02-30"}), "no day", id="no day"
        ),
        pytest.param(correct("Ada Lovelace", air.ADA, air.PARTLY), "flown", id="partly flown"),
        pytest.param(correct("Ada Lovelace", air.ADA, air.CANCELLED), "stays so", id="cancelled"),
        pytest.param(correct("Ada Lovelace", air.ADA, "KR48TD"), "no reservation", id="none"),
    ],
)
def test_bad_correction_is_refused(arguments: dict[str, Any], reason: str) -> None:
    assert reason in refuse(open_airline(), "change_passenger", **arguments)


def test_two_passengers_never_have_one_name() -> None:
    state = open_airline()
    state.edit("reservations", air.ECONOMY)["passengers"][1]["last"] = "Lovelace"
    twin = {"first": "Ada", "last": "Lovelace", "birth_date": air.BEN["birth_date"]}
    assert "same name" in refuse(state, "change_passenger", **correct("Ben Lovelace", twin))
