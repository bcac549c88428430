// @ts-check
// The page of a game that this browser keeps. Which one, the fragment of its address says.

import { byId, el, leadsWithin } from './dom.js';
import { HereLine, Moved, sentence } from './here-line.js';
import { name } from './title.js';
import { t } from './words.js';

const id = location.hash.slice(1);

addEventListener('hashchange', (event) => {
  if (!leadsWithin(event) && location.hash.slice(1) !== id) location.reload();
});

/** The game can be put on the server, where there is one. */
function offerServer() {
  byId('keep').hidden = document.documentElement.dataset.alone !== undefined;
  const button = /** @type {HTMLButtonElement} */ (byId('keep-it'));
  const said = byId('keep-said');
  button.addEventListener('click', async () => {
    button.disabled = true;
    said.replaceChildren(t('keep-sending'));
    const { keepOnServer } = await import('./keep.js');
    const { says, game, moved } = await keepOnServer(id).catch((error) => ({ says: sentence(error), game: null, moved: false }));
    said.replaceChildren(says, ...(game ? [' ', el('a', { href: `/game/${game}` }, t('keep-open'))] : []));
    if (moved) location.assign(`/game/${game}`);
    button.disabled = false;
  });
}

try {
  const { line, state, article } = await HereLine.open(id);
  name(t('page-title', { title: state.rules.name }));
  byId('state').textContent = JSON.stringify(state);
  byId('main').innerHTML = article;
  const { begin } = await import('./game.js');
  begin((options) => line.connect(options));
  offerServer();
} catch (error) {
  byId('here-says').textContent = sentence(error);
  const leads = byId('here-leads');
  leads.hidden = false;
  if (error instanceof Moved) leads.replaceChildren(el('a', { class: 'button firm', href: error.address }, t('here-to-server')));
}
