// @ts-check
// A board without rules: it is told pieces, legal destinations and the last move, and reports from and to.

import { svg } from './dom.js';
import { BoardGrid } from './grid.js';
import { followPointer } from './pointer.js';
import { squareAt, squareName } from './position.js';

/** @import {BoardView, Intent, Letter, Royal} from './types.js' */

const SYMBOL = /** @type {const} */ ({ t: 'attacker', T: 'defender', K: 'king' });
const MARGIN = 0.62;
const RIM = 0.06;

/**
 * @typedef {object} BoardOptions
 * @property {number} size
 * @property {boolean} throne whether it means anything
 * @property {boolean} corners whether they mean anything
 * @property {string} label
 * @property {(from: string, to: string, legal: boolean) => void} onIntent somebody wants to go from here to there
 * @property {(square: string | null) => void} onPick somebody points at a square, or at nothing any more
 * @property {(square: string) => boolean} [selectable] which pieces can be picked up; those with a legal move, if not given
 * @property {(square: string) => boolean} [onTap] handles a tap itself and says so by true
 */

export class Board {
  /** @type {BoardView} */
  view = { pieces: new Map(), last: null, legal: {} };
  /** @type {string | null} */
  selected = null;
  turned = false;
  /** @type {Map<string, {letter: Letter, element: SVGElement}>} */
  #standing = new Map();
  #nextId = 1;
  /** Pieces that come later fade in; those of the first drawing stand there at once. */
  #drawn = false;

  /**
   * @param {HTMLElement} host
   * @param {BoardOptions} options
   */
  constructor(host, options) {
    this.options = options;
    /** @type {Royal} */
    this.royal = { throne: options.throne, corners: options.corners };
    this.host = host;
    const { size } = options;
    const extent = size + MARGIN + RIM;
    host.classList.add('board');
    host.style.setProperty('--size', String(size));
    this.drawing = svg('svg', { viewBox: `${-MARGIN} ${-RIM} ${extent} ${extent}`, 'aria-hidden': 'true', focusable: 'false' });
    this.ground = svg('g');
    this.markLayer = svg('g');
    this.pieceLayer = svg('g');
    this.drawing.append(this.ground, this.markLayer, this.pieceLayer);
    this.grid = new BoardGrid(size, this.royal, options.label, { tap: (square) => this.tap(square), escape: () => this.select(null) });
    host.replaceChildren(this.drawing, this.grid.element);
    this.#drawGround();
    this.#listen();
  }

  /**
   * Shows a position. `step` is the move that leads to it from what is shown, so that its piece is seen to go.
   * @param {BoardView} view
   * @param {Intent | null} [step]
   */
  show(view, step = null) {
    // What is picked up stays picked up while nothing about it changed, whatever else came.
    const picked = this.selected;
    const same = picked !== null && !step && view.pieces.get(picked) === this.view.pieces.get(picked);
    this.view = view;
    if (!same || !this.#selectable(picked)) this.selected = null;
    this.#movePieces(view.pieces, step);
    this.#drawMarks();
    this.grid.label(view, this.selected);
    this.#drawn = true;
  }

  /** Marks and hints may change while the position stays. @param {Partial<Pick<BoardView, 'marks' | 'hint' | 'legal'>>} change */
  mark(change) {
    this.view = { ...this.view, ...change };
    this.#drawMarks();
    this.grid.label(this.view, this.selected);
  }

  /** @param {Royal} royal */
  markRoyal({ throne, corners }) {
    if (throne === this.royal.throne && corners === this.royal.corners) return;
    this.royal = { throne, corners };
    this.grid.royal = this.royal;
    this.#drawGround();
    this.grid.label(this.view, this.selected);
  }

  /** @param {boolean} turned */
  turn(turned) {
    this.turned = turned;
    this.grid.turn(turned);
    this.#drawGround();
    for (const [square, piece] of this.#standing) this.#place(piece.element, square);
    this.#drawMarks();
    this.grid.label(this.view, this.selected);
  }

  /** @param {string | null} square */
  select(square) {
    if (square === this.selected) return;
    this.selected = square;
    this.#drawMarks();
    this.grid.label(this.view, square);
    this.options.onPick(square);
  }

  /** A tap, or Enter on a square. @param {string} square */
  tap(square) {
    if (this.options.onTap?.(square)) return;
    const from = this.selected;
    if (from && from !== square && this.#legal(from, square)) {
      this.selected = null;
      this.options.onIntent(from, square, true);
    } else if (this.#selectable(square)) {
      this.select(from === square ? null : square);
    } else if (from && !this.view.pieces.has(square)) {
      this.select(null);
      this.options.onIntent(from, square, false);
    } else {
      this.select(null);
      this.options.onPick(this.view.pieces.has(square) ? square : null);
    }
  }

  /** @param {string} from @param {string} to */
  #legal(from, to) {
    return this.view.legal[from]?.includes(to) ?? false;
  }

  /** @param {string} square */
  #selectable(square) {
    return this.options.selectable ? this.options.selectable(square) : Boolean(this.view.legal[square]?.length);
  }

