"""Why something was not done, in words that an assistant can pass on, and what to do about it."""

from typing import Any

WHAT_TO_DO = {
    "not_authenticated": "Make a new token under “API tokens” on the site, set RIGHT_BOWER_TOKEN, and start again.",
    "not_allowed": "Ask someone who may do it. Don’t try another way.",
    "scope_missing": "Ask the token’s owner for a token with the scope that the sentence names.",
    "second_factor_missing": "The token’s owner has to turn on two-step login and make a new token.",
    "not_found": "Check the name or the number. It may also be something that this token may not see.",
    "precondition_failed": "Look at `present`, read the thing again for its new version, and decide again.",
    "conflict": "Someone changed it first. Read it again, then decide again.",
    "refused": "The rules don’t allow it. Say so, and don’t repeat it unchanged.",
    "invalid": "Correct the fields that `errors` names.",
    "idempotency_key_reused": "Leave `key` out: this one was used for something else.",
    "rate_limited": "Wait for `retry_after` seconds, then repeat it.",
}
REPEAT = "Repeat it with the same `key`: what was done isn’t done twice."
LATER = "Try again in a little while."


class Refusal(Exception):
    """Something was not done. more: what the site says beside it, as `errors` and `present`."""

    def __init__(self, status: int, code: str, title: str, detail: str, what_to_do: str, **more: Any) -> None:
        super().__init__(title)
        self.status, self.code, self.title, self.detail, self.what_to_do = status, code, title, detail, what_to_do
        self.more = more

    def as_data(self) -> dict[str, Any]:
        """All of it, for programs."""
        plain = {name: getattr(self, name) for name in ("code", "status", "title", "detail", "what_to_do")}
        return plain | self.more


NO_ANSWER: dict[str, Any] = {
    "status": 0,
    "code": "no_answer",
    "title": "The site doesn’t answer",
    "detail": "It is away, or the network is.",
    "what_to_do": LATER,
}


def refusal_of(status: int, data: Any, retry_after: str) -> Refusal:
    """What the site's answer says, as a refusal. data: its JSON; None for anything else."""
    problem = data if isinstance(data, dict) else {}
    if not isinstance(problem.get("code"), str):
        said = "It answers with something that isn’t from its API."
        wanted = LATER if status >= 500 else "Check RIGHT_BOWER_URL."
        return Refusal(status, "no_api", "The site can’t be understood", said, wanted)
    code = problem["code"]
    more = {name: problem[name] for name in ("errors", "present") if problem.get(name)}
    if retry_after.isdigit():
        more["retry_after"] = int(retry_after)
    wanted = WHAT_TO_DO.get(code) or (LATER if status >= 500 else "Read it again, then decide.")
    return Refusal(status, code, str(problem.get("title", "")), str(problem.get("detail", "")), wanted, **more)


def not_offered(why: str) -> Refusal:
    """For a tool that there is not, or that this token or this start doesn't have."""
    return Refusal(0, "not_offered", "This tool isn’t offered", why, "Use the tools in the list, or ask the person.")


def wrong_arguments(complaints: list[str]) -> Refusal:
    """For a call whose arguments are not those that the tool describes."""
    said = " ".join(complaints)
    return Refusal(0, "wrong_arguments", "The arguments don’t fit", said, "Correct them, then call the tool again.")


def list_changed(present: Any) -> Refusal:
    """For an addition to a list that is another one than what was read."""
    detail = "The list changed after you read it. Its current state is in the field “present”."
    wanted = WHAT_TO_DO["precondition_failed"]
    return Refusal(412, "precondition_failed", "Precondition Failed", detail, wanted, present=present)


def own_fault() -> Refusal:
    """For what should not happen."""
    detail = "Right Bower’s assistant program made a mistake. Nothing more is known."
    return Refusal(0, "internal_error", "That didn’t work", detail, "Read the thing again before you go on.")
