// @ts-check
// The form of a new event: when it begins is said by the clock of who makes it.

import { byId, setText } from './dom.js';
import { t } from './words.js';

const begins = /** @type {HTMLInputElement} */ (byId('begins'));
const zone = /** @type {HTMLInputElement} */ (byId('zone'));

setText(byId('begins-zone'), t('event-zone-own'));
byId('zone').closest('form')?.addEventListener('submit', () => {
  const at = new Date(begins.value);
  zone.value = Number.isNaN(at.getTime()) ? '' : String(at.getTimezoneOffset());
});
