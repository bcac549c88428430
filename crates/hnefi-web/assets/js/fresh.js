// @ts-check
// Keeps the app on the device, and tells when there is another version. It is never taken without being asked for.

import { byId } from './dom.js';

const own = document.documentElement.dataset.version ?? '';
/** How long the page is left alone before anything is fetched for later, in milliseconds. */
const LATER = 1_500;

/** @type {ServiceWorker | null} */
let ready = null;
let old = false;

function tell() {
  byId('fresh-ready').hidden = !ready;
  byId('fresh-old').hidden = Boolean(ready);
  const box = /** @type {HTMLElement} */ (byId('fresh').firstElementChild);
  box.hidden = !ready && !old;
}

/** The version of the server; empty where it cannot be asked. */
async function serverVersion() {
  const response = await fetch('/version', { cache: 'no-store' }).catch(() => null);
  return response?.ok ? (await response.text()).trim() : '';
}

/** @param {ServiceWorkerRegistration | null} registration */
async function look(registration) {
  const there = await serverVersion();
  if (!there || there === own) return;
  if (!registration) old = true;
  // What is fetched whole is offered; until then there is nothing to take.
  else await registration.update().catch(() => { old = true; });
  if (registration) await offer(registration);
  tell();
}

/** Offers what waits, if it is not what this page is already. @param {ServiceWorkerRegistration} registration */
async function offer(registration) {
  const { waiting } = registration;
  if (!waiting || !navigator.serviceWorker.controller) return;
  const there = await serverVersion();
  if (there === own) return;
  ready = waiting;
  tell();
}

async function keep() {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.register('/sw.js').catch(() => null) : null;
  registration?.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => { if (coming.state === 'installed') void offer(registration); });
  });
  if (registration) void offer(registration);
  const again = () => void look(registration ?? null);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) again(); });
  addEventListener('online', again);
  // The game page's line is there again: perhaps to a server that was started anew.
  document.addEventListener('hnefi-line', again);
}

byId('fresh-reload').addEventListener('click', () => {
  // Another tab may have taken it before.
  if (ready?.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  ready.postMessage('take');
});

/** The board can be used long before this. */
function later() {
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(() => void keep(), { timeout: 5_000 }) : void keep()), LATER);
}
if (document.readyState === 'complete') later();
else addEventListener('load', later, { once: true });
