// @ts-check
// After one's move in a game without haste: on to the next game that waits for one.

import { byId, remember, remembered } from './dom.js';
import { askTurns, seated } from './turns.js';
import { t, tn } from './words.js';

/** @import {GameStore} from './store.js' */

export class NextTurn {
  /** @param {GameStore} store */
  constructor(store) {
    this.store = store;
    this.element = byId('next-turn');
    this.box = /** @type {HTMLInputElement} */ (byId('go-next'));
    this.box.checked = remembered('go-next') === 'on';
    this.box.addEventListener('change', () => remember('go-next', this.box.checked ? 'on' : 'off'));
    this.link = /** @type {HTMLAnchorElement} */ (byId('next-turn-go'));
  }

  /** Whether it is the other side's turn in such a game. */
  get #waits() {
    const { state } = this.store;
    return this.store.isSlow && (Boolean(state.outcome) || state.turn !== state.you[0]);
  }

  render() {
    if (!this.#waits) this.element.hidden = true;
  }

  /** Asks for the next game. @param {boolean} moved whether a move was just played here */
  async look(moved) {
    if (!this.store.state.you.length || byId('game').dataset.socket === '') return;
    seated();
    const turns = await askTurns(this.store.state.game);
    const next = this.#waits ? turns?.next : null;
    this.element.hidden = !next;
    if (!next || !turns) return;
    this.link.href = `/game/${next}`;
    this.link.textContent = turns.others === 1 ? t('days-next-one') : tn('days-next', turns.others);
    if (moved && this.box.checked) location.assign(this.link.href);
  }
}
