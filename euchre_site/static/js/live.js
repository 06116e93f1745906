/* Tells elements that the server has something newer. One EventSource carries all topics
   of the page; it brings version numbers: an element marked
   data-live-topic="event:12" data-live-version="41" gets the DOM event live-changed and
   fetches its own content (hx-trigger="live-changed"). Several topics of one element, with a
   space between, count their versions together. Refuses to replace what is being typed.
   An element marked data-live-sent is sent its content with its news, and fetches what it
   cannot take at once. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  if (!window.EventSource) { return; }

  const address = document.documentElement.dataset.liveUrl || "/live/";
  const longest = 30000;
  const pollEvery = 5000;
  const mostTopics = 8;
  const gone = new Set(); // topics that ended or are no longer ours to see
  const newest = new Map(); // topic -> newest version heard of
  const askedFor = new Map(); // element -> version already asked for, so a stale answer cannot loop
  const underWay = new Set(); // elements whose answer is not here yet
  let source = null;
  let openTopics = "";
  let failures = 0;
  let timer = 0;
  let statusTimer = 0;
  let sleepTimer = 0;
  let pressed = null; // what a finger or the mouse is on, until its tap is told

  const elements = () => Array.from(document.querySelectorAll("[data-live-topic]"));
  const topicsOf = (el) => el.dataset.liveTopic.split(" ");
  const topicsNow = () =>
    Array.from(new Set(elements().flatMap(topicsOf)))
      .filter((topic) => !gone.has(topic)).sort().slice(0, mostTopics);

  function status(text) {
    document.querySelectorAll("[data-live-status]").forEach((el) => {
      if (el.textContent !== text) { el.textContent = text; }
    });
    document.documentElement.classList.toggle("is-reconnecting", text !== "");
  }

  /* ---- typing is holy ---- */
  function isChanged(field) {
    if (field.disabled || field.type === "hidden" || field.type === "submit" || field.type === "button") {
      return false;
    }
    if (field.type === "checkbox" || field.type === "radio") { return field.checked !== field.defaultChecked; }
    if (field.tagName === "SELECT") {
      const options = Array.from(field.options);
      return options.some((o) => o.defaultSelected)
        ? options.some((o) => o.selected !== o.defaultSelected)
        : field.selectedIndex > 0;
    }
    /* A number field with "-" in it, on its way to "-1", says that it is empty. */
    return field.value !== field.defaultValue || field.validity.badInput;
  }
  /* Only what will be replaced counts: an input beside the target is safe. An opened menu
     in which the person stands must not close under the finger either; one with data-keep is opened again. */
  function isBusy(el) {
    const chosen = el.getAttribute("hx-target");
    const target = (chosen && chosen.startsWith("#") && document.querySelector(chosen)) || el;
    return Array.from(target.querySelectorAll("input, select, textarea")).some(isChanged) ||
      target.querySelector("details[open]:not([data-keep]):focus-within, [data-live-hold]") !== null;
  }

  /* An answer to this element, or to a form in it, is on its way; when it has come, everything is checked again. A
     second request now would wait behind the first and vanish with the element that the first one replaces, and a form
     that is replaced while it is being sent finds no place for its answer. Nor is anything taken away from under a
     finger: a tap on what is replaced between down and up does nothing. data-live-wait: its own page keeps it for
     now, and says when not. */
  const isUnderWay = (el) => el.classList.contains("htmx-request") || "liveWait" in el.dataset || isInUse(el);
  const isInUse = (el) => el.querySelector(".htmx-request") !== null || el.contains(pressed) || isAnswered(el);
  /* A form elsewhere on the page sends for an answer into this element. */
  const isAnswered = (el) =>
    Array.from(document.querySelectorAll(".htmx-request[hx-post]")).some((form) =>
      form !== el && el.id && form.getAttribute("hx-target") === "#" + el.id
    );

  function offerRefresh(el) {
    if (el.querySelector(":scope > .live-held")) { return; }
    const line = document.createElement("p");
    line.className = "live-held";
    line.setAttribute("role", "status");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.textContent = t("Show updates");
    button.title = t("This will replace what you typed here");
    button.addEventListener("click", () => {
      line.remove();
      change(el, true);
    });
    line.append(button);
    el.prepend(line);
  }
  function withdrawOffer(el) {
    const line = el.querySelector(":scope > .live-held");
    if (line) { line.remove(); }
  }

  /* ---- versions ---- */
  const nameOf = (el) => el.id || el.getAttribute("hx-get") || el;
  const asked = (el) => askedFor.get(nameOf(el)) || 0;
  const setAsked = (el, version) => askedFor.set(nameOf(el), version);
  function change(el, evenIfTyping) {
    const version = Math.max(...topicsOf(el).map((topic) => newest.get(topic) || 0));
    /* Asked now, the question would be dropped with the element that is being replaced: it is asked after that. */
    if (underWay.has(nameOf(el))) { return; }
    if (version <= Math.max(Number(el.dataset.liveVersion) || 0, asked(el))) { return; }
    if (!evenIfTyping && isBusy(el)) {
      offerRefresh(el);
      return;
    }
    if (!evenIfTyping && isUnderWay(el)) { return; }
    withdrawOffer(el);
    setAsked(el, version);
    if (evenIfTyping) { el.dataset.liveForced = "1"; }
    el.dispatchEvent(new CustomEvent("live-changed", { bubbles: false, detail: { version: version } }));
  }
  const checkAll = () => elements().forEach((el) => change(el, false));
  Object.assign(window.rightBower, { checkLive: checkAll });

  /* ---- the stream ---- */
  function hear(topic, version) {
    if (!topic || !(version > (newest.get(topic) || 0))) { return; }
    newest.set(topic, version);
    checkAll();
  }
  /* The page that came with the news takes its place as if it had been fetched. */
  function take(message) {
    const el = elements().find((one) => "liveSent" in one.dataset && topicsOf(one).includes(message.topic));
    if (!el || underWay.has(nameOf(el)) || isBusy(el) || isUnderWay(el)) { return; }
    const page = new DOMParser().parseFromString(message.html, "text/html").getElementById(el.id);
    if (!page || !(Number(page.dataset.liveVersion) > Number(el.dataset.liveVersion))) { return; }
    const requestConfig = { elt: el, triggeringEvent: new CustomEvent("live-changed") };
    const detail = { elt: el, target: el, shouldSwap: true, serverResponse: message.html, requestConfig };
    el.dispatchEvent(new CustomEvent("htmx:beforeSwap", { bubbles: true, detail }));
    if (detail.shouldSwap) {
      withdrawOffer(el);
      const how = { swapStyle: "outerHTML", settleDelay: window.htmx.config.defaultSettleDelay };
      window.htmx.swap(el, message.html, how, { select: el.getAttribute("hx-select"), eventInfo: detail });
    }
  }
  function lose(topic) {
    gone.add(topic);
    elements().filter((el) => topicsOf(el).includes(topic)).forEach((el) =>
      el.dispatchEvent(new CustomEvent("live-gone"))
    );
  }
  const tell = (what) => document.dispatchEvent(new CustomEvent(what));
  function connected() {
    failures = 0;
    tell("live-connected");
    window.clearTimeout(statusTimer);
    statusTimer = 0;
    status("");
  }
  function close() {
    if (source) {
      source.close();
      source = null;
    }
    openTopics = "";
    window.clearTimeout(timer);
  }
  function later() {
    failures += 1;
    if (failures === 1) { tell("live-lost"); }
    if (!statusTimer) { statusTimer = window.setTimeout(() => status(t("Reconnecting…")), 2000); }
    const wait = Math.min(longest, 500 * Math.pow(2, Math.min(failures, 6)));
    timer = window.setTimeout(open, wait * (0.5 + Math.random() / 2));
  }
  /* The stream was refused: ask once in the plain way. Works too where the server cannot stream. */
  async function poll(url) {
    url.searchParams.set("poll", "1");
    try {
      const response = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
      if (!response.ok && response.status !== 404) {
        later();
        return;
      }
      if (!(response.headers.get("Content-Type") || "").includes("json")) {
        later();
        return;
      }
      const answer = await response.json();
      connected();
      (answer.gone || []).forEach(lose);
      Object.entries(answer.versions || {}).forEach(([topic, version]) => hear(topic, Number(version)));
      if (topicsNow().length) { timer = window.setTimeout(open, pollEvery); }
    } catch (e) {
      later();
    }
  }
  function open() {
    const topics = topicsNow();
    close();
    if (topics.length === 0) {
      connected();
      return;
    }
    openTopics = topics.join(" ");
    const url = new URL(address, window.location.origin);
    topics.forEach((topic) => url.searchParams.append("topic", topic));
    const sent = document.querySelector("[data-live-sent]");
    if (sent) {
      const device = document.querySelector("[data-here] [name=device]");
      url.searchParams.set("page", sent.getAttribute("hx-get"));
      if (device) { url.searchParams.set("device", device.value); }
    }
    const mine = new EventSource(url);
    source = mine;
    mine.onopen = connected;
    mine.onmessage = (event) => {
      try {
        const message = JSON.parse(event.data);
        hear(message.topic, Number(message.version));
      } catch (e) { /* not one of ours */ }
    };
    mine.addEventListener("page", (event) => {
      const message = JSON.parse(event.data);
      take(message);
      hear(message.topic, Number(message.version));
    });
    mine.addEventListener("gone", (event) => {
      lose(JSON.parse(event.data).topic);
      openTopics = topicsNow().join(" ");
      if (!openTopics) { close(); }
    });
    mine.onerror = () => {
      if (source !== mine) { return; }
      const wasRefused = mine.readyState === 2;
      close();
      if (wasRefused) {
        openTopics = topics.join(" ");
        poll(url);
      } else { later(); }
    };
  }
  function openIfTopicsChanged() {
    if (topicsNow().join(" ") !== openTopics && failures === 0) { open(); }
  }
  function wake() {
    window.clearTimeout(sleepTimer);
    sleepTimer = 0;
    failures = 0;
    gone.clear();
    open(); // the server's first message is the current version
  }

  /* A hidden tab gives its connection back after a minute. */
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      sleepTimer = window.setTimeout(() => {
        sleepTimer = -1;
        close();
      }, 60000);
      return;
    }
    if (sleepTimer === -1 || !source || source.readyState !== 1) { wake(); }
    window.clearTimeout(sleepTimer);
    sleepTimer = 0;
  });
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) { wake(); }
  });
  window.addEventListener("pagehide", close);

  /* ---- htmx: what was fetched, what failed, what must not be swapped ---- */
  const isOurs = (detail) =>
    Boolean(
      detail.requestConfig && detail.requestConfig.triggeringEvent &&
        detail.requestConfig.triggeringEvent.type === "live-changed",
    );

  /* So that the site answers what people do first (euchre_site/priority_asgi.py). */
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.triggeringEvent && event.detail.triggeringEvent.type === "live-changed") {
      event.detail.headers["X-Refresh"] = "yes";
      /* The same for everyone: the site makes it once (euchre_site/shared_pages.py). */
      if (event.detail.elt.hasAttribute("data-live-visitor")) { event.detail.headers["X-Visitor"] = "yes"; }
    }
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isOurs(event.detail)) { underWay.add(nameOf(event.detail.requestConfig.elt)); }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isOurs(event.detail)) { return; }
    const name = nameOf(event.detail.requestConfig.elt);
    window.setTimeout(() => {
      underWay.delete(name);
      checkAll();
    }, 50); // by then the new element listens
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isOurs(event.detail)) { return; }
    const el = event.detail.requestConfig.elt;
    const forced = el.dataset.liveForced === "1";
    delete el.dataset.liveForced;
    if (!forced && event.detail.shouldSwap && isInUse(el)) {
      event.detail.shouldSwap = false;
      setAsked(el, 0);
    } else if (!forced && event.detail.shouldSwap && isBusy(el)) { // typing began while the answer was on its way
      event.detail.shouldSwap = false;
      setAsked(el, 0);
      offerRefresh(el);
    }
  });
  ["htmx:responseError", "htmx:sendError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, (event) => {
      if (!isOurs(event.detail)) { return; }
      const el = event.detail.requestConfig.elt;
      delete el.dataset.liveForced;
      window.setTimeout(() => {
        setAsked(el, 0);
        if (el.isConnected) { change(el, false); }
      }, 3000 + Math.random() * 3000);
    });
  });
  document.addEventListener("htmx:afterSettle", () => {
    openIfTopicsChanged();
    checkAll();
  });
  document.addEventListener("htmx:afterRequest", () => window.setTimeout(checkAll, 50));

  document.addEventListener("pointerdown", (event) => {
    pressed = event.target;
  }, true);
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => {
      window.setTimeout(() => {
        pressed = null;
        checkAll();
      }, 50);
    }, true)
  );

  /* A held element refreshes by itself once nothing in it is unsaved any more. */
  function releaseHeld(event) {
    const held = event.target.closest && event.target.closest("[data-live-topic]");
    if (!held || !held.querySelector(":scope > .live-held")) { return; }
    window.setTimeout(() => {
      if (held.isConnected && !isBusy(held)) { change(held, false); }
    }, 50);
  }
  ["change", "focusout", "reset"].forEach((name) => document.addEventListener(name, releaseHeld));

  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", open); }
  else { open(); }
})();
