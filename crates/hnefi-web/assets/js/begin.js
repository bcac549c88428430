// @ts-check
// The form that begins a game. What needs nobody else begins in this browser, where that can be; all else the form asks of the server.

/** @import {Side} from './types.js' */

/** What is needed to begin a game here, loaded when it is: most pages with such a form are read, not played. */
const needed = async () => ({ ...await import('./begin-here.js'), ...await import('./kept.js'), ...await import('./referee.js') });

/** How long somebody whose line is slow waits for the referee before his game begins on the server, in milliseconds. */
const PATIENCE = 5_000;

const form = document.querySelector('.modes')?.closest('form');
if (form) prepare(form);

/** Whether it is said that there is no server, or none just now. */
const away = () => !navigator.onLine || Boolean(document.querySelector('#away:not([hidden])'));

/** @param {HTMLFormElement} form */
function prepare(form) {
  if (typeof WebAssembly !== 'object' || typeof Worker !== 'function' || !('indexedDB' in window)) return;
  const place = /** @type {HTMLInputElement} */ (form.querySelector('#place-server'));
  let here = true;
  // Where there is no server at all there is nothing to choose.
  offer(form, !document.querySelector('#away:not([hidden])'));
  // Whoever saves data does not want to fetch the referee for a game.
  if (/** @type {any} */ (navigator).connection?.saveData) place.checked = true;
  else {
    const comes = async () => {
      const desk = await needed().then(({ deskInPage }) => deskInPage()).catch(() => null);
      if (desk || away()) return;
      here = false;
      offer(form, false);
    };
    // The referee is on its way before the button is pressed.
    for (const event of ['focusin', 'pointerover']) form.addEventListener(event, () => void comes(), { once: true });
  }
  form.addEventListener('submit', (event) => {
    const said = new FormData(form);
    say(form, null);
    if (!here || said.get('mode') === 'friend' || said.get('place')) {
      if (!away()) return;
      event.preventDefault();
      say(form, 'away');
      return;
    }
    event.preventDefault();
    void begin(form, said);
  });
  // Who comes back to a page that waits may press again.
  addEventListener('pageshow', () => { say(form, null); button(form).disabled = false; });
}

/** Whether one may choose the server. @param {HTMLFormElement} form @param {boolean} may */
function offer(form, may) {
  for (const one of form.querySelectorAll('.place-option, .place-about')) one.toggleAttribute('hidden', !may);
}

/** @param {HTMLFormElement} form @param {FormData} said */
async function begin(form, said) {
  const text = (/** @type {string} */ name) => String(said.get(name) ?? '');
  const side = text('side');
  button(form).disabled = true;
  const waits = setTimeout(() => say(form, 'waits'), 500);
  try {
    const wanted = needed().then(async (here) => { await here.deskInPage(); return here; });
    const { beginHere, addressHere } = await (away() ? wanted : Promise.race([wanted, tooLate()]));
    const id = await beginHere({
      rules: text('rules'),
      mode: text('mode') === 'screen' ? 'screen' : 'computer',
      side: /** @type {Side} */ (side === 'either' ? coin() : side),
      level: Number(text('level')),
      games: Number(text('games')) || undefined,
      position: text('position'),
      turn: text('turn'),
    });
    location.assign(addressHere(id));
  } catch {
    // What cannot be here the server can do, or say why it cannot be.
    button(form).disabled = false;
    form.submit();
  } finally {
    clearTimeout(waits);
  }
}

/** @returns {Promise<never>} */
const tooLate = () => new Promise((_, reject) => { setTimeout(() => reject(new Error('the line is slow')), PATIENCE); });

/** @returns {Side} */
const coin = () => ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 2 ? 'attackers' : 'defenders');

/** @param {HTMLFormElement} form */
const button = (form) => /** @type {HTMLButtonElement} */ (form.querySelector('.start button'));

/** @param {HTMLFormElement} form @param {'waits' | 'away' | null} what */
function say(form, what) {
  for (const one of form.querySelectorAll('[data-says]')) one.toggleAttribute('hidden', one.getAttribute('data-says') !== what);
}

export {};
