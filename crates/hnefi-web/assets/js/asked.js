// @ts-check
// A host of files knows nothing of what stands behind the `?` of an address, and takes no forms: the module writes the page that is asked for.

import { deskInPage } from './referee.js';

const root = document.documentElement;
const build = { assets: new URL('..', import.meta.url).pathname.replace(/\/$/, ''), version: root.dataset.version ?? '' };

/**
 * What the module answers; nothing where it cannot.
 * @param {URL} address
 * @param {string | null} form what a form says, as a browser encodes it
 * @returns {Promise<{text: string, location: string | null} | null | undefined>}
 */
export async function written({ pathname, search, origin }, form = null) {
  const desk = await deskInPage();
  const page = { path: pathname.replace(/\/$/, ''), query: search.slice(1), form };
  return desk?.ask({ ask: 'page', page, url: origin, build }).catch(() => null);
}

/** Shows what the module answers; says whether there is anything. @param {URL} address @param {string | null} form */
export async function show(address, form = null) {
  const answer = await written(address, form);
  if (answer?.location) location.assign(answer.location);
  else if (answer) write(answer.text);
  return Boolean(answer);
}

/** The page of this address; as the host has it, where nobody can write it. */
export async function showThis() {
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  if (await show(new URL(location.href))) return;
  write(await (await fetch(location.pathname)).text());
}

/** @param {string} page */
function write(page) {
  document.open();
  document.write(page.replace(/<html(?: data-alone)?/, '<html data-alone="asked"'));
  document.close();
}
