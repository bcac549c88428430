// @ts-check
// The editor of house rules. What is playable, and what differs, is the referee's to say; the page only asks.

import { Board } from './board.js';
import { byId, el, fill, put } from './dom.js';
import { mirrored, readRows, resized, writeRows } from './position.js';
import { AskError, Referee } from './referee.js';
import { t } from './words.js';

/** @import {HouseAnswer, Letter, Royal} from './types.js' */

/** @typedef {{size: number, position: string}} Shown */

const first = JSON.parse(byId('state').textContent ?? '');
const referee = new Referee();
const form = /** @type {HTMLFormElement} */ (byId('house'));
const name = /** @type {HTMLInputElement} */ (byId('house-name'));
const rows = /** @type {HTMLInputElement} */ (byId('house-rows'));
const size = /** @type {HTMLSelectElement} */ (byId('house-size'));
const mirror = /** @type {HTMLSelectElement} */ (byId('house-mirror'));
const undo = /** @type {HTMLButtonElement} */ (byId('house-undo'));
const done = /** @type {HTMLAnchorElement} */ (byId('house-done'));

/** @type {Shown} */
let shown = { size: first.size, position: first.position };
/** @type {Shown[]} */
const before = [];
/** @type {string[]} */
let wrong = [];
/** What is typed as the start position, until the referee can read it. @type {string | null} */
let typed = null;
let asked = 0;
let waiting = 0;

/** Which squares mean anything under the answers. @type {Royal} */
let royal = first;
/** @type {Board} */
let board = newBoard();

function newBoard() {
  const made = new Board(byId('board'), {
    size: shown.size,
    throne: royal.throne,
    corners: royal.corners,
    label: t('house-board-label'),
    selectable: (square) => tool() === 'move' && made.view.pieces.has(square),
    onTap: (square) => tool() !== 'move' && place(square),
    onIntent: (from, to) => movePiece(from, to),
    onPick: () => {},
  });
  return made;
}

const tool = () => /** @type {HTMLInputElement} */ (document.querySelector('#palette input:checked')).value;

/** Puts the chosen piece on a square and those that mirror it, or takes them off. @param {string} square */
function place(square) {
  const pieces = readRows(shown.position);
  const chosen = tool();
  if (chosen === 'K') {
    const there = pieces.get(square) === 'K';
    // There is one king: setting him somewhere takes him from where he was.
    for (const [at, letter] of pieces) if (letter === 'K') pieces.delete(at);
    if (!there) pieces.set(square, 'K');
  } else {
    const off = chosen === 'none' || pieces.get(square) === chosen;
    for (const at of mirrored(square, shown.size, Number(mirror.value))) {
      if (off) pieces.delete(at);
      else pieces.set(at, /** @type {Letter} */ (chosen));
    }
  }
  change({ size: shown.size, position: writeRows(shown.size, pieces) });
  return true;
}

/** @param {string} from @param {string} to */
function movePiece(from, to) {
  const pieces = readRows(shown.position);
  const piece = pieces.get(from);
  if (!piece) return;
  pieces.delete(from);
  pieces.set(to, piece);
  change({ size: shown.size, position: writeRows(shown.size, pieces) }, { from, to });
}

/** @param {Shown} next @param {import('./types.js').Intent | null} [step] */
function change(next, step = null) {
  if (next.position !== shown.position) before.push(shown);
  else if (typed === null) return;
  show(next, step);
}

/** @param {Shown} next @param {import('./types.js').Intent | null} [step] */
function show(next, step = null) {
  set(next, step);
  void check();
}

/** @param {Shown} next @param {import('./types.js').Intent | null} [step] */
function set(next, step = null) {
  const other = next.size !== shown.size;
  shown = next;
  typed = null;
  wrong = [];
  if (other) board = newBoard();
  draw(step);
}

/** @param {import('./types.js').Intent | null} [step] */
function draw(step = null) {
  board.show({ pieces: readRows(shown.position), last: null, legal: {}, marks: wrong.map((square) => ({ square, mark: 'enemy' })) }, step);
  rows.value = shown.position;
  size.value = String(shown.size);
  undo.disabled = before.length === 0;
}

/** What the form answers. */
function answers() {
  /** @type {Record<string, string>} */
  const given = {};
  for (const input of form.querySelectorAll('.house-question input:checked')) {
    if (input instanceof HTMLInputElement) given[input.name] = input.value;
  }
  return given;
}

/** Asks about everything as it stands. */
async function check() {
  const number = ++asked;
  let answer;
  try {
    answer = await referee.house({ base: first.base, name: name.value, start: typed ?? shown.position, answers: answers() });
  } catch (error) {
    if (number !== asked) return;
    done.hidden = true;
    put(byId('house-said'), el('p', { class: 'refusal' }, (error instanceof AskError && error.message) || t('house-offline')));
    return;
  }
  if (number !== asked) return;
  if (typed !== null) take(typed);
  tell(answer);
}

/** The board shows what was typed and could be read. @param {string} position */
function take(position) {
  const size = readSize(position);
  const next = { size, position: writeRows(size, readRows(position)) };
  if (next.position !== shown.position) before.push(shown);
  set(next);
}

/** @param {HouseAnswer} answer */
function tell(answer) {
  done.hidden = !answer.playable;
  done.href = `/house/${answer.code}`;
  history.replaceState(null, '', `/house/${answer.code}/edit`);
  fill(answer.html);
  royal = answer;
  board.markRoyal(royal);
  wrong = answer.faults.flatMap((fault) => fault.squares);
  board.mark({ marks: wrong.map((square) => ({ square, mark: 'enemy' })) });
  for (const question of form.querySelectorAll('.house-question')) {
    question.classList.toggle('changed', answer.changed.includes(question.id.replace('question-', '')));
  }
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('change', (event) => {
  if (event.target instanceof HTMLInputElement && event.target.closest('.house-question')) void check();
});
name.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(check, 300);
});
rows.addEventListener('change', () => {
  typed = rows.value.trim() || first.base_position;
  void check();
});
size.addEventListener('change', () => {
  const wanted = Number(size.value);
  change({ size: wanted, position: writeRows(wanted, resized(readRows(shown.position), shown.size, wanted)) });
});
byId('palette').addEventListener('change', () => board.select(null));
byId('house-reset').addEventListener('click', () => change({ size: readSize(first.base_position), position: first.base_position }));
byId('house-clear').addEventListener('click', () => change({ size: shown.size, position: writeRows(shown.size, new Map()) }));
undo.addEventListener('click', () => {
  const old = before.pop();
  if (old) show(old);
});

/** @param {string} position */
function readSize(position) {
  return position.split('/').length - 2;
}

byId('house-check').hidden = true;
for (const id of ['board-tools', 'board-settings']) byId(id).hidden = false;
draw();
void check();
