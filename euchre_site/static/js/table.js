/* The table by keyboard: numbers play the cards of the hand from left to right, the letter on a button presses it.
   What is folded open stays open and what was picked stays picked, the focus goes on where the person was, a played
   card flies to its place, and every few seconds the page says that it is still there. Knows no cards: everything it
   does is a button on the page. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const open = new Set();
  const table = () => document.getElementById("live");

  function buttonOf(key) {
    const place = Number(key) - 1;
    if (place >= 0) { return document.querySelectorAll(".my-hand__card")[place]; }
    return Array.from(document.querySelectorAll("[data-key]")).find((el) => el.dataset.key === key.toLowerCase());
  }
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog");
    if (
      event.ctrlKey || event.metaKey || event.altKey || isTyping || !table() || !("shortcuts" in table().dataset)
    ) { return; }
    if (event.key.toLowerCase() === "c") {
      const field = ["say", "phrase"].map((id) => document.getElementById(id)).find((el) => el && el.offsetParent);
      if (field) {
        event.preventDefault();
        field.focus();
      }
      return;
    }
    const button = event.key.length === 1 && buttonOf(event.key);
    if (button && !button.disabled) {
      event.preventDefault();
      if (button.tagName === "BUTTON") { button.focus({ preventScroll: true }); }
      button.click();
    }
  });
  document.addEventListener("toggle", (event) => {
    const name = event.target.dataset && event.target.dataset.keep;
    if (name) { event.target.open ? open.add(name) : open.delete(name); }
  }, true);

  /* ---- still here ---- */
  function tellWhere(answer) {
    if (answer.status === 409) { document.dispatchEvent(new CustomEvent("seat-elsewhere")); }
  }
  function sayHere() {
    const form = document.querySelector("[data-here]");
    if (form) {
      window.fetch(form.action, { method: "POST", body: new FormData(form) }).then(tellWhere).catch(() => undefined);
    }
  }
  window.setInterval(sayHere, 8000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) { sayHere(); }
  });
  document.addEventListener("DOMContentLoaded", sayHere);

  /* ---- a new picture of the table ---- */
  const FLIGHT = { duration: 240, easing: "cubic-bezier(.2, .8, .2, 1)" };
  const SWEEP = { duration: 320, easing: "cubic-bezier(.5, 0, .8, .4)" };
  const moves = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const boxOf = (el) => el.getBoundingClientRect();
  let played = new Set();
  let over = [];
  let winner = "";
  let stood = "";
  let fold = "";
  let flown = "";
  let flight = null;
  const placesPlayed = () => Array.from(document.querySelectorAll("[data-played]"));
  const names = (places) => new Set(places.map((el) => el.dataset.played));
  const placeOf = (el) => Array.from(el.classList).find((name) => name.startsWith("place-"));
  const moveTo = (from, to, size) =>
    `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${
      to.top + to.height / 2 - from.top - from.height / 2
    }px) scale(${size})`;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== table()) { return; }
    const at = document.activeElement;
    stood = at && at.closest(".my-side, .table-buttons") ? "game" : "";
    const within = at && at.closest("[data-keep]");
    fold = within ? within.dataset.keep : "";
    const places = placesPlayed();
    const taking = places.find((el) => el.classList.contains("is-taking"));
    played = names(places);
    winner = taking ? placeOf(taking) : "";
    over = taking ? places : [];
  });
  document.addEventListener("htmx:afterSwap", () => {
    document.querySelectorAll("[data-keep]").forEach((el) => {
      el.open = open.has(el.dataset.keep);
    });
    const places = placesPlayed();
    places.filter((el) => !played.has(el.dataset.played) && el.dataset.played !== flown).forEach((el) =>
      el.classList.add("is-new")
    );
    const now = names(places);
    if (over.length && !over.some((el) => now.has(el.dataset.played))) { sweep(); }
    over = [];
    flown = "";
    flight = null;
    played = now;
  });
  /* The trick goes to whoever took it, over the picture of the next one: nothing waits for it. */
  function sweep() {
    const felt = document.querySelector(".felt");
    const plate = felt && felt.querySelector(`.chair.${winner} .chair__plate`);
    if (!plate || !moves()) { return; }
    over.forEach((el) => {
      el.removeAttribute("data-played");
      el.classList.remove("is-new", "is-taking");
      el.classList.add("is-swept");
      el.setAttribute("aria-hidden", "true");
      felt.append(el);
      const end = { transform: moveTo(boxOf(el), boxOf(plate), 0.3), opacity: 0.2 };
      el.animate([{}, end], SWEEP).finished.catch(() => undefined).then(() => el.remove());
    });
  }
  /* A finished trick stays as long as the player likes, or until a tap. What happened meanwhile is then fetched at
     once. One's own move is never held up. */
  let keeping = 0;
  let kept = "";
  function keepTrick() {
    const live = table();
    const trick = Array.from(names(placesPlayed())).sort().join(" ");
    if (!live || !live.dataset.pause || !document.querySelector(".is-taking") || trick === kept) { return; }
    kept = trick;
    live.dataset.liveWait = "";
    window.clearTimeout(keeping);
    keeping = window.setTimeout(goOn, Number(live.dataset.pause));
  }
  function goOn() {
    window.clearTimeout(keeping);
    if (table() && "liveWait" in table().dataset) {
      delete table().dataset.liveWait;
      window.rightBower.checkLive();
    }
  }
  document.addEventListener("htmx:afterSettle", keepTrick);
  document.addEventListener("click", goOn);
  document.addEventListener("keydown", goOn);

  /* One's own card goes to its place at the tap, before the answer is there, and comes back when it is refused. */
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    const felt = document.querySelector(".felt");
    if (!form.matches(".my-side__hand") || !felt || flight || !moves()) { return; }
    const sent = event.detail.requestConfig.triggeringEvent;
    const pressed = (sent && sent.submitter && sent.submitter.closest(".my-hand__card")) ||
      form.querySelector(".my-hand__card:has([type=radio]:checked)");
    const value = pressed && (pressed.value || pressed.querySelector("input").value);
    if (!value || !value.startsWith("play ")) { return; }
    const card = pressed.querySelector(".playing-card");
    const place = document.createElement("span");
    place.className = "felt__played place-0";
    place.append(card.cloneNode(true));
    felt.append(place);
    const from = boxOf(card);
    const to = boxOf(place.firstChild);
    place.remove();
    flown = `${felt.dataset.own}-${value.slice(5)}`;
    flight = card.animate([{}, { transform: moveTo(from, to, to.width / from.width) }], {
      ...FLIGHT,
      fill: "forwards",
    });
  });
  ["htmx:responseError", "htmx:sendError", "htmx:timeout"].forEach((name) =>
    document.addEventListener(name, () => {
      if (flight) { flight.cancel(); }
      flight = null;
      flown = "";
    })
  );
  document.addEventListener("htmx:afterSettle", () => {
    if (fold && document.activeElement === document.body) {
      const summary = document.querySelector(`[data-keep="${fold}"] > summary`);
      if (summary) { summary.focus({ preventScroll: true }); }
    }
    fold = "";
    if (!stood || document.activeElement !== document.body) { return; }
    const next = document.querySelector(
      ".table-choices :is(input, button), .my-hand__card:enabled, .my-hand__pick:enabled, [data-next-hand]",
    ) ||
      document.getElementById("prompt");
    if (next) { next.focus({ preventScroll: true }); }
    stood = "";
  });

  /* ---- picks: cards and bids that are chosen first and sent by a button ---- */
  let picked = new Set();
  const picks = () => Array.from(document.querySelectorAll("[data-picks] :is([type=radio], [type=checkbox])"));
  const nameOf = (pick) => `${pick.value} ${picks().indexOf(pick)}`;
  function keepPicks() {
    const chosen = picks().filter((pick) => pick.checked);
    picked = new Set(chosen.map(nameOf));
    /* A pick is no typing: it does not hold the table up, and is made again in the next picture of it. */
    picks().forEach((pick) => {
      pick.defaultChecked = pick.checked;
    });
    document.querySelectorAll("[data-needs]").forEach((button) => {
      button.disabled = chosen.filter((pick) => pick.form === button.form).length !== Number(button.dataset.needs);
    });
    const bid = document.querySelector("[data-bid]");
    if (bid) {
      const parts = chosen.filter((pick) => pick.form === bid.form).map((pick) => pick.dataset.words);
      bid.textContent = bid.disabled ? bid.dataset.bid : bidWords(...parts);
    }
  }
  const bidWords = (tricks, suit) =>
    suit ? t("Bid {tricks} in {suit}", { tricks, suit }) : t("Bid {tricks}", { tricks });
  function pickAgain() {
    picks().filter((pick) => !pick.disabled && picked.has(nameOf(pick))).forEach((pick) => {
      pick.checked = true;
    });
    keepPicks();
  }
  /* The second tap on a card plays it. The first has not been kept yet when its click is told. */
  document.addEventListener("click", (event) => {
    const pick = event.target.closest(".my-hand [type=radio]");
    if (pick && picked.has(nameOf(pick))) { pick.form.requestSubmit(); }
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest("[data-picks]")) { keepPicks(); }
  });
  document.addEventListener("htmx:afterSwap", pickAgain);
  document.addEventListener("DOMContentLoaded", pickAgain);

  /* ---- talk: a line that was taken clears its field and gets a key for the next one ---- */
  function fitTalk() {
    const talk = document.getElementById("talk");
    if (!talk) { return; }
    const level = talk.dataset.mayTalk === "yes" ? talk.dataset.talkLevel : "none";
    document.querySelectorAll(".phrases").forEach((form) => {
      form.hidden = level === "none";
    });
    document.querySelectorAll(".say").forEach((form) => {
      form.hidden = level !== "text";
    });
    const lines = talk.querySelector(".talk__lines");
    lines.scrollTop = lines.scrollHeight;
  }
  document.addEventListener("htmx:afterSwap", (event) => {
    const talk = document.getElementById("talk");
    if (talk && talk.dataset.nextKey && !talk.querySelector("[role=alert]")) {
      document.querySelectorAll("[data-talk-key]").forEach((field) => {
        field.value = talk.dataset.nextKey;
      });
      const sent = event.detail.requestConfig && event.detail.requestConfig.elt;
      if (sent && sent.matches("[data-say]")) { sent.reset(); }
      delete talk.dataset.nextKey;
    }
    fitTalk();
  });
  document.addEventListener("DOMContentLoaded", fitTalk);
})();
