// @ts-check
// At the table: set up a board by tapping, try a move, and read what each leaflet says. All of it is in the address.

import { Board } from './board.js';
import { byId, copy, el } from './dom.js';
import { clauseLine } from './message.js';
import { prettyMove, readMove, readRows, writeRows } from './position.js';
import { AskError, Referee } from './referee.js';
import { t, tn } from './words.js';

/** @import {Clause, Intent, Letter, Side, TableAnswer} from './types.js' */

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

const rules = /** @type {HTMLSelectElement} */ (byId('table-rules'));
const turn = /** @type {HTMLSelectElement} */ (byId('table-turn'));
const times = /** @type {HTMLSelectElement} */ (byId('table-times'));
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
    if (number === asked) verdict.replaceChildren(el('p', {}, (error instanceof AskError && error.message) || t('table-offline')));
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
  /** @type {HTMLButtonElement} */ (byId('table-undo')).disabled = before.length === 0;
  const query = new URLSearchParams({ rules: shown.rules, position: shown.position, turn: shown.turn });
  if (shown.move) query.set('move', shown.move);
  if (shown.last) query.set('last', shown.last);
  if (shown.times > 1) query.set('times', String(shown.times));
  const address = `/table?${query.toString().replaceAll('%2F', '/')}`;
  // An address that could not be read stays until something else is shown on purpose.
  if (!first.wrong || before.length) history.replaceState(null, '', address);
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

/** Says what the referee answered: the piece that was asked about, then the verdict with what decides. @param {TableAnswer} reply */
function tell(reply) {
  const { move, why } = reply;
  verdict.replaceChildren(...(why ? whyLines(why) : []), ...(reply.playable ? verdictLines(reply) : problemLines(reply)));
  verdict.parentElement?.scrollTo({ top: 0 });
  if (move) {
    verdict.append(el('p', { class: 'buttons' },
      move.allowed && !move.outcome && el('button', { type: 'button', class: 'firm', onclick: () => change({ position: move.position, turn: move.turn, move: null, last: shown.move }) }, t('table-keep')),
      el('button', { type: 'button', onclick: () => change({ move: null }) }, t(move.allowed ? 'table-back' : 'table-again'))));
  }
  others.replaceChildren(...groupLines(reply.groups));
}

/** @param {TableAnswer} reply */
const problemLines = (reply) => [
  el('p', { class: 'verdict-word' }, t('table-unplayable')),
  el('ul', {}, ...reply.problems.map((problem) => el('li', {}, problem))),
];

/** The verdict on the move, or on the position. @param {TableAnswer} reply */
function verdictLines({ move, outcome, legal, decided }) {
  /** @type {Node[]} */
  const lines = [];
  if (move?.allowed) {
    const nothing = !move.captures.length && !move.outcome ? ` ${t('table-nothing-captured')}` : '';
    lines.push(el('p', { class: decided.length ? 'tried' : 'verdict-word' }, (move.says || prettyMove(shown.move ?? '')) + nothing));
  } else if (move) {
    lines.push(el('p', { class: 'verdict-word refusal' }, move.refusal?.message ?? ''));
  }
  // What adds nothing to the sentences is folded away.
  const further = decided.filter(({ says }, at) => at > 0 && !says);
  for (const decides of decided) {
    if (further.includes(decides)) continue;
    if (decides.says) lines.push(el('p', { class: 'verdict-word' }, decides.says));
    lines.push(clauseLine(decides.clause));
  }
  if (further.length) lines.push(el('details', {}, el('summary', {}, t('table-further')), ...further.map(({ clause }) => clauseLine(clause))));
  if (!move && !outcome) {
    const count = Object.values(legal).reduce((sum, to) => sum + to.length, 0);
    lines.push(el('p', { class: decided.length ? 'soft' : '' }, tn('table-ready', count, { side: t(`play-${shown.turn}`) })));
  }
  return lines;
}

/** Why a piece stands. @param {NonNullable<TableAnswer['why']>} why */
function whyLines(why) {
  return [
    el('h3', {}, why.title),
    ...why.lines.map((line) => el('p', {}, line)),
    ...(why.asks_last ? [lastMoveForm(why.about)] : []),
    ...why.clauses.map(clauseLine),
  ];
}

/** The rule sets by what they say, each with how well its answer is founded. @param {TableAnswer['groups']} groups */
function groupLines(groups) {
  if (!groups.length) return [];
  return [el('h3', {}, t('table-others')), ...groups.map((group) => el('div', { class: `rules-group ${group.same ? 'same' : 'differs'}` },
    el('p', {}, group.same ? el('b', {}, t(groups.length === 1 ? 'table-group-all' : 'table-group-same')) : group.says),
    el('ul', {}, ...group.rules.map(({ rules: named, clauses }) => el('li', {},
      el('a', { href: named.address }, named.name),
      ...(group.same ? clauses.map(gradeLink) : clauses.map(clauseLine)))))))];
}

/** How well an answer is founded, leading to its clause. @param {Clause} clause */
const gradeLink = (clause) => el('a', { class: `grade grade-${clause.grade}`, href: clause.address, title: clause.text }, clause.grade_words);

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
  if (!intent) verdict.replaceChildren(el('p', {}, text ? t('play-typed-unread', { text }) : t('play-typed-empty')));
  else { typed.value = ''; tryMove(intent); }
});
void refresh();
