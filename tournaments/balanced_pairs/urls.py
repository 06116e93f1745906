from django.urls import path

from tournaments.balanced_pairs import views

urlpatterns = [
    path("events/<slug:slug>/console/balanced-pairs/", views.balanced_pairs, name="balanced_pairs"),
    path(
        "events/<slug:slug>/console/balanced-pairs/<slug:action>/",
        views.move_balanced_pairs,
        name="move_balanced_pairs",
    ),
]
