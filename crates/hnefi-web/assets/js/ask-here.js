// @ts-check
// The referee at the place that is shown: why a piece stands and a move is refused, by which clause pieces fell, whether anybody can force a
// win, what other rule sets say, and the same game under another one.

import { board, study, toMessage } from './analyse.js';
import { MARKED, captureMarks } from './captures.js';
import { byId, el, parsed, setText } from './dom.js';
import { computer, pause } from './lines.js';
import { PlayLine } from './play-line.js';
import { rootOf } from './position.js';
import { AskError } from './referee.js';
import { t, tn } from './words.js';

/** @import {SquareMark} from './types.js' */

const captured = byId('captured');
const asked = byId('asked');
const proved = byId('proved');
const prove = byId('ask-prove');
const rulings = /** @type {HTMLDetailsElement} */ (byId('ask-rulings'));
const under = /** @type {HTMLSelectElement} */ (byId('under-rules'));

/** The place of which something was said, as text. */
let place = '';
/** Of which the other rule sets have spoken. */
let ruled = '';
/** Stops the proof that is looked for. @type {AbortController | null} */
let stops = null;
/** @type {SquareMark[]} */
let marks = [];
/** The line that is proved, and of which game. @type {{line: PlayLine, game: string} | null} */
let proof = null;

/** @param {SquareMark[]} wanted */
function mark(wanted) {
  marks = wanted;
  board?.mark({ marks });
}

/** What was asked for is brought into sight. @param {...(Node | string)} lines */
function answer(...lines) {
  asked.replaceChildren(...lines);
  if (lines.length) asked.scrollIntoView({ block: 'nearest' });
}

/** @param {unknown} error */
const sorry = (error) => (error instanceof AskError && error.message) || t('analyse-offline');

/** Asks about a piece or a move at the place that is shown. @param {{square: string} | {move: string}} about @param {string} [from] where the piece of a refused move stands */
async function why(about, from) {
  const { at } = study;
  if (!at) return;
  const asks = place;
  try {
    const told = await study.referee.why({ at, ...about });
    if (asks !== place) return;
    const refusing = told.marks.find((one) => one.mark === 'refuses');
    mark(told.marks.filter((one) => one !== refusing));
    if (refusing && from) board?.refuse(from, refusing.square);
    answer(...parsed(told.html));
  } catch (error) {
    if (asks === place) answer(el('p', {}, sorry(error)));
  }
}

study.addEventListener('pick', (event) => {
  const square = /** @type {CustomEvent<string | null>} */ (event).detail;
  if (marks.length) mark([]);
  const piece = square && board?.view.pieces.get(square);
  if (!square || !piece) {
    asked.replaceChildren();
    return;
  }
  const count = board?.view.legal[square]?.length ?? 0;
  const name = t(piece === 't' ? 'board-attacker' : piece === 'T' ? 'board-defender' : 'board-king');
  asked.replaceChildren(el('p', {}, t('play-picked', { square, piece: name }), count ? ` ${tn('play-picked-moves', count)}` : '', ' ',
    el('button', { type: 'button', class: 'quiet', onclick: () => void why({ square }) }, t('play-why-piece'))));
});

study.addEventListener('refuse', (event) => {
  const { from, to } = /** @type {CustomEvent<{from: string, to: string}>} */ (event).detail;
  board?.refuse(from, to);
  void why({ move: `${from}-${to}` }, from);
});

study.addEventListener('stray', (event) => {
  const { from, to } = /** @type {CustomEvent<{from: string, to: string}>} */ (event).detail;
  void why({ move: `${from}-${to}` }, from);
});

/** Says what is to be said of the place that is shown. */
function show() {
  const { shown } = study;
  if (!shown) return;
  showRules(shown.rules_code, shown.rules.name, shown.size);
  const here = JSON.stringify(shown.at);
  if (here === place) return;
  place = here;
  stops?.abort();
  asked.replaceChildren();
  // Who plays through a proof goes on reading it.
  if (!proof || proof.game !== rootOf(shown.at) || !proof.line.follow(shown.path)) forget();
  showCaptures();
  void showRulings();
}
study.addEventListener('shown', show);

/** Shows no proof any more. */
function forget() {
  proof = null;
  proved.replaceChildren();
}

/** Says what the last move captured and by which clause, and how the game ended. */
function showCaptures() {
  const answer = /** @type {NonNullable<typeof study.shown>} */ (study.shown);
  captured.replaceChildren(...parsed(answer.captured));
  const mine = captureMarks(answer.shown.ply?.captures ?? []);
  mark(mine);
  if (mine.length) setTimeout(() => { if (marks === mine) mark([]); }, MARKED);
}

prove.addEventListener('click', async () => {
  const { at, path } = study;
  if (stops) {
    stops.abort();
    return;
  }
  if (!at) return;
  const mine = (stops = new AbortController());
  const goOn = pause();
  proof = null;
  setText(prove, t('analyse-prove-stop'));
  proved.replaceChildren(el('p', { class: 'soft' }, t('play-proving')));
  try {
    const told = await computer.prove(at, mine.signal);
    if (mine.signal.aborted) forget();
    else if (!told) proved.replaceChildren(el('p', {}, t('analyse-prove-busy')));
    else {
      const steps = told.steps ?? [];
      proved.replaceChildren(...parsed(told.html));
      if (steps.length) {
        const line = new PlayLine(t('analyse-prove-line'));
        line.show(path, steps);
        proof = { line, game: rootOf(at) };
        // The moves stand there to be played: the line of text that lists them says no more.
        proved.querySelector('p')?.replaceWith(line.element);
      }
    }
    if (!mine.signal.aborted) proved.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    proved.replaceChildren(el('p', {}, sorry(error)));
  } finally {
    stops = null;
    setText(prove, t('analyse-prove'));
    goOn();
  }
});

/** Asks the other rule sets about the last move, once somebody wants to know. */
async function showRulings() {
  const { at } = study;
  if (!rulings.open || !at || ruled === place) return;
  const asks = (ruled = place);
  const host = byId('rulings');
  try {
    const { html } = await study.referee.rulings({ at });
    if (asks === ruled) host.replaceChildren(...parsed(html));
  } catch (error) {
    if (asks !== ruled) return;
    ruled = '';
    host.replaceChildren(el('p', {}, sorry(error)));
  }
}
rulings.addEventListener('toggle', () => void showRulings());

/** The rule sets whose board is as large. @param {string} code @param {string} name @param {number} size */
function showRules(code, name, size) {
  // House rules are none of those that every page lists.
  if (![...under.options].some((option) => option.value === code)) under.prepend(el('option', { value: code, 'data-size': String(size) }, name));
  for (const option of under.options) option.hidden = option.disabled = option.dataset.size !== String(size);
  under.value = code;
}
under.addEventListener('change', async () => {
  const done = await study.edit({ do: 'rules', rules: under.value });
  if (!done && study.shown) under.value = study.shown.rules_code;
  else if (study.shown?.said) toMessage();
});
show();
