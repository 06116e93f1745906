{% load static %}/* The service worker of the whole site. Its code is in static/js/worker.js. */
"use strict";
self.own = {{ own|safe }};
importScripts("{% static 'js/queue.js' %}", "{% static 'js/worker.js' %}", "{% static 'js/push_worker.js' %}");
