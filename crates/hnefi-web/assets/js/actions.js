// @ts-check
// What a player may do besides moving. What cannot be undone asks once more, in the place of its button.

import { byId, focusAction } from './dom.js';

/** @import {ClientMessage} from './types.js' */

export class ActionsPanel {
  /** The action that waits for its "yes". */
  #asking = '';

  /** @param {(message: ClientMessage) => void} send */
  constructor(send) {
    this.send = send;
    this.places = ['actions', 'again', 'ending', 'offer', 'gone'].map(byId);
    for (const place of this.places) {
      place.addEventListener('click', (event) => {
        const button = event.target instanceof Element ? event.target.closest('button') : null;
        if (button) this.#press(button.dataset);
      });
    }
  }

  /** To be called when the buttons may be others. @param {boolean} open whether the line is open */
  render(open) {
    this.#ask(this.#asking);
    for (const button of this.places.flatMap((place) => [...place.querySelectorAll('button')])) button.disabled = !open;
  }

  /** @param {DOMStringMap} pressed */
  #press({ action = '', say }) {
    if (say) {
      this.#ask('');
      if (action.endsWith('-yes')) focusAction(action.slice(0, -4));
      this.send(JSON.parse(say));
    } else if (action.endsWith('-no')) {
      this.#ask('');
      focusAction(action.slice(0, -3));
    } else {
      this.#ask(action);
      focusAction(`${action}-yes`);
    }
  }

  /** Asks once more, or no more. @param {string} action */
  #ask(action) {
    this.#asking = '';
    for (const question of this.places.flatMap((place) => [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-confirms]'))])) {
      const asks = question.dataset.confirms === action;
      if (asks) this.#asking = action;
      question.hidden = !asks;
      question.previousElementSibling?.toggleAttribute('hidden', asks);
    }
  }
}
