"""Addresses of organized play. Public pages first, then the phone's, then the console's."""

from django.urls import path

from tournaments.views import clubs, console, hall, organize, phone, public, scores

urlpatterns = [
    path("", public.home, name="home"),
    path("privacy/", public.privacy, name="privacy"),
    path("style/", public.style, name="style"),
    path("login-link/<uidb64>/<token>/", public.one_time_login, name="one_time_login"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("found-a-club/", clubs.new_club, name="new_club"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/new-event/", organize.new_event, name="new_event"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/seating/", public.seating, name="seating"),
    path("events/<slug:slug>/standings/", public.standings, name="standings"),
    path("events/<slug:slug>/board/", hall.board, name="board"),
    path("events/<slug:slug>/me/", phone.my_seat, name="my_seat"),
    path("events/<slug:slug>/pass/<str:token>/", phone.open_pass, name="open_pass"),
    path("events/<slug:slug>/slips/<int:pk>/", phone.slip, name="slip"),
    path("events/<slug:slug>/slips/<int:pk>/<str:answer>/", phone.answer, name="answer_slip"),
    path("events/<slug:slug>/console/", console.console, name="console"),
    path("events/<slug:slug>/console/draw/", console.draw, name="draw_round"),
    path("events/<slug:slug>/console/rounds/<int:pk>/<str:verb>/", console.move_round, name="move_round"),
    path("events/<slug:slug>/console/rounds/<int:pk>/clock/<str:verb>/", hall.move_clock, name="move_clock"),
    path("events/<slug:slug>/console/announce/", hall.announce, name="announce"),
    path("events/<slug:slug>/console/announce/<int:pk>/withdraw/", hall.withdraw, name="withdraw"),
    path("events/<slug:slug>/console/journal/", console.journal, name="journal"),
    path("events/<slug:slug>/check-in/", organize.check_in, name="check_in"),
    path("events/<slug:slug>/check-in/walk-in/", organize.walk_in, name="walk_in"),
    path("events/<slug:slug>/check-in/roster/", organize.roster, name="roster"),
    path("events/<slug:slug>/check-in/<int:pk>/<str:verb>/", organize.move_entry, name="move_entry"),
    path("events/<slug:slug>/check-in/<int:pk>/substitute/<int:player>/", organize.substitute, name="substitute"),
    path("events/<slug:slug>/pass-for/<int:player>/", organize.issue_pass, name="issue_pass"),
    path("events/<slug:slug>/scores/", scores.grid, name="grid"),
    path("events/<slug:slug>/scores/<int:pk>/", scores.match, name="match"),
    path("events/<slug:slug>/scores/<int:pk>/preview/correct/", scores.preview, {"verb": "correct"}, "preview"),
    path("events/<slug:slug>/scores/<int:pk>/preview/void/", scores.preview, {"verb": "void"}, "preview_void"),
    path("events/<slug:slug>/scores/<int:pk>/<str:verb>/", scores.decide, name="decide"),
]
