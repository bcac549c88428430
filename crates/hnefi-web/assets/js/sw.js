// @ts-check
// The service worker: it keeps one version of the app whole, and answers with it where the network does not. Before this text stands what
// belongs to the version.

/** @type {any} */
const worker = self;
/** @type {{version: string, build: object, edition: string, alone: boolean, referee: string | null, files: string[], assets: string[], pages: string[]}} */
const own = worker.HNEFI;
const NAME = 'hnefi-';
const CACHE = NAME + own.version;

/** What pages ask while they are open, and is written here, too. */
const ASKED = ['/disputes', '/read/file'];

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

/** @type {Promise<((ask: object) => any) | null> | undefined} */
let desk;

/** The referee of this version; null where there is none. @returns {Promise<((ask: object) => any) | null>} */
async function begin() {
  const module = own.referee ? await caches.match(own.referee) : undefined;
  if (!module) return null;
  const [reads, writes] = [new TextDecoder(), new TextEncoder()];
  let told = '';
  /** @type {any} */
  let there;
  const page = {
    tell: (/** @type {number} */ at, /** @type {number} */ length) => { told = reads.decode(new Uint8Array(there.memory.buffer, at >>> 0, length >>> 0)); },
    now: () => performance.now(),
    stop: () => 0,
  };
  there = (await WebAssembly.instantiate(await module.arrayBuffer(), { page })).instance.exports;
  there.hnefi_begin(0);
  const ask = (/** @type {object} */ question) => {
    const bytes = writes.encode(JSON.stringify({ id: 1, ...question }));
    const at = there.hnefi_space(bytes.length) >>> 0;
    new Uint8Array(there.memory.buffer, at, bytes.length).set(bytes);
    there.hnefi_hear();
    return JSON.parse(told).answer;
  };
  return ask({ ask: 'about' }).edition === own.edition ? ask : null;
}

/** A page that depends on what is asked, written here. @param {URL} url @param {string | null} form */
async function writtenPage({ origin, pathname, search }, form) {
  desk ??= begin().catch(() => null);
  const ask = await desk;
  const path = pathname.replace(/\/$/, '');
  const answer = ask?.({ ask: 'page', page: { path, query: search.slice(1), form }, url: origin, build: own.build });
  if (!answer) return undefined;
  if (answer.location) return Response.redirect(new URL(answer.location, origin), 303);
  const headers = new Headers({ 'content-type': answer.kind });
  if (answer.name) headers.set('content-disposition', `attachment; filename="${answer.name}"`);
  return new Response(answer.text, { status: answer.status, headers });
}

/** That this needs a server, and what does not. */
async function away() {
  const cache = await caches.open(CACHE);
  const page = (await cache.match('/offline')) ?? (await cache.match('/offline/'));
  return page ? new Response(await page.blob(), { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }) : Response.error();
}

/** @param {Request} request */
async function page(request) {
  const url = new URL(request.url);
  const form = request.method === 'POST' ? await request.clone().text() : null;
  const here = async () => (form === null ? await keptPage(url) : undefined) ?? writtenPage(url, form);
  const first = own.alone ? await here().catch(() => undefined) : undefined;
  if (first) return first;
  try {
    const response = await fetch(request);
    // A proxy whose server is away answers in its place. What the server itself has no time for, it says by 503.
    const proxied = request.method === 'GET' && (response.status === 502 || response.status === 504);
    if (proxied && !own.alone) return (await here().catch(() => undefined)) ?? response;
    // A host of files takes no forms.
    if (response.ok || !own.alone) return response;
  } catch { /* Then it is answered here, if it can be. */ }
  return (await here().catch(() => undefined)) ?? away();
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(fetchWhole()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));

/** Shows what the server tells while no page is open. @param {any} event */
async function tellPerson(event) {
  const { title, body, url, tag } = event.data.json();
  await worker.registration.showNotification(title, { body, tag, data: { url }, icon: '/icons/192.png' });
}

/** Opens what a notice is about, in the window that shows it if there is one. @param {any} event */
async function openTold(event) {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/', location.origin);
  if (url.origin !== location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ one) => new URL(one.url).pathname === url.pathname);
  await (there ? there.focus() : worker.clients.openWindow(url.href));
}

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(tellPerson(event)));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => event.waitUntil(openTold(event)));
worker.addEventListener('message', (/** @type {MessageEvent} */ event) => { if (event.data === 'take') worker.skipWaiting(); });
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (own.files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(kept(request));
  else if (request.mode === 'navigate' || ASKED.includes(pathname)) event.respondWith(page(request));
});
