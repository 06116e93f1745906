/* Walking through a bracket with the arrow keys. And what a live page must not forget when it is replaced: how far
   somebody has scrolled and what is unfolded, for every element with an id and data-keep. Everything works without. */
(function () {
  "use strict";

  const matchOf = (number) => (number ? document.getElementById("match-" + number) : null);

  function neighbour(match, key) {
    if (key === "ArrowRight") { return matchOf(match.dataset.next); }
    if (key === "ArrowLeft") { return match.dataset.sources.split(" ").map(matchOf).find(Boolean); }
    const round = Array.from(document.querySelectorAll('[data-match][data-column="' + match.dataset.column + '"]'));
    return round[round.indexOf(match) + (key === "ArrowDown" ? 1 : -1)];
  }

  document.addEventListener("keydown", (event) => {
    const match = event.target.closest && event.target.closest("[data-match]");
    if (
      !match || !/^Arrow(Right|Left|Up|Down)$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey
    ) { return; }
    event.preventDefault();
    const next = neighbour(match, event.key);
    if (next) { next.focus(); }
  });

  /* A match under the mouse, or that has the focus, is told in full: boxes have no room for long names. */
  function tell(event) {
    const place = document.querySelector("[data-match-said]");
    const match = event.target.closest && event.target.closest("[data-match]");
    if (place && match) { place.textContent = match.getAttribute("aria-label"); }
  }
  function hush(event) {
    const place = document.querySelector("[data-match-said]");
    if (place && event.target.closest && event.target.closest("[data-match]")) { place.textContent = ""; }
  }
  ["focusin", "mouseover"].forEach((name) => document.addEventListener(name, tell));
  ["focusout", "mouseout"].forEach((name) => document.addEventListener(name, hush));

  let kept = [];
  document.addEventListener("htmx:beforeSwap", () => {
    kept = Array.from(document.querySelectorAll("[data-keep][id]")).map((
      one,
    ) => [one.id, one.scrollLeft, one.scrollTop, one.open]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    kept.forEach(([id, left, top, open]) => {
      const one = document.getElementById(id);
      if (!one) { return; }
      if (open) { one.open = true; }
      one.scrollTo(left, top);
    });
    kept = [];
  });
})();
