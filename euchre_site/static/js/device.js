/* A player may have the table open on several devices: this page says which it is with everything that it sends, and
   shows the table anew when it hears that a newer page plays the seat. */
(function () {
  "use strict";
  document.addEventListener("htmx:configRequest", (event) => {
    const own = document.querySelector("[data-here] [name=device]");
    if (own) { event.detail.headers["X-Device"] = own.value; }
  });
  document.addEventListener("seat-elsewhere", () => {
    const live = document.querySelector("#live");
    if (live && !document.querySelector("[data-elsewhere]")) { live.dispatchEvent(new CustomEvent("live-changed")); }
  });
})();
