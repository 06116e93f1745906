/* Buttons that copy the text of another element: data-copy names it. Without scripts they are not there at all. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  if (!navigator.clipboard) { return; }
  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) { return; }
    try {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      button.textContent = t("Copied");
      window.setTimeout(() => {
        button.textContent = t("Copy");
      }, 2000);
    } catch (e) {
      window.rightBower.say(t("Your browser does not let the page copy. Mark the text and copy it yourself."), "error");
    }
  });
})();
