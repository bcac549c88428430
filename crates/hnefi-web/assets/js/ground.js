// @ts-check
// The board itself: wood, lines, the squares that mean something, and the names of files and ranks.

import { svg } from './dom.js';

/** @import {Royal} from './types.js' */

const MARGIN = 0.62;
const RIM = 0.06;

/**
 * What the drawing of a board shows, as an SVG `viewBox`: with the names outside it, or flush with its squares.
 * @param {number} size @param {boolean} flush
 */
export const extent = (size, flush) =>
  flush ? `0 0 ${size} ${size}` : `${-MARGIN} ${-RIM} ${size + MARGIN + RIM} ${size + MARGIN + RIM}`;

/**
 * @param {number} size
 * @param {Royal} royal
 * @param {boolean} turned
 * @param {boolean} flush whether the names stand inside the squares
 */
export function drawGround(size, { throne, corners }, turned, flush) {
  const last = size - 1;
  const squares = [...(throne ? [[last / 2, last / 2]] : []), ...(corners ? [[0, 0], [0, last], [last, 0], [last, last]] : [])];
  let lines = '';
  for (let i = 1; i < size; i++) lines += `M${i} 0v${size}M0 ${i}h${size}`;
  /** @param {string} text @param {number} x @param {number} y */
  const name = (text, x, y) => {
    const element = svg('text', { class: flush ? 'coordinate inside' : 'coordinate', x, y });
    element.textContent = text;
    return element;
  };
  const names = [...Array(size).keys()].flatMap((i) => {
    const at = turned ? last - i : i;
    const file = String.fromCharCode(97 + i);
    const rank = String(i + 1);
    return flush
      ? [name(file, at + 0.88, size - 0.07), name(rank, rank.length > 1 ? 0.19 : 0.13, last - at + 0.28)]
      : [name(file, at + 0.5, size + 0.44), name(rank, -0.33, last - at + 0.63)];
  });
  return [
    svg('rect', { class: 'wood', width: size, height: size }),
    ...squares.flatMap(([x = 0, y = 0]) => [
      svg('rect', { class: 'royal', x, y, width: 1, height: 1 }),
      svg('path', { class: 'royal-cross', d: `M${x + 0.16} ${y + 0.16}h.68v.68h-.68zl.68.68m0-.68l-.68.68` }),
    ]),
    svg('path', { class: 'lines', d: lines }),
    svg('rect', { class: 'rim', width: size, height: size }),
    ...names,
  ];
}
