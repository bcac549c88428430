// @ts-check
// The list of moves, to step back through.

import { tookText } from './clocks.js';
import { byId, el, parsed } from './dom.js';
import { t } from './words.js';

/** @import {GameStore} from './store.js' */
/** @import {Ply} from './types.js' */

export class MoveListPanel {
  /** The buttons of the plies that are listed. @type {HTMLElement[]} */
  #cells = [];

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
    const leads = (/** @type {HTMLElement} */ button, /** @type {() => number} */ to) => button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') show(to());
    });
    leads(this.steps.first, () => 0);
    leads(this.steps.back, () => store.shown - 1);
    leads(this.steps.forward, () => store.shown + 1);
    leads(this.steps.last, () => store.plies.length);
    this.list.addEventListener('click', ({ target }) => {
      const cell = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-ply]')) : null;
      if (cell) show(Number(cell.dataset.ply));
    });
    byId('back-to-game').addEventListener('click', () => show(store.plies.length));
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  render() {
    const { plies, shown, live, took } = this.store;
    byId('moves-empty').hidden = plies.length > 0;
    byId('earlier').hidden = live;
    const cells = plies.map((ply) => drawn(ply).cell);
    cells.forEach((cell, index) => {
      if (index + 1 === shown) cell.setAttribute('aria-current', 'true');
      else cell.removeAttribute('aria-current');
      const ms = took[index];
      if (ms !== undefined && cell.dataset.took === undefined) {
        cell.dataset.took = tookText(ms);
        cell.setAttribute('aria-label', `${cell.getAttribute('aria-label')}, ${t('clock-took', { time: tookText(ms) })}`);
      }
    });
    if (cells.length !== this.#cells.length || cells.some((cell, index) => cell !== this.#cells[index])) {
      this.#cells = cells;
      // A line holds what the first side moved and the answer to it.
      this.list.replaceChildren(...cells.flatMap((_, index) => (index % 2 ? [] : [el('li', {}, cells[index], cells[index + 1])])));
    }
    this.list.classList.toggle('defenders-first', this.store.state.start.turn === 'defenders');
    const current = this.list.querySelector('[aria-current]');
    if (current instanceof HTMLElement) this.#reveal(current);
    for (const [name, button] of Object.entries(this.steps)) {
      const off = name === 'first' || name === 'back' ? shown === 0 : live;
      // A button that is switched off in the hand of its user would lose the focus.
      button.setAttribute('aria-disabled', String(off));
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
    // A running game against a person leads to no analysis, here or at the table.
    const { attackers, defenders } = state.players;
    if (!state.outcome && attackers.kind !== 'computer' && defenders.kind !== 'computer' && state.you.length < 2) query.set('playing', 'yes');
    for (const link of this.tables) link.href = `${state.rules.table}&${query.toString().replaceAll('%2F', '/')}`;
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

/** What templates wrote of plies. @type {WeakMap<Ply, {cell: HTMLElement, captured: HTMLElement | undefined}>} */
const written = new WeakMap();

/** A ply as a template wrote it: its place in the list of moves, and what it captured. @param {Ply} ply */
export function drawn(ply) {
  const known = written.get(ply);
  if (known) return known;
  const [cell = el('button'), captured] = parsed(ply.html);
  const now = { cell, captured };
  written.set(ply, now);
  return now;
}
