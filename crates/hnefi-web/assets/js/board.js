// @ts-check
// A board without rules: it is told pieces, legal destinations and the last move, and reports from and to.

import { svg } from './dom.js';
import { BoardGrid } from './grid.js';
import { drawGround, extent } from './ground.js';
import { drawMarks, drawShapes, ghost, pieceUse } from './marks.js';
import { followPointer } from './pointer.js';
import { squareAt, squareName } from './position.js';

/** @import {BoardView, Intent, Letter, Royal, Shape} from './types.js' */

/**
 * @typedef {object} BoardOptions
 * @property {number} size
 * @property {boolean} throne whether it means anything
 * @property {boolean} corners whether they mean anything
 * @property {string} label
 * @property {(from: string, to: string, legal: boolean) => void} onIntent somebody wants to go from here to there
 * @property {(from: string, to: string) => void} [onStray] somebody pulls a piece that cannot be picked up from here to there
 * @property {(square: string | null) => void} onPick somebody points at a square, or at nothing any more
 * @property {(square: string) => boolean} [selectable] which pieces can be picked up; those with a legal move, if not given
 * @property {(square: string) => boolean} [onTap] handles a tap itself and says so by true
 * @property {(from: string, to: string, keys: {red: boolean, blue: boolean}) => void} [onDraw] somebody draws an arrow, or colours a square where both are the same
 */

