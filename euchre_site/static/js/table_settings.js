/* Shows at once what the chosen cards and colours look like. Keeps nothing: that is the form's business. */
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
  });
})();
