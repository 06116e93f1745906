/* Keyboard in the score grid: <table data-grid>, one form per row through the inputs' form="…". Enter goes right,
   and in the last cell sends the row; arrows move, Escape empties the row, / goes to the field for slips. The cursor
   goes on to the next row when the site has saved this one, and stays where something is wrong: what is typed while
   a row is on its way is put into the next row afterwards, or dropped with a refusal, so that no number comes to the
   wrong table. Each row shows in tr[data-state] and [data-row-state] whether the server has it, in [data-row-error]
   why not. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const words = {
    sending: t("Sending…"),
    unsaved: t("Not saved yet"),
    refused: t("Check this score"),
  };
  let sent = null; // the row that waits for its answer after Enter: its id, and what was typed ahead

  const isNumber = (el) =>
    el.matches && el.matches('[data-grid] input:not([type="hidden"], [type="checkbox"], [type="radio"])');
  const cellsOf = (row) =>
    Array.from(
      row.querySelectorAll('input:not([type="hidden"], [type="checkbox"], [type="radio"], [disabled], [readonly])'),
    );
  const rowsOf = (table) =>
    Array.from(table.querySelectorAll("tbody tr")).filter((row) => !row.hidden && cellsOf(row).length);

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
  const isEmpty = (cell) => cell.value === "" && !cell.validity.badInput;

  /* For those who do not see the row turn green or red. */
  function tell(text) {
    const place = document.querySelector("[data-grid-status]");
    if (place) { place.textContent = text; }
  }
  function setState(row, state) {
    row.dataset.state = state;
    const place = row.querySelector("[data-row-state]");
    if (place) {
      place.textContent = words[state] || "";
      place.className = "state state--" + state;
    }
  }

  /* What both sides have together, as on the card. */
  function addUp(row) {
    const place = row.querySelector("[data-sum]");
    const cells = cellsOf(row);
    if (!place || !cells.length) { return; }
    const isWhole = cells.every((cell) => !isEmpty(cell) && cell.checkValidity());
    place.textContent = isWhole ? String(cells.reduce((sum, cell) => sum + Number(cell.value), 0)) : "";
  }
  /* As it was before anything was typed. True when there was something. */
  function undo(row) {
    const cells = cellsOf(row);
    if (row.dataset.state === "sending" || (cells.every(isEmpty) && row.dataset.state !== "refused")) { return false; }
    clearRefusal(row);
    cells.forEach((cell) => {
      cell.value = cell.defaultValue = "";
    });
    addUp(row);
    const place = row.querySelector("[data-row-state]");
    row.dataset.state = row.dataset.calm || "";
    place.textContent = place.dataset.calm || "";
    place.className = row.dataset.calm ? "state state--refused" : "state";
    row.removeAttribute("data-live-hold");
    tell(t("Table {table}: score cleared", { table: row.dataset.table }));
    return true;
  }

  /* ---- refusals: the site's come with the row, ours are written into it ---- */
  function tellRefusal(row) {
    const reason = row.querySelector("[data-row-error] .field__error");
    tell(
      t("Table {table} wasn’t saved. {reason}", {
        table: row.dataset.table,
        reason: reason.textContent.trim().replace(/\s+/g, " "),
      }),
    );
  }
  function goToWrong(row) {
    goTo(
      row.querySelector("[data-row-error] input, [data-row-error] a") || row.querySelector("input[aria-invalid]") ||
        cellsOf(row)[0],
    );
  }
  function clearRefusal(row) {
    const error = row.querySelector("[data-row-error]");
    if (!error) { return; }
    error.remove();
    cellsOf(row).forEach((cell) => {
      cell.removeAttribute("aria-invalid");
      cell.removeAttribute("aria-describedby");
    });
    tell("");
  }
  function refuse(row, cell, text) {
    clearRefusal(row);
    const error = Object.assign(document.createElement("div"), { className: "cluster" });
    error.dataset.rowError = "";
    const line = Object.assign(document.createElement("p"), { className: "field__error", id: row.id + "-error" });
    line.append(Object.assign(document.createElement("span"), { textContent: text }));
    error.append(line);
    cell.closest("td").append(error);
    cell.setAttribute("aria-invalid", "true");
    cell.setAttribute("aria-describedby", line.id);
    setState(row, "refused");
    tellRefusal(row);
    goTo(cell);
  }

  /* The row below, after the last one whatever is still empty. */
  function goOn(row) {
    const rows = rowsOf(row.closest("table")).filter((other) => other !== row);
    const below = rows.find((other) => row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    const next = below || rows.find((other) => cellsOf(other).some(isEmpty));
    goTo(next ? cellsOf(next)[0] : Array.from(row.querySelectorAll("input[type=number]")).pop());
  }
  /* Sends the row. Where there is nothing to send, the next one has the cursor at once. */
  function sendRow(row, cells) {
    const isSame = cells.every((cell) => cell.value === cell.defaultValue);
    if (cells.every(isEmpty) && isSame && row.dataset.state !== "refused") {
      goOn(row);
      return;
    }
    if (isSame && row.dataset.state === "saved") {
      goOn(row);
      return;
    }
    const missing = cells.find(isEmpty);
    if (missing) {
      refuse(row, missing, t("Enter points for {side} too.", { side: missing.labels[0].textContent }));
      return;
    }
    const wrong = cells.find((cell) => !cell.checkValidity());
    if (wrong) {
      refuse(row, wrong, t("Points are whole numbers from {least} to {most}.", { least: wrong.min, most: wrong.max }));
      return;
    }
    sent = { row: row.id, ahead: [] };
    cells[0].form.requestSubmit();
  }
  function enter(cell) {
    const row = cell.closest("tr");
    const cells = cellsOf(row);
    const next = cells[cells.indexOf(cell) + 1];
    if (next) { goTo(next); }
    else { sendRow(row, cells); }
  }
  const isSent = (cell) => sent !== null && cell.closest("tr").id === sent.row;
  function typeAhead(keys) {
    let typed = ""; // beside the field, which forgets a "-" until a digit follows
    while (keys.length) {
      const cell = document.activeElement;
      if (!isNumber(cell)) { return; }
      if (isSent(cell)) {
        sent.ahead = keys;
        return;
      }
      const key = keys.shift();
      if (key === "Enter") {
        typed = "";
        enter(cell);
        if (cell.closest("tr").dataset.state === "refused") { return; }
        continue;
      }
      typed += key;
      cell.value = typed;
      cell.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  document.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!isNumber(cell) || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) { return; }
    const row = cell.closest("tr");
    const cells = cellsOf(row);
    const at = cells.indexOf(cell);
    let to = null;
    if (event.key === "Escape") {
      if (!isSent(cell) && undo(row)) {
        event.preventDefault();
        goTo(cells[0]);
      }
      return;
    }
    const code = event.key === "/" && document.querySelector("[data-find-slip] input[name=code]");
    if (code) {
      event.preventDefault();
      goTo(code);
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.shiftKey) {
        goTo(cells[at - 1] || neighbour(cell, -1));
        return;
      }
      if (isSent(cell)) { sent.ahead.push("Enter"); }
      else if (!cell.readOnly) { enter(cell); }
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
  document.addEventListener("beforeinput", (event) => {
    if (!isNumber(event.target) || !isSent(event.target)) { return; }
    event.preventDefault();
    if (event.data) { sent.ahead.push(...event.data); }
    else { sent.ahead.pop(); }
  });

  document.addEventListener("focusin", (event) => {
    if (isNumber(event.target) && event.target.select) { event.target.select(); }
  });
  document.addEventListener("input", (event) => {
    if (!isNumber(event.target)) { return; }
    const row = event.target.closest("tr");
    clearRefusal(row);
    setState(row, "unsaved");
    addUp(row);
  });
  /* A wheel over a focused number would change a score unseen. */
  document.addEventListener("wheel", (event) => {
    if (event.target === document.activeElement && isNumber(event.target)) { event.target.blur(); }
  }, { passive: true });

  /* A refetch may replace the whole grid: the cursor stays in its cell all the same. */
  let lastCell = "";
  document.addEventListener("htmx:beforeSwap", () => {
    const cell = document.activeElement;
    lastCell = cell && isNumber(cell)
      ? '[data-grid] input[form="' + CSS.escape(cell.getAttribute("form") || "") + '"][name="' + CSS.escape(cell.name) +
        '"]'
      : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (lastCell && (!document.activeElement || document.activeElement === document.body)) {
      goTo(document.querySelector(lastCell));
    }
    lastCell = "";
  });

  function rowOf(event) {
    /* The form may be gone with its row by now: then the event comes from the table, and only its cause names the
       form. */
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
    const ahead = sent !== null && sent.row === row.id ? sent.ahead : null;
    if (ahead) { sent = null; }
    const isHere = document.activeElement === document.body || row.contains(document.activeElement);
    const code = event.detail.xhr ? event.detail.xhr.status : 0;
    if (code >= 200 && code < 400) {
      tell(t("Table {table} saved", { table: row.dataset.table }));
      if (isHere) {
        goOn(row);
        typeAhead(ahead || []);
      }
    } else if (row.dataset.state === "refused") {
      tellRefusal(row);
      if (isHere) { goToWrong(row); }
    } else {
      setState(row, "unsaved");
      tell(t("Table {table} isn’t saved yet. Press Enter to try again.", { table: row.dataset.table }));
    }
  });

  /* Who opens the page can type at once. find_slip.js goes to a row that the address names. */
  function begin() {
    const table = document.querySelector("[data-grid]");
    if (
      !table || !document.querySelector("[data-grid-status]") || window.location.hash.startsWith("#row-") ||
      document.activeElement !== document.body
    ) { return; }
    const refused = table.querySelector("tr[data-state=refused]");
    if (refused) {
      goToWrong(refused);
      return;
    }
    const cells = rowsOf(table).flatMap(cellsOf);
    goTo(cells.find(isEmpty));
  }
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", begin); }
  else { begin(); }
})();
