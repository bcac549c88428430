// @ts-check
// Games that a browser keeps, for the tests.

import { existsSync } from 'node:fs';

/** @import {Page} from 'playwright-core' */

/** Without a module of this build there are no such games. */
export const skip = existsSync(new URL('../assets/wasm/hnefi.wasm', import.meta.url)) ? false : 'there is no module here: `cargo xtask wasm` makes it';

/**
 * Begins a game that the browser keeps, and opens its page.
 * @param {Page} page
 * @param {{rules?: string, mode?: string, side?: string, level?: number, position?: string, turn?: string}} choice
 * @returns {Promise<string>} its id
 */
export async function beginHere(page, { rules = 'brandubh', mode = 'screen', ...rest } = {}) {
  if (!(await page.locator('html[data-edition]').count())) await page.goto('/here');
  const id = await page.evaluate(async (choice) => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
    return (await import(new URL('begin-here.js', script).href)).beginHere(choice);
  }, { rules, mode, ...rest });
  await openHere(page, id);
  return id;
}

/** Opens a game that the browser keeps. @param {Page} page @param {string} id */
export async function openHere(page, id) {
  // From one fragment to another a browser loads nothing.
  await page.goto('about:blank');
  await page.goto(`/here#${id}`);
  await readyHere(page);
}

/** Waits until the page plays its game. @param {Page} page */
export const readyHere = (page) => page.waitForFunction(() => /Kept in this browser|is kept/.test(document.getElementById('line')?.textContent ?? ''));

/** The entries that the browser keeps of a game. @param {Page} page @param {string} id @returns {Promise<any[]>} */
export const entriesOf = (page, id) => page.evaluate(async (game) => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  return (await (await import(new URL('kept.js', script).href)).whole(game))?.entries ?? null;
}, id);

/** Waits until the app is on the device whole. @param {Page} page */
export const installed = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 120_000 });
