// @ts-check
// Who has logged in, in the head of every page. Pages are the same for everybody; the name is in a cookie, which is no secret and proves
// nothing. And how many games wait for one's move.

import { askTurns, seated, tell } from './turns.js';

const me = document.getElementById('me');
const cookie = document.cookie.split('; ').find((one) => one.startsWith('called='));
if (me instanceof HTMLAnchorElement) {
  const name = cookie && decodeURIComponent(cookie.slice('called='.length));
  if (name) {
    /** @type {Element} */ (me.firstElementChild).textContent = name;
    me.title = name;
  } else if (location.pathname.startsWith('/game/')) me.href = `/log-in?to=${encodeURIComponent(location.pathname)}`;
  me.dataset.called = '';
}

const shown = document.getElementById('your-games')?.dataset.turns;
if (cookie || document.querySelector('#your-games li:not([data-here])')) seated();
if (shown !== undefined) tell(Number(shown));
// The game page asks by itself, when it knows whose turn it is.
else if (!document.body.classList.contains('page-game')) void askTurns();
