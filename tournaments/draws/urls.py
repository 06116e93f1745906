from django.urls import path

from tournaments.draws import views

urlpatterns = [
    path("events/<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("events/<slug:slug>/crosstable/", views.cross_table, name="cross_table"),
    path("events/<slug:slug>/fairness/", views.fairness, name="fairness"),
    path("events/<slug:slug>/rounds/<int:number>/why/", views.round_why, name="round_why"),
]
