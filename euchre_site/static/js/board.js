/* The screen in the hall: f fills it, and it does not fall asleep while the board is in view. */
(function () {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (document.fullscreenElement) { document.exitFullscreen(); }
    else { document.documentElement.requestFullscreen().catch(() => {}); }
  });
  function stayAwake() {
    if (navigator.wakeLock && !document.hidden) { navigator.wakeLock.request("screen").catch(() => {}); }
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
