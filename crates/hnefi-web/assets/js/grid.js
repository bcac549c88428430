// @ts-check
// A grid of buttons over the drawing: the board for the keyboard and for screen readers.

import { el, setText } from './dom.js';
import { squareAt, squareName } from './position.js';
import { t, tn } from './words.js';

/** @import {BoardView, Royal} from './types.js' */

const PIECE_WORDS = /** @type {const} */ ({ t: 'board-attacker', T: 'board-defender', K: 'board-king' });

export class BoardGrid {
  /**
   * @param {number} size
   * @param {Royal} royal which squares mean anything
   * @param {string} label
   * @param {{tap: (square: string) => void, escape: () => void, draw?: (square: string) => void}} on
   */
  constructor(size, royal, label, on) {
    this.size = size;
    this.royal = royal;
    this.on = on;
    this.turned = false;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.element = el('div', { class: 'board-grid', role: 'grid', 'aria-label': label });
    this.current = squareName((size - 1) / 2, (size - 1) / 2);
    this.#build();
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => {
      // Clicks of a pointer were handled as taps; those of keys and of assistive software carry no count.
      const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
      if (event.detail === 0 && square) this.on.tap(square);
    });
    this.element.addEventListener('focusin', (event) => {
      const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
      if (square) this.#rove(square);
    });
  }

  /** @param {boolean} turned */
  turn(turned) {
    this.turned = turned;
    const hadFocus = this.element.contains(document.activeElement);
    this.#build();
    if (hadFocus) this.buttons.get(this.current)?.focus();
  }

  /**
   * @param {BoardView} view
   * @param {string | null} selected
   * @param {string | null} refused the square that refused what is selected
   */
  label(view, selected, refused = null) {
    const destinations = new Set(selected ? view.legal[selected] ?? [] : []);
    for (const [square, button] of this.buttons) {
      const piece = view.pieces.get(square);
      const moves = view.legal[square]?.length ?? 0;
      /** @type {string[]} */
      const parts = [square];
      if (piece) parts.push(t(PIECE_WORDS[piece]));
      else parts.push(t(this.#royal(square)));
      if (moves) parts.push(tn('board-moves', moves));
      if (square === selected) parts.push(t('board-selected'));
      if (destinations.has(square)) parts.push(t('board-destination'));
      const times = view.repeats?.[`${selected}-${square}`];
      if (times) parts.push(t('board-repeats', { times }));
      if (square === refused) parts.push(t('board-refuses'));
      if (view.ghosts?.some((ghost) => ghost.square === square)) parts.push(t('board-fallen'));
      if (view.last && (square === view.last.from || square === view.last.to)) parts.push(t('board-last'));
      setText(button, parts.join(', '));
      button.classList.toggle('selected', square === selected);
      button.classList.toggle('movable', moves > 0);
      button.classList.toggle('destination', destinations.has(square));
    }
  }

  /** @param {string} square */
  #royal(square) {
    const { file, rank } = squareAt(square);
    const last = this.size - 1;
    if (file * 2 === last && rank * 2 === last) return this.royal.throne ? 'board-throne' : 'board-empty';
    const corner = (file === 0 || file === last) && (rank === 0 || rank === last);
    return corner && this.royal.corners ? 'board-corner' : 'board-empty';
  }

  #build() {
    this.buttons.clear();
    const order = [...Array(this.size).keys()];
    const ranks = this.turned ? order : [...order].reverse();
    const files = this.turned ? [...order].reverse() : order;
    this.element.replaceChildren(...ranks.map((rank) => el('div', { role: 'row' }, ...files.map((file) => {
      const square = squareName(file, rank);
      const button = el('button', { type: 'button', 'data-square': square, tabindex: square === this.current ? '0' : '-1' }, square);
      this.buttons.set(square, button);
      return el('div', { role: 'gridcell' }, button);
    }))));
  }

  /** Gives the focus to the square where it was last. */
  focus() {
    this.buttons.get(this.current)?.focus({ preventScroll: true });
  }

  /** @param {string} square */
  #rove(square) {
    this.buttons.get(this.current)?.setAttribute('tabindex', '-1');
    this.current = square;
    this.buttons.get(square)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      this.on.escape();
      return;
    }
    if (event.key === 'm' && this.on.draw && !event.ctrlKey) {
      event.preventDefault();
      this.on.draw(this.current);
      return;
    }
    const { file, rank } = squareAt(this.current);
    const sign = this.turned ? -1 : 1;
    const last = this.size - 1;
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [file, rank + sign],
      ArrowDown: [file, rank - sign],
      ArrowRight: [file + sign, rank],
      ArrowLeft: [file - sign, rank],
      Home: [this.turned ? last : 0, rank],
      End: [this.turned ? 0 : last, rank],
      PageUp: [file, this.turned ? 0 : last],
      PageDown: [file, this.turned ? last : 0],
    };
    const to = steps[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    const [toFile, toRank] = to;
    if (toFile >= 0 && toFile <= last && toRank >= 0 && toRank <= last) {
      this.buttons.get(squareName(toFile, toRank))?.focus();
    }
  }
}