  /** The middle of a square in the drawing. @param {string} square */
  #xy(square) {
    const { file, rank } = squareAt(square);
    const last = this.options.size - 1;
    return this.turned ? { x: last - file + 0.5, y: rank + 0.5 } : { x: file + 0.5, y: last - rank + 0.5 };
  }

  #listen() {
    const { size } = this.options;
    /** @type {SVGElement | undefined} */
    let carried;
    let from = '';
    const box = () => this.grid.element.getBoundingClientRect();
    followPointer(this.grid.element, {
      squareAt: (x, y) => {
        const { left, top, width, height } = box();
        const column = Math.floor(((x - left) / width) * size);
        const row = Math.floor(((y - top) / height) * size);
        if (column < 0 || row < 0 || column >= size || row >= size) return null;
        return this.turned ? squareName(size - 1 - column, row) : squareName(column, size - 1 - row);
      },
      // A finger may drag what it has picked by a tap before; any other stroke of a finger scrolls the page.
      canDrag: (square, type) => this.#selectable(square) && (type !== 'touch' || this.selected === square),
      tap: (square) => this.tap(square),
      lift: (square) => {
        from = square;
        carried = this.#standing.get(square)?.element;
        this.select(square);
        carried?.classList.add('carried');
        if (carried) this.pieceLayer.append(carried);
      },
      carry: (x, y) => {
        const { left, top, width, height } = box();
        if (carried) carried.style.transform = `translate(${((x - left) / width) * size}px, ${((y - top) / height) * size}px)`;
      },
      drop: (square) => {
        carried?.classList.remove('carried');
        if (carried) this.#place(carried, from);
        carried = undefined;
        if (!square || square === from) return;
        const legal = this.#legal(from, square);
        this.selected = null;
        this.#drawMarks();
        this.grid.label(this.view, null);
        this.options.onIntent(from, square, legal);
      },
    });
  }

  /** @param {SVGElement} element @param {string} square */
  #place(element, square) {
    const { x, y } = this.#xy(square);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** @param {Map<string, Letter>} wanted @param {Intent | null} step */
  #movePieces(wanted, step) {
    const standing = this.#standing;
    if (step) {
      const mover = standing.get(step.from);
      if (mover && !wanted.has(step.from) && wanted.get(step.to) === mover.letter && !standing.has(step.to)) {
        standing.delete(step.from);
        standing.set(step.to, mover);
        // It stays where it is in the drawing: an element put in anew would not glide.
        this.#place(mover.element, step.to);
      }
    }
    /** @type {{letter: Letter, element: SVGElement}[]} */
    const spare = [];
    for (const [square, piece] of [...standing]) {
      if (wanted.get(square) === piece.letter) continue;
      standing.delete(square);
      spare.push(piece);
    }
    for (const [square, letter] of wanted) {
      if (standing.has(square)) continue;
      // Without a step the positions are far apart: a piece of the same kind goes there if one is free.
      const index = step ? -1 : spare.findIndex((piece) => piece.letter === letter);
      const piece = index >= 0 ? /** @type {{letter: Letter, element: SVGElement}} */ (spare.splice(index, 1)[0]) : this.#make(letter);
      standing.set(square, piece);
      this.#place(piece.element, square);
    }
    for (const { element } of spare) {
      element.classList.add('gone');
      setTimeout(() => element.remove(), 600);
    }
  }

  /** @param {Letter} letter */
  #make(letter) {
    const element = svg('g', { class: 'piece', id: `piece-${this.#nextId++}` });
    element.append(svg('use', { href: `#${SYMBOL[letter]}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
    if (this.#drawn) {
      element.classList.add('fresh');
      setTimeout(() => element.classList.remove('fresh'), 600);
    }
    this.pieceLayer.append(element);
    return { letter, element };
  }

  #drawGround() {
    const { size } = this.options;
    const last = size - 1;
    const { throne, corners } = this.royal;
    const squares = [...(throne ? [[last / 2, last / 2]] : []), ...(corners ? [[0, 0], [0, last], [last, 0], [last, last]] : [])];
    let lines = '';
    for (let i = 1; i < size; i++) lines += `M${i} 0v${size}M0 ${i}h${size}`;
    const names = [...Array(size).keys()].flatMap((i) => {
      const at = (this.turned ? last - i : i) + 0.5;
      const file = svg('text', { class: 'coordinate', x: at, y: size + 0.44 });
      file.textContent = String.fromCharCode(97 + i);
      const rank = svg('text', { class: 'coordinate', x: -0.33, y: size - at + 0.13 });
      rank.textContent = String(i + 1);
      return [file, rank];
    });
    this.ground.replaceChildren(
      svg('rect', { class: 'wood', width: size, height: size }),
      ...squares.flatMap(([x = 0, y = 0]) => [
        svg('rect', { class: 'royal', x, y, width: 1, height: 1 }),
        svg('path', { class: 'royal-cross', d: `M${x + 0.16} ${y + 0.16}h.68v.68h-.68zl.68.68m0-.68l-.68.68` }),
      ]),
      svg('path', { class: 'lines', d: lines }),
      svg('rect', { class: 'rim', width: size, height: size }),
      ...names,
    );
  }

  #drawMarks() {
    const { last, legal, repeats = {}, marks = [], hint } = this.view;
    /** @type {SVGElement[]} */
    const drawn = [];
    /** @param {string} square @param {string} kind */
    const fill = (square, kind) => {
      const { x, y } = this.#xy(square);
      drawn.push(svg('rect', { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
    };
    if (last) [last.from, last.to].forEach((square) => fill(square, 'last'));
    if (hint) [hint.from, hint.to].forEach((square) => fill(square, 'hint'));
    for (const { square, mark } of marks) fill(square, `mark-${mark}`);
    if (this.selected) {
      fill(this.selected, 'chosen');
      for (const square of legal[this.selected] ?? []) {
        const { x, y } = this.#xy(square);
        drawn.push(svg('circle', { class: 'dot', cx: x, cy: y, r: 0.14 }));
        if (repeats[`${this.selected}-${square}`]) drawn.push(svg('circle', { class: 'repeats', cx: x, cy: y, r: 0.27 }));
      }
    }
    this.markLayer.replaceChildren(...drawn);
  }
}
