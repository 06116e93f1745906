/* Swapping two places of a draft: choose one and then the other, drag it there, or use the arrow keys, Enter and
   Escape. Only fills in and sends the list's own form, which works without it; decides nothing. */
(function () {
  "use strict";
  const { t } = window.rightBower;

  const far = 8; // pixels that make a press a drag
  const edge = 48; // pixels from the window's edge where a drag scrolls
  let drag = null;

  const placesOf = (draft) => Array.from(draft.querySelectorAll("[data-place]"));
  const heldIn = (draft) => draft.querySelector('[data-place][aria-pressed="true"]');
  const theDraft = () => document.querySelector("[data-draft]");

  function say(draft, text) {
    draft.querySelectorAll("[data-draft-status], [data-draft-text]").forEach((line) => {
      line.textContent = text;
    });
  }
  /* data-live-hold: the page does not refresh itself under somebody's hand. */
  function pickUp(place) {
    const draft = place.closest("[data-draft]");
    place.setAttribute("aria-pressed", "true");
    draft.dataset.liveHold = "";
    draft.querySelector("[data-draft-hand]").hidden = false;
    say(
      draft,
      t("{player}, {place}: choose who to swap with.", {
        player: place.dataset.name,
        place: place.dataset.where,
      }),
    );
  }
  function putBack(draft, words) {
    const place = heldIn(draft);
    if (!place) { return; }
    place.setAttribute("aria-pressed", "false");
    delete draft.dataset.liveHold;
    draft.querySelector("[data-draft-hand]").hidden = true;
    say(draft, words);
    draft.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function swap(draft, one, other) {
    const form = draft.querySelector("[data-draft-form]");
    form.elements.one.value = one.dataset.place;
    form.elements.other.value = other.dataset.place;
    say(draft, t("Swapping {one} and {other}.", { one: one.dataset.name, other: other.dataset.name }));
    form.requestSubmit();
  }
  function choose(place) {
    const draft = place.closest("[data-draft]");
    const held = heldIn(draft);
    if (!held) { pickUp(place); }
    else if (held === place) { putBack(draft, t("Swap canceled.")); }
    else { swap(draft, held, place); }
  }

  document.addEventListener("click", (event) => {
    const place = event.target.closest("[data-place]");
    if (place) { choose(place); }
    if (event.target.closest("[data-draft-cancel]")) {
      const held = heldIn(theDraft());
      putBack(theDraft(), t("Swap canceled."));
      held.focus();
    }
  });

  /* ---- keyboard: Enter is the button's own click ---- */
  const centre = (el) => {
    const box = el.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function neighbour(place, way) {
    const here = centre(place);
    let best = null;
    placesOf(place.closest("[data-draft]")).forEach((other) => {
      const there = centre(other);
      const gap = [there[0] - here[0], there[1] - here[1]];
      const along = gap[0] * way[0] + gap[1] * way[1];
      const cost = along + 3 * Math.abs(gap[0] * way[1] + gap[1] * way[0]);
      if (along > 1 && (!best || cost < best.cost)) { best = { place: other, cost: cost }; }
    });
    return best && best.place;
  }
  document.addEventListener("keydown", (event) => {
    const draft = theDraft();
    if (!draft) { return; }
    if (event.key === "Escape" && heldIn(draft)) {
      const held = heldIn(draft);
      endDrag();
      putBack(draft, t("Swap canceled."));
      held.focus();
      return;
    }
    const place = event.target.closest("[data-place]");
    if (!place || !ways[event.key]) { return; }
    event.preventDefault();
    const next = neighbour(place, ways[event.key]);
    if (next) { next.focus(); }
  });

  /* ---- dragging, with a mouse or a pen: a finger scrolls and taps ---- */
  function overNow(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const place = under && under.closest("[data-place]");
    return place === drag.place ? null : place;
  }
  function endDrag() {
    if (!drag) { return; }
    if (drag.over) { drag.over.classList.remove("is-over"); }
    drag.place.classList.remove("is-dragged");
    drag.place.style.transform = "";
    drag = null;
  }
  document.addEventListener("pointerdown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place || event.pointerType === "touch" || event.button !== 0) { return; }
    drag = { place: place, x: event.pageX, y: event.pageY, moving: false, over: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) { return; }
    const [x, y] = [event.pageX - drag.x, event.pageY - drag.y];
    if (!drag.moving) {
      if (Math.hypot(x, y) < far) { return; }
      drag.moving = true;
      putBack(theDraft(), "");
      pickUp(drag.place);
      drag.place.classList.add("is-dragged");
    }
    drag.place.style.transform = "translate(" + x + "px, " + y + "px)";
    if (drag.over) { drag.over.classList.remove("is-over"); }
    drag.over = overNow(event);
    if (drag.over) { drag.over.classList.add("is-over"); }
    if (event.clientY < edge) { window.scrollBy(0, -edge / 4); }
    if (event.clientY > window.innerHeight - edge) { window.scrollBy(0, edge / 4); }
  });
  document.addEventListener("pointerup", () => {
    if (!drag) { return; }
    const { place, over, moving } = drag;
    endDrag();
    if (moving && over) { swap(theDraft(), place, over); }
    else if (moving) { putBack(theDraft(), t("Swap canceled.")); }
  });
  document.addEventListener("pointercancel", () => {
    if (drag && drag.moving) { putBack(theDraft(), t("Swap canceled.")); }
    endDrag();
  });

  /* The answer did not come: nothing is in anybody's hand any more. */
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => {
    document.addEventListener(name, () => {
      if (theDraft()) { putBack(theDraft(), ""); }
    });
  });
})();
