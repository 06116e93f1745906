"""What the values of sentences are, said to translators: each message with values has a comment by this table.

A name means one thing in nearly all messages; where it has several, the comment names them.
"""

import re
from collections.abc import Iterable

NAMES = """
able, unable: formats, as a list
about: what is shared, such as an event’s name
above, below: an entry’s name, or a score
absent: the entry that is missing
achievement: an achievement’s name
action: what somebody wants to do, such as “enter scores”; a verb without “to”
activate_url, alone, assist, at_rules, bower, check_in_list, clubs_url, data_url, desk, discard: an address
ending: how a hand ended, as a sentence
euchre, euchred_loner, follow_suit, house_rules, joker, lead, left_bower, lobby, login_url, maker: an address
march, order_up, pass, password_reset_url, privacy_url, progressive, reset_url, right_bower: an address
signup_url, stick_the_dealer, stop, trick, trump_address, turn_down, verify_deal, verify_game: an address
address: an address of the web; of a link where it stands in a tag
after, before, former: the new or old value or state
against: points of the other side
ago: how long ago, with “ago”
away_average, home_average: how many games a team wins a match, such as “5.4”
handicap: how many games a team starts with, such as “1½ games”
agreed: names, or how many hands were agreed
fund, owed: an amount of money, as the club writes it
lender: the division that a borrowed player comes from
on: a date
ip: the number of a device on the internet
digit: a digit from 0 to 9
provider: a service where people have an account, such as “Google”
user_agent: a browser, as it calls itself
all, came, over, paid, saved, taken, total, used: how many of all
allowed: the values that are possible, as a list
amount, money: an amount of money, as the club writes it, or of chips
answer: what was answered, such as “accepted” or “declined”
asked: a player’s name, or the number that was asked for
asker: the player who asks
app: an app’s name
back: the name of a site, or the start of an app’s own addresses
at, begin, moment: a date and time
away, home: a team’s name, or its score
own: the division of one’s own team
squad, team: a team’s name
cup, region: the name of a cup, or of a region in it
entrant: a team or a pair in a cup, by name
away_games, home_games: games won by that team
awayPoints, homePoints: points of that team
balance: how many chips somebody has
basket: the name of a fund in the pot
better: entries in order, or the better place
bid: a bid, such as “4 in hearts”
bound: the fewest repeats that are possible
bundle: the name of saved house rules
byte: a byte as a number
call: an address, or a call as it was typed
caller: how many points
card: a card’s name with its article, such as “the ace of hearts”
cards: several cards, as a list
carried, cents, extra, fee, fees, fresh, house: an amount of money
cause: why, a clause without a full stop
cell, cells, text, word, words: what was typed or found, word for word
chair, seat: a seat’s name or number
chairs: seats, as a list
changes: what was changed, as a list
chapter: a chapter of the house rules
chips: how many chips
choices, criteria, fields, formats, methods, metrics, presets, rules, values: names to choose from, as a list
zones: names to choose from, as a list
claims: what each side says, as a list
clean: a code as it was typed
closed: how many are closed
club: a club’s name
code: a code of letters
colour: “high”, “low”, “red” or “white”
column: a column’s name
columns, divisions, seasons: names, as a list
coming: the player who comes in
computed, stored: a value as it was counted again, or as it is stored
confirmed: how many are confirmed
count: how many, or what is counted, such as “3 reported scores”
days, milliseconds, minutes, missed, seconds: how many
counted: what is counted, such as “loners”
criterion: what ranks, such as “Points”
currency: a currency’s name
current, follower, latest, stage: a stage’s name
cycle, cycles: the number of a cycle, of how many
database: the name of a database
date: a date
day: a day, such as “Tue, Nov 24”
dead_end: why it goes no further, a clause
deal: the number of a deal, or a deal as typed
dealer, dealt_dealer: a seat’s number or a player’s name
deals: how many deals
rating: a rating, such as 1200
month: a month with its year
counting: how many days count
spread: the standard error of an estimate
done: how many of all are done
contract: who makes trump and how many tricks that side takes, as a sentence
deed: what a player does or is to do, such as “play a card”
difference: what one has more of, a clause
differs: what would change, a sentence
digest, seal, secret: a fingerprint or secret in hexadecimal digits
division: a division’s name
choice: something a player could do, such as “leading the ace of hearts”
cost: what a choice lost, such as “0.6 points”
doing: what to do, such as “order it up”
draft: the name of a round
due: a day
duration: a length of time or a time of day
each: how many, or the amount for each
early: what is not over yet, a sentence
east, north, south, west: where that seat moves, such as “up 2”
email: an email address
entries: names or numbers of entries, as a list
entry: an entry: a player’s name, a pair’s, or “No. 5”
error, problem, problems, refusal, trouble, violations, wrong: what is wrong: a sentence or several
event: an event’s name
every: how many days
example: an example, as it is written
expected, here: how many are here or not here yet
explanation, help: a sentence that explains
falling, rising: how many teams
fewest, least, lowest, smallest: the smallest possible number or value
field: the name of a field of a form
finding: what was found, a sentence
first: the first day, number or name of a row
fit: how many fit
fixture: a match of the league, such as “Aces – Jacks”
format, play: a format’s name
found, slip: a table’s name
free: how many are free
game, games: how many games, a game’s name or number
goal: the number of a table
gone, kept: the names of two records that are one person
group, pool: a pool’s or division’s name
groups: how many pools
hall, venue: a venue’s name
hand: the number of a hand
hands: how many hands
happened: what happened in a round, such as “won 10–6 against No. 3”
header: a line, or the name of an HTTP header
heading: a heading
height, pixels, width: how many pixels
held: cards that are held, as a list
high: “high”, “red”, or a score such as “5 points”
highest, longest, most: the largest possible number or value
host: the name of a host in the web
how, method: how it was decided, such as “a cut of the cards”
index: a number in a file
jackpot: a jackpot’s name
key: a key as it was typed
kind: what kind of thing
kitty, matchpoints, turned_card: a word of the game, with its link
last: the last day, number or name of a row
league: a league’s name
label: the name of a field of a form, or of a fund
lean: how many rounds
leaving: the player who leaves
left: how many are left, or an amount of money
left_over: how many are left over
leg, level, next, to, turns_at, wait, week, weeks: a number
legal: what is possible, as a list
less: the smaller number
letter: a letter, the name of a pool or column
letters, part: what was typed
levels: how many levels
limit_value, max: the limit, a number
line: a line’s number, or what was typed
longest_days, most_deals, most_games, most_hands, most_kept, most_letters: the largest number that is possible
more: the larger number, or what else helps
most_minutes, most_open, most_tables, most_watchers: the largest number that is possible
loser, winner, winners: who lost or won, by name
lost: what can’t be written, as a list
low: a number, “low”, or a score such as “3 points”
many: a number in words
match: a match, such as “Table 3”, or its number
matches: how many matches
memo: what the money was for
metric: what is counted, such as “Loners”
missing: who or what is missing, as a list, or how much
n: a number to reach
name: a name: of a player, an event or what else the sentence is about
named, needed, planned, played, promised, wanted: how many, or what that word says
names, opponent, others, owner: a name or several, as a list; “people”, “players” and “teams” can also be how many
pair, partner, person, record: a name or several, as a list; “people”, “players” and “teams” can also be how many
user: a name or several, as a list; “people”, “players” and “teams” can also be how many
never: letters that codes never have
night: a night’s name, such as “Night 3”
note: a remark, a sentence
notice: what a player said, such as “I’m late”
now: the new value
number: how many, or the number of something
numbers, pages, parts, things, tricks: how many, or several of them as a list
odd: the number of a character in Unicode
offence: the number of the late card
often: how often, such as “twice”
one, other, three, two: one of those who are named, or a score
open_round: a sentence about a round that is open
option, setting: the name of an option, such as of the house rules
ordinal: a rank as “1st”
outcome: what a comparison found
own_value: a value that ranks, such as “12 wins”
page: the number or name of a page
page_name: what the pages list, such as “games”
pairing: two sides, such as “A against B”
pairs: how many pairs
path, port, slug: a part of an address
people, players, teams: how many, or names as a list
percent, percentage, rates, share, shares: a percentage, or several as a list
place: a place or seat in words
places: places or seats, as a list
play_to: points that win a game
player, really: a player’s name
points: how many points, or a score
possible: what is possible, as a list or a number
present: how it stands now, a sentence
prize, prizes: a prize’s name, or several with amounts
question: a question that is asked at the table
rank, ranks: a rank such as “2nd”, or several
reason, why: why, a clause or sentence as it was typed or found
repeats: how many meetings are repeats
rest: what is left, or how it goes on
result, score, scores: a score such as “10–6”, or several
role: a role or relation, such as “an organizer” or “Partners”
round: a round’s name, such as “Round 3”, or its number
rounding: how amounts are rounded, such as “to the cent”
rounds: how many rounds, or several as a list
row: a row’s number
rule: the name of an option of the house rules, or a request of players
ruling: what was decided, such as “Forfeit”
said: what was said or happened, as a sentence or clause
scope, scopes: what a token allows, or several as a list
season, section: a season’s or division’s name
seated: how many sit
seats: how many seats
seed: a number, or a seed in hexadecimal digits
seed_bytes: how many bytes
show_value: how many there are, a number
side: a side: names, or “Us”
side_count: how many sides
shown: how many of all, or what stands in a file
sides: how many sides, or names
sign: a currency’s sign
since, until: a day or moment
site, SITE_NAME, site_name: the name of this site
size, sizes: a size, such as “A4”, or sizes of sides
some: a list without its last value
source: where it came from, such as “phone slip”
start: how many chips or which score at the start
state, status: how it stands, such as “confirmed”
statistic: what is counted
step: the number of a step
steps: percentages, as a list
strange, unknown: what does not belong there, as it was found
suit, suits: a suit’s name, or several
sum: a sum, as a number or an amount
survivors: how many go on
table: the number or name of a table
tables: how many tables, or numbers as a list
tier: an achievement’s tier, such as “bronze”
ties: sentences about shared places
time: a length of time, a time of day, or how often so far
times: how often, such as “3” or “3 times”
title: a title as it was typed
token: a word of a record
tops: how many times in the top three
trophies: how many achievements, such as “3 achievements”
trump, turned: a suit or card
undoes, undone: the number of what was undone, or how many parts
unit: how amounts are rounded
user_display, user_found: a name of an account
value: the value of an option
version, written: a number of a version
waiting: what is missing still, as a list
way: a way to play or decide
weekday: a day’s name, such as “Monday”
what: what the sentence is about, as a phrase
where: where: a place, a season or part of a file
who: who did it, by name
whom: whose it is, or who did it, by name
wins: how many won
wish: what two players asked for, such as “stay together”
won: how many, an amount of money, or what a win counts
worth: a score or an amount
zone: a time zone
when: a day and time
sub: the name of who substitutes
opponents: names of people, as a list
yes, no, maybe, silent: how many answered so, or not at all
settings, email_url: an address
pushes: how many push notifications
bounced: an email address
you: the reader’s name
declined: how many said no
"""


def _table() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in NAMES.strip().splitlines():
        names, meaning = line.split(": ", 1)
        for name in names.split(", "):
            found[name] = meaning
    return found


MEANING = _table()
VALUE = re.compile(r"%\((\w+)\)[sd]|\{(\w+)(?:!r)?\}")


def names_in(text: str) -> list[str]:
    """The names of its values, in order, each once."""
    return list(dict.fromkeys(one or other for one, other in VALUE.findall(text)))


def comments(texts: Iterable[str]) -> list[str]:
    """For translators: what each value of a message is. KeyError where the table does not list it."""
    names = dict.fromkeys(name for text in texts for name in names_in(text))
    return [f"{name}: {MEANING[name]}" for name in names]
