// @ts-check
// The whole game: its positions are searched by several workers, and what they show is drawn, told, and made into exercises.

import { study } from './analyse.js';
import { Crew } from './crew.js';
import { byId, fill, remember, remembered, setText } from './dom.js';
import { Learn } from './learn.js';
import { pause } from './lines.js';
import { rootOf } from './position.js';
import { AskError } from './referee.js';
import { t } from './words.js';

/** @import {Found} from './crew.js' */
/** @import {At} from './types.js' */
/** @typedef {{ply: number, side: 'attackers' | 'defenders', move: string, mistake?: {grade: string, exercise: boolean, sentence: string, better: string[], answer: string[]}}} Change */
/** @typedef {{at: At, wanted: {ply: number, nodes: number}[], closer: boolean, chances: ([number, number, number] | null)[], changes: Change[], html: string, text: string}} ReviewAnswer */

/** Where the last analysis of a whole game is kept, so that it goes on after the page was closed. */
const KEPT = 'review';
/** How often the page is drawn anew while it goes on, in milliseconds. */
const OFTEN = 700;

const go = /** @type {HTMLButtonElement} */ (byId('review-go'));
const write = /** @type {HTMLButtonElement} */ (byId('review-write'));
const slider = /** @type {HTMLInputElement} */ (byId('review-ply'));
const progress = /** @type {HTMLProgressElement} */ (byId('review-progress'));
const shown = byId('review-shown');
const status = byId('review-status');

const crew = new Crew();
/** The moves of the line that is analysed; null where none is. @type {string[] | null} */
let line = null;
/** The rules and the first position of that line. */
let root = '';
/** @type {(Found | null)[]} */
let found = [];
/** @type {ReviewAnswer | null} */
let answer = null;
/** Whether it is to go on, and whether it still does: what is told to stop ends a little later. */
let going = false;
let busy = false;

const dashed = (/** @type {string} */ move) => move.replace('-', '–');

crew.onBusy = () => setText(status, t('analyse-review-busy'));

/** What all that was found shows. Moves that were added at the end of the line belong to it from then on. @returns {Promise<ReviewAnswer>} */
async function ask() {
  /** @type {ReviewAnswer} */
  const so = await study.referee.review({ text: study.text, path: line ?? [], found });
  if (!goesOn(so.at.moves)) throw new AskError(t('analyse-review-gone'));
  line = so.at.moves;
  return so;
}

/** @param {unknown} error */
const fail = (error) => setText(status, (error instanceof AskError && error.message) || t('analyse-review-offline'));

/** Analyses the line on which the place is, or goes on with the one at hand. */
async function analyse() {
  const now = study.shown;
  if (!now) return;
  const begun = rootOf(now.at);
  if (root !== begun || !goesOn(now.line)) [root, found, answer] = [begun, kept(begun, now.line), null];
  line = now.line;
  if (!line.length) {
    line = null;
    return setText(status, t('analyse-review-empty'));
  }
  return search();
}

/** Searches what is not known yet of the line at hand. */
async function search() {
  going = busy = true;
  tell();
  const on = pause();
  try {
    answer = await ask();
    while (going && answer.wanted.length) {
      draw();
      // What brings nothing new would be asked for for ever.
      if (!(await pass(answer)) && going) throw new TypeError('nothing was found');
      if (!line) break;
      answer = await ask();
    }
    if (line) setText(status, going ? t('analyse-review-done') : t('analyse-review-stopped'));
  } catch (error) {
    // Of a game that is shown no more nobody wants to hear.
    if (line) fail(error);
  }
  going = busy = false;
  crew.dismiss();
  on();
  tell();
  draw();
}

/** Searches what is wanted; how many positions that gave something. @param {ReviewAnswer} wants */
async function pass({ at, wanted, closer, chances }) {
  // The last position is searched first: whoever reads from the end on, where the game was decided, waits least.
  const tasks = wanted.map(({ ply, nodes }) => ({ ply, nodes, at: { ...at, moves: at.moves.slice(0, ply) } })).reverse();
  const all = closer ? tasks.length : chances.length;
  let done = all - tasks.length;
  let drawn = performance.now();
  const told = () => {
    progress.max = all;
    progress.value = done;
    setText(status, t(closer ? 'analyse-review-closer' : 'analyse-review-progress', { done, all }));
  };
  told();
  await crew.search(tasks, (ply, what) => {
    found[ply] = what;
    done++;
    told();
    keep();
    if (performance.now() - drawn < OFTEN) return;
    drawn = performance.now();
    ask().then((so) => { if (going) { answer = so; draw(); } }, () => {});
  });
  return done - (all - tasks.length);
}

