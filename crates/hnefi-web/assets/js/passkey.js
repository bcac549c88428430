// @ts-check
// Passkeys: the server asks, the browser answers with the key that it keeps, and the server says where to go on.

import { byId, setText } from './dom.js';
import { t } from './words.js';

/** @type {any} */
const keys = 'PublicKeyCredential' in window ? PublicKeyCredential : {};
const able = Boolean(keys.parseCreationOptionsFromJSON && keys.parseRequestOptionsFromJSON);

/** What each button asks, and what it does with the answer. */
const ways = /** @type {const} */ ({ 'log-in': 'logged-in', 'sign-up': 'signed-up', add: 'added' });

/** @param {string} path @param {object} body @returns {Promise<any>} */
async function post(path, body) {
  const response = await fetch(`/passkeys/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  // Who is not logged in any more is led elsewhere.
  if (response.redirected) location.assign(response.url);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

/** @param {string} id */
const typed = (id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.value ?? '';

/** @param {HTMLButtonElement} button */
async function go(button) {
  const said = byId('passkey-said');
  said.hidden = true;
  button.disabled = true;
  const way = /** @type {keyof typeof ways} */ (button.dataset.passkey);
  try {
    const { token, options } = await post(way, { name: typed('name'), password: typed('passkey-password') });
    const credential = await answer(way, options);
    if (!credential) throw new Error(t('passkey-given-up'));
    const { to } = await post(ways[way], { token, credential: /** @type {any} */ (credential).toJSON(), to: button.dataset.to ?? '' });
    location.assign(to);
  } catch (error) {
    const given = error instanceof DOMException;
    setText(said, given ? t('passkey-given-up') : error instanceof Error ? error.message : String(error));
    said.hidden = false;
  } finally {
    button.disabled = false;
  }
}

/** @param {keyof typeof ways} way @param {object} options */
const answer = (way, options) =>
  way === 'log-in'
    ? navigator.credentials.get({ publicKey: keys.parseRequestOptionsFromJSON(options) })
    : navigator.credentials.create({ publicKey: keys.parseCreationOptionsFromJSON(options) });

for (const button of document.querySelectorAll('button[data-passkey]')) {
  if (!able || !(button instanceof HTMLButtonElement) || !button.parentElement) continue;
  button.parentElement.hidden = false;
  if (button.form) button.form.addEventListener('submit', (event) => { event.preventDefault(); void go(button); });
  else button.addEventListener('click', () => void go(button));
}
