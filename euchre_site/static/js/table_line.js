/* What a table does without a line. A dropped line is said within two seconds; a move that was made then waits, also
   over a reload, and is sent with its own key as soon as the table answers again, if that decision is still to be
   taken. The same when a move came too late only because someone came or left. The server takes a key once. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const patience = 2000;
  const every = 2000;
  const grace = 1000; // a stream that ends is usually opened again at once
  const mostTries = 3;
  const store = `move ${window.location.pathname}`;
  let isCut = false;
  let move = null; // {decision, action, key, waits, tries}: on its way, or waiting
  let slow = 0;
  let lost = 0;
  let next = 0;

  const table = () => document.getElementById("live");
  const isMove = (form) => Boolean(form && form.matches && form.matches("#live form[hx-post]"));
  const buttonOf = (action) =>
    action
      ? Array.from(document.querySelectorAll("#live form[hx-post] [name=action]")).find((one) => one.value === action)
      : document.querySelector("#live [data-next-hand]");

  function say() {
    const sign = document.querySelector("[data-line]");
    document.documentElement.classList.toggle("is-cut-off", isCut);
    const words = isCut ? move && move.waits ? t("Reconnecting… Your move will be sent.") : t("Reconnecting…") : "";
    if (sign && sign.textContent !== words) { sign.textContent = words; }
  }
  function cut() {
    isCut = true;
    say();
  }
  function heard() {
    window.clearTimeout(lost);
    isCut = false;
    say();
  }

  /* ---- a move waits ---- */
  function keep() {
    try {
      if (move && move.waits) { window.sessionStorage.setItem(store, JSON.stringify(move)); }
      else { window.sessionStorage.removeItem(store); }
    } catch (e) { /* no storage: the page alone remembers */ }
  }
  function forget() {
    move = null;
    keep();
  }
  function wait() {
    move.waits = true;
    keep();
    cut();
    askSoon();
  }
  function send(seen) {
    const button = buttonOf(move.action);
    if (!button) {
      forget();
      return;
    }
    button.form.elements.key.value = move.key;
    button.form.elements.seen.value = seen;
    move.waits = false;
    keep();
    button.checked = true; // a card that was picked first
    if (button.type === "radio") { button.form.requestSubmit(); }
    else { button.click(); } // htmx sends the button that was clicked last
  }
  /* page: the table as it is now. */
  function goOn(page) {
    if (!move || !move.waits) { return; }
    if (page.dataset.decision === move.decision) {
      send(page.dataset.liveVersion);
      return;
    }
    const card = move.action.startsWith("play ") && move.action.slice(5);
    const isLeft = card && page.querySelector(`.my-hand [data-card="${card}"]`);
    forget();
    if (isLeft) {
      window.rightBower.say(
        t("The game moved on before your card arrived. Check the table and choose again."),
        "warning",
      );
    }
  }

  /* ---- does the table answer again? ---- */
  function askSoon() {
    window.clearTimeout(next);
    next = window.setTimeout(ask, every);
  }
  const tableIn = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("live");
  async function ask() {
    window.clearTimeout(next);
    const own = document.querySelector("[data-here] [name=device]");
    const headers = Object.assign({ "HX-Request": "true" }, own && { "X-Device": own.value });
    try {
      const signal = AbortSignal.timeout(2 * every);
      const answer = await window.fetch(table().getAttribute("hx-get"), { headers, signal, cache: "no-store" });
      const page = answer.ok && tableIn(await answer.text());
      if (!page) { throw new Error("no table"); }
      heard();
      goOn(page);
      window.dispatchEvent(new Event("online")); // live.js opens its stream
    } catch (e) {
      cut();
      askSoon();
    }
  }

  /* ---- how the line is ---- */
  window.addEventListener("offline", () => {
    cut();
    askSoon();
  });
  window.addEventListener("online", (event) => {
    if (!event.isTrusted) { return; }
    const form = document.querySelector("#live form.htmx-request");
    if (form) { window.htmx.trigger(form, "htmx:abort"); }
    else { ask(); }
  });
  document.addEventListener("live-lost", () => {
    window.clearTimeout(lost);
    lost = window.setTimeout(() => {
      cut();
      askSoon();
    }, grace);
  });
  document.addEventListener("live-connected", () => {
    if (!move || !move.waits) { heard(); }
    else { ask(); }
  });

  /* ---- htmx: a move is sent, answered, lost ---- */
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!isMove(form)) { return; }
    if (move && move.waits) { // the first tap counts
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const action = event.detail.requestConfig.parameters.action || "";
    const key = form.elements.key.value;
    if (!move || move.key !== key) {
      move = { decision: table().dataset.decision, action, key, waits: false, tries: 0 };
    }
    window.clearTimeout(slow);
    slow = window.setTimeout(cut, patience);
  }, true);
  ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"].forEach((name) =>
    document.addEventListener(name, (event) => {
      if (!move || !isMove(event.detail.elt)) { return; }
      event.stopPropagation();
      window.clearTimeout(slow);
      wait();
      if (name === "htmx:sendAbort") { ask(); }
    }, true)
  );
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (!move || !requestConfig || !isMove(requestConfig.elt) || move.waits) { return; }
    window.clearTimeout(slow);
    heard();
    const page = xhr.status === 409 && move.tries < mostTries && tableIn(xhr.responseText);
    if (!page || page.dataset.decision !== move.decision || page.dataset.liveVersion === sentVersion()) {
      forget();
      return;
    }
    event.detail.shouldSwap = false;
    event.stopPropagation();
    move.tries += 1;
    window.setTimeout(() => send(page.dataset.liveVersion));
  }, true);
  const sentVersion = () => {
    const button = buttonOf(move.action);
    return button ? button.form.elements.seen.value : "";
  };
  document.addEventListener("htmx:responseError", (event) => {
    if (isMove(event.detail.elt)) {
      window.clearTimeout(slow);
      forget();
      heard();
    }
  }, true);

  document.addEventListener("DOMContentLoaded", () => {
    try {
      move = JSON.parse(window.sessionStorage.getItem(store) || "null");
    } catch (e) { /* no storage, no move */ }
    if (move && table()) { goOn(table()); }
  });
})();
