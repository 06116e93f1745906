"""Every action can be said, or is in no log that a page shows."""

from tournaments.activity_log import words as log_words
from tournaments.activity_log.models import Action
from tournaments.clubs import audit_words as people_words

SHOWN_NOWHERE = {
    # In a club's log, of which the page about its people shows what was done to people.
    Action.CREATE_CLUB,
    Action.HIDE_NAME,
    Action.REMOVE_SECOND_FACTOR,
    Action.SAVE_ACHIEVEMENT,
    Action.IMPORT_CLUB,
    Action.EXPORT_CLUB,
    Action.IMPORT_TABLE,
    Action.CREATE_JACKPOT,
    Action.CHANGE_JACKPOT,
    Action.ADD_TO_JACKPOT,
    Action.CLOSE_PERIOD,
    Action.ADJUST_PERIOD,
    Action.CREATE_LEAGUE,
    Action.CREATE_SEASON,
    Action.SET_SEASON_RULES,
    Action.ADD_SQUAD,
    Action.ENTER_SQUAD,
    Action.JOIN_SQUAD,
    Action.TRANSFER,
    Action.LEAVE_SQUAD,
    Action.DRAFT_FIXTURES,
    Action.LAY_FIXTURES,
    Action.DROP_DRAFT,
    Action.OPEN_SEASON,
    Action.MOVE_WEEKS,
    Action.POSTPONE,
    Action.SET_LINE_UP,
    Action.BEGIN_FIXTURE,
    Action.FINISH_FIXTURE,
    Action.ENTER_CARD,
    Action.RULE_FIXTURE,
    Action.LIFT_RULING,
    Action.LATE_CARD,
    Action.ADJUST_POINTS,
    Action.TAKE_BACK_POINTS,
    Action.ADD_NIGHT,
    Action.COUNT_NIGHT,
    Action.MAKE_PLAY_OFFS,
    Action.CLOSE_SEASON,
    Action.FOLLOW_SEASON,
    Action.OPEN_CLUB_TABLE,
    Action.SAVE_CLUB_RULES,
    Action.DELETE_CLUB_RULES,
    Action.ADD_WEBHOOK,
    Action.CHANGE_WEBHOOK,
    Action.RENEW_WEBHOOK,
    Action.SWITCH_WEBHOOK,
    Action.REMOVE_WEBHOOK,
    Action.TEST_WEBHOOK,
    Action.RESEND_WEBHOOK,
    Action.WEBHOOK_OFF,
}


def test_every_action_has_its_words() -> None:
    said = set(log_words.WORDS) | set(people_words.WORDS)
    assert said | SHOWN_NOWHERE == set(Action)
    assert said & SHOWN_NOWHERE == set()


def test_values_stay_as_they_are_in_databases_and_archives() -> None:
    assert all(action.value == action.name.lower() for action in Action)
