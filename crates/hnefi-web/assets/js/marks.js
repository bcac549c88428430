// @ts-check
// What is marked on a board: the last move, a hint, where the piece in hand may go, what the referee points at.

import { svg } from './dom.js';

/** @import {BoardView, Intent, Letter, Shape} from './types.js' */

/** @typedef {{x: number, y: number}} Point */

/**
 * What the hand does on a board.
 * @typedef {object} Hand
 * @property {string | null} selected the piece that is picked up
 * @property {string | null} over the square over which it is carried
 * @property {string | null} refused the square that refused it
 */

/** The symbols of the pieces. */
export const SYMBOL = /** @type {const} */ ({ t: 'attacker', T: 'defender', K: 'king' });

/** @param {Letter} letter */
export const pieceUse = (letter) => svg('use', { href: `#${SYMBOL[letter]}`, x: -0.5, y: -0.5, width: 1, height: 1 });

/**
 * @param {BoardView} view
 * @param {Hand} hand
 * @param {(square: string) => Point} middle the middle of a square in the drawing
 */
export function drawMarks(view, { selected, over, refused }, middle) {
  const { last, legal, repeats = {}, marks = [], ghosts = [], hint } = view;
  /** @param {string} square @param {string} kind */
  const fill = (square, kind) => {
    const { x, y } = middle(square);
    return svg('rect', { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  };
  /** @param {Intent} move @param {string} kind */
  const arrow = ({ from, to }, kind) => svg('path', { class: kind, d: arrowPath(middle(from), middle(to)) });
  const destinations = selected ? legal[selected] ?? [] : [];
  return [
    ...(last ? [fill(last.from, 'last'), fill(last.to, 'last'), arrow(last, 'last-arrow')] : []),
    ...(hint ? [fill(hint.from, 'hint'), fill(hint.to, 'hint'), arrow(hint, 'hint-arrow')] : []),
    ...marks.map(({ square, mark }) => fill(square, `mark-${mark}`)),
    ...ghosts.map(({ square, letter }) => ghost(letter, middle(square))),
    ...(selected ? [fill(selected, 'chosen')] : []),
    ...destinations.flatMap((square) => {
      const { x, y } = middle(square);
      const dot = svg('circle', { class: 'dot', cx: x, cy: y, r: 0.14 });
      return repeats[`${selected}-${square}`] ? [dot, svg('circle', { class: 'repeats', cx: x, cy: y, r: 0.27 })] : [dot];
    }),
    ...(over ? [fill(over, destinations.includes(over) ? 'aim fits' : 'aim')] : []),
    ...(refused ? [fill(refused, 'mark-refuses'), cross(middle(refused))] : []),
  ];
}

/** @param {Shape[]} shapes @param {(square: string) => Point} middle */
export function drawShapes(shapes, middle) {
  return shapes.map(({ from, to, kind }) => {
    if (to) return svg('path', { class: `drawn ${kind}`, d: arrowPath(middle(from), middle(to), 2) });
    const { x, y } = middle(from);
    return svg('rect', { class: `drawn square ${kind}`, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  });
}

/** A piece that is not there. @param {Letter} letter @param {Point} middle */
export function ghost(letter, { x, y }) {
  const element = svg('g', { class: 'ghost', transform: `translate(${x} ${y})` });
  element.append(pieceUse(letter));
  return element;
}

/** @param {Point} middle */
function cross({ x, y }) {
  return svg('path', { class: 'refuses-cross', d: `M${x - 0.3} ${y - 0.3}l.6.6m0-.6l-.6.6` });
}

/** The outline of an arrow that leads up to a piece. @param {Point} from @param {Point} to @param {number} [wide] how many times as wide */
function arrowPath(from, to, wide = 1) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  /** @param {number} along @param {number} aside */
  const at = (along, aside) => `${(from.x + dx * along - dy * aside).toFixed(3)} ${(from.y + dy * along + dx * aside).toFixed(3)}`;
  const tip = length - (wide > 1 ? 0.15 : 0.4);
  const neck = tip - 0.3 * Math.min(wide, 1.3);
  const [shaft, head] = [0.05 * wide, 0.13 + 0.05 * wide];
  return `M${at(0, shaft)}L${at(neck, shaft)}L${at(neck, head)}L${at(tip, 0)}L${at(neck, -head)}L${at(neck, -shaft)}L${at(0, -shaft)}Z`;
}
