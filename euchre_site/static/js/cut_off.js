/* Says on a board that it is cut off, and since when: "No network. Last updated 20:14.". A stream can die without
   a word, so the board also asks every few seconds; what live.js missed, it is then told to fetch. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const every = 15000;
  const patience = 8000;
  let heard = new Date();
  let isCutOff = false;

  function say() {
    const clock = heard.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
    document.querySelectorAll("[data-cut-off]").forEach((sign) => {
      sign.hidden = !isCutOff;
      sign.textContent = isCutOff ? t("No network. Last updated {time}.", { time: clock }) : "";
    });
  }
  function lose() {
    isCutOff = true;
    say();
  }
  function wake() {
    window.dispatchEvent(new Event("online"));
  } // live.js opens its stream anew

  async function ask() {
    const elements = Array.from(document.querySelectorAll("[data-live-topic]"));
    const address = new URL(document.documentElement.dataset.liveUrl || "/live/", window.location.origin);
    new Set(elements.map((one) => one.dataset.liveTopic)).forEach((topic) =>
      address.searchParams.append("topic", topic)
    );
    address.searchParams.set("poll", "1");
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(patience), cache: "no-store" });
      const versions = (await answer.json()).versions || {};
      const isBehind = elements.some((one) =>
        one.isConnected && (versions[one.dataset.liveTopic] || 0) > Number(one.dataset.liveVersion)
      );
      heard = new Date();
      if (isCutOff || isBehind) {
        isCutOff = false;
        wake();
      }
      say();
    } catch (e) {
      lose();
    }
  }
  async function keepAsking() {
    await ask();
    window.setTimeout(keepAsking, isCutOff ? every / 5 : every);
  }
  window.addEventListener("offline", lose);
  window.addEventListener("online", (event) => {
    if (event.isTrusted) { ask(); }
  });
  document.addEventListener("htmx:afterSwap", say);
  document.addEventListener("htmx:afterSettle", say);
  window.setTimeout(keepAsking, every);
})();
