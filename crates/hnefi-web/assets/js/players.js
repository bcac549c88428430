// @ts-check
// Who plays, whose turn it is in words, and how the line to the server is.

import { byId, el, setText, svg } from './dom.js';
import { prettyMove } from './position.js';
import { t, tn } from './words.js';

/** @import {LineStatus} from './line.js' */
/** @import {GameStore} from './store.js' */
/** @import {Letter, Side, StateMessage} from './types.js' */

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
 * @param {LineStatus} line
 * @param {GameStore} store
 * @param {string | null} confirmed the last move of ours that was confirmed
 * @param {() => void} again
 */
export function renderLine(line, store, confirmed, again) {
  const element = byId('line');
  const { pending } = store;
  /** @type {string[]} */
  const words = [];
  let button = false;
  if (line.kind === 'joining') words.push(t('play-line-joining'));
  else if (line.kind === 'down') { words.push(t('play-line-down')); button = true; }
  else if (line.kind === 'closed') words.push(line.reason ? t('play-line-closed-reason', { reason: line.reason }) : t('play-line-closed'));
  if (pending) words.push(t(pending.state === 'sent' && line.kind === 'open' ? 'play-move-sent' : 'play-move-unsent', { move: prettyMove(`${pending.from}-${pending.to}`) }));
  else if (line.kind === 'open') words.push(confirmed ? t('play-move-confirmed', { move: prettyMove(confirmed) }) : t('play-line-open'));
  element.classList.toggle('down', line.kind === 'down' || line.kind === 'closed');
  const text = words.join(' ');
  const line_ = element.querySelector('.line-text') ?? element.appendChild(el('span', { class: 'line-text' }));
  setText(line_, text);
  const old = element.querySelector('button');
  if (button && !old) element.append(' ', el('button', { type: 'button', class: 'quiet', onclick: again }, t('play-line-again')));
  else if (!button) old?.remove();
}

/** A small picture of a piece. @param {'attacker' | 'defender' | 'king'} piece */
export function pieceIcon(piece) {
  const icon = svg('svg', { class: 'piece-icon', viewBox: '-.5 -.5 1 1', 'aria-hidden': 'true' });
  icon.append(svg('use', { href: `#${piece}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
  return icon;
}
