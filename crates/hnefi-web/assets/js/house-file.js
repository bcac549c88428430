// @ts-check
// A rule file that is picked goes into the text, where it can be looked at before it is read.

import { byId } from './dom.js';

const text = /** @type {HTMLTextAreaElement} */ (byId('house-toml'));
const file = /** @type {HTMLInputElement} */ (byId('house-file'));
byId('house-file-pick').hidden = false;

file.addEventListener('change', async () => {
  const picked = file.files?.[0];
  // The server reads no more than this, and says so.
  if (picked) text.value = await picked.slice(0, 64 * 1024).text();
});
