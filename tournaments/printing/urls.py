from django.urls import path

from tournaments.printing.views import boards, papers

urlpatterns = [
    path("seasons/<slug:slug>/paper/<slug:key>.pdf", papers.league_paper, name="league_paper"),
    path("events/<slug:slug>/paper/<slug:key>.pdf", papers.paper, name="paper"),
    path("events/<slug:slug>/console/paper/", papers.papers, name="papers"),
    path("events/<slug:slug>/console/paper/<slug:key>.pdf", papers.console_paper, name="console_paper"),
    path("events/<slug:slug>/console/paper/links/", papers.print_links, name="print_links"),
    path("events/<slug:slug>/console/boards/", boards.boards, name="boards"),
    path("events/<slug:slug>/console/boards/<slug:key>.pdf", boards.board_paper, name="board_paper"),
    path("events/<slug:slug>/console/boards/<str:action>/", boards.move_boards, name="move_boards"),
]
