// @ts-check
// What is marked on a board: the last move, a hint, where the piece in hand may go, what the referee points at.

import { svg } from './dom.js';

/** @import {BoardView, Intent, Letter} from './types.js' */

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

/** The outline of an arrow that leads up to a piece. @param {Point} from @param {Point} to */
function arrowPath(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  /** @param {number} along @param {number} aside */
  const at = (along, aside) => `${(from.x + dx * along - dy * aside).toFixed(3)} ${(from.y + dy * along + dx * aside).toFixed(3)}`;
  const tip = length - 0.4;
  const neck = tip - 0.3;
  return `M${at(0, 0.05)}L${at(neck, 0.05)}L${at(neck, 0.18)}L${at(tip, 0)}L${at(neck, -0.18)}L${at(neck, -0.05)}L${at(0, -0.05)}Z`;
}
