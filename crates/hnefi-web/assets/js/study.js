// @ts-check
// An analysis: a text, a place in it, and the texts before and after it for undoing and redoing. The referee makes every change.

import { AskError, Referee } from './referee.js';
import { t } from './words.js';

/** @import {At, StudyAnswer, StudyEdit, StudyFile} from './types.js' */

/** @typedef {{text: string, path: string[]}} State */

/**
 * Tells `shown` whenever something else is shown, with what was shown before as `detail.before`; `trouble` with a sentence as
 * `detail`, when something could not be done.
 */
export class Study extends EventTarget {
  text = '';
  /** The moves that lead to the place. @type {string[]} */
  path = [];
  /** What the referee says of the place; null until there is one. @type {StudyAnswer | null} */
  shown = null;
  /** @type {State[]} */
  #before = [];
  /** @type {State[]} */
  #after = [];
  /** What is done follows what was begun before. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #steps = 0;

  /** @param {Referee} [referee] */
  constructor(referee = new Referee()) {
    super();
    this.referee = referee;
  }

  /** The place as other questions name it. @returns {At | null} */
  get at() {
    return this.shown?.at ?? null;
  }

  get canUndo() { return this.#before.length > 0; }
  get canRedo() { return this.#after.length > 0; }

  /** Shows another analysis, of which nothing can be undone. @param {string} text @param {string[]} [path] */
  open(text, path = []) {
    return this.#do({ text, path }, () => { this.#before = []; this.#after = []; });
  }

  /** Shows another place. @param {string[]} path */
  go(path) {
    const step = ++this.#steps;
    // Of several steps that wait, only the last is of interest.
    return this.#queue(() => (step === this.#steps ? this.#ask({ text: this.text, path }) : Promise.resolve(false)));
  }

  /** Changes the analysis at the place. True, if it did. @param {StudyEdit} edit */
  edit(edit) {
    return this.#queue(async () => {
      const old = { text: this.text, path: this.path };
      return this.#ask({ text: this.text, path: edit.do === 'read' ? [] : this.path, edit }, () => {
        if (old.text === '' || old.text === this.text) return;
        this.#before.push(old);
        this.#after = [];
      });
    });
  }

  /** Takes the text that another maker gives, in place of this one, and stays where it is as far as that is there. @param {string} text */
  replace(text) {
    return this.#queue(async () => {
      const old = { text: this.text, path: this.path };
      return this.#ask({ text, path: this.path }, () => {
        if (old.text === this.text) return;
        this.#before.push(old);
        this.#after = [];
      });
    });
  }

  undo() { return this.#swap(this.#before, this.#after); }
  redo() { return this.#swap(this.#after, this.#before); }

  /** The analysis as a file. @param {string} format @returns {Promise<StudyFile>} */
  file(format) {
    return this.referee.study({ text: this.text, path: this.path, write: format });
  }

  /** @param {State[]} from @param {State[]} to */
  #swap(from, to) {
    return this.#queue(async () => {
      const wanted = from.at(-1);
      if (!wanted) return false;
      const now = { text: this.text, path: this.path };
      return this.#ask(wanted, () => { from.pop(); to.push(now); });
    });
  }

  /** @param {object} question @param {() => void} then */
  #do(question, then) {
    return this.#queue(() => this.#ask(question, then));
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #queue(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {object} question @param {() => void} [then] what is done before anybody hears of it */
  async #ask(question, then) {
    try {
      const before = this.shown;
      /** @type {StudyAnswer} */
      const answer = await this.referee.study(question);
      this.text = answer.text;
      this.path = answer.path;
      this.shown = answer;
      then?.();
      this.dispatchEvent(new CustomEvent('shown', { detail: { before } }));
      return true;
    } catch (error) {
      const says = (error instanceof AskError && error.message) || t('analyse-offline');
      this.dispatchEvent(new CustomEvent('trouble', { detail: says }));
      return false;
    }
  }
}
