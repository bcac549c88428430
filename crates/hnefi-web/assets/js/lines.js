// @ts-check
// The computer's view of the place that is shown: its best lines, what they make of the chances, and arrows on the board.

import { board, study } from './analyse.js';
import { Computer } from './computer.js';
import { byId, el, remember, remembered, setText } from './dom.js';
import { PlayLine, pointed } from './play-line.js';
import { readMove } from './position.js';
import { AskError } from './referee.js';
import { t, tn } from './words.js';

/** @import {Found} from './computer.js' */
/** @import {FoundLine, Side} from './types.js' */

/** How many lines are compared. */
const LINES = 3;
/** @type {Record<Side, Side>} */
const OTHER = { attackers: 'defenders', defenders: 'attackers' };
const ENDS = /** @type {const} */ (['attackers', 'draw', 'defenders']);

export const computer = new Computer();

const on = /** @type {HTMLInputElement} */ (byId('lines-on'));
const view = byId('lines-view');
const list = byId('lines-list');
const number = new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact', maximumSignificantDigits: 3 });

/** Stops the search that goes on. @type {AbortController | null} */
let stops = null;
/** What is looked at, as text; empty where nothing is. */
let place = '';
/** Of what the view tells, as text; empty where it tells nothing. */
let told = '';
/** How many want the computer for something else. */
let paused = 0;
/** Whose moves the lines begin with. @type {Side} */
let turn = 'attackers';
/** @type {Found | null} */
let found = null;
let drawn = false;

/** The lines of the list. */
const rows = [...Array(LINES).keys()].map((at) => {
  const line = new PlayLine(t('analyse-lines-line', { number: at + 1 }));
  const score = el('span', { class: 'line-score' });
  return { line, score, element: el('li', {}, score, line.element) };
});

/** Lets the computer do something else, until what is given is called. @param {boolean} [forgets] whether what was found is not to be seen meanwhile */
export function pause(forgets = false) {
  paused++;
  look();
  if (forgets) {
    clear('');
    told = '';
  }
  return () => { paused--; look(); };
}

/** Looks at the place that is shown, or at nothing. */
function look() {
  const { shown } = study;
  const here = on.checked && shown ? JSON.stringify(shown.at) : '';
  const over = here !== '' && Boolean(shown?.shown.outcome);
  const wanted = over || paused || document.hidden ? '' : here;
  view.hidden = !on.checked;
  const begins = wanted !== '' && wanted !== place;
  // What was found stays to be read while the computer does something else, or nobody looks, but not beside another place.
  if (begins || here !== told) clear(over ? t('analyse-lines-over') : '');
  told = here;
  if (wanted === place) return;
  place = wanted;
  stops?.abort();
  stops = null;
  if (!wanted || !shown) return;
  turn = shown.shown.turn;
  const mine = (stops = new AbortController());
  setText(byId('lines-work'), t('analyse-lines-begins'));
  const goes = (/** @type {Found} */ now) => {
    if (stops !== mine) return;
    found = now;
    // The lines of a depth come one right after the other: they are drawn together.
    if (!drawn) requestAnimationFrame(draw);
    drawn = true;
  };
  computer.analyse(shown.at, { lines: LINES, signal: mine.signal, goes }).then(
    () => { if (stops === mine) tellWork(true); },
    (error) => { if (stops === mine) setText(byId('lines-work'), (error instanceof AskError && error.message) || t('analyse-lines-offline')); },
  );
}

/** @param {string} says */
function clear(says) {
  found = null;
  setText(byId('lines-says'), says);
  setText(byId('lines-work'), '');
  byId('lines-bar').hidden = true;
  refocus = list.matches(':has(:focus-visible)');
  list.replaceChildren();
  board?.draw('lines', []);
}

/** Whether the keyboard was in the list that is gone. */
let refocus = false;

function draw() {
  drawn = false;
  const best = found?.lines[0];
  if (!found || !best) return;
  tellWork(false);
  const bar = byId('lines-bar');
  bar.hidden = false;
  const parts = percent(best.chances);
  [...bar.children].forEach((part, at) => { /** @type {HTMLElement} */ (part).style.width = `${parts[at]}%`; });
  setText(byId('lines-says'), sentence(best));
  // While somebody points at a move of a line, or goes through it, the lines stay as they are.
  if ((pointed() || list.matches(':has(:focus-visible)')) && list.childElementCount > 0) return;
  found.lines.forEach((line, at) => {
    const row = rows[at];
    if (!row) return;
    setText(row.score, label(line));
    row.score.title = sentence(line);
    row.line.show(study.path, line.steps);
  });
  const wanted = rows.slice(0, found.lines.length).map(({ element }) => element);
  if (list.childElementCount !== wanted.length) list.replaceChildren(...wanted);
  if (refocus) list.querySelector('button')?.focus();
  refocus = false;
  board?.draw('lines', found.lines.flatMap(({ pv }, at) => {
    const move = readMove(pv[0] ?? '');
    return move ? [{ ...move, kind: `line-${at + 1}` }] : [];
  }).reverse());
}

/** How deep the computer has looked, and how fast. @param {boolean} done whether it looks no further */
function tellWork(done) {
  if (!found) {
    setText(byId('lines-work'), '');
    return;
  }
  const values = { depth: found.lines[0]?.depth ?? 0, speed: number.format(found.nodes / Math.max(found.ms, 1) * 1000) };
  const says = t('analyse-lines-work', values);
  setText(byId('lines-work'), done ? t(found.here ? 'analyse-lines-done' : 'analyse-lines-done-server', { says }) : found.here ? says : t('analyse-lines-server', { says }));
}

/** The chances in hundredths. @param {[number, number, number]} chances in thousandths */
function percent([attackers, , defenders]) {
  const [a, d] = [Math.round(attackers / 10), Math.round(defenders / 10)];
  return [a, Math.max(0, 100 - a - d), d];
}

/** Who wins by force, and in how many moves of his. @param {FoundLine} line */
function forced({ win_in: win, loss_in: loss }) {
  const plies = win ?? loss;
  return plies === null ? null : { side: win !== null ? turn : OTHER[turn], count: Math.ceil(plies / 2), won: win !== null };
}

/** What a line comes to, as a sentence. @param {FoundLine} line */
function sentence(line) {
  const wins = forced(line);
  if (wins) return tn(`analyse-lines-win-${wins.side}`, wins.count);
  const [attackers = 0, draw = 0, defenders = 0] = percent(line.chances);
  return t('analyse-lines-chances', { attackers, draw, defenders });
}

/** The same in two words: a forced win, or the likeliest end. @param {FoundLine} line */
function label(line) {
  const wins = forced(line);
  if (wins) return t(wins.won ? 'analyse-lines-won' : 'analyse-lines-lost', { count: wins.count });
  const parts = percent(line.chances);
  const most = Math.max(...parts);
  return t(`analyse-lines-likely-${ENDS[parts.indexOf(most)]}`, { percent: most });
}

on.checked = remembered('lines') === 'on';
on.addEventListener('change', () => {
  remember('lines', on.checked ? 'on' : 'off');
  look();
});
study.addEventListener('shown', () => {
  look();
  // The same place may have a new board, on which nothing is drawn yet.
  if (found) draw();
});
document.addEventListener('visibilitychange', look);
look();
