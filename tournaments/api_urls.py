"""Addresses of organized play."""

from django.urls import path

from tournaments.checkin import api as entries
from tournaments.clubs import api as clubs
from tournaments.events import api as events
from tournaments.prizes import api as prizes
from tournaments.registration import api as registration
from tournaments.rewards import api as rewards
from tournaments.rounds import api as rounds

urlpatterns = [
    path("clubs/", clubs.Clubs.as_view()),
    path("clubs/<slug:slug>/", clubs.OneClub.as_view()),
    path("clubs/<slug:slug>/events/", events.NewEvent.as_view()),
    path("clubs/<slug:slug>/ranking/", rewards.Ranking.as_view()),
    path("clubs/<slug:slug>/jackpots/", rewards.Jackpots.as_view()),
    path("clubs/<slug:slug>/jackpots/<int:pk>/", rewards.OneJackpot.as_view()),
    path("leagues/", clubs.Leagues.as_view()),
    path("leagues/<slug:slug>/", clubs.OneLeague.as_view()),
    path("seasons/", clubs.Seasons.as_view()),
    path("seasons/<slug:slug>/", clubs.OneSeason.as_view()),
    path("seasons/<slug:slug>/table/", clubs.SeasonTable.as_view()),
    path("seasons/<slug:slug>/fixtures/", clubs.Fixtures.as_view()),
    path("events/", events.Events.as_view()),
    path("events/<slug:slug>/", events.OneEvent.as_view()),
    path("events/<slug:slug>/change/", events.ChangeEvent.as_view()),
    path("events/<slug:slug>/cancel/", events.CancelEvent.as_view()),
    path("events/<slug:slug>/restore/", events.RestoreEvent.as_view()),
    path("events/<slug:slug>/finish/", events.FinishEvent.as_view()),
    path("events/<slug:slug>/reopen/", events.ReopenEvent.as_view()),
    path("events/<slug:slug>/standings/", events.Standings.as_view()),
    path("events/<slug:slug>/bracket/", events.Bracket.as_view()),
    path("events/<slug:slug>/announcements/", events.Announcements.as_view()),
    path("events/<slug:slug>/announcements/<int:pk>/withdraw/", events.WithdrawAnnouncement.as_view()),
    path("events/<slug:slug>/entries/", entries.Entries.as_view()),
    path("events/<slug:slug>/entries/<int:number>/", entries.OneEntry.as_view()),
    path("events/<slug:slug>/entries/<int:number>/check-in/", entries.CheckIn.as_view()),
    path("events/<slug:slug>/entries/<int:number>/not-here/", entries.NotHere.as_view()),
    path("events/<slug:slug>/entries/<int:number>/drop-out/", entries.DropOut.as_view()),
    path("events/<slug:slug>/entries/<int:number>/fee/", entries.TakeFee.as_view()),
    path("events/<slug:slug>/registration/", registration.OneRegistration.as_view()),
    path("events/<slug:slug>/registration/sign-up/", registration.SignUp.as_view()),
    path("events/<slug:slug>/registration/withdraw/", registration.Withdraw.as_view()),
    path("events/<slug:slug>/rounds/", rounds.Rounds.as_view()),
    path("events/<slug:slug>/rounds/<int:pk>/", rounds.OneRound.as_view()),
    path("events/<slug:slug>/rounds/<int:pk>/publish/", rounds.PublishRound.as_view()),
    path("events/<slug:slug>/rounds/<int:pk>/unpublish/", rounds.UnpublishRound.as_view()),
    path("events/<slug:slug>/rounds/<int:pk>/close/", rounds.CloseRound.as_view()),
    path("events/<slug:slug>/matches/", rounds.Matches.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/", rounds.OneMatch.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/report/", rounds.ReportScore.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/confirm/", rounds.ConfirmScore.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/dispute/", rounds.DisputeScore.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/correct/", rounds.CorrectScore.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/void/", rounds.VoidScore.as_view()),
    path("events/<slug:slug>/matches/<int:pk>/reopen/", rounds.ReopenScore.as_view()),
    path("events/<slug:slug>/prizes/", prizes.Prizes.as_view()),
    path("events/<slug:slug>/prizes/plan/", prizes.SetPrizePlan.as_view()),
    path("events/<slug:slug>/payouts/", prizes.Payouts.as_view()),
    path("events/<slug:slug>/payouts/publish/", prizes.PublishPayouts.as_view()),
    path("events/<slug:slug>/payouts/<int:pk>/", prizes.OnePayout.as_view()),
    path("events/<slug:slug>/payouts/<int:pk>/paid/", prizes.MarkPaid.as_view()),
    path("events/<slug:slug>/payouts/<int:pk>/unpaid/", prizes.UnmarkPaid.as_view()),
    path("players/", rewards.Players.as_view()),
    path("players/<int:pk>/", rewards.OnePlayer.as_view()),
    path("players/<int:pk>/achievements/", rewards.Trophies.as_view()),
    path("leaderboard/", rewards.Leaderboard.as_view()),
]
