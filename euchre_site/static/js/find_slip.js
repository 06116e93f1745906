/* From the code on a printed slip to its line in the score grid: the cursor goes to the line's first
   empty box, and Ctrl+Shift+F brings it back to the field for the next slip. */
(function () {
  "use strict";
  const field = () => document.querySelector("[data-find-slip] input[name=code]");

  function goTo(id) {
    const row = document.getElementById(id);
    const cells = row ? Array.from(row.querySelectorAll("input[type=number]:not([readonly])")) : [];
    const cell = cells.find((one) => one.value === "") || cells[0];
    if (!cell) { return; }
    cell.focus();
    cell.select();
    cell.scrollIntoView({ block: "center" });
    if (field()) { field().value = ""; }
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    const found = event.target.id === "slip-found" ? event.target : document.getElementById("slip-found");
    const go = found && found.querySelector("[data-go]");
    if (go) {
      goTo(go.dataset.go);
      go.removeAttribute("data-go");
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "f" && field()) {
      event.preventDefault();
      field().focus();
      field().select();
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (window.location.hash.startsWith("#row-")) { goTo(window.location.hash.slice(1)); }
  });
})();
