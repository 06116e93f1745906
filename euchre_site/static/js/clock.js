/* Clocks that tick. The server says how many seconds were left when the page was made
   (data-clock) and whether the clock runs (data-clock-runs); this only counts on from there.
   Works by the page's own clock, so a wrong wall clock on the laptop does no harm.
   At zero, and when the last hand is called, it says so once, and sounds where somebody switched that on. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const seen = new WeakMap(); // element -> when it was first seen
  const lefts = new Map(); // round -> seconds left at the last tick
  const called = new Set(); // rounds whose last hand was called when we last looked
  const alerts = new Set(); // what the page told an organizer of when we last looked
  const onceWithin = 15000; // two windows of one device say it once
  let sound = null;
  let isFirstLook = true;

  const sinceSeen = (el) => {
    if (!seen.has(el)) { seen.set(el, performance.now()); }
    return (performance.now() - seen.get(el)) / 1000;
  };
  function words(seconds) {
    const minutes = Math.floor(Math.abs(seconds) / 60);
    const rest = String(Math.abs(seconds) % 60).padStart(2, "0");
    return (seconds < 0 ? "+" : "") + minutes + ":" + rest;
  }
  function write(el, text) {
    if (el.textContent !== text) { el.textContent = text; }
  }

  /* ---- sound: off until somebody switches it on, remembered on this device ---- */
  function isOn() {
    try {
      return window.localStorage.getItem("clock-sound") === "on";
    } catch (e) {
      return false;
    }
  }
  function wake() {
    if (!sound && window.AudioContext) { sound = new window.AudioContext(); }
    return sound ? sound.resume().catch(() => undefined) : Promise.resolve();
  }
  function tone(pitch, at, seconds, loudness) {
    const voice = sound.createOscillator();
    const volume = sound.createGain();
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, sound.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + seconds);
    voice.connect(volume).connect(sound.destination);
    voice.start(sound.currentTime + at);
    voice.stop(sound.currentTime + at + seconds);
  }
  function chime(pitches, { volume, apart, lasts }) {
    if (!volume) { return; }
    wake().then(() => {
      if (sound && sound.state === "running") {
        pitches.forEach((pitch, place) => tone(pitch, place * apart, lasts, volume));
      }
    });
  }
  /* A card on felt: a breath of noise round a pitch. */
  function hiss({ volume, pitch, lasts }) {
    wake().then(() => {
      if (!volume || !sound || sound.state !== "running") { return; }
      const noise = sound.createBufferSource();
      const band = sound.createBiquadFilter();
      const gain = sound.createGain();
      noise.buffer = sound.createBuffer(1, Math.ceil(sound.sampleRate * lasts), sound.sampleRate);
      noise.buffer.getChannelData(0).forEach((_, at, data) => {
        data[at] = 2 * Math.random() - 1;
      });
      band.type = "bandpass";
      band.frequency.value = pitch;
      gain.gain.setValueAtTime(volume, sound.currentTime);
      gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + lasts);
      noise.connect(band).connect(gain).connect(sound.destination);
      noise.start();
    });
  }
  function ring(pitches) {
    if (isOn()) { chime(pitches, { volume: 0.25, apart: 0.45, lasts: 0.6 }); }
  }
  Object.assign(window.rightBower, { chime, hiss, wakeSound: wake });
  function isSaidElsewhere(what) {
    try {
      const last = Number(window.localStorage.getItem("clock-said-" + what)) || 0;
      window.localStorage.setItem("clock-said-" + what, String(Date.now()));
      return Date.now() - last < onceWithin;
    } catch (e) {
      return false;
    }
  }
  function say(what, text, pitches) {
    write(voicePlace(), text);
    if (!isSaidElsewhere(what)) { ring(pitches); }
  }
  function voicePlace() {
    let place = document.querySelector("[data-clock-status]");
    if (!place) {
      place = document.createElement("p");
      place.className = "visually-hidden";
      place.setAttribute("role", "status");
      place.dataset.clockStatus = "";
      document.body.append(place);
    }
    return place;
  }

  /* The switch stands where the page has a place for it, on a board in the corner. Pressing it once also lets a
     browser sound at all: it refuses to before somebody has touched the page. */
  function label(button) {
    const isSilent = isOn() && (!sound || sound.state !== "running");
    write(button, isOn() ? (isSilent ? t("Sound: press to start") : t("Sound: on")) : t("Sound: off"));
    button.setAttribute("aria-pressed", String(isOn()));
  }
  function press() {
    const wasSilent = isOn() && (!sound || sound.state !== "running");
    if (!wasSilent) {
      try {
        window.localStorage.setItem("clock-sound", isOn() ? "off" : "on");
      } catch (e) { /* then there is no sound */ }
    }
    wake().then(() => {
      if (isOn()) { ring([660]); }
      placeSwitch();
    });
  }
  function placeSwitch() {
    const host = document.querySelector("[data-sound-place]") ||
      (document.querySelector("[data-board] [data-clock]") && document.body);
    let button = document.querySelector("[data-sound-switch]");
    if (!host) {
      if (button) { button.remove(); }
      return;
    }
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.dataset.soundSwitch = "";
      button.addEventListener("click", press);
    }
    if (button.parentElement !== host) {
      button.className = "btn btn--quiet" + (host === document.body ? " sound-switch" : "");
      host.append(button);
    }
    label(button);
  }

  /* ---- counting ---- */
  function tickClock(el) {
    const gone = el.hasAttribute("data-clock-runs") ? sinceSeen(el) : 0;
    const left = Math.floor(Number(el.dataset.clock) - gone);
    const round = el.dataset.clockRound || "";
    write(el, words(left));
    el.classList.toggle("clock--over", left < 0);
    document.querySelectorAll('[data-clock-over="' + round + '"]').forEach((word) => {
      word.hidden = left >= 0;
    });
    if (!el.hasAttribute("data-clock-quiet") && lefts.has(round) && lefts.get(round) > 0 && left <= 0) {
      say("zero-" + round, t("Time is up."), [880, 880, 660]);
    }
    if (lefts.get(round) !== left) {
      el.dispatchEvent(new CustomEvent("clock-second", { bubbles: true, detail: { left } }));
    }
    lefts.set(round, left);
  }
  function hearCalls() {
    const now = new Set(Array.from(document.querySelectorAll("[data-last-hand]"), (el) => el.dataset.lastHand));
    now.forEach((round) => {
      if (!called.has(round) && !isFirstLook) { say("last-" + round, t("Last hand called."), [660, 660]); }
    });
    called.clear();
    now.forEach((round) => called.add(round));
  }
  function hearAlerts() {
    document.querySelectorAll("[data-alert]").forEach((el) => {
      if (!alerts.has(el.dataset.alert) && !isFirstLook) { say(el.dataset.alert, el.dataset.alertWords, [660, 880]); }
      alerts.add(el.dataset.alert);
    });
  }
  function tick() {
    document.querySelectorAll("[data-clock]").forEach(tickClock);
    document.querySelectorAll("[data-minutes-since]").forEach((el) => {
      write(el, t("{minutes} min", { minutes: Math.floor((Number(el.dataset.minutesSince) + sinceSeen(el)) / 60) }));
    });
  }
  function look() {
    tick();
    hearCalls();
    hearAlerts();
    isFirstLook = false;
    placeSwitch();
  }
  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:afterSettle", look);
  window.setInterval(tick, 250);
})();
