from django.urls import path

from tournaments.leagues.views import fixtures, leagues, season_setup

urlpatterns = [
    path("clubs/<slug:slug>/new-league/", season_setup.new_league, name="new_league"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/new-season/", season_setup.new_season, name="new_season"),
    path("seasons/<slug:slug>/", leagues.season, name="season"),
    path("seasons/<slug:slug>/fixtures/", leagues.fixtures, name="fixtures"),
    path("seasons/<slug:slug>/calendar/", leagues.calendar, name="calendar"),
    path("seasons/<slug:slug>/squads/<int:number>/", leagues.squad, name="squad"),
    path("seasons/<slug:slug>/fixtures/<int:number>/", fixtures.fixture, name="fixture"),
    path("seasons/<slug:slug>/fixtures/<int:number>/<slug:verb>/", fixtures.move_fixture, name="move_fixture"),
    path("seasons/<slug:slug>/setup/", season_setup.season_setup, name="season_setup"),
    path("seasons/<slug:slug>/setup/<slug:verb>/", season_setup.move_season, name="move_season"),
    path("me/fixtures/", leagues.my_fixtures, name="my_fixtures"),
]
