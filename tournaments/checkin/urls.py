from django.urls import path

from tournaments.checkin.views import bulk, check_in, roster, seat_changes

urlpatterns = [
    path("events/<slug:slug>/console/all/<str:action>/", bulk.do_all, name="do_all"),
    path("events/<slug:slug>/console/undo/<int:pk>/", bulk.undo, name="undo_bulk"),
    path("events/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("events/<slug:slug>/check-in/walk-in/", check_in.walk_in, name="walk_in"),
    path("events/<slug:slug>/check-in/import/", roster.roster, name="roster"),
    path("events/<slug:slug>/check-in/everybody/<str:action>/", check_in.everybody, name="everybody"),
    path("events/<slug:slug>/check-in/<int:pk>/late/", seat_changes.late, name="late"),
    path("events/<slug:slug>/check-in/<int:pk>/change/<int:player>/", seat_changes.change, name="change"),
    path("events/<slug:slug>/check-in/<int:pk>/<str:action>/", check_in.move_entry, name="move_entry"),
    path("events/<slug:slug>/pass-for/<int:player>/", check_in.issue_pass, name="issue_pass"),
]
