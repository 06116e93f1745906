"""Addresses of push."""

from django.urls import path

from games.notifications.push import views

urlpatterns = [
    path("notifications/push/", views.push, name="push"),
    path("notifications/push/on/", views.push_on, name="push_on"),
    path("notifications/push/off/", views.push_off, name="push_off"),
    path("notifications/push/check/", views.push_check, name="push_check"),
    path("notifications/push/test/", views.push_test, name="push_test"),
]
