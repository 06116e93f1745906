/* Clocks that tick. The server says how many seconds were left when the page was made
   (data-clock) and whether the clock runs (data-clock-runs); this only counts on from there.
   Works by the page's own clock, so a wrong wall clock on the laptop does no harm. */
(function () {
  "use strict";
  const seen = new WeakMap();     // element -> when it was first seen

  function words(seconds) {
    const minutes = Math.floor(Math.abs(seconds) / 60);
    const rest = String(Math.abs(seconds) % 60).padStart(2, "0");
    return (seconds < 0 ? "+" : "") + minutes + ":" + rest;
  }
  function tick() {
    document.querySelectorAll("[data-clock]").forEach((el) => {
      if (!seen.has(el)) { seen.set(el, performance.now()); }
      const gone = el.hasAttribute("data-clock-runs") ? (performance.now() - seen.get(el)) / 1000 : 0;
      const left = Math.floor(Number(el.dataset.clock) - gone);
      const text = words(left);
      if (el.textContent !== text) { el.textContent = text; }
      el.classList.toggle("clock--over", left < 0);
    });
  }
  document.addEventListener("DOMContentLoaded", tick);
  document.addEventListener("htmx:afterSettle", tick);
  window.setInterval(tick, 250);
})();
