/* The score slip on the form of results/slip_pad.html, which without JavaScript is a plain final-score form.
   Every tap is kept on this phone (queue.js) with the key it was typed under; the queue sends it, here is only shown
   what the server said. Nothing is called saved before that. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const queue = self.rightBowerQueue;
  const { showState, drop } = window.rightBowerPhone;

  function start(form) {
    const find = (selector) => form.querySelector(selector);
    const address = new URL(form.getAttribute("action"), window.location.href).pathname;
    const planned = Number(form.dataset.handsPlanned) || 0;
    const target = Number(form.dataset.playTo) || 0;
    const lead = "winByTwo" in form.dataset ? 2 : 0;
    const aloneOnly = (form.dataset.alonePoints || "").split(" ").map(Number);
    const sides = Array.from(form.querySelectorAll("[data-slip-side]"));
    const names = sides.map((side) => side.dataset.slipName);
    const inputs = Array.from(form.querySelectorAll("[data-slip-final] input"));
    const pad = find("[data-slip-pad]");
    const onlyFinal = find("[data-slip-only-final]");
    /* A duplicate's deals in the order of this table, what their boards are called, and which board comes next. */
    const numbers = (name) => (form.dataset[name] || "").split(" ").filter(Boolean).map(Number);
    const order = numbers("slipDeals");
    const boards = numbers("slipBoards");
    const boardOf = (deal) => boards[order.indexOf(deal)];
    const nextBoard = find("[data-slip-board]");
    const submit = find("[data-slip-submit]");
    const tie = find("[data-slip-tie]");
    /* A hand: who scored, the points, whether alone; and in Bid Euchre the points of the other side. */
    let hands = [];
    let deals = []; // in a duplicate, of each hand
    let bid = null; // a hand of Bid Euchre that lacks its tricks: side, made (points by tricks), alone, words
    let kept = null; // this slip's record on the phone
    let isSending = false;
    let warnedShort = false;

    const byHand = () => Boolean(pad) && !onlyFinal.checked;
    const totals = () =>
      hands.reduce((sum, hand) => {
        sum[hand[0]] += hand[1];
        sum[1 - hand[0]] += hand[3] || 0;
        return sum;
      }, [0, 0]);
    const scored = () => {
      const [one, other] = totals();
      return { one, other };
    };
    const tieWinner = () => {
      const chosen = form.querySelector("[name=tie_winner]:checked");
      return chosen ? chosen.value : "";
    };
    const isBlank = () => hands.length === 0 && inputs.every((input) => input.value === "");
    const own = Number(form.dataset.slipOwn || 0);
    const score = () => {
      const sides = [own, ...inputs.keys()].filter((side, place) => place === 0 || side !== own);
      const points = sides.map((side) => (inputs[side].value || "?").replace("-", "−"));
      return points.join(points.some((each) => each.startsWith("−")) ? " – " : "–");
    };

    function setState(state, lines, actions) {
      form.dataset.state = state;
      const folded = form.closest("details");
      if (folded && state !== "idle") { folded.open = true; }
      const place = find("[data-slip-state]");
      showState(place, state, lines, actions);
      if (state === "decision") { place.scrollIntoView({ block: "nearest" }); }
    }

    /* ---- what is kept ---- */
    const typed = () => ({
      hands,
      deals,
      onlyFinal: Boolean(onlyFinal && onlyFinal.checked),
      points: inputs.map((i) => i.value),
      tie: tieWinner(),
    });
    const body = () =>
      Array.from(new FormData(form)).filter(([name]) => name !== "csrfmiddlewaretoken" && name !== "key");
    /* What may have reached the server keeps its key; what was changed since is another report. */
    function record() {
      const isSame = kept && JSON.stringify(kept.body) === JSON.stringify(body());
      const key = kept && (isSame || kept.state === "typed") ? kept.key : queue.newKey();
      return {
        address,
        key,
        at: Date.now(),
        state: "typed",
        typed: typed(),
        body: body(),
        score: score(),
        label: form.dataset.slipLabel,
        seating: form.elements.seating.value,
        csrf: form.elements.csrfmiddlewaretoken.value,
        lease: 0,
        tries: 0,
        answer: null,
      };
    }
    async function keep() {
      if (isBlank()) {
        kept = null;
        setState("idle");
        await drop(address);
        return;
      }
      kept = record();
      setState("unsaved", [
        queue.isKept() ? "" : t("Your browser won’t keep this score after a reload. Send it before you leave."),
      ]);
      const score = kept.score;
      await queue.change(address, () => kept);
      form.dataset.slipKept = score; // from here on it survives a closed tab
      queue.tell({ address, state: "typed" });
    }

    /* As the server reads them: where both sides score in a hand, an entry for each with the hand's number. */
    const numberOf = (index) => order.length ? deals[index] : index + 1;
    const entries = () =>
      hands.flatMap((hand, index) => {
        const number = numberOf(index);
        if (hand.length === 4) {
          return [[hand[0], hand[1], hand[2], number], [1 - hand[0], hand[3], hand[2], number]];
        }
        return [order.length ? [...hand, number] : hand];
      });
    function fromEntries(sent) {
      const isBid = Boolean(find("[data-slip-tricks]"));
      const places = new Map();
      hands = [];
      deals = [];
      sent.forEach(([side, points, alone, number]) => {
        if (isBid && places.has(number)) {
          hands[places.get(number)][3] = points;
          return;
        }
        places.set(number, hands.length);
        hands.push(isBid ? [side, points, alone, 0] : [side, points, alone]);
        if (order.length) { deals.push(number || order[deals.length]); }
      });
    }
    /* The boards that are still to come, this table's next one first. */
    function offerBoards() {
      if (!nextBoard) { return; }
      const chosen = Number(nextBoard.value);
      const left = order.filter((deal) => !deals.includes(deal));
      nextBoard.replaceChildren(...left.map((deal) => new Option(boardOf(deal), deal)));
      if (left.includes(chosen)) { nextBoard.value = chosen; }
      nextBoard.disabled = left.length === 0;
    }
    function push(hand) {
      hands.push(hand);
      if (order.length) { deals.push(Number(nextBoard.value)); }
    }

    function addRow(table, hand, number) {
      const row = table.insertRow();
      const shown = order.length ? boardOf(deals[number - 1]) : number;
      row.append(Object.assign(document.createElement("th"), { scope: "row", textContent: shown }));
      [0, 1].forEach((side) => {
        const cell = row.insertCell();
        const points = hand[0] === side ? hand[1] : hand[3];
        cell.textContent = points === undefined ? "X" : points;
        cell.className = points === undefined ? "is-x" : "slip__points";
      });
      if (hand.length === 4) {
        row.insertCell().textContent = hand[2] ? t("alone ✓") : "";
        return;
      }
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        className: "btn btn--quiet",
        textContent: hand[2] ? t("alone ✓") : t("alone"),
      });
      button.setAttribute("aria-pressed", String(hand[2]));
      button.setAttribute("aria-label", t("Hand {number} was played alone", { number }));
      button.dataset.slipAlone = String(number - 1);
      row.insertCell().append(button);
    }
    function renderPad() {
      const sum = totals();
      const isWon = target > 0 && Math.max(...sum) >= target && Math.abs(sum[0] - sum[1]) >= lead;
      const isFull = isWon || (planned > 0 && hands.length >= planned);
      pad.hidden = !byHand();
      find("[data-slip-final]").hidden = byHand();
      sides.forEach((side, index) => {
        side.querySelector("[data-slip-total]").textContent = sum[index];
        side.classList.toggle("is-ahead", sum[index] > sum[1 - index]);
        side.querySelectorAll(".tap").forEach((tap) => {
          tap.disabled = isFull || isSending;
          if (tap.dataset.slipMade) { tap.setAttribute("aria-pressed", String(bid !== null && bid.tap === tap)); }
        });
      });
      if (byHand()) {
        inputs.forEach((input, index) => {
          input.value = hands.length ? sum[index] : "";
        });
      }
      const tricks = find("[data-slip-tricks]");
      if (tricks) {
        tricks.hidden = bid === null;
        find("[data-slip-asks]").textContent = bid ? t("Tricks won by {side}", { side: names[bid.side] }) : "";
      }
      form.elements.hands.value = byHand() && hands.length ? JSON.stringify(entries()) : "";
      const next = hands.length + 1;
      const count = planned
        ? t("Hand {number} of {planned}", { number: next, planned })
        : t("Hand {number}", { number: next });
      const isOver = isWon ? t("The game is over: check the score and send it") : null;
      find("[data-slip-counter]").textContent = isOver || isFull
        ? isOver || t("All {planned} hands are in: check the score and send it", { planned })
        : count;
      offerBoards();
      const table = find("[data-slip-hands]");
      table.hidden = hands.length === 0;
      table.tBodies[0].textContent = "";
      for (let i = hands.length - 1; i >= 0; i -= 1) { addRow(table.tBodies[0], hands[i], i + 1); }
      find("[data-slip-undo]").disabled = hands.length === 0;
      find("[data-slip-clear]").disabled = hands.length === 0;
    }
    function render() {
      if (pad) { renderPad(); }
      const most = Math.max(...inputs.map((input) => Number(input.value)));
      const isLevel = inputs[0].value !== "" && inputs.filter((input) => Number(input.value) === most).length > 1;
      if (tie) {
        tie.hidden = !isLevel;
        tie.disabled = !isLevel;
      }
      submit.disabled = isSending;
      inputs.forEach((input) => {
        input.readOnly = isSending;
      });
    }
    function changed(voice) {
      warnedShort = false;
      render();
      if (voice) { find("[data-slip-voice]").textContent = voice; }
      return keep();
    }

    /* ---- sending, and what came of it ---- */
    function send() {
      enqueue(record());
    }
    function enqueue(slip) {
      kept = Object.assign(slip, { state: "waiting" });
      isSending = true;
      render();
      queue.enqueue(kept);
    }
    function saved(news) {
      kept = null;
      try {
        window.sessionStorage.setItem("notices", JSON.stringify([[news.message, "success"]]));
      } catch (e) { /* the seat card tells it too */ }
      setState("saved", [news.message]);
      window.location.assign(news.seat);
    }
    /* Refused: what the site has now beside what was typed here, and the ways on. */
    function decide() {
      const said = kept.answer;
      const actions = [];
      if (said.is_open && said.may_repeat) {
        actions.push([t("Send mine anyway: {score}", { score: kept.score }), () => again(said)]);
      }
      if (said.is_open) {
        actions.push([t("Edit what I typed"), () => {
          follow(said);
          keep();
          inputs[0].focus();
        }]);
      }
      actions.push([t("Discard what I typed"), () => drop(address).then(() => window.location.reload())]);
      if (!said.is_open) { actions.push([t("View my seat"), () => window.location.assign(said.seat)]); }
      setState("decision", [
        said.message,
        said.present ? t("Now on the site: {score}", { score: said.present }) : "",
        t("You typed: {score}", { score: kept.score }),
      ], actions);
    }
    function follow(said) {
      form.elements.seen.value = said.seen;
      form.elements.seating.value = said.seating;
      form.elements.csrfmiddlewaretoken.value = said.csrf;
    }
    function again(said) {
      follow(said);
      enqueue(Object.assign(record(), { key: queue.newKey() }));
    }
    function show() {
      if (!kept) {
        setState("idle");
        return;
      }
      if (kept.state === "decision") {
        decide();
        return;
      }
      if (kept.state === "waiting") {
        setState("unsaved", [t("We’ll send it automatically when the network is back.")], [[
          t("Try again now"),
          () => queue.send(address),
        ]]);
        return;
      }
      setState("unsaved");
    }
    queue.listen(async (news, isOwn) => {
      if (
        news.address !== address || !form.isConnected || (isOwn && ["typed", "dropped"].includes(news.state))
      ) { return; }
      isSending = news.state === "sending";
      render();
      if (isSending) {
        setState("sending");
        return;
      }
      if (news.state === "saved") {
        saved(news);
        return;
      }
      const now = await queue.get(address) || null;
      const isOurs = now && kept && now.key === kept.key && JSON.stringify(now.typed) === JSON.stringify(kept.typed);
      kept = now;
      if (!isOurs) { takeUp(); } // typed in another tab
      show();
    });
    function check() {
      const missing = inputs.find((input) => input.value === "");
      if (missing && byHand()) {
        setState("decision", [t("No hands yet. Tap the side that scored, or choose “Enter only the final score”.")]);
        return;
      }
      if (!inputs.every((input) => input.reportValidity())) { return; }
      if (tie && !tie.hidden && !tieWinner()) {
        setState("decision", [t("The score is tied. Answer the question below.")]);
        return;
      }
      if (byHand() && planned && hands.length < planned && !warnedShort) {
        warnedShort = true;
        setState(
          "decision",
          [t("You’ve entered only {number} of {planned} hands.", { number: hands.length, planned })],
          [[
            t("Send anyway"),
            send,
          ]],
        );
        return;
      }
      send();
    }

    /* ---- what the person does ---- */
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (!isSending) { check(); }
    });
    form.addEventListener("click", (event) => {
      const pressed = event.target.closest("button");
      if (!pressed || isSending) { return; }
      if (pressed.dataset.slipPoints) {
        const points = Number(pressed.dataset.slipPoints);
        const side = Number(pressed.closest("[data-slip-side]").dataset.slipSide);
        push([side, points, aloneOnly.includes(points)]);
        changed(
          t("Hand {number}: {side} {points}. Score so far: {one} to {other}.", {
            number: hands.length,
            side: names[side],
            points,
            ...scored(),
          }),
        );
      } else if (pressed.dataset.slipMade) {
        bid = {
          tap: pressed,
          side: Number(pressed.closest("[data-slip-side]").dataset.slipSide),
          made: pressed.dataset.slipMade.split(" ").map(Number),
          alone: "slipLone" in pressed.dataset,
        };
        render();
        find("[data-slip-took]").focus();
      } else if (pressed.dataset.slipTook) {
        const tricks = Number(pressed.dataset.slipTook);
        const others = bid.made.length - 1 - tricks;
        push([bid.side, bid.made[tricks], bid.alone, others]);
        const told = {
          number: hands.length,
          side: names[bid.side],
          points: bid.made[tricks],
          other: names[1 - bid.side],
          others,
        };
        bid = null;
        changed(t("Hand {number}: {side} {points}, {other} {others}.", told));
        find(".tap").focus();
      } else if ("slipUndo" in pressed.dataset) {
        bid = null;
        hands.pop();
        deals.pop();
        changed(t("Last hand undone. Score so far: {one} to {other}.", scored()));
        if (pressed.disabled) { find(".tap").focus(); }
      } else if ("slipClear" in pressed.dataset) {
        hands = [];
        deals = [];
        bid = null;
        changed(t("All hands undone."));
        find(".tap").focus();
      } else if (pressed.dataset.slipAlone) {
        const hand = hands[Number(pressed.dataset.slipAlone)];
        hand[2] = !hand[2];
        changed();
        find('[data-slip-alone="' + pressed.dataset.slipAlone + '"]').focus();
      }
    });
    form.addEventListener("input", (event) => {
      if (event.target !== onlyFinal) { changed(); }
    });
    if (onlyFinal) {
      onlyFinal.addEventListener("change", () => {
        changed();
        if (onlyFinal.checked) { inputs[0].focus(); }
      });
    }

    /* ---- what was typed earlier ---- */
    function takeUp() {
      const was = kept ? kept.typed : { hands: [], deals: [], points: inputs.map(() => ""), tie: "", onlyFinal: false };
      hands = was.hands;
      deals = was.deals || order.slice(0, hands.length);
      if (onlyFinal) { onlyFinal.checked = was.onlyFinal; }
      inputs.forEach((input, index) => {
        input.value = was.points[index] || "";
      });
      form.querySelectorAll("[name=tie_winner]").forEach((choice) => {
        choice.checked = choice.value === was.tie;
      });
      render();
    }
    function askAboutSeating() {
      setState("decision", [t("You typed {score} here before the seating changed.", { score: kept.score })], [
        [t("Use this score"), () => {
          takeUp();
          keep();
        }],
        [t("Discard score"), () => {
          kept = null;
          setState("idle");
          drop(address);
        }],
      ]);
    }
    try {
      fromEntries(JSON.parse(form.elements.hands.value || "[]"));
    } catch (e) {
      fromEntries([]);
    }
    if (onlyFinal && hands.length === 0 && inputs.some((input) => input.value !== "")) { onlyFinal.checked = true; }
    form.querySelectorAll("[data-slip-js]").forEach((el) => {
      el.hidden = false;
    });
    form.noValidate = true;
    render();
    queue.get(address).then((found) => {
      if (!found) { return; }
      kept = found;
      if (kept.state === "typed" && kept.seating !== form.elements.seating.value) {
        askAboutSeating();
        return;
      }
      takeUp();
      show();
      queue.send(address);
    });
  }

  function startAll() {
    document.querySelectorAll("form[data-slip]:not([data-slip-ready])").forEach((form) => {
      form.dataset.slipReady = "";
      start(form);
    });
  }
  document.addEventListener("htmx:afterSettle", startAll);
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", startAll); }
  else { startAll(); }
})();
