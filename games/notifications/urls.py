"""Addresses of notifications."""

from django.urls import path

from games.notifications import views

urlpatterns = [
    path("me/notifications/", views.notification_list, name="notifications"),
    path("me/notifications/settings/", views.notification_settings, name="notification_settings"),
    path("me/notifications/settings/test/", views.send_test, name="test_notification"),
    path("me/notifications/settings/email-works/", views.mail_works, name="mail_works"),
    path("notifications/stop/<str:token>/", views.stop_notifications, name="stop_notifications"),
    path("notifications/bounces/", views.bounces, name="mail_bounces"),
]