function stop() {
  going = false;
  crew.dismiss();
}

/** Whether a line is the one that is analysed, perhaps with moves added at its end. @param {string[]} other */
const goesOn = (other) => line !== null && line.every((move, at) => move === other[at]);

function keep() {
  remember(KEPT, JSON.stringify({ root, line, found }));
}

/** What was found of a line before the page was closed. @param {string} begun @param {string[]} moves @returns {(Found | null)[]} */
function kept(begun, moves) {
  try {
    const { root: was, line: of, found: what } = JSON.parse(remembered(KEPT) ?? '{}');
    if (was === begun && Array.isArray(of) && of.join() === moves.join() && Array.isArray(what)) return what;
  } catch {
    // What cannot be read is not there.
  }
  return moves.map(() => null);
}

/** The buttons as they are now. */
function tell() {
  const mine = study.shown !== null && goesOn(study.shown.line);
  const over = answer !== null && answer.wanted.length === 0;
  setText(go, t(busy ? 'analyse-review-stop' : mine && answer ? 'analyse-review-goes-on' : 'analyse-review-begin'));
  progress.hidden = !busy;
  go.hidden = over && mine && study.shown?.line.length === line?.length && !busy;
  write.hidden = !over || busy;
}

/** What is shown of the line. */
function draw() {
  if (!answer || !line) return void (shown.hidden = true);
  fill(answer.html);
  slider.max = String(line.length);
  shown.hidden = false;
  here();
}

/** Where the place is in the graph. */
function here() {
  const path = study.path;
  const ply = line && path.every((move, at) => move === line?.[at]) ? path.length : -1;
  byId('review-here').setAttribute('d', ply < 0 ? '' : `M${ply} 0V100`);
  if (ply < 0) return;
  slider.value = String(ply);
  const move = ply === 0 ? t('analyse-review-start') : `${ply}. ${dashed(line?.[ply - 1] ?? '')}`;
  const [attackers, draws, defenders] = answer?.chances[ply]?.map((part) => Math.round(part / 10)) ?? [];
  slider.setAttribute('aria-valuetext', attackers === undefined
    ? t('analyse-review-unknown', { move })
    : t('analyse-review-at', { move, attackers, draw: draws ?? 0, defenders: defenders ?? 0 }));
  for (const button of shown.querySelectorAll('[data-ply]')) {
    if (button.getAttribute('data-ply') === String(ply)) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
}

/** @param {number} ply */
const show = (ply) => void study.go(line?.slice(0, ply) ?? []);

/** The same, with the board in view: on a phone it is far above. @param {number} ply */
function showBoard(ply) {
  show(ply);
  byId('board').scrollIntoView({ block: 'nearest' });
}

const learn = new Learn(study, (tasks, take) => crew.search(tasks, take).finally(() => crew.dismiss()));

go.addEventListener('click', () => {
  if (going) stop();
  else if (!busy) void analyse();
});
write.addEventListener('click', async () => {
  try {
    let so = await ask();
    // Moves that were added since are analysed before.
    if (so.wanted.length) {
      if (busy) return;
      await search();
      if (!line) return;
      so = await ask();
    }
    if (so.text && await study.replace(so.text)) setText(status, t('analyse-review-written'));
  } catch (error) {
    fail(error);
  }
});
slider.addEventListener('input', () => show(Number(slider.value)));
byId('review-graph').addEventListener('click', (event) => {
  const box = byId('review-graph').getBoundingClientRect();
  showBoard(Math.round(((event.clientX - box.left) / box.width) * (line?.length ?? 0)));
});
shown.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button?.dataset.ply) showBoard(Number(button.dataset.ply));
  if (button?.dataset.learn && answer && line) learn.begin(line, found, answer.changes.filter(({ side, mistake }) => side === button.dataset.learn && mistake?.exercise));
});
study.addEventListener('shown', () => {
  const at = study.shown?.at;
  if (at && line && rootOf(at) !== root) {
    stop();
    [line, found, answer] = [null, [], null];
    shown.hidden = true;
    setText(status, '');
  }
  tell();
  if (!shown.hidden) here();
});
addEventListener('pagehide', () => crew.dismiss());
