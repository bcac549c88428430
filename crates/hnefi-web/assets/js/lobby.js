// @ts-check
// The lobby as it changes: the server sends what is new, and where this person is called to a game, the page goes there.

import { byId, fill, setText } from './dom.js';
import { play } from './sound.js';
import { mark } from './title.js';
import { t } from './words.js';

/** After how long the line is tried again when the server has closed it, in milliseconds. */
const AGAIN = 5_000;

/**
 * What the server says of the lobby.
 * @typedef {{html: string, others: string[], people: number}} Lobby
 */

/** The seeks of others and how many people were here when the server said so last. @type {{others: Set<string>, people: number} | null} */
let last = null;

function connect() {
  const source = new EventSource('/lobby/stream');
  source.addEventListener('open', () => setText(byId('lobby-line'), t('lobby-line-open')));
  source.addEventListener('lobby', (event) => show(JSON.parse(event.data)));
  source.addEventListener('game', (event) => {
    source.close();
    play('come');
    location.assign(event.data);
  });
  source.addEventListener('error', () => {
    setText(byId('lobby-line'), t('lobby-line-down'));
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(connect, AGAIN);
  });
  // A page that is left keeps no seek waiting.
  window.addEventListener('pagehide', () => source.close(), { once: true });
}

/** @param {Lobby} lobby */
function show({ html, others, people }) {
  fill(html);
  const before = last;
  last = { others: new Set(others), people };
  if (!before) return;
  if (others.some((id) => !before.others.has(id))) call(t('lobby-title-seek'));
  else if (people > before.people && before.people <= 1) call(t('lobby-title-came'));
}

/** Tells who waits that somebody came. @param {string} news */
function call(news) {
  play('come');
  if (document.hidden) mark(news);
}

connect();
window.addEventListener('pageshow', (event) => { if (event.persisted) connect(); });
