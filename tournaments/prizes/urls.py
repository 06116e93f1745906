from django.urls import path

from tournaments.prizes import views

urlpatterns = [
    path("events/<slug:slug>/prizes/", views.prizes, name="prizes"),
    path("events/<slug:slug>/console/prizes/", views.prize_console, name="prize_console"),
    path("events/<slug:slug>/console/prizes/sheet/", views.prize_sheet, name="prize_sheet"),
    path("events/<slug:slug>/console/prizes/<str:action>/", views.move_prizes, name="move_prizes"),
    path("events/<slug:slug>/scores/changes/", views.prize_changes, name="prize_changes"),
    path("events/<slug:slug>/scores/changes/<int:pk>/<str:answer>/", views.answer_change, name="answer_change"),
]
