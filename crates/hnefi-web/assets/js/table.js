// @ts-check
// At the table: set up a board by tapping, try a move, and read what each leaflet says. All of it is in the address.

import { Board } from './board.js';
import { byId, copy, el, fill, put } from './dom.js';
import { analysisAt } from './packed.js';
import { readMove, readRows, writeRows } from './position.js';
import { AskError, Referee } from './referee.js';
import { t } from './words.js';

/** @import {Intent, Letter, Side, TableAnswer} from './types.js' */

/** @typedef {{rules: string, position: string, turn: Side, move: string | null, last: string | null, times: number}} Shown */

const first = JSON.parse(byId('state').textContent ?? '');
const referee = new Referee();
/** @type {Shown} */
let shown = { rules: first.rules, position: first.position, turn: first.turn, move: first.move, last: first.last, times: first.times };
/** @type {Shown[]} */
const before = [];
/** @type {TableAnswer | null} */
let answer = null;
let asked = 0;
/** Whether the position is that of a running game against a person. */
const playing = new URLSearchParams(location.search).has('playing');

const rules = /** @type {HTMLSelectElement} */ (byId('table-rules'));
const turn = /** @type {HTMLSelectElement} */ (byId('table-turn'));
const times = /** @type {HTMLSelectElement} */ (byId('table-times'));
const link = /** @type {HTMLInputElement} */ (byId('table-link'));
const verdict = byId('verdict');

const board = new Board(byId('board'), {
  size: first.size,
  throne: first.throne,
  corners: first.corners,
  label: t('board-label'),
  // Any piece may be tried, and anywhere: the referee says what he thinks of it.
  selectable: (square) => tool() === 'move' && !tried() && board.view.pieces.has(square),
  onTap: (square) => tool() !== 'move' && place(square),
  onIntent: (from, to) => tryMove({ from, to }),
  onPick: (square) => void (square ? refresh(square) : board.mark({ marks: [] })),
});

/** The move that is tried, if the referee allows it: then the board shows the position after it. */
const tried = () => (answer?.move?.allowed && shown.move ? answer.move : null);

const tool = () => /** @type {HTMLInputElement} */ (document.querySelector('#palette input:checked')).value;

/** Puts the chosen piece on a square, or takes it off. @param {string} square */
function place(square) {
  const pieces = readRows(shown.position);
  const chosen = tool();
  if (chosen === 'none' || pieces.get(square) === chosen) pieces.delete(square);
  else {
    // There is one king: setting him somewhere takes him from where he was.
    if (chosen === 'K') for (const [at, letter] of pieces) if (letter === 'K') pieces.delete(at);
    pieces.set(square, /** @type {Letter} */ (chosen));
  }
  change({ position: writeRows(first.size, pieces), move: null, last: null });
  return true;
}

/** @param {Intent} intent */
function tryMove({ from, to }) {
  change({ move: `${from}-${to}` });
}

/** What was counted of one position says nothing of another. @param {Partial<Shown>} changes */
function change(changes) {
  before.push(shown);
  shown = { ...shown, times: 1, ...changes };
  document.getElementById('table-problems')?.remove();
  void refresh();
}

/** Shows what is, and asks the referee about it. @param {string | null} square about which to ask why */
async function refresh(square = null) {
  const number = ++asked;
  draw();
  let reply;
  try {
    reply = await referee.table({ rules: shown.rules, position: shown.position, turn: shown.turn, move: shown.move, square, last: shown.last, times: shown.times });
  } catch (error) {
    if (number === asked) put(verdict, el('p', {}, (error instanceof AskError && error.message) || t('table-offline')));
    return;
  }
  if (number !== asked) return;
  answer = reply;
  draw();
  tell(reply);
}