export class Board {
  /** @type {BoardView} */
  view = { pieces: new Map(), last: null, legal: {} };
  /** @type {string | null} */
  selected = null;
  turned = false;
  /** The square that refused the piece that is picked up. @type {string | null} */
  #refused = null;
  /** The square over which a piece is carried. @type {string | null} */
  #over = null;
  /** Whether the page gives the board all of its width. */
  #flush = false;
  /** @type {Map<string, {letter: Letter, element: SVGElement}>} */
  #standing = new Map();
  #nextId = 1;
  /** Where an arrow begins that is being drawn. @type {string | null} */
  #drawing = null;
  /** Arrows and coloured squares, by who draws them. @type {Map<string, Shape[]>} */
  #shapes = new Map();
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
    host.classList.add('board');
    host.style.setProperty('--size', String(size));
    this.drawing = svg('svg', { 'aria-hidden': 'true', focusable: 'false' });
    this.ground = svg('g');
    this.markLayer = svg('g');
    this.pieceLayer = svg('g');
    this.shapeLayer = svg('g', { class: 'shapes' });
    this.drawing.append(this.ground, this.markLayer, this.pieceLayer, this.shapeLayer);
    this.grid = new BoardGrid(size, this.royal, options.label, {
      tap: (square) => this.tap(square),
      escape: () => { this.#drawFrom(null); this.select(null); },
      ...(options.onDraw ? { draw: (/** @type {string} */ square) => this.#drawByKey(square) } : {}),
    });
    host.replaceChildren(this.drawing, this.grid.element);
    this.#fit();
    new ResizeObserver(() => { if (this.#flush !== this.#wantsFlush()) this.#fit(); }).observe(host);
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
    if (!this.selected) this.#refused = null;
    this.#movePieces(view.pieces, step);
    this.#redraw();
    this.#drawn = true;
  }

  /** Marks and hints may change while the position stays. @param {Partial<Pick<BoardView, 'marks' | 'hint' | 'legal'>>} change */
  mark(change) {
    this.view = { ...this.view, ...change };
    this.#redraw();
  }

  /** Draws arrows and coloured squares over the pieces, in place of those that the same one drew before. @param {string} by @param {Shape[]} shapes */
  draw(by, shapes) {
    this.#shapes.set(by, shapes);
    this.#drawShapes();
  }

  /** A piece cannot go there: the square is marked, and the piece stays picked up for another try. @param {string} from @param {string} to */
  refuse(from, to) {
    this.selected = this.#selectable(from) ? from : null;
    this.#refused = to;
    this.#redraw();
  }

  /** @param {Royal} royal */
  markRoyal({ throne, corners }) {
    if (throne === this.royal.throne && corners === this.royal.corners) return;
    this.royal = { throne, corners };
    this.grid.royal = this.royal;
    this.#drawGround();
    this.#label();
  }

  /** @param {boolean} turned */
  turn(turned) {
    this.turned = turned;
    this.grid.turn(turned);
    this.#drawGround();
    for (const [square, piece] of this.#standing) this.#place(piece.element, square);
    this.#redraw();
  }

  /** @param {string | null} square */
  select(square) {
    if (square === this.selected && !this.#refused) return;
    this.selected = square;
    this.#refused = null;
    this.#redraw();
    this.options.onPick(square);
  }

  /** A tap, or Enter on a square. @param {string} square */
  tap(square) {
    if (this.options.onTap?.(square)) return;
    const from = this.selected;
    if (from && from !== square && this.#legal(from, square)) {
      this.selected = null;
      this.#refused = null;
      this.options.onIntent(from, square, true);
    } else if (this.#selectable(square)) {
      // Who was refused and taps his piece again wants to try again with it.
      this.select(from === square && !this.#refused ? null : square);
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
    /** What stays behind where it was. @type {SVGElement | undefined} */
    let behind;
    let from = '';
    const box = () => this.grid.element.getBoundingClientRect();
    const { onDraw } = this.options;
    followPointer(this.grid.element, {
      ...(onDraw ? { draw: {
        begin: (/** @type {string} */ square) => this.#drawFrom(square),
        over: (/** @type {string | null} */ square) => this.#drawTo(square),
        end: (/** @type {string | null} */ square, /** @type {{red: boolean, blue: boolean}} */ keys) => {
          const begun = this.#drawing;
          this.#drawFrom(null);
          if (begun && square) onDraw(begun, square, keys);
        },
      } } : {}),
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
      astray: (at, to) => {
        if (!this.options.onStray || !this.view.pieces.has(at)) return;
        this.select(null);
        this.options.onStray(at, to);
      },
      lift: (square) => {
        from = square;
        this.select(square);
        const piece = this.#standing.get(square);
        if (!piece) return;
        carried = piece.element;
        behind = ghost(piece.letter, this.#xy(square));
        carried.classList.add('carried');
        this.pieceLayer.append(behind, carried);
      },
      carry: (x, y, square, type) => {
        const { left, top, width, height } = box();
        // A finger hides what it carries, so the piece grows under it. It does not leave the board.
        const within = (/** @type {number} */ part) => Math.min(size, Math.max(0, part * size));
        if (carried) carried.style.transform = `translate(${within((x - left) / width)}px, ${within((y - top) / height)}px) scale(${type === 'touch' ? 1.5 : 1.1})`;
        const over = square === from ? null : square;
        if (over === this.#over) return;
        this.#over = over;
        this.#drawMarks();
      },
      drop: (square) => {
        behind?.remove();
        carried?.classList.remove('carried');
        if (carried) this.#place(carried, from);
        carried = undefined;
        this.#over = null;
        this.#drawMarks();
        if (!square || square === from) return;
        const legal = this.#legal(from, square);
        this.selected = null;
        this.#redraw();
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
    element.append(pieceUse(letter));
    if (this.#drawn) {
      element.classList.add('fresh');
      setTimeout(() => element.classList.remove('fresh'), 600);
    }
    this.pieceLayer.append(element);
    return { letter, element };
  }

  #wantsFlush() {
    return getComputedStyle(this.host).getPropertyValue('--flush').trim() === '1';
  }

  /** Draws the board as the page's style has room for it: with the names of files and ranks beside it, or inside. */
  #fit() {
    this.#flush = this.#wantsFlush();
    this.host.classList.toggle('flush', this.#flush);
    this.drawing.setAttribute('viewBox', extent(this.options.size, this.#flush));
    this.#drawGround();
  }

  #drawGround() {
    this.ground.replaceChildren(...drawGround(this.options.size, this.royal, this.turned, this.#flush));
  }

  /** @param {string | null} square */
  #drawFrom(square) {
    this.#drawing = square;
    this.#drawTo(square);
  }

  /** @param {string | null} square over which an arrow would end now */
  #drawTo(square) {
    const from = this.#drawing;
    this.draw('drawing', from && square ? [{ from, ...(square === from ? {} : { to: square }), kind: 'drawing' }] : []);
  }

  /** The first square, then the second; the same twice colours it. @param {string} square */
  #drawByKey(square) {
    const from = this.#drawing;
    this.#drawFrom(from ? null : square);
    if (from) this.options.onDraw?.(from, square, { red: false, blue: false });
  }

  #drawShapes() {
    this.shapeLayer.replaceChildren(...drawShapes([...this.#shapes.values()].flat(), (square) => this.#xy(square)));
  }

  #redraw() {
    this.#drawMarks();
    this.#drawShapes();
    this.#label();
  }

  #drawMarks() {
    const hand = { selected: this.selected, over: this.#over, refused: this.#refused };
    this.markLayer.replaceChildren(...drawMarks(this.view, hand, (square) => this.#xy(square)));
  }

  #label() {
    this.grid.label(this.view, this.selected, this.#refused);
  }
}
