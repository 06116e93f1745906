/* Buttons that hand a text or a picture to the phone's other apps. Where a browser can't, they aren't there at all. */
(function () {
  "use strict";
  if (!navigator.share) { return; }

  async function send(what) {
    try {
      await navigator.share(what);
    } catch (e) { /* the person closed the list of apps */ }
  }

  document.querySelectorAll("[data-share-text]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      send({ text: document.getElementById(button.dataset.shareText).textContent });
    });
  });

  /* Phones hand on only what is there at the moment of the tap, so the picture is fetched before. */
  document.querySelectorAll("[data-share-picture]").forEach(async (button) => {
    const probe = new File([""], "picture.png", { type: "image/png" });
    if (!navigator.canShare || !navigator.canShare({ files: [probe] })) { return; }
    const answer = await fetch(button.dataset.sharePicture);
    if (!answer.ok) { return; }
    const picture = new File([await answer.blob()], button.dataset.shareName, { type: "image/png" });
    button.hidden = false;
    button.addEventListener("click", () => send({ files: [picture] }));
  });
})();
