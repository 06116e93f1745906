from django.urls import path

from tournaments.clubs.views import clubs, people, rules, venues

urlpatterns = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("found-a-club/", clubs.new_club, name="new_club"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/coming/", clubs.coming_events, name="coming_events"),
    path("clubs/<slug:slug>/rules/", rules.club_rules, name="club_rules"),
    path("clubs/<slug:slug>/rules/<int:pk>/delete/", rules.delete, name="delete_club_rules"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<slug:slug>/venues/", venues.club_venues, name="venues"),
    path("clubs/<slug:slug>/venues/<int:pk>/", venues.venue, name="venue"),
    path("clubs/<slug:slug>/venues/<int:pk>/<slug:action>/", venues.move_venue, name="move_venue"),
    path("who-may-do-what/", people.who_may, name="who_may"),
    path("join/<str:token>/", people.join_club, name="join_club"),
    path("clubs/<slug:slug>/people/", people.people, name="people"),
    path("clubs/<slug:slug>/people/<int:pk>/rename/", people.rename_player, name="rename_player"),
    path("clubs/<slug:slug>/people/<int:pk>/<slug:action>/", people.move_member, name="move_member"),
    path("clubs/<slug:slug>/leave/", people.leave_club, name="leave_club"),
    path("clubs/<slug:slug>/invitations/<slug:action>/", people.move_invitation, name="move_invitation"),
    path("clubs/<slug:slug>/merge/", people.merge, name="merge"),
    path("clubs/<slug:slug>/merge/<int:pk>/undo/", people.undo_merge, name="undo_merge"),
    path("clubs/<slug:slug>/claim/<int:pk>/", people.claim, name="claim"),
    path("clubs/<slug:slug>/claims/<int:pk>/", people.answer_claim, name="answer_claim"),
]
