from django.urls import path

from tournaments.access import views

urlpatterns = [
    path("events/<slug:slug>/me/notice/<str:kind>/", views.give_notice, name="give_notice"),
    path("events/<slug:slug>/find/", views.find_table, name="find_table"),
    path("events/<slug:slug>/here/<str:code>/", views.come_in, name="come_in"),
    path("events/<slug:slug>/check-in/wall-code/", views.wall_code, name="wall_code"),
    path("events/<slug:slug>/check-in/wall-code/<int:pk>/<str:action>/", views.move_arrival, name="move_arrival"),
    path("events/<slug:slug>/check-in/notices/<int:pk>/<str:answer>/", views.answer_notice, name="answer_notice"),
]
