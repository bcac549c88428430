// @ts-check
// Buttons that copy the field which they name.

import { byId, copy } from './dom.js';
import { t } from './words.js';

for (const button of document.querySelectorAll('[data-copy]')) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const field = /** @type {HTMLInputElement} */ (byId(button.dataset.copy ?? ''));
  button.hidden = false;
  button.addEventListener('click', async () => {
    const said = (await copy(field.value, field)) ? t('copy-done') : t('copy-by-hand');
    if (button.nextElementSibling) button.nextElementSibling.textContent = said;
  });
}
