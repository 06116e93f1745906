/* Keyboard in the score grid: <table data-grid>, one form per row through the inputs' form="…".
   Enter goes right, and in the last cell sends the row and goes to the next one; arrows move.
   Each row shows in tr[data-state] and [data-row-state] whether the server has it. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const words = { sending: t("sending…"), saved: t("saved"), unsaved: t("not saved yet"), decision: t("needs your decision") };

  const isNumber = (el) => el.matches && el.matches('[data-grid] input:not([type="hidden"], [type="checkbox"], [type="radio"])');
  const cellsOf = (row) => Array.from(row.querySelectorAll('input:not([type="hidden"], [type="checkbox"], [type="radio"], [disabled], [readonly])'));
  const rowsOf = (table) => Array.from(table.querySelectorAll("tbody tr")).filter((row) => !row.hidden && cellsOf(row).length);

  function goTo(cell) {
    if (!cell) { return; }
    cell.focus();
    if (cell.select) { cell.select(); }
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function neighbour(cell, down) {
    const row = cell.closest("tr");
    const rows = rowsOf(row.closest("table"));
    const other = rows[rows.indexOf(row) + down];
    if (!other) { return null; }
    const cells = cellsOf(other);
    return cells[Math.min(cellsOf(row).indexOf(cell), cells.length - 1)];
  }
  /* For those who do not see the row turn green. A refusal speaks for itself: it comes as an alert. */
  function tell(row, state) {
    const place = document.querySelector("[data-grid-status]");
    if (place) { place.textContent = t("Table {table}: {state}", { table: row.dataset.table, state: words[state] || "" }); }
  }
  function setState(row, state) {
    row.dataset.state = state;
    const place = row.querySelector("[data-row-state]");
    if (place) { place.textContent = words[state] || ""; place.className = "state state--" + state; }
  }

  /* Returns whether the row may be left: it was sent, or there was nothing to send. */
  function sendRow(row, cells) {
    const form = cells[0].form;
    const isEmpty = cells.every((cell) => cell.value === "");
    const isSame = cells.every((cell) => cell.value === cell.defaultValue);
    if (isEmpty && isSame) { return true; }
    if (isSame && row.dataset.state === "saved") { return true; }
    const missing = cells.find((cell) => cell.value === "");
    if (missing) { goTo(missing); return false; }
    if (!form.reportValidity()) { return false; }
    form.requestSubmit();
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!isNumber(cell) || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) { return; }
    const row = cell.closest("tr");
    const cells = cellsOf(row);
    const at = cells.indexOf(cell);
    let to = null;
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.shiftKey) { goTo(cells[at - 1] || neighbour(cell, -1)); return; }
      if (at < cells.length - 1) { goTo(cells[at + 1]); return; }
      const next = rowsOf(row.closest("table"))[rowsOf(row.closest("table")).indexOf(row) + 1];
      if (sendRow(row, cells)) {
        const after = row.closest("table").dataset.gridAfter;
        goTo(next ? cellsOf(next)[0] : (after ? document.querySelector(after) : cell));
      }
      return;
    }
    if (event.key === "ArrowDown") { to = neighbour(cell, 1); }
    else if (event.key === "ArrowUp") { to = neighbour(cell, -1); }
    else if (event.key === "ArrowRight") { to = cells[at + 1]; }
    else if (event.key === "ArrowLeft") { to = cells[at - 1]; }
    else { return; }
    event.preventDefault();
    goTo(to);
  });

  document.addEventListener("focusin", (event) => { if (isNumber(event.target) && event.target.select) { event.target.select(); } });
  document.addEventListener("input", (event) => { if (isNumber(event.target)) { setState(event.target.closest("tr"), "unsaved"); } });
  /* A wheel over a focused number would change a score unseen. */
  document.addEventListener("wheel", (event) => {
    if (event.target === document.activeElement && isNumber(event.target)) { event.target.blur(); }
  }, { passive: true });

  /* A refetch may replace the whole grid: the cursor stays in its cell all the same. */
  let lastCell = "";
  document.addEventListener("htmx:beforeSwap", () => {
    const cell = document.activeElement;
    lastCell = cell && isNumber(cell) ? '[data-grid] input[form="' + CSS.escape(cell.getAttribute("form") || "") + '"][name="' + CSS.escape(cell.name) + '"]' : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (lastCell && (!document.activeElement || document.activeElement === document.body)) { goTo(document.querySelector(lastCell)); }
    lastCell = "";
  });

  function rowOf(event) {
    /* The form may be gone with its row by now: then the event comes from the table, and only its cause names the form. */
    const elt = event.detail.requestConfig ? event.detail.requestConfig.elt : event.detail.elt;
    if (!elt || !elt.closest) { return null; }
    const inGrid = elt.closest("[data-grid] tr");
    if (inGrid) { return inGrid; }
    const field = elt.id && document.querySelector('[data-grid] [form="' + CSS.escape(elt.id) + '"]');
    return field ? field.closest("tr") : null;
  }
  const isWrite = (event) => event.detail.requestConfig && event.detail.requestConfig.verb !== "get";
  document.addEventListener("htmx:beforeRequest", (event) => {
    const row = isWrite(event) && rowOf(event);
    if (row) { setState(row, "sending"); }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const row = isWrite(event) && rowOf(event);
    if (!row) { return; }
    if (event.detail.successful) { tell(row, "saved"); }
    if (row.dataset.state !== "sending") { return; }
    const code = event.detail.xhr ? event.detail.xhr.status : 0;
    if (event.detail.successful) {
      setState(row, "saved");
      cellsOf(row).forEach((cell) => { cell.defaultValue = cell.value; });
    } else {
      setState(row, code >= 400 && code < 500 ? "decision" : "unsaved");
      if (code < 400 || code >= 500) { tell(row, "unsaved"); }
    }
  });
})();
