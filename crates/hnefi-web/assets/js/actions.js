// @ts-check
// What a player may do besides moving. What cannot be undone asks once more, in the place of its button.

import { byId, el, setText } from './dom.js';
import { clauseLine, proofLines } from './message.js';
import { t } from './words.js';

/** @import {ClientMessage, Side, StateMessage} from './types.js' */

/** @type {Record<Side, Side>} */
export const OTHER = { attackers: 'defenders', defenders: 'attackers' };

/** What begins another game. */
const AGAIN = ['rematch', 'same-sides'];
/** What stands first under the board. */
const ORDER = ['take-back', 'hint', 'prove'];
/** The same when the game is over: what takes something away comes last. */
const ORDER_AFTER = ['prove', 'take-back'];

export class ActionsPanel {
  #drawn = '';
  /** The action that waits for its "yes". */
  #asking = '';

  /** @param {(message: ClientMessage) => void} send */
  constructor(send) {
    this.send = send;
    this.element = byId('actions');
    this.again = byId('again');
    this.ending = byId('ending');
    this.endings = byId('endings');
    this.offer = byId('offer');
  }

  /** @param {StateMessage} state @param {boolean} open whether the line is open */
  render(state, open) {
    const drawn = JSON.stringify([state.actions, state.players, state.you, state.turn, state.outcome, state.offer, this.#asking]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      if (!state.actions.includes(this.#asking)) this.#asking = '';
      const focused = document.activeElement instanceof HTMLElement && this.#places().some((place) => place.contains(document.activeElement))
        ? document.activeElement.dataset.action : undefined;
      for (const place of this.#places()) {
        const here = state.actions.filter((action) => this.#placeOf(action) === place);
        const order = state.outcome ? ORDER_AFTER : ORDER;
        place.replaceChildren(...here.sort((a, b) => order.indexOf(a) - order.indexOf(b)).map((action) => this.#action(action, state)));
      }
      this.ending.hidden = this.endings.childElementCount === 0;
      if (focused) this.#focus(focused);
      this.#renderOffer(state);
    }
    for (const button of [...this.#places(), this.offer].flatMap((place) => [...place.querySelectorAll('button')])) {
      button.toggleAttribute('disabled', !open);
    }
  }

  #places() {
    return [this.element, this.again, this.endings];
  }

  /** Another game stands with the result, what ends this one in a fold, all else under the board. @param {string} action */
  #placeOf(action) {
    if (AGAIN.includes(action)) return this.again;
    return action === 'resign' || action === 'offer-draw' || action.startsWith('claim:') ? this.endings : this.element;
  }

  /** @param {string} action */
  #focus(action) {
    const button = document.querySelector(`[data-action="${CSS.escape(action)}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  /** @param {string} action @param {StateMessage} state @returns {HTMLElement} */
  #action(action, state) {
    if (action === this.#asking && asksFirst(action, state)) return this.#confirm(action, state);
    const firm = action === AGAIN[0] ? 'firm' : undefined;
    return el('button', { type: 'button', class: firm, 'data-action': action, onclick: () => this.#press(action, state) }, label(action, state));
  }

  /** @param {string} action @param {StateMessage} state */
  #confirm(action, state) {
    const side = state.you.length === 1 ? /** @type {Side} */ (state.you[0]) : state.turn;
    const done = () => { this.#asking = ''; this.#drawn = ''; this.render(state, true); };
    const message = action === 'resign' ? { type: 'resign', as: side } : { type: 'offer', kind: action };
    const sure = action === 'resign' ? `play-resign-sure-${side}` : `play-${action}-sure`;
    return el('div', { class: 'confirm', role: 'group', 'aria-label': t(`play-${action}`) },
      el('p', {}, t(sure)),
      el('button', { type: 'button', class: 'firm', 'data-action': `${action}-yes`, onclick: () => { this.send(message); done(); } }, t(`play-${action}-yes`)),
      el('button', { type: 'button', 'data-action': `${action}-no`, onclick: () => { done(); this.#focus(action); } }, t(`play-${action}-no`)));
  }

  /** @param {string} action @param {StateMessage} state */
  #press(action, state) {
    if (asksFirst(action, state)) {
      this.#asking = action;
      this.render(state, true);
      this.#focus(`${action}-yes`);
    } else if (action === 'hint') this.send({ type: 'hint' });
    else if (action === 'prove') this.send({ type: 'prove' });
    else if (action === 'offer-draw') this.send({ type: 'offer', kind: 'draw' });
    else if (action.startsWith('claim:')) this.send({ type: 'offer', kind: 'claim', ground: action.slice(6) });
    else this.send({ type: 'offer', kind: action });
  }

  /** @param {StateMessage} state */
  #renderOffer({ offer, you }) {
    if (!offer) {
      this.offer.replaceChildren();
      this.offer.hidden = true;
      return;
    }
    const mine = you.includes(offer.by);
    this.offer.hidden = false;
    const line = el('p', {});
    setText(line, offer.says);
    this.offer.replaceChildren(
      line,
      ...proofLines(offer.proof),
      ...(offer.clause ? [clauseLine(offer.clause)] : []),
      ...(offer.answer ? [
        el('button', { type: 'button', class: 'firm', onclick: () => this.send({ type: 'answer', accept: true, as: OTHER[offer.by] }) }, t(`play-accept-${offer.kind}`)),
        el('button', { type: 'button', onclick: () => this.send({ type: 'answer', accept: false, as: OTHER[offer.by] }) }, t(`play-decline-${offer.kind}`)),
      ] : []),
      ...(mine && !offer.answer ? [el('button', { type: 'button', class: 'quiet', onclick: () => this.send({ type: 'withdraw', as: offer.by }) }, t('play-withdraw'))] : []),
      ...(mine && !offer.answer ? [el('p', { class: 'soft' }, t('play-offer-waits'))] : []),
    );
  }
}

/** Whether an action would undo what nobody gets back: a game that is given up, a result. @param {string} action @param {StateMessage} state */
const asksFirst = (action, state) => action === 'resign' || (action === 'take-back' && Boolean(state.outcome));

/** @param {string} action @param {StateMessage} state */
function label(action, state) {
  const alone = state.you.length === 2 || state.players.attackers.kind === 'computer' || state.players.defenders.kind === 'computer';
  if (action.startsWith('claim:')) return t(`play-claim-${action.slice(6)}`);
  if (action === 'rematch' && state.match?.goes_on) return t('play-rematch-next');
  if (action === 'take-back' || AGAIN.includes(action)) return t(alone ? `play-${action}` : `play-${action}-ask`);
  return t(`play-${action}`);
}
