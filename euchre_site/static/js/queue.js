/* Scores on this phone that the server has not said "saved" to. Used by pages and by the service worker alike.
   IndexedDB, because the worker can read it, because a transaction is the same lock for all tabs (Web Locks are
   missing on plain http in a hall), and because "strict" puts every tap on the disk before the battery dies.

   One record per slip, by the slip's address: state "typed" (not sent), "waiting" (to be sent, with its key),
   "decision" (refused; answer says why). What happens is told to all tabs: {address, state, …}. */
(function () {
  "use strict";
  const firstPatience = 5000;
  const mostPatience = 20000;
  const retryEvery = 3000;
  const oldAge = 14 * 24 * 3600 * 1000;
  const memory = new Map();
  const listeners = new Set();
  const channel = "BroadcastChannel" in self ? new BroadcastChannel("slips") : null;
  let base = null;
  let isKept = true; // false: this browser stores nothing, the page alone remembers
  let flying = null;

  /* ---- the store ---- */
  function open() {
    base = base || new Promise((resolve, reject) => {
      const asked = self.indexedDB.open("right-bower", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("slips", { keyPath: "address" });
      asked.onsuccess = () => {
        asked.result.onversionchange = () => {
          asked.result.close();
          base = null;
        };
        asked.result.onclose = () => {
          base = null;
        };
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    });
    return base;
  }
  async function transact(mode, work) {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction("slips", mode, { durability: "strict" });
      const answer = { value: undefined };
      transaction.oncomplete = () => resolve(answer.value);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      work(transaction.objectStore("slips"), answer);
    });
  }
  async function all() {
    if (!isKept) { return Array.from(memory.values()); }
    try {
      return await transact("readonly", (store, answer) => {
        const asked = store.getAll();
        asked.onsuccess = () => {
          answer.value = asked.result;
        };
      });
    } catch (e) {
      isKept = false;
      base = null;
      return Array.from(memory.values());
    }
  }
  /* decide(record or undefined) answers the new record, null to remove it, undefined to leave it. In one transaction.
     */
  async function change(address, decide) {
    const remember = (next) => {
      if (next === null) { memory.delete(address); }
      else if (next) { memory.set(address, next); }
    };
    if (isKept) {
      try {
        return await transact("readwrite", (store, answer) => {
          const asked = store.get(address);
          asked.onsuccess = () => {
            const next = decide(asked.result);
            if (next === null) { store.delete(address); }
            else if (next) { store.put(next); }
            remember(next);
            answer.value = next === undefined ? asked.result : next;
          };
        });
      } catch (e) {
        isKept = false;
        base = null;
      }
    }
    const next = decide(memory.get(address));
    remember(next);
    return next === undefined ? memory.get(address) : next;
  }
  const get = (address) => change(address, () => undefined);
  async function clear() {
    for (const slip of await all()) { await change(slip.address, () => null); }
  }
  async function forgetOld() {
    for (const slip of await all()) { if (Date.now() - slip.at > oldAge) { await change(slip.address, () => null); } }
  }

  /* ---- what all tabs hear ---- */
  function hear(news, isOwn) {
    listeners.forEach((listener) => listener(news, isOwn));
  }
  function tell(news) {
    if (channel) { channel.postMessage(news); }
    hear(news, true);
  }
  if (channel) { channel.onmessage = (event) => hear(event.data, false); }

  function newKey() {
    if (self.crypto.randomUUID) { return self.crypto.randomUUID(); }
    const b = self.crypto.getRandomValues(new Uint8Array(16)); // plain http has no randomUUID
    b[6] = (b[6] & 15) | 64;
    b[8] = (b[8] & 63) | 128;
    const hex = Array.from(b, (n) => n.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  /* ---- sending ---- */
  const isJson = (answer) => (answer.headers.get("Content-Type") || "").includes("json");
  function post(slip, signal) {
    const body = new URLSearchParams(slip.body);
    body.set("key", slip.key);
    body.set("csrfmiddlewaretoken", slip.csrf);
    return fetch(slip.address, {
      method: "POST",
      body,
      signal,
      credentials: "same-origin",
      redirect: "manual",
      headers: { Accept: "application/json" },
    });
  }
  /* The protection of forms was renewed since the score was typed: ask for the new token, once. */
  async function postAgain(slip, signal) {
    const answer = await fetch(slip.address, {
      signal,
      credentials: "same-origin",
      redirect: "manual",
      headers: { Accept: "application/json" },
    });
    if (!isJson(answer)) { return answer; }
    const present = await answer.json();
    if (!answer.ok) { return present; }
    slip.csrf = present.csrf;
    return post(slip, signal);
  }
  /* Only our own words count: a hotel's sign-in page, a proxy's error or a 500 is no answer. */
  async function ask(slip) {
    const stop = new AbortController();
    const limit = self.setTimeout(() => stop.abort(), slip.patience);
    flying = stop;
    try {
      let answer = await post(slip, stop.signal);
      if (answer.status === 403 && !isJson(answer)) { answer = await postAgain(slip, stop.signal); }
      if (!(answer instanceof Response)) { return answer; }
      if (answer.status >= 500 || answer.status === 429 || !isJson(answer)) { return { state: "unsaved" }; }
      const said = await answer.json();
      return said.state === "saved" || said.state === "decision" ? said : { state: "unsaved" };
    } catch (e) {
      return { state: "unsaved" };
    } finally {
      self.clearTimeout(limit);
      flying = null;
    }
  }
  async function send(address) {
    let mine = null;
    await change(address, (slip) => {
      if (!slip || slip.state !== "waiting" || slip.lease > Date.now()) { return undefined; }
      const patience = Math.min(mostPatience, firstPatience * Math.pow(2, slip.tries > 2 ? slip.tries - 2 : 0));
      mine = Object.assign({}, slip, { patience, lease: Date.now() + patience + 1000 });
      return mine;
    });
    if (!mine) { return; }
    tell({ address, state: "sending" });
    const began = Date.now();
    const said = await ask(mine);
    const hung = Date.now() - began >= mine.patience;
    await change(address, (slip) => {
      // Changed meanwhile: another report.
      if (!slip || slip.key !== mine.key || slip.at !== mine.at) { return undefined; }
      if (said.state === "saved") { return null; }
      if (said.state === "decision") { return Object.assign({}, slip, { state: "decision", answer: said, lease: 0 }); }
      return Object.assign({}, slip, { csrf: mine.csrf, lease: 0, tries: hung ? slip.tries + 1 : 0 });
    });
    tell(Object.assign({ address, label: mine.label, score: mine.score }, said));
  }
  /* How many still wait afterwards. */
  async function sendAll() {
    for (const slip of await all()) { if (slip.state === "waiting") { await send(slip.address); } }
    return (await all()).filter((slip) => slip.state === "waiting").length;
  }
  async function askForSync() {
    try {
      await (await self.navigator.serviceWorker.ready).sync.register("slips");
    } catch (e) { /* then the page's timer does it */ }
  }
  /* The record is on the disk before anything is sent. */
  async function enqueue(slip) {
    await change(slip.address, () => Object.assign({}, slip, { state: "waiting", lease: 0, tries: 0, answer: null }));
    if ("serviceWorker" in self.navigator && self.document) { askForSync(); }
    await send(slip.address);
  }

  function watch() {
    const now = () => {
      if (flying) { flying.abort(); }
      sendAll();
    };
    self.addEventListener("online", now);
    self.addEventListener("pageshow", sendAll);
    self.document.addEventListener("visibilitychange", () => {
      if (!self.document.hidden) { sendAll(); }
    });
    self.setInterval(sendAll, retryEvery);
    forgetOld().then(sendAll);
  }

  self.rightBowerQueue = {
    all,
    change,
    clear,
    enqueue,
    get,
    newKey,
    send,
    sendAll,
    tell,
    listen: (listener) => listeners.add(listener),
    isKept: () => isKept,
  };
  if (self.document) { watch(); }
})();
