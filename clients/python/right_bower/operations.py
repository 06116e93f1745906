"""Each operation of the API as a method. Written by generate.py from the schema."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from right_bower.client import Answer


def part(value: object) -> str:
    """A slug, number or code as a part of a path."""
    return quote(str(value), safe="")


class Operations:
    """Named as in the schema. The request itself is the client's."""

    def request(self, method: str, path: str, **more: Any) -> "Answer":
        """See `Client.request`."""
        raise NotImplementedError

    def get_clubs(self, *, cursor: Any = None, format_: Any = None, limit: Any = None, name: Any = None) -> "Answer":
        """List clubs."""
        return self.request("GET", "/clubs/", query={"cursor": cursor, "format": format_, "limit": limit, "name": name})

    def get_clubs_slug(self, slug: object) -> "Answer":
        """Show a club."""
        return self.request("GET", f"/clubs/{part(slug)}/")

    def post_clubs_slug_events(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Create an event."""
        return self.request("POST", f"/clubs/{part(slug)}/events/", body=body, etag=etag, key=key)

    def get_clubs_slug_happenings(self, slug: object, *, after: Any = None, limit: Any = None) -> "Answer":
        """List a club's happenings."""
        return self.request("GET", f"/clubs/{part(slug)}/happenings/", query={"after": after, "limit": limit})

    def get_clubs_slug_jackpots(self, slug: object) -> "Answer":
        """List a club's jackpots."""
        return self.request("GET", f"/clubs/{part(slug)}/jackpots/")

    def get_clubs_slug_jackpots_id(self, slug: object, id_: object) -> "Answer":
        """Show a jackpot."""
        return self.request("GET", f"/clubs/{part(slug)}/jackpots/{part(id_)}/")

    def get_clubs_slug_matches(
        self,
        slug: object,
        *,
        after: Any = None,
        before: Any = None,
        cursor: Any = None,
        decided_after: Any = None,
        event: Any = None,
        expand: Any = None,
        format_: Any = None,
        limit: Any = None,
        state: Any = None,
    ) -> "Answer":
        """List a club's matches."""
        return self.request(
            "GET",
            f"/clubs/{part(slug)}/matches/",
            query={
                "after": after,
                "before": before,
                "cursor": cursor,
                "decided_after": decided_after,
                "event": event,
                "expand": expand,
                "format": format_,
                "limit": limit,
                "state": state,
            },
        )

    def get_clubs_slug_members(
        self,
        slug: object,
        *,
        cursor: Any = None,
        expand: Any = None,
        format_: Any = None,
        limit: Any = None,
        name: Any = None,
        role: Any = None,
    ) -> "Answer":
        """List a club's members."""
        return self.request(
            "GET",
            f"/clubs/{part(slug)}/members/",
            query={"cursor": cursor, "expand": expand, "format": format_, "limit": limit, "name": name, "role": role},
        )

    def get_clubs_slug_ranking(
        self, slug: object, *, at: Any = None, format_: Any = None, page: Any = None, variant: Any = None
    ) -> "Answer":
        """Show a club's ranking."""
        return self.request(
            "GET",
            f"/clubs/{part(slug)}/ranking/",
            query={"at": at, "format": format_, "page": page, "variant": variant},
        )

    def get_clubs_slug_webhooks(
        self, slug: object, *, cursor: Any = None, format_: Any = None, limit: Any = None
    ) -> "Answer":
        """List a club's webhooks."""
        return self.request(
            "GET", f"/clubs/{part(slug)}/webhooks/", query={"cursor": cursor, "format": format_, "limit": limit}
        )

    def post_clubs_slug_webhooks(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Add a webhook."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/", body=body, etag=etag, key=key)

    def get_clubs_slug_webhooks_id(self, slug: object, id_: object) -> "Answer":
        """Show a webhook."""
        return self.request("GET", f"/clubs/{part(slug)}/webhooks/{part(id_)}/")

    def post_clubs_slug_webhooks_id_change(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Change a webhook."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/{part(id_)}/change/", body=body, etag=etag, key=key)

    def get_clubs_slug_webhooks_id_deliveries(
        self,
        slug: object,
        id_: object,
        *,
        cursor: Any = None,
        format_: Any = None,
        limit: Any = None,
        state: Any = None,
        type_: Any = None,
    ) -> "Answer":
        """List a webhook's deliveries."""
        return self.request(
            "GET",
            f"/clubs/{part(slug)}/webhooks/{part(id_)}/deliveries/",
            query={"cursor": cursor, "format": format_, "limit": limit, "state": state, "type": type_},
        )

    def get_clubs_slug_webhooks_id_deliveries_number(self, slug: object, id_: object, number: object) -> "Answer":
        """Show a delivery."""
        return self.request("GET", f"/clubs/{part(slug)}/webhooks/{part(id_)}/deliveries/{part(number)}/")

    def post_clubs_slug_webhooks_id_deliveries_number_send(
        self,
        slug: object,
        id_: object,
        number: object,
        body: Mapping[str, Any] | None = None,
        *,
        etag: str = "",
        key: str = "",
    ) -> "Answer":
        """Send a delivery again."""
        return self.request(
            "POST",
            f"/clubs/{part(slug)}/webhooks/{part(id_)}/deliveries/{part(number)}/send/",
            body=body,
            etag=etag,
            key=key,
        )

    def post_clubs_slug_webhooks_id_off(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Turn a webhook off."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/{part(id_)}/off/", body=body, etag=etag, key=key)

    def post_clubs_slug_webhooks_id_on(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Turn a webhook on."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/{part(id_)}/on/", body=body, etag=etag, key=key)

    def post_clubs_slug_webhooks_id_remove(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Remove a webhook."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/{part(id_)}/remove/", body=body, etag=etag, key=key)

    def post_clubs_slug_webhooks_id_secret(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Replace a webhook's secret."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/{part(id_)}/secret/", body=body, etag=etag, key=key)

    def post_clubs_slug_webhooks_id_test(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Send a test."""
        return self.request("POST", f"/clubs/{part(slug)}/webhooks/{part(id_)}/test/", body=body, etag=etag, key=key)

    def get_events(
        self,
        *,
        after: Any = None,
        before: Any = None,
        changed_after: Any = None,
        club: Any = None,
        cursor: Any = None,
        format_: Any = None,
        limit: Any = None,
        season: Any = None,
        stage_format: Any = None,
        state: Any = None,
    ) -> "Answer":
        """List events."""
        return self.request(
            "GET",
            "/events/",
            query={
                "after": after,
                "before": before,
                "changed_after": changed_after,
                "club": club,
                "cursor": cursor,
                "format": format_,
                "limit": limit,
                "season": season,
                "stage_format": stage_format,
                "state": state,
            },
        )

    def get_events_slug(self, slug: object) -> "Answer":
        """Show an event."""
        return self.request("GET", f"/events/{part(slug)}/")

    def get_events_slug_announcements(
        self, slug: object, *, cursor: Any = None, format_: Any = None, limit: Any = None
    ) -> "Answer":
        """List an event's announcements."""
        return self.request(
            "GET", f"/events/{part(slug)}/announcements/", query={"cursor": cursor, "format": format_, "limit": limit}
        )

    def post_events_slug_announcements(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Post an announcement."""
        return self.request("POST", f"/events/{part(slug)}/announcements/", body=body, etag=etag, key=key)

    def post_events_slug_announcements_id_withdraw(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Remove an announcement."""
        return self.request(
            "POST", f"/events/{part(slug)}/announcements/{part(id_)}/withdraw/", body=body, etag=etag, key=key
        )

    def get_events_slug_bracket(self, slug: object, *, stage: Any = None) -> "Answer":
        """Show a bracket."""
        return self.request("GET", f"/events/{part(slug)}/bracket/", query={"stage": stage})

    def post_events_slug_cancel(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Cancel an event."""
        return self.request("POST", f"/events/{part(slug)}/cancel/", body=body, etag=etag, key=key)

    def post_events_slug_change(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Change an event."""
        return self.request("POST", f"/events/{part(slug)}/change/", body=body, etag=etag, key=key)

    def get_events_slug_entries(
        self, slug: object, *, cursor: Any = None, format_: Any = None, limit: Any = None, status: Any = None
    ) -> "Answer":
        """List an event's entries."""
        return self.request(
            "GET",
            f"/events/{part(slug)}/entries/",
            query={"cursor": cursor, "format": format_, "limit": limit, "status": status},
        )

    def post_events_slug_entries(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Add an entry."""
        return self.request("POST", f"/events/{part(slug)}/entries/", body=body, etag=etag, key=key)

    def post_events_slug_entries_bulk(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Add many entries."""
        return self.request("POST", f"/events/{part(slug)}/entries/bulk/", body=body, etag=etag, key=key)

    def get_events_slug_entries_number(self, slug: object, number: object) -> "Answer":
        """Show an entry."""
        return self.request("GET", f"/events/{part(slug)}/entries/{part(number)}/")

    def post_events_slug_entries_number_check_in(
        self, slug: object, number: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Check in an entry."""
        return self.request(
            "POST", f"/events/{part(slug)}/entries/{part(number)}/check-in/", body=body, etag=etag, key=key
        )

    def post_events_slug_entries_number_drop_out(
        self, slug: object, number: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Drop an entry."""
        return self.request(
            "POST", f"/events/{part(slug)}/entries/{part(number)}/drop-out/", body=body, etag=etag, key=key
        )

    def post_events_slug_entries_number_fee(
        self, slug: object, number: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Mark an entry fee as paid."""
        return self.request("POST", f"/events/{part(slug)}/entries/{part(number)}/fee/", body=body, etag=etag, key=key)

    def post_events_slug_entries_number_not_here(
        self, slug: object, number: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Undo a check-in."""
        return self.request(
            "POST", f"/events/{part(slug)}/entries/{part(number)}/not-here/", body=body, etag=etag, key=key
        )

    def get_events_slug_export(self, slug: object) -> "Answer":
        """Export an event."""
        return self.request("GET", f"/events/{part(slug)}/export/")

    def post_events_slug_finish(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Finish an event."""
        return self.request("POST", f"/events/{part(slug)}/finish/", body=body, etag=etag, key=key)

    def get_events_slug_matches(
        self,
        slug: object,
        *,
        cursor: Any = None,
        format_: Any = None,
        limit: Any = None,
        round: Any = None,
        round_number: Any = None,
        round_status: Any = None,
        stage: Any = None,
        state: Any = None,
        table: Any = None,
    ) -> "Answer":
        """List an event's matches."""
        return self.request(
            "GET",
            f"/events/{part(slug)}/matches/",
            query={
                "cursor": cursor,
                "format": format_,
                "limit": limit,
                "round": round,
                "round_number": round_number,
                "round_status": round_status,
                "stage": stage,
                "state": state,
                "table": table,
            },
        )

    def get_events_slug_matches_id(self, slug: object, id_: object) -> "Answer":
        """Show a match."""
        return self.request("GET", f"/events/{part(slug)}/matches/{part(id_)}/")

    def post_events_slug_matches_id_confirm(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Confirm a score."""
        return self.request("POST", f"/events/{part(slug)}/matches/{part(id_)}/confirm/", body=body, etag=etag, key=key)

    def post_events_slug_matches_id_correct(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Correct a score."""
        return self.request("POST", f"/events/{part(slug)}/matches/{part(id_)}/correct/", body=body, etag=etag, key=key)

    def post_events_slug_matches_id_dispute(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Dispute a score."""
        return self.request("POST", f"/events/{part(slug)}/matches/{part(id_)}/dispute/", body=body, etag=etag, key=key)

    def post_events_slug_matches_id_reopen(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Undo a decision about a score."""
        return self.request("POST", f"/events/{part(slug)}/matches/{part(id_)}/reopen/", body=body, etag=etag, key=key)

    def post_events_slug_matches_id_report(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Report a score."""
        return self.request("POST", f"/events/{part(slug)}/matches/{part(id_)}/report/", body=body, etag=etag, key=key)

    def post_events_slug_matches_id_void(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Void a result."""
        return self.request("POST", f"/events/{part(slug)}/matches/{part(id_)}/void/", body=body, etag=etag, key=key)

    def get_events_slug_my_seat(self, slug: object) -> "Answer":
        """Find your seat."""
        return self.request("GET", f"/events/{part(slug)}/my-seat/")

    def get_events_slug_payouts(self, slug: object, *, format_: Any = None) -> "Answer":
        """List an event's payouts."""
        return self.request("GET", f"/events/{part(slug)}/payouts/", query={"format": format_})

    def post_events_slug_payouts_publish(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Publish payouts."""
        return self.request("POST", f"/events/{part(slug)}/payouts/publish/", body=body, etag=etag, key=key)

    def get_events_slug_payouts_id(self, slug: object, id_: object) -> "Answer":
        """Show a payout."""
        return self.request("GET", f"/events/{part(slug)}/payouts/{part(id_)}/")

    def post_events_slug_payouts_id_paid(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Mark a payout as paid."""
        return self.request("POST", f"/events/{part(slug)}/payouts/{part(id_)}/paid/", body=body, etag=etag, key=key)

    def post_events_slug_payouts_id_unpaid(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Mark a payout as unpaid."""
        return self.request("POST", f"/events/{part(slug)}/payouts/{part(id_)}/unpaid/", body=body, etag=etag, key=key)

    def get_events_slug_prizes(self, slug: object) -> "Answer":
        """Show an event's prizes."""
        return self.request("GET", f"/events/{part(slug)}/prizes/")

    def post_events_slug_prizes_plan(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Set an event's prize plan."""
        return self.request("POST", f"/events/{part(slug)}/prizes/plan/", body=body, etag=etag, key=key)

    def get_events_slug_registration(self, slug: object) -> "Answer":
        """Show an event's registration."""
        return self.request("GET", f"/events/{part(slug)}/registration/")

    def post_events_slug_registration_sign_up(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Sign up for an event."""
        return self.request("POST", f"/events/{part(slug)}/registration/sign-up/", body=body, etag=etag, key=key)

    def post_events_slug_registration_withdraw(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Withdraw from an event."""
        return self.request("POST", f"/events/{part(slug)}/registration/withdraw/", body=body, etag=etag, key=key)

    def post_events_slug_reopen(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Reopen a finished event."""
        return self.request("POST", f"/events/{part(slug)}/reopen/", body=body, etag=etag, key=key)

    def post_events_slug_restore(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Restore a canceled event."""
        return self.request("POST", f"/events/{part(slug)}/restore/", body=body, etag=etag, key=key)

    def post_events_slug_results_bulk(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Report many scores."""
        return self.request("POST", f"/events/{part(slug)}/results/bulk/", body=body, etag=etag, key=key)

    def get_events_slug_rounds(
        self,
        slug: object,
        *,
        cursor: Any = None,
        format_: Any = None,
        limit: Any = None,
        stage: Any = None,
        status: Any = None,
    ) -> "Answer":
        """List an event's rounds."""
        return self.request(
            "GET",
            f"/events/{part(slug)}/rounds/",
            query={"cursor": cursor, "format": format_, "limit": limit, "stage": stage, "status": status},
        )

    def post_events_slug_rounds(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Draw a round."""
        return self.request("POST", f"/events/{part(slug)}/rounds/", body=body, etag=etag, key=key)

    def post_events_slug_rounds_played(
        self, slug: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Enter rounds from score cards."""
        return self.request("POST", f"/events/{part(slug)}/rounds/played/", body=body, etag=etag, key=key)

    def get_events_slug_rounds_id(self, slug: object, id_: object) -> "Answer":
        """Show a round."""
        return self.request("GET", f"/events/{part(slug)}/rounds/{part(id_)}/")

    def post_events_slug_rounds_id_close(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Close a round."""
        return self.request("POST", f"/events/{part(slug)}/rounds/{part(id_)}/close/", body=body, etag=etag, key=key)

    def post_events_slug_rounds_id_publish(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Publish a round."""
        return self.request("POST", f"/events/{part(slug)}/rounds/{part(id_)}/publish/", body=body, etag=etag, key=key)

    def post_events_slug_rounds_id_unpublish(
        self, slug: object, id_: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Unpublish a round."""
        return self.request(
            "POST", f"/events/{part(slug)}/rounds/{part(id_)}/unpublish/", body=body, etag=etag, key=key
        )

    def get_events_slug_standings(self, slug: object, *, format_: Any = None, stage: Any = None) -> "Answer":
        """Show an event's standings."""
        return self.request("GET", f"/events/{part(slug)}/standings/", query={"format": format_, "stage": stage})

    def get_leaderboard(
        self, *, by: Any = None, club: Any = None, format_: Any = None, page: Any = None, span: Any = None
    ) -> "Answer":
        """Show a leaderboard."""
        return self.request(
            "GET", "/leaderboard/", query={"by": by, "club": club, "format": format_, "page": page, "span": span}
        )

    def get_leagues(self, *, club: Any = None, cursor: Any = None, format_: Any = None, limit: Any = None) -> "Answer":
        """List leagues."""
        return self.request(
            "GET", "/leagues/", query={"club": club, "cursor": cursor, "format": format_, "limit": limit}
        )

    def get_leagues_slug(self, slug: object) -> "Answer":
        """Show a league."""
        return self.request("GET", f"/leagues/{part(slug)}/")

    def get_me(self) -> "Answer":
        """Show your account."""
        return self.request("GET", "/me/")

    def get_me_matches(
        self,
        *,
        after: Any = None,
        before: Any = None,
        cursor: Any = None,
        decided_after: Any = None,
        event: Any = None,
        expand: Any = None,
        format_: Any = None,
        limit: Any = None,
        state: Any = None,
    ) -> "Answer":
        """List your matches."""
        return self.request(
            "GET",
            "/me/matches/",
            query={
                "after": after,
                "before": before,
                "cursor": cursor,
                "decided_after": decided_after,
                "event": event,
                "expand": expand,
                "format": format_,
                "limit": limit,
                "state": state,
            },
        )

    def get_players(self, *, cursor: Any = None, format_: Any = None, limit: Any = None, name: Any = None) -> "Answer":
        """List players."""
        return self.request(
            "GET", "/players/", query={"cursor": cursor, "format": format_, "limit": limit, "name": name}
        )

    def get_players_id(self, id_: object) -> "Answer":
        """Show a player."""
        return self.request("GET", f"/players/{part(id_)}/")

    def get_players_id_achievements(self, id_: object, *, format_: Any = None) -> "Answer":
        """List a player's achievements."""
        return self.request("GET", f"/players/{part(id_)}/achievements/", query={"format": format_})

    def get_players_id_matches(
        self,
        id_: object,
        *,
        after: Any = None,
        before: Any = None,
        cursor: Any = None,
        decided_after: Any = None,
        event: Any = None,
        expand: Any = None,
        format_: Any = None,
        limit: Any = None,
        state: Any = None,
    ) -> "Answer":
        """List a player's matches."""
        return self.request(
            "GET",
            f"/players/{part(id_)}/matches/",
            query={
                "after": after,
                "before": before,
                "cursor": cursor,
                "decided_after": decided_after,
                "event": event,
                "expand": expand,
                "format": format_,
                "limit": limit,
                "state": state,
            },
        )

    def get_players_id_ratings(
        self,
        id_: object,
        *,
        after: Any = None,
        before: Any = None,
        cursor: Any = None,
        format_: Any = None,
        limit: Any = None,
        pool: Any = None,
    ) -> "Answer":
        """List a player's ratings."""
        return self.request(
            "GET",
            f"/players/{part(id_)}/ratings/",
            query={"after": after, "before": before, "cursor": cursor, "format": format_, "limit": limit, "pool": pool},
        )

    def get_seasons(
        self,
        *,
        club: Any = None,
        cursor: Any = None,
        format_: Any = None,
        league: Any = None,
        limit: Any = None,
        state: Any = None,
    ) -> "Answer":
        """List seasons."""
        return self.request(
            "GET",
            "/seasons/",
            query={"club": club, "cursor": cursor, "format": format_, "league": league, "limit": limit, "state": state},
        )

    def get_seasons_slug(self, slug: object) -> "Answer":
        """Show a season."""
        return self.request("GET", f"/seasons/{part(slug)}/")

    def get_seasons_slug_fixtures(
        self,
        slug: object,
        *,
        after: Any = None,
        before: Any = None,
        cursor: Any = None,
        format_: Any = None,
        limit: Any = None,
        state: Any = None,
    ) -> "Answer":
        """List a season's fixtures."""
        return self.request(
            "GET",
            f"/seasons/{part(slug)}/fixtures/",
            query={
                "after": after,
                "before": before,
                "cursor": cursor,
                "format": format_,
                "limit": limit,
                "state": state,
            },
        )

    def get_seasons_slug_table(self, slug: object, *, format_: Any = None) -> "Answer":
        """Show a season's tables."""
        return self.request("GET", f"/seasons/{part(slug)}/table/", query={"format": format_})

    def get_tables(self, *, cursor: Any = None, format_: Any = None, limit: Any = None) -> "Answer":
        """List public tables."""
        return self.request("GET", "/tables/", query={"cursor": cursor, "format": format_, "limit": limit})

    def post_tables(self, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = "") -> "Answer":
        """Open a table."""
        return self.request("POST", "/tables/", body=body, etag=etag, key=key)

    def get_tables_code(self, code: object) -> "Answer":
        """Show a table."""
        return self.request("GET", f"/tables/{part(code)}/")

    def post_tables_code_act(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Bid, call, or play a card."""
        return self.request("POST", f"/tables/{part(code)}/act/", body=body, etag=etag, key=key)

    def post_tables_code_away(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Let a bot play for you."""
        return self.request("POST", f"/tables/{part(code)}/away/", body=body, etag=etag, key=key)

    def post_tables_code_back(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Take over from a bot."""
        return self.request("POST", f"/tables/{part(code)}/back/", body=body, etag=etag, key=key)

    def post_tables_code_bots(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Fill empty seats with bots."""
        return self.request("POST", f"/tables/{part(code)}/bots/", body=body, etag=etag, key=key)

    def post_tables_code_close(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Close a table."""
        return self.request("POST", f"/tables/{part(code)}/close/", body=body, etag=etag, key=key)

    def post_tables_code_deal(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Deal the next hand."""
        return self.request("POST", f"/tables/{part(code)}/deal/", body=body, etag=etag, key=key)

    def get_tables_code_games(
        self, code: object, *, cursor: Any = None, format_: Any = None, limit: Any = None
    ) -> "Answer":
        """List a table's games."""
        return self.request(
            "GET", f"/tables/{part(code)}/games/", query={"cursor": cursor, "format": format_, "limit": limit}
        )

    def get_tables_code_games_number_egn(self, code: object, number: object) -> "Answer":
        """Export a game."""
        return self.request("GET", f"/tables/{part(code)}/games/{part(number)}/egn/")

    def post_tables_code_rules(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Change a table's rules."""
        return self.request("POST", f"/tables/{part(code)}/rules/", body=body, etag=etag, key=key)

    def post_tables_code_seats_number_sit(
        self, code: object, number: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Take a seat."""
        return self.request("POST", f"/tables/{part(code)}/seats/{part(number)}/sit/", body=body, etag=etag, key=key)

    def post_tables_code_stand_up(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Leave a seat."""
        return self.request("POST", f"/tables/{part(code)}/stand-up/", body=body, etag=etag, key=key)

    def post_tables_code_start(
        self, code: object, body: Mapping[str, Any] | None = None, *, etag: str = "", key: str = ""
    ) -> "Answer":
        """Start a game."""
        return self.request("POST", f"/tables/{part(code)}/start/", body=body, etag=etag, key=key)
