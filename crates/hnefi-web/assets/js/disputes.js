// @ts-check
// The book of disputes is searched as one types: the server finds, this shows what it found.

import { byId, setText } from './dom.js';
import './unfold.js';

/** How long a pause in typing is. */
const PAUSE = 180;

const form = /** @type {HTMLFormElement} */ (byId('search'));
const typed = /** @type {HTMLInputElement} */ (byId('q'));
const rules = /** @type {HTMLSelectElement} */ (byId('rules'));
let timer = 0;
/** @type {AbortController | null} */
let asking = null;
const chosen = [...rules.options].find((option) => option.defaultSelected)?.value ?? '';
let shown = address(typed.defaultValue, chosen);

/** The address of what is asked for. */
function address(words = typed.value, ruleset = rules.value) {
  const asked = new URLSearchParams();
  if (words.trim()) asked.set('q', words.trim());
  if (ruleset) asked.set('rules', ruleset);
  return asked.size ? `/disputes?${asked}` : '/disputes';
}

/** @param {string} text */
const parsed = (text) => new DOMParser().parseFromString(text, 'text/html');

async function search() {
  clearTimeout(timer);
  const wanted = address();
  asking?.abort();
  if (wanted === shown) return;
  const { signal } = (asking = new AbortController());
  try {
    const response = await fetch(wanted, { signal });
    if (!response.ok) return;
    let page = parsed(await response.text());
    if (page.documentElement.dataset.alone === '') {
      // A host of files has one page, whatever is asked.
      const { written } = await import('./asked.js');
      page = parsed((await written(new URL(wanted, location.href)))?.text ?? '');
    }
    const [found, count] = [page.getElementById('found'), page.getElementById('count')];
    if (signal.aborted || !found || !count) return;
    byId('found').replaceWith(found);
    setText(byId('count'), count.textContent ?? '');
    shown = wanted;
    history.replaceState(null, '', wanted);
  } catch {
    // Given up for a later question, or the server is away: the button asks again.
  }
}

typed.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE);
});
rules.addEventListener('change', search);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void search();
});
// Who typed before this was here is answered now.
void search();
