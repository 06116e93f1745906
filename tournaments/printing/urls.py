from django.urls import path

from tournaments.printing import views

urlpatterns = [
    path("seasons/<slug:slug>/paper/<slug:key>.pdf", views.league_paper, name="league_paper"),
    path("events/<slug:slug>/paper/<slug:key>.pdf", views.paper, name="paper"),
    path("events/<slug:slug>/console/paper/", views.papers, name="papers"),
    path("events/<slug:slug>/console/paper/<slug:key>.pdf", views.console_paper, name="console_paper"),
    path("events/<slug:slug>/console/paper/links/", views.print_links, name="print_links"),
]
