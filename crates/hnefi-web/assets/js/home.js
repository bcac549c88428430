// @ts-check
// The board beside the form shows the start of the rules that are chosen.

import { byId } from './dom.js';

const board = byId('opening-board');
const first = board.firstElementChild;
const rules = /** @type {HTMLSelectElement} */ (byId('rules'));
const chosen = rules.value;

/** @param {string} id @returns {Element | null} of a rule set, or with no id the one that all leaflets share */
const start = (id) => document.querySelector(`[data-start="${id}"] > svg`);

rules.addEventListener('change', () => {
  const shown = rules.value === chosen ? first : start(rules.value) ?? start('');
  if (shown) board.replaceChildren(shown.cloneNode(true));
});
