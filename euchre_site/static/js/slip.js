/* The per-hand score slip. Works on the form of components/slip_pad.html, which without
   JavaScript is a plain final-score form. Keeps everything typed on this device until the
   server says saved, sends the same key again after a lost answer, a new key after a change.

   The form is posted with the header X-Slip: 1 and Accept: application/json. Answers understood:
   {"state": "saved", "message": "…", "url": "…"} or {"state": "decision", "message": "…"}
   (any 4xx is a decision); a redirect means saved; 5xx or no answer means not saved yet. */
(function () {
  "use strict";
  const retryAfter = 5000;
  const patience = 12000;
  const oldAge = 14 * 24 * 3600 * 1000;
  const memory = new Map();

  const store = {
    read(name) {
      let text = memory.get(name);
      try { text = window.localStorage.getItem(name) || text; } catch (e) { /* kept in this page only */ }
      try { return text ? JSON.parse(text) : null; } catch (e) { return null; }
    },
    write(name, draft) {
      const text = JSON.stringify(draft);
      memory.set(name, text);
      try { window.localStorage.setItem(name, text); return true; } catch (e) { return false; }
    },
    remove(name) {
      memory.delete(name);
      try { window.localStorage.removeItem(name); } catch (e) { /* nothing was stored */ }
    },
    forgetOld() {
      try {
        Object.keys(window.localStorage).filter((name) => name.startsWith("slip:")).forEach((name) => {
          const draft = store.read(name);
          if (!draft || Date.now() - draft.at > oldAge) { store.remove(name); }
        });
      } catch (e) { /* storage is switched off */ }
    },
  };

  function newKey() {
    if (window.crypto.randomUUID) { return window.crypto.randomUUID(); }
    const b = window.crypto.getRandomValues(new Uint8Array(16));   // plain http in the hall has no randomUUID
    b[6] = (b[6] & 15) | 64;
    b[8] = (b[8] & 63) | 128;
    const hex = Array.from(b, (n) => n.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  function start(form) {
    const find = (selector) => form.querySelector(selector);
    const name = "slip:" + (form.dataset.slipId || form.getAttribute("action"));
    const planned = Number(form.dataset.handsPlanned) || 0;
    const sides = Array.from(form.querySelectorAll("[data-slip-side]"));
    const names = sides.map((side) => side.dataset.slipName);
    const inputs = [form.elements.points_0, form.elements.points_1];
    const onlyFinal = find("[data-slip-only-final]");
    const submit = find("[data-slip-submit]");
    const tie = find("[data-slip-tie]");
    let hands = [];
    let attempted = "";      // what was sent without a known outcome
    let warnedShort = false;
    let isSending = false;
    let timer = 0;

    const totals = () => hands.reduce((sum, hand) => { sum[hand[0]] += hand[1]; return sum; }, [0, 0]);
    const tieWinner = () => { const chosen = form.querySelector("[name=tie_winner]:checked"); return chosen ? chosen.value : ""; };
    const content = () => JSON.stringify([inputs.map((i) => i.value), form.elements.hands.value, tieWinner()]);
    const isBlank = () => hands.length === 0 && inputs.every((input) => input.value === "");

    function setState(state, text, actions) {
      form.dataset.state = state;
      const place = find("[data-slip-state]");
      const words = { saved: "Saved", sending: "Sending…", unsaved: "Not saved yet: kept on this device", decision: "Needs your decision" };
      place.textContent = "";
      place.className = "slip-state notice" + ({ saved: " notice--success", unsaved: " notice--warning", decision: " notice--error" }[state] || "");
      place.hidden = !words[state];
      if (!words[state]) { return; }
      const folded = form.closest("details");
      if (folded) { folded.open = true; }
      const label = document.createElement("span");
      label.className = "state state--" + state;
      label.textContent = words[state];
      place.append(label);
      if (text) { place.append(Object.assign(document.createElement("span"), { textContent: text })); }
      (actions || []).forEach(([title, act]) => {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn--quiet", textContent: title });
        button.addEventListener("click", act);
        place.append(button);
      });
      if (state === "decision") { place.scrollIntoView({ block: "nearest" }); }
    }

    function keep() {
      if (isBlank()) { store.remove(name); setState("idle"); return; }
      if (attempted && attempted !== content()) { form.elements.key.value = newKey(); attempted = ""; }
      window.clearTimeout(timer);
      const kept = store.write(name, {
        at: Date.now(), key: form.elements.key.value, seen: form.elements.seen.value, seating: form.elements.seating.value,
        hands: hands, onlyFinal: onlyFinal.checked, points: inputs.map((i) => i.value), tie: tieWinner(), attempted: attempted,
      });
      setState("unsaved", kept ? "" : "This browser cannot keep it over a reload: send it before you leave this page.");
    }

    function addRow(body, hand, number) {
      const row = body.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = number;
      row.append(head);
      [0, 1].forEach((side) => {
        const cell = row.insertCell();
        cell.textContent = hand[0] === side ? hand[1] : "X";
        cell.className = hand[0] === side ? "slip__points" : "is-x";
      });
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn--quiet", textContent: hand[2] ? "alone ✓" : "alone" });
      button.setAttribute("aria-pressed", String(hand[2]));
      button.setAttribute("aria-label", "Hand " + number + " was played alone");
      button.dataset.slipAlone = String(number - 1);
      row.insertCell().append(button);
    }

    function render() {
      const sum = totals();
      const byHand = !onlyFinal.checked;
      const isFull = planned > 0 && hands.length >= planned;
      find("[data-slip-pad]").hidden = !byHand;
      find("[data-slip-final]").hidden = byHand;
      sides.forEach((side, index) => {
        side.querySelector("[data-slip-total]").textContent = sum[index];
        side.classList.toggle("is-ahead", sum[index] > sum[1 - index]);
        side.querySelectorAll("[data-slip-points]").forEach((tap) => { tap.disabled = isFull; });
      });
      if (byHand) { inputs.forEach((input, index) => { input.value = hands.length ? sum[index] : ""; }); }
      form.elements.hands.value = byHand && hands.length ? JSON.stringify(hands) : "";
      find("[data-slip-counter]").textContent = isFull ? "All " + planned + " hands are in: check the score and send it"
        : "Hand " + (hands.length + 1) + (planned ? " of " + planned : "");
      const table = find("[data-slip-hands]");
      table.hidden = hands.length === 0;
      table.tBodies[0].textContent = "";
      for (let i = hands.length - 1; i >= 0; i -= 1) { addRow(table.tBodies[0], hands[i], i + 1); }
      find("[data-slip-undo]").disabled = hands.length === 0;
      const isLevel = inputs[0].value !== "" && Number(inputs[0].value) === Number(inputs[1].value);
      if (tie) { tie.hidden = !isLevel; tie.disabled = !isLevel; }
      submit.disabled = isSending;
    }
    function changed(words) {
      warnedShort = false;
      render();
      keep();
      if (words) { find("[data-slip-voice]").textContent = words; }
    }

    /* ---- sending ---- */
    function saved(message, url) {
      store.remove(name);
      attempted = "";
      form.elements.key.value = newKey();      // a later change is a new report
      inputs.forEach((input) => { input.defaultValue = input.value; });
      setState("saved", message);
      form.dispatchEvent(new CustomEvent("slip-saved", { bubbles: true }));
      if (url) { window.location.assign(url); }
    }
    function notSaved() {
      setState("unsaved", "It is sent again by itself as soon as the network is back.", [["Try again now", send]]);
      timer = window.setTimeout(send, retryAfter);
    }
    function refused(message) {
      attempted = "";
      keep();
      setState("decision", message || "The site did not accept this.", [["Reload, keep what I typed", () => window.location.reload()]]);
    }
    async function understand(response) {
      const path = new URL(response.url || "", window.location.href).pathname;
      if (response.redirected && /\/log-?in\/?$/.test(path)) { refused("You were logged out. Log in again in another tab, then send: what you typed stays here."); return; }
      if (response.status >= 500 || response.status === 429) { notSaved(); return; }
      if ((response.headers.get("Content-Type") || "").includes("json")) {
        const answer = await response.json();
        if (response.ok && answer.state === "saved") { saved(answer.message, answer.url); } else { refused(answer.message); }
        return;
      }
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (response.ok && response.redirected) {
        window.rightBower.carryOver(page);
        saved("", response.url);
        return;
      }
      const reason = page.querySelector("[data-slip-message], .notice--error, .field__error");
      const isSaved = response.ok && page.querySelector('[data-slip][data-state="saved"]');
      if (isSaved) { saved(""); } else { refused(reason ? reason.textContent.trim() : ""); }
    }
    async function send() {
      if (isSending) { return; }
      window.clearTimeout(timer);
      attempted = content();
      keep();
      window.clearTimeout(timer);
      isSending = true;
      submit.disabled = true;
      setState("sending");
      const stop = new AbortController();
      const limit = window.setTimeout(() => stop.abort(), patience);
      try {
        const response = await fetch(form.action, {
          method: "POST", body: new FormData(form), credentials: "same-origin", signal: stop.signal,
          headers: { "X-Slip": "1", Accept: "application/json, text/html;q=0.5", "X-CSRFToken": window.rightBower.csrfToken() },
        });
        await understand(response);
      } catch (e) {
        notSaved();
      } finally {
        window.clearTimeout(limit);
        isSending = false;
        submit.disabled = false;
      }
    }
    function check() {
      const missing = inputs.find((input) => input.value === "");
      if (missing && !onlyFinal.checked) { setState("decision", "No hand is in yet. Tap who scored, or choose “Only the final score”."); return; }
      if (!inputs.every((input) => input.reportValidity())) { return; }
      if (tie && !tie.hidden && !tieWinner()) { setState("decision", "The score is level: answer the question below the score."); return; }
      if (!onlyFinal.checked && planned && hands.length < planned && !warnedShort) {
        warnedShort = true;
        setState("decision", "Only " + hands.length + " of " + planned + " hands are in.", [["Send anyway", send]]);
        return;
      }
      send();
    }

    /* ---- what the person does ---- */
    form.addEventListener("submit", (event) => { event.preventDefault(); event.stopPropagation(); check(); });
    form.addEventListener("click", (event) => {
      const pressed = event.target.closest("button");
      if (!pressed || isSending) { return; }
      if (pressed.dataset.slipPoints) {
        const side = Number(pressed.closest("[data-slip-side]").dataset.slipSide);
        const points = Number(pressed.dataset.slipPoints);
        hands.push([side, points, points === 4]);
        const sum = totals();
        changed("Hand " + hands.length + ": " + names[side] + " " + points + ". Total " + sum[0] + " to " + sum[1] + ".");
      } else if ("slipUndo" in pressed.dataset) {
        hands.pop();
        changed("Last hand taken back. Total " + totals().join(" to ") + ".");
        if (pressed.disabled) { find(".tap").focus(); }
      } else if (pressed.dataset.slipAlone) {
        const hand = hands[Number(pressed.dataset.slipAlone)];
        hand[2] = !hand[2];
        changed();
        find('[data-slip-alone="' + pressed.dataset.slipAlone + '"]').focus();
      }
    });
    form.addEventListener("input", (event) => { if (event.target !== onlyFinal) { changed(); } });
    onlyFinal.addEventListener("change", () => { changed(); if (onlyFinal.checked) { inputs[0].focus(); } });
    const again = () => { if (form.isConnected && attempted && !isSending && form.dataset.state === "unsaved") { send(); } };
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { again(); } });

    /* ---- what was typed earlier ---- */
    function takeUp(draft) {
      hands = draft.hands || [];
      onlyFinal.checked = Boolean(draft.onlyFinal);
      inputs.forEach((input, index) => { input.value = (draft.points || [])[index] || ""; });
      const chosen = draft.tie && form.querySelector('[name=tie_winner][value="' + draft.tie + '"]');
      if (chosen) { chosen.checked = true; }
      render();
      if (draft.attempted && draft.attempted === content()) {
        form.elements.key.value = draft.key;
        form.elements.seen.value = draft.seen;
        send();
      } else { keep(); }
    }
    try { hands = JSON.parse(form.elements.hands.value || "[]"); } catch (e) { hands = []; }
    if (hands.length === 0 && inputs.some((input) => input.value !== "")) { onlyFinal.checked = true; }
    form.querySelectorAll("[data-slip-js]").forEach((el) => { el.hidden = false; });
    form.noValidate = true;
    render();
    const draft = store.read(name);
    if (draft && draft.seating !== form.elements.seating.value) {
      setState("decision", "You typed a score here for an earlier seating.", [
        ["Use it for this seating", () => takeUp(Object.assign(draft, { attempted: "" }))],
        ["Throw it away", () => { store.remove(name); setState("idle"); }],
      ]);
    } else if (draft) { takeUp(draft); }
  }

  function startAll() {
    document.querySelectorAll("form[data-slip]:not([data-slip-ready])").forEach((form) => { form.dataset.slipReady = ""; start(form); });
  }
  store.forgetOld();
  document.addEventListener("htmx:afterSettle", startAll);
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", startAll); } else { startAll(); }
})();
