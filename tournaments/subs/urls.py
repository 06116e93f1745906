"""Addresses of the search for substitutes."""

from django.urls import path

from tournaments.subs import views

urlpatterns = [
    path("clubs/<slug:slug>/subbing/", views.subbing, name="subbing"),
    path("events/<slug:slug>/subs/<int:pk>/<int:player>/", views.find_sub, name="find_sub"),
    path(
        "seasons/<slug:slug>/fixtures/<int:number>/subs/<int:player>/", views.find_fixture_sub, name="find_fixture_sub"
    ),
    path("subs/<int:pk>/cancel/", views.cancel_sub, name="cancel_sub"),
    path("subs/<str:token>/", views.answer_sub, name="answer_sub"),
]
