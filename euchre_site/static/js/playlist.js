/* The playlist of a board: one panel at a time, long ones page by page, each for its own seconds.
   Right and left turn the page, space holds it. live.js keeps the content fresh; this keeps the place.
   The server sends only panels that have something to show. A list (data-pages) flows into columns of
   the screen's height; what does not fit stands in further columns to the right, a screen's width a page. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const sizes = ["huge", "large", "usual"]; // letters: the largest in which a list needs one page only
  let current = "";
  let page = 0;
  let held = false;
  let timer = 0;

  const panels = () => Array.from(document.querySelectorAll("[data-panel]"));
  const shown = () => panels().find((panel) => panel.dataset.panel === current) || panels()[0];
  const listOf = (panel) => panel.querySelector("[data-pages]");
  const put = (name, text) =>
    document.querySelectorAll(name).forEach((one) => {
      one.textContent = text;
    });

  function step(list) {
    return list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
  }
  function pagesOf(panel) {
    const list = listOf(panel);
    return list && list.clientWidth ? Math.max(1, Math.ceil((list.scrollWidth - 2) / step(list))) : 1;
  }
  function fit(panel) {
    const list = listOf(panel);
    if (!list) { return; }
    for (const size of sizes) {
      list.dataset.size = size;
      if (pagesOf(panel) === 1) { return; }
    }
  }
  /* Also after every exchange of the content: the panel and its page stay, as far as there are so many. */
  function show() {
    const panel = shown();
    if (!panel) { return; }
    document.documentElement.classList.add("is-turning");
    panels().forEach((one) => {
      one.toggleAttribute("data-shown", one === panel);
    });
    current = panel.dataset.panel;
    fit(panel);
    const pages = pagesOf(panel);
    page = Math.min(page, pages - 1);
    const list = listOf(panel);
    if (list) { list.style.translate = -page * step(list) + "px"; }
    put("[data-page]", pages > 1 ? t("{page} of {pages}", { page: page + 1, pages }) : "");
    document.querySelectorAll("[data-held]").forEach((one) => {
      one.hidden = !held;
    });
  }
  function turn(by) {
    const panel = shown();
    if (!panel) { return; }
    const next = page + by;
    if (next >= 0 && next < pagesOf(panel)) {
      page = next;
    } else {
      const all = panels();
      const other = all[(all.indexOf(panel) + by + all.length) % all.length];
      current = other.dataset.panel;
      page = by < 0 ? Infinity : 0;
    }
    show();
    wait();
  }
  function wait() {
    window.clearTimeout(timer);
    const panel = shown();
    if (!held && panel) { timer = window.setTimeout(() => turn(1), Number(panel.dataset.seconds) * 1000); }
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "ArrowRight") { turn(1); }
    else if (event.key === "ArrowLeft") { turn(-1); }
    else if (event.key === " ") {
      held = !held;
      show();
      wait();
    } else { return; }
    event.preventDefault();
  });
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterSettle", show);
  window.addEventListener("resize", show);
  show(); // the page is parsed and not painted yet: nothing moves before the eyes of a hall
  wait();
  if (document.fonts && document.fonts.ready) { document.fonts.ready.then(show); }
})();
