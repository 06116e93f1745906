/* A page in a frame keeps itself fresh: it asks for itself every half minute, without any cookie, and takes over what
   has changed. Nothing is touched while nothing has changed, so whoever scrolls a table stays where he is. */
(function () {
  "use strict";
  const every = 30000;
  let underWay = false;

  async function refresh() {
    if (document.hidden || underWay) { return; }
    underWay = true;
    try {
      const answer = await fetch(window.location.href, { credentials: "omit", cache: "no-cache" });
      if (answer.ok) { take(new DOMParser().parseFromString(await answer.text(), "text/html")); }
    } catch (e) { /* no network: what stands here stays */ }
    underWay = false;
  }

  function take(page) {
    const now = document.getElementById("embed");
    const next = page.getElementById("embed");
    if (!next || next.innerHTML === now.innerHTML) { return; }
    const scrolled = boxes(now).map((box) => [box.scrollLeft, box.scrollTop]);
    now.replaceChildren(...next.childNodes);
    boxes(now).forEach((box, index) => {
      [box.scrollLeft, box.scrollTop] = scrolled[index] || [0, 0];
    });
  }

  const boxes = (place) => Array.from(place.querySelectorAll(".table-scroll, .bracket"));

  window.setInterval(refresh, every);
  document.addEventListener("visibilitychange", refresh);
})();
