/* The playlist of a board: one panel at a time, the next after some seconds, long panels page by page.
   ?show=seating,standings chooses panels, ?seconds=20 how long each stays. Keys: right and left turn
   the page, space holds it. The content itself is kept fresh by live.js; this keeps the place. */
(function () {
  "use strict";
  const asked = new URLSearchParams(window.location.search);
  const chosen = (asked.get("show") || "").split(",").filter(Boolean);
  const seconds = Math.min(120, Math.max(4, Number(asked.get("seconds")) || 12));
  let current = "";
  let held = false;
  let timer = 0;

  const panels = () => Array.from(document.querySelectorAll("[data-panel]"))
    .filter((panel) => chosen.length === 0 || chosen.includes(panel.dataset.panel));

  function show(name) {
    const all = panels();
    if (all.length === 0) { return; }
    const panel = all.find((each) => each.dataset.panel === name) || all[0];
    const isNew = panel.dataset.panel !== current;
    current = panel.dataset.panel;
    document.querySelectorAll("[data-panel]").forEach((each) => { each.hidden = each !== panel; });
    if (isNew) { panel.scrollTop = 0; }
    document.querySelector("[data-board]").classList.add("is-turning");
  }
  function turn(step) {
    const all = panels();
    const place = all.findIndex((each) => each.dataset.panel === current);
    const panel = all[place];
    if (panel && step > 0 && panel.scrollTop + panel.clientHeight < panel.scrollHeight - 4) {
      panel.scrollTop += panel.clientHeight * 0.9;
      return;
    }
    if (all.length) { show(all[(place + step + all.length) % all.length].dataset.panel); }
  }
  function start() {
    window.clearInterval(timer);
    timer = window.setInterval(() => { if (!held) { turn(1); } }, seconds * 1000);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") { turn(1); start(); }
    else if (event.key === "ArrowLeft") { turn(-1); start(); }
    else if (event.key === " ") { held = !held; event.preventDefault(); }
  });
  document.addEventListener("htmx:afterSettle", () => show(current));
  document.addEventListener("DOMContentLoaded", () => { show(""); start(); });
})();
