from django.urls import path

from tournaments.leagues.views import captains, cards, dates, divisions, fixtures, leagues, season_setup

urlpatterns = [
    path("clubs/<slug:slug>/new-league/", season_setup.new_league, name="new_league"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/divisions/<slug:action>/", divisions.move_division, name="move_division"),
    path("leagues/<slug:slug>/new-season/", season_setup.new_season, name="new_season"),
    path("seasons/<slug:slug>/", leagues.season, name="season"),
    path("seasons/<slug:slug>/fixtures/", leagues.fixtures, name="fixtures"),
    path("seasons/<slug:slug>/calendar/", leagues.calendar, name="calendar"),
    path("seasons/<slug:slug>/averages/", leagues.averages, name="season_averages"),
    path("seasons/<slug:slug>/squads/<int:number>/", leagues.squad, name="squad"),
    path("seasons/<slug:slug>/squads/<int:number>/link/", captains.issue_link, name="issue_season_pass"),
    path(
        "seasons/<slug:slug>/squads/<int:number>/transfers/<slug:action>/", captains.move_transfer, name="move_transfer"
    ),
    path("seasons/<slug:slug>/pass/<str:token>/", captains.open_link, name="open_season_pass"),
    path("seasons/<slug:slug>/me/forget/", captains.forget_link, name="forget_season_pass"),
    path("seasons/<slug:slug>/cards/", cards.season_cards, name="season_cards"),
    path("seasons/<slug:slug>/fixtures/<int:number>/", fixtures.fixture, name="fixture"),
    path("seasons/<slug:slug>/fixtures/<int:number>/card/", cards.card, name="card"),
    path("seasons/<slug:slug>/fixtures/<int:number>/dates/", dates.fixture_dates, name="fixture_dates"),
    path("seasons/<slug:slug>/fixtures/<int:number>/dates/<slug:action>/", dates.move_dates, name="move_dates"),
    path("seasons/<slug:slug>/fixtures/<int:number>/<slug:action>/", fixtures.move_fixture, name="move_fixture"),
    path("seasons/<slug:slug>/rules/", season_setup.season_rules, name="season_rules"),
    path("seasons/<slug:slug>/setup/", season_setup.season_setup, name="season_setup"),
    path("seasons/<slug:slug>/setup/<slug:action>/", season_setup.move_season, name="move_season"),
    path("me/fixtures/", leagues.my_fixtures, name="my_fixtures"),
]
