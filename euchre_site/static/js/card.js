/* The score card of a fixture, which without JavaScript is a plain form. It adds the games up as they are typed. A
   captain's card is kept on the phone with the key it was typed under, and the queue sends it (queue.js). */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const queue = self.rightBowerQueue;
  const { showState, drop } = window.rightBowerPhone;
  const form = document.querySelector("[data-card]");
  if (!form) { return; }
  const address = new URL(form.getAttribute("action"), window.location.href).pathname;
  const inputs = Array.from(form.querySelectorAll("[data-card-game] input"));
  const games = Array.from(form.querySelectorAll("[data-card-game]"));
  const place = form.querySelector("[data-card-state]");
  let kept = null;

  /* ---- the running total ---- */
  const pointsOf = (input) => /^[-−]?\d+$/.test(input.value.trim()) ? Number(input.value.replace("−", "-")) : null;
  /* Half games that a handicap gives each side. */
  const starts = (form.dataset.cardStarts || "0 0").split(" ").map(Number);
  function sums() {
    const found = { home: starts[0] / 2, away: starts[1] / 2, homePoints: 0, awayPoints: 0, left: 0 };
    games.forEach((game) => {
      const [one, other] = Array.from(game.querySelectorAll("input"), pointsOf);
      if (one === null || other === null) {
        found.left += 1;
        return;
      }
      found.homePoints += one;
      found.awayPoints += other;
      found.home += one > other ? 1 : 0;
      found.away += other > one ? 1 : 0;
    });
    return found;
  }
  const halves = (number) => number % 1 ? `${Math.floor(number) || ""} 1/2`.trim() : `${number}`;
  const shown = (sum) => Object.assign({}, sum, { home: halves(sum.home), away: halves(sum.away) });
  const score = () => t("{home}–{away}", shown(sums()));
  function addUp() {
    const line = form.querySelector("[data-card-total]");
    const sum = sums();
    line.hidden = sum.left === games.length;
    const said = t("Games {home}–{away}, points {homePoints}–{awayPoints}", shown(sum));
    line.textContent = sum.left ? t("{said}, {left} left to enter", { said, left: sum.left }) : said;
  }

  /* ---- what is wrong, in its game ---- */
  function tellWrong(wrong) {
    games.forEach((game) => {
      const text = wrong[game.dataset.cardGame] || "";
      const line = game.querySelector(".field__error");
      line.textContent = text;
      line.hidden = !text;
      game.querySelectorAll("input").forEach((input) => {
        if (text) {
          input.setAttribute("aria-invalid", "true");
          input.setAttribute("aria-describedby", line.id);
        } else {
          input.removeAttribute("aria-invalid");
          input.removeAttribute("aria-describedby");
        }
      });
    });
    const first = form.querySelector("[aria-invalid]");
    if (first) { first.focus(); }
  }

  form.addEventListener("input", addUp);
  addUp();

  /* ---- a captain's card waits on the phone ---- */
  if (!("cardKept" in form.dataset)) { return; }
  const typed = () => inputs.map((input) => input.value);
  const body = () =>
    Array.from(new FormData(form)).filter(([name]) => name !== "csrfmiddlewaretoken" && name !== "key");
  /* What may have reached the server keeps its key; what was changed since is another card. */
  function record() {
    const isSame = kept && JSON.stringify(kept.body) === JSON.stringify(body());
    return {
      address,
      key: kept && (isSame || kept.state === "typed") ? kept.key : queue.newKey(),
      at: Date.now(),
      state: "typed",
      typed: typed(),
      body: body(),
      score: score(),
      label: form.dataset.card,
      csrf: form.elements.csrfmiddlewaretoken.value,
      lease: 0,
      tries: 0,
      answer: null,
    };
  }
  async function keep() {
    kept = record();
    await queue.change(address, () => kept);
    showState(place, "unsaved");
  }
  function follow(said) {
    form.elements.seen.value = said.seen;
    form.elements.csrfmiddlewaretoken.value = said.csrf;
  }
  function show() {
    if (!kept) { return; }
    if (kept.state === "waiting") {
      const again = [t("Try again now"), () => queue.send(address)];
      showState(place, "unsaved", [t("We’ll send it automatically when the network is back.")], [again]);
      return;
    }
    if (kept.state === "typed") {
      showState(place, "unsaved");
      return;
    }
    const said = kept.answer;
    const actions = [[t("Discard what I typed"), () => drop(address).then(() => window.location.reload())]];
    if (said.is_open) {
      follow(said);
      tellWrong(said.games || {});
    } else { actions.push([t("View match"), () => window.location.assign(said.seat)]); }
    showState(place, "decision", [said.message], actions);
  }
  queue.listen(async (news) => {
    if (news.address !== address) { return; }
    if (news.state === "sending") {
      showState(place, "sending");
      return;
    }
    if (news.state === "saved") {
      kept = null;
      try {
        window.sessionStorage.setItem("notices", JSON.stringify([[news.message, "success"]]));
      } catch (e) { /* the fixture's page tells it too */ }
      window.location.assign(news.seat);
      return;
    }
    kept = await queue.get(address) || kept;
    show();
  });
  form.addEventListener("input", keep);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    kept = Object.assign(record(), { state: "waiting" });
    tellWrong({});
    queue.enqueue(kept);
  });
  queue.get(address).then((found) => {
    if (!found) { return; }
    kept = found;
    inputs.forEach((input, index) => {
      if (!input.readOnly) { input.value = found.typed[index] || ""; }
    });
    addUp();
    show();
  });
})();
