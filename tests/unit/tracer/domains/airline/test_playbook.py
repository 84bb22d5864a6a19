import pytest

from tests.support.airline_desk import list_write, make_concern, meet_ada, note, work
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.finding import get_customer
from tracer.domains.airline.playbook import PLAYBOOK
from tracer.domains.playbook import Ask, Call, Notebook, Propose, Tell, load_playbook

BY_MAIL = Call("find_customer_by_email", {"email": "ada@example.com"})
BY_NAME = Call(
    "find_customer_by_name_and_birth_date", {"name": "Ada Lovelace", "birth_date": "1985-12-10"}
)


def test_playbook_of_the_domain_is_loaded_by_its_name() -> None:
    assert load_playbook("airline") is PLAYBOOK


@pytest.mark.parametrize(
    ("identity", "needed"),
    [
        ({}, Ask("identity")),
        ({"name": "Ada Lovelace"}, Ask("identity")),
        ({"name": "Ada Lovelace", "birth_date": "long ago"}, Ask("identity")),
        ({"email": "ada@example.com"}, BY_MAIL),
        ({"name": "Ada Lovelace", "birth_date": "10 December 1985"}, BY_NAME),
    ],
)
def test_customer_is_looked_up_with_what_they_gave(
    identity: dict[str, str], needed: Call | Ask
) -> None:
    assert PLAYBOOK.identify(Notebook(identity=identity)) == needed


def test_look_up_that_found_nobody_is_not_made_again() -> None:
    notebook = Notebook(identity={"email": "ada@example.com"})
    notebook.note(BY_MAIL.tool, BY_MAIL.arguments, '{"error": "No account."}')
    assert PLAYBOOK.identify(notebook) == Ask("identity_again")
    notebook.identity.update(name="Ada Lovelace", birth_date="10 December 1985")
    assert PLAYBOOK.identify(notebook) == BY_NAME


def test_profile_is_read_once_the_customer_is_found() -> None:
    notebook = Notebook(identity={"email": "ada@example.com"})
    note(notebook, air.open_airline(), BY_MAIL)
    assert PLAYBOOK.identify(notebook) == Call("get_customer", {"customer_id": "cus-10001"})
    assert PLAYBOOK.identify(meet_ada()) is None


def test_questions_and_wishes_have_procedures() -> None:
    assert isinstance(work(make_concern("ask_profile.tier")), Tell)
    assert work(make_concern("cancel_reservation")) == Ask("reservation")


def test_certificate_can_be_spent_afterwards() -> None:
    state = air.open_airline()
    del state.edit("customers", "cus-10001")["payment_methods"][air.CERTIFICATE]
    notebook = meet_ada(state)
    plan = list_write("send_certificate", ("reservation.id", air.STRUCK), state=state)
    result = state.get("reservations", air.STRUCK)
    PLAYBOOK.apply(plan.call, result, notebook)
    methods = get_customer(notebook)["payment_methods"]
    assert {"payment_id": "pay-910001", "kind": "travel certificate", "balance": "200.00"} in (
        methods.values()
    )


def test_certificate_adds_to_the_one_on_file() -> None:
    state = air.open_airline()
    notebook = meet_ada(state)
    plan = list_write("send_certificate", ("reservation.id", air.STRUCK), state=state)
    PLAYBOOK.apply(plan.call, state.get("reservations", air.STRUCK), notebook)
    assert get_customer(notebook)["payment_methods"][air.CERTIFICATE]["balance"] == "350.00"


def test_reservation_is_known_as_it_is_after_a_write() -> None:
    state = air.open_airline()
    notebook = meet_ada(state)
    plan = list_write(
        "change_cabin",
        ("reservation.id", air.BUSINESS),
        ("cabin.new", "economy"),
        ("payment", "debit card"),
        state=state,
    )
    PLAYBOOK.apply(plan.call, state.get("reservations", air.BUSINESS), notebook)
    concern = make_concern("ask_reservation.cabin", ("reservation.id", air.BUSINESS))
    told = work(concern, notebook, state)
    assert isinstance(told, Tell)
    assert told.values["cabin"] == "economy"


def test_report_of_a_booking_names_its_number() -> None:
    mentions = [
        ("route.origin", "Copenhagen"),
        ("route.destination", "London"),
        ("day", "20 May"),
        ("cabin", "economy"),
        ("passenger.first", "Ada"),
        ("passenger.last", "Lovelace"),
        ("passenger.birth_date", "10 December 1985"),
        ("bags", "one"),
        ("insurance.no", ""),
        ("payment", "credit card"),
    ]
    state = air.open_airline()
    notebook = meet_ada(state)
    plan = list_write("book_reservation", *mentions, state=state)
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    new = next(key for key in customer["reservations"] if not key.startswith("AA"))
    row = state.get("reservations", new)
    assert PLAYBOOK.report(plan, row)["reservation"] == f"booking {new}"
    assert PLAYBOOK.report(plan, None)["reservation"] == "the new booking"
    PLAYBOOK.apply(plan.call, row, notebook)
    PLAYBOOK.apply(plan.call, row, notebook)
    assert get_customer(notebook)["reservations"].count(new) == 1


@pytest.mark.parametrize(
    ("intent", "needs"),
    [
        ("cancel_reservation", True),
        ("ask_reservation.bags", True),
        ("book_reservation", False),
        ("ask_flight.status", False),
    ],
)
def test_only_a_reservation_that_is_there_has_a_number(intent: str, *, needs: bool) -> None:
    assert PLAYBOOK.needs_record(intent) is needs


def test_gift_card_is_known_with_what_a_write_leaves_on_it() -> None:
    state = air.open_airline()
    mentions = [
        ("reservation.id", air.ECONOMY),
        ("day.new", "22 May"),
        ("payment", "gift card"),
    ]
    notebook = meet_ada(state)
    plan = work(make_concern("change_flights", *mentions), notebook, state)
    assert isinstance(plan, Propose)
    row = air.call(state, plan.call.tool, **dict(plan.call.arguments))
    PLAYBOOK.apply(plan.call, row, notebook)
    balance = get_customer(notebook)["payment_methods"][air.GIFT]["balance"]
    assert balance == air.read_balance(state) == "70.00"
