// @ts-check
// Begins a game that this browser keeps.

import { newId } from './dom.js';
import { KeptError, begin } from './kept.js';
import { deskInPage } from './referee.js';

/** @import {Side} from './types.js' */

/**
 * Begins a game that this browser keeps, and gives its id. `rules` is an id, the code of house rules or a rule file; `position`, as rows,
 * and `turn` are the rule set's own where they are empty; `games` is how long the match is, if that is settled.
 * @param {{rules: string, mode: 'computer' | 'screen', side?: Side, level?: number, games?: number | undefined, position?: string, turn?: string}} choice
 * @returns {Promise<string>}
 * @throws {KeptError} when it cannot be kept
 * @throws {import('./desk.js').DeskError} when such a game cannot be played
 */
export async function beginHere({ rules, mode, side, level, games, position = '', turn = '' }) {
  const desk = await deskInPage();
  if (!desk) throw new KeptError('no-referee');
  const at = { rules, position, turn };
  const kept = await desk.ask({ ask: 'begin', game: newId(), at_ms: Date.now(), at, mode, side, level, games });
  await begin(kept);
  return kept.id;
}
