from django.urls import path

from tournaments.sharing.views import embeds, oembed, pictures, share

urlpatterns = [
    path("clubs/<slug:slug>/share/", share.club_share, name="club_share"),
    path("seasons/<slug:slug>/share/", share.season_share, name="season_share"),
    path("seasons/<slug:slug>/squads/<int:number>/share/", share.squad_share, name="squad_share"),
    path("events/<slug:slug>/share/", share.event_share, name="event_share"),
    path("events/<slug:slug>/results-<slug:shape>.png", pictures.results_picture, name="results_picture"),
    path("oembed/", oembed.oembed, name="oembed"),
    path("embed/events/<slug:slug>/standings/", embeds.standings, name="embed_standings"),
    path("embed/events/<slug:slug>/bracket/", embeds.bracket, name="embed_bracket"),
    path("embed/seasons/<slug:slug>/table/", embeds.league, name="embed_league"),
    path("embed/clubs/<slug:slug>/jackpots/<int:pk>/", embeds.jackpot, name="embed_jackpot"),
    path("embed/clubs/<slug:slug>/leaders/", embeds.leaders, name="embed_leaders"),
]
