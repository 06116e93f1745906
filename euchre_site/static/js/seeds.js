/* An order of seeds: buttons and dragging move a row of table[data-seeds] and number the rows anew.
   Without this the numbers are typed. */
(function () {
  "use strict";
  const { t } = window.rightBower;

  const rowsOf = (table) => Array.from(table.querySelectorAll("[data-seed-row]"));
  const fieldOf = (row) => row.querySelector("input");
  const labelOf = (row) => fieldOf(row).getAttribute("aria-label");
  const nameOf = (row) => row.querySelector("th").firstChild.textContent.trim();

  /* Who has no number stays out and keeps the place of the row. */
  function number(table) {
    let seed = 0;
    rowsOf(table).forEach((row) => {
      if (fieldOf(row).value.trim()) { fieldOf(row).value = seed += 1; }
    });
  }

  function say(row) {
    const seed = fieldOf(row).value.trim() || t("none");
    const voice = document.querySelector("[data-seeds-voice]");
    if (voice) { voice.textContent = t("{label}: {seed}", { label: labelOf(row), seed }); }
  }

  function place(table, row, before) {
    row.parentElement.insertBefore(row, before);
    number(table);
    say(row);
  }

  function step(table, row, by) {
    const rows = rowsOf(table);
    const goal = rows[rows.indexOf(row) + by];
    if (goal) { place(table, row, by < 0 ? goal : goal.nextElementSibling); }
  }

  function button(table, row, text, by) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "btn btn--quiet";
    made.textContent = text;
    made.setAttribute(
      "aria-label",
      by < 0 ? t("Move up: {name}", { name: nameOf(row) }) : t("Move down: {name}", { name: nameOf(row) }),
    );
    made.addEventListener("click", () => {
      step(table, row, by);
      made.focus();
    });
    return made;
  }

  function prepare(table) {
    table.querySelector("[data-seeds-move]").hidden = false;
    let dragged = null;
    rowsOf(table).forEach((row) => {
      const cell = row.insertCell();
      cell.className = "seed-moves";
      cell.append(button(table, row, "↑", -1), button(table, row, "↓", 1));
      row.draggable = true;
      row.addEventListener("dragstart", () => {
        dragged = row;
      });
      row.addEventListener("dragover", (event) => {
        if (dragged) { event.preventDefault(); }
      });
      row.addEventListener("drop", (event) => {
        event.preventDefault();
        if (!dragged || dragged === row) { return; }
        const rows = rowsOf(table);
        place(table, dragged, rows.indexOf(dragged) < rows.indexOf(row) ? row.nextElementSibling : row);
        dragged = null;
      });
    });
  }

  const begin = () => document.querySelectorAll("table[data-seeds]").forEach(prepare);
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", begin); }
  else { begin(); }
})();
