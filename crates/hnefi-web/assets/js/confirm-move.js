// @ts-check
// Asking again before a move is sent: it is shown on the board, and sent or taken back.

import { byId, remember, remembered } from './dom.js';
import { prettyMove } from './position.js';
import { t } from './words.js';

/** @import {GameStore, Pending} from './store.js' */

export class ConfirmMove {
  /** @param {GameStore} store @param {{send: () => void, back: (taken: Pending) => void, leave: () => void}} then `leave` finds another place for the focus */
  constructor(store, then) {
    this.store = store;
    this.then = then;
    this.element = byId('confirm-move');
    // Who has days for a move is asked unless he wants otherwise; elsewhere, who wants it.
    this.key = store.isDays ? 'confirm-days' : 'confirm';
    const box = /** @type {HTMLInputElement} */ (byId('confirm-moves'));
    box.checked = this.wanted;
    box.addEventListener('change', () => remember(this.key, box.checked ? 'on' : 'off'));
    byId('confirm-send').addEventListener('click', () => this.send());
    byId('confirm-back').addEventListener('click', () => this.back());
  }

  get wanted() {
    return (remembered(this.key) ?? (this.store.isDays ? 'on' : 'off')) === 'on';
  }

  /** Shows whether there is a move to be asked about. */
  render() {
    const { pending, live } = this.store;
    const asks = pending?.state === 'asked' && live;
    const shown = !this.element.hidden;
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = !asks;
    if (!asks && focused) this.then.leave();
    if (!asks || shown) return;
    byId('confirm-says').textContent = t('days-confirm', { move: prettyMove(`${pending.from}-${pending.to}`) });
    byId('confirm-send').focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  send() {
    const { pending } = this.store;
    if (pending?.state !== 'asked') return;
    pending.state = 'unsent';
    this.then.send();
  }

  back() {
    const { pending } = this.store;
    if (pending?.state !== 'asked') return;
    this.store.pending = null;
    this.then.back(pending);
  }
}