function draw() {
  const move = shown.move ? readMove(shown.move) : null;
  const after = tried();
  const position = after?.position ?? shown.position;
  const last = move ?? (shown.last ? readMove(shown.last) : null);
  board.show({
    pieces: readRows(position),
    last,
    legal: shown.move ? {} : answer?.legal ?? {},
    marks: answer?.why?.marks ?? [],
  }, after ? move : null);
  rules.value = shown.rules;
  turn.value = shown.turn;
  times.value = String(shown.times);
  // A button that is switched off in the hand of its user would lose the focus.
  byId('table-undo').setAttribute('aria-disabled', String(before.length === 0));
  const query = new URLSearchParams({ rules: shown.rules, position: shown.position, turn: shown.turn });
  if (shown.move) query.set('move', shown.move);
  if (shown.last) query.set('last', shown.last);
  if (shown.times > 1) query.set('times', String(shown.times));
  if (playing) query.set('playing', 'yes');
  const address = `/table?${query.toString().replaceAll('%2F', '/')}`;
  // An address that could not be read stays until something else is shown on purpose.
  if (!first.wrong || before.length) history.replaceState(null, '', address);
  link.value = new URL(address, location.href).href;
  const analyse = byId('to-analyse');
  analyse.hidden = playing || !answer?.playable;
  analyse.setAttribute('href', analysisAt({ rules: shown.rules, position: shown.position, turn: shown.turn, ...(after && shown.move ? { moves: shown.move } : {}) }));
  /** @type {HTMLInputElement} */ (byId('play-rules')).value = shown.rules;
  /** @type {HTMLInputElement} */ (byId('play-position')).value = position;
  /** @type {HTMLInputElement} */ (byId('play-turn')).value = after?.turn ?? shown.turn;
  const chosen = tool();
  byId('table-help').textContent = t(after ? 'table-help-tried' : chosen === 'move' ? 'table-help-move' : chosen === 'none' ? 'table-help-none' : 'table-help-place');
}

/** Says what the referee answered: the piece that was asked about, then the verdict with what decides, then the other rule sets. @param {TableAnswer} reply */
function tell(reply) {
  fill(reply.html);
  verdict.parentElement?.scrollTo({ top: 0 });
}

verdict.addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-do]')) : null;
  const move = answer?.move;
  if (!pressed || !move) return;
  if (pressed.dataset.do === 'keep') change({ position: move.position, turn: move.turn, move: null, last: shown.move });
  else change({ move: null });
});
// What the last move was, on which the answer about a piece depends.
verdict.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { value } = /** @type {HTMLInputElement} */ (form.querySelector('input'));
  const intent = readMove(value);
  if (!intent) {
    form.querySelector('[role=status]')?.replaceChildren(t('play-typed-unread', { text: value.slice(0, 20) }));
    return;
  }
  before.push(shown);
  shown = { ...shown, last: `${intent.from}-${intent.to}` };
  void refresh(form.dataset.square);
});
rules.addEventListener('change', () => {
  // On another board nothing stands where it stood.
  if (rules.selectedOptions[0]?.dataset.board !== first.board) location.assign(`/table?rules=${rules.value}`);
  else change({ rules: rules.value });
});
turn.addEventListener('change', () => change({ turn: /** @type {Side} */ (turn.value), move: null, last: null }));
times.addEventListener('change', () => change({ times: Number(times.value) }));
byId('palette').addEventListener('change', () => { board.select(null); draw(); });
byId('table-start').addEventListener('click', () => change({ position: first.start, turn: first.first, move: null, last: null }));
byId('table-clear').addEventListener('click', () => change({ position: writeRows(first.size, new Map()), move: null, last: null }));
byId('table-undo').addEventListener('click', () => {
  const old = before.pop();
  if (old) { shown = old; void refresh(); }
});
byId('turn-board').addEventListener('click', () => board.turn(!board.turned));
byId('table-copy').addEventListener('click', async () => {
  byId('table-copied').textContent = t((await copy(link.value, link)) ? 'play-copied' : 'play-copy-by-hand');
});
const typed = /** @type {HTMLInputElement} */ (byId('typed'));
byId('type-move').addEventListener('submit', (event) => {
  event.preventDefault();
  const intent = readMove(typed.value);
  const text = typed.value.trim().slice(0, 20);
  if (!intent) put(verdict, el('p', {}, text ? t('play-typed-unread', { text }) : t('play-typed-empty')));
  else { typed.value = ''; tryMove(intent); }
});
void refresh();
