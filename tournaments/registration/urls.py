from django.urls import path

from tournaments.registration import views

urlpatterns = [
    path("events/<slug:slug>/registration/", views.registration, name="registration"),
    path("events/<slug:slug>/registration/<slug:action>/", views.move_registration, name="move_registration"),
    path("events/<slug:slug>/console/registration/", views.registration_desk, name="registration_desk"),
    path("events/<slug:slug>/console/registration/<slug:action>/", views.move_desk, name="move_registration_desk"),
]
