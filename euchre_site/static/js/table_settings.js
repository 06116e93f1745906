/* Shows at once what the chosen cards and colours look like, and sounds the chosen sound. Keeps nothing: that is the
   form's business. */
(function () {
  "use strict";
  function show(form) {
    const sample = document.querySelector("[data-taste-sample]");
    const chosen = new FormData(form);
    sample.className = "tabletop taste__sample";
    ["felt", "turn", "cards"].forEach((name) => sample.classList.add(name + "-" + chosen.get(name)));
    sample.classList.toggle("four-colours", chosen.has("four_colours"));
  }
  document.addEventListener("change", (event) => {
    const form = event.target.closest("[data-taste]");
    if (form) { show(form); }
    if (form && event.target.name === "sound") { window.rightBower.turnSound(event.target.value); }
  });
})();
