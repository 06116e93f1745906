from django.urls import path

from tournaments.results.views import online, phone, scores, slip_search

urlpatterns = [
    path("events/<slug:slug>/me/", phone.my_seat, name="my_seat"),
    path("events/<slug:slug>/me/forget/", phone.forget_phone, name="forget_phone"),
    path("events/<slug:slug>/pass/<str:token>/", phone.open_pass, name="open_pass"),
    path("events/<slug:slug>/slips/<int:pk>/", phone.slip, name="slip"),
    path("events/<slug:slug>/slips/<int:pk>/<str:answer>/", phone.answer, name="answer_slip"),
    path("events/<slug:slug>/matches/<int:pk>/games.emn", online.match_file, name="match_emn"),
    path("events/<slug:slug>/matches/<int:pk>/table/", online.open_table, name="open_table"),
    path("events/<slug:slug>/console/online/", online.online_tables, name="online_tables"),
    path("events/<slug:slug>/console/online/<int:pk>/begin/", online.begin_table, name="begin_table"),
    path("events/<slug:slug>/scores/", scores.grid, name="grid"),
    path("events/<slug:slug>/scores/slip/", slip_search.find_slip, name="find_slip"),
    path("events/<slug:slug>/scores/<int:pk>/", scores.match, name="match"),
    path("events/<slug:slug>/scores/<int:pk>/preview/correct/", scores.preview, {"action": "correct"}, "preview"),
    path("events/<slug:slug>/scores/<int:pk>/preview/void/", scores.preview, {"action": "void"}, "preview_void"),
    path("events/<slug:slug>/scores/<int:pk>/<str:action>/", scores.decide, name="decide"),
]
