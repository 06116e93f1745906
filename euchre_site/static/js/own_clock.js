/* Moments by the reader's own clock, seconds until them, and what "in 30 minutes" is by that clock. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const clock = (at) => at.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  const isToday = (at) => at.toDateString() === new Date().toDateString();
  const words = (at) => (isToday(at) ? clock(at) : t("tomorrow at {time}", { time: clock(at) }));

  function left(seconds) {
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const shown = parts[0] ? parts : parts.slice(1);
    return shown.map((part, place) => place ? String(part).padStart(2, "0") : part).join(":");
  }
  function tick() {
    document.querySelectorAll("time[data-own-clock]").forEach((el) => {
      write(el, words(new Date(el.dateTime)));
    });
    document.querySelectorAll("[data-until]").forEach((el) => {
      write(el, left(Math.max(0, Math.round((new Date(el.dataset.until) - Date.now()) / 1000))));
    });
  }
  function write(el, text) {
    if (el.textContent !== text) { el.textContent = text; }
  }
  function tellMinutes() {
    const field = document.querySelector("#id_minutes");
    const line = document.querySelector("[data-minutes-told]");
    if (!field || !line) { return; }
    const minutes = Number(field.value);
    write(
      line,
      minutes >= 1 && minutes <= 1440
        ? t("Your local start time: {time}", { time: words(new Date(Date.now() + minutes * 60000)) })
        : "",
    );
  }
  document.addEventListener("input", tellMinutes);
  document.addEventListener("htmx:afterSettle", tick);
  window.setInterval(() => {
    tick();
    tellMinutes();
  }, 1000);
  document.addEventListener("DOMContentLoaded", () => {
    tick();
    tellMinutes();
  });
})();
