from django.urls import path

from tournaments.feeds import views

urlpatterns = [
    path("clubs/<slug:slug>/news.atom", views.club_news, name="club_feed"),
    path("events/<slug:slug>/announcements.atom", views.announcements, name="event_feed"),
]
