/* Type three letters, see the matching rows, press Enter for the button of the only one, or of the one named exactly.
   <input data-filter="#list" data-filter-count="#count"> over rows with data-filter-text="Ann Weber". */
(function () {
  "use strict";
  const { t } = window.rightBower;

  const plain = (text) =>
    (text || "").normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/ß/g, "ss").replace(/ø/g, "o")
      .replace(/ł/g, "l");
  const listOf = (input) => document.querySelector(input.dataset.filter);
  const rowsOf = (list) => Array.from(list.querySelectorAll("[data-filter-text]"));

  function counter(input) {
    if (input.dataset.filterCount) { return document.querySelector(input.dataset.filterCount); }
    let place = input.parentElement.querySelector(".filter-count");
    if (!place) {
      place = document.createElement("p");
      place.className = "filter-count";
      input.insertAdjacentElement("afterend", place);
    }
    return place;
  }

  function apply(input, speak) {
    const list = listOf(input);
    if (!list) { return; }
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const rows = rowsOf(list);
    let shown = 0;
    rows.forEach((row) => {
      const text = plain(row.dataset.filterText);
      const fits = words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) { shown += 1; }
    });
    list.querySelectorAll("[data-filter-group]").forEach((group) => {
      group.hidden = !group.querySelector("[data-filter-text]:not([hidden])");
    });
    if (input.dataset.filterEmpty) {
      const empty = document.querySelector(input.dataset.filterEmpty);
      if (empty) { empty.hidden = shown > 0; }
    }
    const place = counter(input);
    if (place && (speak || words.length)) {
      place.setAttribute("role", "status");
      const found = shown
        ? t("{shown} of {all}", { shown, all: rows.length })
        : t("0 of {all} found. Check the spelling.", { all: rows.length });
      place.textContent = words.length ? found : "";
    }
  }

  function pressOnly(input) {
    const list = listOf(input);
    const shown = list ? rowsOf(list).filter((row) => !row.hidden) : [];
    const exact = shown.filter((row) => plain(row.dataset.filterText) === plain(input.value).trim());
    const [only, ...others] = exact.length === 1 ? exact : shown;
    if (others.length) {
      counter(input).textContent = t("{number} found: type more letters, or choose one", { number: shown.length });
      return;
    }
    if (!only) { return; }
    const primary = only.querySelector("[data-primary]") ||
      only.querySelector("button.btn:not(.btn--quiet, .btn--danger), a.btn:not(.btn--quiet, .btn--danger)") ||
      only.querySelector("button, a[href], input[type=checkbox]");
    if (!primary) { return; }
    primary.click();
    input.select();
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter]")) { apply(event.target, true); }
  });
  document.addEventListener("search", (event) => {
    if (event.target.matches("[data-filter]")) { apply(event.target, true); }
  });
  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches || !input.matches("[data-filter]") || event.isComposing) { return; }
    if (event.key === "Enter") {
      event.preventDefault();
      if (plain(input.value).trim()) { pressOnly(input); }
    } else if (event.key === "Escape" && input.value) {
      event.preventDefault();
      input.value = "";
      apply(input, true);
    }
  });

  const applyAll = () => document.querySelectorAll("[data-filter]").forEach((input) => apply(input, false));
  document.addEventListener("htmx:afterSettle", applyAll);
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", applyAll); }
  else { applyAll(); }
})();
