/* Small manners every page shares: the CSRF header, failed requests said in words,
   menus, dialogs, confirmations, printing. Does not know what any page is about. */
(function () {
  "use strict";
  const { t } = window.rightBower;

  /* The cookie itself is HttpOnly, so the token comes from the page. */
  function csrfToken() {
    const meta = document.querySelector('meta[name="csrf-token"]');
    if (meta) { return meta.content; }
    const input = document.querySelector("input[name=csrfmiddlewaretoken]");
    return input ? input.value : "";
  }

  /* Shows one message where Django's own messages stand. level: info, success, warning, error. */
  function say(text, level) {
    const place = document.getElementById("messages");
    if (!place || !text) { return; }
    const same = Array.from(place.children).find((note) => note.textContent === text);
    if (same) { same.remove(); }
    const note = document.createElement("p");
    note.className = "notice notice--" + (level || "info");
    note.textContent = text;
    place.append(note);
    if (level === "error") { note.scrollIntoView({ block: "nearest" }); }
  }

  /* What was saved behind the scenes is said on the next page. */
  function showCarriedOver() {
    try {
      const notes = JSON.parse(window.sessionStorage.getItem("notices") || "[]");
      window.sessionStorage.removeItem("notices");
      notes.forEach(([text, level]) => say(text, level));
    } catch (e) { /* no storage, nothing carried */ }
  }

  Object.assign(window.rightBower, { csrfToken, say });
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", showCarriedOver); }
  else { showCarriedOver(); }

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") { event.detail.headers["X-CSRFToken"] = csrfToken(); }
    /* A part of a form that fetches what follows says which of its fields was touched. */
    if ("saysTouched" in event.detail.elt.dataset && event.detail.triggeringEvent) {
      event.detail.parameters.touched = event.detail.triggeringEvent.target.name;
    }
  });

  const reasons = {
    400: t("The site couldn’t read your request. Reload the page and try again."),
    403: t("You can’t do that, or you were logged out. Reload the page and try again."),
    404: t("This item no longer exists. Someone may have removed it. Reload the page."),
    429: t("Too many attempts in a short time. Wait a minute and try again."),
    503: t("The site can’t reach its data right now. What you typed is still here. Try again in a few seconds."),
  };
  function isLiveRefetch(event) {
    const cause = event.detail.requestConfig && event.detail.requestConfig.triggeringEvent;
    return Boolean(cause && cause.type === "live-changed");
  }
  document.addEventListener("htmx:responseError", (event) => {
    if (isLiveRefetch(event)) { return; }
    say(
      reasons[event.detail.xhr.status] ||
        t("The site had a problem and didn’t save your change. Try again in a moment."),
      "error",
    );
  });
  ["htmx:sendError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, (event) => {
      if (isLiveRefetch(event)) { return; }
      say(
        event.detail.elt.dataset.noNetwork ||
          t("No connection, so your change wasn’t saved. What you typed is still here. Try again later."),
        "error",
      );
    });
  });
  /* The server may send HX-Trigger: {"notice": {"text": "…", "level": "success"}}. */
  document.addEventListener("notice", (event) => say(event.detail.text || event.detail.value, event.detail.level));

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest(
      "[data-dialog-open], [data-dialog-close], [data-print], [data-reload], [data-toasts-close]",
    );
    document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
      if (!menu.contains(event.target)) { menu.open = false; }
    });
    if (!pressed) { return; }
    if (pressed.dataset.dialogOpen) {
      const dialog = document.querySelector(pressed.dataset.dialogOpen);
      if (dialog && dialog.showModal) {
        dialog.showModal();
        event.preventDefault();
      }
    } else if ("dialogClose" in pressed.dataset) {
      const dialog = pressed.closest("dialog");
      if (dialog) {
        dialog.close();
        event.preventDefault();
      }
    } else if ("toastsClose" in pressed.dataset) {
      pressed.closest(".toasts").replaceChildren();
    } else if ("print" in pressed.dataset) {
      window.print();
    } else {
      window.location.reload();
    }
  });

  /* What was earned is told over the page's head for a while, then at its end; not while the reader is at it. */
  let toastTimer = 0;
  function calmToasts(toasts) {
    window.clearTimeout(toastTimer);
    toastTimer = window.setTimeout(() => {
      if (toasts.matches(":hover, :focus-within")) { calmToasts(toasts); }
      else { toasts.classList.remove("is-new"); }
    }, 8000);
  }
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "toasts") { return; }
    event.target.classList.toggle("is-new", event.target.children.length > 0);
    calmToasts(event.target);
  });

  /* A form that is gone after it was sent took the focus with it: data-focus-after says where it goes on. */
  document.addEventListener("htmx:afterSettle", (event) => {
    const cause = event.detail.requestConfig && event.detail.requestConfig.elt;
    const after = cause && cause.dataset && cause.dataset.focusAfter;
    if (!after || (document.activeElement && document.activeElement !== document.body)) { return; }
    const place = document.querySelector(after) || document.getElementById("main");
    if (place) { place.focus({ preventScroll: true }); }
  });

  /* On a phone the tab that is open may stand beyond the edge: it is brought to the middle. */
  function showOpenTabs() {
    document.querySelectorAll(":is(.tabs, .seg) [aria-current]").forEach((tab) => {
      const line = tab.closest(".tabs, .seg");
      const row = line.getBoundingClientRect();
      const own = tab.getBoundingClientRect();
      line.scrollLeft += (own.left + own.right - row.left - row.right) / 2;
    });
  }
  showOpenTabs();
  window.addEventListener("resize", showOpenTabs);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") { return; }
    document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });

  /* Plain forms ask with data-confirm; htmx elements have hx-confirm. */
  document.addEventListener("submit", (event) => {
    const question = (event.submitter && event.submitter.dataset.confirm) || event.target.dataset.confirm;
    if (question && !window.confirm(question)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
})();
