from django.urls import path

from tournaments.activity_log import views

urlpatterns = [
    path("events/<slug:slug>/console/journal/", views.journal, name="journal"),
    path("events/<slug:slug>/console/compare/", views.compare_event, name="compare"),
]
