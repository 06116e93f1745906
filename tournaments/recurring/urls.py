from django.urls import path

from tournaments.recurring import views

urlpatterns = [
    path("events/<slug:slug>/console/repeat/", views.repeat, name="repeat_event"),
    path("clubs/<slug:slug>/recurring/<int:pk>/", views.recurring_event, name="recurring_event"),
    path("clubs/<slug:slug>/recurring/<int:pk>/regulars/", views.regulars, name="regulars"),
    path("clubs/<slug:slug>/recurring/<int:pk>/regulars/<slug:action>/", views.move_regulars, name="move_regulars"),
]
