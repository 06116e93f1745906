from django.urls import path

from tournaments.calls import views

urlpatterns = [
    path("events/<slug:slug>/me/call/<int:pk>/", views.call_organizer, name="call_organizer"),
    path("events/<slug:slug>/me/call/<int:pk>/cancel/", views.cancel_call, name="cancel_call"),
    path("events/<slug:slug>/console/calls/", views.calls, name="calls"),
    path("events/<slug:slug>/console/calls/<int:pk>/<str:action>/", views.answer_call, name="answer_call"),
]
