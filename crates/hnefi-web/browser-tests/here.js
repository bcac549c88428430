// @ts-check
// Games that a browser keeps, for the tests.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { plies, tap } from './hnefi.js';

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

/**
 * Begins a game by a form, in this browser. The referee is waited for first: where it takes long, the form asks the server.
 * @param {Page} page @param {string} [button]
 */
export async function beginByForm(page, button = 'form.new-game button[type=submit]') {
  await page.waitForFunction(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
    return (await (await import(new URL('referee.js', script).href)).deskInPage()) !== null;
  });
  await page.click(button);
  await page.waitForURL('**/here#**');
  await readyHere(page);
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

/** Plays a move that the referee allows: of the king to a corner or the edge where he can, else any. @param {Page} page @param {number} turn */
export async function playAny(page, turn) {
  const squares = await page.locator('#board [data-square]').evaluateAll((all) => all
    .filter((one) => /\d+ moves?$|, \d+ move/.test(one.getAttribute('aria-label') ?? one.textContent ?? ''))
    .map((one) => ({ square: one.getAttribute('data-square') ?? '', king: /king/.test(one.getAttribute('aria-label') ?? one.textContent ?? '') })));
  const chosen = squares.find(({ king }) => king) ?? squares[(turn * 5) % squares.length];
  assert.ok(chosen, 'a side that can move nothing has lost');
  await tap(page, chosen.square);
  const to = await page.evaluate(() => [...document.querySelectorAll('#board .destination')].map((one) => one.getAttribute('data-square') ?? ''));
  await tap(page, to.find((square) => /^[ag][17]$/.test(square)) ?? to[turn % to.length] ?? '');
}

/**
 * Plays a game against the computer to its end.
 * @param {Page} page
 * @param {(shown: number) => Promise<Page>} [between] after each of one's own moves, with how many moves are shown: the page to go on with
 * @returns {Promise<Page>} the page with the end
 */
export async function playToEnd(page, between = async () => page) {
  for (let turn = 0; turn < 100; turn++) {
    await page.waitForFunction(() => document.querySelector('#game.over, #game.your-move'));
    if (await page.locator('#game.over').count()) return page;
    const count = await plies(page);
    await playAny(page, turn);
    await page.waitForFunction((wanted) => document.querySelectorAll('#move-list button').length >= wanted, count + 1);
    page = await between(await plies(page));
  }
  assert.fail('the game has no end');
}
