// @ts-check
// Conditional moves: lines are played on the board from the game as it stands, kept on the server, and shown to their owner alone.

import { byId, el, setText } from './dom.js';
import { prettyMove, readMove, readRows } from './position.js';
import { t, tn } from './words.js';

/** @import {GameStore} from './store.js' */
/** @import {BoardView, ClientMessage, Intent, WhatIfMessage} from './types.js' */

/**
 * What the panel needs of its page.
 * @typedef {object} Page
 * @property {(message: ClientMessage) => boolean} send
 * @property {(step: Intent | null) => void} draw draws the page anew
 * @property {(text: string) => void} say
 * @property {() => void} toBoard brings the board into sight
 */

export class ConditionalPanel {
  /** The line that is being made; null while none is. @type {string[] | null} */
  #line = null;
  /** Where it leads. @type {WhatIfMessage | null} */
  #there = null;
  /** From how many plies on. */
  #ply = 0;
  /** Who waits for the answer that is on its way; null while none is. @type {(() => void)[] | null} */
  #waiting = null;

  /** @param {GameStore} store @param {Page} page */
  constructor(store, page) {
    this.store = store;
    this.page = page;
    this.element = byId('conditional');
    this.bar = byId('conditional-bar');
    const button = (/** @type {string} */ id, /** @type {() => void} */ does) => byId(id).addEventListener('click', does);
    button('conditional-add', () => this.#begin());
    button('conditional-back', () => this.#ask((this.#line ?? []).slice(0, -1)));
    button('conditional-keep', () => this.#keep());
    button('conditional-leave', () => this.#leave());
    button('conditional-read', () => this.#send([]));
  }

  /** Whether a line is being made. */
  get active() {
    return this.#line !== null;
  }

  /** What the board shows meanwhile. @returns {BoardView | null} */
  view() {
    if (!this.#line) return null;
    const { state, plies } = this.store;
    const there = this.#there;
    const last = readMove(this.#line.at(-1) ?? '') ?? this.store.moveBefore(plies.length);
    const full = this.#line.length >= (state.conditional?.longest ?? 0);
    return { pieces: there ? readRows(there.position) : this.store.position(plies.length), last, legal: full ? {} : there?.legal ?? {} };
  }

  /** Draws what is kept, and how far the line is that is being made. */
  render() {
    const { conditional } = this.store.state;
    this.element.hidden = !conditional;
    if (!conditional) this.#line = null;
    this.#renderBar();
    if (!conditional) return;
    const { lines, ended, may, most } = conditional;
    setText(byId('conditional-title'), lines.length ? tn('conditional-count', lines.length) : t('conditional-title'));
    byId('conditional-ended').hidden = !ended;
    if (ended) /** @type {HTMLDetailsElement} */ (this.element).open = true;
    byId('conditional-add').hidden = !may || this.active || lines.length >= most;
    byId('conditional-wait').hidden = may;
    const list = byId('conditional-lines');
    const written = lines.map((line) => line.join(' ')).join('/');
    if (list.dataset.written === written) return;
    list.dataset.written = written;
    list.replaceChildren(...lines.map((line) => {
      const says = lineWords(line);
      const rest = lines.filter((other) => other !== line);
      return el('li', {}, el('span', {}, says), ' ', el('button', { type: 'button', 'aria-label': t('conditional-remove-line', { line: says }), onclick: () => this.#send(rest) }, t('conditional-remove')));
    }));
  }

  #renderBar() {
    const line = this.#line;
    this.bar.hidden = !line;
    if (!line) return;
    const { longest = 0 } = this.store.state.conditional ?? {};
    const own = line.length % 2 === 1;
    const over = Boolean(this.#there) && Object.keys(this.#there?.legal ?? {}).length === 0;
    const what = over ? 'over' : line.length >= longest ? 'full' : own ? 'own' : line.length ? 'more' : 'begin';
    setText(byId('conditional-says'), lineWords(line));
    setText(byId('conditional-what'), t(`conditional-${what}`));
    byId('conditional-back').hidden = line.length === 0;
    byId('conditional-keep').hidden = line.length === 0 || own;
  }

  #begin() {
    this.#ply = this.store.plies.length;
    if (!this.#ask([])) return;
    this.#line = [];
    this.#there = null;
    this.page.draw(null);
    this.page.toBoard();
  }

  /** Asks where moves would lead; false where nobody hears. @param {string[]} moves */
  #ask(moves) {
    const asked = this.#say({ type: 'what-if', ply: this.#ply, moves });
    if (asked) this.#waiting ??= [];
    return asked;
  }

  /** Waits until the board shows where the line leads: a move that is typed quickly belongs there. */
  async shown() {
    while (this.#waiting) await new Promise((done) => { this.#waiting?.push(() => done(undefined)); });
  }

  /** No answer is on its way any more. */
  settle() {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const goOn of waiting) goOn();
  }

  /** A move was made on the board. @param {string} from @param {string} to */
  intend(from, to) {
    if (this.#line) this.#ask([...this.#line, `${from}-${to}`]);
  }

  /** The server says where the line leads. @param {WhatIfMessage} answer */
  took(answer) {
    const line = this.#line;
    this.settle();
    if (!line) return;
    const step = answer.moves.length > line.length ? readMove(answer.moves.at(-1) ?? '') : null;
    this.#line = answer.moves;
    this.#there = answer;
    this.page.draw(step);
  }

  /** The game has changed. */
  moved() {
    if (!this.#line || (this.store.plies.length === this.#ply && !this.store.state.outcome)) return;
    this.#leave();
    this.page.say(t('conditional-moved'));
  }

  /** Makes no line any more. */
  #leave() {
    this.#line = null;
    this.#there = null;
    this.settle();
    this.page.draw(null);
    /** @type {HTMLDetailsElement} */ (this.element).open = true;
    const add = byId('conditional-add');
    if (!add.hidden) add.focus({ preventScroll: true });
  }

  #keep() {
    const line = this.#line ?? [];
    const begins = (/** @type {string[]} */ other) => other.every((move, at) => move === line[at]);
    const others = (this.store.state.conditional?.lines ?? []).filter((other) => !begins(other));
    if (this.#send([...others, line])) this.#leave();
  }

  /** @param {string[][]} lines */
  #send(lines) {
    return this.#say({ type: 'conditional', ply: this.store.plies.length, lines });
  }

  /** Sends if the line to the server is open, and tells where it is not. @param {ClientMessage} message */
  #say(message) {
    const sent = this.page.send(message);
    if (!sent) this.page.say(t('play-line-down'));
    return sent;
  }
}

/** A line in words. @param {string[]} line */
function lineWords(line) {
  const pairs = [];
  for (let at = 0; at < line.length; at += 2) {
    const move = prettyMove(line[at] ?? '');
    const answer = line[at + 1];
    pairs.push(answer ? t('conditional-pair', { move, answer: prettyMove(answer) }) : t('conditional-if', { move }));
  }
  return pairs.join(' ');
}
