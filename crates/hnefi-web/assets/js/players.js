// @ts-check
// Who plays, whose turn it is in words, and how the line to the server is.

import { byId, el, setText, svg } from './dom.js';
import { prettyMove } from './position.js';
import { t, tn } from './words.js';

/** @import {GameStore} from './store.js' */
/** @import {GameLine, Letter, LineStatus, Side, StateMessage} from './types.js' */

/** @param {GameStore} store */
export function renderPlayers(store) {
  const { state } = store;
  const letters = [...store.position(store.shown).values()];
  for (const side of /** @type {const} */ (['attackers', 'defenders'])) {
    const row = byId(`player-${side}`);
    setText(/** @type {Element} */ (row.querySelector('.player-name')), playerName(state, side));
    const left = letters.filter((/** @type {Letter} */ letter) => letter === (side === 'attackers' ? 't' : 'T')).length;
    const king = side === 'defenders' && letters.includes('K');
    setText(/** @type {Element} */ (row.querySelector('.player-left')), !king ? tn('play-left', left) : left ? t('play-left-king', { count: left }) : t('play-left-king-alone'));
    row.classList.toggle('to-move', !state.outcome && state.turn === side);
  }
}

/** @param {StateMessage} state @param {Side} side */
function playerName(state, side) {
  const player = state.players[side];
  const name = player.kind === 'person' && player.name ? isolated(player.name) : null;
  if (state.you.length === 2) return t('play-player-here');
  if (state.you.includes(side)) return name ? t('play-player-named-you', { name }) : t('play-player-you');
  if (player.kind === 'computer') return t('play-player-computer', { level: player.level ?? '', name: player.name ?? '' });
  if (player.kind === 'open') return t('play-player-open');
  if (name) return t(player.online ? 'play-player-named-online' : 'play-player-named-away', { name });
  return t(player.online ? 'play-player-online' : 'play-player-away');
}

/** A name in a sentence: whichever way its letters run, those around it keep theirs. @param {string} name */
export const isolated = (name) => `\u2068${name}\u2069`;

/** @param {GameStore} store */
export function renderStatus(store) {
  const { state } = store;
  const { outcome, you, turn } = state;
  let text = outcome ? outcome.says : state.status;
  if (!outcome && state.thinking) text = t('play-thinking', { status: state.status });
  else if (!outcome && you.length === 1) text = t(you[0] === turn ? 'play-your-move' : 'play-their-move', { status: state.status });
  setText(byId('status'), text);
  byId('game').classList.toggle('over', Boolean(outcome));
  setText(byId('match'), state.match && (state.match.game > 1 || state.match.of || outcome) ? state.match.says : '');
  renderNotices(state.notices);
}

/** What else people should know of the game. @param {string[]} notices */
function renderNotices(notices) {
  const element = byId('notices');
  const shown = [...element.children].map((line) => line.textContent);
  if (shown.join('\n') !== notices.join('\n')) element.replaceChildren(...notices.map((line) => el('p', {}, line)));
}

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
  const words = open && (pending || confirmed) ? [] : [status.says];
  if (pending) words.push(line.says(pending.state === 'sent' && open ? 'sent' : 'unsent', prettyMove(`${pending.from}-${pending.to}`)));
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

/** A small picture of a piece. @param {'attacker' | 'defender' | 'king'} piece */
export function pieceIcon(piece) {
  const icon = svg('svg', { class: 'piece-icon', viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true' });
  icon.append(svg('use', { href: `#${piece}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
  return icon;
}
