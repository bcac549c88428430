// @ts-check
// The page of an event follows it: asks now and then whether something was done, and puts what is new in its place.

import { byId, parsed, fill, setText } from './dom.js';
import { localTimes } from './times.js';
import { t } from './words.js';

/** How often it is asked, in milliseconds. */
const EVERY = 4_000;

const article = /** @type {HTMLElement} */ (document.querySelector('[data-event]'));
const address = `/events/${article.dataset.event}`;
let version = article.dataset.version ?? '';

/** On the page to project, letters as large as the screen has room for all of them. */
function fit() {
  if (!article.classList.contains('screen')) return;
  for (let size = 100; size >= 40; size -= 4) {
    article.style.setProperty('--fit', String(size / 100));
    if (document.documentElement.scrollHeight <= innerHeight) return;
  }
}

/** @param {string} path */
async function text(path) {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.text();
}

/** The game on the clock that waits for who reads this. */
const call = () => /** @type {HTMLAnchorElement | null} */ (article.querySelector('a[data-call]'))?.href ?? '';
// Who comes here when it has begun already may want to stay.
const shownCall = call();

async function look() {
  if (document.hidden && !article.querySelector('.event-mine')) return undefined;
  try {
    const now = (await text(`${address}/version`)).trim();
    if (now !== version) {
      const html = await text(`${address}/live`);
      if (parsed(html).length === 0) throw new Error('nothing came');
      const open = [...article.querySelectorAll('details[id][open]')].map((details) => details.id);
      fill(html);
      for (const id of open) document.getElementById(id)?.setAttribute('open', '');
      localTimes(article);
      const called = call();
      if (called && called !== shownCall) return location.assign(called);
      version = now;
      fit();
    }
    tell('event-line-open', true);
  } catch {
    tell('event-line-down', false);
  }
  return undefined;
}

/** @param {string} id @param {boolean} fine */
function tell(id, fine) {
  const line = byId('event-line');
  line.classList.toggle('fine', fine);
  setText(line, t(id));
}

fit();
addEventListener('resize', fit);
setInterval(look, EVERY);
document.addEventListener('visibilitychange', look);
addEventListener('online', look);
