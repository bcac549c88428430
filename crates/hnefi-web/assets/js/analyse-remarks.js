// @ts-check
// What is said of a place and drawn there: the comment, coloured squares and arrows, also as a list to read and to take away. A comment is kept while it
// is typed; the page can be left at any letter.

import { board, study } from './analyse.js';
import { byId, el, remember, remembered, setText, unremember } from './dom.js';
import { t } from './words.js';

/** @import {Shape, StudyAnswer} from './types.js' */

const COLOURS = /** @type {Record<string, string>} */ ({ G: 'green', R: 'red', Y: 'yellow', B: 'blue' });

/** After how many milliseconds without another letter a comment goes into the analysis. */
const PAUSE = 400;

const comment = /** @type {HTMLTextAreaElement} */ (byId('comment'));
const colours = byId('colours');
/** The place of which the field speaks. */
let place = '';

const stored = colours.querySelector(`input[value="${remembered('colour') ?? 'G'}"]`);
if (stored instanceof HTMLInputElement) stored.checked = true;
colours.addEventListener('change', () => remember('colour', colour()));

const colour = () => /** @type {HTMLInputElement | null} */ (colours.querySelector('input:checked'))?.value ?? 'G';

/** The squares of a mark such as `Gd1d4`. @param {string} mark */
const squaresOf = (mark) => /** @type {[string, string?]} */ (mark.slice(1).match(/[a-z]\d+/g) ?? ['']);

/** What a mark draws. @param {string} mark @returns {Shape} */
function shapeOf(mark) {
  const [from, to] = squaresOf(mark);
  return { from, ...(to ? { to } : {}), kind: `drawn-${COLOURS[mark.charAt(0)]}` };
}

/** A mark in words. @param {string} mark */
function wordsOf(mark) {
  const [from, to] = squaresOf(mark);
  const name = t(`analyse-colour-${COLOURS[mark.charAt(0)]}`);
  return to ? t('analyse-mark-arrow', { from, to, colour: name }) : t('analyse-mark-square', { square: from, colour: name });
}

/** Somebody draws. With Shift or Ctrl it is red, with Alt blue. @param {string} from @param {string} to @param {{red: boolean, blue: boolean}} keys */
function drawn(from, to, { red, blue }) {
  const letter = red && blue ? 'Y' : red ? 'R' : blue ? 'B' : colour();
  void study.edit({ do: 'mark', mark: letter + from + (to === from ? '' : to) });
}

/** @param {StudyAnswer} answer */
function show({ marks, comment: words, path }) {
  board?.draw('drawn', marks.map(shapeOf));
  byId('marks').replaceChildren(...marks.map((mark) => el('li', {}, el('span', { class: `swatch swatch-${COLOURS[mark.charAt(0)]}`, 'aria-hidden': 'true' }), wordsOf(mark), ' ',
    el('button', { type: 'button', class: 'quiet', 'data-mark': mark, 'aria-label': t('analyse-unmark-this', { mark: wordsOf(mark) }) }, t('analyse-unmark')))));
  byId('unmark').hidden = marks.length < 2;
  const here = path.join(' ');
  if (here !== place || document.activeElement !== comment) comment.value = words;
  place = here;
  setText(byId('comment-label'), t(path.length ? 'analyse-comment' : 'analyse-start-comment'));
}

study.addEventListener('shown', () => { if (study.shown) show(study.shown); });
study.addEventListener('draw', (event) => {
  const { from, to, keys } = /** @type {CustomEvent} */ (event).detail;
  drawn(from, to, keys);
});
byId('marks').addEventListener('click', (event) => {
  const { mark } = /** @type {HTMLElement} */ (event.target).dataset;
  if (!mark) return;
  void study.edit({ do: 'mark', mark });
  colours.querySelector('input')?.focus();
});
byId('unmark').addEventListener('click', () => void study.edit({ do: 'unmark' }));

/**
 * What was typed and is not kept yet, by place, and whether the analysis has it. The browser's database answers too late for a page that is being
 * left; this is also written where it is kept at once.
 * @type {Map<string, {text: string, taken: boolean}>}
 */
const drafts = new Map();
/** The analysis whose drafts they are. @type {{number: number, id: string | null}} */
let drafted = { number: 0, id: null };
/** The analyses whose drafts of an earlier visit were looked for. */
const met = new Set();
/** What is typed from the field's focus to its loss is undone together. */
let run = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;

/** Where the drafts of an analysis are written. @param {string} id */
const placeOf = (id) => `drafts-${id}`;

function writeDrafts() {
  const { id } = study;
  if (!id) return;
  if (drafts.size) remember(placeOf(id), JSON.stringify([...drafts].map(([at, { text }]) => [at, text])));
  else unremember(placeOf(id));
}

/** Lets go of the drafts that are kept. */
function letGo() {
  if (!study.isKept) return;
  const taken = [...drafts].filter(([, draft]) => draft.taken);
  for (const [at] of taken) drafts.delete(at);
  if (taken.length) writeDrafts();
}

/** Puts a draft into the analysis. @param {string} at */
async function take(at) {
  const draft = drafts.get(at);
  if (!draft || draft.taken) return;
  if (await study.editIn({ do: 'comment', text: draft.text }, at.split(' ').filter(Boolean), run)) draft.taken = true;
  letGo();
}

/** What was typed goes into the analysis now. */
function takeAll() {
  clearTimeout(pause);
  for (const at of drafts.keys()) void take(at);
}

function typed() {
  drafts.set(place, { text: comment.value, taken: false });
  writeDrafts();
  clearTimeout(pause);
  // Without an id there is nowhere to write a draft.
  if (study.id) pause = setTimeout(takeAll, PAUSE);
  else takeAll();
}

/** What was left of an earlier visit goes into an analysis that is opened again, where its place is still there. */
async function meet() {
  const { number, id } = study;
  if (number !== drafted.number && (!id || id !== drafted.id)) drafts.clear();
  drafted = { number, id };
  if (!id || met.has(id)) return;
  met.add(id);
  if (drafts.size) return;
  const left = draftsOf(id);
  for (const [at, text] of left) {
    if (!(await study.go(at.split(' ').filter(Boolean))) || study.id !== id) return;
    if (study.path.join(' ') === at) drafts.set(at, { text, taken: false });
    await take(at);
  }
  if (left.length) writeDrafts();
}

/** @param {string} id @returns {[string, string][]} */
function draftsOf(id) {
  try {
    return JSON.parse(remembered(placeOf(id)) ?? '[]');
  } catch {
    return [];
  }
}

study.addEventListener('shown', () => void meet());
study.addEventListener('kept', letGo);
comment.addEventListener('input', typed);
// What was typed belongs to the place where it was typed.
comment.addEventListener('change', () => {
  takeAll();
  run++;
  // What the referee took as a mark is no word any more.
  if (study.shown && ![...drafts.values()].some((draft) => !draft.taken)) comment.value = study.shown.comment;
});
addEventListener('pagehide', takeAll);
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') takeAll(); });
