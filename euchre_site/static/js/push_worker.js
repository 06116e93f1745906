/* The service worker's part of push: shows what the site sends (games/notifications/push/payloads.py), and opens the
   page that it is about. self.own comes from templates/pwa/worker.js. */
(function () {
  "use strict";
  const own = self.own;

  function read(data) {
    try {
      return data.json();
    } catch (e) {
      return {}; // a browser demands that something is shown
    }
  }
  self.addEventListener("push", (event) => {
    const said = read(event.data);
    event.waitUntil(self.registration.showNotification(said.title || own.site, {
      body: said.body || "",
      tag: said.tag || "",
      icon: own.icon,
      lang: own.language,
      data: { link: said.link || "/" },
    }));
  });

  /* Only pages of this site are opened, whatever the message says. */
  function addressOf(link) {
    const address = new URL(link, self.location.origin);
    return address.origin === self.location.origin ? address.href : self.location.origin + "/";
  }
  async function open(address) {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((one) => one.url.split("#")[0] === address.split("#")[0]);
    return there ? there.focus() : self.clients.openWindow(address);
  }
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(addressOf(event.notification.data.link)));
  });
})();
