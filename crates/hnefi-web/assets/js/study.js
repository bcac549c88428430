// @ts-check
// An analysis: a text, a place in it, and the texts before and after it for undoing and redoing. The referee makes every change; the
// browser keeps it as one goes.

import { newId, remember, remembered } from './dom.js';
import { KeptError } from './kept.js';
import { analysisOf } from './packed.js';
import { AskError, Referee } from './referee.js';
import { keep, kept, watch } from './studies.js';
import { t } from './words.js';

/** @import {At, StudyAnswer, StudyEdit, StudyFile} from './types.js' */

/** @typedef {{text: string, path: string[]}} State */

/** How many moves there are in a text. @param {string} text */
const movesIn = (text) => text.match(/[a-o]\d+-[a-o]\d+/g)?.length ?? 0;

/** Where the place was in a kept analysis, when this browser showed it last. @param {string} id @returns {string[] | null} */
function placeIn(id) {
  const [of, ...path] = (remembered('place') ?? '').split(' ');
  return of === id ? path : null;
}

/** How long a link may be that is sent; longer ones do not arrive whole everywhere. */
const LONGEST_LINK = 8000;

/**
 * Tells `shown` whenever something else is shown, with what was shown before as `detail.before`; `trouble`, with a sentence as
 * `detail`, when something could not be done; `kept` when the browser keeps it as it is shown, with a sentence as `detail` where it could not.
 */
export class Study extends EventTarget {
  text = '';
  /** The moves that lead to the place. @type {string[]} */
  path = [];
  /** What the referee says of the place; null until there is one. @type {StudyAnswer | null} */
  shown = null;
  /** Under which the browser keeps it; null until something was changed or read. @type {string | null} */
  id = null;
  /** Another number for every analysis that is opened or begun. */
  number = 0;
  /** The address from which it came. */
  #from = '';
  /** @type {State[]} */
  #before = [];
  /** @type {State[]} */
  #after = [];
  /** What is done follows what was begun before. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #steps = 0;
  /** The run of edits to which the last change belonged. @type {number | null} */
  #run = null;
  /** How many times it is being kept. */
  #keeping = 0;
  #unkept = false;

  /** @param {Referee} [referee] */
  constructor(referee = new Referee()) {
    super();
    this.referee = referee;
    // Another tab has changed the same one.
    watch((id) => { if (id === this.id) void this.openKept(id); });
  }

  /** The place as other questions name it. @returns {At | null} */
  get at() {
    return this.shown?.at ?? null;
  }

