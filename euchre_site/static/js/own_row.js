/* A phone that has opened a seat finds that player's row in the standings of the event. Public pages are the same for
   everyone: which row it is stays on the phone. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const KEY = "own-rows";
  const MOST = 20; // events, the newest

  function known() {
    try {
      return JSON.parse(window.localStorage.getItem(KEY)) || {};
    } catch (e) {
      return {}; /* no storage, or another program’s */
    }
  }

  /* The seat page names the event and the player’s entry in it; no entry: the phone has changed hands. */
  function remember(event, entry) {
    const others = Object.entries(known()).filter(([one]) => one !== event);
    const rows = entry ? [...others, [event, entry]] : others;
    try {
      window.localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(rows.slice(-MOST))));
    } catch (e) { /* no storage: no row is marked */ }
  }

  function mark(list) {
    const entry = known()[list.dataset.rowsOf];
    const row = entry && list.querySelector(`[data-row="${CSS.escape(entry)}"]`);
    if (!row || row.classList.contains("is-me")) { return; }
    row.classList.add("is-me");
    row.id = "own-row";
    const badge = document.createElement("span");
    badge.className = "badge badge--info";
    badge.textContent = t("You");
    row.querySelector("th").append(" ", badge);
    const link = list.querySelector("[data-to-own-row]");
    if (link) { link.hidden = row.getBoundingClientRect().bottom < window.innerHeight; }
  }

  function look() {
    const seat = document.querySelector("[data-own-row]");
    if (seat) { remember(...seat.dataset.ownRow.split(" ")); }
    document.querySelectorAll("[data-rows-of]").forEach(mark);
  }

  look();
  document.addEventListener("htmx:afterSwap", look);
})();
