/* Push in this browser: says whether it is on, turns it on and off, and sends a test. Asks for permission only when the
   button is pressed. The words of every state are in templates/notifications/push.html. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  const isApple = () =>
    /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  function show(part, state) {
    part.querySelectorAll("[data-push-state]").forEach((place) => {
      place.hidden = place.dataset.pushState !== state;
    });
  }
  function tell(part, what) {
    part.querySelectorAll("[data-push-said]").forEach((said) => {
      said.hidden = said.dataset.pushSaid !== what;
    });
  }

  /* What the site says; its refusals are sentences for people. */
  async function ask(part, what, fields) {
    const body = new URLSearchParams({ link: part.dataset.link, ...fields });
    const answer = await fetch(part.dataset[what], {
      method: "POST",
      body,
      headers: { "X-CSRFToken": part.querySelector("[name=csrfmiddlewaretoken]").value },
      credentials: "same-origin",
    });
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const said = isJson ? await answer.json() : {};
    if (!answer.ok) {
      throw new Error(said.message || t("You can’t do that, or you were logged out. Reload the page and try again."));
    }
    return said;
  }

  const bytesOf = (text) =>
    Uint8Array.from(window.atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  function textOf(buffer) {
    const letters = String.fromCharCode(...new Uint8Array(buffer));
    return window.btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  async function subscriptionOf() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration ? registration.pushManager.getSubscription() : null;
  }
  /* A site that has another key by now is not the one that the browser listens to. */
  function isForUs(part, subscription) {
    const key = subscription.options && subscription.options.applicationServerKey;
    return !key || textOf(key) === part.dataset.key;
  }

  async function turnOn(part) {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") {
      show(part, permission === "denied" ? "denied" : "off");
      if (permission !== "denied") { tell(part, "no"); }
      return;
    }
    await navigator.serviceWorker.register(part.dataset.workerScript);
    const registration = await navigator.serviceWorker.ready;
    let subscription = await registration.pushManager.getSubscription();
    if (subscription && !isForUs(part, subscription)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription = subscription || await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(part.dataset.key),
    });
    await ask(part, "on", {
      endpoint: subscription.endpoint,
      browser_key: textOf(subscription.getKey("p256dh")),
      secret: textOf(subscription.getKey("auth")),
      site_key: part.dataset.key,
    });
    show(part, "on");
  }
  async function turnOff(part) {
    const subscription = await subscriptionOf();
    if (subscription) {
      await ask(part, "off", { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }
    show(part, "off");
  }
  async function sendTest(part) {
    const subscription = await subscriptionOf();
    await ask(part, "test", { endpoint: subscription ? subscription.endpoint : "" });
    tell(part, "sent");
  }
  const actions = { on: turnOn, off: turnOff, test: sendTest };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-push-do]");
    if (!button) { return; }
    const part = button.closest("[data-push]");
    tell(part, "");
    button.disabled = true;
    try {
      await actions[button.dataset.pushDo](part);
    } catch (e) {
      const ours = e instanceof Error && !(e instanceof TypeError);
      window.rightBower.say(
        ours && e.message ? e.message : t("Your browser couldn’t reach its push service. Try again in a moment."),
        "error",
      );
    } finally {
      button.disabled = false;
    }
  });

  async function begin() {
    const part = document.querySelector("[data-push]:not([data-begun])");
    if (!part) { return; }
    part.dataset.begun = "";
    if (!window.isSecureContext) { return show(part, "insecure"); }
    if (!canPush()) { return show(part, isApple() ? "iphone" : "unsupported"); }
    if (Notification.permission === "denied") { return show(part, "denied"); }
    try {
      const subscription = await subscriptionOf();
      const isOn = subscription && isForUs(part, subscription) &&
        (await ask(part, "check", { endpoint: subscription.endpoint })).on;
      show(part, isOn ? "on" : "off");
    } catch (e) {
      show(part, "off");
    }
  }
  document.addEventListener("htmx:afterSettle", begin);
  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", begin); }
  else { begin(); }
})();
