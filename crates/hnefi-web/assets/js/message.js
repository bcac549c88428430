// @ts-check
// The line under the board: what was picked, why something was refused, what the referee answers.

import { byId, el, parsed } from './dom.js';

/** @import {Drawn} from './types.js' */

export class MessagePanel {
  constructor() {
    this.element = byId('message');
  }

  clear() {
    this.element.replaceChildren();
  }

  /** What was asked for is brought into sight, wherever its reader is on the page. @param {...Node} lines */
  #answer(...lines) {
    const asked = this.element.contains(document.activeElement);
    this.element.replaceChildren(...lines);
    // Who asked in here reads on in here.
    const [first] = this.element.children;
    if (asked && first instanceof HTMLElement) {
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
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

  /** An answer of the referee. @param {Drawn} answer */
  why({ html }) {
    this.#answer(...parsed(html));
  }

  /** A refusal, about which one may perhaps ask why. @param {Drawn} refused @param {(() => void) | null} ask */
  refused({ html }, ask) {
    this.#answer(...parsed(html));
    const button = this.element.querySelector('[data-do=why]');
    if (ask) button?.addEventListener('click', ask);
    else button?.remove();
  }
}
