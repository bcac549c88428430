// @ts-check
// At the table: set up a board by tapping, try a move, and read what each leaflet says. All of it is in the address.

import { Board } from './board.js';
import { captureClauses, clausesOf } from './captures.js';
import { byId, copy, el } from './dom.js';
import { clauseLine } from './message.js';
import { prettyMove, readMove, readRows, writeRows } from './position.js';
import { t, tn } from './words.js';

/** @import {Intent, Letter, Side, TableAnswer} from './types.js' */

/** @typedef {{rules: string, position: string, turn: Side, move: string | null, last: string | null}} Shown */

const first = JSON.parse(byId('state').textContent ?? '');
/** @type {Shown} */
let shown = { rules: first.rules, position: first.position, turn: first.turn, move: first.move, last: null };
/** @type {Shown[]} */
const before = [];
/** @type {TableAnswer | null} */
let answer = null;
let asked = 0;

const rules = /** @type {HTMLSelectElement} */ (byId('table-rules'));
const turn = /** @type {HTMLSelectElement} */ (byId('table-turn'));
const link = /** @type {HTMLInputElement} */ (byId('table-link'));
const verdict = byId('verdict');
const others = byId('others');

const board = new Board(byId('board'), {
  size: first.size,
  throne: first.throne,
  corners: first.corners,
  label: t('board-label'),
  // Any piece may be tried, and anywhere: the referee says what he thinks of it.
  selectable: (square) => tool() === 'move' && !tried() && board.view.pieces.has(square),
  onTap: (square) => tool() !== 'move' && place(square),
  onIntent: (from, to) => tryMove({ from, to }),
  onPick: (square) => void (square && !tried() ? ask(square) : board.mark({ marks: [] })),
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

/** @param {Partial<Shown>} changes */
function change(changes) {
  before.push(shown);
  shown = { ...shown, ...changes };
  void refresh();
}

/** Shows what is, and asks the referee about it. @param {string | null} square about which to ask why */
async function refresh(square = null) {
  const number = ++asked;
  draw();
  let reply;
  try {
    const response = await fetch('/api/table', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rules: shown.rules, position: shown.position, turn: shown.turn, move: shown.move, square, last: shown.last }),
    });
    reply = await response.json();
    if (!response.ok) throw new Error(reply?.error?.message ?? '');
  } catch (error) {
    if (number === asked) verdict.replaceChildren(el('p', {}, (error instanceof Error && !(error instanceof TypeError) && error.message) || t('table-offline')));
    return;
  }
  if (number !== asked) return;
  answer = /** @type {TableAnswer} */ (reply);
  draw();
  tell(answer);
}

/** Asks why the piece that is picked stands; it stays picked. A refused move is let go. @param {string} square */
function ask(square) {
  if (shown.move) shown = { ...shown, move: null };
  void refresh(square);
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
  /** @type {HTMLButtonElement} */ (byId('table-undo')).disabled = before.length === 0;
  const query = new URLSearchParams({ rules: shown.rules, position: shown.position, turn: shown.turn });
  if (shown.move) query.set('move', shown.move);
  const address = `/table?${query.toString().replaceAll('%2F', '/')}`;
  history.replaceState(null, '', address);
  link.value = new URL(address, location.href).href;
  /** @type {HTMLInputElement} */ (byId('play-rules')).value = shown.rules;
  /** @type {HTMLInputElement} */ (byId('play-position')).value = position;
  /** @type {HTMLInputElement} */ (byId('play-turn')).value = after?.turn ?? shown.turn;
  const chosen = tool();
  byId('table-help').textContent = t(after ? 'table-help-tried' : chosen === 'move' ? 'table-help-move' : chosen === 'none' ? 'table-help-none' : 'table-help-place');
}

