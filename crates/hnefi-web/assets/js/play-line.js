// @ts-check
// A line of moves: what is pointed at is shown on the board, what is chosen is played there.

import { board, study } from './analyse.js';
import { el, setText } from './dom.js';
import { readMove, readRows } from './position.js';

/** @import {BoardView, Step} from './types.js' */

/** What the board showed before a line was pointed at. @type {BoardView | null} */
let before = null;

/** Whether a move of a line is pointed at. */
export const pointed = () => before !== null;

/** Shows the game again. */
function restore() {
  if (before && board) board.show(before);
  before = null;
  board?.host.classList.remove('previews');
}

/** Where the mouse is. */
let mouse = { x: NaN, y: NaN };
/** Where it was when another place was shown: a line that comes under a mouse at rest is not pointed at. */
let rested = mouse;
document.addEventListener('pointermove', ({ clientX: x, clientY: y }) => { mouse = { x, y }; }, { passive: true });

study.addEventListener('shown', () => {
  rested = mouse;
  before = null;
  board?.host.classList.remove('previews');
});

export class PlayLine {
  /** The way to where it begins. @type {string[]} */
  #path = [];
  /** @type {Step[]} */
  #steps = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /** @param {string} label */
  constructor(label) {
    this.element = el('span', { class: 'line-moves', role: 'group', 'aria-label': label });
    this.element.addEventListener('click', (event) => { const at = this.#at(event); if (at >= 0) void this.#play(at); });
    this.element.addEventListener('pointerover', (event) => this.#hover(event));
    this.element.addEventListener('pointermove', (event) => { if (!pointed()) this.#hover(event); });
    this.element.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') restore(); });
    this.element.addEventListener('focusin', (event) => {
      const at = this.#at(event);
      this.#rove(at);
      if (this.#buttons[at]?.matches(':focus-visible')) this.#point(at);
    });
    this.element.addEventListener('focusout', restore);
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {string[]} path the way to where it begins @param {Step[]} steps */
  show(path, steps) {
    [this.#path, this.#steps] = [path, steps];
    steps.forEach(({ text }, at) => {
      const button = (this.#buttons[at] ??= el('button', { type: 'button', tabindex: at === 0 ? '0' : '-1' }));
      setText(button, text.replace('-', '–').replace('x', '×').replaceAll('/', ' '));
    });
    this.#buttons.length = steps.length;
    const here = this.element.children;
    if (here.length !== steps.length || this.#buttons.some((button, at) => here[at] !== button)) this.element.replaceChildren(...this.#buttons);
    if (!this.#buttons.some((button) => button.tabIndex === 0)) this.#rove(0);
  }

  /** Marks the move that was played last where a place lies on the line, and says whether it does. @param {string[]} place the way to it */
  follow(place) {
    const moves = [...this.#path, ...this.#steps.map(({ move }) => move)];
    const on = place.length >= this.#path.length && place.every((move, at) => move === moves[at]);
    this.#buttons.forEach((button, at) => {
      if (on && at === place.length - this.#path.length - 1) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
    return on;
  }

  /** @param {Event} event */
  #at(event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    return button ? this.#buttons.indexOf(button) : -1;
  }

  /** @param {number} wanted */
  #rove(wanted) {
    this.#buttons.forEach((button, at) => { button.tabIndex = at === wanted ? 0 : -1; });
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== 'mouse' || (event.clientX === rested.x && event.clientY === rested.y)) return;
    this.#point(this.#at(event));
  }

  /** @param {number} at */
  #point(at) {
    const step = this.#steps[at];
    if (!board || !step) return;
    before ??= board.view;
    board.host.classList.add('previews');
    board.show({ pieces: readRows(step.position), last: readMove(step.move), legal: {} });
  }

  /** Plays the line up to a move. @param {number} at */
  async #play(at) {
    const [first, ...then] = this.#steps.slice(0, at + 1).map(({ move }) => move);
    restore();
    if (study.path.join(' ') !== this.#path.join(' ')) await study.go(this.#path);
    await study.edit({ do: 'play', move: first, then });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#at(event);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.#buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#buttons[to]?.focus();
  }
}
