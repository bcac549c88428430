// @ts-check
// What the page knows of its game: the server's latest state with all plies, and a move on its way.

import { readMove, readRows } from './position.js';

/** @import {Intent, Letter, Ply, StateMessage} from './types.js' */

/** @typedef {{id: string, ply: number, from: string, to: string, state: 'asked' | 'unsent' | 'sent'}} Pending */

export class GameStore {
  /** @param {StateMessage} first */
  constructor(first) {
    /** @type {StateMessage} */
    this.state = first;
    /** @type {Ply[]} */
    this.plies = [...first.plies];
    /** What each of them took, in milliseconds, in a game with clocks. @type {number[]} */
    this.took = [...(first.clock?.took ?? [])];
    /** @type {Pending | null} */
    this.pending = null;
    /** The number of plies shown, or null for the game as it stands. @type {number | null} */
    this.at = null;
  }

  /**
   * Takes a state over. Says how: nothing new, a gap that must be asked for, or what came.
   * @param {StateMessage} state
   * @returns {'gap' | 'old' | {before: number, after: number, confirmed: Pending | null, lost: Pending | null}}
   */
  apply(state) {
    if (state.since > this.plies.length) return 'gap';
    if (state.game === this.state.game && state.version < this.state.version) return 'old';
    const before = this.plies.length;
    const kept = this.plies.slice(0, state.since);
    this.plies = [...kept, ...state.plies];
    this.took = [...this.took.slice(0, state.since), ...(state.clock?.took ?? [])];
    this.state = state;
    if (this.at !== null && this.at >= this.plies.length) this.at = null;
    const { pending } = this;
    let confirmed = null;
    let lost = null;
    if (pending && this.plies.length > pending.ply) {
      const played = this.plies[pending.ply];
      if (played?.move === `${pending.from}-${pending.to}`) confirmed = pending;
      else lost = pending;
    } else if (pending && (this.plies.length < pending.ply || state.outcome)) lost = pending;
    if (confirmed || lost) this.pending = null;
    return { before, after: this.plies.length, confirmed, lost };
  }

  /** The number of plies before the position that is shown. */
  get shown() {
    return this.at ?? this.plies.length;
  }

  /** Whether nobody sits at the board all the time: one moves, and goes. */
  get isSlow() {
    const { clock, players, you } = this.state;
    const people = players.attackers.kind === 'person' && players.defenders.kind === 'person' && you.length === 1;
    return people && (!clock || this.isDays);
  }

  /** Whether each move has days. */
  get isDays() {
    return Boolean(this.state.clock?.control.endsWith('d'));
  }

  /** Whether the page shows the game as it stands, not an earlier position. */
  get live() {
    return this.at === null;
  }

  /** @param {number} ply the number of plies before it @returns {Map<string, Letter>} */
  position(ply) {
    return readRows(ply === 0 ? this.state.start.position : this.plies[ply - 1]?.position ?? this.state.start.position);
  }

  /** @param {number} ply @returns {Intent | null} the move that led there */
  moveBefore(ply) {
    return ply === 0 ? null : readMove(this.plies[ply - 1]?.move ?? '');
  }

  /** The position to show, with the move on its way carried out as far as the page can know. */
  pieces() {
    const pieces = this.position(this.shown);
    const { pending } = this;
    const mover = pending && pieces.get(pending.from);
    if (this.live && pending && mover) {
      pieces.delete(pending.from);
      pieces.set(pending.to, mover);
    }
    return pieces;
  }
}
