// @ts-check
// What a move captured: said with the clause that decided it, and marked on the board.

import { clauseLine } from './message.js';
import { el } from './dom.js';

/** @import {Capture, Ghost, SquareMark} from './types.js' */

/** How long the marks stay, in milliseconds. */
export const MARKED = 2000;

/**
 * The clauses that decided captures, each once.
 * @param {Capture[]} captures
 */
export function clausesOf(captures) {
  const all = captures.flatMap(({ clause }) => (clause ? [clause, ...(clause.also ?? [])] : []));
  return all.filter((clause, at) => all.findIndex((other) => other.id === clause.id) === at);
}

/** The captures of which something else is to be said: a row that fell together is told once. @param {Capture[]} captures */
function told(captures) {
  return captures.filter((capture, at) => capture.by !== 'shieldwall' || captures.findIndex((other) => other.by === 'shieldwall') === at);
}

/** The clauses by which pieces fell, in full, with what other rule sets say. @param {Capture[]} captures */
export function captureClauses(captures) {
  const others = new Set(captures.map((capture) => capture.clause?.others).filter(Boolean));
  return [...clausesOf(captures).map(clauseLine), ...[...others].map((text) => el('p', { class: 'others' }, text))];
}

/** What fell, a sentence each, with the clauses to unfold if they have a label. @param {Capture[]} captures @param {string} [label] */
export function captureLines(captures, label) {
  const lines = told(captures).map((capture) => el('p', {}, capture.says));
  const clauses = label ? captureClauses(captures) : [];
  return label && clauses.length ? [...lines, el('details', {}, el('summary', {}, label), ...clauses)] : lines;
}

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
