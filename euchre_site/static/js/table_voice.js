/* Tells what has happened at the table since the last picture of it, in a region that screen readers read aloud. Only
   new lines are added; nothing is told of a hand that was half played when the page was opened but what comes next. */
(function () {
  "use strict";
  let hand = "";
  let told = 0;
  let lastPrompt = "";

  function look() {
    const story = document.querySelector("[data-story]");
    const prompt = document.getElementById("prompt");
    return {
      hand: story ? story.dataset.story : "",
      lines: story ? Array.from(story.children, (line) => line.textContent) : [],
      prompt: prompt ? prompt.textContent : "",
    };
  }
  function remember(now) {
    hand = now.hand;
    told = now.lines.length;
    lastPrompt = now.prompt;
  }
  function speak() {
    const place = document.querySelector("[data-voice]");
    const now = look();
    const fresh = now.lines.slice(now.hand === hand ? told : 0);
    if (now.prompt !== lastPrompt) { fresh.push(now.prompt); }
    remember(now);
    if (!place || !fresh.length) { return; }
    const line = document.createElement("p");
    line.textContent = fresh.join(" ");
    place.append(line);
    while (place.children.length > 20) { place.firstElementChild.remove(); }
  }
  document.addEventListener("DOMContentLoaded", () => remember(look()));
  document.addEventListener("htmx:afterSettle", speak);
})();
