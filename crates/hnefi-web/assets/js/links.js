// @ts-check
// Links to give away, and the game as text.

import { byId, copy, el, saveText } from './dom.js';
import { t } from './words.js';

/** @import {GameLine, Links, StateMessage} from './types.js' */

export class LinksPanel {
  #drawn = '';

  /** @param {() => GameLine} line */
  constructor(line) {
    this.line = line;
    this.invite = byId('invite');
    this.links = byId('links');
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

  /** @param {StateMessage} state */
  render({ links, outcome }) {
    const drawn = JSON.stringify([links, outcome]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.invite.hidden = !links.join;
    if (links.join) {
      this.invite.replaceChildren(
        el('h2', {}, t('play-invite-title')),
        el('p', {}, t('play-invite-text')),
        linkRow(links.join, t('play-invite-label')),
        picture(links.join_qr, links),
        ...(links.local_only ? [el('p', { class: 'soft' }, t('play-local-only'))] : []),
      );
    }
    byId('links-section').hidden = !links.watch && !links.seat;
    this.links.replaceChildren(
      ...(links.watch ? [el('p', {}, t('play-watch-text')), linkRow(links.watch, t('play-watch-label'))] : []),
      ...(links.seat ? [el('p', {}, t('play-seat-text')), linkRow(links.seat, t('play-seat-label')), picture(links.seat_qr, links)] : []),
      ...(links.local_only && !links.join ? [el('p', { class: 'soft' }, t('play-local-only'))] : []),
    );
  }
}

/**
 * The link to scan; of no use where only this machine could open it.
 * @param {string | undefined} address
 * @param {Links} links
 */
function picture(address, links) {
  return address && !links.local_only ? el('img', { class: 'qr', src: address, alt: t('play-scan') }) : '';
}

/** @param {string} address @param {string} label */
function linkRow(address, label) {
  const field = el('input', { type: 'text', readonly: true, value: address, 'aria-label': label, onfocus: () => field.select() });
  const said = el('span', { class: 'soft', role: 'status' });
  return el('div', { class: 'link-row' }, field,
    el('button', {
      type: 'button',
      'aria-label': t('play-copy-link', { link: label }),
      onclick: async () => { said.textContent = (await copy(address, field)) ? t('play-copied') : t('play-copy-by-hand'); },
    }, t('play-copy')),
    typeof navigator.share === 'function' && el('button', {
      type: 'button',
      'aria-label': t('play-share-link', { link: label }),
      onclick: () => void navigator.share({ url: address }).catch(() => {}),
    }, t('play-share')),
    said);
}