/** Asks what the last move was, on which the answer about a piece depends. @param {string} square where it stands */
function lastMoveForm(square) {
  const input = /** @type {HTMLInputElement} */ (el('input', { id: 'last-move', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', maxlength: '24', placeholder: 'd1-d4' }));
  const said = el('span', { class: 'soft', role: 'status' });
  const form = el('form', { class: 'type-move' }, el('label', { for: 'last-move' }, t('table-last')), input, el('button', { type: 'submit' }, t('table-last-do')), said);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const intent = readMove(input.value);
    if (!intent) said.textContent = t('play-typed-unread', { text: input.value.slice(0, 20) });
    else {
      before.push(shown);
      shown = { ...shown, last: `${intent.from}-${intent.to}` };
      void refresh(square);
    }
  });
  return form;
}

/** Says what the referee answered. @param {TableAnswer} reply */
function tell(reply) {
  const { move, why } = reply;
  /** @type {Node[]} */
  const lines = [];
  if (!reply.playable) {
    lines.push(el('p', { class: 'verdict-word' }, t('table-unplayable')), el('ul', {}, ...reply.problems.map((problem) => el('li', {}, problem))));
  } else if (move) {
    lines.push(el('p', { class: `verdict-word ${move.allowed ? 'allowed' : 'refusal'}` }, move.says || move.refusal?.message || prettyMove(shown.move ?? '')));
    if (move.allowed) {
      if (!move.captures.length) lines.push(el('p', {}, t('table-nothing-captured')));
      lines.push(...captureClauses(move.captures));
      if (move.outcome && !move.says.includes(move.outcome.says)) lines.push(el('p', { class: 'verdict-word' }, move.outcome.says));
      const ends = move.outcome?.clause;
      // How the king fell is told among the captures.
      if (ends && !clausesOf(move.captures).some(({ id }) => id === ends.id)) lines.push(clauseLine(ends));
    }
    if (move.refusal?.clause) lines.push(clauseLine(move.refusal.clause));
    lines.push(el('p', { class: 'buttons' },
      move.allowed && !move.outcome && el('button', { type: 'button', class: 'firm', onclick: () => change({ position: move.position, turn: move.turn, move: null, last: shown.move }) }, t('table-keep')),
      el('button', { type: 'button', onclick: () => change({ move: null }) }, t(move.allowed ? 'table-back' : 'table-again'))));
  } else if (reply.outcome) {
    lines.push(el('p', { class: 'verdict-word' }, reply.outcome.says), ...(reply.outcome.clause ? [clauseLine(reply.outcome.clause)] : []));
  } else {
    const count = Object.values(reply.legal).reduce((sum, to) => sum + to.length, 0);
    lines.push(el('p', {}, tn('table-ready', count, { side: t(`play-${shown.turn}`) })));
  }
  if (why) {
    lines.push(el('h3', {}, why.title), ...why.lines.map((line) => el('p', {}, line)));
    if (why.asks_last) lines.push(lastMoveForm(why.about));
    lines.push(...why.clauses.map(clauseLine));
  }
  verdict.replaceChildren(...lines);
  tellOthers(reply, Boolean(move || why));
}

/** @param {TableAnswer} reply @param {boolean} something whether there is something to compare */
function tellOthers(reply, something) {
  if (!something || !reply.others.length) {
    others.replaceChildren();
  } else if (reply.others.every((other) => other.same)) {
    others.replaceChildren(el('p', { class: 'soft' }, t('table-others-same')));
  } else {
    others.replaceChildren(
      el('h3', {}, t('table-others')),
      el('dl', { class: 'others' }, ...reply.others.flatMap((other) => [
        el('dt', {}, el('a', { href: other.rules.address }, other.rules.name)),
        el('dd', { class: other.same ? 'same' : 'differs' }, other.same ? t('table-same') : other.says),
      ])),
    );
  }
}

rules.addEventListener('change', () => {
  // On another board nothing stands where it stood.
  if (rules.selectedOptions[0]?.dataset.board !== first.board) location.assign(`/table?rules=${rules.value}`);
  else change({ rules: rules.value });
});
turn.addEventListener('change', () => change({ turn: /** @type {Side} */ (turn.value), move: null, last: null }));
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
  if (!intent) verdict.replaceChildren(el('p', {}, text ? t('play-typed-unread', { text }) : t('play-typed-empty')));
  else { typed.value = ''; tryMove(intent); }
});
void refresh();
