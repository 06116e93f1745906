/* A line of the standings that has another place is seen going there: data-row names it. Off for those who ask for
   less motion. */
(function () {
  "use strict";
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const within = 180; // milliseconds
  const rows = () => Array.from(document.querySelectorAll("[data-row]"));
  let before = new Map();

  document.addEventListener("htmx:beforeSwap", () => {
    before = new Map(rows().map((row) => [row.dataset.row, row.getBoundingClientRect()]));
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (still.matches) { return; }
    const moved = rows().filter((row) => before.has(row.dataset.row)).map((row) => {
      const was = before.get(row.dataset.row);
      const is = row.getBoundingClientRect();
      return { row, x: was.left - is.left, y: was.top - is.top };
    }).filter(({ x, y }) => Math.abs(x) + Math.abs(y) > 1);
    /* A page that has only shifted is not a row that has moved. */
    if (new Set(moved.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size < 2) { return; }
    moved.forEach(({ row, x, y }) => {
      row.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: within,
        easing: "ease-out",
      });
    });
  });
})();
