from schemas.judgement import Judgement
from tasks.rescore.renewal import change, keep_if_same
from tests.support.builders import make_judgement, make_trajectory


def test_record_in_which_nothing_differs_is_the_stored_one() -> None:
    # An id from another version of the model: it is not to be computed again.
    stored = make_trajectory(reward=1.0).model_copy(update={"id": "traj_old"})
    assert change(stored, reward=1.0, goal_reached=True) is stored


def test_other_field_gives_the_id_of_that_content() -> None:
    made = change(make_trajectory(reward=1.0), reward=0.0)
    assert made == make_trajectory(reward=0.0)
    assert made.id != make_trajectory(reward=1.0).id


def test_record_made_anew_with_the_same_content_is_the_stored_one() -> None:
    stored: Judgement = make_judgement().model_copy(update={"id": "jd_old"})
    assert keep_if_same(stored, make_judgement()) is stored
    other = make_judgement(detail="other")
    assert keep_if_same(stored, other) is other
    assert keep_if_same(None, other) is other
