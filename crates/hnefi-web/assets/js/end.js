// @ts-check
// What can be done when a game is over: play again, look through it, show it to others.

import { copy, byId, setText } from './dom.js';
import { analysisOf } from './packed.js';
import { plainTitle } from './title.js';
import { t } from './words.js';

/** @import {GameLine, Links, StateMessage} from './types.js' */

export class EndPanel {
  /** Whether its reader has put the panel away. */
  #away = false;
  /** How the game ended when that was last looked at. */
  #ended = '';

  /**
   * @param {() => GameLine} line
   * @param {() => void} look looks through the game from its start
   */
  constructor(line, look) {
    this.line = line;
    this.element = byId('end');
    byId('look-through').addEventListener('click', () => {
      this.putAway();
      look();
    });
    byId('share-game').addEventListener('click', () => void this.#share());
    /** @type {Links} */
    this.links = {};
  }

  /** Puts the panel away until its reader comes back to the end. */
  putAway() {
    this.#away = true;
    this.element.classList.add('away');
  }

  /** @param {StateMessage} state @param {boolean} live whether the end is shown */
  render({ outcome, links, next }, live) {
    if (!live || !outcome) this.#away = false;
    this.element.hidden = !outcome;
    this.element.classList.toggle('away', this.#away || !live);
    this.links = links;
    const link = byId('next-game');
    link.hidden = !next || byId('game').dataset.watch === 'true';
    if (next) link.setAttribute('href', this.line().address(next));
    const ended = outcome?.says ?? '';
    if (ended === this.#ended) return;
    this.#ended = ended;
    setText(byId('share-said'), '');
    byId('analyse-game').hidden = true;
    if (outcome) void this.#offerAnalysis(ended);
  }

  /** Only a game that is over leads to its analysis. @param {string} ended the end that it has now */
  async #offerAnalysis(ended) {
    const text = await this.line().plain();
    const address = text && await analysisOf(text, 'end').catch(() => null);
    if (!address || this.#ended !== ended) return;
    const link = byId('analyse-game');
    link.setAttribute('href', address);
    link.hidden = false;
  }

  /** Gives a link to the game away, as the device does such things. */
  async #share() {
    const said = byId('share-said');
    const { address, says } = await this.line().share(this.links);
    if (!address) {
      said.textContent = says;
      return;
    }
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: plainTitle(), text: byId('end-says').textContent ?? '', url: address }).catch(() => {});
      return;
    }
    if (await copy(address)) {
      said.textContent = says;
      return;
    }
    // The field that holds the link is under the board.
    const section = /** @type {HTMLDetailsElement} */ (byId('links-section'));
    if (section.hidden) {
      said.textContent = address;
      return;
    }
    section.open = true;
    section.querySelector('input')?.select();
    section.scrollIntoView({ block: 'nearest' });
    said.textContent = t('play-copy-by-hand');
  }
}
