/* What the pages of a phone do: registers the service worker, shows scores that are kept here, asks before a phone
   with unsent scores is logged out, and replaces a page "as of 20:14" as soon as the network is back. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const queue = self.rightBowerQueue;
  const words = {
    saved: t("Saved"),
    sending: t("Sending…"),
    unsaved: t("Not saved yet (kept on this phone)"),
    decision: t("Needs your decision"),
  };

  /* A state in words, with its icon. The place then holds more lines and buttons if there are any. */
  function showState(place, state, lines, actions) {
    place.textContent = "";
    place.className = "slip-state notice" +
      ({ saved: " notice--success", unsaved: " notice--warning", decision: " notice--error" }[state] || "");
    place.hidden = !words[state];
    if (place.hidden) { return; }
    place.append(
      Object.assign(document.createElement("span"), { className: "state state--" + state, textContent: words[state] }),
    );
    (lines || []).filter(Boolean).forEach((text) =>
      place.append(Object.assign(document.createElement("p"), { textContent: text }))
    );
    (actions || []).forEach(([title, act]) => {
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "btn btn--quiet",
        textContent: title,
      });
      button.addEventListener("click", act);
      place.append(button);
    });
  }

  /* The seat card lists what this phone holds back, with the way to it. */
  const sending = new Set();
  async function listKept() {
    const place = document.querySelector("[data-slips-kept]");
    if (!place) { return; }
    const kept = await queue.all();
    const rows = kept.map((slip) => {
      const row = document.createElement("div");
      const state = sending.has(slip.address) ? "sending" : slip.state === "decision" ? "decision" : "unsaved";
      const then = {
        typed: t("You haven’t sent this score yet."),
        waiting: t("We’ll send it automatically when the network is back."),
      }[slip.state];
      const told = slip.score ? t("{slip}: {score}", { slip: slip.label, score: slip.score }) : slip.label;
      showState(row, state, [told, state === "decision" ? slip.answer.message : then]);
      const link = Object.assign(document.createElement("a"), {
        className: "btn btn--quiet",
        href: slip.address,
        textContent: t("Open score slip"),
      });
      // Its page is gone: only reading and dropping is left.
      if (slip.state === "decision" && !("seen" in slip.answer)) {
        showState(row, state, [told, slip.answer.message], [[t("Discard score"), () => drop(slip.address)]]);
      } else { row.append(link); }
      return row;
    });
    place.replaceChildren(...rows);
    place.hidden = rows.length === 0;
  }
  async function drop(address) {
    await queue.change(address, () => null);
    queue.tell({ address, state: "dropped" });
  }
  queue.listen((news) => {
    if (news.state === "sending") { sending.add(news.address); }
    else { sending.delete(news.address); }
    if (news.state === "saved" && document.querySelector("[data-slips-kept]")) {
      window.rightBower.say(news.message, "success");
    }
    listKept();
  });
  document.addEventListener("htmx:afterSettle", listKept);

  /* Logging out, and forgetting a personal link, take everything of this person off the phone. */
  let isAsked = false;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const ends = form.matches("[data-forget]") ||
      new URL(form.action, window.location.href).pathname ===
        document.querySelector("link[rel=manifest]").dataset.logout;
    if (!ends || isAsked) { return; }
    event.preventDefault();
    queue.all().then((kept) => {
      const question = t("A score on this phone isn’t saved yet and would be lost. Continue anyway?");
      if (kept.length && !window.confirm(question)) { return; }
      isAsked = true;
      queue.clear().then(() => form.requestSubmit());
    });
  });

  /* ---- the page as last seen ---- */
  async function isBack() {
    try {
      return (await fetch(window.location.href, { method: "HEAD", cache: "no-store", credentials: "same-origin" }))
        .status < 500;
    } catch (e) {
      return false;
    }
  }
  let left = -Infinity; // when a tap began to lead elsewhere: a reload now would undo it
  const isLeaving = () => performance.now() < left + 10000;
  async function refresh() {
    const waits = (await queue.all()).some((slip) => slip.state === "waiting");
    if (!waits && await isBack() && !isLeaving()) { window.location.reload(); }
  }
  function begin() {
    listKept();
    if (document.querySelector("[data-as-of]")) {
      window.setInterval(refresh, 3000);
      window.addEventListener("online", refresh);
      window.addEventListener("beforeunload", () => {
        left = performance.now();
      });
    }
    const phone = document.querySelector("[data-worker]");
    if (phone && "serviceWorker" in navigator) {
      navigator.serviceWorker.register(phone.dataset.worker).catch(() => {/* then pages need the network */});
    }
  }
  window.rightBowerPhone = { showState, drop };
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", begin); }
  else { begin(); }
})();
