from django.urls import path

from tournaments.rewards import views

urlpatterns = [
    path("players/<int:pk>/achievements/", views.achievements, name="achievements"),
    path("achievements/", views.all_achievements, name="trophies"),
    path("me/news/", views.my_news, name="my_news"),
    path("stop-mail/<str:token>/", views.stop_mail, name="stop_mail"),
    path("clubs/<slug:slug>/news/", views.club_news, name="club_news"),
    path("clubs/<slug:slug>/achievements/", views.all_achievements, name="club_trophies"),
]
