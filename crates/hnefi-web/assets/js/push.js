// @ts-check
// Whether this browser tells what waits for its person while no page is open: one switch, and why it cannot be used where it cannot.

import { byId, remember, remembered, setText } from './dom.js';
import { t } from './words.js';

const box = /** @type {HTMLInputElement} */ (byId('push-switch'));
const said = byId('push-said');

/** Why it cannot be done here; nothing where it can. */
function hindrance() {
  if (!isSecureContext) return t('push-needs-https');
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return t('push-no-support');
  if (Notification.permission === 'denied') return t('push-denied');
  return '';
}

/** @param {string} path @param {unknown} what */
async function tell(path, what) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(what) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function begin() {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const { key } = await (await fetch('/push', { cache: 'no-store' })).json();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tell('/push/subscribe', made);
  remember('push', 'on');
  return true;
}

async function end() {
  const made = await subscription();
  if (made) {
    await tell('/push/unsubscribe', { endpoint: made.endpoint });
    await made.unsubscribe();
  }
  remember('push', 'off');
}

box.addEventListener('change', async () => {
  box.disabled = true;
  const on = box.checked;
  try {
    const done = on ? await begin() : (await end(), true);
    box.checked = on && done;
    setText(said, done ? t(on ? 'push-on' : 'push-off') : hindrance() || t('push-failed'));
  } catch {
    box.checked = !on;
    setText(said, t('push-failed'));
  }
  box.disabled = Boolean(hindrance());
});

const why = hindrance();
setText(said, why);
box.disabled = Boolean(why);
if (!why && remembered('push') === 'on') {
  const made = await subscription();
  box.checked = Boolean(made);
  // Whoever has logged in since has another session, and is told under that one.
  if (made) await tell('/push/subscribe', made).catch(() => setText(said, t('push-failed')));
}
