from django.urls import path

from tournaments.events.views import hosts, public, setup, stages

urlpatterns = [
    path("", public.home, name="home"),
    path("style/", public.style, name="style"),
    path("login-link/<uidb64>/<token>/", public.one_time_login, name="one_time_login"),
    path("clubs/<slug:slug>/new-event/", setup.new_event, name="new_event"),
    path("clubs/<slug:slug>/new-event/rules/", setup.rule_picker, name="event_rule_picker"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/seating/", public.seating, name="seating"),
    path("events/<slug:slug>/standings/", public.standings, name="standings"),
    path("events/<slug:slug>/deals/<int:number>/", public.opened_deals, name="deals"),
    path("events/<slug:slug>/console/in-charge/", hosts.hand_over, name="hand_over"),
    path("events/<slug:slug>/console/stages/", stages.stages, name="stages"),
    path("events/<slug:slug>/console/stages/add/", stages.add_stage, name="add_stage"),
    path("events/<slug:slug>/console/stages/<int:pk>/begin/", stages.begin_stage, name="begin_stage"),
    path("events/<slug:slug>/console/stages/<int:pk>/rules/", stages.house_rules, name="stage_rules"),
    path("events/<slug:slug>/console/stages/<int:pk>/<str:verb>/", stages.move_stage, name="move_stage"),
    path("events/<slug:slug>/check-in/what-if/", setup.what_if, name="what_if"),
]
