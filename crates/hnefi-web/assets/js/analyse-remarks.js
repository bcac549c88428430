// @ts-check
// What is said of a place and drawn there: the comment, coloured squares and arrows, also as a list to read and to take away.

import { board, study } from './analyse.js';
import { byId, el, remember, remembered, setText } from './dom.js';
import { t } from './words.js';

/** @import {Shape, StudyAnswer} from './types.js' */

const COLOURS = /** @type {Record<string, string>} */ ({ G: 'green', R: 'red', Y: 'yellow', B: 'blue' });

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
// What was typed belongs to the place where it was typed.
comment.addEventListener('change', () => void study.edit({ do: 'comment', text: comment.value }));
