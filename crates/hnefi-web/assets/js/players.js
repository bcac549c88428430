// @ts-check
// Whose turn it is, what each side has left on the board that is shown, and how the line to the server is.

import { byId, el, setText } from './dom.js';
import { prettyMove } from './position.js';
import { t, tn } from './words.js';

/** @import {GameStore} from './store.js' */
/** @import {GameLine, Letter, LineStatus} from './types.js' */

/** @param {GameStore} store */
export function renderPlayers(store) {
  const { state } = store;
  const letters = [...store.position(store.shown).values()];
  for (const side of /** @type {const} */ (['attackers', 'defenders'])) {
    const row = byId(`player-${side}`);
    const left = letters.filter((/** @type {Letter} */ letter) => letter === (side === 'attackers' ? 't' : 'T')).length;
    const king = side === 'defenders' && letters.includes('K');
    setText(/** @type {Element} */ (row.querySelector('.player-left')), !king ? tn('play-left', left) : left ? t('play-left-king', { count: left }) : t('play-left-king-alone'));
    row.classList.toggle('to-move', !state.outcome && state.turn === side);
  }
  byId('game').classList.toggle('over', Boolean(state.outcome));
}

/** A name in a sentence: whichever way its letters run, those around it keep theirs. @param {string} name */
export const isolated = (name) => `\u2068${name}\u2069`;

/**
 * How the line is, and where the last move of ours is on its way.
 * @param {LineStatus} status
 * @param {GameLine} line
 * @param {GameStore} store
 * @param {string | null} confirmed the last move of ours that was confirmed
 */
export function renderLine(status, line, store, confirmed) {
  const element = byId('line');
  const { pending } = store;
  const open = status.kind === 'open';
  /** @type {string[]} */
  const words = open && ((pending && pending.state !== 'asked') || confirmed) ? [] : [status.says];
  if (pending && pending.state !== 'asked') words.push(line.says(pending.state === 'sent' && open ? 'sent' : 'unsent', prettyMove(`${pending.from}-${pending.to}`)));
  else if (open && confirmed) words.push(line.says('confirmed', prettyMove(confirmed)));
  element.classList.toggle('down', status.kind === 'down' || status.kind === 'closed');
  const text = words.join(' ');
  const line_ = element.querySelector('.line-text') ?? element.appendChild(el('span', { class: 'line-text' }));
  setText(line_, text);
  const old = element.querySelector('button');
  const down = status.kind === 'down';
  if (down && !old) element.append(' ', el('button', { type: 'button', class: 'quiet', onclick: () => line.now() }, t('play-line-again')));
  else if (!down) old?.remove();
}
