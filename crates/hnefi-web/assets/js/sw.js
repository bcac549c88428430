// @ts-check
// The service worker: it keeps one version of the app whole, and answers with it where the network does not. Before this text stands what
// belongs to the version.

/** @type {any} */
const worker = self;
/** @type {{version: string, alone: boolean, referee: string | null, files: string[], assets: string[], pages: string[]}} */
const own = worker.HNEFI;
const NAME = 'hnefi-';
const CACHE = NAME + own.version;

/** Fetches everything of this version, or nothing. */
async function fetchWhole() {
  const cache = await caches.open(CACHE);
  try {
    const anew = [...own.files, ...own.pages].map((address) => new Request(address, { cache: 'no-cache', credentials: 'omit' }));
    for (const request of [...own.assets, ...anew]) {
      const response = await fetch(request);
      if (!response.ok) throw new Error(`${response.url} is missing`);
      await cache.put(request, await plain(response));
    }
    const there = await fetch('/version', { cache: 'no-store' });
    if ((await there.text()).trim() !== own.version) throw new Error('the server has another version by now');
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** A response without the way that led to it: what was led elsewhere may not answer for a page. @param {Response} response */
async function plain(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { status: response.status, headers: response.headers });
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(NAME) && name !== CACHE).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** A page that is kept as it is; none for an address that says more than its path. @param {URL} url */
async function keptPage({ pathname, search }) {
  if (search) return undefined;
  const cache = await caches.open(CACHE);
  const path = pathname.replace(/\/$/, '');
  // A server has `/rules`, a folder `/rules/`.
  return (await cache.match(path || '/')) ?? cache.match(`${path}/`);
}

/** That this needs a server, and what does not. */
async function away() {
  const cache = await caches.open(CACHE);
  const page = await cache.match(own.alone ? '/' : '/offline');
  return page ? new Response(await page.blob(), { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }) : Response.error();
}

/** @param {Request} request */
async function page(request) {
  const url = new URL(request.url);
  if (own.alone && request.method === 'GET') {
    const here = await keptPage(url);
    if (here) return here;
  }
  try {
    return await fetch(request);
  } catch {
    const here = request.method === 'GET' ? await keptPage(url) : undefined;
    return here ?? away();
  }
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(fetchWhole()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener('message', (/** @type {MessageEvent} */ event) => { if (event.data === 'take') worker.skipWaiting(); });
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (own.files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(kept(request));
  else if (request.mode === 'navigate') event.respondWith(page(request));
});
