/* What is heard at a table, as loud as the player's settings say: one's turn, and for those who want it cards, tricks,
   how a hand ended, chat and the last seconds of a clock. Everything is made here, nothing is fetched. A browser lets a
   page sound only once someone has touched it, so the first touch wakes the sound; no script can do more. */
(function () {
  "use strict";
  const volumes = { soft: 0.08, loud: 0.4 };
  const { chime, hiss, wakeSound } = window.rightBower;
  const table = () => document.getElementById("live");
  const volume = () => (table() && volumes[table().dataset.sound]) || 0;
  const hearsAll = () => Boolean(volume()) && table().dataset.sounds === "table";
  const isOurs = (place) => Boolean(document.querySelector(`.chair.is-ours.place-${place}`));

  const SOUNDS = {
    turn: (loud) => chime([660, 880], { volume: loud, apart: 0.16, lasts: 0.25 }),
    card: (loud) => hiss({ volume: loud, pitch: 1800, lasts: 0.045 }),
    ours: (loud) => chime([392], { volume: loud, apart: 0, lasts: 0.12 }),
    theirs: (loud) => chime([262], { volume: loud, apart: 0, lasts: 0.12 }),
    made: (loud) => chime([392, 523], { volume: loud, apart: 0.1, lasts: 0.2 }),
    march: (loud) => chime([523, 659, 784], { volume: loud, apart: 0.1, lasts: 0.3 }),
    loner: (loud) => chime([523, 659, 784, 1047], { volume: loud, apart: 0.1, lasts: 0.35 }),
    euchre: (loud) => chime([330, 247, 165], { volume: loud, apart: 0.12, lasts: 0.3 }),
    chat: (loud) => chime([740], { volume: loud, apart: 0, lasts: 0.1 }),
    tick: (loud) => chime([1000], { volume: loud / 2, apart: 0, lasts: 0.05 }),
  };

  /* What there was in the picture before: the next one is heard by what is new in it. */
  function picture() {
    const taking = document.querySelector(".felt__played.is-taking");
    const place = taking && Array.from(taking.classList).find((name) => name.startsWith("place-"));
    return {
      isMine: Boolean(document.querySelector("#live .table-prompt.is-mine")),
      played: new Set(Array.from(document.querySelectorAll("[data-played]"), (el) => el.dataset.played)),
      taking: place ? place.slice("place-".length) : "",
      ended: table() ? table().dataset.ended : "",
      lines: document.querySelectorAll("#talk li:not(.is-site)").length,
    };
  }
  let before = null;
  document.addEventListener("DOMContentLoaded", () => {
    before = picture();
  });
  function heard(now) {
    if (now.isMine && !before.isMine) { return "turn"; }
    if (!hearsAll()) { return ""; }
    if (now.ended && now.ended !== before.ended) { return now.ended; }
    if (now.taking && !before.taking) { return isOurs(now.taking) ? "ours" : "theirs"; }
    if (Array.from(now.played).some((card) => !before.played.has(card))) { return "card"; }
    return now.lines > before.lines ? "chat" : "";
  }
  document.addEventListener("htmx:afterSettle", () => {
    const now = picture();
    const sound = before && heard(now);
    before = now;
    if (sound && volume()) { SOUNDS[sound](volume()); }
  });
  document.addEventListener("clock-second", (event) => {
    if (hearsAll() && event.detail.left <= 5 && document.querySelector(".chair.place-0.is-turn")) {
      SOUNDS.tick(volume());
    }
  });
  ["pointerdown", "keydown"].forEach((touch) =>
    document.addEventListener(touch, () => {
      if (volume()) { wakeSound(); }
    })
  );
  window.rightBower.turnSound = (loudness) => SOUNDS.turn(volumes[loudness] || 0);
})();
