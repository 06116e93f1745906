from django.urls import path

from tournaments.transfer import views

urlpatterns = [
    path("clubs/<slug:slug>/exchange/", views.exchange, name="exchange"),
    path("clubs/<slug:slug>/exchange/archive/", views.club_archive, name="club_archive"),
    path("clubs/<slug:slug>/exchange/<str:key>/", views.exchange_table, name="exchange_table"),
    path("clubs/<slug:slug>/exchange/<str:key>/<str:kind>/", views.exchange_file, name="exchange_file"),
]
