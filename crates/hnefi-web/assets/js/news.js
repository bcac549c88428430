// @ts-check
// What happens while nobody looks at the page: a mark in its title until somebody does, and a sound for a friend who comes.

import { isolated } from './players.js';
import { play } from './sound.js';
import { isMarked, mark } from './title.js';
import { t } from './words.js';

/** @import {StateMessage} from './types.js' */

/**
 * Tells what a new state brings for who plays one side.
 * @param {StateMessage} before
 * @param {StateMessage} state
 * @param {boolean} moved whether moves came
 */
export function tellNews(before, state, moved) {
  const [side] = state.you;
  if (!side || state.you.length !== 1) return;
  const friend = side === 'attackers' ? 'defenders' : 'attackers';
  const [was, is] = [before.players[friend], state.players[friend]];
  const joined = was.kind === 'open' && is.kind === 'person';
  if (joined) play('come');
  if (!document.hidden) return;
  const name = is.kind === 'person' && is.name ? isolated(is.name) : t('play-somebody');
  if (state.outcome && !before.outcome) mark(state.outcome.says);
  else if (state.offer?.by === friend && !before.offer) mark(t('play-title-offer', { name }));
  else if (moved && state.turn === side && !state.outcome) mark(t('play-title-move'));
  else if (joined || (is.online && !was.online && !isMarked())) mark(t('play-title-came', { name }));
}
