"""What the guide for texts asks of a sentence, as far as a machine can tell: words to avoid, length, contractions.

Each finding names its rule and what to say instead. Whether a sentence is friendly and clear, only a reader can tell.
"""

import re
from collections.abc import Iterator

MOST_WORDS = 25

INSTEAD = {
    # One word for each thing.
    r"somebod(y|ies)": "someone",
    r"everybody": "everyone",
    r"anybody": "anyone",
    r"nobody": "no one",
    r"whoever|whomever": "anyone who, or the player",
    r"trophy|trophies|feats?": "achievement",
    r"basket": "pot or fund",
    r"in charge": "host",
    r"squads?": "team",
    r"fixtures?": "match, schedule",
    r"walkovers?": "forfeit",
    r"unfulfilled": "not played",
    r"lots?(?<!a lot)": "random draw",
    r"(?<!of )level(?! (of|deep|and|to))(?=[ .,:;]|$)": "tied",
    r"chairs?": "seat",
    r"stand(s|ing)? in|borrow(ed)?": "substitute",
    r"(result|game) cards?": "score card",
    r"e-mails?|mails?(?! server)": "email",
    r"log-in": "login, or log in",
    r"lay(s|ing)? [^.]*\baway": "discard",
    r"journal": "activity log",
    r"share of wins": "win rate",
    r"notice board|result board": "screen",
    r"second factor": "two-step login",
    # Words that the guide does not use.
    r"anew": "again",
    r"any ?more": "no longer",
    r"meanwhile": "while you had it open",
    r"by (itself|themselves)": "automatically",
    r"the own": "your",
    r"so many": "this many",
    r"mend(s|ed)?": "fix",
    r"what stood|it stands|stands (now|here|in)|still stands|result stands": "say what is true",
    r"told(?! apart)": "say, send",
    r"all the same(?! )|all the same (if|because|reason)": "anyway",
    r"(take|takes|took|taken|taking) (?:\S+ ){0,3}back": "undo",
    r"(take|takes|took|taken) (it|this|that|them|one|\{?\w+\}?) (out|down)": "remove",
    r"(has|have) (not )?begun|hasn’t begun": "has started",
    r"(?<!one )(?<!thing )(?<!where )(?<!what )(?<!who )(?<!somewhere )else(?!’)": "otherwise",
    r"as in": "e.g.",
    r"such a thing": "say what",
    r"how manieth|time number": "say it",
    r"for the moment|at the moment": "now",
    r"whom it names|who it names": "say who",
    r"look at|look again|look over|look into": "check, or view",
    r"be founded|is founded|^found (a|the)": "create",
    r"thrown? (it |the draft )?away": "discard",
    r"struck out|strike out": "remove",
    r"put back|give back|got back|given back": "undo, or return",
    r"(is|are|was|were) shown all|showed? the prizes|prizes were shown": "publish payouts",
    r"ticked|untick": "mark as paid, or turn off",
    r"wait for (the|its) end": "wait until it ends",
    r"parked?": "on hold",
    # American spelling.
    r"colou?rs?(?<!color)(?<!colors)": "color",
    r"honours?|favou?rite(?<!favorite)|neighbours?|neighbouring|behaviours?": "American spelling",
    r"traveller|travelled|cancelled|cancelling|towards|afterwards|centre|programme|grey": "American spelling",
    r"organi[s]e[rd]?s?|recogni[s]ed?|licence|practise": "American spelling",
    r"knock-outs?|play-offs?|semi-finals?|quarter-finals?": "American spelling, without a hyphen",
}

PAIRS = ["is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "could", "would", "should", "must"]
UNCONTRACTED = re.compile(rf"\b(({'|'.join(PAIRS)}|will|can) not|cannot)\b(?! only)", re.IGNORECASE)
CONTRACTED = re.compile(r"\b(it|there) is (?=\w)|\b(you|they|we) (are|will|have been) (?=\w)|\bI am\b", re.IGNORECASE)
OPENS = re.compile(
    r"(?<![:,] )(?:^|(?<=[.?!] ))(Nobody|Nothing|Whoever|Who|What|That) (?!is|was|would|to|if|are|did|has|can)\w"
)
STRAIGHT = re.compile(r"\w'\w|(?<!\w)'\w[^']*'|\w\"\w")
SPACED_PERCENT = re.compile(r"(\d|X) %(?!\()")
TAG = re.compile(r"<[^>]*>")
VALUE = re.compile(r"%\(\w+\)s|\{\w+(!r)?\}|%[sd]")
WORDS = {re.compile(rf"(?<![\w/.-])(?:{word})(?![\w=])", re.IGNORECASE): say for word, say in INSTEAD.items()}


def sentences(text: str) -> list[str]:
    """The sentences of a text, without tags; each value is a word."""
    plain = VALUE.sub("X", TAG.sub("", text))
    return [part for part in re.split(r"(?<=[.?!])[”)]?\s+|\n\n", plain) if part]


def findings(text: str) -> Iterator[tuple[str, str]]:
    """What the guide says against an English text: the rule, and what was found."""
    plain = VALUE.sub("X", TAG.sub("", text))
    for word, say in WORDS.items():
        if found := word.search(plain):
            yield "words", f"“{found[0]}”: say {say}"
    if found := UNCONTRACTED.search(plain):
        yield "contractions", found[0]
    if found := CONTRACTED.search(plain):
        yield "contractions", found[0]
    if ";" in re.sub(r"&\w+;", "", plain):
        yield "semicolons", ";"
    if "—" in plain:
        yield "dashes", "—"
    if found := STRAIGHT.search(plain):
        yield "straight quotes", found[0]
    if SPACED_PERCENT.search(plain):
        yield "percent", "100%, without a space"
    longest = max((len(sentence.split()) for sentence in sentences(text)), default=0)
    if longest > MOST_WORDS:
        yield "long sentences", f"{longest} words"
