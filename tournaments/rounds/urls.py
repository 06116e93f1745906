from django.urls import path

from tournaments.rounds.views import drafts, hand_sheets, wishes

urlpatterns = [
    path("events/<slug:slug>/console/draw/by-hand/", drafts.blank_round, name="blank_round"),
    path("events/<slug:slug>/console/rounds/<int:pk>/deals/", hand_sheets.hand_sheets, name="hand_sheets"),
    path("events/<slug:slug>/console/drafts/<int:pk>/<str:action>/", drafts.change_draft, name="change_draft"),
    path("events/<slug:slug>/console/wishes/", wishes.wishes, name="wishes"),
    path("events/<slug:slug>/console/wishes/<str:action>/", wishes.change_wish, name="wish"),
]
