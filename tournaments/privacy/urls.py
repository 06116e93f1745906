from django.urls import path

from tournaments.privacy import views

urlpatterns = [
    path("privacy/", views.privacy, name="privacy"),
    path("me/data/", views.my_data, name="my_data"),
    path("me/data/file/", views.my_file, name="my_file"),
    path("me/data/erase/", views.erase_me, name="erase_me"),
    path("clubs/<slug:slug>/people/<int:pk>/erase/", views.erase_player, name="erase_player"),
]
