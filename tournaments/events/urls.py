from django.urls import path

from tournaments.events.views import announcements, event_templates, hosts, public, seeds, settings, setup, stages

urlpatterns = [
    path("", public.home, name="home"),
    path("style/", public.style, name="style"),
    path("login-link/<uidb64>/<token>/", public.one_time_login, name="one_time_login"),
    path("clubs/<slug:slug>/new-event/", setup.new_event, name="new_event"),
    path("clubs/<slug:slug>/new-event/rules/", setup.rule_picker, name="event_rule_picker"),
    path("clubs/<slug:slug>/templates/", event_templates.event_templates, name="event_templates"),
    path("clubs/<slug:slug>/templates/<int:pk>/new/", event_templates.new_from_template, name="new_from_template"),
    path("clubs/<slug:slug>/templates/<int:pk>/<slug:action>/", event_templates.move_template, name="move_template"),
    path("events/<slug:slug>/", public.event, name="event"),
    path("events/<slug:slug>/seating/", public.seating, name="seating"),
    path("events/<slug:slug>/standings/", public.standings, name="standings"),
    path("events/<slug:slug>/deals/<int:number>/", public.opened_deals, name="deals"),
    path("events/<slug:slug>/console/in-charge/", hosts.hand_over, name="hand_over"),
    path("events/<slug:slug>/console/announce/", announcements.announce, name="announce"),
    path("events/<slug:slug>/console/announce/<int:pk>/withdraw/", announcements.withdraw, name="withdraw"),
    path("events/<slug:slug>/console/seeds/", seeds.seeds, name="seeds"),
    path("events/<slug:slug>/console/settings/", settings.event_settings, name="event_settings"),
    path("events/<slug:slug>/console/settings/delete/", settings.delete_event, name="delete_event"),
    path("events/<slug:slug>/console/settings/<str:action>/", settings.cancel_event, name="cancel_event"),
    path("events/<slug:slug>/console/duplicate/", settings.duplicate_event, name="duplicate_event"),
    path("events/<slug:slug>/console/template/", event_templates.save_template, name="save_template"),
    path("events/<slug:slug>/console/stages/", stages.stages, name="stages"),
    path("events/<slug:slug>/console/stages/add/", stages.add_stage, name="add_stage"),
    path("events/<slug:slug>/console/stages/<int:pk>/begin/", stages.begin_stage, name="begin_stage"),
    path("events/<slug:slug>/console/stages/<int:pk>/rules/", stages.house_rules, name="stage_rules"),
    path("events/<slug:slug>/console/stages/<int:pk>/<str:action>/", stages.move_stage, name="move_stage"),
    path("events/<slug:slug>/check-in/what-if/", setup.what_if, name="what_if"),
]
