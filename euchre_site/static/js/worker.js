/* The service worker: static files, and the phone's own pages as last seen. It keeps a page only when the server said
   so and how long (X-Keep-Until), for one player (X-Keep-For); the console and other people's pages never say so.
   self.own comes from templates/pwa/worker.js. */
(function () {
  "use strict";
  const own = self.own;
  const files = "files-" + own.version;
  const pages = "pages-" + own.version;
  const patience = 4000;

  /* Without the cookies, so that nobody's name is on it; the language, which a cookie holds, is asked for by name. */
  async function offlinePage() {
    const answer = await fetch(own.offline, {
      credentials: "omit",
      cache: "reload",
      headers: { "Accept-Language": own.language },
    });
    if (!answer.ok) { throw new TypeError("no page for the time without network"); }
    return answer;
  }

  self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
      const store = await caches.open(files);
      await store.addAll(own.files);
      await store.put(own.offline, await offlinePage());
      await self.skipWaiting();
    })());
  });
  self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
      const old = (await caches.keys()).filter((name) =>
        /^(files|pages)-/.test(name) && name !== files && name !== pages
      );
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })());
  });

  /* ---- pages ---- */
  const isGood = (kept) => Number(kept.headers.get("X-Keep-Until")) * 1000 > Date.now();
  async function keep(address, answer) {
    const store = await caches.open(pages);
    const owner = answer.headers.get("X-Keep-For");
    if (!answer.ok || answer.redirected || !owner || !isGood(answer)) {
      await store.delete(address);
      return;
    }
    for (const request of await store.keys()) {
      const kept = await store.match(request);
      if (!isGood(kept) || kept.headers.get("X-Keep-For") !== owner) { await store.delete(request); }
    }
    const headers = new Headers(answer.headers);
    headers.set("X-Kept-At", String(Date.now()));
    await store.put(address, new Response(await answer.blob(), { status: 200, headers }));
  }
  async function seatLastSeen(store) {
    const kept = await Promise.all(
      (await store.keys()).filter((request) => request.url.endsWith("/me/")).map((request) => store.match(request)),
    );
    return kept.sort((one, other) => Number(other.headers.get("X-Kept-At")) - Number(one.headers.get("X-Kept-At")))[0];
  }
  async function lastSeen(address) {
    const store = await caches.open(pages);
    const kept = await store.match(address) ||
      (new URL(address).pathname === own.start ? await seatLastSeen(store) : undefined);
    if (!kept) { return undefined; }
    if (!isGood(kept)) {
      await store.delete(address);
      return undefined;
    }
    return marked(kept);
  }
  /* Nobody takes an old page for a new one: it says when it was seen. */
  async function marked(kept) {
    const page = await kept.text();
    const [, language] = page.match(/<html[^>]* lang="([\w-]+)"/) || [, "en"];
    const time = new Date(Number(kept.headers.get("X-Kept-At"))).toLocaleTimeString(language, {
      hour: "numeric",
      minute: "2-digit",
    });
    const text = page.replace(
      /(<div\s+id="messages"[^>]*data-last-seen="([^"]*)"[^>]*>)[^]*?<\/div>/,
      (all, place, words) =>
        place + '<p class="notice notice--warning" role="status" data-as-of>' + words.replace("{time}", time) +
        "</p></div>",
    ); // old messages were for then
    return new Response(text, { status: 200, headers: kept.headers });
  }
  async function page(event) {
    const address = event.request.url.split("#")[0];
    const isVisit = event.request.mode === "navigate";
    const asked = fetch(event.request).then((answer) => {
      /* Fetched as a visitor would get it, so without what is the phone's own. */
      if (!event.request.headers.get("X-Visitor")) { event.waitUntil(keep(address, answer.clone())); }
      return answer;
    });
    if (!isVisit) { return asked; }
    const slow = new Promise((resolve) => {
      self.setTimeout(resolve, patience);
    }).then(() => lastSeen(address));
    const fallback = async () =>
      (await lastSeen(address)) || (await caches.match(own.offline, { ignoreVary: true })) || Response.error();
    try {
      return await Promise.race([asked, slow.then((kept) => kept || asked)]);
    } catch (e) {
      return fallback();
    }
  }

  /* ---- files: a name with a fingerprint never changes, any other is asked for first ---- */
  async function file(event) {
    const store = await caches.open(files);
    const isFixed = /\.[0-9a-f]{12}\./.test(event.request.url);
    const kept = await store.match(event.request);
    if (kept && isFixed) { return kept; }
    try {
      const answer = await fetch(event.request);
      if (answer.ok && kept) { event.waitUntil(store.put(event.request, answer.clone())); }
      return answer;
    } catch (e) {
      return kept || Response.error();
    }
  }

  /* ---- whose phone it is ---- */
  async function leave(event) {
    const answer = await fetch(event.request);
    if (answer.ok || answer.type === "opaqueredirect") { await caches.delete(pages); }
    return answer;
  }
  const isLeaving = (path) =>
    path === own.logout || /^\/(events|seasons)\/[^/]+\/(me\/forget|pass\/[^/]+|here\/[^/]+)\/$/.test(path);

  self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (url.origin !== self.location.origin || url.pathname.startsWith(own.live)) { return; }
    if (event.request.method === "POST" && isLeaving(url.pathname)) { event.respondWith(leave(event)); }
    if (event.request.method !== "GET") { return; }
    if (url.pathname.startsWith(own.static)) { event.respondWith(file(event)); }
    else if (event.request.mode === "navigate" || event.request.headers.get("HX-Request")) {
      event.respondWith(page(event));
    }
  });
  self.addEventListener("sync", (event) => {
    if (event.tag !== "slips") { return; }
    event.waitUntil(
      self.rightBowerQueue.sendAll().then((left) => {
        if (left) { throw new Error(left + " scores wait"); }
      }),
    );
  });
})();
