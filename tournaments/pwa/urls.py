from django.urls import path

from tournaments.pwa import views

urlpatterns = [
    path("app.webmanifest", views.manifest, name="manifest"),
    path("worker.js", views.worker, name="worker"),
    path("offline/", views.offline, name="offline"),
    path("me/", views.my_night, name="my_night"),
]
