from django.urls import path

from tournaments.jackpots import views

urlpatterns = [
    path("clubs/<slug:slug>/jackpots/", views.club_jackpots, name="jackpots"),
    path("clubs/<slug:slug>/jackpots/new/", views.new_jackpot, name="new_jackpot"),
    path("clubs/<slug:slug>/jackpots/<int:pk>/", views.jackpot, name="jackpot"),
    path("clubs/<slug:slug>/jackpots/<int:pk>/edit/", views.edit_jackpot, name="edit_jackpot"),
    path("clubs/<slug:slug>/jackpots/<int:pk>/add/", views.add_to_jackpot, name="add_to_jackpot"),
    path("clubs/<slug:slug>/jackpots/<int:pk>/<int:number>/", views.jackpot_period, name="jackpot_period"),
    path("clubs/<slug:slug>/jackpots/<int:pk>/<int:number>/close/", views.close_period, name="close_period"),
]
