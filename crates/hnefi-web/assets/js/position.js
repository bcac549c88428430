// @ts-check
// Squares and positions as text. Nothing here knows what a move may do.

/** @import {At, Letter, Intent} from './types.js' */

/** @param {number} file @param {number} rank both from 0 */
export const squareName = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

/** @param {string} square @returns {{file: number, rank: number}} both from 0 */
export const squareAt = (square) => ({ file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 });

/**
 * Reads rows such as `/3ttttt3/…/`, rank 1 first. What cannot be read leaves squares empty.
 * @param {string} rows
 * @returns {Map<string, Letter>}
 */
export function readRows(rows) {
  /** @type {Map<string, Letter>} */
  const pieces = new Map();
  rows.split('/').filter((row) => row !== '').forEach((row, rank) => {
    let file = 0;
    for (const part of row.match(/\d+|[tTK]/g) ?? []) {
      if (/\d/.test(part)) file += Number(part);
      else pieces.set(squareName(file++, rank), /** @type {Letter} */ (part));
    }
  });
  return pieces;
}

/** @param {number} size @param {Map<string, Letter>} pieces */
export function writeRows(size, pieces) {
  let rows = '/';
  for (let rank = 0; rank < size; rank++) {
    let empty = 0;
    for (let file = 0; file < size; file++) {
      const piece = pieces.get(squareName(file, rank));
      if (!piece) { empty++; continue; }
      rows += (empty || '') + piece;
      empty = 0;
    }
    rows += (empty || '') + '/';
  }
  return rows;
}

/**
 * A square and those that mirror it: 1 itself alone, 2 left and right, 4 also above and below, 8 also across
 * the diagonals.
 * @param {string} square @param {number} size @param {number} times
 */
export function mirrored(square, size, times) {
  const { file, rank } = squareAt(square);
  const last = size - 1;
  const all = [
    [file, rank],
    ...(times >= 2 ? [[last - file, rank]] : []),
    ...(times >= 4 ? [[file, last - rank], [last - file, last - rank]] : []),
    ...(times >= 8 ? [[rank, file], [last - rank, file], [rank, last - file], [last - rank, last - file]] : []),
  ];
  return [...new Set(all.map(([x = 0, y = 0]) => squareName(x, y)))];
}

/**
 * Pieces on a board of another size, round the same throne; who finds no square there is left out.
 * @param {Map<string, Letter>} pieces @param {number} from @param {number} to
 */
export function resized(pieces, from, to) {
  const shift = (to - from) / 2;
  /** @type {Map<string, Letter>} */
  const moved = new Map();
  for (const [square, letter] of pieces) {
    const { file, rank } = squareAt(square);
    const [x, y] = [file + shift, rank + shift];
    if (x >= 0 && y >= 0 && x < to && y < to) moved.set(squareName(x, y), letter);
  }
  return moved;
}

/**
 * Reads a move such as `d1-d4`, `d1d4`, `Kf6–a6` or `d1-d4xd5/f4`.
 * @param {string} text
 * @returns {Intent | null}
 */
export function readMove(text) {
  const found = /^\s*[tTkK]?([a-oA-O](?:1[0-5]|[1-9]))\s*[-–—: ]?\s*([a-oA-O](?:1[0-5]|[1-9]))(?:x.*)?\s*$/.exec(text);
  return found ? { from: /** @type {string} */ (found[1]).toLowerCase(), to: /** @type {string} */ (found[2]).toLowerCase() } : null;
}

/** Where a game begins, and under which rules, as text. @param {At} at */
export const rootOf = ({ rules, position, turn }) => JSON.stringify([rules, position, turn]);

/** A move as people read it. @param {string} move such as `d1-d4` */
export const prettyMove = (move) => move.replace('-', '–');
