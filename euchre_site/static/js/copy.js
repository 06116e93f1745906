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
      button.dataset.label ??= button.textContent;
      button.textContent = t("Copied");
      window.setTimeout(() => {
        button.textContent = button.dataset.label;
      }, 2000);
    } catch (e) {
      window.rightBower.say(
        t("Your browser blocked the copy. Select the text and copy it yourself."),
        "error",
      );
    }
  });
})();
