/* Sets the person's text size and theme before the first paint, and cycles both.
   Loaded without defer on purpose: a page that changes its size after painting jumps. */
(function () {
  "use strict";
  var t = window.rightBower.t;
  var root = document.documentElement;
  var sizes = ["normal", "large", "largest"];
  var themes = ["auto", "light", "dark"];
  var words = {
    normal: t("Text size: normal"),
    large: t("Text size: bigger"),
    largest: t("Text size: biggest"),
    auto: t("Theme: same as device"),
    light: t("Theme: light"),
    dark: t("Theme: dark"),
  };
  var memory = {};

  function remembered(name, allowed) {
    var value = memory[name];
    try {
      value = window.localStorage.getItem(name) || value;
    } catch (e) { /* storage may be switched off */ }
    return allowed.indexOf(value) >= 0 ? value : allowed[0];
  }

  function remember(name, value) {
    memory[name] = value;
    try {
      window.localStorage.setItem(name, value);
    } catch (e) { /* then it lasts for this page */ }
  }

  function apply() {
    var size = remembered("text-size", sizes);
    var theme = remembered("theme", themes);
    root.classList.toggle("text-large", size === "large");
    root.classList.toggle("text-largest", size === "largest");
    if (theme === "auto") { root.removeAttribute("data-theme"); }
    else { root.setAttribute("data-theme", theme); }
    document.querySelectorAll("[data-cycle]").forEach(function (button) {
      var value = button.dataset.cycle === "theme" ? theme : size;
      button.dataset.value = value;
      button.setAttribute("aria-label", t("{setting}, press to change", { setting: words[value] }));
      button.title = words[value];
    });
  }

  function cycle(name, allowed) {
    var now = allowed.indexOf(remembered(name, allowed));
    var next = allowed[(now + 1) % allowed.length];
    remember(name, next);
    apply();
    var voice = document.querySelector("[data-look-status]");
    if (voice) { voice.textContent = words[next]; }
  }

  root.classList.add("has-js");
  apply();
  document.addEventListener("DOMContentLoaded", apply);
  window.addEventListener("storage", apply);
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-cycle]");
    if (!button) { return; }
    if (button.dataset.cycle === "theme") { cycle("theme", themes); }
    else { cycle("text-size", sizes); }
  });
})();
