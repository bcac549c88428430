// @ts-check
// The line under the board: what was picked, why something was refused, what the referee answers.

import { byId, el } from './dom.js';
import { t } from './words.js';

/** @import {Clause, Proof, RefusedMessage, WhyMessage} from './types.js' */

/** A clause with its grade, which leads to where the rules have it. @param {Clause} clause @returns {HTMLElement} */
export function clauseLine(clause) {
  // A house rule needs no leaflet to say it.
  const source = clause.section ? t('clause-section', { section: clause.section }) : clause.grade === 'house' ? '' : t('clause-silent');
  return el('p', { class: 'clause' },
    clause.text, ' ',
    el(clause.address ? 'a' : 'span', { class: `grade grade-${clause.grade}`, href: clause.address }, [clause.grade_words, source].filter(Boolean).join(' · ')));
}

/** What proves a claim, or that nothing does. @param {Proof | undefined} proof */
export function proofLines(proof) {
  return proof ? [el('p', {}, el('b', {}, proof.title)), ...proof.lines.map((line) => el('p', { class: 'soft' }, line))] : [];
}

export class MessagePanel {
  constructor() {
    this.element = byId('message');
  }

  clear() {
    this.element.replaceChildren();
  }

  /** What was asked for is brought into sight, wherever its reader is on the page. @param {...Node} lines */
  #answer(...lines) {
    this.element.replaceChildren(...lines);
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {...(Node | string)} parts */
  say(...parts) {
    this.#answer(el('p', {}, ...parts));
  }

  /**
   * What was picked, with what can be asked about it.
   * @param {string} text
   * @param {string} label
   * @param {() => void} ask
   */
  pick(text, label, ask) {
    this.element.replaceChildren(el('p', {}, el('span', {}, text), ' ', el('button', { type: 'button', class: 'quiet', onclick: ask }, label)));
  }

  /** @param {Omit<WhyMessage, 'type'>} why */
  why(why) {
    this.#answer(
      el('h2', { class: 'message-title' }, why.title),
      ...why.lines.map((line) => el('p', {}, line)),
      ...why.clauses.map(clauseLine),
    );
  }

  /** @param {Omit<RefusedMessage, 'type'>} refused @param {(() => void) | null} ask */
  refused(refused, ask) {
    const { clause } = refused;
    this.#answer(
      el('p', { class: 'refusal' }, refused.message, ask && ' ',
        ask && el('button', { type: 'button', class: 'quiet', onclick: ask }, t('play-why'))),
      ...(clause ? [clauseLine(clause)] : []),
      ...(clause?.others ? [el('p', { class: 'others' }, clause.others)] : []),
    );
  }
}
