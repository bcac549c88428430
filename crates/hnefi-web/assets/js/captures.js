// @ts-check
// What a move captured, marked on the board.

/** @import {Capture, Ghost, SquareMark} from './types.js' */

/** How long the marks stay, in milliseconds. */
export const MARKED = 2000;

/**
 * Where the pieces fell, who struck and against what.
 * @param {Capture[]} captures
 * @returns {SquareMark[]}
 */
export function captureMarks(captures) {
  const captors = new Set(captures.flatMap((capture) => capture.captors));
  const hammer = captures[0]?.captors[0];
  return [
    ...[...captors].map((square) => ({ square, mark: square === hammer ? /** @type {const} */ ('hammer') : /** @type {const} */ ('partner') })),
    ...captures.map(({ square }) => ({ square, mark: /** @type {const} */ ('victim') })),
  ];
}

/** Of a captured king the shape stays where he stood. @param {Capture[]} captures @returns {Ghost[]} */
export const fallenKing = (captures) => captures.filter(({ piece }) => piece === 'king').map(({ square }) => ({ square, letter: 'K' }));
