/* A hand step by step with the arrow keys; Home and End are the first step and the last. The links do the same. */
(function () {
  "use strict";
  const links = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, .table-scroll")
    ) { return; }
    const link = links[event.key] && document.querySelector("a[data-step=" + links[event.key] + "]");
    if (link) {
      event.preventDefault();
      link.click();
    }
  });
  document.addEventListener("htmx:afterSettle", () => {
    const said = document.querySelector("[data-narration]");
    const voice = document.querySelector("[data-voice]");
    if (said && voice) { voice.textContent = said.textContent; }
  });
})();