  get canUndo() { return this.#before.length > 0; }
  get canRedo() { return this.#after.length > 0; }

  /** Whether the browser has it as it is. */
  get isKept() { return this.id !== null && this.#keeping === 0 && !this.#unkept; }

  /**
   * Shows another analysis, of which nothing can be undone. It is kept once it is changed.
   * @param {string} text @param {string[]} [path] @param {string} [from] the address from which it came
   */
  open(text, path = [], from = '') {
    return this.#queue(() => this.#ask({ text, path }, () => this.#forget(null, from)));
  }

  /** Shows what the browser keeps; false where it keeps no such analysis. @param {string} id */
  openKept(id) {
    return this.#queue(async () => {
      const study = await kept(id).catch((error) => { this.#trouble(error); return null; });
      if (!study) return false;
      const path = id === this.id ? this.path : placeIn(id) ?? study.path;
      const opened = await this.#ask({ text: study.text, path }, () => this.#forget(id, study.from));
      if (opened) this.dispatchEvent(new CustomEvent('kept', { detail: '' }));
      return opened;
    });
  }

  /** @param {string | null} id @param {string} from */
  #forget(id, from) {
    this.#before = [];
    this.#after = [];
    this.#run = null;
    this.#unkept = false;
    this.number++;
    this.id = id;
    this.#from = from;
  }

  /** Shows another place. @param {string[]} path */
  go(path) {
    const step = ++this.#steps;
    // Of several steps that wait, only the last is of interest.
    return this.#queue(() => (step === this.#steps ? this.#ask({ text: this.text, path }) : Promise.resolve(false)));
  }

  /** Changes the analysis at the place. True, if it could be asked for. @param {StudyEdit} edit */
  edit(edit) {
    return this.#change(() => ({ text: this.text, path: edit.do === 'read' ? [] : this.path, edit }), null, edit.do === 'rules');
  }

  /**
   * Changes the analysis at a place. What belongs to one run, one after the other, is undone together.
   * @param {StudyEdit} edit @param {string[]} path @param {number} run
   */
  editIn(edit, path, run) {
    return this.#change(() => ({ text: this.text, path, edit }), run);
  }

  /** Takes a text that somebody else made of this one, and stays where it is. @param {string} text */
  replace(text) {
    return this.#change(() => ({ text, path: this.path }));
  }

  /** Begins an analysis of its own; the one before stays as it is kept. @param {StudyEdit} edit `start` or `read` */
  begin(edit) {
    return this.#queue(() => this.#ask({ text: '', path: [], edit }, () => {
      this.#forget(null, '');
      // A text that was read may be nowhere else.
      if (edit.do === 'read') void this.#keep();
    }));
  }

  undo() { return this.#swap(this.#before, this.#after); }
  redo() { return this.#swap(this.#after, this.#before); }

  /** Undoes all that was done since the text was this one, with what is on its way; nothing, where it never was. @param {string} text */
  async undoTo(text) {
    await this.#last;
    while (this.text !== text && this.#before.some((state) => state.text === text) && await this.undo());
  }

  /** The analysis as a file. @param {string} format @returns {Promise<StudyFile>} */
  file(format) {
    return this.referee.study({ text: this.text, path: this.path, write: format });
  }

  /** An address that holds all of it; null where that would be too long. */
  async link() {
    const address = new URL(await analysisOf(this.text, this.path), location.href).href;
    return address.length > LONGEST_LINK ? null : address;
  }

  /** @param {() => object} question @param {number | null} [run] @param {boolean} [apart] whether what is kept stays as it is where moves are lost */
  #change(question, run = null, apart = false) {
    return this.#queue(async () => {
      const old = { text: this.text, path: this.path };
      return this.#ask(question(), () => {
        if (old.text === this.text) return;
        if (old.text !== '' && (run === null || run !== this.#run)) this.#before.push(old);
        this.#run = run;
        this.#after = [];
        if (apart && movesIn(this.text) < movesIn(old.text)) this.id = null;
        void this.#keep();
      });
    });
  }

  /** @param {State[]} from @param {State[]} to */
  #swap(from, to) {
    return this.#queue(async () => {
      const wanted = from.at(-1);
      if (!wanted) return false;
      const now = { text: this.text, path: this.path };
      return this.#ask(wanted, () => { from.pop(); to.push(now); this.#run = null; void this.#keep(); });
    });
  }

  /** Keeps it as it is now. */
  async #keep() {
    const { shown, text, path } = this;
    if (!shown) return;
    this.id ??= newId();
    const study = { id: this.id, text, path, title: shown.title, rules_name: shown.rules.name, moves: movesIn(text), from: this.#from };
    this.#keeping++;
    const trouble = await keep(study).then(() => '', (error) => (error instanceof KeptError ? error.message : t('kept-failed')));
    this.#keeping--;
    this.#unkept = trouble !== '';
    this.dispatchEvent(new CustomEvent('kept', { detail: trouble }));
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #queue(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {unknown} error */
  #trouble(error) {
    const says = ((error instanceof AskError || error instanceof KeptError) && error.message) || t('analyse-offline');
    this.dispatchEvent(new CustomEvent('trouble', { detail: says }));
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
      if (this.id) remember('place', [this.id, ...this.path].join(' '));
      this.dispatchEvent(new CustomEvent('shown', { detail: { before } }));
      return true;
    } catch (error) {
      this.#trouble(error);
      return false;
    }
  }
}
