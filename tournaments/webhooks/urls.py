from django.urls import path

from tournaments.webhooks import views

urlpatterns = [
    path("clubs/<slug:slug>/webhooks/", views.webhooks, name="webhooks"),
    path("clubs/<slug:slug>/webhooks/<int:pk>/", views.webhook, name="webhook"),
    path("clubs/<slug:slug>/webhooks/<int:pk>/<slug:action>/", views.move_webhook, name="move_webhook"),
    path("clubs/<slug:slug>/webhooks/<int:pk>/sent/<uuid:number>/", views.webhook_delivery, name="webhook_delivery"),
    path("clubs/<slug:slug>/webhooks/<int:pk>/sent/<uuid:number>/again/", views.send_again, name="send_again"),
]
