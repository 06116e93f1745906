/* Whatever takes longer than a moment says that it is under way: a thin bar on top of the page, and words for those
   who do not see it. Only for what somebody asked for; what a page fetches by itself comes and goes unseen. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const MOMENT = 700;
  /* A file that comes does not end the page, and nothing tells us that it came. */
  const LONGEST = 60000;
  const ASKED_BY = ["submit", "click", "change", "input", "search", "keyup", "keydown"];
  const asked = new Set();
  let bar = null;
  let wait = 0;

  function show() {
    if (!bar) {
      bar = document.createElement("p");
      bar.className = "working";
      bar.setAttribute("role", "status");
      document.body.append(bar);
    }
    const words = document.createElement("span");
    words.className = "visually-hidden";
    words.textContent = t("One moment, please…");
    bar.replaceChildren(words);
  }
  function begin(what) {
    asked.add(what);
    if (!wait) { wait = window.setTimeout(show, MOMENT); }
    window.setTimeout(() => end(what), LONGEST);
  }
  function end(what) {
    asked.delete(what);
    if (asked.size) { return; }
    window.clearTimeout(wait);
    wait = 0;
    if (bar) {
      bar.remove();
      bar = null;
    }
  }
  function endAll() {
    Array.from(asked).forEach(end);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const cause = event.detail.requestConfig.triggeringEvent;
    if (cause && ASKED_BY.includes(cause.type)) { begin(event.detail.xhr); }
  });
  document.addEventListener("htmx:afterRequest", (event) => end(event.detail.xhr));

  /* Another page is fetched: by a form or by a link. Last of all listeners, so that what a script took over is left
     alone. */
  function isFile(el) {
    return el.hasAttribute("download") || el.target === "_blank";
  }
  window.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && !isFile(event.target)) { begin("page"); }
  });
  window.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (
      !link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey ||
      event.altKey
    ) { return; }
    if (link.origin !== window.location.origin || isFile(link)) { return; }
    if (link.pathname === window.location.pathname && link.search === window.location.search && link.hash) { return; }
    begin("page");
  });
  /* A page that is gone back to stands as it was left. */
  window.addEventListener("pageshow", endAll);
})();
