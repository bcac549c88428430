// @ts-check
// The list of moves, to step back through.

import { byId, el } from './dom.js';
import { prettyMove } from './position.js';
import { t } from './words.js';

/** @import {GameStore} from './store.js' */
/** @import {Ply} from './types.js' */

export class MoveListPanel {
  /**
   * @param {GameStore} store
   * @param {(ply: number) => void} show shows the position after so many plies
   */
  constructor(store, show) {
    this.store = store;
    this.show = show;
    this.list = byId('move-list');
    this.tables = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('a.ask-table'));
    this.steps = {
      first: byId('step-first'),
      back: byId('step-back'),
      forward: byId('step-forward'),
      last: byId('step-last'),
    };
    this.steps.first.addEventListener('click', () => show(0));
    this.steps.back.addEventListener('click', () => show(store.shown - 1));
    this.steps.forward.addEventListener('click', () => show(store.shown + 1));
    this.steps.last.addEventListener('click', () => show(store.plies.length));
    byId('back-to-game').addEventListener('click', () => show(store.plies.length));
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  render() {
    const { plies, shown, live } = this.store;
    byId('moves-empty').hidden = plies.length > 0;
    byId('earlier').hidden = live;
    const turnFirst = this.store.state.start.turn;
    /** @type {HTMLElement[]} */
    const rows = [];
    // A line holds what the first side moved and the answer to it.
    for (let number = 0; number < plies.length; number += 2) {
      const cells = [number, number + 1].map((index) => this.#ply(index, shown));
      rows.push(el('li', {}, ...cells));
    }
    this.list.replaceChildren(...rows);
    this.list.classList.toggle('defenders-first', turnFirst === 'defenders');
    const current = this.list.querySelector('[aria-current]');
    if (current instanceof HTMLElement) this.#reveal(current);
    for (const [name, button] of Object.entries(this.steps)) {
      const off = name === 'first' || name === 'back' ? shown === 0 : live;
      button.toggleAttribute('disabled', off);
    }
    this.#askTable();
  }

  /** Leads to what the rules say of the position that is shown, or of the move that ended the game. */
  #askTable() {
    const { state, plies, shown } = this.store;
    const ply = plies[shown - 1];
    const before = plies[shown - 2] ?? state.start;
    const ended = state.outcome && ply && shown === plies.length;
    const at = ended ? before : ply ?? state.start;
    const query = new URLSearchParams({ position: at.position, turn: at.turn });
    if (ply) query.set(ended ? 'move' : 'last', ply.move);
    if (ply && ply.times > 1) query.set('times', String(ply.times));
    for (const link of this.tables) link.href = `${state.rules.table}&${query.toString().replaceAll('%2F', '/')}`;
  }

  /** @param {number} index @param {number} shown */
  #ply(index, shown) {
    const ply = this.store.plies[index];
    if (!ply) return null;
    return el('button', {
      type: 'button',
      title: ply.says,
      'aria-label': `${notation(ply)}. ${t('play-move-shown', { number: String(index + 1), says: ply.says })}`,
      'aria-current': index + 1 === shown ? 'true' : undefined,
      onclick: () => this.show(index + 1),
    }, notation(ply));
  }

  /** Scrolls the list, never the page. @param {HTMLElement} button */
  #reveal(button) {
    const { list } = this;
    const [frame, at] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (at.top < frame.top || at.bottom > frame.bottom) list.scrollTop += at.top - frame.top - list.clientHeight / 2;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea')) return;
    const { shown } = this.store;
    if (event.key === 'ArrowLeft' || event.key === ',') this.show(shown - 1);
    else if (event.key === 'ArrowRight' || event.key === '.') this.show(shown + 1);
    else return;
    event.preventDefault();
  }
}

/** @param {Ply} ply */
export function notation(ply) {
  const taken = ply.captures.map((capture) => capture.square).join(' ');
  return prettyMove(ply.move) + (taken ? ` ×${taken}` : '');
}
