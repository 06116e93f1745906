/* Buttons that ask the device for a passkey: allauth's script asks, this one says what came of it. They stay hidden in
   a browser that knows no passkeys. */
(function () {
  "use strict";
  const { t } = window.rightBower;
  document.addEventListener("DOMContentLoaded", () => {
    if (!window.PublicKeyCredential) { return; }
    document.querySelectorAll("[data-passkey]").forEach((part) => {
      part.hidden = false;
    });
  });
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    const has = event.detail.exception && event.detail.exception.name === "InvalidStateError";
    window.rightBower.say(
      has
        ? t("This device already has a passkey for your account.")
        : t("We didn’t get a passkey from your device. Try again."),
      "error",
    );
  });
})();
