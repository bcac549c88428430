// @ts-check
// One's own mistakes as exercises: find a better move, on the board. What is tried is taken back.

import { board } from './analyse.js';
import { byId, setText } from './dom.js';
import { pause } from './lines.js';
import { readMove, rootOf } from './position.js';
import { AskError } from './referee.js';
import { t } from './words.js';

/** @import {Found} from './crew.js' */
/** @import {Change} from './review.js' */
/** @import {Study} from './study.js' */
/** @import {At} from './types.js' */
/** @typedef {(tasks: {at: At, nodes: number, ply: number}[], take: (ply: number, found: Found) => void) => Promise<void>} Search */

/** Over how many positions a move that is tried is searched: as many as what seemed to be a mistake. */
const NODES = 800_000;

const task = byId('learn-task');
const told = byId('learn-told');
const retry = /** @type {HTMLButtonElement} */ (byId('learn-retry'));
const reveal = /** @type {HTMLButtonElement} */ (byId('learn-show'));
const next = /** @type {HTMLButtonElement} */ (byId('learn-next'));
const dashed = (/** @type {string} */ move) => move.replace('-', '–');

export class Learn {
  /** @type {Change[]} */
  #changes = [];
  /** @type {string[]} */
  #line = [];
  /** @type {(Found | null)[]} */
  #found = [];
  #at = 0;
  #solved = 0;
  /** Which analysis it is, and where its game begins. */
  #number = 0;
  #root = '';
  /** The analysis before a move was tried in it. */
  #text = '';
  /** Lets the computer show its lines again, which would tell the answer. */
  #on = () => {};
  /** Whether a move is awaited. */
  #waits = false;

  /** @param {Study} study @param {Search} search */
  constructor(study, search) {
    this.study = study;
    this.search = search;
    study.addEventListener('shown', () => void this.#moved());
    retry.addEventListener('click', () => void this.#back());
    reveal.addEventListener('click', () => void this.#show());
    next.addEventListener('click', () => void this.#next());
    byId('learn-end').addEventListener('click', () => void this.#end());
  }

  /** @param {string[]} line @param {(Found | null)[]} found @param {Change[]} changes */
  begin(line, found, changes) {
    const { at, number } = this.study;
    if (!at || !changes.length) return;
    [this.#line, this.#found, this.#changes, this.#at, this.#solved] = [line, found, changes, 0, 0];
    [this.#number, this.#root, this.#text] = [number, rootOf(at), this.study.text];
    this.#on = pause(true);
    byId('learn').hidden = false;
    byId('analyse').dataset.learning = 'yes';
    void this.#pose();
    byId('learn').focus({ preventScroll: true });
    byId('board').scrollIntoView({ block: 'nearest' });
  }

  get #change() {
    return this.#changes[this.#at];
  }

  /** The position before the mistake. */
  get #before() {
    return this.#line.slice(0, (this.#change?.ply ?? 1) - 1);
  }

  async #pose() {
    const change = this.#change;
    if (!change) return;
    this.#waits = false;
    setText(told, '');
    delete told.dataset.solved;
    retry.hidden = true;
    reveal.hidden = false;
    setText(task, t(`analyse-learn-task-${change.side}`, { number: this.#at + 1, all: this.#changes.length, move: dashed(change.move) }));
    await this.study.go(this.#before);
    if (this.#change !== change) return;
    this.#text = this.study.text;
    this.#waits = true;
  }

  /** Whether another analysis is shown, or another game in it: what was done there is not for the exercises to take back. */
  get #gone() {
    const { at, number } = this.study;
    return number !== this.#number || !at || rootOf(at) !== this.#root;
  }

  /** Something else is shown: perhaps a move was tried. */
  async #moved() {
    const { study } = this;
    const change = this.#change;
    if (change && this.#gone) return this.#leave();
    const before = this.#before;
    if (!this.#waits || !change || study.path.length !== before.length + 1 || before.some((move, at) => move !== study.path[at])) return;
    this.#waits = false;
    const move = study.path.at(-1) ?? '';
    retry.hidden = false;
    if (move === change.move) return setText(told, t('analyse-learn-played', { move: dashed(move) }));
    setText(told, t('analyse-learn-thinking', { move: dashed(move) }));
    try {
      const after = await this.#after();
      if (this.#change !== change || study.path.at(-1) !== move || !after) return;
      const [was, played] = [this.#found[change.ply - 1], this.#found[change.ply] ?? over(change.side === 'attackers' ? 'defenders' : 'attackers')];
      const { solved, says, line } = await study.referee.tryMove({ side: change.side, move, before: was, played, after });
      if (solved) {
        this.#solved++;
        retry.hidden = reveal.hidden = true;
        told.dataset.solved = 'yes';
      }
      setText(told, solved ? `${says} ${this.#lineOf(line)}` : says);
    } catch (error) {
      setText(told, (error instanceof AskError && error.message) || t('analyse-review-offline'));
    }
  }

  /** What is to be thought of the position that is shown. @returns {Promise<Found | null>} */
  async #after() {
    const { shown } = this.study;
    if (!shown) return null;
    if (shown.shown.outcome) return over(shown.shown.outcome.winner);
    /** @type {Found | null} */
    let after = null;
    await this.search([{ at: shown.at, nodes: NODES, ply: 0 }], (_, what) => { after = what; });
    return after;
  }

  /** @param {string[]} line */
  #lineOf(line) {
    return t('analyse-learn-line', { line: line.slice(0, 8).map((move) => dashed(move).replace('–', '–\u2060')).join(' ') });
  }

  /** Takes back what was tried. */
  async #back() {
    await this.#takeBack();
    await this.#pose();
  }

  async #takeBack() {
    this.#waits = false;
    await this.study.undoTo(this.#text);
  }

  /** Shows the better move on the board, from which what was tried is gone. */
  async #show() {
    const change = this.#change;
    if (!retry.hidden) await this.#back();
    if (!change?.mistake || this.#change !== change) return;
    const { sentence, better } = change.mistake;
    setText(told, `${sentence} ${this.#lineOf(better)}`);
    reveal.hidden = true;
    board?.mark({ hint: readMove(better[0] ?? '') });
  }

  async #next() {
    await this.#takeBack();
    if (!this.#change) return;
    if (++this.#at < this.#changes.length) return this.#pose();
    const over = t('analyse-learn-over', { all: this.#changes.length, solved: this.#solved });
    await this.#end();
    setText(byId('review-status'), over);
  }

  async #end() {
    await this.#takeBack();
    this.#leave();
    byId('review-title').focus();
  }

  /** The exercises are over. */
  #leave() {
    const focused = byId('learn').contains(document.activeElement);
    this.#changes = [];
    this.#waits = false;
    byId('learn').hidden = true;
    this.#on();
    this.#on = () => {};
    delete byId('analyse').dataset.learning;
    if (focused) byId('review-title').focus();
  }
}

/** What is found where the game is over. @param {string | null} winner @returns {Found} */
const over = (winner) => ({
  depth: 0, nodes: 0, score: 0, win_in: null, loss_in: null, pv: [],
  chances: winner === 'attackers' ? [1000, 0, 0] : winner === 'defenders' ? [0, 0, 1000] : [0, 1000, 0],
});
