"""The audit log: one row for each command that was done, and the list of what can be done."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.results.models import Channel, ResultEntry
from tournaments.rounds.models import Match, Round


class Action(models.TextChoices):
    """The values are in the database, in archives of clubs and in the API: they stay. Labels are shown nowhere.

    A new one needs its sentence in `activity_log.words`. If seat pages don't show it, or only some of them, `seat_news`
    says so; if people are told of it, `notifications.tellers` does.
    """

    # Results
    OPEN_MATCH_TABLE = "open_match_table"
    BEGIN_WITHOUT_MISSING = "begin_without_missing"
    RECORD_RESULT = "record_result"
    REOPEN_RESULT = "reopen_result"
    CORRECT_RESULT = "correct_result"
    VOID_RESULT = "void_result"
    LEAVE_TO_ORGANIZER = "leave_to_organizer"
    CONFIRM_RESULT = "confirm_result"
    DISPUTE_RESULT = "dispute_result"

    # Calls from the tables
    CALL_ORGANIZER = "call_organizer"
    ANSWER_CALL = "answer_call"
    FINISH_CALL = "finish_call"
    CANCEL_CALL = "cancel_call"

    # Rounds, clocks, wishes and the end of a night
    START_CLOCK = "start_clock"
    PAUSE_CLOCK = "pause_clock"
    RESUME_CLOCK = "resume_clock"
    ADD_TIME = "add_time"
    CALL_LAST_HAND = "call_last_hand"
    RECALL_LAST_HAND = "recall_last_hand"
    SWAP_PLACES = "swap_places"
    MOVE_TABLE = "move_table"
    BLANK_ROUND = "blank_round"
    FINISH_EVENT = "finish_event"
    REOPEN_EVENT = "reopen_event"
    DRAW_ROUND = "draw_round"
    PUBLISH_ROUND = "publish_round"
    UNPUBLISH_ROUND = "unpublish_round"
    CLOSE_ROUND = "close_round"
    OPEN_MATCH = "open_match"
    CALL_OFF_MATCH = "call_off_match"
    TAKE_BACK_START = "take_back_start"
    CLOSE_TABLE = "close_table"
    OPEN_TABLE = "open_table"
    KEEP_SEAT = "keep_seat"
    FREE_SEAT = "free_seat"
    SET_WISH = "set_wish"
    DROP_WISH = "drop_wish"
    SEE_DEALS = "see_deals"
    SHOW_BOARDS = "show_boards"

    # Who plays
    UNDO_BULK = "undo_bulk"
    REGISTER = "register"
    WALK_IN = "walk_in"
    CHECK_IN = "check_in"
    NOT_HERE = "not_here"
    DROP_OUT = "drop_out"
    GIVE_UP = "give_up"
    SUBSTITUTE = "substitute"
    TAKE_FEE = "take_fee"
    ENTER_NAMES = "enter_names"  # until lists were imported in one way
    TAKE_BACK_NOTICE = "take_back_notice"
    AGREE_NOTICE = "agree_notice"
    DECLINE_NOTICE = "decline_notice"
    IMPORT_ROSTER = "import_roster"
    SIT_IN = "sit_in"
    TAKE_PLACE = "take_place"
    JOIN_ROUND = "join_round"
    PLAY_SHORT = "play_short"
    NO_SHOW = "no_show"
    FIND_SUB = "find_sub"
    ASK_MORE_SUBS = "ask_more_subs"
    ACCEPT_SUB = "accept_sub"
    DECLINE_SUB = "decline_sub"
    CANCEL_SUB = "cancel_sub"
    EXPIRE_SUB = "expire_sub"
    SAY_LATE = "say_late"
    SAY_LEAVING = "say_leaving"
    ACCEPT_ALL = "accept_all"
    VOID_MISSING = "void_missing"
    FORFEIT_MISSING = "forfeit_missing"
    CHECK_IN_ALL = "check_in_all"
    LEAVE_ALL = "leave_all"

    # Clubs and events
    ANNOUNCE = "announce"
    WITHDRAW_ANNOUNCEMENT = "withdraw_announcement"
    SET_CRITERIA = "set_criteria"
    CREATE_CLUB = "create_club"
    CHANGE_CLUB = "change_club"
    ADD_VENUE = "add_venue"
    CHANGE_VENUE = "change_venue"
    REMOVE_VENUE = "remove_venue"
    REOPEN_VENUE = "reopen_venue"
    ADD_MEMBER = "add_member"
    CREATE_EVENT = "create_event"
    DUPLICATE_EVENT = "duplicate_event"
    SAVE_TEMPLATE = "save_template"
    RENAME_TEMPLATE = "rename_template"
    DELETE_TEMPLATE = "delete_template"
    USE_TEMPLATE = "use_template"
    REPEAT_EVENT = "repeat_event"
    CHANGE_RECURRING = "change_recurring"
    ADD_REGULARS = "add_regulars"
    REMOVE_REGULAR = "remove_regular"
    EXPECT_REGULARS = "expect_regulars"
    SET_UP_AHEAD = "set_up_ahead"
    CHANGE_EVENT = "change_event"
    CANCEL_EVENT = "cancel_event"
    RESTORE_EVENT = "restore_event"
    DELETE_EVENT = "delete_event"
    SAVE_SETUP = "save_setup"
    ADD_STAGE = "add_stage"
    REMOVE_STAGE = "remove_stage"
    SET_SEEDS = "set_seeds"
    BEGIN_STAGE = "begin_stage"
    UNBEGIN_STAGE = "unbegin_stage"
    SET_RULES = "set_rules"
    SAVE_CLUB_RULES = "save_club_rules"
    DELETE_CLUB_RULES = "delete_club_rules"

    # Prizes and the pot
    CHARGE_FINE = "charge_fine"
    UNDO_POSTING = "undo_posting"
    SET_PRIZE_PLAN = "set_prize_plan"
    NAME_WINNER = "name_winner"
    DECIDE_TIE = "decide_tie"
    SHOW_PRIZES = "show_prizes"
    MARK_PAID = "mark_paid"
    UNMARK_PAID = "unmark_paid"
    PROPOSE_CHANGE = "propose_change"
    AGREE_TO_CHANGE = "agree_to_change"
    DECLINE_CHANGE = "decline_change"

    # Jackpots
    CLOSE_PERIOD = "close_period"
    ADJUST_PERIOD = "adjust_period"
    ADD_TO_JACKPOT = "add_to_jackpot"
    CHANGE_JACKPOT = "change_jackpot"
    CREATE_JACKPOT = "create_jackpot"

    # Leagues
    CLOSE_SEASON = "close_season"
    FOLLOW_SEASON = "follow_season"
    POSTPONE = "postpone"
    PROPOSE_DATES = "propose_dates"
    PICK_DATE = "pick_date"
    PICK_BY_SILENCE = "pick_by_silence"
    DECLINE_DATES = "decline_dates"
    COUNTER_DATES = "counter_dates"
    WITHDRAW_DATES = "withdraw_dates"
    EXPIRE_DATES = "expire_dates"
    APPROVE_DATE = "approve_date"
    REFUSE_DATE = "refuse_date"
    RULE_FIXTURE = "rule_fixture"
    LIFT_RULING = "lift_ruling"
    BEGIN_FIXTURE = "begin_fixture"
    NEXT_FIXTURE_ROUND = "next_fixture_round"
    FINISH_FIXTURE = "finish_fixture"
    ENTER_CARD = "enter_card"
    REPORT_CARD = "report_card"
    CONFIRM_CARD = "confirm_card"
    DISPUTE_CARD = "dispute_card"
    APPROVE_CARD = "approve_card"
    CORRECT_CARD = "correct_card"
    ISSUE_SEASON_PASS = "issue_season_pass"  # noqa: S105  (a personal link, no secret)
    LAY_FIXTURES = "lay_fixtures"
    SET_LINE_UP = "set_line_up"
    LATE_CARD = "late_card"
    ADJUST_POINTS = "adjust_points"
    TAKE_BACK_POINTS = "take_back_points"
    SET_TABLE_ORDER = "set_table_order"
    DECIDE_PLACE = "decide_place"
    UNDO_PLACE = "undo_place"
    WITHDRAW_SQUAD = "withdraw_squad"
    UNDO_WITHDRAWAL = "undo_withdrawal"
    MAKE_PLAY_OFFS = "make_play_offs"
    DRAFT_FIXTURES = "draft_fixtures"
    DROP_DRAFT = "drop_draft"
    OPEN_SEASON = "open_season"
    MOVE_WEEKS = "move_weeks"
    SET_NIGHTS = "set_nights"
    DRAW_POSITIONS = "draw_positions"
    SET_FIXTURE_VENUE = "set_fixture_venue"
    ADD_NIGHT = "add_night"
    COUNT_NIGHT = "count_night"
    CREATE_LEAGUE = "create_league"
    ADD_DIVISION = "add_division"
    RENAME_DIVISION = "rename_division"
    RAISE_DIVISION = "raise_division"
    REMOVE_DIVISION = "remove_division"
    CREATE_SEASON = "create_season"
    SET_SEASON_RULES = "set_season_rules"
    ADD_SQUAD = "add_squad"
    ENTER_SQUAD = "enter_squad"
    ENTER_LATE = "enter_late"
    CHANGE_TEAM = "change_team"
    REMOVE_SQUAD = "remove_squad"
    JOIN_SQUAD = "join_squad"
    TRANSFER = "transfer"
    ASK_TRANSFER = "ask_transfer"
    OFFER_TRANSFER = "offer_transfer"
    AGREE_TRANSFER = "agree_transfer"
    DECLINE_TRANSFER = "decline_transfer"
    CANCEL_TRANSFER = "cancel_transfer"
    EXEMPT_PLAYER = "exempt_player"
    REVOKE_EXEMPTION = "revoke_exemption"
    SET_SQUAD_DATES = "set_squad_dates"
    SET_SEASON_FEES = "set_season_fees"
    CHARGE_TEAM_FEES = "charge_team_fees"
    CHARGE_PLAYER_FEE = "charge_player_fee"
    FINE_TEAM = "fine_team"
    TAKE_PAYMENT = "take_payment"
    WAIVE_CHARGE = "waive_charge"
    DISMISS_CHARGE = "dismiss_charge"
    UNDO_DISMISSAL = "undo_dismissal"
    ADD_TO_FUND = "add_to_fund"
    SPEND_FUND = "spend_fund"
    UNDO_SEASON_POSTING = "undo_season_posting"
    LEAVE_SQUAD = "leave_squad"
    CREATE_CUP = "create_cup"
    CHANGE_CUP = "change_cup"
    SET_CUP_ENTRANTS = "set_cup_entrants"
    DRAW_CUP_ROUND = "draw_cup_round"
    UNDO_CUP_DRAW = "undo_cup_draw"
    MOVE_CUP_MATCH = "move_cup_match"
    SET_CUP_FINALS = "set_cup_finals"
    DECIDE_CUP_MATCH = "decide_cup_match"
    UNDO_CUP_DECISION = "undo_cup_decision"
    PLAY_CUP_MATCH = "play_cup_match"
    CANCEL_CUP = "cancel_cup"

    # Registration
    FOLLOW_CHECK_IN = "follow_check_in"
    MOVE_UP = "move_up"
    ASK_PARTNER = "ask_partner"
    SIGN_UP_ASKING = "sign_up_asking"
    TAKE_BACK_ASK = "take_back_ask"
    ANSWER_ASK = "answer_ask"
    JOIN_SINGLES = "join_singles"
    ADD_SINGLE = "add_single"
    MAKE_PAIRS = "make_pairs"
    UNDO_PAIRS = "undo_pairs"
    SIGN_UP = "sign_up"
    WITHDRAW_REGISTRATION = "withdraw_registration"
    LOOK_FOR_PARTNER = "look_for_partner"
    SET_REGISTRATION = "set_registration"
    OPEN_REGISTRATION = "open_registration"
    CLOSE_REGISTRATION = "close_registration"
    ASK_COMING = "ask_coming"
    ANSWER_COMING = "answer_coming"

    # People of a club
    HAND_OVER_EVENT = "hand_over_event"
    INVITE = "invite"
    REVOKE_INVITATION = "revoke_invitation"
    JOIN_CLUB = "join_club"
    OPEN_CLUB_TABLE = "open_club_table"
    SET_ROLE = "set_role"
    REMOVE_MEMBER = "remove_member"
    LEAVE_CLUB = "leave_club"
    HIDE_NAME = "hide_name"
    SET_SUB_EVENINGS = "set_sub_evenings"
    RENAME_PLAYER = "rename_player"

    # One person, two records
    CLAIM_RECORD = "claim_record"
    AGREE_CLAIM = "agree_claim"
    DECLINE_CLAIM = "decline_claim"
    UNDO_MERGE = "undo_merge"
    MERGE_PLAYERS = "merge_players"

    # Erasing
    ERASE_PLAYER = "erase_player"

    # Getting in
    HANG_CODE = "hang_code"
    TAKE_DOWN_CODE = "take_down_code"
    ARRIVE = "arrive"
    HAND_BACK = "hand_back"
    REVOKE_ARRIVAL = "revoke_arrival"
    TRUST_ARRIVAL = "trust_arrival"
    ISSUE_PASS = "issue_pass"  # noqa: S105  (a personal link, no secret)
    ISSUE_PASSES = "issue_passes"
    REMOVE_SECOND_FACTOR = "remove_second_factor"

    # Webhooks
    RENEW_WEBHOOK = "renew_webhook"
    SWITCH_WEBHOOK = "switch_webhook"
    REMOVE_WEBHOOK = "remove_webhook"
    TEST_WEBHOOK = "test_webhook"
    RESEND_WEBHOOK = "resend_webhook"
    ADD_WEBHOOK = "add_webhook"
    CHANGE_WEBHOOK = "change_webhook"
    WEBHOOK_OFF = "webhook_off"

    # Files
    IMPORT_CLUB = "import_club"
    EXPORT_CLUB = "export_club"
    IMPORT_TABLE = "import_table"

    # Games played elsewhere
    IMPORT_GAME = "import_game"
    WITHDRAW_GAME = "withdraw_game"

    # Achievements
    SAVE_ACHIEVEMENT = "save_achievement"

    # Comparing with the facts
    COMPARE = "compare"
    MEND = "mend"


class AuditLogEntry(models.Model):
    """One command done once: who, what, through which face, with the browser's key. Numbers are dense per event.

    Names are never written here, only rows are pointed at, so that a person can be erased.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="audit_log")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="audit_log")
    number = models.PositiveIntegerField(null=True, blank=True)
    action = models.CharField(max_length=30)
    source = models.CharField(max_length=12, choices=Channel)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    is_system = models.BooleanField(default=False)
    key = models.UUIDField(null=True, blank=True, unique=True)
    digest = models.CharField(
        max_length=64,
        blank=True,
        help_text=_("This fingerprint lets us recognize a request that was sent twice."),
    )
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="+")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    result = models.ForeignKey(ResultEntry, models.SET_NULL, null=True, blank=True, related_name="+")
    detail = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "tournaments_journalentry"
        ordering: ClassVar = ["-pk"]
        verbose_name_plural = _("activity log")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="journal_number_once_per_event"),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(player__isnull=False) | Q(is_system=True),
                name="journal_entry_has_an_actor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} ({self.at:%Y-%m-%d %H:%M})"
