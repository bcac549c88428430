// @ts-check
// Links to give away, and the game as text.

import { byId, copy, saveText } from './dom.js';
import { t } from './words.js';

/** @import {GameLine} from './types.js' */

export class LinksPanel {
  /** @param {() => GameLine} line */
  constructor(line) {
    this.line = line;
    this.places = ['invite', 'links-section'].map(byId);
    for (const place of this.places) {
      place.addEventListener('click', (event) => void give(event.target));
      place.addEventListener('focusin', ({ target }) => { if (target instanceof HTMLInputElement) target.select(); });
    }
    byId('copy-text').addEventListener('click', () => void this.#text(async ({ text }) => {
      const field = /** @type {HTMLTextAreaElement} */ (byId('game-text'));
      field.value = text;
      field.hidden = false;
      return (await copy(text, field)) ? t('play-copied') : t('play-copy-by-hand');
    }));
    byId('download-text').addEventListener('click', () => void this.#text(async ({ text, name }) => {
      saveText(text, name);
      return '';
    }));
  }

  /** @param {(written: {text: string, name: string}) => Promise<string>} give gives the game as text, and says that */
  async #text(give) {
    const written = await this.line().text();
    byId('text-copied').textContent = written ? await give(written) : t('play-text-failed');
  }

  /** To be called when the links may be others. */
  render() {
    if (typeof navigator.share !== 'function') return;
    for (const place of this.places) for (const button of place.querySelectorAll('[data-do=share]')) button.removeAttribute('hidden');
  }
}

/** Copies the link beside a button that was pressed, or gives it away as the device does such things. @param {EventTarget | null} target */
async function give(target) {
  const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-do]')) : null;
  const row = button?.closest('.link-row');
  const field = row?.querySelector('input');
  const said = row?.querySelector('[role=status]');
  if (!button || !field || !said) return;
  if (button.dataset.do === 'share') await navigator.share({ url: field.value }).catch(() => {});
  else said.textContent = (await copy(field.value, field)) ? t('play-copied') : t('play-copy-by-hand');
}
