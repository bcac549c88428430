// @ts-check
// The page of a game that this browser keeps. Which one, the fragment of its address says.

import { byId, el } from './dom.js';
import { HereLine, Moved, sentence } from './here-line.js';
import { addressHere } from './kept.js';
import { t } from './words.js';

const id = location.hash.slice(1);

addEventListener('hashchange', () => {
  const wanted = location.hash.slice(1);
  // A link within the page changes the fragment, too, but not the game.
  if (document.getElementById(wanted)) history.replaceState(null, '', addressHere(id));
  else if (wanted !== id) location.reload();
});

try {
  const { line, state, article } = await HereLine.open(id);
  document.title = t('page-title', { title: state.rules.name });
  byId('state').textContent = JSON.stringify(state);
  byId('main').innerHTML = article;
  const { begin } = await import('./game.js');
  begin((options) => line.connect(options));
} catch (error) {
  byId('here-says').textContent = sentence(error);
  const leads = byId('here-leads');
  leads.hidden = false;
  if (error instanceof Moved) leads.replaceChildren(el('a', { class: 'button firm', href: error.address }, t('here-to-server')));
}
